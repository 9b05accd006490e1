//! How much a search scores when.

use crate::storage::bitmap::BLOCK;

/// A search for more hits than this lets others use the processors meanwhile. Guessed: it takes twice as long as one
/// for ten.
const LARGE: usize = 256;

/// How many passages are scored when: it changes the speed of the answer, and nothing else.
#[derive(Copy, Clone, Debug)]
pub(super) struct Tuning {
    /// How many passages of all segments that are searched together are scored before anything is known of the last hit,
    /// at first; twice as many each time that it is not known then.
    pub(super) seeds: usize,
    /// How many segments are searched before others may use the processors.
    pub(super) segments: usize,
    /// How many documents of a block are looked up one by one.
    pub(super) few: usize,
    /// How many passages that pass a filter are scored without bounds.
    pub(super) few_passages: usize,
    /// How many documents of a segment a thread looks at, at least, when others look at the rest of it.
    pub(super) least_part: usize,
}

impl Tuning {
    /// That of a search for `limit` hits.
    pub(super) fn new(limit: usize) -> Tuning {
        Tuning {
            // Measured for 64 hits: with 64 more 8 % more passages are scored.
            seeds: 32 + limit,
            segments: if limit > LARGE {
                rayon::current_num_threads()
            } else {
                usize::MAX
            },
            // Guessed: as long as that takes less than adding all lists.
            few: 64,
            // Guessed: the bounds of the passages of 22.6 million positions take some milliseconds, as scoring so
            // many does.
            few_passages: 2000,
            // Guessed: their bounds take longer than finding all lists once more.
            least_part: 8 * BLOCK,
        }
    }
}
