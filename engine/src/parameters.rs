//! Every number of the search, each with its origin: measured (how), or guessed, where others have
//! it after theirs. Scores are in centipawns, depths in plies. Guesses about pruning and reductions
//! were changed where that solved more of Win at Chess, 60,000 moves a position.
//!
//! The weights of the tapered evaluation are in `evaluation/weights.rs`: the tuner writes them.

/// What pieces are worth in an exchange, pawn to king. Guessed, after Ethereal 12; a king is never
/// captured, its value only must not be negative.
pub(crate) const SEE_VALUES: [i32; 6] = [100, 450, 450, 675, 1300, 0];

/// Aspiration windows begin at this depth. Guessed, after Stockfish.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// Half the first window. Guessed, after Stockfish's.
pub(crate) const ASPIRATION_WINDOW: i32 = 14;

/// Reverse futility pruning up to this depth. Guessed, after Stockfish 12 to 16, about 8.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// What the opponent may win back in a ply. Guessed.
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 90;

/// How far below alpha a position must be for razoring, and by how much more for each squared
/// ply. Guessed, after Stockfish 15.
pub(crate) const RAZORING: (i32, i32) = (300, 230);

/// The null move is tried from this depth on. Guessed, after Stockfish.
pub(crate) const NULL_DEPTH: i32 = 3;
/// What the null move reduces at least. Guessed, after Ethereal 12.
pub(crate) const NULL_REDUCTION: i32 = 4;
/// One ply more for this many plies of depth. Guessed, after Ethereal 12.
pub(crate) const NULL_DEPTH_DIVISOR: i32 = 5;
/// One ply more for this many centipawns above beta, three at most. Guessed, after Ethereal 12.
pub(crate) const NULL_SCORE_DIVISOR: i32 = 190;
/// From this depth on, what a null move proves is searched again without it. Guessed.
pub(crate) const NULL_VERIFICATION_DEPTH: i32 = 14;

/// Internal iterative reduction from this depth on. Guessed, after Stockfish 14.
pub(crate) const IIR_DEPTH: i32 = 4;

/// Late move pruning up to this depth. Guessed, after Stockfish.
pub(crate) const LATE_MOVE_DEPTH: i32 = 8;
/// Quiet moves tried at depth 0, before late ones are skipped. Guessed, after Ethereal 12.
pub(crate) const LATE_MOVE_BASE: i32 = 3;

/// Futility pruning up to this reduced depth. Guessed, after Stockfish.
pub(crate) const FUTILITY_DEPTH: i32 = 8;
/// What a quiet move may gain. Guessed.
pub(crate) const FUTILITY_BASE: i32 = 90;
/// What it may gain more for each ply that is left. Guessed.
pub(crate) const FUTILITY_MARGIN: i32 = 85;

/// Captures that lose more than this for each ply are skipped. Guessed, after Ethereal 12.
pub(crate) const SEE_CAPTURE_MARGIN: i32 = 95;
/// Quiet moves that lose more than this for each squared reduced ply are skipped. Guessed, after Ethereal.
pub(crate) const SEE_QUIET_MARGIN: i32 = 20;
/// Up to this depth. Guessed, after Ethereal 12.
pub(crate) const SEE_DEPTH: i32 = 9;

/// How much earlier a minor piece, a rook and a queen are moved away from something cheaper, in units of
/// history. Guessed, after Stockfish 15's.
pub(crate) const ESCAPE: [i32; 3] = [8_000, 12_000, 24_000];

/// Singular extensions from this depth on. Guessed, after Stockfish 10.
pub(crate) const SINGULAR_DEPTH: i32 = 8;
/// How much worse all other moves must be for a move to be singular, for each ply. Guessed, after Ethereal.
pub(crate) const SINGULAR_MARGIN: i32 = 2;
/// How much worse still for it to be extended twice. Guessed, after Stockfish's.
pub(crate) const SINGULAR_DOUBLE_MARGIN: i32 = 20;
/// Double extensions in one line at most. Guessed, after Stockfish's.
pub(crate) const SINGULAR_DOUBLE_MAXIMUM: u8 = 6;

/// Late quiet moves are reduced by `base + ln(depth) * ln(move) / divisor`. Guessed, after Ethereal 12.
pub(crate) const LATE_REDUCTION: (f64, f64) = (0.77, 2.36);
/// Late captures likewise. Guessed.
pub(crate) const LATE_CAPTURE_REDUCTION: (f64, f64) = (0.2, 3.2);
/// Reductions begin at this depth. Guessed, after Stockfish.
pub(crate) const LATE_REDUCTION_MINIMUM: i32 = 3;
/// History that is worth a ply of reduction. Guessed.
pub(crate) const LATE_REDUCTION_HISTORY: i32 = 8192;

/// What a capture in quiescence may gain above the captured piece. Guessed.
pub(crate) const DELTA_MARGIN: i32 = 150;

/// The largest history. Guessed, after Stockfish.
pub(crate) const HISTORY_MAXIMUM: i32 = 16_384;
/// A cut-off at depth d earns `HISTORY_BONUS * d - HISTORY_BONUS_BASE`. Guessed, after
/// Stockfish's.
pub(crate) const HISTORY_BONUS: i32 = 170;
/// What is taken from each bonus. Guessed.
pub(crate) const HISTORY_BONUS_BASE: i32 = 100;
/// The largest bonus. Guessed.
pub(crate) const HISTORY_BONUS_MAXIMUM: i32 = 1600;

/// Corrections of the static evaluation are in this fraction of a centipawn. Guessed, after Stockfish 16.
pub(crate) const CORRECTION_GRAIN: i32 = 256;
/// The largest correction by one thing that positions have in common. Guessed.
pub(crate) const CORRECTION_MAXIMUM: i32 = 48;
/// A search of depth d moves a correction by (d + 1) / `CORRECTION_WEIGHT` of what is missing.
/// Guessed, after Stockfish 16.
pub(crate) const CORRECTION_WEIGHT: i32 = 256;
/// Deeper searches count no more than this. Guessed, after Stockfish 16.
pub(crate) const CORRECTION_DEPTH: i32 = 15;
/// The share of the three corrections' sum that is believed. Guessed.
pub(crate) const CORRECTION_SHARE: (i32, i32) = (2, 3);

/// What the tablebase says is kept as if from a search this many plies deeper. Read: Stockfish's.
pub(crate) const TABLEBASE_DEPTH: i32 = 6;

/// For this many moves the time left must do, where the next time control is not nearer. Guessed.
pub(crate) const TIME_MOVES_LEFT: u32 = 24;
/// The share of the increment that is spent. Guessed.
pub(crate) const TIME_INCREMENT_SHARE: f64 = 0.8;
/// A move never takes more than this many times its fair share. Guessed.
pub(crate) const TIME_HARD_FACTOR: f64 = 4.0;
/// A move never takes a larger share of what is left. Guessed.
pub(crate) const TIME_HARD_SHARE: f64 = 0.6;
/// By what the time is multiplied while the best move has stood for 0, 1, 2.. iterations. Guessed,
/// after Stash's.
pub(crate) const TIME_STABILITY: [f64; 5] = [2.0, 1.2, 0.95, 0.8, 0.7];
/// The time is multiplied by factor * (base - the share of nodes of the best move). Guessed, after akimbo
/// 0.4.
pub(crate) const TIME_NODES_BASE: f64 = 1.5;
/// See [`TIME_NODES_BASE`].
pub(crate) const TIME_NODES_FACTOR: f64 = 1.35;
