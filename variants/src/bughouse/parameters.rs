//! Every number of the search with its origin; the evaluation's are in its file. Scores are in centipawns,
//! depths in plies.

/// Aspiration windows begin at this depth. Guessed.
pub(crate) const ASPIRATION_DEPTH: i32 = 5;
/// Half the first window. Guessed: scores jump more than in chess.
pub(crate) const ASPIRATION_WINDOW: i32 = 40;

/// Checks are extended up to this many times the depth of the iteration. Guessed.
pub(crate) const EXTENDED: usize = 2;

/// Reverse futility pruning up to this depth. Guessed.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 5;
/// What the opponent may win back in a ply. Guessed: a drop threatens more than a move.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 130;

/// The null move is tried from this depth on. Guessed.
pub(crate) const NULL_DEPTH: i32 = 3;
/// What it reduces, and the plies of depth for which it reduces one more. Guessed.
pub(crate) const NULL_REDUCTION: (i32, i32) = (3, 4);

/// Without a move from the table the search is one ply shallower, from this depth on. Guessed.
pub(crate) const IIR_DEPTH: i32 = 4;

/// Late quiet moves are skipped up to this depth. Guessed.
pub(crate) const LATE_MOVE_DEPTH: i32 = 5;
/// Quiet moves tried at depth 0, and how many more for each squared ply. Guessed: there are many drops.
pub(crate) const LATE_MOVES: (i32, i32) = (6, 4);

/// Futility pruning up to this depth. Guessed.
pub(crate) const FUTILITY_DEPTH: i32 = 5;
/// What a quiet move may gain, and what more for each ply that is left. Guessed.
pub(crate) const FUTILITY: (i32, i32) = (120, 110);

/// Moves that lose more than this for each ply are skipped up to [`FUTILITY_DEPTH`]. Guessed.
pub(crate) const LOSS_MARGIN: i32 = 120;

/// Late moves are reduced by `base + ln(depth) * ln(move) / divisor`. Guessed.
pub(crate) const LATE_REDUCTION: (f64, f64) = (0.5, 2.1);
/// Reductions begin at this depth. Guessed.
pub(crate) const LATE_REDUCTION_MINIMUM: i32 = 3;
/// History that is worth a ply of reduction. Guessed.
pub(crate) const LATE_REDUCTION_HISTORY: i32 = 8192;

/// What a capture in quiescence may gain above the captured piece. Guessed.
pub(crate) const DELTA_MARGIN: i32 = 200;
/// Checks are searched in this many of the first plies of quiescence. Guessed.
pub(crate) const CHECKING_PLIES: usize = 1;

/// What a repetition costs the side that searches, so that even positions are played on. Guessed.
pub(crate) const REPETITION: i32 = 20;

/// What it costs to have no move, in check and without it, where the partner may still help. Guessed.
pub(crate) const STUCK: (i32, i32) = (1500, 700);

/// The largest history that counts for reductions. Guessed: what a single table holds.
pub(crate) const HISTORY_MAXIMUM: i32 = 16_384;
/// A cut-off at depth d earns d * d times this. Guessed.
pub(crate) const HISTORY_BONUS: i32 = 24;
/// The largest bonus. Guessed.
pub(crate) const HISTORY_BONUS_MAXIMUM: i32 = 1600;
