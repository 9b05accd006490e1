//! How far an engine searches, and which engine.

use std::path::PathBuf;

use app::{Depth, Effort, Engines, Error, Lines, Milliseconds, Nodes};
use clap::Args;

use crate::args::ranged;
use crate::args::tablebase::TablebaseArgs;

// How far the engine searches a position: up to the limit that is reached first, by default a million nodes; 200,000
// for each move of a game, and for each hit.
#[derive(Debug, Args)]
pub(crate) struct EffortArgs {
    #[arg(long, value_name = "N", help = ranged("Search to this depth, in plies", &Depth::range()))]
    depth: Option<Depth>,

    #[arg(long, value_name = "N", help = ranged("Search this number of nodes", &Nodes::range()))]
    nodes: Option<Nodes>,

    #[arg(long, value_name = "MS", help = ranged("Search for this number of milliseconds", &Milliseconds::range()))]
    movetime: Option<Milliseconds>,

    #[arg(long, value_name = "N", help = ranged("Show this number of best lines", &Lines::range()))]
    multipv: Option<Lines>,
}

impl EffortArgs {
    /// How far to search.
    pub(crate) fn effort(&self) -> Effort {
        Effort {
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime,
            multi_pv: self.multipv,
        }
    }

    /// Whether there is any of its options.
    pub(crate) fn is_given(&self) -> bool {
        let others = self.nodes.is_some() || self.movetime.is_some() || self.multipv.is_some();
        self.depth.is_some() || others
    }
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Analyse with this UCI engine instead of the built-in one, e.g. `stockfish`.
    #[arg(long, env = "TABIYA_ENGINE", value_name = "PATH")]
    engine: Option<PathBuf>,

    #[command(flatten)]
    tablebase: TablebaseArgs,
}

impl EngineArgs {
    /// Starts the engines.
    pub(crate) fn start(&self) -> Result<Engines, Error> {
        self.tablebase.start(self.engine.as_deref())
    }
}
