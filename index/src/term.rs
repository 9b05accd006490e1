//! Terms: the textual features of a position, as compact ids with their text both ways.
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
//! | `!Nd5` | the white knight on d5 is attacked by something cheaper | 768 |
//! | `Rxpe5` | a white rook, White to move, wins the black pawn on e5 at first sight | 12 × 768 |
//! | `d(d4/d5-d7)` | all pawns of the d-file: White's on d4, Black's on d5 and d7 | 8 × 729 |
//! | `R=2,r=1` | two white rooks, one black one | 605 |
//! | `R-r=1` | one white rook more than black ones | 105 |
//! | `cp=50..100` | what [`motifs::pesto()`] says, in centipawns | 128 |
//!
//! The first six rows are those of Plut 2018, chapter 4, the notation of its pawn terms is
//! [`PawnStructure`]'s; upper case is White, lower case Black. What each counts is in
//! [`crate::profile`].

use std::fmt;
use std::str::FromStr;

use motifs::{Kind, PawnStructure};
use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square};

use crate::pawn_set::PawnSet;
use crate::profile::{Family, Feature};

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
/// The evaluations that are told apart, in centipawns. Read: the scoring that ours began with.
const MOST_CENTIPAWNS: i32 = 600;
/// The buckets of evaluations overlap, so that close ones always share one: width and offset in
/// centipawns. Read: the scoring that ours began with.
const EVALUATIONS: [(i32, i32); 4] = [(50, 0), (50, 25), (150, 0), (150, 75)];

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = END as usize;

    /// How many of them the thesis has; they come first.
    pub(crate) const THESIS: usize = CONNECTION as usize;

    /// `Rb1`: `piece` stands on `square`.
    pub fn naive(piece: Piece, square: Square) -> Term {
        Term(place(piece, square))
    }

    /// Of `Rb1`: the number of the piece, in the order `PNBRQKpnbrqk`, and the square.
    pub(crate) fn place(self) -> Option<(usize, Square)> {
        let square = Square::new(u32::from(self.0 % 64));
        (self.0 < PLACES).then_some((usize::from(self.0 / 64), square))
    }

    /// `Ra1|0.89`: `piece` can move to `square`, at a Chebyshev distance of 1 to 7.
    pub(crate) fn reachability(piece: Piece, square: Square, distance: u16) -> Term {
        Term::naive(piece, square).at_distance(distance)
    }

    /// `Q>pa5` or `Q<Rb1`: `actor` attacks or defends `target` on `square`.
    pub(crate) fn connectivity(actor: Piece, target: Piece, square: Square) -> Term {
        Term(CONNECTIVITY + PLACES * piece_index(actor) + place(target, square))
    }

    /// `Id4`, `S{c2-c3}`: the term of a pawn structure.
    pub fn pawns(structure: PawnStructure) -> Term {
        let color: u16 = structure.color.fold_wb(0, 1);
        let (Some(first), Some(last)) = (structure.pawns.first(), structure.pawns.last()) else {
            return Term(ISLANDS + 5 * color);
        };
        Term(match structure.kind {
            Kind::Isolated => single(0, color, first),
            Kind::Passed => single(1, color, first),
            Kind::ProtectedPassed => single(2, color, first),
            Kind::Backward => single(3, color, first),
            Kind::Doubled => {
                // One bit a rank from the second to the seventh.
                let ranks = structure.pawns.into_iter().fold(0, |ranks, square| {
                    ranks | (1u16 << square.rank() as u16) >> 1
                });
                DOUBLED + (color * 8 + first.file() as u16) * 64 + ranks
            }
            Kind::Chain => {
                let towards_h = u16::from(first.file() < last.file());
                let length = structure.pawns.count() as u16 - 3;
                CHAIN + ((color * 64 + first as u16) * 2 + towards_h) * 4 + length
            }
            Kind::Islands => ISLANDS + 5 * color + structure.islands() as u16,
        })
    }

    /// `Q>p` or `Q<R`: `actor` attacks or defends a `target`.
    pub(crate) fn connection(actor: Piece, target: Piece) -> Term {
        Term(CONNECTION + piece_index(actor) * 12 + piece_index(target))
    }

    /// `?Nd5`: `piece` hangs on `square`.
    pub(crate) fn hanging(piece: Piece, square: Square) -> Term {
        Term(HANGING + place(piece, square))
    }

    /// `!Nd5`: something cheaper attacks `piece` on `square`.
    pub(crate) fn cheaper_attacker(piece: Piece, square: Square) -> Term {
        Term(CHEAPER + place(piece, square))
    }

    /// `Rxpe5`: `actor` wins `target` on `square`.
    pub(crate) fn winning_capture(actor: Piece, target: Piece, square: Square) -> Term {
        Term(CAPTURE + PLACES * piece_index(actor) + place(target, square))
    }

    /// `d(d4/d5-d7)`: all pawns of a file.
    pub fn pawn_file(file: File, white: Bitboard, black: Bitboard) -> Term {
        let ranks = |pawns| usize::from(pawn_ranks(pawns, file));
        let pawns = BASE_3[ranks(white)] + 2 * BASE_3[ranks(black)];
        Term(PAWN_FILE + FILES * file as u16 + pawns)
    }

    /// `R=2,r=1`: how many pieces of a kind both sides have; none of kings.
    pub(crate) fn piece_count(role: Role, white: usize, black: usize) -> Term {
        let most = usize::from(COUNTS) - 1;
        let counts = white.min(most) as u16 * COUNTS + black.min(most) as u16;
        Term(COUNT + (role as u16 - 1) * COUNTS * COUNTS + counts)
    }

    /// `R-r=1`: how many more pieces of a kind White has; none of kings.
    pub(crate) fn piece_difference(role: Role, white: usize, black: usize) -> Term {
        let most = usize::from(COUNTS) - 1;
        let difference = (white.min(most) + most - black.min(most)) as u16;
        Term(DIFFERENCE + (role as u16 - 1) * (2 * COUNTS - 1) + difference)
    }

    /// `cp=50..100` and the other buckets that an evaluation in centipawns falls into.
    pub(crate) fn evaluations(centipawns: i32) -> impl Iterator<Item = Term> {
        let centipawns = centipawns.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) + MOST_CENTIPAWNS;
        (0..)
            .zip(EVALUATIONS)
            .map(move |(series, (width, offset))| {
                let bucket = (centipawns + offset) / width;
                Term(EVALUATION + series * BUCKETS + bucket as u16)
            })
    }

    /// Its kind.
    pub fn feature(self) -> Feature {
        match self.0 {
            0..REACHABILITY => Feature::Naive,
            REACHABILITY..CONNECTIVITY => Feature::Reachability,
            CONNECTIVITY..PAWNS => {
                let (actor, target) = ((self.0 - CONNECTIVITY) / PLACES, self.0 / 64 % 12);
                if (actor < 6) == (target < 6) {
                    Feature::Defence
                } else {
                    Feature::Attack
                }
            }
            PAWNS..DOUBLED => [
                Feature::Isolated,
                Feature::Passed,
                Feature::ProtectedPassed,
                Feature::Backward,
            ][usize::from((self.0 - PAWNS) / 128)],
            DOUBLED..CHAIN => Feature::Doubled,
            CHAIN..ISLANDS => Feature::Chain,
            ISLANDS..CONNECTION => Feature::Islands,
            CONNECTION..HANGING => Feature::Connection,
            HANGING..CHEAPER => Feature::Hanging,
            CHEAPER..CAPTURE => Feature::CheaperAttacker,
            CAPTURE..PAWN_FILE => Feature::WinningCapture,
            PAWN_FILE..COUNT => Feature::PawnFile,
            COUNT..DIFFERENCE => Feature::PieceCount,
            DIFFERENCE..EVALUATION => Feature::PieceDifference,
            EVALUATION.. => Feature::Evaluation,
        }
    }

    /// Whether the thesis has it.
    pub fn is_of_thesis(self) -> bool {
        self.id() < Term::THESIS
    }

    /// The family of its kind.
    pub fn family(self) -> Family {
        self.feature().family()
    }

    /// w of the thesis: 1 - 7d/64 for a reachability term of distance d, 1 for every other term.
    ///
    /// Source: Plut 2018, section 4.2.
    pub fn weight(self) -> f64 {
        1.0 - 7.0 * f64::from(self.distance()) / 64.0
    }

    /// The term that a query asks for when it is to match this one: `Ra1` for `Ra1` as for
    /// `Ra1|0.89`, every other term for itself. Document frequencies are counted by it.
    #[must_use]
    pub fn asked_as(self) -> Term {
        if self.is_reachability() {
            Term(self.0 % PLACES)
        } else {
            self
        }
    }

    /// The terms that match when a query asks for this one, by falling weight: `Ra1`, `Ra1|0.89`,
    /// `Ra1|0.78`, ... for `Ra1`, the term itself for every other.
    pub(crate) fn matched_by(self) -> impl Iterator<Item = Term> {
        let farthest = if self.0 < REACHABILITY { 7 } else { 0 };
        (0..=farthest).map(move |distance| self.at_distance(distance))
    }

    /// This naive term as one of reachability, or itself at distance 0.
    pub(crate) fn at_distance(self, distance: u16) -> Term {
        Term(self.0 + PLACES * distance)
    }

    /// The term's number, below [`Term::COUNT`].
    pub fn id(self) -> usize {
        usize::from(self.0)
    }

    /// All terms by ascending number.
    pub(crate) fn all() -> impl Iterator<Item = Term> {
        (0..END).map(Term)
    }

    /// Chebyshev distance of a reachability term, 0 for every other.
    pub(crate) fn distance(self) -> u16 {
        if self.is_reachability() {
            self.0 / PLACES
        } else {
            0
        }
    }

    fn is_reachability(self) -> bool {
        (REACHABILITY..CONNECTIVITY).contains(&self.0)
    }

    /// File, White's and Black's pawns of a [`Feature::PawnFile`].
    fn pawns_of_file(self) -> (File, Bitboard, Bitboard) {
        let id = self.0 - PAWN_FILE;
        let file = File::new(u32::from(id / FILES));
        let mut digits = id % FILES;
        let (mut white, mut black) = (0, 0);
        for bit in 0..6 {
            white |= u8::from(digits % 3 == 1) << bit;
            black |= u8::from(digits % 3 == 2) << bit;
            digits /= 3;
        }
        (file, pawns_on(file, white), pawns_on(file, black))
    }

    /// The pawn structure of a term of the thesis's for one; for islands with pawns that form as many.
    fn structure(self) -> PawnStructure {
        let (kind, color, pawns) = match self.0 {
            ISLANDS.. => {
                let (color, islands) = ((self.0 - ISLANDS) / 5, (self.0 - ISLANDS) % 5);
                (Kind::Islands, color, island_pawns(islands.into()))
            }
            CHAIN.. => {
                let id = self.0 - CHAIN;
                let (length, towards_h, first) = (id % 4 + 3, id / 4 % 2, id / 8 % 64);
                let pawns = (0..length)
                    .filter_map(|i| Square::try_from(first + i * (7 + 2 * towards_h)).ok())
                    .collect();
                (Kind::Chain, id / 512, pawns)
            }
            DOUBLED.. => {
                let id = self.0 - DOUBLED;
                let file = File::new(u32::from(id / 64 % 8));
                let pawns = Rank::ALL
                    .into_iter()
                    .filter(|rank| (id % 64) << 1 & 1 << *rank as u16 != 0)
                    .map(|rank| Square::from_coords(file, rank))
                    .collect();
                (Kind::Doubled, id / 512, pawns)
            }
            _ => {
                let id = self.0 - PAWNS;
                let kind = [
                    Kind::Isolated,
                    Kind::Passed,
                    Kind::ProtectedPassed,
                    Kind::Backward,
                ][usize::from(id / 128)];
                (
                    kind,
                    id / 64 % 2,
                    Bitboard::from(Square::new(u32::from(id % 64))),
                )
            }
        };
        PawnStructure {
            kind,
            color: Color::from_white(color == 0),
            pawns,
        }
    }
}

