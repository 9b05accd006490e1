//! A report on a player's games: openings, structures, phases, motifs, time trouble, the book, and the kinds of
//! mistakes.
//!
//! Scores are those that the games come with, e.g. from lichess; engines add what is missing, as far as they are let.

mod book;
mod clocks;
mod digest;
mod kind;
mod mistakes;
mod response;
mod tally;

use std::time::{Duration, Instant};

use index::Pace;
use pgn::Game;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};
use similarity::GameFilter;

use crate::analysis::{Engines, Nodes, Searched};
use crate::bounded::Bounded;
use crate::database::View;
use crate::error::{Error, quoted};

pub use book::{BookExit, BookMove, ReportBook};
pub(crate) use kind::MATE;
pub use kind::MistakeKind;
pub(crate) use mistakes::{MOST_KINDS, Mistake, by_kind, cost};
pub use mistakes::{MistakeExample, ReportMistake};
pub use response::{ReportOpening, ReportResponse, ReportRow, ReportSide, ReportTime};
pub use tally::ReportScore;

use book::{Book, Course};
use digest::Digest;
use mistakes::mistakes;

/// The number of games of a report.
pub type ReportGames = Bounded<1, 10_000>;

/// The moves that each search makes by default. Guessed: a game takes two seconds.
pub const REPORT_NODES: Nodes = Nodes::of::<50_000>();

/// The number of games that are read in one slice of work, and what a slice costs, in hits of a search. Guessed: some
/// tens of milliseconds.
const SLICE_GAMES: usize = 50;
const SLICE: u64 = 100;

/// Whose games, and which of them.
#[derive(Clone, Debug)]
pub struct ReportRequest {
    /// What the games must be like; it names the player.
    pub filter: GameFilter,
    /// The games whose openings are the book, if there is to be one.
    pub book: Option<GameFilter>,
    /// The most games: the newest, by the numbers of the index.
    pub games: ReportGames,
}

/// Searches positions with engines; what did not end in time is `None` or incomplete.
type Search<'a> = dyn Fn(&[Chess]) -> Result<Vec<Option<Searched>>, Error> + 'a;

/// A report that is being made.
pub struct Report {
    player: String,
    games: u64,
    digests: Vec<Digest>,
    courses: Vec<Course>,
    book: Option<Book>,
    mistakes: Vec<Mistake>,
    /// The number of games that engines are done with.
    analysed: usize,
    engines_used: bool,
}

impl Report {
    /// Reads the games.
    ///
    /// The work is done in slices; once `pace` ends, no more games are read.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the filter names no player or no game passes;
    /// [`Error::OutOfTime`] if there is no time at all; what the index reports.
    pub fn new(view: &View, request: &ReportRequest, pace: &Pace) -> Result<Report, Error> {
        let Some(player) = request.filter.player.clone() else {
            return Err(Error::impossible(
                "player",
                "name the player whose games are meant",
            ));
        };
        let mut ids = Vec::new();
        for color in Color::ALL {
            if request.filter.color.is_some_and(|only| only != color) {
                continue;
            }
            if !pace.next(SLICE) {
                return Err(Error::NO_TIME);
            }
            let filter = GameFilter {
                color: Some(color),
                ..request.filter.clone()
            };
            let of_color = view.games_that_pass(&filter)?;
            ids.extend(of_color.into_iter().map(|id| (id, color)));
        }
        if ids.is_empty() {
            let why = format!("there is no game of {} that passes", quoted(&player));
            return Err(Error::impossible("player", why));
        }
        ids.sort_by_key(|(id, color)| (std::cmp::Reverse(*id), color.is_black()));
        let mut report = Report {
            player,
            games: ids.len() as u64,
            digests: Vec::new(),
            courses: Vec::new(),
            book: request.book.clone().map(Book::new),
            mistakes: Vec::new(),
            analysed: 0,
            engines_used: false,
        };
        ids.truncate(request.games.get() as usize);
        for some in ids.chunks(SLICE_GAMES) {
            if !pace.next(SLICE) {
                break;
            }
            report.read(view, some)?;
        }
        Ok(report)
    }

    /// Reads some games of the player of these colours.
    fn read(&mut self, view: &View, ids: &[(u64, Color)]) -> Result<(), Error> {
        let numbers: Vec<u64> = ids.iter().map(|(id, _)| *id).collect();
        let games = view.games(&numbers)?;
        // A game of the player against a namesake comes twice.
        let mut left = ids.iter();
        let with_colors = games.iter().filter_map(|game| {
            let (_, color) = left.find(|(id, _)| *id == game.id)?;
            Some((game, *color))
        });
        let with_colors: Vec<(&Game, Color)> = with_colors.collect();
        let seen = with_colors.par_iter().map(|(game, color)| {
            let digest = Digest::new(game, *color);
            let mistakes = mistakes(game, &digest);
            (digest, mistakes)
        });
        let seen: Vec<(Digest, Vec<Mistake>)> = seen.collect();
        for ((game, _), (digest, mistakes)) in with_colors.iter().zip(seen) {
            if let Some(book) = &mut self.book {
                self.courses.push(book.course(view, game, &digest)?);
            }
            self.digests.push(digest);
            self.mistakes.extend(mistakes);
        }
        Ok(())
    }

