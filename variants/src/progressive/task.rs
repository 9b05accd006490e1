//! Positions in which a series is to mate: `rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4`.

use std::fmt;
use std::str::FromStr;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError};

use super::rules::without_passing;

/// The longest series that is searched.
pub const MOST_MOVES: u8 = 30;

/// A position, and how many moves the side to move has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub(crate) position: Chess,
    /// Squares where the first move may take a pawn en passant.
    pub(crate) passing: Bitboard,
    pub(crate) moves: u8,
}

/// Why a text is not a task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The text cannot be read.
    #[error(
        "{0:?} is not a position and a number of moves, like \
         rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4, or a FEN and a number"
    )]
    Unreadable(String),
    /// The number of moves is out of range.
    #[error("{0} is out of range: a series has from 1 to {MOST_MOVES} moves")]
    Moves(u64),
    /// A FEN that is not a possible position.
    #[error("{0:?} is not a possible position: {1}")]
    Impossible(String, String),
}

impl Task {
    /// A position and the number of moves of its side to move, from 1 to [`MOST_MOVES`]. The pawn of the position's
    /// en-passant square may be taken en passant.
    ///
    /// # Errors
    ///
    /// [`TaskError::Moves`] if the number is out of range.
    pub fn new(position: &Chess, moves: u64) -> Result<Task, TaskError> {
        let passing = position.ep_square(EnPassantMode::Always);
        Ok(Task {
            passing: passing.map_or(Bitboard::EMPTY, Bitboard::from_square),
            position: without_passing(position),
            moves: u8::try_from(moves)
                .ok()
                .filter(|moves| (1..=MOST_MOVES).contains(moves))
                .ok_or(TaskError::Moves(moves))?,
        })
    }

    /// The position. Its en-passant square is that of [`Task::passing`] if there is exactly one.
    pub fn position(&self) -> Chess {
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        setup.ep_square = self.passing.single_square();
        let mode = self.position.castles().mode();
        possible(setup, mode).unwrap_or_else(|_| self.position.clone())
    }

    /// Squares where the first move may take a pawn en passant.
    pub fn passing(&self) -> Bitboard {
        self.passing
    }

    /// The length of the series.
    pub fn moves(&self) -> u8 {
        self.moves
    }
}

impl FromStr for Task {
    type Err = TaskError;

    /// Reads board, side and number of moves; or a FEN, with or without counters, and the number after
    /// it. Fields are separated by spaces, tabs or `_`.
    fn from_str(text: &str) -> Result<Task, TaskError> {
        let unreadable = || TaskError::Unreadable(text.chars().take(120).collect());
        let fields: Vec<&str> = text
            .split(|c: char| c == '_' || c.is_whitespace())
            .filter(|field| !field.is_empty())
            .collect();
        let (moves, position) = fields.split_last().ok_or_else(unreadable)?;
        let moves: u64 = moves.parse().map_err(|_| unreadable())?;
        if !matches!(position.len(), 2 | 4 | 6) {
            return Err(unreadable());
        }
        let fen: Fen = position.join(" ").parse().map_err(|_| unreadable())?;
        let setup = fen.into_setup();
        if setup.pockets.is_some() || setup.remaining_checks.is_some() {
            return Err(unreadable());
        }
        let mode = CastlingMode::detect(&setup);
        let position =
            possible(setup, mode).map_err(|why| TaskError::Impossible(position.join(" "), why))?;
        Task::new(&position, moves)
    }
}

impl fmt::Display for Task {
    /// Board, side and number where these suffice; otherwise a FEN and the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen::from_position(&self.position(), EnPassantMode::Always).to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        let fields = match fields.as_slice() {
            [board, side, "-", "-", ..] => format!("{board} {side}"),
            _ => fen,
        };
        write!(f, "{fields} {}", self.moves)
    }
}

fn possible(setup: shakmaty::Setup, mode: CastlingMode) -> Result<Chess, String> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| error.to_string())
}
