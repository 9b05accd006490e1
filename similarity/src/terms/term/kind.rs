//! What a term says, as an enum: the one reading of a term's id.

use motifs::{Kind, PawnStructure};
use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square};

use super::{
    BUCKETS, CAPTURE, CHAIN, CHEAPER, CONNECTION, CONNECTIVITY, COUNT, COUNTS, DIFFERENCE, DOUBLED,
    EVALUATION, EVALUATIONS, FILES, HANGING, ISLANDS, MOST_CENTIPAWNS, PAWN_FILE, PAWNS, PLACES,
    REACHABILITY, SINGLE, Term,
};
use crate::terms::profile::Feature;

/// What a term says.
///
/// ```
/// use shakmaty::{Color, Role, Square};
/// use similarity::{Term, TermKind};
///
/// let term: Term = "Rb1".parse().unwrap();
/// let (piece, square) = (Role::Rook.of(Color::White), Square::B1);
/// assert_eq!(term.kind(), TermKind::Naive { piece, square });
/// assert_eq!(term.kind().term(), term);
/// assert_eq!(term.kind().wording(), "White’s rook on b1");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the notation says what the fields are")]
pub enum TermKind {
    /// `Rb1`: a piece stands on a square.
    Naive { piece: Piece, square: Square },
    /// `Ra1|0.89`: a piece can move to a square, at a Chebyshev distance from 1 to 7.
    Reachability {
        piece: Piece,
        square: Square,
        distance: u16,
    },
    /// `Q>pa5` or `Q<Rb1`: an actor attacks or defends a target on a square.
    Connectivity {
        actor: Piece,
        target: Piece,
        square: Square,
    },
    /// `Id4`, `Fd4`, `'Fd4` or `Ld3`: a pawn of a [`Kind`] that single pawns can be.
    Pawn {
        kind: Kind,
        color: Color,
        square: Square,
    },
    /// `S{c2-c3}`: doubled pawns, a bit a rank, the second rank's the lowest.
    Doubled {
        color: Color,
        file: File,
        ranks: u16,
    },
    /// `W[c3/d4/e5]`: a chain of three to six pawns from the lowest square up, towards the a- or the h-file.
    Chain {
        color: Color,
        lowest: Square,
        towards_h: bool,
        length: u16,
    },
    /// `P(2)`: the number of pawn islands, four at most.
    Islands { color: Color, islands: u16 },
    /// `Q>p` or `Q<R`: an actor attacks or defends a target, anywhere.
    Connection { actor: Piece, target: Piece },
    /// `?Nd5`: a piece is attacked and undefended.
    Hanging { piece: Piece, square: Square },
    /// `!Nd5`: a piece is attacked by a less valuable piece.
    CheaperAttacker { piece: Piece, square: Square },
    /// `Rxpe5`: an actor, whose turn it is, wins a target.
    WinningCapture {
        actor: Piece,
        target: Piece,
        square: Square,
    },
    /// `d(d4/d5-d7)`: all pawns of a file.
    PawnFile {
        file: File,
        white: Bitboard,
        black: Bitboard,
    },
    /// `R=2,r=1`: how many pieces of a kind both sides have, ten at most.
    PieceCount {
        role: Role,
        white: usize,
        black: usize,
    },
    /// `R-r=1`: how many more pieces of a kind White has.
    PieceDifference { role: Role, difference: isize },
    /// `cp=50..100`: the evaluation is in a bucket of one of the series of overlapping buckets.
    Evaluation { series: u16, bucket: u16 },
}

