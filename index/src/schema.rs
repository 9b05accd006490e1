//! The fields of the three kinds of tantivy documents that an index is made of.
//!
//! | document | fields |
//! |---|---|
//! | passage | `terms` (posting lists); `game`, `ply`, `length`, `board0` to `board2`, `moves` (columns) |
//! | game | `id` (posting list), `key` (column); `tags`, `line` (stored) |
//! | statistics, one | `id` 0; `statistics` (stored) |

use tantivy::schema::{Field, NumericOptions, STORED, Schema};

/// The version of everything that is stored: schema, term numbers, move ordinals (and so
/// shakmaty's order of legal moves), statistics. Whoever changes one of them raises it.
pub const FORMAT_VERSION: u32 = 1;

/// What the payload of a commit begins with.
pub(crate) const FORMAT_PREFIX: &str = "tabiya format ";

/// What every commit says of itself: `tabiya format 1`.
pub(crate) fn commit_payload() -> String {
    format!("{FORMAT_PREFIX}{FORMAT_VERSION}")
}

/// The `id` of the statistics document; games begin at 1.
pub(crate) const STATISTICS_ID: u64 = 0;

/// The fields of an index.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fields {
    /// Numbers of the terms of a passage.
    pub(crate) terms: Field,
    /// The game of a passage.
    pub(crate) game: Field,
    /// Half-moves before the first position of a passage.
    pub(crate) ply: Field,
    /// The smallest number of terms of a position of a passage.
    pub(crate) length: Field,
    /// The first position of a passage.
    pub(crate) board: [Field; 3],
    /// The moves of a passage.
    pub(crate) moves: Field,
    /// The id of a game.
    pub(crate) id: Field,
    /// What a game shares with its duplicates.
    pub(crate) key: Field,
    /// The tags of a game.
    pub(crate) tags: Field,
    /// The moves of a game.
    pub(crate) line: Field,
    /// The statistics of the index.
    pub(crate) statistics: Field,
}

/// The schema and its fields.
pub(crate) fn schema() -> (Schema, Fields) {
    // Numbers as terms: no frequencies, no positions, no norms.
    let posting = NumericOptions::default().set_indexed();
    let column = NumericOptions::default().set_fast();
    let mut builder = Schema::builder();
    let fields = Fields {
        terms: builder.add_u64_field("terms", posting.clone()),
        game: builder.add_u64_field("game", column.clone()),
        ply: builder.add_u64_field("ply", column.clone()),
        length: builder.add_u64_field("length", column.clone()),
        board: ["board0", "board1", "board2"]
            .map(|name| builder.add_u64_field(name, column.clone())),
        moves: builder.add_u64_field("moves", column.clone()),
        id: builder.add_u64_field("id", posting),
        key: builder.add_u64_field("key", column),
        tags: builder.add_text_field("tags", STORED),
        line: builder.add_bytes_field("line", STORED),
        statistics: builder.add_bytes_field("statistics", STORED),
    };
    (builder.build(), fields)
}
