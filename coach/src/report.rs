//! A report on a player's games: openings, structures, phases, motifs, time trouble, the book, and the kinds of
//! mistakes.
//!
//! Scores are those that the games come with, e.g. from lichess; a search adds what is missing.
//!
//! What is absent: which games are the player's, where the games of a book are, and how long a search may take.

mod book;
mod clocks;
mod digest;
mod exits;
mod kind;
mod mistakes;
mod tables;
mod tally;

use engine::Analysis;
use pgn::Game;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};

pub use book::MoveCount;
pub use digest::{Digest, Loss, OwnMove};
pub use exits::{ExitMove, Exits};
pub(crate) use kind::MATE;
pub use kind::{MistakeKind, MistakeWay};
pub use mistakes::{MOST_KINDS, Mistake, by_kind, cost};
pub use tables::{Row, TimeTrouble, motifs, openings, phases, structures, time_trouble};
pub use tally::Tally;

use book::Book;
use exits::exits;
use mistakes::mistakes;

/// Searches positions; `None` for each search that did not end in time.
pub type Search<'a, E> = dyn Fn(&[Chess]) -> Result<Vec<Option<Analysis>>, E> + 'a;

/// Looks up the moves that the games of a book played in a position, the most frequent first.
pub type LookUp<'a, E> = dyn FnMut(&Chess) -> Result<Vec<MoveCount>, E> + 'a;

/// What the games of a player say about the player, so far.
#[derive(Default)]
pub struct Findings {
    digests: Vec<Digest>,
    mistakes: Vec<Mistake>,
    book: Option<Book>,
}

impl Findings {
    /// Findings without games; with `has_book` each game is followed through a book.
    pub fn new(has_book: bool) -> Findings {
        Findings {
            book: has_book.then(Book::default),
            ..Findings::default()
        }
    }

    /// Reads games of the player of these colours, several at a time. `look_up` is not called without a book.
    ///
    /// # Errors
    ///
    /// What `look_up` reports.
    pub fn read<E>(
        &mut self,
        games: &[(&Game, Color)],
        look_up: &mut LookUp<'_, E>,
    ) -> Result<(), E> {
        let read = games.par_iter().map(|(game, color)| {
            let digest = Digest::new(game, *color);
            let mistakes = mistakes(game, &digest);
            (digest, mistakes)
        });
        let read: Vec<(Digest, Vec<Mistake>)> = read.collect();
        for ((game, color), (mut digest, mistakes)) in games.iter().zip(read) {
            if let Some(book) = &mut self.book {
                digest.course = Some(book.course(game, *color, look_up)?);
            }
            self.digests.push(digest);
            self.mistakes.extend(mistakes);
        }
        Ok(())
    }

    /// The games, in the order in which they were read.
    pub fn digests(&self) -> &[Digest] {
        &self.digests
    }

    /// The mistakes that are known.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    /// The player's mean rating in the games; `None` if none is known.
    pub fn rating(&self) -> Option<u32> {
        let known = self.digests.iter().filter_map(|digest| digest.rating);
        let known: Vec<u64> = known.map(u64::from).collect();
        let sum: u64 = known.iter().sum();
        u32::try_from(sum.checked_div(known.len() as u64)?).ok()
    }

    /// How the games leave the book; `None` without one.
    pub fn exits(&self) -> Option<Exits> {
        let book = self.book.as_ref()?;
        Some(exits(book, &self.digests))
    }

    /// Searches the positions of the nth game that have no score, and those around its mistakes; returns whether all
    /// searches ended in time.
    ///
    /// # Errors
    ///
    /// What `search` reports.
    pub fn analyse<E>(
        &mut self,
        game: &Game,
        nth: usize,
        search: &Search<'_, E>,
    ) -> Result<bool, E> {
        Ok(self.score_game(game, nth, search)? && self.look_at_mistakes(game, nth, search)?)
    }

    /// Scores the positions of a game that have no score; returns whether all have one now.
    fn score_game<E>(
        &mut self,
        game: &Game,
        nth: usize,
        search: &Search<'_, E>,
    ) -> Result<bool, E> {
        let digest = &mut self.digests[nth];
        let (plies, positions) = digest.unscored(game);
        if positions.is_empty() {
            return Ok(true);
        }
        let found = search(&positions)?.into_iter();
        let scores = plies.iter().zip(&positions).zip(found);
        let scores = scores.filter_map(|((ply, position), found)| {
            let score = found?.lines.first()?.score;
            let of_white = position.turn().fold_wb(score, score.opposite());
            Some((*ply, of_white))
        });
        let scores: Vec<_> = scores.collect();
        let is_whole = scores.len() == positions.len();
        digest.add_scores(scores);
        let found = mistakes(game, digest);
        self.mistakes.retain(|mistake| mistake.game != game.id);
        self.mistakes.extend(found);
        Ok(is_whole)
    }

    /// Looks for what was best, and for the opponent's best reply, at the mistakes of a game; returns whether all are
    /// done.
    fn look_at_mistakes<E>(
        &mut self,
        game: &Game,
        nth: usize,
        search: &Search<'_, E>,
    ) -> Result<bool, E> {
        let own = self.mistakes.iter_mut();
        for mistake in own.filter(|mistake| mistake.game == game.id && !mistake.is_searched) {
            let positions = game.positions().skip(mistake.own.ply as usize).take(2);
            let positions: Vec<Chess> = positions.map(|(position, _)| position).collect();
            match &search(&positions)?[..] {
                [Some(before), Some(after)] => mistake.learn(game, [before, after]),
                _ => return Ok(false),
            }
        }
        // Two short searches may differ by more than a move is worth.
        if self.digests[nth].is_scored_here {
            let is_wrong = |mistake: &Mistake| mistake.game == game.id && mistake.is_refuted();
            self.mistakes.retain(|mistake| !is_wrong(mistake));
        }
        Ok(true)
    }
}
