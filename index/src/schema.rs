//! The fields of the three kinds of tantivy documents that an index is made of.
//!
//! | document | fields |
//! |---|---|
//! | passage | `terms`, `material` (posting lists); `game`, `ply`, `thesis` and other profiles, `naive` and other features, `board0` to `board2`, `moves` (columns) |
//! | game | `id`, `opening` (posting lists); `game`, `key`, `facts`, `white`, `black`, `event`, `eco` (columns); `tags`, `line` (stored) |
//! | statistics, one | `id` ([`STATISTICS_IDS`]); `statistics` (stored) |
//!
//! The passages of a game follow its document without a gap.

use crate::profile::{Feature, Scoring};
use tantivy::schema::{FAST, Field, NumericOptions, STORED, Schema};

/// The version of everything that is stored: schema, term numbers, move ordinals (and so
/// shakmaty's order of legal moves), statistics, keys, and what positions cost in the named profiles,
/// so their weights and the fixed idf. Whoever changes one of them raises it.
pub const FORMAT_VERSION: u32 = 7;

/// The `id` of the statistics document is one of these; games begin at 1. Each commit brings new
/// statistics under the id that the former ones do not have, and deletes the former ones.
pub(crate) const STATISTICS_IDS: [u64; 2] = [0, u64::MAX];

/// The columns, by name; beside them each of [`Scoring::ALL`] has one of its name, with the smallest
/// of what lowers scores, and each of [`Feature::penalised`], with the smallest sum of what its terms
/// count. Of passages:
pub(crate) mod column {
    /// The id of its game; of a game its own.
    pub(crate) const GAME: &str = "game";
    /// Half-moves before its first position.
    pub(crate) const PLY: &str = "ply";
    /// Its first position.
    pub(crate) const BOARD: [&str; 3] = ["board0", "board1", "board2"];
    /// Its moves.
    pub(crate) const MOVES: &str = "moves";
    /// Of a game: what it shares with its duplicates.
    pub(crate) const KEY: &str = "key";
    /// Of a game: [`crate::facts::Facts`].
    pub(crate) const FACTS: &str = "facts";
    /// Of a game: its tags of that name, if there are any.
    pub(crate) const WHITE: &str = "white";
    pub(crate) const BLACK: &str = "black";
    pub(crate) const EVENT: &str = "event";
    pub(crate) const ECO: &str = "eco";
    /// The columns of texts, and the tags that they hold.
    pub(crate) const TAGS: [(&str, &str); 4] = [
        (WHITE, "White"),
        (BLACK, "Black"),
        (EVENT, "Event"),
        (ECO, "ECO"),
    ];
}

/// The fields that are not known by name only.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fields {
    /// Numbers of the terms of a passage.
    pub(crate) terms: Field,
    /// The runs of the same material of a passage: [`crate::material`].
    pub(crate) material: Field,
    /// The game of a passage.
    pub(crate) game: Field,
    /// The id of a game.
    pub(crate) id: Field,
    /// The moves of a game's opening: [`crate::opening`].
    pub(crate) opening: Field,
    /// The tags of a game.
    pub(crate) tags: Field,
    /// Those moves of a game that its passages do not hold.
    pub(crate) line: Field,
    /// The statistics of the index.
    pub(crate) statistics: Field,
}

/// The schema and its fields.
pub(crate) fn schema() -> (Schema, Fields) {
    // Numbers as terms: no frequencies, no positions, no norms.
    let posting = NumericOptions::default().set_indexed();
    let number = NumericOptions::default().set_fast();
    let mut builder = Schema::builder();
    let terms = builder.add_u64_field("terms", posting.clone());
    let material = builder.add_u64_field("material", posting.clone());
    let game = builder.add_u64_field(column::GAME, number.clone());
    builder.add_u64_field(column::PLY, number.clone());
    for board in column::BOARD {
        builder.add_u64_field(board, number.clone());
    }
    builder.add_u64_field(column::MOVES, number.clone());
    for scoring in Scoring::ALL {
        builder.add_u64_field(scoring.name(), number.clone());
    }
    for feature in Feature::penalised() {
        builder.add_u64_field(feature.name(), number.clone());
    }
    let id = builder.add_u64_field("id", posting.clone());
    let opening = builder.add_u64_field("opening", posting);
    builder.add_u64_field(column::KEY, number.clone());
    builder.add_u64_field(column::FACTS, number);
    for (name, _) in column::TAGS {
        builder.add_text_field(name, FAST);
    }
    let fields = Fields {
        terms,
        material,
        game,
        id,
        opening,
        tags: builder.add_text_field("tags", STORED),
        line: builder.add_bytes_field("line", STORED),
        statistics: builder.add_bytes_field("statistics", STORED),
    };
    (builder.build(), fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::idf::RARITIES;

    /// What is stored of positions depends on these weights and the fixed idf: other ones are another
    /// format, or bounds would be wrong in the indexes that there are.
    #[test]
    fn weights_are_those_of_the_format() {
        let costs = Scoring::ALL.map(|scoring| {
            let weights = scoring.weights()?;
            let cost = |feature| weights.penalty() * weights.get(feature);
            Some(Feature::penalised().map(cost).collect::<Vec<f64>>())
        });
        let text = format!("{costs:.3?} {:.3?}", &**RARITIES);
        let digest = xxhash_rust::xxh3::xxh3_64(text.as_bytes());
        assert_eq!((FORMAT_VERSION, digest), (7, 9_180_389_128_758_027_062));
    }
}
