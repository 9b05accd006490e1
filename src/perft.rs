//! `tabiya perft`: counts the paths of legal moves.

use std::io::Write;

use anyhow::Context;
use app::Bounded;
use clap::Args;
use serde::Serialize;
use shakmaty::{Chess, Position};

use crate::args::ranged;

/// Count the sequences of legal moves (perft): a check of the rules.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[arg(value_name = "DEPTH", help = ranged("The length of the sequences, in half-moves", &Length::range()))]
    depth: Length,

    /// The position: FEN or EPD, by default the usual start; castling as in Chess960 if the
    /// castling rights require it.
    #[arg(value_name = "FEN")]
    parts: Vec<String>,

    /// Print the number of sequences that begin with each move.
    #[arg(long)]
    divide: bool,
}

/// The length of a path, in half-moves.
type Length = Bounded<0, 100>;

/// What `--json` prints.
#[derive(Serialize)]
struct Response {
    fen: String,
    depth: u32,
    /// Paths of legal moves.
    nodes: u64,
    /// Paths by their first move, only if requested.
    divide: Option<Vec<First>>,
}

#[derive(Serialize)]
struct First {
    uci: String,
    nodes: u64,
}

pub(crate) fn run(args: &PerftArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let position = match args.parts.join(" ") {
        usual if usual.is_empty() => Chess::default(),
        fen => pgn::parse_fen(&fen)?,
    };
    let depth = args.depth.get() as u32;
    let mode = position.castles().mode();
    let paths = engine::divide(&position, depth);
    // The empty path is one.
    let nodes = paths
        .iter()
        .try_fold(0_u64, |sum, (_, nodes)| sum.checked_add(*nodes));
    let nodes = nodes.context("there are too many paths to count")?;
    let nodes = if depth == 0 { 1 } else { nodes };
    let mut divide: Vec<First> = paths
        .into_iter()
        .map(|(m, nodes)| First {
            uci: m.to_uci(mode).to_string(),
            nodes,
        })
        .collect();
    divide.sort_by(|one, other| one.uci.cmp(&other.uci));
    if json {
        let response = Response {
            fen: pgn::fen(&position),
            depth,
            nodes,
            divide: args.divide.then_some(divide),
        };
        return crate::print::json(out, &response);
    }
    if args.divide {
        for First { uci, nodes } in divide {
            writeln!(out, "{uci} {nodes}")?;
        }
    }
    Ok(writeln!(out, "{nodes}")?)
}
