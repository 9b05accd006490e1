//! Numbers of games and moves that have something in common.

use crate::record::Results;
use crate::report::digest::{Digest, OwnMove};

/// Results of a set of games, the points that the ratings predict, and the average loss of the player's moves.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    results: Results,
    rated: u64,
    points: f64,
    expected: f64,
    evaluated: u64,
    lost: u64,
}

impl Tally {
    /// Sums up some games and all moves of the player in them.
    pub fn of<'a>(digests: impl IntoIterator<Item = &'a Digest>) -> Tally {
        let mut tally = Tally::default();
        for digest in digests {
            tally.count(digest);
            tally.count_moves(&digest.moves);
        }
        tally
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, game: &Digest) {
        self.results += game.results;
        if let Some(expected) = game.expected {
            self.rated += 1;
            self.points += game.results.wins as f64 + game.results.draws as f64 / 2.0;
            self.expected += expected;
        }
    }

    /// Counts moves.
    pub(crate) fn count_moves<'a>(&mut self, moves: impl IntoIterator<Item = &'a OwnMove>) {
        for loss in moves.into_iter().filter_map(|own| own.loss) {
            self.evaluated += 1;
            self.lost += u64::from(loss.centipawns);
        }
    }

    /// How the games ended.
    pub fn results(&self) -> Results {
        self.results
    }

    /// Number of the games of which both ratings and the result are known.
    pub fn rated(&self) -> u64 {
        self.rated
    }

    /// Points scored in the rated games: 1 for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.points
    }

    /// Points to be expected in the rated games, in hundredths.
    pub fn expected(&self) -> f64 {
        round(self.expected, 100.0)
    }

    /// Number of the player's moves that have a score before and after them.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Mean loss of these moves in centipawns, in tenths; `None` without any.
    pub fn average_loss(&self) -> Option<f64> {
        (self.evaluated > 0).then(|| round(self.lost as f64 / self.evaluated as f64, 10.0))
    }

    /// Distance of the points from the expected ones, divided by the square root of the number of rated games.
    pub(crate) fn surprise(&self) -> f64 {
        let rated = self.rated.max(1) as f64;
        (self.points - self.expected()).abs() / rated.sqrt()
    }
}

fn round(number: f64, by: f64) -> f64 {
    (number * by).round() / by
}