impl Term {
    /// What it says: the inverse of [`TermKind::term`].
    pub fn kind(self) -> TermKind {
        match self.0 {
            id @ ..REACHABILITY => {
                let (piece, square) = standing(id);
                TermKind::Naive { piece, square }
            }
            id @ REACHABILITY..CONNECTIVITY => {
                let (piece, square) = standing(id % PLACES);
                let distance = id / PLACES;
                TermKind::Reachability {
                    piece,
                    square,
                    distance,
                }
            }
            id @ CONNECTIVITY..PAWNS => {
                let (actor, target, square) = meeting(id - CONNECTIVITY);
                TermKind::Connectivity {
                    actor,
                    target,
                    square,
                }
            }
            id @ PAWNS..DOUBLED => TermKind::Pawn {
                kind: SINGLE[usize::from((id - PAWNS) / 128)],
                color: color((id - PAWNS) / 64 % 2),
                square: square(id - PAWNS),
            },
            id @ DOUBLED..CHAIN => TermKind::Doubled {
                color: color((id - DOUBLED) / 512),
                file: File::new(u32::from((id - DOUBLED) / 64 % 8)),
                ranks: (id - DOUBLED) % 64,
            },
            id @ CHAIN..ISLANDS => TermKind::Chain {
                color: color((id - CHAIN) / 512),
                lowest: square((id - CHAIN) / 8),
                towards_h: (id - CHAIN) / 4 % 2 == 1,
                length: (id - CHAIN) % 4 + 3,
            },
            id @ ISLANDS..CONNECTION => TermKind::Islands {
                color: color((id - ISLANDS) / 5),
                islands: (id - ISLANDS) % 5,
            },
            id @ CONNECTION..HANGING => TermKind::Connection {
                actor: piece_at((id - CONNECTION) / 12),
                target: piece_at((id - CONNECTION) % 12),
            },
            id @ HANGING..CHEAPER => {
                let (piece, square) = standing(id - HANGING);
                TermKind::Hanging { piece, square }
            }
            id @ CHEAPER..CAPTURE => {
                let (piece, square) = standing(id - CHEAPER);
                TermKind::CheaperAttacker { piece, square }
            }
            id @ CAPTURE..PAWN_FILE => {
                let (actor, target, square) = meeting(id - CAPTURE);
                TermKind::WinningCapture {
                    actor,
                    target,
                    square,
                }
            }
            id @ PAWN_FILE..COUNT => pawns_of_file(id - PAWN_FILE),
            id @ COUNT..DIFFERENCE => TermKind::PieceCount {
                role: Role::ALL[usize::from((id - COUNT) / COUNTS / COUNTS)],
                white: usize::from((id - COUNT) / COUNTS % COUNTS),
                black: usize::from((id - COUNT) % COUNTS),
            },
            id @ DIFFERENCE..EVALUATION => {
                let (id, span) = (id - DIFFERENCE, 2 * COUNTS - 1);
                TermKind::PieceDifference {
                    role: Role::ALL[usize::from(id / span)],
                    difference: (id % span).cast_signed() as isize - COUNTS as isize + 1,
                }
            }
            id @ EVALUATION.. => TermKind::Evaluation {
                series: (id - EVALUATION) / BUCKETS,
                bucket: (id - EVALUATION) % BUCKETS,
            },
        }
    }
}

impl TermKind {
    /// The term that says this.
    pub fn term(self) -> Term {
        match self {
            TermKind::Naive { piece, square } => Term::naive(piece, square),
            TermKind::Reachability {
                piece,
                square,
                distance,
            } => Term::reachability(piece, square, distance),
            TermKind::Connectivity {
                actor,
                target,
                square,
            } => Term::connectivity(actor, target, square),
            TermKind::Pawn {
                kind,
                color,
                square,
            } => Term::pawns(PawnStructure {
                kind,
                color,
                pawns: square.into(),
            }),
            TermKind::Doubled { color, file, ranks } => Term::doubled(color, file, ranks),
            TermKind::Chain {
                color,
                lowest,
                towards_h,
                length,
            } => Term::chain(color, lowest, towards_h, length),
            TermKind::Islands { color, islands } => Term::islands(color, islands),
            TermKind::Connection { actor, target } => Term::connection(actor, target),
            TermKind::Hanging { piece, square } => Term::hanging(piece, square),
            TermKind::CheaperAttacker { piece, square } => Term::cheaper_attacker(piece, square),
            TermKind::WinningCapture {
                actor,
                target,
                square,
            } => Term::winning_capture(actor, target, square),
            TermKind::PawnFile { file, white, black } => Term::pawn_file(file, white, black),
            TermKind::PieceCount { role, white, black } => Term::piece_count(role, white, black),
            TermKind::PieceDifference { role, difference } => {
                let (more, fewer) = (difference.max(0), (-difference).max(0));
                Term::piece_difference(role, more.unsigned_abs(), fewer.unsigned_abs())
            }
            TermKind::Evaluation { series, bucket } => Term::evaluation(series, bucket),
        }
    }

