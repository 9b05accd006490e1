//! The tool `analyse`.

use app::doors::Doors;
use app::{Begin, Depth, Effort, Engines, Error, Lines, Milliseconds, Nodes, Pace, Pv, Rating};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::read;

/// The number of half-moves of a line. Guessed: what follows is noise.
const PLIES: usize = 16;

/// What to analyse, and how far.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Arguments {
    /// The position: FEN, EPD or `startpos`.
    fen: String,
    /// In plies. Without `depth`, `nodes` and `movetimeMs` a million nodes are searched.
    #[schema(inline)]
    depth: Option<Depth>,
    /// The number of moves made in the search.
    #[schema(inline)]
    nodes: Option<Nodes>,
    /// In milliseconds; a search ends after eight seconds.
    #[schema(inline)]
    movetime_ms: Option<Milliseconds>,
    /// The number of best moves to report; 1 by default.
    #[schema(inline)]
    multi_pv: Option<Lines>,
    /// Play as a player of this rating would; by default as well as the engine can.
    #[schema(inline)]
    elo: Option<Rating>,
}

/// What an engine thinks of a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Analysed {
    /// The position, as it was read.
    fen: String,
    /// Name and version of the engine: the source of all scores here.
    engine: String,
    /// The depth that was completed, in plies.
    depth: u32,
    /// The number of moves made in the search.
    nodes: u64,
    /// The best lines, the best one first.
    pvs: Vec<Line>,
    /// How many lines were left out to keep the answer short.
    left_out: usize,
}

/// A line and its score, from White's side: `cp` or `mate` is null.
#[derive(Debug, Serialize)]
struct Line {
    /// Its first move in UCI; null if there is no legal move.
    uci: Option<String>,
    /// Its moves, at most 16 half-moves.
    san: String,
    /// Centipawns.
    cp: Option<i32>,
    /// White mates in this number of moves; negative: Black does; 0: this is mate.
    mate: Option<i32>,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let arguments: Arguments = read(arguments)?;
    let position = parse_fen(&arguments.fen)?;
    let effort = Effort {
        depth: arguments.depth,
        nodes: arguments.nodes,
        movetime_ms: arguments.movetime_ms,
        multi_pv: arguments.multi_pv,
    };
    let work = move |engines: &Engines, pace: &Pace| {
        let mut analysed = app::analyse(
            engines,
            Begin::Anew,
            &[position],
            &effort,
            arguments.elo,
            pace,
        )?;
        analysed.pop().unwrap_or(Err(Error::Crowded))
    };
    let analysis = doors.analysing(work).await?;
    let analysed = Analysed {
        fen: analysis.fen.0,
        engine: pgn::shortened(&analysis.engine),
        depth: analysis.depth,
        nodes: analysis.nodes,
        pvs: analysis.pvs.iter().map(Line::from).collect(),
        left_out: 0,
    };
    short(&analysed, &["pvs"])
}

impl From<&Pv> for Line {
    fn from(pv: &Pv) -> Line {
        let sans: Vec<&str> = pv.san.split(' ').take(PLIES).collect();
        Line {
            uci: pv.moves.split_whitespace().next().map(str::to_owned),
            san: sans.join(" "),
            cp: pv.cp,
            mate: pv.mate,
        }
    }
}
