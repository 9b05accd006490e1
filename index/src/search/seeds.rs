//! The first pass over all segments: their bounds, the passages that promise most scored, and what is left.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::OnceLock;

use rayon::prelude::*;
use tantivy::DocId;

use super::bounds::{Bound, Bounds};
use super::parts::{Part, parts};
use super::progress::Search;
use super::tuning::Tuning;
use crate::error::Error;
use crate::pace::Pace;
use crate::passing::Passing;
use crate::storage::statics::Statics;

/// How many passages of a part of a segment are scored with it, not at the end. Measured for 64 hits of 22.6 million
/// positions, in a noisy hour: with 32 a search takes 1.05 to 1.08 times as long, as more passages are scored; with 12 it
/// takes 1.02 to 1.06 times as long, as more are left for the end.
const EAGER: usize = 20;

/// How many times as many passages as are scored are looked at as seeds. Measured on 22.6 million positions: with 1 the
/// last hit after them is so low that a search takes some 3 % longer, with 4 it takes as long.
const SPREAD: usize = 2;

/// Searches all segments; what it leaves are the passages that may still have a hit.
pub(super) fn seed(search: &Search<'_>, tuning: &Tuning, pace: &Pace) -> Result<Vec<Bound>, Error> {
    let segments = search.snapshot.segments();
    // Small ones first: where not all are seeded together, they say sooner what a hit must be like.
    let mut order: Vec<usize> = (0..segments.len()).collect();
    order.sort_by_key(|segment| segments[*segment].documents());
    let few = search
        .passing
        .filter(|passing| passing.len() <= tuning.few_passages);
    if let Some(passing) = few {
        let passages = order
            .iter()
            .flat_map(|segment| unbounded(*segment, passing));
        return Ok(passages.collect());
    }
    let mut left: Vec<Vec<Bound>> = Vec::new();
    for (nth, segments) in order.chunks(tuning.segments).enumerate() {
        if nth > 0 {
            pace.go_on()?;
        }
        left.extend(search_segments(search, segments, tuning)?);
    }
    Ok(left.concat())
}

/// Searches some segments together; what it leaves of each part of them.
fn search_segments(
    search: &Search<'_>,
    segments: &[usize],
    tuning: &Tuning,
) -> Result<Vec<Vec<Bound>>, Error> {
    let statics: Vec<OnceLock<Cow<'_, Statics>>> = vec![OnceLock::new(); segments.len()];
    let documents = |number: &usize| search.snapshot.segments()[*number].documents();
    let documents: Vec<usize> = segments.iter().map(documents).collect();
    let parts = parts(&documents, rayon::current_num_threads(), tuning.least_part);
    let parts = parts.par_iter().with_max_len(1);
    let bounds = parts.map(|part| bounds(search, segments[part.segment], part, &statics));
    let bounds = bounds.collect::<Result<Vec<_>, Error>>()?;
    let scored = score_seeds(search, &bounds, tuning)?;
    let bounds = bounds.par_iter().with_max_len(1);
    let searched = bounds.map(|bounds| search_part(search, bounds, &scored, tuning));
    searched.collect()
}

/// The bounds of a part of segment `number`, with the statics of that, which are the same for all of its parts.
fn bounds<'a>(
    search: &Search<'a>,
    number: usize,
    part: &Part,
    statics: &'a [OnceLock<Cow<'a, Statics>>],
) -> Result<Bounds<'a>, Error> {
    let segment = &search.snapshot.segments()[number];
    let scoring = search.query.scoring();
    let statics = statics[part.segment].get_or_init(|| {
        let all = segment.statics(scoring);
        match search.passing {
            None => all,
            Some(passing) => passing.statics(number, scoring, &all),
        }
    });
    let docs = part.docs.clone();
    Bounds::new(number, segment, docs, search.query, statics, search.scale)
        .map_err(|error| search.snapshot.failed(error))
}

/// Passages by segment and document: those that were scored, or ruled out by better ones.
type Passages = HashSet<(usize, DocId)>;

/// Scores the passages of all segments that promise most until a last hit is known: the closer it is to that of the answer,
/// the fewer passages reach it.
fn score_seeds(
    search: &Search<'_>,
    bounds: &[Bounds<'_>],
    tuning: &Tuning,
) -> Result<Passages, Error> {
    let mut scored = Passages::new();
    let mut count = tuning.seeds;
    while search.least() == f64::NEG_INFINITY {
        let each = SPREAD.saturating_mul(count) / bounds.len().max(1) + 1;
        let seeds = bounds.par_iter().with_max_len(1);
        let mut seeds: Vec<Bound> = seeds.flat_map_iter(|bounds| bounds.seeds(each)).collect();
        seeds.sort_unstable();
        seeds.truncate(count);
        seeds.retain(|seed| scored.insert((seed.segment, seed.doc)));
        if seeds.is_empty() {
            break;
        }
        search.score_by_turns(&seeds)?;
        count = count.saturating_mul(2);
    }
    Ok(scored)
}

/// Searches a part of a segment; what it leaves are the passages, other than those `scored`, that may still have a hit.
fn search_part(
    search: &Search<'_>,
    bounds: &Bounds<'_>,
    scored: &Passages,
    tuning: &Tuning,
) -> Result<Vec<Bound>, Error> {
    let mut reaching = bounds.reaching(search.least(), tuning.few);
    reaching.retain(|bound| !scored.contains(&(bound.segment, bound.doc)));
    if reaching.len() > EAGER {
        reaching.select_nth_unstable(EAGER);
    }
    let mut rest = reaching.split_off(EAGER.min(reaching.len()));
    let mut eager = reaching;
    for bound in &mut eager {
        *bound = bounds.tightened(*bound);
    }
    eager.sort_unstable();
    search.score_in_order(&eager)?;
    let last = search.least();
    rest.retain(|bound| bound.score >= last);
    Ok(rest)
}

/// The passages of a segment that pass, whatever they may score.
fn unbounded(segment: usize, passing: &Passing) -> impl Iterator<Item = Bound> {
    let docs = passing.passages(segment).iter().cloned().flatten();
    let score = f64::INFINITY;
    docs.map(move |doc| Bound {
        segment,
        doc,
        score,
    })
}