/// The number of a piece: `PNBRQKpnbrqk`.
fn piece_index(piece: Piece) -> u16 {
    piece.color.fold_wb(0, 6) + piece.role as u16 - 1
}

fn place(piece: Piece, square: Square) -> u16 {
    piece_index(piece) * 64 + square as u16
}

fn standing(place: u16) -> (Piece, Square) {
    (piece_at(place / 64), Square::new(u32::from(place % 64)))
}

fn single(kind: u16, color: u16, square: Square) -> u16 {
    PAWNS + kind * 128 + color * 64 + square as u16
}

fn piece_at(index: u16) -> Piece {
    Piece {
        color: Color::from_white(index < 6),
        role: Role::ALL[usize::from(index % 6)],
    }
}

/// Which ranks of a file have pawns, a bit each, the second the lowest.
fn pawn_ranks(pawns: Bitboard, file: File) -> u8 {
    // Multiplied, the bit of each rank comes to lie in the highest byte.
    let first_file = pawns.0 >> file as u32 & 0x0001_0101_0101_0100;
    ((first_file.wrapping_mul(0x0102_0408_1020_4080) >> 57) & 63) as u8
}

/// The inverse of [`pawn_ranks`].
fn pawns_on(file: File, ranks: u8) -> Bitboard {
    (0..6)
        .filter(|rank| ranks >> rank & 1 == 1)
        .map(|rank| Square::from_coords(file, Rank::new(rank + 1)))
        .collect()
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

/// Pawns on the second rank that form so many islands.
fn island_pawns(islands: usize) -> Bitboard {
    [Square::A2, Square::C2, Square::E2, Square::G2]
        .into_iter()
        .take(islands)
        .collect()
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (piece, square) = (
            piece_at(self.0 / 64 % 12),
            Square::new(u32::from(self.0 % 64)),
        );
        match self.feature() {
            Feature::Naive => write!(f, "{}{square}", piece.char()),
            Feature::Reachability => write!(f, "{}{square}|{:.2}", piece.char(), self.weight()),
            Feature::Attack | Feature::Defence => {
                let actor = piece_at((self.0 - CONNECTIVITY) / PLACES);
                let sign = if actor.color == piece.color { '<' } else { '>' };
                write!(f, "{}{sign}{}{square}", actor.char(), piece.char())
            }
            Feature::Isolated
            | Feature::Passed
            | Feature::ProtectedPassed
            | Feature::Backward
            | Feature::Doubled
            | Feature::Chain
            | Feature::Islands => self.structure().fmt(f),
            Feature::Connection => {
                let id = self.0 - CONNECTION;
                let (actor, target) = (piece_at(id / 12), piece_at(id % 12));
                let sign = if actor.color == target.color {
                    '<'
                } else {
                    '>'
                };
                write!(f, "{}{sign}{}", actor.char(), target.char())
            }
            Feature::Hanging | Feature::CheaperAttacker => {
                let (mark, first) = match self.feature() {
                    Feature::Hanging => ('?', HANGING),
                    _ => ('!', CHEAPER),
                };
                let (piece, square) = standing(self.0 - first);
                write!(f, "{mark}{}{square}", piece.char())
            }
            Feature::WinningCapture => {
                let actor = piece_at((self.0 - CAPTURE) / PLACES);
                let (target, square) = standing((self.0 - CAPTURE) % PLACES);
                write!(f, "{}x{}{square}", actor.char(), target.char())
            }
            Feature::PawnFile => {
                let (file, white, black) = self.pawns_of_file();
                PawnSet::new(file.into(), white, black).fmt(f)
            }
            Feature::PieceCount => {
                let id = self.0 - COUNT;
                let (white, black) = (id / COUNTS % COUNTS, id % COUNTS);
                let piece = Role::ALL[usize::from(id / COUNTS / COUNTS)].of(Color::White);
                let (upper, lower) = (piece.char(), piece.char().to_ascii_lowercase());
                write!(f, "{upper}={white},{lower}={black}")
            }
            Feature::PieceDifference => {
                let (id, span) = (self.0 - DIFFERENCE, 2 * COUNTS - 1);
                let difference = i32::from(id % span) - i32::from(COUNTS) + 1;
                let piece = Role::ALL[usize::from(id / span)].of(Color::White);
                let (upper, lower) = (piece.char(), piece.char().to_ascii_lowercase());
                write!(f, "{upper}-{lower}={difference}")
            }
            Feature::Evaluation => {
                let id = self.0 - EVALUATION;
                let (width, offset) = EVALUATIONS[usize::from(id / BUCKETS)];
                let least = i32::from(id % BUCKETS) * width - offset - MOST_CENTIPAWNS;
                write!(f, "cp={least}..{}", least + width)
            }
            // These have no ids: see [`PawnSet`] and [`crate::consensus`].
            Feature::PawnWing | Feature::PawnSkeleton | Feature::Plan | Feature::Opening => Ok(()),
        }
    }
}

