//! One pawn structure found on a board, its notation and its sentence.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, Square};

use crate::islands;
use crate::{backward, chains, doubled, isolated, passed, protected};

/// The kinds of pawn structure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `Id4`: no friendly pawn on an adjacent file.
    Isolated,
    /// `Fd4`: no enemy pawn ahead on its own or an adjacent file, and not protected.
    Passed,
    /// `'Fd4`: passed, and a friendly pawn defends it.
    ProtectedPassed,
    /// `Ld3`: left behind and unable to advance, see [`backward()`].
    Backward,
    /// `S{c2-c3}`: two or more pawns on one file.
    Doubled,
    /// `W[c3/d4/e5]`: a diagonal run of three or more, base first.
    Chain,
    /// `P(2)`: how many groups of adjacent files hold a pawn.
    Islands,
}

impl Kind {
    /// The kind's name, e.g. `protected passed`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Isolated => "isolated",
            Kind::Passed => "passed",
            Kind::ProtectedPassed => "protected passed",
            Kind::Backward => "backward",
            Kind::Doubled => "doubled",
            Kind::Chain => "chain",
            Kind::Islands => "islands",
        }
    }
}

/// A pawn structure on a board, e.g. "White's d4 pawn is isolated".
///
/// [`Display`](fmt::Display) writes the notation of the thesis, upper case for White:
/// `Id4`, `Fd4`, `'Fd4`, `Ld3`, `S{c2-c3}`, `W[c3/d4/e5]`, `P(2)`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PawnStructure {
    /// What it is.
    pub kind: Kind,
    /// Whose pawns they are.
    pub color: Color,
    /// The pawns that make it: one pawn, a group, or for islands all pawns of the colour.
    pub pawns: Bitboard,
}

/// All pawn structures of a board: White's, then Black's, each kind in the order of [`Kind`].
/// There is exactly one [`Kind::Islands`] a colour, without pawns too.
pub fn pawn_structures(board: &Board) -> Vec<PawnStructure> {
    let mut structures = Vec::new();
    for_each_pawn_structure(board, |structure| structures.push(structure));
    structures
}

/// Calls `see` with what [`pawn_structures`] lists, in its order.
pub fn for_each_pawn_structure(board: &Board, mut see: impl FnMut(PawnStructure)) {
    for color in Color::ALL {
        let mut see = |kind, pawns| see(PawnStructure { kind, color, pawns });
        let mut see_each = |kind, pawns: Bitboard| {
            for pawn in pawns {
                see(kind, Bitboard::from(pawn));
            }
        };
        let passed = passed(board, color);
        let protected = protected(board, color, passed);
        see_each(Kind::Isolated, isolated(board, color));
        see_each(Kind::Passed, passed & !protected);
        see_each(Kind::ProtectedPassed, protected);
        see_each(Kind::Backward, backward(board, color));
        for group in doubled(board, color) {
            see(Kind::Doubled, group);
        }
        for run in chains(board, color) {
            see(Kind::Chain, run);
        }
        see(Kind::Islands, board.pawns() & board.by_color(color));
    }
}

impl PawnStructure {
    /// The squares of its pawns: a chain from base to head, all others ascending.
    pub fn squares(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = self.pawns.into_iter().collect();
        if self.kind == Kind::Chain && self.color.is_black() {
            squares.reverse();
        }
        squares
    }

    /// How many pawn islands its pawns form: the number of a [`Kind::Islands`].
    pub fn islands(&self) -> u32 {
        islands::count(self.pawns)
    }

    /// One readable sentence, e.g. `White's d4 pawn is isolated.`
    pub fn sentence(&self) -> String {
        let color = self.color.fold_wb("White", "Black");
        let squares: Vec<String> = self.squares().iter().map(ToString::to_string).collect();
        match self.kind {
            Kind::Isolated => format!("{color}'s {} pawn is isolated.", squares[0]),
            Kind::Passed => format!("{color}'s {} pawn is passed.", squares[0]),
            Kind::ProtectedPassed => {
                format!("{color}'s {} pawn is passed and protected.", squares[0])
            }
            Kind::Backward => format!("{color}'s {} pawn is backward.", squares[0]),
            Kind::Doubled => {
                let many = match squares.len() {
                    2 => "doubled",
                    3 => "tripled",
                    _ => "stacked",
                };
                format!("{color}'s pawns on {} are {many}.", listed(&squares))
            }
            Kind::Chain => format!(
                "{color}'s pawns on {} form a chain with its base on {}.",
                listed(&squares),
                squares[0]
            ),
            Kind::Islands => match self.islands() {
                0 => format!("{color} has no pawns."),
                1 => format!("{color} has 1 pawn island."),
                n => format!("{color} has {n} pawn islands."),
            },
        }
    }
}

/// `c2, c3 and c5`
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

impl fmt::Display for PawnStructure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |separator| {
            let squares: Vec<String> = self.squares().iter().map(ToString::to_string).collect();
            squares.join(separator)
        };
        let letter = |white: char| self.color.fold_wb(white, white.to_ascii_lowercase());
        match self.kind {
            Kind::Isolated => write!(f, "{}{}", letter('I'), joined("")),
            Kind::Passed => write!(f, "{}{}", letter('F'), joined("")),
            Kind::ProtectedPassed => write!(f, "'{}{}", letter('F'), joined("")),
            Kind::Backward => write!(f, "{}{}", letter('L'), joined("")),
            Kind::Doubled => write!(f, "{}{{{}}}", letter('S'), joined("-")),
            Kind::Chain => write!(f, "{}[{}]", letter('W'), joined("/")),
            Kind::Islands => write!(f, "{}({})", letter('P'), self.islands()),
        }
    }
}
