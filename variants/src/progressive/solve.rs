//! Mates by a series, in terms of chess.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role};

use super::board::{Field, PIECES, State, Step};
use super::rules::{Check, EnPassant, Rules, again, moves};
use super::search::{self, Goal};
use super::task::Task;

/// How long to search.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many mates to look for, each of which ends in another position.
    pub mates: usize,
    /// How many positions may be kept, 130 bytes each.
    pub positions: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set from outside to give up.
    pub stop: &'a AtomicBool,
}

impl Limits<'_> {
    /// Whether it is time to give up.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// A series that mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The moves.
    pub moves: Vec<Move>,
    /// The mate, with the mated side to move.
    pub position: Chess,
}

/// What is known of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Mates to different positions, at most [`Limits::mates`].
    pub mates: Vec<Mate>,
    /// Whether nothing was left out, or one mate was asked for and found: if there is no mate here, there is none.
    pub complete: bool,
    /// Positions played on from.
    pub states: u64,
}

/// Looks for a series that mates.
pub fn solve(task: &Task, rules: Rules, limits: &Limits) -> Solution {
    let turn = task.position.turn();
    let (field, start) = prepare(task, rules);
    let mut passing = task.passing;
    if turn.is_black() {
        passing = passing.flip_vertical();
    }
    let goal = Goal {
        moves: task.moves,
        early: rules.check == Check::Scottish,
        mates: limits.mates,
        italian: rules.check == Check::Italian,
    };
    let result = search::search(&field, &start, passing, goal, |positions| {
        positions > limits.positions || limits.is_over()
    });
    let mates = result.series.iter().filter_map(|series| mate(task, series));
    let mates: Vec<Mate> = mates.collect();
    Solution {
        // A series that cannot be played proves nothing.
        complete: result.complete && mates.len() == result.series.len(),
        mates,
        states: result.states,
    }
}

/// The board with the moving side as White.
fn prepare(task: &Task, rules: Rules) -> (Field, State) {
    let turn = task.position.turn();
    let turned = |squares: Bitboard| match turn {
        Color::White => squares,
        Color::Black => squares.flip_vertical(),
    };
    let board: &Board = task.position.board();
    let of = |role: Role, color: Color| turned(board.by_piece(role.of(color)));
    let king = |color: Color| of(Role::King, color).first();
    // Every position of chess has its kings.
    let here = |color: Color| king(color).unwrap_or(shakmaty::Square::A1);
    let field = Field {
        king: here(!turn),
        them: Role::ALL.map(|role| of(role, !turn)),
        remembers_steps: rules.en_passant == EnPassant::Series,
    };
    let rooks = task.position.castles().castling_rights() & board.by_color(turn);
    let start = State {
        pieces: PIECES.map(|role| of(role, turn)),
        theirs: turned(board.by_color(!turn)),
        castling: turned(rooks),
        king: here(turn),
        stepped: 0,
        ply: 0,
    };
    (field, start)
}

/// The moves of a series, each found among the legal ones.
fn mate(task: &Task, series: &[Step]) -> Option<Mate> {
    let mut position = task.position.clone();
    let mut passing = task.passing;
    let mut made = Vec::new();
    for (nth, step) in series.iter().enumerate() {
        if nth > 0 {
            position = again(&position)?;
        }
        let turned = |square: shakmaty::Square| match position.turn() {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        };
        let (from, to) = (turned(step.from), turned(step.to));
        let is_step =
            |m: Move| m.from() == Some(from) && m.to() == to && m.promotion() == step.promotion;
        let (m, after) = moves(&position, passing)
            .into_iter()
            .find(|&(m, _)| is_step(m))?;
        made.push(m);
        position = after;
        passing = Bitboard::EMPTY;
    }
    Some(Mate {
        moves: made,
        position,
    })
}
