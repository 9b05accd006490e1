//! How much a term says: its inverse document frequency, by the index that is searched, or once and
//! for all by 22.6 million positions of grandmasters, e.g. 0.5 for `P(2)` and 5.3 for `Ne6`.

use std::sync::LazyLock;

use crate::terms::pawn_set::PawnSet;
use crate::terms::profile::Feature;
use crate::terms::term::Term;

/// ln(1 + (N - n + 0.5) / (n + 0.5)): never negative, large for rare terms.
pub fn idf(positions: u64, frequency: u64) -> f64 {
    let (n, frequency) = (positions as f64, frequency as f64);
    (1.0 + (n - frequency + 0.5) / (frequency + 0.5)).ln()
}

/// The factor by which the idf of the table is multiplied. Chosen so that the largest idf, 17.6 of a term that no
/// position has, fits 16 bits.
pub const IDF_SCALE: f64 = 3000.0;

/// The idf of every term in 22,605,265 positions, times [`IDF_SCALE`], two little-endian bytes each;
/// `tools/src/bin/count_idf.rs` counts it.
const TABLE: &[u8; 2 * Term::COUNT] = include_bytes!("../../data/idf.bin");

/// The power of the idf that counts: less than 1, rare terms count less.
///
/// Read: the scoring that ours began with.
const POWER: f64 = 0.8;

/// What a term counts before its weight, and of which feature it is, by its number. In 32 bits, which
/// halves what every position that is scored goes through.
pub(crate) static RARITIES: LazyLock<Box<[(f32, Feature)]>> = LazyLock::new(|| {
    let rarity = |term| (fixed_idf(term).powf(POWER) as f32, term.feature());
    Term::all().map(rarity).collect()
});

/// The idf of a term by the table.
fn fixed_idf(term: Term) -> f64 {
    let bytes = [TABLE[2 * term.id()], TABLE[2 * term.id() + 1]];
    f64::from(u16::from_le_bytes(bytes)) / IDF_SCALE
}

/// What the same pawns on some files count before their weight.
///
/// There are too many such sets for a table; their idf grows with the sum of those of their files.
pub(crate) fn set_rarity(set: &PawnSet) -> f64 {
    let sum = set.terms().map(fixed_idf).sum();
    set_idf(set.files().count(), sum).powf(POWER)
}

/// The idf of a set of `files` files whose own idfs add up to `sum`.
///
/// Measured by `tools/src/bin/count_idf.rs`: least squares over the same positions; correlations are 0.86 for
/// the two files of the centre, 0.82 for the three of the other wings, 0.50 for all eight.
fn set_idf(files: usize, sum: f64) -> f64 {
    let (constant, slope) = match files {
        2 => (0.27, 0.756),
        3 => (1.21, 0.714),
        _ => (9.55, 0.208),
    };
    // That of a set that is met once.
    (constant + slope * sum).min(16.9)
}
