//! What the engine thinks of positions.

mod engines;
mod kept;
mod uci;

use std::time::Duration;

use engine::{Limits, Score};
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};
use utoipa::ToSchema;

pub(crate) use engines::AT_ONCE;
pub use engines::{Begin, Engines};
pub(crate) use engines::{OWN_NAME, Searched};

use index::Pace;

use crate::bounded::Bounded;
use crate::error::Error;
use crate::schemas::Fen;

/// The depth of a search, in plies.
pub type Depth = Bounded<1, 127>;
/// The number of moves that a search makes.
pub type Nodes = Bounded<1, 1_000_000_000_000>;
/// The time that a search takes, in milliseconds: at most an hour.
pub type Milliseconds = Bounded<1, 3_600_000>;
/// The number of best lines: no position has more than 218 moves.
pub type Lines = Bounded<1, 218>;
/// The rating of a player whom the engine plays like.
pub type Rating = Bounded<{ engine::WEAKEST as u64 }, { engine::STRONGEST as u64 }>;

/// The number of moves that an analysis makes by default: four tenths of a second at the speed measured in
/// docs/engine.md, 2.38 million a second. Measured on 200 positions of grandmasters' games
/// (`app/tests/one_truth.rs`): with 200,000 two first moves lose more than a pawn, with a million none does.
const DEFAULT_NODES: u64 = 1_000_000;

/// The number of moves that the searches of a request make by default, if they must end in time. Guessed: two processors
/// make them in 2.7 of the eight seconds at the speed measured in docs/engine.md, so they may be slower by two thirds.
const SHARED_NODES: u64 = 12_800_000;

/// The number of moves that a search makes by default where it is one of very many: those of a game, and those of hits.
/// Guessed: a twelfth of a second at the speed measured in docs/engine.md.
pub(crate) const QUICK_NODES: u64 = 200_000;

/// How far a position is searched: to the limit that is reached first. Each question has its own number of nodes by
/// default.
#[derive(Copy, Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Effort {
    /// In plies.
    #[schema(inline)]
    pub depth: Option<Depth>,
    /// The number of moves made in the search.
    #[schema(inline)]
    pub nodes: Option<Nodes>,
    /// In milliseconds.
    #[schema(inline)]
    pub movetime_ms: Option<Milliseconds>,
    /// The number of best moves to report; 1 by default.
    #[schema(inline)]
    pub multi_pv: Option<Lines>,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The position, as it was read.
    pub fen: Fen,
    /// Name and version of the engine.
    pub engine: String,
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The deepest ply that was searched.
    pub seldepth: u32,
    /// The number of moves made in the search.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time_ms: u64,
    /// The best lines, the best one first.
    pub pvs: Vec<Pv>,
}

/// A line and its score, from White's side: `cp` or `mate` is null.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Pv {
    /// Moves in UCI, e.g. `e2e4 e7e5`; empty if there is no legal move.
    pub moves: String,
    /// The same in standard algebraic notation, e.g. `e4 e5`.
    pub san: String,
    /// Centipawns.
    pub cp: Option<i32>,
    /// White mates in this number of moves; negative: Black does; 0: this is mate.
    pub mate: Option<i32>,
}

/// Analyses positions, several at a time, as a player of a rating does or as well as the engine can. Without a limit
/// each search makes a million nodes; where time is limited, more than twelve positions share 12.8 million.
///
/// # Errors
///
/// [`Error::Engine`] if another program has failed; for a position [`Error::OutOfTime`] if its search was not begun.
pub fn analyse(
    engines: &Engines,
    begin: Begin,
    positions: &[Chess],
    effort: &Effort,
    rating: Option<Rating>,
    pace: &Pace,
) -> Result<Vec<Result<Analysis, Error>>, Error> {
    let rating = rating.map(|rating| rating.get() as u32);
    let limits = effort.limits(usual_nodes(positions.len(), pace));
    let searched = engines.search_from(begin, positions, rating, &limits, pace)?;
    let answer = |(position, searched): (&Chess, Option<Searched>)| {
        let searched = searched.ok_or(Error::NO_TIME)?;
        Ok(Analysis::new(engines.name(), position, &searched.analysis))
    };
    Ok(positions.iter().zip(searched).map(answer).collect())
}

/// The number of moves that the analysis of each of several positions makes by default.
pub(crate) fn usual_nodes(positions: usize, pace: &Pace) -> u64 {
    if pace.deadline.is_none() {
        return DEFAULT_NODES;
    }
    DEFAULT_NODES.min(SHARED_NODES / positions.max(1) as u64)
}

impl Effort {
    /// The limits of a search, by default to this number of moves.
    pub(crate) fn limits(&self, usual: u64) -> Limits {
        let by_default = self.depth.is_none() && self.movetime_ms.is_none();
        let by_default = by_default.then_some(usual);
        Limits {
            depth: self.depth.map(|depth| depth.get() as u32),
            nodes: self.nodes.map(Nodes::get).or(by_default),
            time: self.movetime_ms.map(|ms| Duration::from_millis(ms.get())),
            lines: self.multi_pv.map_or(1, |lines| lines.get() as usize),
            ..Limits::default()
        }
    }
}

impl Analysis {
    /// What an engine of a name has found.
    pub(crate) fn new(engine: &str, position: &Chess, found: &engine::Analysis) -> Analysis {
        Analysis {
            fen: Fen::from(position),
            engine: engine.to_owned(),
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            time_ms: found.time.as_millis() as u64,
            pvs: found
                .lines
                .iter()
                .map(|line| Pv::new(position, line))
                .collect(),
        }
    }
}

impl Pv {
    fn new(position: &Chess, line: &engine::Line) -> Pv {
        let score = match position.turn() {
            Color::White => line.score,
            Color::Black => line.score.opposite(),
        };
        let (cp, mate) = match score {
            Score::Cp(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let mode = position.castles().mode();
        let mut position = position.clone();
        let (mut moves, mut san) = (Vec::new(), Vec::new());
        for m in &line.moves {
            moves.push(m.to_uci(mode).to_string());
            san.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
        }
        Pv {
            moves: moves.join(" "),
            san: san.join(" "),
            cp,
            mate,
        }
    }
}
