//! The first pass over all segments: their bounds, the passages that promise most scored, and what is left.

use std::cell::RefCell;

use rayon::prelude::*;

use super::bounds::{Bound, Bounds, Candidate, Sums};
use super::progress::Search;
use super::tuning::Tuning;
use crate::error::Error;
use crate::passing::Passing;

/// How many passages of a segment are scored before the next segment. Measured for 64 hits of 22.6 million positions: 24 to
/// 32 are as fast, 16 leave more to look at in the next one, 45 score more for nothing.
const EAGER: usize = 32;

thread_local! {
    /// The memory for sums, which the system would have to clear for every query.
    static SUMS: RefCell<Sums> = const { RefCell::new(Vec::new()) };
}

/// Searches all segments; what it leaves are the passages that may still have a hit.
pub(super) fn seed(
    search: &Search<'_>,
    tuning: &Tuning,
    pause: &mut dyn FnMut(),
) -> Result<Vec<Bound>, Error> {
    let segments = search.snapshot.segments();
    // Small ones first: they say sooner what a hit must be like.
    let mut order: Vec<usize> = (0..segments.len()).collect();
    order.sort_by_key(|segment| segments[*segment].documents());
    let few = search
        .passing
        .filter(|passing| passing.len() <= tuning.few_passages);
    let mut left: Vec<Vec<Bound>> = Vec::new();
    for (nth, segments) in order.chunks(tuning.segments).enumerate() {
        if nth > 0 {
            pause();
        }
        let seeded = segments
            .par_iter()
            .with_max_len(1)
            .map(|segment| match few {
                Some(passing) => Ok(unbounded(*segment, passing)),
                None => SUMS.with_borrow_mut(|sums| seed_segment(search, *segment, sums, tuning)),
            });
        left.extend(seeded.collect::<Result<Vec<_>, Error>>()?);
    }
    Ok(left.concat())
}

/// Searches a segment; what it leaves are the passages that may still have a hit.
fn seed_segment(
    search: &Search<'_>,
    number: usize,
    sums: &mut Sums,
    tuning: &Tuning,
) -> Result<Vec<Bound>, Error> {
    let segment = &search.snapshot.segments()[number];
    let (query, passing) = (search.query, search.passing);
    let bounds = Bounds::new(number, segment, query, passing, search.scale, sums)
        .map_err(|error| search.snapshot.failed(error))?;
    if search.least() == f64::NEG_INFINITY {
        search.score_in_order(&bounds.seeds(tuning.seeds))?;
    }
    let mut reaching = bounds.reaching(search.least(), tuning.few);
    if reaching.len() > EAGER {
        reaching.select_nth_unstable_by(EAGER, |a, b| b.0.total_cmp(&a.0));
    }
    let rest = reaching.split_off(EAGER.min(reaching.len()));
    let eager = reaching.iter().filter_map(|(_, doc)| bounds.of(*doc));
    let mut eager: Vec<Candidate> = eager.filter_map(|bound| bound.candidate(segment)).collect();
    eager.sort_unstable();
    search.score_in_order(&eager)?;
    let last = search.least();
    let rest = rest.into_iter().filter(|(score, _)| *score >= last);
    let rest = rest.filter_map(|(score, doc)| {
        Some(Bound {
            segment: number,
            doc: doc.try_into().ok()?,
            score,
        })
    });
    Ok(rest.collect())
}

/// The passages of a segment that pass, whatever they may score.
fn unbounded(segment: usize, passing: &Passing) -> Vec<Bound> {
    let docs = passing.passages(segment).iter().cloned().flatten();
    let score = f64::INFINITY;
    docs.map(|doc| Bound {
        segment,
        doc,
        score,
    })
    .collect()
}
