//! Playing weaker than it could, by a rating.
//!
//! A weaker player sees less and judges worse: it makes fewer moves in its search, and its
//! evaluation is off by a random amount, the same for a position all through a search.

/// The weakest rating that can be set.
pub const WEAKEST: u32 = 800;
/// The strongest one: from here on it plays as well as it can.
pub const STRONGEST: u32 = 2600;

/// Ratings, moves made in a search, and how far the evaluation is off at most, in centipawns.
///
/// On the scale of Stockfish 15.1's `UCI_Elo`, where it has one: measured by matches against it, see docs/engine.md.
/// Below 1350 a point is one of Elo, measured by matches of each step against the next. Of the strongest the nodes are
/// such that 2500, halfway to it, has 65,000; guessed from 2400 and from what the whole strength scores against 2500.
const STEPS: [(u32, f64, f64); 10] = [
    (WEAKEST, 57.0, 270.0),
    (1000, 82.0, 223.0),
    (1200, 118.0, 183.0),
    (1400, 165.0, 157.0),
    (1600, 235.0, 128.0),
    (1800, 520.0, 95.0),
    (2000, 2_640.0, 53.0),
    (2200, 6_500.0, 22.0),
    (2400, 24_000.0, 3.0),
    (STRONGEST, 176_000.0, 0.0),
];

/// How a rating is played.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Strength {
    /// Moves made in a search at most.
    pub(crate) nodes: u64,
    /// How far the evaluation is off at most, in centipawns.
    pub(crate) noise: i32,
}

impl Strength {
    /// How a rating is played; ratings outside of the scale are played as its ends.
    pub(crate) fn new(rating: u32) -> Strength {
        let rating = rating.clamp(WEAKEST, STRONGEST);
        let upper = STEPS.iter().position(|step| rating <= step.0);
        let upper = upper.unwrap_or(STEPS.len() - 1).max(1);
        let ((low, few, off), (high, many, less)) = (STEPS[upper - 1], STEPS[upper]);
        let share = f64::from(rating - low) / f64::from(high - low);
        Strength {
            nodes: (few * (many / few).powf(share)) as u64,
            noise: (off + (less - off) * share) as i32,
        }
    }
}

/// By how much an evaluation is off, within ± `most`; small amounts are likelier.
pub(crate) fn noise(key: u64, most: i32) -> i32 {
    // The finisher of splitmix64, <https://prng.di.unimi.it/splitmix64.c>.
    let mixed = (key ^ key >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    let (one, other) = ((mixed >> 48) as i32, (mixed >> 32 & 0xffff) as i32);
    most * (one - other) / 0x1_0000
}

#[cfg(test)]
mod tests {
    use super::{STRONGEST, Strength, WEAKEST, noise};

    #[test]
    fn more_is_more() {
        let steps: Vec<Strength> = (WEAKEST..=STRONGEST).map(Strength::new).collect();
        assert!(steps.is_sorted_by(|one, next| one.nodes <= next.nodes));
        assert!(steps.is_sorted_by(|one, next| one.noise >= next.noise));
        assert_eq!(Strength::new(0), Strength::new(WEAKEST));
        assert_eq!(Strength::new(9999), Strength::new(STRONGEST));
    }

    #[test]
    fn noise_is_bounded_and_even() {
        let all: Vec<i32> = (0..10_000).map(|key| noise(key << 20 | key, 100)).collect();
        assert!(all.iter().all(|noise| noise.abs() <= 100));
        assert!(all.iter().sum::<i32>().abs() < 20_000);
    }
}
