//! What the passages of a part of a segment can score.
//!
//! A passage is indexed under the terms of any of its positions, so what the query's terms in it sum
//! up to, with the passage's static (its smallest |D| or penalty), bounds the score of each of them.
//! [`List`]s are short or long. Short ones are walked through, each adding its weight to one sum a
//! passage; long ones are bitmaps, added up a block at a time, and only where the short ones promise
//! something. A set of pawns has no list: it can only be where the pawns of all its files are, mostly in
//! few passages, and then it counts as a short one.
//!
//! The idea of long lists that are only looked up is `MaxScore`: Turtle and Flood 1995, "Query
//! Evaluation: Strategies and Optimizations", with passages for documents.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prefetch_index::prefetch_index;
use similarity::{Query, Term};
use tantivy::DocId;
use wide::i16x16;

use crate::storage::bitmap::{Adder, BLOCK, Bitmap, CHUNK, UNIT, ones};
use crate::storage::segment::{List, Segment};
use crate::storage::statics::Statics;

/// What bounds are raised by, against rounding: thousands of times the error of a sum of some
/// hundred 64-bit floats, 2^-53 each (Higham 2002, "Accuracy and Stability of Numerical
/// Algorithms", section 4.2).
const SLACK: f64 = 1.0 + 1e-9;

/// The most that a position of a passage can score.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) segment: usize,
    pub(crate) doc: DocId,
    pub(crate) score: f64,
}

impl Eq for Bound {}

impl Ord for Bound {
    /// Less is more promising.
    fn cmp(&self, other: &Bound) -> Ordering {
        other
            .score
            .total_cmp(&self.score)
            .then(self.segment.cmp(&other.segment))
            .then(self.doc.cmp(&other.doc))
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Bound) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Sums by document, a chunk at a time.
type Sums = Vec<[i16; CHUNK]>;

/// Memory for sums, which the system would have to clear for every query.
static SPARE: Mutex<Vec<Sums>> = Mutex::new(Vec::new());

/// How much of it is kept. Guessed: some searches at once, 56 MB of segments with four million positions, 0.9 MB each.
const MOST_SPARE: usize = 64;

/// What the passages of a part of a segment can score.
pub(crate) struct Bounds<'a> {
    number: usize,
    /// Its first document.
    first: usize,
    /// By document of the part: Σ weight over the short lists, scaled.
    sums: Sums,
    /// The greatest of each chunk of them.
    greatest: Vec<i16>,
    /// The long lists, by term; the terms by the weight of their heaviest, falling.
    long: Vec<Long>,
    /// What the long lists can add, scaled.
    most: i32,
    statics: &'a Statics,
    /// By static: what a sum is times at most, and what is added then.
    lines: [(f64, f64); 256],
}

/// A long list.
struct Long {
    /// What it adds, scaled.
    weight: i16,
    /// What it and those after it can add: a passage stands in one of the lists of a term at most.
    most: i32,
    /// Of the segment, or made for the query; either way one step away.
    docs: Arc<Bitmap>,
}

/// In how many long lists a document is looked up before it is checked whether the others can still matter. Guessed.
const AT_ONCE: usize = 8;

/// The factor that makes the sums of a query fit into 16 bits, which halves the memory that is walked
/// through; weights are rounded up, first to whole numbers and those of long lists to units of the
/// adder, which makes bounds looser by a few thousandths.
pub(crate) fn scale(query: &Query) -> f64 {
    let terms = query.terms().iter().map(|asked| asked.most(asked.term));
    let sets = query.term_sets().into_iter().map(|(_, counts)| counts);
    let parts: Vec<f64> = terms.chain(sets).collect();
    let rounding = parts.len() as f64 * f64::from(1 + UNIT);
    (f64::from(i16::MAX) - rounding) / parts.iter().sum::<f64>().max(1.0)
}

