//! The tool `motifs`.

use app::doors::Doors;
use app::{ColorName, Engines, Error, Opening, Pace, Structure};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::{COMPUTED, short};
use crate::arguments::read;

/// What to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The position: FEN, EPD or `startpos`.
    fen: String,
}

/// What a player sees in a position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Seen {
    /// The position, as it was read.
    fen: String,
    /// Where this comes from.
    source: &'static str,
    /// The opening that the position belongs to by name; null for most.
    opening: Option<Opening>,
    /// Named pawn structures, the best grade first, with both sides' usual plans.
    structures: Vec<Structure>,
    /// The chances of the side to move, then what stands on the board.
    motifs: Vec<Motif>,
    /// How many motifs and structures were left out to keep the answer short.
    left_out: usize,
}

/// One motif.
#[derive(Debug, Serialize)]
struct Motif {
    /// Its name, e.g. `fork`.
    kind: &'static str,
    /// Whose it is; null if it is of both.
    color: Option<ColorName>,
    /// Its moves: none for a motif on the board.
    moves: Vec<String>,
    /// One sentence.
    text: String,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let arguments: Arguments = read(arguments)?;
    let position = parse_fen(&arguments.fen)?;
    let work = move |engines: &Engines, pace: &Pace| {
        let mut seen = app::motifs(engines, &[position], None, pace)?;
        seen.pop().unwrap_or(Err(Error::Crowded))
    };
    let seen = doors.analysing(work).await?;
    let motifs = seen.motifs.into_iter().map(Motif::from);
    let (mut motifs, on_board): (Vec<_>, Vec<_>) =
        motifs.partition(|motif| !motif.moves.is_empty());
    motifs.extend(on_board);
    let seen = Seen {
        fen: seen.fen.0,
        source: COMPUTED,
        opening: seen.opening,
        structures: seen.structures,
        motifs,
        left_out: 0,
    };
    short(&seen, &["structures", "motifs"])
}

impl From<app::Motif> for Motif {
    fn from(motif: app::Motif) -> Motif {
        Motif {
            kind: motif.kind,
            color: motif.color,
            moves: motif.moves.into_iter().map(|m| m.san).collect(),
            text: motif.text,
        }
    }
}
