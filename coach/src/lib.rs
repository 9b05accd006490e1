//! What games teach a player, by motifs and the engine. One room for each part, in which an arrow points to what is used:
//!
//! ```text
//! record, annotate, theme <- report <- exercises <- files
//!                        difficulty <- exercises
//! ```
//!
//! - [`difficulty`]: how hard a position is.
//! - [`annotate()`]: games with comments, scores and marks.
//! - [`record`]: results, openings and named structures of a player's games.
//! - [`report`]: the same with motifs, phases, time trouble, a book, and kinds of mistakes.
//! - [`exercises()`]: positions of games where only one move is good, of a [`Theme`] or a kind of mistake.
//! - [`files`]: exercises for Anki, as CSV and as PGN.
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
//! What is absent: the index, which games a player has, similarity of positions, requests and answers, JSON, the command
//! line. Callers pass in games, the names that count as a player's, and searches that may end early.

mod annotate;
mod chances;
/// How hard a position is.
pub mod difficulty;
mod exercises;
pub mod files;
pub mod record;
pub mod report;
mod theme;
mod themes;

pub use annotate::{Analyse, AnnotateError, Mark, annotate, annotated, mark, written};
pub use chances::{centipawns, chances};
pub use difficulty::{Difficulty, Estimator, Larin, Sought};
pub use exercises::{
    Alternative, Choice, Criteria, Exercise, ExerciseReport, GameExercise, GamesSearched, IsPlayer,
    Moment, POSITIONS_EACH, StopReason, exercises, exercises_of_games, ratings_near,
};
pub use theme::Theme;
pub use themes::{phase, tactics};
