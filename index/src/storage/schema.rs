//! The fields of the three kinds of tantivy documents that an index is made of.
//!
//! | document | fields |
//! |---|---|
//! | passage | `terms`, `material` (posting lists); `game`, `ply`, `thesis` and other profiles, `naive` and other features, `row` (columns) |
//! | game | `id`, `opening` (posting lists); `game`, `key`, `facts`, `white`, `black`, `event`, `eco`, `openingName`, `variant` (columns); `tags`, `line`, `annotations` (stored); `comment` (posting lists with positions) |
//! | statistics, one | `id` ([`STATISTICS_IDS`]); `statistics`, `collections` (stored) |
//!
//! The passages of a game follow its document without a gap. The columns of a passage, before tantivy packs the bits of
//! all but rows:
//!
//! | column | value | bytes |
//! |---|---|---|
//! | `game` | id of its game | 8 |
//! | `ply` | half-moves of the game before its first position | 8 |
//! | `thesis` | the smallest number of the thesis's terms, \|D\|, of its positions | 8 |
//! | `tabiya`, ... | by profile with weights, the smallest penalty of its positions | 3 × 8 |
//! | `naive`, ... | by feature, what its terms count in all, of its positions the smallest | 20 × 8 |
//! | `row` | its first position and its moves, [`similarity::Passage::row`], side by side: a search reads all of it at once, from a place in memory that it has not seen before | 48 |

use similarity::{Feature, Scoring};
use tantivy::schema::{
    FAST, Field, IndexRecordOption, NumericOptions, STORED, Schema, TextFieldIndexing, TextOptions,
};

/// The `id` of the statistics document is one of these; games begin at 1. Each commit brings new
/// statistics under the id that the former ones do not have, and deletes the former ones.
pub(crate) const STATISTICS_IDS: [u64; 2] = [0, u64::MAX];

/// The columns, by name; in addition each of [`Scoring::STORED`] has one of its name, with the smallest
/// of what lowers scores, and each of [`Feature::penalised`], with the smallest sum of what its terms
/// count. Of passages:
pub(crate) mod column {
    /// The id of its game; of a game its own.
    pub(crate) const GAME: &str = "game";
    /// Half-moves before its first position.
    pub(crate) const PLY: &str = "ply";
    /// Its first position and its moves.
    pub(crate) const ROW: &str = "row";
    /// Up to format 10: the words of its first position, and of its moves as [`pgn::moves`] codes, a byte each from the
    /// lowest up. The fields are there still, as tantivy knows those that follow by their number.
    pub(crate) const OLD_BOARD: [&str; 3] = ["board0", "board1", "board2"];
    pub(crate) const OLD_MOVES: [&str; 2] = ["moves", "moves1"];
    /// Of a game: what it shares with its duplicates.
    pub(crate) const KEY: &str = "key";
    /// Of a game: [`similarity::Facts`].
    pub(crate) const FACTS: &str = "facts";
    /// Of a game: its tags of that name, if there are any.
    pub(crate) const WHITE: &str = "white";
    pub(crate) const BLACK: &str = "black";
    pub(crate) const EVENT: &str = "event";
    pub(crate) const ECO: &str = "eco";
    /// Of a game: the name of its opening, if it has one.
    pub(crate) const OPENING_NAME: &str = "openingName";
    /// Of a game: [`pgn::Variant`], unless it is the usual one.
    pub(crate) const VARIANT: &str = "variant";
    /// The columns of tags, and the tags that they hold.
    pub(crate) const TAGS: [(&str, &str); 4] = {
        let [white, black, event, eco] = similarity::NAME_TAGS;
        [(WHITE, white), (BLACK, black), (EVENT, event), (ECO, eco)]
    };
}

/// The fields that are not known by name only.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fields {
    /// Numbers of the terms of a passage.
    pub(crate) terms: Field,
    /// The runs of the same material of a passage: [`similarity::Material::numbers`].
    pub(crate) material: Field,
    /// The game of a passage.
    pub(crate) game: Field,
    /// The id of a game.
    pub(crate) id: Field,
    /// The moves of a game's opening: [`similarity::opening_numbers`].
    pub(crate) opening: Field,
    /// The tags of a game.
    pub(crate) tags: Field,
    /// Those moves of a game that its passages do not hold. Up to format 10 also those from one passage to the next, which
    /// come after the others.
    pub(crate) line: Field,
    /// The statistics of the index.
    pub(crate) statistics: Field,
    /// The collections of the index, in the document of its statistics.
    pub(crate) collections: Field,
    /// The annotations of a game: [`pgn::Annotations::to_bytes`]. Absent in a game without any.
    pub(crate) annotations: Field,
    /// The words of a game's comments: [`similarity::comment_words`].
    pub(crate) comment: Field,
}

/// The schema and its fields.
pub(crate) fn schema() -> (Schema, Fields) {
    // Numbers as terms: no frequencies, no positions, no norms.
    let posting = NumericOptions::default().set_indexed();
    let number = NumericOptions::default().set_fast();
    // Whole words as they come; no norms, as nothing is scored by them.
    let words = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions)
        .set_fieldnorms(false);
    let words = TextOptions::default().set_indexing_options(words);
    let mut builder = Schema::builder();
    let terms = builder.add_u64_field("terms", posting.clone());
    let material = builder.add_u64_field("material", posting.clone());
    let game = builder.add_u64_field(column::GAME, number.clone());
    builder.add_u64_field(column::PLY, number.clone());
    for board in column::OLD_BOARD {
        builder.add_u64_field(board, number.clone());
    }
    builder.add_u64_field(column::OLD_MOVES[0], number.clone());
    for scoring in Scoring::STORED {
        builder.add_u64_field(scoring.name(), number.clone());
    }
    for feature in Feature::penalised() {
        builder.add_u64_field(feature.name(), number.clone());
    }
    let id = builder.add_u64_field("id", posting.clone());
    let opening = builder.add_u64_field("opening", posting);
    builder.add_u64_field(column::KEY, number.clone());
    builder.add_u64_field(column::FACTS, number.clone());
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
        // Since format 9. A segment may have been written with the fields above alone: others follow.
        collections: builder.add_bytes_field("collections", STORED),
        annotations: builder.add_bytes_field("annotations", STORED),
        comment: builder.add_text_field("comment", words),
    };
    // Since format 10.
    builder.add_u64_field(column::OLD_MOVES[1], number.clone());
    // Since format 11.
    builder.add_u64_field(column::ROW, number.clone());
    // Since format 12.
    builder.add_text_field(column::OPENING_NAME, FAST);
    builder.add_u64_field(column::VARIANT, number);
    (builder.build(), fields)
}
