//! A position of the search tree.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

/// A position with its Zobrist key.
///
/// Source: <https://www.chessprogramming.org/Copy-Make>,
/// <https://www.chessprogramming.org/Zobrist_Hashing>.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) chess: Chess,
    pub(crate) key: u64,
}

impl Node {
    pub(crate) fn new(chess: Chess) -> Node {
        let key = key(&chess);
        Node { chess, key }
    }

    /// The position after a legal move; tells its key to `soon` as early as it can.
    pub(crate) fn play(&self, m: Move, soon: impl Fn(u64)) -> Node {
        let known = self
            .chess
            .update_zobrist_hash(Zobrist64(self.key), m, EnPassantMode::Legal);
        if let Some(known) = known {
            soon(known.0);
        }
        let mut chess = self.chess.clone();
        chess.play_unchecked(m);
        let key = known.map_or_else(|| key(&chess), |known| known.0);
        Node { chess, key }
    }

    /// The position if the side to move could pass; none where it is in check, or where the
    /// position is too odd.
    pub(crate) fn pass(&self) -> Option<Node> {
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Node::new(chess))
    }
}

/// Positions of which a player would say that they are the same have the same key.
pub(crate) fn key(chess: &Chess) -> u64 {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
