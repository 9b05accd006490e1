//! Progressive chess: White makes one move, Black two, White three and so on.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use variants::progressive::{Limits, Rules, Task, solve};
//!
//! let task: Task = "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4".parse()?;
//! let stop = AtomicBool::new(false);
//! let limits = Limits { mates: 1, positions: 1_000_000, deadline: None, stop: &stop };
//! let solution = solve(&task, Rules::default(), &limits);
//! assert_eq!(solution.mates[0].moves.len(), 4);
//! # Ok::<_, variants::progressive::TaskError>(())
//! ```

mod board;
mod cover;
mod game;
mod generate;
mod mate;
mod near;
mod notation;
mod player;
mod rules;
mod search;
mod solve;
mod steps;
mod task;

pub use game::{Game, IllegalMove, Outcome};
pub use generate::{Generator, Puzzle};
pub use notation::{Replay, ReplayError, Series, squares};
pub use player::choose;
pub use rules::{Check, EnPassant, Rules};
pub use solve::{Limits, Mate, Solution, solve};
pub use task::{MOST_MOVES, Task, TaskError};
