//! What the passages of a segment can score.
//!
//! A passage is indexed under the terms of any of its positions, so what the query's terms in it sum
//! up to, with the passage's static (its smallest |D| or penalty), bounds the score of each of them.
//! [`List`]s are short or long. Short ones are walked through, each adding its weight to one sum a
//! passage; long ones are bitmaps, added up a block at a time, and only where the short ones promise
//! something. A set of pawns has no list: it can only be where the pawns of all its files are.
//!
//! The idea of long lists that are only looked up is `MaxScore`: Turtle and Flood 1995, "Query
//! Evaluation: Strategies and Optimizations", with passages for documents.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use similarity::{Hit, Query, Term};
use tantivy::DocId;
use wide::i16x16;

use crate::passing::Passing;
use crate::storage::bitmap::{Adder, BLOCK, Bitmap, CHUNK, UNIT};
use crate::storage::segment::{List, Segment};
use crate::storage::statics::Statics;

/// What bounds are raised by, against rounding: thousands of times the error of a sum of some
/// hundred 64-bit floats, 2^-53 each (Higham 2002, "Accuracy and Stability of Numerical
/// Algorithms", section 4.2).
const SLACK: f64 = 1.0 + 1e-9;

/// The most that a position of a passage can score.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) segment: usize,
    pub(crate) doc: DocId,
    pub(crate) score: f64,
}

impl Bound {
    /// With the place of the passage, which takes longer to find than its bound.
    pub(crate) fn candidate(self, segment: &Segment) -> Option<Candidate> {
        let Bound { doc, score, .. } = self;
        let (game, ply) = segment.place(doc)?;
        Some(Candidate {
            segment: self.segment,
            doc,
            best: Hit { game, ply, score },
        })
    }
}

