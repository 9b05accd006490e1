//! `/api/motifs`: what a player sees in a position.

use std::collections::BTreeMap;

use index::parse_fen;
use motifs::{MotifKind, named_structures, opening};
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Board, Chess, Color, Position, Square};
use utoipa::ToSchema;

use crate::batch::{Asked, Batch};
use crate::problem::Problem;
use crate::schemas::{self, Fen};
use crate::similar::Move;

/// Which positions are looked at: `fen` or `fens`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MotifsRequest {
    /// FEN or EPD.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// Several of them, up to 64; what is no FEN is answered with its problem.
    #[schema(min_items = 1, max_items = 64)]
    pub fens: Option<Vec<String>>,
}

/// The motifs of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MotifsResponse {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The opening that the position is named for, null for most.
    pub opening: Option<Opening>,
    /// The named pawn structures, the best grade first.
    pub structures: Vec<Structure>,
    /// What stands on the board: White's, Black's, those of both; then the chances of the side to
    /// move.
    pub motifs: Vec<Motif>,
    /// The same by square, from a1 to h8, but for what is of whole files or all pawns: `islands`,
    /// `openFile`, `halfOpenFile`, `space`.
    pub squares: Vec<SquareMotifs>,
}

/// The kinds that single squares are not told of: they are of whole files or of all pawns.
const WIDE: [MotifKind; 4] = [
    MotifKind::Islands,
    MotifKind::OpenFile,
    MotifKind::HalfOpenFile,
    MotifKind::Space,
];

/// An opening.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
    #[schema(schema_with = schemas::side)]
    pub color: Option<&'static str>,
    /// How much of it is there, from 0.6 to 1, in hundredths.
    pub grade: f64,
    /// What it is, in a sentence.
    pub about: String,
    /// What is usually done in it.
    pub plans: Plans,
}

/// What both sides usually do.
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
    #[schema(schema_with = schemas::side)]
    pub color: Option<&'static str>,
    /// Its squares, in the order that [`motifs::MotifKind`] tells: of a chain from base to head, of a
    /// pin the pinning piece, the pinned one, and what is behind.
    pub squares: Vec<String>,
    /// What stands on each of them, as in a FEN; null where nothing does.
    pub pieces: Vec<Option<char>>,
    /// The moves that it consists of: none for what stands on the board, one for a chance, three
    /// for a mate in two.
    pub moves: Vec<Move>,
    /// Its term, e.g. `Id4`; null for kinds that are none.
    pub term: Option<String>,
    /// One sentence, e.g. `White's d4 pawn is isolated.`
    pub text: String,
}

/// The motifs of a square.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SquareMotifs {
    /// Its name, e.g. `d4`.
    pub square: String,
    /// What stands there, as in a FEN; null if nothing does.
    pub piece: Option<char>,
    /// The kinds of the motifs that name it, each once.
    pub kinds: Vec<&'static str>,
}

/// What a player sees in one position or several.
///
/// # Errors
///
/// 400 or 422 for the FEN.
pub fn motifs(request: &MotifsRequest) -> Result<Batch<MotifsResponse>, Problem> {
    let asked = Asked::new(request.fen.as_ref(), request.fens.as_ref())?;
    asked.answered(|fen| {
        let position = parse_fen(fen)?;
        let found = motifs::motifs(&position);
        Ok(MotifsResponse {
            fen: index::fen(&position),
            opening: opening(&position).map(Opening::from),
            structures: structures(position.board()),
            squares: by_square(position.board(), &found),
            motifs: found.iter().map(|motif| told(&position, motif)).collect(),
        })
    })
}

fn structures(board: &Board) -> Vec<Structure> {
    let named = named_structures(board).into_iter();
    named
        .map(|structure| Structure {
            name: structure.name,
            color: structure.color.map(name),
            grade: (structure.grade * 100.0).round() / 100.0,
            about: structure.about,
            plans: Plans {
                white: structure.white,
                black: structure.black,
            },
        })
        .collect()
}

fn told(position: &Chess, motif: &motifs::Motif) -> Motif {
    let board = position.board();
    let mode = position.castles().mode();
    let mut before = position.clone();
    let moves = motif.line.iter().map(|m| Move {
        uci: m.to_uci(mode).to_string(),
        san: SanPlus::from_move_and_play_unchecked(&mut before, *m).to_string(),
    });
    Motif {
        kind: motif.kind.name(),
        color: motif.color.map(name),
        squares: motif.squares.iter().map(ToString::to_string).collect(),
        pieces: motif.squares.iter().map(|at| piece(board, *at)).collect(),
        moves: moves.collect(),
        term: motif.pawn_structure().map(|term| term.to_string()),
        text: motif.sentence(position),
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

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn piece(board: &Board, square: Square) -> Option<char> {
    board.piece_at(square).map(shakmaty::Piece::char)
}