/// The text is not that of a term.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a term; terms look like Rb1, Ra1|0.89, Q>pa5, Q<Rb1, Id4, S{{c2-c3}}, W[c3/d4/e5], P(2), \
     Q>p, ?Nd5, !Nd5, Rxpe5, d(d4/d5-d7), R=2,r=1, R-r=1 or cp=50..100"
)]
pub struct ParseTermError(String);

impl FromStr for Term {
    type Err = ParseTermError;

    fn from_str(text: &str) -> Result<Term, ParseTermError> {
        piece_term(text)
            .or_else(|| pawn_term(text))
            .or_else(|| other_term(text))
            // Only the text that the term itself writes is its text.
            .filter(|term| term.to_string() == text)
            .ok_or_else(|| ParseTermError(text.to_owned()))
    }
}

/// `Rb1`, `Ra1|0.89`, `Q>pa5` or `Q<Rb1`.
fn piece_term(text: &str) -> Option<Term> {
    let standing = |text: &str| {
        let piece = Piece::from_char(text.chars().next()?)?;
        Some((piece, text[1..].parse::<Square>().ok()?))
    };
    if let Some((actor, target)) = text.split_once(['<', '>']) {
        let actor = Piece::from_char(actor.parse().ok()?)?;
        let (target, square) = standing(target)?;
        Some(Term::connectivity(actor, target, square))
    } else if let Some((place, weight)) = text.split_once('|') {
        let (piece, square) = standing(place)?;
        (1..=7)
            .map(|distance| Term::reachability(piece, square, distance))
            .find(|term| format!("{:.2}", term.weight()) == weight)
    } else {
        let (piece, square) = standing(text)?;
        Some(Term::naive(piece, square))
    }
}

