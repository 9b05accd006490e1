//! From a score to winning chances.

use engine::Score;

/// The most centipawns that count: more change nothing, a mate is as many.
pub(crate) const CEILING: i32 = 1000;

/// Winning chances of a score, from -1 to 1, e.g. 0.18 for a pawn.
///
/// Source: lila's `WinPercent.winningChances`, fitted on games of players rated 2300,
/// <https://github.com/lichess-org/scalachess/blob/master/core/src/main/scala/eval.scala>.
pub(crate) fn chances(score: Score) -> f64 {
    let cp = match score {
        Score::Cp(cp) => cp.clamp(-CEILING, CEILING),
        Score::Mate(moves) if moves > 0 => CEILING,
        Score::Mate(_) => -CEILING,
    };
    2.0 / (1.0 + (-0.003_682_08 * f64::from(cp)).exp()) - 1.0
}

#[cfg(test)]
mod tests {
    use super::{Score, chances};

    #[test]
    fn a_pawn_is_a_fifth() {
        for (score, wanted) in [
            (Score::Cp(0), 0.0),
            (Score::Cp(100), 0.182),
            (Score::Cp(-100), -0.182),
            (Score::Cp(5000), 0.951),
            (Score::Mate(3), 0.951),
            (Score::Mate(0), -0.951),
        ] {
            assert!((chances(score) - wanted).abs() < 0.001, "{score}");
        }
    }
}
