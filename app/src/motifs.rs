//! What a player sees in a position: motifs, named pawn structures, the opening.

use std::collections::BTreeMap;

use index::Pace;
use motifs::{MotifKind, named_structures, opening};
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Board, Chess, Position, Square};
use utoipa::ToSchema;

use crate::analysis::Engines;
use crate::bounded::Bounded;
use crate::error::Error;
use crate::moves::Move;
use crate::names::{ColorName, Name};
use crate::schemas::Fen;
use crate::tactics;

/// The motifs of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MotifsAnswer {
    /// The position, as it was read.
    pub fen: Fen,
    /// The opening that the position belongs to by name, null for most.
    pub opening: Option<Opening>,
    /// The named pawn structures, the best grade first.
    pub structures: Vec<Structure>,
    /// Motifs on the board: White's, Black's, those of both; then the chances of the side to move that do not lose.
    pub motifs: Vec<Motif>,
    /// The same by square, from a1 to h8, without the kinds about whole files or all pawns: `islands`, `openFile`,
    /// `halfOpenFile`, `space`.
    pub squares: Vec<SquareMotifs>,
}

/// The kinds that are not listed by square: they are about whole files or all pawns.
const WIDE: [MotifKind; 4] = [
    MotifKind::Islands,
    MotifKind::OpenFile,
    MotifKind::HalfOpenFile,
    MotifKind::Space,
];

/// An opening.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
pub struct Opening {
    /// Its ECO code, e.g. `B90`.
    pub eco: &'static str,
    /// Its name, e.g. `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

impl From<motifs::Opening> for Opening {
    fn from(opening: motifs::Opening) -> Opening {
        let motifs::Opening { eco, name } = opening;
        Opening { eco, name }
    }
}

/// A named pawn structure.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Structure {
    /// Its name, e.g. `Carlsbad structure`.
    pub name: &'static str,
    /// The side that it is named after, `white` or `black`; null if it is the same for both.
    #[schema(inline)]
    pub color: Option<ColorName>,
    /// How complete it is, from 0.6 to 1, in hundredths.
    pub grade: f64,
    /// What it is, in a sentence.
    pub about: String,
    /// What is usually done in it.
    pub plans: Plans,
}

/// What each side usually does.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Plans {
    /// White, in a sentence.
    pub white: String,
    /// Black, in a sentence.
    pub black: String,
}

/// One motif.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Motif {
    /// Its name, e.g. `isolated`, `hangingPiece`.
    pub kind: &'static str,
    /// Whose it is, `white` or `black`; null if it is of both.
    #[schema(inline)]
    pub color: Option<ColorName>,
    /// Its squares, in the order that [`motifs::MotifKind`] documents: of a chain from base to head, of a pin the
    /// pinning piece, the pinned one, and what is behind.
    pub squares: Vec<String>,
    /// The piece on each of them, as in a FEN; null on an empty square.
    pub pieces: Vec<Option<char>>,
    /// Its moves: none for a motif on the board, one for a chance, three for a mate in two.
    pub moves: Vec<Move>,
    /// Its term, e.g. `Id4`; null for kinds without one.
    pub term: Option<String>,
    /// One sentence, e.g. `White's d4 pawn is isolated.`
    pub text: String,
}

/// The motifs of a square.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SquareMotifs {
    /// Its name, e.g. `d4`.
    pub square: String,
    /// The piece on it, as in a FEN; null if it is empty.
    pub piece: Option<char>,
    /// The kinds of the motifs that name it, each once.
    pub kinds: Vec<&'static str>,
}

/// How many moves each search that confirms a chance makes; 0: chances are not confirmed.
pub type MotifNodes = Bounded<0, 1_000_000>;

/// The number of moves that each search makes by default. Measured on the 200 positions of `app/tests/one_truth.tsv`: of 43
/// chances 18 lose more than a pawn; with 100,000, 60,000 and 50,000 none of these is named, with 40,000 one is.
const DEFAULT_NODES: u64 = 60_000;

/// What a player sees in positions. Of the chances of the side to move only those are named whose move does not lose,
/// by searches of this length.
///
/// # Errors
///
/// [`Error::Engine`] if another program has failed; for a position [`Error::OutOfTime`] if time ran out before its
/// chances were confirmed.
pub fn motifs(
    engines: &Engines,
    positions: &[Chess],
    nodes: Option<MotifNodes>,
    pace: &Pace,
) -> Result<Vec<Result<MotifsAnswer, Error>>, Error> {
    let nodes = nodes.map_or(DEFAULT_NODES, MotifNodes::get);
    let found: Vec<Vec<motifs::Motif>> = positions.iter().map(motifs::motifs).collect();
    let found = if nodes == 0 {
        found.into_iter().map(Ok).collect()
    } else {
        tactics::confirmed(engines, positions, found, nodes, pace)?
    };
    let answers = positions.iter().zip(found);
    Ok(answers
        .map(|(position, found)| Ok(response(position, &found?)))
        .collect())
}

fn response(position: &Chess, found: &[motifs::Motif]) -> MotifsAnswer {
    let board = position.board();
    MotifsAnswer {
        fen: Fen::from(position),
        opening: opening(position).map(Opening::from),
        structures: structures(position),
        squares: by_square(board, found),
        motifs: found
            .iter()
            .map(|motif| Motif::new(position, motif))
            .collect(),
    }
}

/// The named pawn structures of a position, the best grade first.
pub fn structures(position: &Chess) -> Vec<Structure> {
    let named = named_structures(position.board()).into_iter();
    named
        .map(|structure| Structure {
            name: structure.name,
            color: structure.color.map(Name),
            grade: (structure.grade * 100.0).round() / 100.0,
            about: structure.about,
            plans: Plans {
                white: structure.white,
                black: structure.black,
            },
        })
        .collect()
}

impl Motif {
    fn new(position: &Chess, motif: &motifs::Motif) -> Motif {
        let board = position.board();
        let mode = position.castles().mode();
        let mut before = position.clone();
        let moves = motif.line.iter().map(|m| Move {
            uci: m.to_uci(mode).to_string(),
            san: SanPlus::from_move_and_play_unchecked(&mut before, *m).to_string(),
        });
        Motif {
            kind: motif.kind.name(),
            color: motif.color.map(Name),
            squares: motif.squares.iter().map(ToString::to_string).collect(),
            pieces: motif.squares.iter().map(|at| piece(board, *at)).collect(),
            moves: moves.collect(),
            term: motif.pawn_structure().map(|term| term.to_string()),
            text: motif.sentence(position),
        }
    }
}

fn by_square(board: &Board, motifs: &[motifs::Motif]) -> Vec<SquareMotifs> {
    let mut kinds: BTreeMap<Square, Vec<MotifKind>> = BTreeMap::new();
    for motif in motifs.iter().filter(|motif| !WIDE.contains(&motif.kind)) {
        for square in &motif.squares {
            kinds.entry(*square).or_default().push(motif.kind);
        }
    }
    let squares = kinds.into_iter().map(|(square, mut kinds)| {
        kinds.sort_unstable();
        kinds.dedup();
        SquareMotifs {
            square: square.to_string(),
            piece: piece(board, square),
            kinds: kinds.into_iter().map(MotifKind::name).collect(),
        }
    });
    squares.collect()
}

fn piece(board: &Board, square: Square) -> Option<char> {
    board.piece_at(square).map(shakmaty::Piece::char)
}
