//! The version of what is stored.

/// The version of everything that is stored: schema, term numbers, rows of passages, move ordinals (and so
/// shakmaty's order of legal moves), statistics, keys, and what positions cost in the named profiles,
/// so their weights and the fixed idf. A change of any of them raises it.
///
/// Two did not: the key of a game with an address was once that of a copy without one, and keys were once made of surnames
/// with their accents. An index may have any of them ([`crate::DuplicateKeys`]).
pub const FORMAT_VERSION: u32 = 9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::idf::RARITIES;
    use crate::terms::profile::{Feature, Scoring};

    /// What is stored of positions depends on these weights and the fixed idf: other ones are another
    /// format, or bounds would be wrong in the indexes that there are.
    #[test]
    fn weights_are_those_of_the_format() {
        let costs = Scoring::STORED.map(|scoring| {
            let weights = scoring.weights()?;
            let cost = |feature| weights.cost(feature);
            Some(Feature::penalised().map(cost).collect::<Vec<f64>>())
        });
        let text = format!("{costs:.3?} {:.3?}", &**RARITIES);
        let digest = xxhash_rust::xxh3::xxh3_64(text.as_bytes());
        assert_eq!((FORMAT_VERSION, digest), (9, 9_180_389_128_758_027_062));
    }
}
