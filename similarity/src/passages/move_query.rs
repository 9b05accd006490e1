//! Moves that are asked for without a position, e.g. `Bxh7+`.

use std::str::FromStr;

use pgn::shortened;
use shakmaty::san::San;
use shakmaty::{Color, Move, Rank, Role, Square};

use crate::terms::term::Term;

/// What a move of any position must be like: a move in SAN.
///
/// Piece, target square and promotion must be the same, and the file or rank of origin where the text has one. `x` asks
/// for a capture; without `x` a move may capture or not. `O-O` and `O-O-O` are castling on that side, which `Kg1` is not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MoveQuery(San);

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a move in SAN: write it like Bxh7, Nd5, exd6, e8=Q or O-O")]
pub struct ParseMoveError(String);

impl FromStr for MoveQuery {
    type Err = ParseMoveError;

    /// Check signs are ignored.
    fn from_str(text: &str) -> Result<MoveQuery, ParseMoveError> {
        let san = San::from_ascii(text.trim().as_bytes()).ok();
        san.filter(|san| is_possible(*san))
            .map(MoveQuery)
            .ok_or_else(|| ParseMoveError(shortened(text)))
    }
}

/// Whether a move is one of chess, of either side.
fn is_possible(san: San) -> bool {
    match san {
        San::Normal {
            role,
            to,
            promotion,
            ..
        } => {
            let is_last = matches!(to.rank(), Rank::First | Rank::Eighth);
            match promotion {
                None => role != Role::Pawn || !is_last,
                Some(promotion) => {
                    let is_piece = !matches!(promotion, Role::Pawn | Role::King);
                    role == Role::Pawn && is_last && is_piece
                }
            }
        }
        San::Castle(_) => true,
        San::Put { .. } | San::Null => false,
    }
}

impl MoveQuery {
    /// Whether a move is like it.
    pub fn is(self, m: Move) -> bool {
        match self.0 {
            San::Normal { capture: false, .. } => {
                self.0.matches(m) || m.is_capture() && self.with_capture().0.matches(m)
            }
            san => san.matches(m),
        }
    }

    /// Whether it is castling, on either side.
    pub(crate) fn is_castling(self) -> bool {
        matches!(self.0, San::Castle(_))
    }

    fn with_capture(self) -> MoveQuery {
        match self.0 {
            San::Normal {
                role,
                file,
                rank,
                to,
                promotion,
                ..
            } => MoveQuery(San::Normal {
                role,
                file,
                rank,
                capture: true,
                to,
                promotion,
            }),
            other => MoveQuery(other),
        }
    }

    /// The same move with the colours reversed: `Bxh2` for `Bxh7`.
    #[must_use]
    pub fn reversed(self) -> MoveQuery {
        match self.0 {
            San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                promotion,
            } => MoveQuery(San::Normal {
                role,
                file,
                rank: rank.map(Rank::flip_vertical),
                capture,
                to: to.flip_vertical(),
                promotion,
            }),
            other => MoveQuery(other),
        }
    }

    /// Terms of the positions around such a move of a side: of each list, the position before the move or the one after it
    /// has one at least.
    pub fn necessary(self, color: Color) -> Vec<Vec<Term>> {
        match self.0 {
            San::Normal {
                role,
                capture,
                to,
                promotion,
                ..
            } => {
                let piece = promotion.unwrap_or(role).of(color);
                let mut lists = vec![vec![Term::naive(piece, to)]];
                if capture {
                    lists.push(captured(role, to, color));
                }
                lists
            }
            San::Castle(side) => {
                let king = Role::King.of(color);
                vec![vec![Term::naive(king, side.king_to(color))]]
            }
            San::Put { .. } | San::Null => Vec::new(),
        }
    }
}

