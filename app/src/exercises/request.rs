//! Which exercises to make.

use crate::bounded::Bounded;
use crate::exercises::theme::Theme;

/// The number of positions searched for each exercise. Guessed: one in thirty of a master's has an only move.
pub(crate) const POSITIONS_EACH: usize = 200;

/// The number of similar games for each exercise. Guessed.
pub(crate) const SIMILAR_GAMES: usize = 10;

/// The number of exercises in an answer. Guessed.
pub type ExercisesLimit = Bounded<1, 200>;
/// The rating of an exercise; none is higher.
pub type ExerciseRating = Bounded<0, 4000>;
/// The number of moves that a search for exercises makes. Guessed: 1,000 take a thousandth of a second.
pub type ExerciseNodes = Bounded<1000, 1_000_000_000>;

/// Which exercises to make.
#[derive(Clone, Debug)]
pub struct ExercisesRequest {
    /// The number of exercises; at most 200 positions are searched for each.
    pub limit: ExercisesLimit,
    /// The lowest rating of an exercise.
    pub min_rating: ExerciseRating,
    /// The highest rating of an exercise.
    pub max_rating: ExerciseRating,
    /// The number of moves that each search makes.
    pub nodes: ExerciseNodes,
    /// The player who could have found them, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    pub player: Option<String>,
    /// A motif or named structure of theirs.
    pub theme: Option<Theme>,
}

impl Default for ExercisesRequest {
    fn default() -> ExercisesRequest {
        ExercisesRequest {
            limit: ExercisesLimit::of::<10>(),
            min_rating: ExerciseRating::MIN,
            max_rating: ExerciseRating::MAX,
            // Guessed: a twentieth of a second.
            nodes: ExerciseNodes::of::<50_000>(),
            player: None,
            theme: None,
        }
    }
}
