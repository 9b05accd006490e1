//! Alpha-beta: a chess position and limits in; score, principal variation, nodes out.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use engine::{Engine, Game, Limits, Score};
//! use shakmaty::fen::Fen;
//! use shakmaty::{CastlingMode, Chess};
//!
//! let fen: Fen = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//!
//! let limits = Limits { depth: Some(5), ..Limits::default() };
//! let stop = AtomicBool::new(false);
//! let found = Engine::new(1)?.search(&Game::new(position), &limits, &stop, |_| ());
//! assert_eq!(found.lines[0].score, Score::Mate(1));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules and move generation are shakmaty's; search and evaluation are here, after Goršić 2025, and
//! beyond it. With one thread the same position, limits and hash give the same answer, unless the
//! limit is one of time.
//!
//! What is absent: input and output, but for the files of a [`Tablebase`]; async, JSON, UCI, the index.

mod alpha_beta;
mod analysis;
mod bench;
mod best;
mod checks;
mod control;
mod correction;
mod deepening;
mod engine;
/// The evaluations, and what the tuner needs of the tapered one.
pub mod evaluation;
mod game;
mod history;
mod late_moves;
mod limits;
#[cfg(test)]
mod minimax;
mod moves;
mod node;
mod null_move;
mod ordering;
mod outlook;
mod packed;
mod parameters;
mod perft;
mod probe;
mod pruning;
mod quiescence;
mod ranks;
mod reductions;
#[cfg(test)]
mod retrograde;
mod root;
mod score;
mod scored;
mod search;
mod see;
mod singular;
mod strength;
mod table;
mod tablebase;
mod threats;
mod time;
mod walk;
mod window;
mod worker;

pub use analysis::{Analysis, Line};
pub use bench::bench;
pub use engine::{Engine, NoMemory, STACK};
pub use evaluation::Evaluation;
pub use game::Game;
pub use limits::{Clock, Limits};
pub use parameters::{Parameters, TUNABLES, Tunable};
pub use perft::divide;
pub use score::Score;
pub use strength::{STRONGEST, WEAKEST};
pub use tablebase::{NoTables, Tablebase};

/// The parts that searches of other kinds of chess are made of, too.
pub mod parts {
    pub use crate::alpha_beta::AlphaBeta;
    pub use crate::best::Best;
    pub use crate::checks::Checks;
    pub use crate::control::Control;
    pub use crate::deepening::Deepening;
    pub use crate::history::{add_bonus, is_quiet};
    pub use crate::packed::{PLACES, Packed, place};
    pub use crate::reductions::{PLY, Reductions};
    pub use crate::root::RootMove;
    pub use crate::score::{DRAW, MATE_BOUND, MAX_PLY, mated};
    pub use crate::scored::{Scored, pick};
    pub use crate::table::{Entry, SharedTable, Table};
    pub use crate::time::{Budget, Spending};
    pub use crate::walk::Walk;
    pub use crate::window::{NodeKind, Window};
}