impl<'a> Bounds<'a> {
    /// The bounds of some documents of segment `number`, from that of a block on: of those that are passages by its statics.
    pub(crate) fn new(
        number: usize,
        segment: &Segment,
        docs: Range<usize>,
        query: &Query,
        statics: &'a Statics,
        scale: f64,
    ) -> tantivy::Result<Bounds<'a>> {
        let (first, chunks) = (docs.start, docs.len().div_ceil(CHUNK));
        let docs = first as DocId..docs.end as DocId;
        let mut sums = spare().pop().unwrap_or_default();
        sums.truncate(chunks);
        // As one slice: by one `memset`.
        sums.as_flattened_mut().fill(0);
        sums.reserve_exact(chunks - sums.len());
        sums.resize(chunks, [0; CHUNK]);
        let scaled = |counts: f64| (counts * scale).ceil() as i16;
        // All of them are found before the first short one is read, so that the processor waits for several places in
        // memory at once.
        let (mut short, mut long) = (Vec::new(), Vec::new());
        for asked in query.terms() {
            // A passage stands in one of these lists at most, that of its greatest weight.
            let mut long_ones = Vec::new();
            for matching in asked.term.matched_by() {
                let weight = scaled(asked.most(matching));
                if weight == 0 {
                    continue;
                }
                match segment.list(matching)? {
                    List::Empty => {}
                    List::Long(docs) => long_ones.push((weight, Arc::clone(docs))),
                    List::Short(list) => short.push((weight, list)),
                }
            }
            if !long_ones.is_empty() {
                long.push(long_ones);
            }
        }
        let mut reader = segment.list_reader();
        for (weight, list) in short {
            let sums = sums.as_flattened_mut();
            reader.for_each_block_among(list, &docs, |docs| add(sums, first, docs, weight))?;
        }
        let mut sets = Vec::new();
        for (set, counts) in query.term_sets() {
            let docs = docs_of_set(segment, &set, &sets)?;
            if let Docs::Few(docs) = &docs {
                add(sums.as_flattened_mut(), first, docs, scaled(counts));
            }
            sets.push((set, counts, docs));
        }
        for (_, counts, docs) in sets {
            if let Docs::Many(docs) = docs {
                long.push(vec![(scaled(counts), docs)]);
            }
        }
        long.sort_by_key(|lists| Reverse(lists[0].0));
        let long = with_most(long);
        Ok(Bounds {
            number,
            first,
            greatest: sums.iter().map(greatest).collect(),
            sums,
            most: long.first().map_or(0, |list| list.most),
            long,
            lines: statics.meaning.map(|least| {
                let (factor, constant) = query.bound(least);
                (SLACK * factor / scale, constant)
            }),
            statics,
        })
    }

    /// Some `count` of the most promising passages, or fewer: of the chunks that promise most by their short lists, the
    /// best passage each. Which passages are seeds changes only the speed.
    pub(crate) fn seeds(&self, count: usize) -> Vec<Bound> {
        let count = count.clamp(1, self.greatest.len().max(1));
        let first = self.first / CHUNK;
        let chunks = self.greatest.iter().zip(&self.statics.least[first..]);
        let chunks = (first..).zip(chunks);
        let mut best: Vec<(f64, usize)> = Vec::with_capacity(2 * count);
        // Sums are compared, by static, which takes less time than what each chunk promises: few come up to the best.
        let mut least = self.least_sums(f64::NEG_INFINITY);
        for (chunk, (greatest, smallest)) in chunks {
            if i32::from(*greatest) >= least[usize::from(*smallest)] {
                best.push((self.most_with(*smallest, *greatest), chunk));
                if best.len() == 2 * count {
                    keep_best(&mut best, count);
                    least = self.least_sums(best[count - 1].0);
                }
            }
        }
        keep_best(&mut best, count);
        let seeds = best.into_iter().filter_map(|(_, chunk)| {
            let docs = chunk * CHUNK..(chunk + 1) * CHUNK;
            let docs = docs.filter(|doc| self.number(*doc) > 0);
            let promising = docs.map(|doc| self.bound(doc, self.short(doc)));
            promising.min().map(|bound| self.tightened(bound))
        });
        seeds.collect()
    }

    /// The passages that may reach a score, each with a bound that [`Bounds::tightened`] may lower, in no particular
    /// order. `few` of a block are looked up one by one.
    pub(crate) fn reaching(&self, score: f64, few: usize) -> Vec<Bound> {
        let least = self.least_sums(score);
        let long = self.long.iter();
        let mut adder = Adder::new(long.map(|list| (list.weight, &*list.docs)));
        let mut reaching = Vec::new();
        let mut needs = [i32::MAX; BLOCK / CHUNK];
        let mut chunks = Vec::with_capacity(BLOCK / CHUNK);
        let first = self.first / BLOCK;
        for block in first..first + self.sums.len().div_ceil(BLOCK / CHUNK) {
            let first = block * (BLOCK / CHUNK);
            self.put_needs(first, &least, &mut needs);
            if let Some(docs) = self.hopeful_docs(first, &needs, &least, few) {
                for doc in docs {
                    let sum = self.sum(doc, least[usize::from(self.number(doc))]);
                    reaching.extend(sum.map(|sum| self.bound(doc, sum)));
                }
                continue;
            }
            adder.add(block);
            // All chunks are found before the first is looked at, so that the processor waits for several places in
            // memory at once.
            chunks.clear();
            for (chunk, docs) in (first..).zip(adder.reaching(&needs)) {
                if docs > 0 {
                    prefetch_index(&self.sums, chunk - self.first / CHUNK);
                    prefetch_index(&self.statics.by_doc, chunk);
                    chunks.push((chunk, docs));
                }
            }
            for (chunk, docs) in &chunks {
                for doc in ones(*docs).map(|bit| chunk * CHUNK + bit) {
                    let least = least[usize::from(self.number(doc))];
                    let sum = self.short(doc) + adder.sum(doc % BLOCK);
                    if i32::from(sum) >= least {
                        reaching.push(self.bound(doc, sum));
                    }
                }
            }
        }
        reaching
    }

    /// What the lists of a passage must sum up to, by static, to reach a score; another document never
    /// does.
    fn least_sums(&self, score: f64) -> [i32; 256] {
        let mut least = self
            .lines
            .map(|(factor, constant)| ((score - constant) / factor).floor() as i32);
        least[0] = i32::MAX;
        least
    }

    /// What the long lists must add at least in each chunk of a block, for one of its documents to come up to its least
    /// sum.
    fn put_needs(&self, first: usize, least: &[i32; 256], needs: &mut [i32; BLOCK / CHUNK]) {
        needs.fill(i32::MAX);
        let chunks = self.greatest[first - self.first / CHUNK..]
            .iter()
            .zip(&self.statics.least[first..]);
        for (need, (greatest, smallest)) in needs.iter_mut().zip(chunks) {
            *need = least[usize::from(*smallest)].saturating_sub((*greatest).into());
        }
    }

    /// The documents of a block that come up to their least sum if they are in all long lists, if there are no more than
    /// `few`.
    fn hopeful_docs(
        &self,
        first: usize,
        needs: &[i32; BLOCK / CHUNK],
        least: &[i32; 256],
        few: usize,
    ) -> Option<Vec<usize>> {
        let mut hopeful = Vec::with_capacity(few + CHUNK);
        for (chunk, need) in (first..).zip(needs) {
            if *need > self.most {
                continue;
            }
            for (doc, sum) in (chunk * CHUNK..).zip(self.sums[chunk - self.first / CHUNK]) {
                let least = least[usize::from(self.number(doc))];
                if i32::from(sum) >= least.saturating_sub(self.most) {
                    hopeful.push(doc);
                }
            }
            if hopeful.len() > few {
                return None;
            }
        }
        Some(hopeful)
    }

    /// A bound as low as the lists allow: the adder rounds up.
    pub(crate) fn tightened(&self, bound: Bound) -> Bound {
        let doc = bound.doc as usize;
        let sum = self.sum(doc, i32::MIN);
        sum.map_or(bound, |sum| self.bound(doc, sum))
    }

    /// What a document with this sum can score at most.
    fn bound(&self, doc: usize, sum: i16) -> Bound {
        Bound {
            segment: self.number,
            doc: doc as DocId,
            score: self.most_with(self.number(doc), sum),
        }
    }

    /// What a document with this static and sum can score at most.
    fn most_with(&self, number: u8, sum: i16) -> f64 {
        let (factor, constant) = self.lines[usize::from(number)];
        factor * f64::from(sum) + constant
    }

    /// The sum of its short lists.
    fn short(&self, doc: usize) -> i16 {
        self.sums.as_flattened()[doc - self.first]
    }

    /// The number of its static.
    fn number(&self, doc: usize) -> u8 {
        self.statics.by_doc.as_flattened()[doc]
    }

    /// The sum of a document with those of the long lists, if it becomes `least`.
    fn sum(&self, doc: usize, least: i32) -> Option<i16> {
        let mut sum = self.short(doc);
        for lists in self.long.chunks(AT_ONCE) {
            if i32::from(sum) + lists[0].most < least {
                return None;
            }
            // No branch for each list, as it would often be mispredicted.
            for list in lists {
                sum += list.weight * i16::from(list.docs.has(doc));
            }
        }
        (i32::from(sum) >= least).then_some(sum)
    }
}

