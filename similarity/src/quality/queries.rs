//! Tables of queries: positions of games that are not in the index, and how these went on.
//!
//! ```text
//! fen  phase  next_moves  ply  eco  result  perturbed_fen
//! ```
//!
//! Columns are separated by tabs and found by their names in the first line, in any order; others
//! (`id`, `stm`, `source_game`, `game_plies`, `perturb_move`) may stand between them.

use pgn::{Played, parse_fen};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use crate::passages::continuation::PLIES;
use crate::passages::moment::Moment;

/// The columns that are looked at.
const COLUMNS: [&str; 7] = [
    "fen",
    "phase",
    "next_moves",
    "ply",
    "eco",
    "result",
    "perturbed_fen",
];

/// A position to look for.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The position, and how its game went on.
    pub moment: Moment,
    /// What it was in its game.
    pub phase: Phase,
    /// Half-moves of the game before it.
    pub ply: u32,
    /// The position after a quiet move, which should find the same games.
    pub perturbed: Chess,
}

/// What remains on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Neither side has pieces worth more than 13 pawns.
    Endgame,
    /// More, and a queen among them.
    MgQueens,
    /// More, and no queen.
    MgQueenless,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 3] = [Phase::Endgame, Phase::MgQueens, Phase::MgQueenless];

    /// Its name in tables, e.g. `mg_queens`.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Endgame => "endgame",
            Phase::MgQueens => "mg_queens",
            Phase::MgQueenless => "mg_queenless",
        }
    }
}

/// Reads the queries of a table, the text of the file `name`.
///
/// # Errors
///
/// One sentence that names file, line and column of what is wrong.
pub fn parse(name: &str, text: &str) -> Result<Vec<Judged>, String> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let (number, header) = lines.next().unwrap_or((1, ""));
    let names: Vec<&str> = header.split('\t').collect();
    if let Some(column) = COLUMNS.iter().find(|column| !names.contains(column)) {
        return Err(format!(
            "{name}, line {number}: there is no column {column}"
        ));
    }
    let queries = lines.map(|(number, line)| {
        let fields: Vec<&str> = line.split('\t').collect();
        let field = |column| {
            let place = names.iter().position(|name| *name == column);
            place.and_then(|place| fields.get(place)).copied()
        };
        query(field)
            .map_err(|(column, why)| format!("{name}, line {number}, column {column}: {why}"))
    });
    let queries: Vec<Judged> = queries.collect::<Result<_, String>>()?;
    if queries.is_empty() {
        return Err(format!("{name}: there is no query in it"));
    }
    Ok(queries)
}

/// The query of a line, of which `field` returns the text in a column; or the column that is wrong,
/// and why.
fn query<'a>(
    field: impl Fn(&'static str) -> Option<&'a str>,
) -> Result<Judged, (&'static str, String)> {
    let text = |column| field(column).ok_or((column, "the line ends before it".to_owned()));
    let position = |column| parse_fen(text(column)?).map_err(|error| (column, error.to_string()));
    let phase = text("phase")?;
    let phase = Phase::ALL
        .into_iter()
        .find(|known| known.name() == phase)
        .ok_or_else(|| {
            let known = Phase::ALL.map(Phase::name).join(", ");
            ("phase", format!("{phase:?} is not one of {known}"))
        })?;
    let ply = text("ply")?;
    let ply = ply
        .parse()
        .map_err(|_| ("ply", format!("{ply:?} is not a number of half-moves")))?;
    let result = match text("result")? {
        "1-0" => 1.0,
        "0-1" => 0.0,
        "1/2-1/2" | "*" => 0.5,
        other => {
            let why = format!("{other:?} is not one of 1-0, 0-1, 1/2-1/2, *");
            return Err(("result", why));
        }
    };
    let line =
        line(position("fen")?, text("next_moves")?).map_err(|error| ("next_moves", error))?;
    Ok(Judged {
        moment: Moment::new(&line, result, text("eco")?)
            .ok_or(("next_moves", "there is none".to_owned()))?,
        phase,
        ply,
        perturbed: position("perturbed_fen")?,
    })
}

/// What is played from a position on, of which there must be enough to compare.
fn line(mut position: Chess, moves: &str) -> Result<Vec<(Chess, Option<Played>)>, String> {
    let mut line = Vec::new();
    for (number, text) in (1..).zip(moves.split_whitespace()) {
        let m = text
            .parse()
            .ok()
            .and_then(|uci: UciMove| uci.to_move(&position).ok())
            .ok_or_else(|| format!("move {number}, {text:?}, cannot be played"))?;
        line.push((position.clone(), Some(Played::Move(m))));
        position.play_unchecked(m);
    }
    if line.len() < PLIES {
        let count = line.len();
        return Err(format!(
            "it must have {PLIES} half-moves or more, not {count}"
        ));
    }
    line.push((position, None));
    Ok(line)
}
