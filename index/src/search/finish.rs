//! The end of a search: passages that may still have a hit, highest bound first, until none may.

use super::bounds::Bound;
use super::progress::Search;
use crate::error::Error;
use crate::pace::Pace;

/// After how many passages others may use the processors. Guessed: some ten milliseconds.
const SLICE: usize = 512;

/// Scores the passages that are left of all segments.
pub(super) fn finish(search: &Search<'_>, mut left: Vec<Bound>, pace: &Pace) -> Result<(), Error> {
    let last = search.least();
    left.retain(|bound| bound.score >= last);
    left.sort_unstable();
    for (nth, slice) in left.chunks(SLICE).enumerate() {
        if slice[0].score < search.least() {
            break;
        }
        if nth > 0 {
            pace.go_on()?;
        }
        search.score_by_turns(slice)?;
    }
    Ok(())
}
