//! Segments in parts, so that all threads have something to do wherever there are few segments.

use std::ops::Range;

use crate::storage::bitmap::BLOCK;

/// A run of the documents of a segment, what one thread looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The place of the segment among those that are divided.
    pub(super) segment: usize,
    /// Its documents; the first one is that of a block.
    pub(super) docs: Range<usize>,
}

/// About as many parts of equal size as there are threads: more where segments end, as no part has documents of two; fewer
/// where parts would have less than `least` documents. `documents` says how many each segment has.
pub(super) fn parts(documents: &[usize], threads: usize, least: usize) -> Vec<Part> {
    let all: usize = documents.iter().sum();
    let each = all.div_ceil(threads.max(1)).max(least);
    // What is smaller than half of that is left to the thread before or after.
    let few = least / 2;
    let (mut parts, mut left) = (Vec::new(), each);
    for (segment, end) in documents.iter().copied().enumerate() {
        let mut first = 0;
        while first < end {
            let next = if end - first <= left + few {
                end
            } else {
                end.min(first + left.next_multiple_of(BLOCK))
            };
            left = left.saturating_sub(next - first);
            if left <= few {
                left = each;
            }
            let docs = first..next;
            parts.push(Part { segment, docs });
            first = next;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Segments, threads, least documents, and the parts: segment, and documents in blocks.
    #[test]
    fn one_after_the_other() {
        const B: usize = BLOCK;
        type Expected = &'static [(usize, Range<usize>)];
        let cases: [(&[usize], usize, usize, Expected); 9] = [
            (&[], 2, B, &[]),
            (&[0, 10 * B], 1, B, &[(1, 0..10 * B)]),
            (&[10 * B], 2, B, &[(0, 0..5 * B), (0, 5 * B..10 * B)]),
            (&[9 * B + 1], 2, B, &[(0, 0..5 * B), (0, 5 * B..9 * B + 1)]),
            (&[9 * B], 2, 8 * B, &[(0, 0..9 * B)]),
            (&[16 * B], 3, 8 * B, &[(0, 0..8 * B), (0, 8 * B..16 * B)]),
            (&[4 * B, 4 * B], 2, B, &[(0, 0..4 * B), (1, 0..4 * B)]),
            (
                &[3 * B, 9 * B],
                2,
                B,
                &[(0, 0..3 * B), (1, 0..3 * B), (1, 3 * B..9 * B)],
            ),
            (
                &[100, 3 * B],
                9,
                1,
                &[(0, 0..100), (1, 0..B), (1, B..2 * B), (1, 2 * B..3 * B)],
            ),
        ];
        for (documents, threads, least, expected) in cases {
            let parts = parts(documents, threads, least).into_iter();
            let parts = parts.map(|part| (part.segment, part.docs));
            let place = (documents, threads, least);
            assert_eq!(parts.collect::<Vec<_>>(), expected, "{place:?}");
        }
    }
}
