//! Terms: the textual features of a position, as compact ids, as an enum and as text.
//!
//! | text | meaning | ids |
//! |---|---|---|
//! | `Rb1` | a white rook stands on b1 | 768 |
//! | `Ra1\|0.89` | a white rook can move to a1 in one move, one king's step away | 7 × 768 |
//! | `Q>pa5` | a white queen attacks the black pawn on a5 | 12 × 768 |
//! | `Q<Rb1` | a white queen defends the white rook on b1 | |
//! | `Id4 Fd4 'Fd4 Ld3` | isolated, passed, protected passed, backward | 4 × 128 |
//! | `S{c2-c3} W[c3/d4/e5] P(2)` | doubled, chain, islands | 1024 + 1024 + 10 |
//! | `Q>p`, `Q<R` | a white queen attacks a black pawn, defends a white rook, anywhere | 144 |
//! | `?Nd5` | the white knight on d5 is attacked and undefended | 768 |
//! | `!Nd5` | the white knight on d5 is attacked by a less valuable piece | 768 |
//! | `Rxpe5` | a white rook, White to move, wins the black pawn on e5 at first sight | 12 × 768 |
//! | `d(d4/d5-d7)` | all pawns of the d-file: White's on d4, Black's on d5 and d7 | 8 × 729 |
//! | `R=2,r=1` | two white rooks, one black one | 605 |
//! | `R-r=1` | one white rook more than black ones | 105 |
//! | `cp=50..100` | the evaluation of [`motifs::pesto()`], in centipawns | 128 |
//!
//! The first six rows are those of Plut 2018, chapter 4, the notation of its pawn terms is
//! [`PawnStructure`]'s; upper case is White, lower case Black. What each counts is in
//! [`crate::terms::profile`].
//!
//! A new kind of term is a range of ids here, a variant of [`TermKind`], its text and its wording: the files of this
//! folder. These files know each other: which ids there are stands here, what they mean there.

mod kind;
mod text;
mod wording;

use motifs::{Kind, PawnStructure};
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

use crate::terms::profile::{Family, Feature};

pub use kind::TermKind;
pub use text::ParseTermError;
pub(crate) use text::write_pawns;
pub(crate) use wording::{color_name, name, of_piece, pawns_in_words};

/// One textual feature of a position, e.g. `Rb1`.
///
/// Ordered by family, then in a fixed order within it. The id is part of the index format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u16);

/// Pieces of either colour times squares: what can stand or arrive where.
const PLACES: u16 = 12 * 64;
const REACHABILITY: u16 = PLACES;
const CONNECTIVITY: u16 = REACHABILITY + 7 * PLACES;
const PAWNS: u16 = CONNECTIVITY + 12 * PLACES;
const DOUBLED: u16 = PAWNS + 4 * 128;
const CHAIN: u16 = DOUBLED + 2 * 8 * 64;
const ISLANDS: u16 = CHAIN + 2 * 64 * 2 * 4;
/// The first of those that the thesis does not have.
const CONNECTION: u16 = ISLANDS + 2 * 5;
const HANGING: u16 = CONNECTION + 12 * 12;
const CHEAPER: u16 = HANGING + PLACES;
const CAPTURE: u16 = CHEAPER + PLACES;
const PAWN_FILE: u16 = CAPTURE + 12 * PLACES;
const COUNT: u16 = PAWN_FILE + 8 * FILES;
const DIFFERENCE: u16 = COUNT + 5 * COUNTS * COUNTS;
const EVALUATION: u16 = DIFFERENCE + 5 * (2 * COUNTS - 1);
const END: u16 = EVALUATION + 4 * BUCKETS;

/// What can stand on the six squares of a file where pawns stand: nothing, a white pawn, a black one.
const FILES: u16 = 3_u16.pow(6);
/// How many pieces of a kind a side can have: up to ten, with all pawns promoted.
const COUNTS: u16 = 11;
/// How many buckets of evaluations of one width and offset there are, at most.
const BUCKETS: u16 = 32;
/// Evaluations are distinguished up to this, in centipawns. Read: the scoring that ours began with.
const MOST_CENTIPAWNS: i32 = 600;
/// The buckets of evaluations overlap, so that close ones always share one: width and offset in
/// centipawns. Read: the scoring that ours began with.
const EVALUATIONS: [(i32, i32); 4] = [(50, 0), (50, 25), (150, 0), (150, 75)];
/// The kinds of a single pawn's structures, in the order of their ids.
const SINGLE: [Kind; 4] = [
    Kind::Isolated,
    Kind::Passed,
    Kind::ProtectedPassed,
    Kind::Backward,
];

/// What terms are made of. These are the inner loops of scoring and ingest, so each is a sum of constants.
impl Term {
    /// `Rb1`: `piece` stands on `square`.
    #[inline]
    pub fn naive(piece: Piece, square: Square) -> Term {
        Term(place(piece, square))
    }

