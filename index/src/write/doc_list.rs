//! A posting list that grows in memory: the gaps between documents as varints, of which nearly all have one byte, a third
//! of what numbers of 32 bits would take with room to grow.

use tantivy::DocId;
use unsigned_varint::{decode, encode};

/// Ascending documents.
#[derive(Clone, Debug, Default)]
pub(super) struct DocList {
    gaps: Vec<u8>,
    /// One more than the last document.
    next: DocId,
    len: u32,
}

impl DocList {
    /// Adds a document after all others.
    pub(super) fn push(&mut self, doc: DocId) {
        let gap = doc - self.next;
        self.gaps
            .extend_from_slice(encode::u32(gap, &mut encode::u32_buffer()));
        self.next = doc + 1;
        self.len += 1;
    }

    /// How many documents it has.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The bytes that it has room for.
    pub(super) fn room(&self) -> usize {
        self.gaps.capacity()
    }

    /// The documents.
    pub(super) fn iter(&self) -> impl Iterator<Item = DocId> {
        let (mut left, mut next) = (&*self.gaps, 0);
        std::iter::from_fn(move || {
            let (gap, rest) = decode::u32(left).ok()?;
            left = rest;
            let doc = next + gap;
            next = doc + 1;
            Some(doc)
        })
    }
}

impl FromIterator<DocId> for DocList {
    /// The list of ascending documents.
    fn from_iter<I: IntoIterator<Item = DocId>>(docs: I) -> DocList {
        let mut list = DocList::default();
        for doc in docs {
            list.push(doc);
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn documents_come_back(docs in prop::collection::btree_set(0..u32::MAX, 0..300), near in prop::collection::btree_set(0..2000_u32, 0..300)) {
            let docs: BTreeSet<DocId> = docs.into_iter().chain(near).collect();
            let list: DocList = docs.iter().copied().collect();
            prop_assert_eq!(list.len() as usize, docs.len());
            prop_assert!(list.iter().eq(docs));
        }
    }
}
