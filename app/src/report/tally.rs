//! Numbers of games and moves that have something in common.

use serde::Serialize;
use utoipa::ToSchema;

use crate::record::PlayerScore;
use crate::report::digest::{Digest, OwnMove};

/// How some of a player's games ended, what the ratings predict, and what the moves were worth.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportScore {
    /// How the games ended.
    #[serde(flatten)]
    pub score: PlayerScore,
    /// The number of these games of which both ratings and the result are known.
    pub rated: u64,
    /// The points scored in the rated ones: 1 for a win, a half for a draw.
    pub points: f64,
    /// The points to be expected in them: in each 1 / (1 + 10^(d/400)), where d is by how much the opponent is rated higher.
    pub expected: f64,
    /// The number of the player's moves that have a score before and after them.
    pub evaluated: u64,
    /// What these moves lost on average, in centipawns, where no score counts as more than 1000; null without any.
    pub average_loss: Option<f64>,
}

/// A sum of games and moves under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    score: ReportScore,
    lost: u64,
}

impl Tally {
    /// Counts a game.
    pub(crate) fn count(&mut self, game: &Digest) {
        let PlayerScore {
            games,
            wins,
            draws,
            losses,
        } = game.score;
        let sum = &mut self.score.score;
        sum.games += games;
        sum.wins += wins;
        sum.draws += draws;
        sum.losses += losses;
        if let Some(expected) = game.expected {
            self.score.rated += 1;
            self.score.points += wins as f64 + draws as f64 / 2.0;
            self.score.expected += expected;
        }
    }

    /// Counts moves.
    pub(crate) fn count_moves<'a>(&mut self, moves: impl IntoIterator<Item = &'a OwnMove>) {
        for loss in moves.into_iter().filter_map(|own| own.loss) {
            self.score.evaluated += 1;
            self.lost += u64::from(loss.centipawns);
        }
    }

    /// The number of games.
    pub(crate) fn games(&self) -> u64 {
        self.score.score.games
    }

    /// The numbers.
    pub(crate) fn score(self) -> ReportScore {
        let evaluated = self.score.evaluated;
        let round = |number: f64, by: f64| (number * by).round() / by;
        ReportScore {
            expected: round(self.score.expected, 100.0),
            average_loss: (evaluated > 0).then(|| round(self.lost as f64 / evaluated as f64, 10.0)),
            ..self.score
        }
    }
}
