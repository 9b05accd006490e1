//! A position of the search tree.

use motifs::beside;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Bitboard, Chess, EnPassantMode, Move, Position, Role};

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

    /// The position after a legal move; `known` is its key, as [`Node::key_after`] returned it.
    pub(crate) fn play(&self, m: Move, known: Option<u64>) -> Node {
        let mut node = self.clone();
        node.chess.play_unchecked(m);
        node.key = known.unwrap_or_else(|| key(&node.chess));
        node
    }

    /// The position if the side to move could pass; none where it is in check, or where the
    /// position is too odd. Calls `soon` with its key as early as it can.
    pub(crate) fn pass(&self, soon: impl Fn(u64)) -> Option<Node> {
        let known = self.without_en_passant().map(|key| key ^ turn());
        if let Some(known) = known {
            soon(known);
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        let key = known.unwrap_or_else(|| key(&chess));
        Some(Node { chess, key })
    }

    /// The key, unless it says that a pawn can be captured en passant.
    fn without_en_passant(&self) -> Option<u64> {
        let none = self.chess.pseudo_legal_ep_square().is_none();
        none.then_some(self.key)
    }

    /// The key after a legal move, where it is known without playing the move: castling rights stay
    /// as they are, and en passant does not matter before or after.
    pub(crate) fn key_after(&self, m: Move) -> Option<u64> {
        let Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } = m
        else {
            return None;
        };
        let chess = &self.chess;
        let rights = chess.castles().castling_rights();
        let keeps = match role {
            Role::King => (rights & (chess.us() | Bitboard::from(to))).is_empty(),
            _ => !rights.contains(from) && !rights.contains(to),
        };
        let double = role == Role::Pawn && from.abs_diff(to) == 16;
        let capturers = chess.board().pawns() & chess.them();
        if !keeps || double && (beside(Bitboard::from(to)) & capturers).any() {
            return None;
        }
        let key = self.without_en_passant()?;
        let us = chess.turn();
        let left = piece(from, role.of(us));
        let arrived = piece(to, promotion.unwrap_or(role).of(us));
        let taken = capture.map_or(0, |role| piece(to, role.of(!us)));
        Some(key ^ turn() ^ left ^ arrived ^ taken)
    }
}

/// What a piece on a square adds to a key.
fn piece(square: shakmaty::Square, piece: shakmaty::Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

/// What the turn adds to a key.
fn turn() -> u64 {
    Zobrist64::zobrist_for_white_turn().0
}

/// Positions of which a player would say that they are the same have the same key.
pub(crate) fn key(chess: &Chess) -> u64 {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Node, key};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position, PositionError};

    /// The positions of a suite, an EPD a line.
    pub(crate) fn positions(suite: &str) -> impl Iterator<Item = Chess> {
        let lines = suite
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| {
            let fields: Vec<&str> = line.split([' ', ';']).take(4).collect();
            let fen: Fen = fields.join(" ").parse().expect("a FEN");
            let mode = CastlingMode::detect(fen.as_setup());
            fen.into_position(mode)
                .or_else(PositionError::ignore_impossible_check)
                .expect("a position")
        })
    }

    fn check(node: &Node, depth: u32) {
        assert_eq!(node.key, key(&node.chess), "{:?}", node.chess);
        if let Some(child) = node.pass(|_| ()) {
            assert_eq!(child.key, key(&child.chess), "a pass in {:?}", node.chess);
        }
        if depth > 0 {
            for m in node.chess.legal_moves() {
                check(&node.play(m, node.key_after(m)), depth - 1);
            }
        }
    }

    #[test]
    fn keys_are_those_from_scratch() {
        for chess in positions(include_str!("../../data/suites/perftsuite.epd")) {
            check(&Node::new(chess), 2);
        }
    }
}