/// `Id4`, `'Fd4`, `S{c2-c3}`, `W[c3/d4/e5]` or `P(2)`.
fn pawn_term(text: &str) -> Option<Term> {
    let letter = text.trim_start_matches('\'').chars().next()?;
    let rest = text.split_once(letter)?.1;
    let squares = |separator: char| -> Option<Bitboard> {
        rest.trim_matches(['{', '}', '[', ']'])
            .split(separator)
            .map(|square| square.parse::<Square>().ok())
            .collect()
    };
    let (kind, pawns) = match letter.to_ascii_uppercase() {
        'I' => (Kind::Isolated, squares('-')?),
        'F' if text.starts_with('\'') => (Kind::ProtectedPassed, squares('-')?),
        'F' => (Kind::Passed, squares('-')?),
        'L' => (Kind::Backward, squares('-')?),
        'S' => (
            Kind::Doubled,
            squares('-').filter(|group| group.more_than_one())?,
        ),
        'W' => (
            Kind::Chain,
            squares('/').filter(|run| (3..=6).contains(&run.count()))?,
        ),
        'P' => {
            let islands = rest.trim_matches(['(', ')']).parse().ok()?;
            (Kind::Islands, island_pawns(islands))
        }
        _ => return None,
    };
    Some(Term::pawns(PawnStructure {
        kind,
        color: Color::from_white(letter.is_ascii_uppercase()),
        pawns,
    }))
}