impl Drop for Bounds<'_> {
    fn drop(&mut self) {
        let mut spare = spare();
        if spare.len() < MOST_SPARE {
            spare.push(std::mem::take(&mut self.sums));
        }
    }
}

fn spare() -> MutexGuard<'static, Vec<Sums>> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the `count` with the greatest promises, the least of them last.
fn keep_best(promising: &mut Vec<(f64, usize)>, count: usize) {
    if promising.len() > count {
        promising.select_nth_unstable_by(count - 1, |a, b| b.0.total_cmp(&a.0));
        promising.truncate(count);
    }
}

/// The long lists of each term, heaviest first, with what they and those after them can add.
fn with_most(terms: Vec<Vec<(i16, Arc<Bitmap>)>>) -> Vec<Long> {
    let mut long = Vec::new();
    let mut after = 0;
    for lists in terms.into_iter().rev() {
        let mut heaviest = 0;
        for (weight, docs) in lists.into_iter().rev() {
            heaviest = weight.max(heaviest);
            let most = after + i32::from(heaviest);
            long.push(Long { weight, most, docs });
        }
        after += i32::from(heaviest);
    }
    long.reverse();
    long
}

/// Some documents of a segment.
enum Docs {
    Few(Vec<DocId>),
    Many(Arc<Bitmap>),
}

