//! Terms: the textual features of a position, as compact ids with their text both ways.
//!
//! | family | text | meaning | ids |
//! |---|---|---|---|
//! | naive | `Rb1` | a white rook stands on b1 | 768 |
//! | reachability | `Ra1\|0.89` | a white rook can move to a1 in one move, one king's step away | 7 × 768 |
//! | connectivity | `Q>pa5` | a white queen attacks the black pawn on a5 | 12 × 768 |
//! | | `Q<Rb1` | a white queen defends the white rook on b1 | |
//! | pawns | `Id4 Fd4 'Fd4 Ld3` | isolated, passed, protected passed, backward | 4 × 128 |
//! | | `S{c2-c3} W[c3/d4/e5] P(2)` | doubled, chain, islands | 1024 + 1024 + 10 |
//!
//! Upper case is White, lower case Black. Source: Plut 2018, chapter 4; the notation of the
//! pawn terms is [`PawnStructure`]'s.

use std::fmt;
use std::str::FromStr;

use motifs::{Kind, PawnStructure};
use shakmaty::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// A kind of term.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// What stands where.
    Naive,
    /// What could go where in one move.
    Reachability,
    /// What attacks and defends what.
    Connectivity,
    /// Pawn structures.
    Pawns,
}

impl Family {
    /// All families, in the order in which scores are summed.
    pub const ALL: [Family; 4] = [
        Family::Naive,
        Family::Reachability,
        Family::Connectivity,
        Family::Pawns,
    ];

    /// The family's name, e.g. `pawns`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Naive => "naive",
            Family::Reachability => "reachability",
            Family::Connectivity => "connectivity",
            Family::Pawns => "pawns",
        }
    }
}

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
const END: u16 = ISLANDS + 2 * 5;

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = END as usize;

    /// `Rb1`: `piece` stands on `square`.
    pub fn naive(piece: Piece, square: Square) -> Term {
        Term(place(piece, square))
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

    /// Its kind.
    pub fn family(self) -> Family {
        match self.0 {
            0..REACHABILITY => Family::Naive,
            REACHABILITY..CONNECTIVITY => Family::Reachability,
            CONNECTIVITY..PAWNS => Family::Connectivity,
            PAWNS.. => Family::Pawns,
        }
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
        match self.family() {
            Family::Reachability => Term(self.0 % PLACES),
            _ => self,
        }
    }

    /// The terms that match when a query asks for this one, by falling weight: `Ra1`, `Ra1|0.89`,
    /// `Ra1|0.78`, ... for `Ra1`, the term itself for every other.
    pub(crate) fn matched_by(self) -> impl Iterator<Item = Term> {
        let farthest = if self.family() == Family::Naive { 7 } else { 0 };
        (0..=farthest).map(move |distance| self.at_distance(distance))
    }

    /// This naive term as one of reachability, or itself at distance 0.
    pub(crate) fn at_distance(self, distance: u16) -> Term {
        Term(self.0 + PLACES * distance)
    }

    /// The term's number, below [`Term::COUNT`].
    pub(crate) fn id(self) -> usize {
        usize::from(self.0)
    }

    /// All terms by ascending number.
    pub(crate) fn all() -> impl Iterator<Item = Term> {
        (0..END).map(Term)
    }

    /// Chebyshev distance of a reachability term, 0 for every other.
    pub(crate) fn distance(self) -> u16 {
        match self.family() {
            Family::Reachability => self.0 / PLACES,
            _ => 0,
        }
    }

    /// The pawn structure of a term of the family pawns; for islands with pawns that form as many.
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

fn single(kind: u16, color: u16, square: Square) -> u16 {
    PAWNS + kind * 128 + color * 64 + square as u16
}

fn piece_at(index: u16) -> Piece {
    Piece {
        color: Color::from_white(index < 6),
        role: Role::ALL[usize::from(index % 6)],
    }
}

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
        match self.family() {
            Family::Naive => write!(f, "{}{square}", piece.char()),
            Family::Reachability => write!(f, "{}{square}|{:.2}", piece.char(), self.weight()),
            Family::Connectivity => {
                let actor = piece_at((self.0 - CONNECTIVITY) / PLACES);
                let sign = if actor.color == piece.color { '<' } else { '>' };
                write!(f, "{}{sign}{}{square}", actor.char(), piece.char())
            }
            Family::Pawns => self.structure().fmt(f),
        }
    }
}

/// The text is not that of a term.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a term; terms look like Rb1, Ra1|0.89, Q>pa5, Q<Rb1, Id4, S{{c2-c3}}, W[c3/d4/e5] or P(2)"
)]
pub struct ParseTermError(String);

impl FromStr for Term {
    type Err = ParseTermError;

    fn from_str(text: &str) -> Result<Term, ParseTermError> {
        piece_term(text)
            .or_else(|| pawn_term(text))
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
        if term.family() != Family::Pawns {
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
            assert_eq!(text.parse(), Ok(term), "{text}");
            assert!(texts.insert(text.clone()), "{text} twice");
        }
        assert!(texts.len() > 16_000, "{}", texts.len());
    }

    #[test]
    fn texts_that_are_no_terms() {
        for text in [
            "",
            "R",
            "Rb9",
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