    /// `Ra1|0.89`: `piece` can move to `square`, at a Chebyshev distance of 1 to 7.
    #[inline]
    pub(crate) fn reachability(piece: Piece, square: Square, distance: u16) -> Term {
        Term::naive(piece, square).at_distance(distance)
    }

    /// `Q>pa5` or `Q<Rb1`: `actor` attacks or defends `target` on `square`.
    #[inline]
    pub(crate) fn connectivity(actor: Piece, target: Piece, square: Square) -> Term {
        Term(CONNECTIVITY + PLACES * piece_index(actor) + place(target, square))
    }

    /// `Id4`, `S{c2-c3}`: the term of a pawn structure.
    #[inline]
    pub fn pawns(structure: PawnStructure) -> Term {
        let PawnStructure { kind, color, pawns } = structure;
        let (Some(first), Some(last)) = (pawns.first(), pawns.last()) else {
            return Term::islands(color, 0);
        };
        match kind {
            Kind::Isolated => Term::single(0, color, first),
            Kind::Passed => Term::single(1, color, first),
            Kind::ProtectedPassed => Term::single(2, color, first),
            Kind::Backward => Term::single(3, color, first),
            Kind::Doubled => {
                // One bit a rank from the second to the seventh.
                let ranks = pawns.into_iter().fold(0, |ranks, square| {
                    ranks | (1u16 << square.rank() as u16) >> 1
                });
                Term::doubled(color, first.file(), ranks)
            }
            Kind::Chain => {
                let length = pawns.count() as u16;
                Term::chain(color, first, first.file() < last.file(), length)
            }
            Kind::Islands => Term::islands(color, structure.islands() as u16),
        }
    }

    /// `Id4`, `Fd4`, `'Fd4` or `Ld3`, by their place in [`SINGLE`].
    #[inline]
    fn single(kind: u16, color: Color, pawn: Square) -> Term {
        Term(PAWNS + kind * 128 + side(color) * 64 + pawn as u16)
    }

    /// `S{c2-c3}`: the pawns of a file, a bit each, the second rank's the lowest.
    #[inline]
    fn doubled(color: Color, file: File, ranks: u16) -> Term {
        Term(DOUBLED + (side(color) * 8 + file as u16) * 64 + ranks)
    }

    /// `W[c3/d4/e5]`: three to six pawns from the lowest one up, towards the a- or the h-file.
    #[inline]
    fn chain(color: Color, lowest: Square, towards_h: bool, length: u16) -> Term {
        let run = (side(color) * 64 + lowest as u16) * 2 + u16::from(towards_h);
        Term(CHAIN + run * 4 + length - 3)
    }

    /// `P(2)`: the number of islands, four at most.
    #[inline]
    fn islands(color: Color, islands: u16) -> Term {
        Term(ISLANDS + 5 * side(color) + islands)
    }

    /// `Q>p` or `Q<R`: `actor` attacks or defends a `target`.
    #[inline]
    pub(crate) fn connection(actor: Piece, target: Piece) -> Term {
        Term(CONNECTION + piece_index(actor) * 12 + piece_index(target))
    }

    /// `?Nd5`: `piece` hangs on `square`.
    #[inline]
    pub(crate) fn hanging(piece: Piece, square: Square) -> Term {
        Term(HANGING + place(piece, square))
    }

    /// `!Nd5`: a less valuable piece attacks `piece` on `square`.
    #[inline]
    pub(crate) fn cheaper_attacker(piece: Piece, square: Square) -> Term {
        Term(CHEAPER + place(piece, square))
    }

    /// `Rxpe5`: `actor` wins `target` on `square`.
    #[inline]
    pub(crate) fn winning_capture(actor: Piece, target: Piece, square: Square) -> Term {
        Term(CAPTURE + PLACES * piece_index(actor) + place(target, square))
    }

    /// `d(d4/d5-d7)`: all pawns of a file.
    #[inline]
    pub fn pawn_file(file: File, white: Bitboard, black: Bitboard) -> Term {
        let ranks = |pawns| usize::from(pawn_ranks(pawns, file));
        let pawns = BASE_3[ranks(white)] + 2 * BASE_3[ranks(black)];
        Term(PAWN_FILE + FILES * file as u16 + pawns)
    }

    /// `R=2,r=1`: how many pieces of a kind both sides have; none of kings.
    #[inline]
    pub(crate) fn piece_count(role: Role, white: usize, black: usize) -> Term {
        let most = usize::from(COUNTS) - 1;
        let counts = white.min(most) as u16 * COUNTS + black.min(most) as u16;
        Term(COUNT + (role as u16 - 1) * COUNTS * COUNTS + counts)
    }

    /// `R-r=1`: how many more pieces of a kind White has; none of kings.
    #[inline]
    pub(crate) fn piece_difference(role: Role, white: usize, black: usize) -> Term {
        let most = usize::from(COUNTS) - 1;
        let difference = (white.min(most) + most - black.min(most)) as u16;
        Term(DIFFERENCE + (role as u16 - 1) * (2 * COUNTS - 1) + difference)
    }