/// The documents that have all terms of a set, by those of the sets `known` where these are its parts: all pawns are those
/// of the wings.
fn docs_of_set(
    segment: &Segment,
    set: &[Term],
    known: &[(Vec<Term>, f64, Docs)],
) -> tantivy::Result<Docs> {
    let is_part = |part: &[Term]| part.iter().all(|term| set.contains(term));
    let parts = known.iter().filter(|(part, ..)| is_part(part));
    if parts.clone().map(|(part, ..)| part.len()).sum::<usize>() == set.len()
        && let Some(docs) = docs_of_parts(parts.map(|(.., docs)| docs))
    {
        return Ok(Docs::Few(docs));
    }
    let mut all: Option<Arc<Bitmap>> = None;
    for term in set {
        let List::Long(docs) = segment.list(*term)? else {
            return Ok(Docs::Few(segment.documents_with(set)?));
        };
        match &mut all {
            None => all = Some(Arc::clone(docs)),
            Some(all) => Arc::make_mut(all).intersect(docs),
        }
    }
    Ok(match all {
        Some(docs) if segment.is_long(docs.len()) => Docs::Many(docs),
        few => Docs::Few(
            few.iter()
                .flat_map(|docs| docs.iter())
                .map(|doc| doc as DocId)
                .collect(),
        ),
    })
}

/// The documents that are in all of some sets; `None` where no set has few.
fn docs_of_parts<'a>(parts: impl Iterator<Item = &'a Docs>) -> Option<Vec<DocId>> {
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for docs in parts {
        match docs {
            Docs::Few(docs) => few.push(docs),
            Docs::Many(docs) => many.push(docs),
        }
    }
    few.sort_by_key(|docs| docs.len());
    let (first, others) = few.split_first()?;
    let mut docs = (*first).clone();
    docs.retain(|doc| {
        many.iter().all(|docs| docs.has(*doc as usize))
            && others.iter().all(|docs| docs.binary_search(doc).is_ok())
    });
    Some(docs)
}

/// The greatest of some sums.
fn greatest(sums: &[i16; CHUNK]) -> i16 {
    i16x16::new(*sums).reduce_max()
}

/// Adds a weight to the sums of some documents, of which there are those from the `first` on: the innermost loop of all.
/// Eight at a time and without a panic in their way are 6 % faster for the whole search.
fn add(sums: &mut [i16], first: usize, docs: &[DocId], weight: i16) {
    let mut add = |doc: DocId| {
        if let Some(sum) = sums.get_mut((doc as usize).wrapping_sub(first)) {
            *sum += weight;
        }
    };
    let (eights, rest) = docs.as_chunks::<8>();
    for eight in eights {
        for doc in eight {
            add(*doc);
        }
    }
    for doc in rest {
        add(*doc);
    }
}
