//! What bounds the score of each passage before its terms are looked at: a byte a document.

use std::ops::Range;

use tantivy::DocId;

use crate::storage::bitmap::CHUNK;

/// The most steps that a number of [`Statics`] has room for; what costs more counts as these.
pub(crate) const MOST_STEPS: f64 = 254.0;

/// What a profile of scoring knows of each passage beforehand.
#[derive(Clone)]
pub(crate) struct Statics {
    /// By document, a chunk at a time: a number of what bounds its scores; 0 for another document, a
    /// deleted one and after the last.
    pub(crate) by_doc: Box<[[u8; CHUNK]]>,
    /// The smallest of each chunk that is not 0; 0 if they all are.
    pub(crate) least: Box<[u8]>,
    /// What the numbers mean, a length or a penalty at least; a smaller one never bounds lower.
    pub(crate) meaning: [f64; 256],
}

impl Statics {
    /// Statics of what each passage costs: `costs` are documents with their cost, in steps of `step`.
    pub(crate) fn new(
        documents: usize,
        costs: impl Iterator<Item = (DocId, f64)>,
        step: f64,
    ) -> Statics {
        let mut by_doc = vec![[0; CHUNK]; documents.div_ceil(CHUNK)];
        for (doc, cost) in costs {
            by_doc.as_flattened_mut()[doc as usize] = cost.min(MOST_STEPS) as u8 + 1;
        }
        Statics {
            least: least(&by_doc),
            by_doc: by_doc.into_boxed_slice(),
            meaning: std::array::from_fn(|number| (number as f64 - 1.0) * step),
        }
    }

    /// The same for some passages only; nothing else is one.
    pub(crate) fn among(&self, passages: &[Range<DocId>]) -> Statics {
        let mut by_doc = vec![[0; CHUNK]; self.by_doc.len()];
        for docs in passages {
            let docs = docs.start as usize..docs.end as usize;
            by_doc.as_flattened_mut()[docs.clone()]
                .copy_from_slice(&self.by_doc.as_flattened()[docs]);
        }
        Statics {
            least: least(&by_doc),
            by_doc: by_doc.into_boxed_slice(),
            meaning: self.meaning,
        }
    }
}

/// The smallest number of each chunk that is not 0; 0 if they all are.
fn least(by_doc: &[[u8; CHUNK]]) -> Box<[u8]> {
    // One less than 0 is the largest of all.
    let least = by_doc.iter().map(|chunk| {
        let least = chunk.iter().map(|number| number.wrapping_sub(1)).min();
        least.unwrap_or(u8::MAX).wrapping_add(1)
    });
    least.collect()
}
