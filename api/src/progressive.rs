//! `/api/progressive`: mates of progressive chess; `/api/progressive/puzzle`: positions that have one.

use std::time::Instant;

use index::{fen, parse_fen};
use serde::{Deserialize, Serialize};
use shakmaty::Position;
use utoipa::ToSchema;
use variants::progressive::{
    EnPassant, Game, Generator, Limits, MOST_MOVES, Replay, Rules, Solution, Task, solve, squares,
};

use crate::analysts::Until;
use crate::extract::{number, truth};
use crate::problem::{Problem, quoted};
use crate::schemas::{Fen, en_passant, progressive_rules};

/// How many positions a search may keep. Guessed: 130 MB.
const MOST_POSITIONS: usize = 1_000_000;

/// How many a position tried for a puzzle may need. Guessed: a tenth of a second.
const PUZZLE_POSITIONS: usize = 30_000;

/// What is to be mated, and by which rules.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ProgressiveRequest {
    /// FEN or EPD.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The number of moves, from 1 to 30.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = u32, minimum = 1, maximum = 30, required = true)]
    pub moves: Option<f64>,
    /// `italian` or `scottish`; unless said, a mate of chess by the very last move.
    #[schema(schema_with = progressive_rules)]
    pub rules: Option<String>,
    /// Which pawns may be taken en passant in answer: `last`, the one moved last, or `series`, all that made a
    /// double step in the series and stand where it ended; unless said, `series` if there are `rules`.
    #[schema(schema_with = en_passant)]
    pub en_passant: Option<String>,
    /// Whether all mating positions are wanted, not just one.
    #[serde(default, deserialize_with = "truth")]
    pub all: Option<bool>,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressiveResponse {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The number of moves.
    pub moves: u8,
    /// Whether there is a mate.
    pub verdict: Verdict,
    /// Mates to different positions: one, or all that were found.
    pub mates: Vec<Mate>,
    /// Whether nothing was left out.
    pub complete: bool,
    /// Positions played on from.
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
    /// The search ended too early to know.
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
    /// For people, e.g. `d3 dxc2 cxb1=Q Bb4#`.
    pub san: String,
    /// The mate.
    #[schema(value_type = Fen)]
    pub fen: String,
}

/// What a puzzle is to be like.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct PuzzleRequest {
    /// The number of moves, from 3 to 10; 4 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 3, maximum = 10, default = 4)]
    pub moves: Option<f64>,
    /// The same seed makes the same puzzle: a whole number below 2^53.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u64>, minimum = 0, maximum = 9_007_199_254_740_991u64, default = 0)]
    pub seed: Option<f64>,
    /// See [`ProgressiveRequest`].
    #[schema(schema_with = progressive_rules)]
    pub rules: Option<String>,
    /// See [`ProgressiveRequest`].
    #[schema(schema_with = en_passant)]
    pub en_passant: Option<String>,
}

/// A position with a mate.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleResponse {
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The number of moves.
    pub moves: u8,
    /// From 1, easy, to 5, hard.
    pub grade: u8,
    /// How many mating positions there are.
    pub solutions: usize,
    /// Positions that had to be played on from to know them all.
    pub states: u64,
    /// One of the mates.
    pub mate: Mate,
}

/// Looks for a mate.
///
/// # Errors
///
/// 400 or 422 for the fields.
pub fn progressive(
    request: &ProgressiveRequest,
    until: &Until,
) -> Result<ProgressiveResponse, Problem> {
    let rules = rules(request.rules.as_ref(), request.en_passant.as_ref())?;
    let position = parse_fen(&request.fen)?;
    let moves = request.moves;
    let moves = moves.ok_or_else(|| Problem::unreadable("missing field `moves`"))?;
    let moves = whole("moves", moves, 1, MOST_MOVES.into())?;
    let task = Task::new(&position, moves)
        .map_err(|error| Problem::impossible(format!("moves: {error}")))?;
    let all = request.all.unwrap_or(false);
    Ok(find_mates(&task, rules, all, MOST_POSITIONS, until))
}

/// Looks for one mate, or for all mating positions; gives up when it would have to keep more than so many
/// `positions`, 130 bytes each.
pub fn find_mates(
    task: &Task,
    rules: Rules,
    all: bool,
    positions: usize,
    until: &Until,
) -> ProgressiveResponse {
    let limits = Limits {
        all,
        positions,
        deadline: until.deadline,
        stop: &until.stop,
    };
    let start = Instant::now();
    let solution = solve(task, rules, &limits);
    let time_ms = start.elapsed().as_secs_f64() * 1e3;
    let mates = solution.mates.iter();
    ProgressiveResponse {
        fen: fen(&task.position()),
        moves: task.moves(),
        verdict: Verdict::new(&solution),
        mates: mates.map(|mate| Mate::new(task, rules, mate)).collect(),
        complete: solution.complete,
        states: solution.states,
        time_ms,
    }
}

/// Makes up a position with a mate.
///
/// # Errors
///
/// 422 for the fields, 503 if there was no time.
pub fn puzzle(request: &PuzzleRequest, until: &Until) -> Result<PuzzleResponse, Problem> {
    let rules = rules(request.rules.as_ref(), request.en_passant.as_ref())?;
    let moves = whole("moves", request.moves.unwrap_or(4.0), 3, 10)?;
    let seed = whole("seed", request.seed.unwrap_or(0.0), 0, (1 << 53) - 1)?;
    let puzzle = make_up(moves, seed, rules, until);
    puzzle.ok_or_else(|| Problem {
        detail: "there was no time to make one up: ask for fewer moves, or with another seed"
            .to_owned(),
        ..Problem::busy()
    })
}

/// Makes up a position with a mate in 3 to 10 moves; none if there was no time.
pub fn make_up(moves: u64, seed: u64, rules: Rules, until: &Until) -> Option<PuzzleResponse> {
    let limits = Limits {
        all: true,
        positions: PUZZLE_POSITIONS,
        deadline: until.deadline,
        stop: &until.stop,
    };
    let puzzle = Generator::new(moves, rules, seed).next(&limits)?;
    Some(PuzzleResponse {
        fen: fen(&puzzle.task.position()),
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
            fen: fen(&mate.position),
        }
    }
}

/// The rules by their name.
fn rules(check: Option<&String>, en_passant: Option<&String>) -> Result<Rules, Problem> {
    let mut rules = match check.map(String::as_str) {
        None => Rules::default(),
        Some("italian") => Rules::ITALIAN,
        Some("scottish") => Rules::SCOTTISH,
        Some(other) => {
            let detail = format!(
                "rules: there is no {}; there are italian and scottish",
                quoted(other)
            );
            return Err(Problem::impossible(detail));
        }
    };
    match en_passant.map(String::as_str) {
        None => {}
        Some("last") => rules.en_passant = EnPassant::Last,
        Some("series") => rules.en_passant = EnPassant::Series,
        Some(other) => {
            let detail = format!(
                "enPassant: there is no {}; there are last and series",
                quoted(other)
            );
            return Err(Problem::impossible(detail));
        }
    }
    Ok(rules)
}

fn whole(field: &str, number: f64, least: u64, most: u64) -> Result<u64, Problem> {
    if number.fract() == 0.0 && (least as f64..=most as f64).contains(&number) {
        Ok(number as u64)
    } else {
        Err(Problem::impossible(format!(
            "{field}: {number} is out of range; it is a whole number from {least} to {most}"
        )))
    }
}