    /// A bucket of one of the [`EVALUATIONS`].
    #[inline]
    fn evaluation(series: u16, bucket: u16) -> Term {
        Term(EVALUATION + series * BUCKETS + bucket)
    }

    /// `cp=50..100` and the other buckets that an evaluation in centipawns falls into.
    #[inline]
    pub(crate) fn evaluations(centipawns: i32) -> impl Iterator<Item = Term> {
        let centipawns = centipawns.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) + MOST_CENTIPAWNS;
        (0..)
            .zip(EVALUATIONS)
            .map(move |(series, (width, offset))| {
                let bucket = (centipawns + offset) / width;
                Term::evaluation(series, bucket as u16)
            })
    }
}

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = END as usize;

    /// How many of them the thesis has; they come first.
    pub(crate) const THESIS: usize = CONNECTION as usize;

    /// All terms by ascending number.
    pub fn all() -> impl Iterator<Item = Term> {
        (0..END).map(Term)
    }

    /// The term's number, below [`Term::COUNT`].
    #[inline]
    pub fn id(self) -> usize {
        usize::from(self.0)
    }

    /// Which feature it is one of.
    pub fn feature(self) -> Feature {
        self.kind().feature()
    }

    /// The family of its feature.
    pub fn family(self) -> Family {
        self.feature().family()
    }

    /// Whether the thesis has it.
    pub fn is_of_thesis(self) -> bool {
        self.id() < Term::THESIS
    }

    /// Of `Rb1`: the number of the piece, in the order `PNBRQKpnbrqk`, and the square.
    pub(crate) fn place(self) -> Option<(usize, Square)> {
        let square = Square::new(u32::from(self.0 % 64));
        self.is_naive()
            .then_some((usize::from(self.0 / 64), square))
    }

    /// w of the thesis: 1 - 7d/64 for a reachability term of distance d, 1 for every other term.
    ///
    /// Source: Plut 2018, section 4.2.
    #[inline]
    pub fn weight(self) -> f64 {
        1.0 - 7.0 * f64::from(self.distance()) / 64.0
    }

    /// The term that a query has when it is to match this one: `Ra1` for `Ra1` as for
    /// `Ra1|0.89`, every other term for itself. Document frequencies are counted by it.
    #[must_use]
    #[inline]
    pub fn query_term(self) -> Term {
        if self.is_reachability() {
            Term(self.0 % PLACES)
        } else {
            self
        }
    }

    /// The terms that match when a query has this one, by falling weight: `Ra1`, `Ra1|0.89`,
    /// `Ra1|0.78`, ... for `Ra1`, the term itself for every other.
    pub fn matched_by(self) -> impl Iterator<Item = Term> {
        let farthest = if self.is_naive() { 7 } else { 0 };
        (0..=farthest).map(move |distance| self.at_distance(distance))
    }

    /// This naive term as one of reachability, or itself at distance 0.
    #[inline]
    pub(crate) fn at_distance(self, distance: u16) -> Term {
        Term(self.0 + PLACES * distance)
    }

    /// Chebyshev distance of a reachability term, 0 for every other.
    #[inline]
    pub(crate) fn distance(self) -> u16 {
        if self.is_reachability() {
            self.0 / PLACES
        } else {
            0
        }
    }

    pub(crate) fn is_naive(self) -> bool {
        self.0 < REACHABILITY
    }

    #[inline]
    fn is_reachability(self) -> bool {
        (REACHABILITY..CONNECTIVITY).contains(&self.0)
    }
}

#[inline]
fn side(color: Color) -> u16 {
    color.fold_wb(0, 1)
}

/// The number of a piece: `PNBRQKpnbrqk`.
#[inline]
fn piece_index(piece: Piece) -> u16 {
    piece.color.fold_wb(0, 6) + piece.role as u16 - 1
}

#[inline]
fn place(piece: Piece, square: Square) -> u16 {
    piece_index(piece) * 64 + square as u16
}

/// Which ranks of a file have pawns, a bit each, the second the lowest.
#[inline]
fn pawn_ranks(pawns: Bitboard, file: File) -> u8 {
    // Multiplied, the bit of each rank comes to lie in the highest byte.
    let first_file = pawns.0 >> file as u32 & 0x0001_0101_0101_0100;
    ((first_file.wrapping_mul(0x0102_0408_1020_4080) >> 57) & 63) as u8
}

/// Six bits read as digits in base 3.
const BASE_3: [u16; 64] = {
    let mut values = [0; 64];
    let mut bits = 1;
    while bits < 64 {
        values[bits] = 3 * values[bits / 2] + bits as u16 % 2;
        bits += 1;
    }
    values
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fall_with_the_distance() {
        let asked: Term = "Ra1".parse().unwrap();
        let weights: Vec<f64> = asked.matched_by().map(Term::weight).collect();
        let expected = [
            1.0, 0.890_625, 0.781_25, 0.671_875, 0.5625, 0.453_125, 0.343_75, 0.234_375,
        ];
        assert_eq!(weights, expected);
        assert!(asked.matched_by().all(|term| term.query_term() == asked));
    }
}
