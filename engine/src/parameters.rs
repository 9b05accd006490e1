//! Every number of the search, each with its origin: measured (how), or guessed, where others have
//! it after theirs. Scores are in centipawns, depths in plies. Guesses about pruning and reductions
//! were changed where that solved more of Win at Chess, 60,000 moves a position.
//!
//! Those that depend on how the evaluation is spread are [`Parameters`]: guessed, after the engines that are named there,
//! then tuned with the network by `tools/src/bin/tune_search`, see docs/engine.md.
//! The weights of the tapered evaluation are in `evaluation/weights.rs`: the tuner writes them.

use std::ops::RangeInclusive;

/// A number of the search that can be tuned.
pub struct Tunable {
    /// Its name among the [`Parameters`].
    pub name: &'static str,
    /// Within what it makes sense.
    pub range: RangeInclusive<i32>,
    /// It, among some parameters.
    pub of: fn(&mut Parameters) -> &mut i32,
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $value:literal in $range:expr;)*) => {
        /// Numbers of the search that depend on how the evaluation is spread; the default is what the engine plays with.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $value,)* }
            }
        }

        /// All [`Parameters`].
        pub const TUNABLES: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            range: $range,
            of: |parameters| &mut parameters.$name,
        },)*];
    };
}

parameters! {
    /// By how much more than beta the evaluation must be for the null move at depth 0. After Stockfish 15's.
    null_base: 65 in -50..=300;
    /// By how much less for each ply. After Stockfish 15's.
    null_margin: 5 in 0..=40;

    /// Half the first aspiration window. After Stockfish's.
    aspiration_window: 17 in 5..=50;

    /// Reverse futility pruning: what the opponent may win back in a ply.
    reverse_futility_margin: 63 in 30..=200;

    /// How far below alpha a position must be for razoring. After Stockfish 15.
    razoring_base: 177 in 100..=800;
    /// By how much more for each squared ply. After Stockfish 15.
    razoring_margin: 201 in 80..=500;

    /// The null move reduces one ply more for this many centipawns above beta. After Ethereal 12.
    null_score_divisor: 135 in 80..=400;

    /// The null move reduces one more ply for this many plies of depth, in hundredths. After Ethereal 12.
    null_depth_divisor: 466 in 220..=800;
    /// By how many plies it reduces more for the score at most. After Ethereal 12.
    null_score_maximum: 4 in 1..=7;

    /// Late move pruning: quiet moves tried at depth 0, before late ones are skipped, in hundredths. After
    /// Ethereal 12.
    late_move_base: 360 in 100..=700;
    /// How many more for each squared ply, in hundredths. After Ethereal 12.
    late_move_margin: 128 in 40..=200;

    /// Futility pruning: what a quiet move may gain.
    futility_base: 47 in 20..=250;
    /// What it may gain more for each ply that is left.
    futility_margin: 52 in 30..=200;

    /// Captures that lose more than this for each ply are skipped. After Ethereal 12.
    see_capture_margin: 141 in 30..=250;
    /// Quiet moves that lose more than this for each squared reduced ply are skipped. After Ethereal.
    see_quiet_margin: 18 in 5..=80;

    /// How much worse all other moves must be for a move to be singular, in sixteenths for each ply. After
    /// Ethereal.
    singular_margin: 28 in 8..=80;
    /// How much worse still for it to be extended twice. After Stockfish's.
    singular_double_margin: 21 in 5..=60;

    /// Late quiet moves are reduced by `base + ln(depth) * ln(move) / divisor`: the base, in hundredths. After
    /// Ethereal 12.
    late_reduction_base: 106 in 0..=200;
    /// The divisor, in hundredths. After Ethereal 12.
    late_reduction_divisor: 250 in 140..=400;
    /// The base for late captures.
    late_capture_reduction_base: 29 in -50..=150;
    /// The divisor for late captures.
    late_capture_reduction_divisor: 382 in 180..=600;
    /// By how much less a late killer is reduced, in 1024ths of a ply, as all that follow.
    late_reduction_killer: 770 in 0..=3072;
    /// By how much more a quiet move where a capture is best. After Stockfish.
    late_reduction_captures_best: 1006 in 0..=3072;
    /// By how much more where the evaluation is not better than at our last move.
    late_reduction_not_improving: 1231 in 0..=3072;
    /// By how much more after many cut-offs among the replies to earlier moves. After Stockfish 15.
    late_reduction_many_cutoffs: 644 in 0..=3072;
    /// By how much more at expected cut nodes.
    late_reduction_cut_node: 995 in 0..=3072;
    /// By how much less where a principal variation is or was.
    late_reduction_was_pv: 1357 in 0..=3072;
    /// By how much less where one is.
    late_reduction_pv: 789 in 0..=3072;
    /// By how much less at the root.
    late_reduction_root: 919 in 0..=3072;
    /// By how much less if the move gives check.
    late_reduction_check: 770 in 0..=3072;
    /// History that is worth a ply of reduction, where the largest of a move by itself is 16,384.
    late_reduction_history: 8017 in 3000..=20000;

    /// What a capture in quiescence may gain above the captured piece.
    delta_margin: 150 in 50..=400;

    /// What the history of a quiet move by itself counts, in 64ths.
    history_plain: 49 in 0..=192;
    /// What its history after the move before counts, in 64ths.
    history_after_one: 86 in 0..=192;
    /// What its history after the move two plies before counts, in 64ths.
    history_after_two: 67 in 0..=192;
    /// What its history after the move four plies before counts, in 64ths.
    history_after_four: 55 in 0..=192;
    /// What a quiet move earns for each centipawn by which it makes the evaluation better. After Stockfish 15's.
    history_evaluation: 13 in 0..=30;
    /// What it earns for that at most. After Stockfish 15's.
    history_evaluation_maximum: 845 in 200..=3000;
    /// A cut-off at depth d earns `history_bonus * d - history_bonus_base`. After Stockfish's.
    history_bonus: 243 in 50..=400;
    /// What is taken from each bonus.
    history_bonus_base: -1 in -100..=400;
    /// The largest bonus.
    history_bonus_maximum: 1614 in 600..=4000;

    /// The largest correction of a static evaluation by one thing that positions have in common.
    correction_maximum: 23 in 8..=80;
    /// The share of the three corrections' sum that is believed, in 96ths.
    correction_share: 63 in 24..=144;
    /// The share of the correction by the last move that is believed, in 96ths.
    correction_move_share: 63 in 0..=144;
}