/// What a piece of a side may capture on a square, en passant included.
fn captured(role: Role, to: Square, color: Color) -> Vec<Term> {
    let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
    let mut terms: Vec<Term> = roles
        .map(|captured| Term::naive(captured.of(!color), to))
        .collect();
    let behind = to.offset(color.fold_wb(-8, 8));
    if let Some(behind) = behind.filter(|_| role == Role::Pawn) {
        terms.push(Term::naive(Role::Pawn.of(!color), behind));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn::parse_fen;
    use shakmaty::{CastlingMode, Chess, Position, uci::UciMove};

    const GIFT: &str = "r1bq1rk1/pp1nbppp/2n1p3/2ppP3/3P4/2PB1N2/PP3PPP/RNBQK2R w KQ - 0 9";
    const PROMOTION: &str = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    const PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    const ROOKS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

    #[test]
    fn which_moves_are_like_it() {
        for (text, fen, uci, expected) in [
            ("Bxh7+", GIFT, "d3h7", true),
            ("Bxh7", GIFT, "d3h7", true),
            ("Bxh7#", GIFT, "d3h7", true),
            (" Bh7 ", GIFT, "d3h7", true),
            ("Bdxh7", GIFT, "d3h7", true),
            ("B3h7", GIFT, "d3h7", true),
            ("Bexh7", GIFT, "d3h7", false),
            ("B4h7", GIFT, "d3h7", false),
            ("Bd3h7", GIFT, "d3h7", true),
            ("Qxh7", GIFT, "d3h7", false),
            ("Bxh2", GIFT, "d3h7", false),
            ("Bg6", GIFT, "d3g6", true),
            ("Bxg6", GIFT, "d3g6", false),
            ("O-O", GIFT, "e1g1", true),
            ("Kg1", GIFT, "e1g1", false),
            ("O-O-O", GIFT, "e1g1", false),
            ("O-O-O", ROOKS, "e1c1", true),
            ("Rh1", ROOKS, "e1g1", false),
            ("h4", GIFT, "h2h4", true),
            ("h3", GIFT, "h2h4", false),
            ("a8=Q", PROMOTION, "a7a8q", true),
            ("a8=N", PROMOTION, "a7a8q", false),
            ("axb8=Q+", PROMOTION, "a7b8q", true),
            ("b8=Q", PROMOTION, "a7b8q", true),
            ("Qa8", PROMOTION, "a7a8q", false),
            ("exd6", PASSANT, "e5d6", true),
            ("d6", PASSANT, "e5d6", true),
            ("cxd6", PASSANT, "e5d6", false),
        ] {
            let position: Chess = parse_fen(fen).expect("a FEN");
            let uci: UciMove = uci.parse().expect("a move");
            let m = uci.to_move(&position).expect("a legal move");
            let query: MoveQuery = text.parse().expect("SAN");
            assert_eq!(query.is(m), expected, "{text} {uci}");
        }
    }

    #[test]
    fn what_is_no_move() {
        for text in [
            "", "x", "Bxh9", "e8", "e1", "exd1", "e7=Q", "Ne8=Q", "e8=K", "N@f3", "--", "0000",
            "Bxh7!?", "e2e4q", "Bxh7 Ng5", "Ж",
        ] {
            let error = text.parse::<MoveQuery>().expect_err(text);
            assert_eq!(error, ParseMoveError(text.to_owned()));
            assert!(
                error.to_string().starts_with(&format!("{text:?} ")),
                "{error}"
            );
        }
    }

    #[test]
    fn reversed_twice_is_the_same() {
        for (text, reversed) in [
            ("Bxh7", "Bxh2"),
            ("R1e4", "R8e5"),
            ("exd6", "exd3"),
            ("e8=Q", "e1=Q"),
            ("O-O", "O-O"),
        ] {
            let query: MoveQuery = text.parse().expect("SAN");
            let other: MoveQuery = reversed.parse().expect("SAN");
            assert_eq!(query.reversed(), other, "{text}");
            assert_eq!(other.reversed(), query, "{text}");
        }
    }

    /// Every legal move of some positions has the terms that are necessary for it.
    #[test]
    fn moves_have_what_is_necessary() {
        let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9";
        for fen in [GIFT, PROMOTION, PASSANT, ROOKS, chess960] {
            let position: Chess = parse_fen(fen).expect("a FEN");
            for m in position.legal_moves() {
                let query = MoveQuery(San::from_move(&position, m));
                let after = position.clone().play(m).expect("a legal move");
                let around = [&position, &after]
                    .map(crate::terms::of_position::terms)
                    .concat();
                for list in query.necessary(position.turn()) {
                    let has = list.iter().any(|term| around.contains(term));
                    assert!(has, "{} {fen}", m.to_uci(CastlingMode::Chess960));
                }
            }
        }
    }
}