    /// Which feature it is one of.
    pub fn feature(self) -> Feature {
        match self {
            TermKind::Naive { .. } => Feature::Naive,
            TermKind::Reachability { .. } => Feature::Reachability,
            TermKind::Connectivity { actor, target, .. } if actor.color == target.color => {
                Feature::Defence
            }
            TermKind::Connectivity { .. } => Feature::Attack,
            TermKind::Pawn { kind, .. } => match kind {
                Kind::Isolated => Feature::Isolated,
                Kind::Passed => Feature::Passed,
                Kind::ProtectedPassed => Feature::ProtectedPassed,
                _ => Feature::Backward,
            },
            TermKind::Doubled { .. } => Feature::Doubled,
            TermKind::Chain { .. } => Feature::Chain,
            TermKind::Islands { .. } => Feature::Islands,
            TermKind::Connection { .. } => Feature::Connection,
            TermKind::Hanging { .. } => Feature::Hanging,
            TermKind::CheaperAttacker { .. } => Feature::CheaperAttacker,
            TermKind::WinningCapture { .. } => Feature::WinningCapture,
            TermKind::PawnFile { .. } => Feature::PawnFile,
            TermKind::PieceCount { .. } => Feature::PieceCount,
            TermKind::PieceDifference { .. } => Feature::PieceDifference,
            TermKind::Evaluation { .. } => Feature::Evaluation,
        }
    }

    /// The squares that its text names, in their order there.
    pub fn squares(self) -> Vec<Square> {
        match self {
            TermKind::Naive { square, .. }
            | TermKind::Reachability { square, .. }
            | TermKind::Connectivity { square, .. }
            | TermKind::Hanging { square, .. }
            | TermKind::CheaperAttacker { square, .. }
            | TermKind::WinningCapture { square, .. } => vec![square],
            TermKind::Pawn { .. } | TermKind::Doubled { .. } | TermKind::Chain { .. } => {
                let structure = self.structure();
                structure.map_or(Vec::new(), |structure| structure.squares())
            }
            TermKind::PawnFile { white, black, .. } => white.into_iter().chain(black).collect(),
            TermKind::Islands { .. }
            | TermKind::Connection { .. }
            | TermKind::PieceCount { .. }
            | TermKind::PieceDifference { .. }
            | TermKind::Evaluation { .. } => Vec::new(),
        }
    }

    /// The pawn structure of a term that names the pawns of one.
    pub(super) fn structure(self) -> Option<PawnStructure> {
        let (kind, color, pawns) = match self {
            TermKind::Pawn {
                kind,
                color,
                square,
            } => (kind, color, square.into()),
            TermKind::Doubled { color, file, ranks } => {
                (Kind::Doubled, color, pawns_on(file, ranks))
            }
            TermKind::Chain {
                color,
                lowest,
                towards_h,
                length,
            } => {
                let step = 7 + 2 * u16::from(towards_h);
                let pawns = (0..length)
                    .filter_map(|place| Square::try_from(lowest as u16 + place * step).ok());
                (Kind::Chain, color, pawns.collect())
            }
            _ => return None,
        };
        Some(PawnStructure { kind, color, pawns })
    }
}

/// The centipawns of a bucket of evaluations: from the first on, below the last.
pub(super) fn centipawns(series: u16, bucket: u16) -> (i32, i32) {
    let (width, offset) = EVALUATIONS[usize::from(series)];
    let least = i32::from(bucket) * width - offset - MOST_CENTIPAWNS;
    (least, least + width)
}

fn color(side: u16) -> Color {
    Color::from_white(side == 0)
}

fn square(place: u16) -> Square {
    Square::new(u32::from(place % 64))
}

fn piece_at(index: u16) -> Piece {
    Piece {
        color: color(index / 6),
        role: Role::ALL[usize::from(index % 6)],
    }
}

/// A piece and its square.
fn standing(place: u16) -> (Piece, Square) {
    (piece_at(place / 64), square(place))
}

/// An actor, its target and the target's square.
fn meeting(id: u16) -> (Piece, Piece, Square) {
    let (target, square) = standing(id % PLACES);
    (piece_at(id / PLACES), target, square)
}

/// The pawns of some ranks of a file, a bit each, the second rank's the lowest.
fn pawns_on(file: File, ranks: u16) -> Bitboard {
    (0..6)
        .filter(|rank| ranks >> rank & 1 == 1)
        .map(|rank| Square::from_coords(file, Rank::new(rank + 1)))
        .collect()
}

/// The pawns of a file, which are the digits of a number in base 3.
fn pawns_of_file(id: u16) -> TermKind {
    let file = File::new(u32::from(id / FILES));
    let mut digits = id % FILES;
    let (mut white, mut black) = (0, 0);
    for bit in 0..6 {
        white |= u16::from(digits % 3 == 1) << bit;
        black |= u16::from(digits % 3 == 2) << bit;
        digits /= 3;
    }
    TermKind::PawnFile {
        file,
        white: pawns_on(file, white),
        black: pawns_on(file, black),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_what_it_says() {
        for term in Term::all() {
            assert_eq!(term.kind().term(), term, "{term}");
        }
    }
}
