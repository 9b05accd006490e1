//! From a score to centipawns and winning chances.

use engine::Score;

/// The most centipawns that count. Read: lila's `WinPercent`, as below.
const CEILING: i32 = 1000;

/// A score in centipawns, from -1000 to 1000: won is won, and a mate is 1000.
pub fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-CEILING, CEILING),
        Score::Mate(moves) if moves > 0 => CEILING,
        Score::Mate(_) => -CEILING,
    }
}

/// Winning chances of a score, from -1 to 1, e.g. 0.18 for a pawn.
///
/// Source: lila's `WinPercent.winningChances`, fitted on games of players rated 2300,
/// <https://github.com/lichess-org/scalachess/blob/master/core/src/main/scala/eval.scala>. Kept where masters' games
/// fit .0088 and those of club players .0020, measured with tools/chances.py.
pub fn chances(score: Score) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns(score))).exp()) - 1.0
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
