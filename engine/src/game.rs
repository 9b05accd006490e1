//! A game so far.

use shakmaty::{Chess, Move, Position};

use crate::node::key;

/// A position and how it came about, which matters for repetitions.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub(crate) position: Chess,
    /// The keys of the positions before.
    pub(crate) earlier: Vec<u64>,
}

impl Game {
    /// A game that begins with a position.
    pub fn new(position: Chess) -> Game {
        Game {
            position,
            earlier: Vec::new(),
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.earlier.push(key(&self.position));
        self.position.play_unchecked(m);
    }

    /// The position that was reached.
    pub fn position(&self) -> &Chess {
        &self.position
    }
}
