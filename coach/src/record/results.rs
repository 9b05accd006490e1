//! How a player's games ended.

use std::ops::AddAssign;

use pgn::Game;
use shakmaty::{Color, Outcome};

/// Results of a player's games. Games of unknown result are neither won, drawn nor lost.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Number of games, those of unknown result included.
    pub games: u64,
    /// Number of games that the player won.
    pub wins: u64,
    /// Number of draws.
    pub draws: u64,
    /// Number of games that the player lost.
    pub losses: u64,
}

impl Results {
    /// Returns the result of one game, by its Result tag, for the player of this colour.
    pub fn of_game(game: &Game, color: Color) -> Results {
        let mut results = Results {
            games: 1,
            ..Results::default()
        };
        let result = game.tags.get("Result").unwrap_or_default();
        if let Ok(Outcome::Known(known)) = Outcome::from_ascii(result.trim().as_bytes()) {
            match known.winner() {
                Some(winner) if winner == color => results.wins = 1,
                Some(_) => results.losses = 1,
                None => results.draws = 1,
            }
        }
        results
    }

    /// True if the result of some game is known.
    pub(crate) fn are_known(&self) -> bool {
        self.wins + self.draws + self.losses > 0
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, more: Results) {
        self.games += more.games;
        self.wins += more.wins;
        self.draws += more.draws;
        self.losses += more.losses;
    }
}