/// `Q>p`, `?Nd5`, `!Nd5`, `Rxpe5`, `d(d4/d5-d7)`, `R=2,r=1`, `R-r=1` or `cp=50..100`: few enough for
/// looking through all.
fn other_term(text: &str) -> Option<Term> {
    Term::all()
        .skip(Term::THESIS)
        .find(|term| term.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motifs::{chains, doubled};
    use shakmaty::Board;

    /// A board with the structure's pawns and nothing else.
    fn board(structure: PawnStructure) -> Board {
        let mut board = Board::empty();
        for square in structure.pawns {
            let piece = Role::Pawn.of(structure.color);
            board.set_piece_at(square, piece);
        }
        board
    }

    /// Ids that no position can have: groups and runs that are none, or leave the board.
    fn exists(term: Term) -> bool {
        if !term.is_of_thesis() || term.family() != Family::Pawns {
            return true;
        }
        let structure = term.structure();
        let board = board(structure);
        match structure.kind {
            Kind::Doubled => doubled(&board, structure.color).eq([structure.pawns]),
            Kind::Chain => {
                chains(&board, structure.color).eq([structure.pawns])
                    && structure.pawns.count() as u16 == (term.0 - CHAIN) % 4 + 3
            }
            _ => true,
        }
    }

    #[test]
    fn every_term_has_its_own_text_and_back() {
        let mut texts = std::collections::HashSet::new();
        for term in Term::all().filter(|t| exists(*t)) {
            let text = term.to_string();
            // Others than those of the thesis are found by looking through all: not a thousand times.
            if term.is_of_thesis() || term.id() % 37 == 0 {
                assert_eq!(text.parse(), Ok(term), "{text}");
            }
            assert!(texts.insert(text.clone()), "{text} twice");
        }
        assert!(texts.len() > 33_000, "{}", texts.len());
    }

    #[test]
    fn texts_that_are_no_terms() {
        for text in [
            "",
            "R",
            "Rb9",
            "?R",
            "RxPe5x",
            "d(d1/)",
            "R=12,r=1",
            "cp=10..60",
            "Xb1",
            "Ra1|0.90",
            "Ra1|",
            "Q>",
            "Q>pa",
            "Q<pa5",
            "Q>Ra5",
            "QQ>pa5",
            "S{c2}",
            "S{c3-c2}",
            "S{c2-d3}",
            "W[c3/d4]",
            "W[c3/d4/e6]",
            "W[e5/d4/c3]",
            "w[c3/d4/e5]",
            "P(5)",
            "P(x)",
            "''Fd4",
            "'Id4",
            "Id4 ",
            "é",
            "Ré4",
        ] {
            assert_eq!(text.parse::<Term>(), Err(ParseTermError(text.to_owned())));
        }
    }

    #[test]
    fn weights_fall_with_the_distance() {
        let asked: Term = "Ra1".parse().unwrap();
        let weights: Vec<f64> = asked.matched_by().map(Term::weight).collect();
        let expected = [
            1.0, 0.890_625, 0.781_25, 0.671_875, 0.5625, 0.453_125, 0.343_75, 0.234_375,
        ];
        assert_eq!(weights, expected);
        assert!(asked.matched_by().all(|term| term.asked_as() == asked));
    }
}
