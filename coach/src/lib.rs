//! What needs both motifs and the engine: difficulty, annotated games, exercises.
//!
//! ```
//! use shakmaty::{CastlingMode, Chess, fen::Fen, uci::UciMove};
//! use coach::{Estimator, Larin, Sought};
//!
//! let fen: Fen = "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! assert_eq!(Larin::new(&position).rating(), 1860);
//! let best = "a4a7".parse::<UciMove>()?.to_move(&position)?;
//! let difficulty = Estimator::new()?.estimate(&position, Sought::Best(&[best])).expect("a move to find");
//! assert!(difficulty.interval[0] <= difficulty.rating);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! What is absent: the index, JSON, the command line.

mod annotate;
mod chances;
/// How hard a position is.
pub mod difficulty;
mod exercise;
mod exercises;
mod larin;
mod maker;
mod themes;

pub use annotate::{Analyse, AnnotateError, Mark, annotate, annotated, mark, written};
pub use chances::{centipawns, chances};
pub use difficulty::{Difficulty, Estimator, Sought};
pub use exercise::{Alternative, Criteria, Exercise, ExerciseReport, Moment, StopReason};
pub use exercises::exercises;
pub use larin::Larin;
pub use themes::{phase, tactics};
