//! Progressive chess: mates, and positions that have one.

use std::time::Instant;

use index::Pace;
use pgn::fen;
use serde::Serialize;
use shakmaty::Position;
use utoipa::ToSchema;
use variants::progressive::{
    Game, Generator, Limits, MOST_MOVES, Replay, Rules, Solution, Task, solve, squares,
};

use crate::bounded::Bounded;
use crate::schemas::Fen;

/// The number of moves of a series.
pub type ProgressiveMoves = Bounded<1, { MOST_MOVES as u64 }>;
/// The number of moves of a puzzle.
pub type PuzzleMoves = Bounded<3, 10>;

/// The number of positions that a candidate for a puzzle may need. Guessed: a tenth of a second.
const PUZZLE_POSITIONS: usize = 30_000;

/// The mates of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressiveAnswer {
    /// The position, as it was read.
    pub fen: Fen,
    /// The number of moves.
    pub moves: u8,
    /// Whether there is a mate.
    pub verdict: Verdict,
    /// Mates that end in different positions: one, or all that were found.
    pub mates: Vec<Mate>,
    /// Whether the search was completed.
    pub complete: bool,
    /// The number of positions that were searched on from.
    pub states: u64,
    /// How long it took, in milliseconds.
    pub time_ms: f64,
}

/// Whether there is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// There is.
    Mate,
    /// There is none.
    NoMate,
    /// The search ended before it was known.
    Unknown,
}

/// A series that mates.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mate {
    /// By squares, e.g. `d4-d3;d3-c2;c2-b1Q;f8-b4`.
    pub squares: String,
    /// In UCI, e.g. `d4d3 d3c2 c2b1q f8b4`.
    pub uci: String,
    /// In standard algebraic notation, e.g. `d3 dxc2 cxb1=Q Bb4#`.
    pub san: String,
    /// The position at the end.
    pub fen: Fen,
}

/// A position with a mate.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleAnswer {
    /// The position.
    pub fen: Fen,
    /// The number of moves.
    pub moves: u8,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// The number of positions that mates end in.
    pub solutions: usize,
    /// The number of positions that were searched on from to find them all.
    pub states: u64,
    /// One of the mates.
    pub mate: Mate,
}

/// Looks for this number of mates, each to another position; gives up rather than keep more than this number of
/// `positions`, of 130 bytes each.
pub fn mates(
    task: &Task,
    rules: Rules,
    mates: usize,
    positions: usize,
    pace: &Pace,
) -> ProgressiveAnswer {
    let limits = Limits {
        mates,
        positions,
        deadline: pace.deadline,
        stop: &pace.stop,
    };
    let start = Instant::now();
    let solution = solve(task, rules, &limits);
    let time_ms = start.elapsed().as_secs_f64() * 1e3;
    let mates = solution.mates.iter();
    ProgressiveAnswer {
        fen: Fen(fen(&task.position())),
        moves: task.moves(),
        verdict: Verdict::new(&solution),
        mates: mates.map(|mate| Mate::new(task, rules, mate)).collect(),
        complete: solution.complete,
        states: solution.states,
        time_ms,
    }
}

/// Makes up a position with a mate, the same for the same seed; `None` if there was no time.
pub fn puzzle(moves: PuzzleMoves, seed: u64, rules: Rules, pace: &Pace) -> Option<PuzzleAnswer> {
    let limits = Limits {
        mates: usize::MAX,
        positions: PUZZLE_POSITIONS,
        deadline: pace.deadline,
        stop: &pace.stop,
    };
    let puzzle = Generator::new(moves.get(), rules, seed).next(&limits)?;
    Some(PuzzleAnswer {
        fen: Fen(fen(&puzzle.task.position())),
        moves: puzzle.task.moves(),
        grade: puzzle.grade,
        solutions: puzzle.mates,
        states: puzzle.states,
        mate: Mate::new(&puzzle.task, rules, &puzzle.mate),
    })
}

impl Verdict {
    fn new(solution: &Solution) -> Verdict {
        match (solution.mates.is_empty(), solution.complete) {
            (false, _) => Verdict::Mate,
            (true, true) => Verdict::NoMate,
            (true, false) => Verdict::Unknown,
        }
    }
}

impl Mate {
    fn new(task: &Task, rules: Rules, mate: &variants::progressive::Mate) -> Mate {
        let mut replay = Replay::start(Game::from_task(task, rules));
        for &m in &mate.moves {
            if replay.push(m).is_err() {
                break;
            }
        }
        let series = replay.series.into_iter().next();
        let (san, uci) = series.map_or_else(Default::default, |series| {
            (series.san.join(" "), series.uci.join(" "))
        });
        Mate {
            squares: squares(&mate.moves, task.position().castles().mode()),
            uci,
            san,
            fen: Fen(fen(&mate.position)),
        }
    }
}
