//! A report on a player's games: openings, structures, phases, motifs, time trouble, the book, and the kinds of
//! mistakes.
//!
//! Scores are those that the games come with, e.g. from lichess; engines add what is missing, as far as they are let.

mod response;

use std::time::{Duration, Instant};

use coach::report::Findings;
use index::Pace;
use pgn::Game;
use shakmaty::{Chess, Color};
use similarity::{ExploreOptions, GameFilter};

use crate::analysis::{Engines, Nodes};
use crate::bounded::Bounded;
use crate::database::View;
use crate::error::{Error, quoted};
use crate::known::check_names;

pub(crate) use response::hundredths;
pub use response::{
    BookExit, BookMove, MistakeExample, ReportAnswer, ReportBook, ReportMistake, ReportOpening,
    ReportRow, ReportScore, ReportSide, ReportTime,
};

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

/// A report that is being made.
pub struct Report {
    player: String,
    games: u64,
    book: Option<GameFilter>,
    findings: Findings,
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
    /// [`Error::Impossible`] if the filter names no player or no game passes; [`Error::UnknownPlayer`] or
    /// [`Error::UnknownCollection`] for `player`, or a field of `filter` or `book`;
    /// [`Error::OutOfTime`] if there is no time at all; what the index reports.
    pub fn new(view: &View, request: &ReportRequest, pace: &Pace) -> Result<Report, Error> {
        let Some(player) = request.filter.player.clone() else {
            return Err(Error::impossible("player", "a player is required"));
        };
        check_names(view, &request.filter).map_err(|error| match error.field() {
            Some("player") => error,
            _ => error.within("filter."),
        })?;
        if let Some(book) = &request.book {
            check_names(view, book).map_err(|error| error.within("book."))?;
        }
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
            let why = format!("no games of {} pass the filter", quoted(&player));
            return Err(Error::impossible("player", why));
        }
        ids.sort_by_key(|(id, color)| (std::cmp::Reverse(*id), color.is_black()));
        // A game in which the name matches both players counts once, as White's.
        ids.dedup_by_key(|(id, _)| *id);
        let mut report = Report {
            player,
            games: ids.len() as u64,
            book: request.book.clone(),
            findings: Findings::new(request.book.is_some()),
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
        let mut left = ids.iter();
        let with_colors = games.iter().filter_map(|game| {
            let (_, color) = left.find(|(id, _)| *id == game.id)?;
            Some((game, *color))
        });
        let with_colors: Vec<(&Game, Color)> = with_colors.collect();
        let book = self.book.as_ref();
        self.findings.read(&with_colors, &mut |position: &Chess| {
            let Some(book) = book else {
                return Ok(Vec::new());
            };
            let explored = view.explore(position, book, ExploreOptions::default())?;
            let moves = explored.moves.iter();
            let moves = moves.map(|explored| (explored.played, explored.outcomes.games()));
            Ok(moves.collect())
        })
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
        let search = |positions: &[Chess]| {
            let found = engines
                .best_lines(positions, nodes.get(), pace)?
                .into_iter();
            let in_time =
                found.map(|found| Some(found.filter(|found| found.is_complete)?.analysis));
            Ok::<_, Error>(in_time.collect())
        };
        let begun = Instant::now();
        self.engines_used = true;
        while !self.is_analysed() && !pace.is_over() && begun.elapsed() < slice {
            let nth = self.analysed;
            if let Some(game) = view.game(self.findings.digests()[nth].id)?
                && !self.findings.analyse(&game, nth, &search)?
            {
                break;
            }
            self.analysed += 1;
        }
        Ok(())
    }

    /// What the games that were read say of the player.
    pub(crate) fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The number of games that engines are done with.
    pub fn analysed(&self) -> usize {
        self.analysed
    }

    /// Whether engines are done with all games.
    pub fn is_analysed(&self) -> bool {
        self.analysed == self.findings.digests().len()
    }
}