/// What pieces are worth in an exchange, pawn to king. Guessed, after Ethereal 12; a king is never
/// captured, its value only must not be negative.
pub(crate) const SEE_VALUES: [i32; 6] = [100, 450, 450, 675, 1300, 0];

/// Aspiration windows begin at this depth. Guessed, after Stockfish.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;
/// Reverse futility pruning up to this depth. Guessed, after Stockfish 12 to 16, about 8.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// The null move is tried from this depth on. Guessed, after Stockfish.
pub(crate) const NULL_DEPTH: i32 = 3;
/// What the null move reduces at least. Guessed, after Ethereal 12.
pub(crate) const NULL_REDUCTION: i32 = 4;
/// From this depth on, what a null move proves is searched again without it. Guessed.
pub(crate) const NULL_VERIFICATION_DEPTH: i32 = 14;

/// Internal iterative reduction from this depth on. Guessed, after Stockfish 14.
pub(crate) const IIR_DEPTH: i32 = 4;

/// Late move pruning up to this depth. Guessed, after Stockfish.
pub(crate) const LATE_MOVE_DEPTH: i32 = 8;

/// Futility pruning up to this reduced depth. Guessed, after Stockfish.
pub(crate) const FUTILITY_DEPTH: i32 = 8;
/// Moves that lose material are skipped up to this depth. Guessed, after Ethereal 12.
pub(crate) const SEE_DEPTH: i32 = 9;

/// How much earlier a minor piece, a rook and a queen are moved away from something cheaper, in units of
/// history. Guessed, after Stockfish 15's.
pub(crate) const ESCAPE: [i32; 3] = [8_000, 12_000, 24_000];

/// Singular extensions from this depth on. Measured: docs/engine.md.
pub(crate) const SINGULAR_DEPTH: i32 = 5;
/// Double extensions in one line at most. Guessed, after Stockfish's.
pub(crate) const SINGULAR_DOUBLE_MAXIMUM: u8 = 6;

/// After more cut-offs than this among the replies to earlier moves, a late move is reduced by another ply. Read:
/// Stockfish 15's.
pub(crate) const LATE_REDUCTION_CUTOFFS: u32 = 3;

/// Reductions begin at this depth. Guessed, after Stockfish.
pub(crate) const LATE_REDUCTION_MINIMUM: i32 = 3;
/// The largest history. Guessed, after Stockfish.
pub(crate) const HISTORY_MAXIMUM: i32 = 16_384;
/// What histories count is in this fraction of their sum.
pub(crate) const HISTORY_SHARE: i32 = 64;
/// Corrections of the static evaluation are in this fraction of a centipawn. Guessed, after Stockfish 16.
pub(crate) const CORRECTION_GRAIN: i32 = 256;
/// A search of depth d moves a correction by (d + 1) / `CORRECTION_WEIGHT` of what is missing.
/// Guessed, after Stockfish 16.
pub(crate) const CORRECTION_WEIGHT: i32 = 256;
/// Deeper searches count no more than this. Guessed, after Stockfish 16.
pub(crate) const CORRECTION_DEPTH: i32 = 15;
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
