//! Exercises: positions of games where only one move is good, by the engine's word.
//!
//! What is absent: where the games come from, and which player is meant by a name.

mod exercise;
mod game;
mod maker;
mod search;

pub use exercise::{Alternative, Criteria, Exercise, ExerciseReport, Moment, StopReason};
pub use game::{
    Choice, GameExercise, GamesSearched, IsPlayer, POSITIONS_EACH, exercises_of_games, ratings_near,
};
pub use search::exercises;
