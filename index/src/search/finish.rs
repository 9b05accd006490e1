//! The end of a search: passages that may still have a hit, highest bound first, until none may.

use rayon::prelude::*;

use super::bounds::{Bound, Candidate};
use super::progress::Search;
use crate::error::Error;

/// How many passages all threads score together. Guessed: some for each, and few for
/// nothing if they end the search.
const BATCH: usize = 64;

/// After how many of them others may use the processors. Guessed: some ten milliseconds.
const SLICE: usize = 8;

/// Scores the passages that are left of all segments.
pub(super) fn finish(
    search: &Search<'_>,
    left: Vec<Bound>,
    pause: &mut dyn FnMut(),
) -> Result<(), Error> {
    let last = search.least();
    let segments = search.snapshot.segments();
    let left = left.into_iter().filter(|bound| bound.score >= last);
    let mut left: Vec<Candidate> = left
        .filter_map(|bound| bound.candidate(&segments[bound.segment]))
        .collect();
    left.sort_unstable();
    for (nth, batch) in left.chunks(BATCH).enumerate() {
        if !search.admits(&batch[0]) {
            break;
        }
        if nth % SLICE == SLICE - 1 {
            pause();
        }
        batch
            .par_iter()
            .try_for_each(|candidate| search.score(candidate))?;
    }
    Ok(())
}