/// A passage and the best that could be found in it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) segment: usize,
    pub(crate) doc: DocId,
    /// Game and ply of its first position, and its bound: the best hit that it could have.
    pub(crate) best: Hit,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    /// Less is more promising.
    fn cmp(&self, other: &Candidate) -> Ordering {
        self.best
            .order(&other.best)
            .then(self.segment.cmp(&other.segment))
            .then(self.doc.cmp(&other.doc))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Sums by document, a chunk at a time.
pub(crate) type Sums = Vec<[i16; CHUNK]>;

/// What the passages of a segment can score.
pub(crate) struct Bounds<'a> {
    number: usize,
    segment: &'a Segment,
    /// By document: Σ weight over the short lists, scaled.
    sums: &'a [[i16; CHUNK]],
    /// The long lists of each term, by falling weight, and the terms by that of their heaviest.
    long: Vec<Vec<(i16, Cow<'a, Bitmap>)>>,
    /// What the long lists can add, scaled: all of them, all but the first term's, ..., none.
    most: Vec<i32>,
    statics: Cow<'a, Statics>,
    /// By static: what a sum is times at most, and what is added then.
    lines: [(f64, f64); 256],
}

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
    /// The sums of segment `number` of an index, of the passages that pass if not all do; `sums` is memory for them.
    pub(crate) fn new(
        number: usize,
        segment: &'a Segment,
        query: &Query,
        passing: Option<&'a Passing>,
        scale: f64,
        sums: &'a mut Sums,
    ) -> tantivy::Result<Bounds<'a>> {
        let statics = segment.statics(query.scoring());
        let statics = match passing {
            None => statics,
            Some(passing) => passing.statics(number, query.scoring(), &statics),
        };
        sums.clear();
        sums.resize(statics.by_doc.len(), [0; CHUNK]);
        let scaled = |counts: f64| (counts * scale).ceil() as i16;
        let mut long = Vec::new();
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
                    List::Long(docs) => long_ones.push((weight, Cow::Borrowed(docs))),
                    List::Short(list) => {
                        let sums = sums.as_flattened_mut();
                        segment.for_each_block(list, |docs| add(sums, docs, weight))?;
                    }
                }
            }
            if !long_ones.is_empty() {
                long.push(long_ones);
            }
        }
        for (set, counts) in query.term_sets() {
            if let Some(docs) = docs_of_set(segment, &set)? {
                long.push(vec![(scaled(counts), docs)]);
            }
        }
        long.sort_by_key(|lists| Reverse(lists[0].0));
        let mut most = vec![0];
        for lists in long.iter().rev() {
            most.push(most[most.len() - 1] + i32::from(lists[0].0));
        }
        most.reverse();
        Ok(Bounds {
            number,
            segment,
            sums,
            long,
            most,
            lines: statics.meaning.map(|least| {
                let (factor, constant) = query.bound(least);
                (SLACK * factor / scale, constant)
            }),
            statics,
        })
    }

    /// The `count` most promising passages, most promising first.
    pub(crate) fn seeds(&self, count: usize) -> Vec<Candidate> {
        // By the short lists alone, least first: which passages are seeds changes only the speed.
        // Non-negative floats are ordered as their bits are; the last line is the lowest.
        let lowest = self.lines[255].1;
        let promise = |sum: i16, number: u8| {
            let (factor, constant) = self.lines[usize::from(number)];
            (factor * f64::from(sum) + (constant - lowest)).to_bits()
        };
        let mut heap: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let mut least = 0;
        for (chunk, sums) in self.sums.iter().enumerate() {
            let smallest = self.statics.least[chunk];
            if smallest == 0 || heap.len() >= count && promise(greatest(sums), smallest) <= least {
                continue;
            }
            let docs = (chunk * CHUNK..).zip(sums.iter().zip(&self.statics.by_doc[chunk]));
            for (doc, (sum, number)) in docs {
                let promise = promise(*sum, *number);
                if *number > 0 && (promise > least || heap.len() < count) {
                    heap.push(Reverse((promise, doc)));
                    if heap.len() > count {
                        heap.pop();
                    }
                    least = heap.peek().map_or(u64::MAX, |Reverse((least, _))| *least);
                }
            }
        }
        let docs = heap.into_iter().map(|Reverse((_, doc))| doc);
        let mut seeds: Vec<Candidate> = docs
            .filter_map(|doc| self.of(doc)?.candidate(self.segment))
            .collect();
        seeds.sort_unstable();
        seeds
    }

    /// The documents of passages that may score so much, each with a bound that [`Bounds::of`] may
    /// lower, in no particular order. `few` of a block are looked up one by one.
    pub(crate) fn reaching(&self, score: f64, few: usize) -> Vec<(f64, usize)> {
        let least = self.least_sums(score);
        let clamped = least.map(|least| least.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
        let mut adder = Adder::new(
            self.long
                .iter()
                .flatten()
                .map(|(weight, docs)| (*weight, &**docs)),
        );
        let mut reaching = Vec::new();
        let mut chunks = Vec::new();
        let blocks = self.sums.len().div_ceil(BLOCK / CHUNK);
        for block in 0..blocks {
            self.hopeful_chunks(block, &clamped, &mut chunks);
            if let Some(docs) = self.hopeful_docs(&chunks, &least, few) {
                for doc in docs {
                    let sum = self.sum(doc, least[usize::from(self.number(doc))]);
                    reaching.extend(sum.map(|sum| (self.bound(doc, sum), doc)));
                }
                continue;
            }
            adder.add(block);
            for &(chunk, greatest) in &chunks {
                let lowest = least[usize::from(self.statics.least[chunk])];
                let within = chunk % (BLOCK / CHUNK);
                if !adder.reaches(within, lowest.saturating_sub(greatest.into())) {
                    continue;
                }
                let sums = i16x16::new(self.sums[chunk]) + adder.chunk(within);
                if sums.reduce_max() < clamped[usize::from(self.statics.least[chunk])] {
                    continue;
                }
                for (doc, sum) in (chunk * CHUNK..).zip(sums.to_array()) {
                    if sum >= clamped[usize::from(self.number(doc))] {
                        reaching.push((self.bound(doc, sum), doc));
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

    /// The chunks of a block with a document that may come up to the least sum if it is in all long
    /// lists, each with its greatest sum without these.
    fn hopeful_chunks(&self, block: usize, least: &[i16; 256], chunks: &mut Vec<(usize, i16)>) {
        let (each, all) = (BLOCK / CHUNK, self.most[0] as i16);
        let of_block = block * each..self.sums.len().min((block + 1) * each);
        chunks.clear();
        chunks.extend(of_block.filter_map(|chunk| {
            let greatest = greatest(&self.sums[chunk]);
            let smallest = self.statics.least[chunk];
            let most = greatest.saturating_add(all);
            let is_hopeful = smallest > 0 && most >= least[usize::from(smallest)];
            is_hopeful.then_some((chunk, greatest))
        }));
    }

    /// The documents of some chunks that come up to their least sum if they are in all long lists, if there
    /// are no more than `few`.
    fn hopeful_docs(
        &self,
        chunks: &[(usize, i16)],
        least: &[i32; 256],
        few: usize,
    ) -> Option<Vec<usize>> {
        let mut hopeful = Vec::with_capacity(few + CHUNK);
        for (chunk, _) in chunks {
            for (doc, sum) in (chunk * CHUNK..).zip(self.sums[*chunk]) {
                let least = least[usize::from(self.number(doc))];
                if i32::from(sum) >= least.saturating_sub(self.most[0]) {
                    hopeful.push(doc);
                }
            }
            if hopeful.len() > few {
                return None;
            }
        }
        Some(hopeful)
    }

    /// The bound of a document.
    pub(crate) fn of(&self, doc: usize) -> Option<Bound> {
        let sum = self.sum(doc, i32::MIN)?;
        Some(Bound {
            segment: self.number,
            doc: DocId::try_from(doc).ok()?,
            score: self.bound(doc, sum),
        })
    }

    /// What a document with this sum can score at most.
    fn bound(&self, doc: usize, sum: i16) -> f64 {
        let (factor, constant) = self.lines[usize::from(self.number(doc))];
        factor * f64::from(sum) + constant
    }

    /// The number of its static.
    fn number(&self, doc: usize) -> u8 {
        self.statics.by_doc.as_flattened()[doc]
    }

    /// The sum of a document with those of the long lists, if it becomes `least`.
    fn sum(&self, doc: usize, least: i32) -> Option<i16> {
        let mut sum = self.sums.as_flattened()[doc];
        for (lists, most) in self.long.iter().zip(&self.most) {
            if i32::from(sum) + most < least {
                return None;
            }
            let heaviest = lists.iter().find(|(_, docs)| docs.has(doc));
            sum += heaviest.map_or(0, |(weight, _)| *weight);
        }
        (i32::from(sum) >= least).then_some(sum)
    }
}

/// The documents that have all terms of a set; `None` if there are none.
fn docs_of_set<'a>(segment: &'a Segment, set: &[Term]) -> tantivy::Result<Option<Cow<'a, Bitmap>>> {
    let mut all: Option<Cow<Bitmap>> = None;
    for term in set {
        let docs = match segment.list(*term)? {
            List::Empty => return Ok(None),
            List::Long(docs) => Cow::Borrowed(docs),
            List::Short(list) => {
                let mut docs = Bitmap::new(segment.documents());
                segment.for_each_block(list, |block| {
                    for doc in block {
                        docs.add(*doc as usize);
                    }
                })?;
                Cow::Owned(docs)
            }
        };
        match &mut all {
            None => all = Some(docs),
            Some(all) => all.to_mut().intersect(&docs),
        }
    }
    Ok(all)
}

/// The greatest of some sums.
fn greatest(sums: &[i16; CHUNK]) -> i16 {
    i16x16::new(*sums).reduce_max()
}

/// Adds a weight to the sums of some documents: the innermost loop of all. Eight at a time and
/// without a panic in their way are 6 % faster for the whole search.
fn add(sums: &mut [i16], docs: &[DocId], weight: i16) {
    let mut add = |doc: DocId| {
        if let Some(sum) = sums.get_mut(doc as usize) {
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