    /// Lets engines score what has no score, the newest game first, and look at the mistakes, with this number of moves
    /// for each position, until there is nothing left, `pace` is over, or this time has passed, which is looked at after
    /// each game.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] if another program has failed; what the index reports.
    pub fn analyse(
        &mut self,
        view: &View,
        engines: &Engines,
        nodes: Nodes,
        pace: &Pace,
        slice: Duration,
    ) -> Result<(), Error> {
        let search = |positions: &[Chess]| engines.best_lines(positions, nodes.get(), pace);
        let begun = Instant::now();
        self.engines_used = true;
        while !self.is_analysed() && !pace.is_over() && begun.elapsed() < slice {
            let nth = self.analysed;
            if let Some(game) = view.game(self.digests[nth].id)? {
                let is_done = self.score_game(&game, nth, &search)?
                    && self.look_at_mistakes(&game, nth, &search)?;
                if !is_done {
                    break;
                }
            }
            self.analysed += 1;
        }
        Ok(())
    }

    /// The mistakes that are known so far.
    pub(crate) fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// The number of games that were read.
    pub(crate) fn games(&self) -> usize {
        self.digests.len()
    }

    /// The player's mean rating in the games that were read; `None` if none is known.
    pub(crate) fn rating(&self) -> Option<u32> {
        let known = self.digests.iter().filter_map(|digest| digest.rating);
        let known: Vec<u64> = known.map(u64::from).collect();
        let sum: u64 = known.iter().sum();
        u32::try_from(sum.checked_div(known.len() as u64)?).ok()
    }

    /// The number of games that engines are done with.
    pub fn analysed(&self) -> usize {
        self.analysed
    }

    /// Whether engines are done with all games.
    pub fn is_analysed(&self) -> bool {
        self.analysed == self.digests.len()
    }

    /// Scores the positions of a game that have no score; returns whether all have one now.
    fn score_game(&mut self, game: &Game, place: usize, search: &Search) -> Result<bool, Error> {
        let digest = &mut self.digests[place];
        let unscored = game.positions().enumerate();
        let unscored = unscored.filter(|(ply, (position, _))| {
            let is_over = position.legal_moves().is_empty();
            !is_over && digest.scores.get(*ply).is_some_and(Option::is_none)
        });
        let unscored: Vec<(usize, Chess)> = unscored
            .map(|(ply, (position, _))| (ply, position))
            .collect();
        if unscored.is_empty() {
            return Ok(true);
        }
        let positions: Vec<Chess> = unscored
            .iter()
            .map(|(_, position)| position.clone())
            .collect();
        let found = search(&positions)?;
        let mut scores = Vec::new();
        for ((ply, position), found) in unscored.iter().zip(found) {
            let Some(found) = found.filter(|found| found.is_complete) else {
                continue;
            };
            let score = found.analysis.lines.first().map(|line| line.score);
            let of_white = score.map(|score| position.turn().fold_wb(score, score.opposite()));
            scores.extend(of_white.map(|score| (*ply, score)));
        }
        let is_whole = scores.len() == unscored.len();
        digest.add_scores(scores);
        digest.is_scored_here = true;
        let found = mistakes(game, digest);
        self.mistakes.retain(|mistake| mistake.game != game.id);
        self.mistakes.extend(found);
        Ok(is_whole)
    }

    /// Looks for what was best, and for the opponent's best reply, at the mistakes of a game; returns whether all are
    /// done.
    fn look_at_mistakes(
        &mut self,
        game: &Game,
        place: usize,
        search: &Search<'_>,
    ) -> Result<bool, Error> {
        let own = self.mistakes.iter_mut();
        for mistake in own.filter(|mistake| mistake.game == game.id && !mistake.is_searched) {
            let positions = game.positions().skip(mistake.own.ply as usize).take(2);
            let positions: Vec<Chess> = positions.map(|(position, _)| position).collect();
            let found = search(&positions)?;
            match &found[..] {
                [Some(before), Some(after)] if before.is_complete && after.is_complete => {
                    mistake.learn(game, [before, after]);
                }
                _ => return Ok(false),
            }
        }
        // Two short searches may differ by more than a move is worth.
        if self.digests[place].is_scored_here {
            let is_wrong = |mistake: &Mistake| mistake.game == game.id && mistake.is_refuted();
            self.mistakes.retain(|mistake| !is_wrong(mistake));
        }
        Ok(true)
    }
}
