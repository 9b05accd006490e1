//! Reading posting lists, a block at a time.

use std::ops::{Range, RangeInclusive};

use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::{DocId, InvertedIndexReader};

/// Reads lists of documents, one after the other, into the same memory: a search reads hundreds, most of them short.
pub(crate) struct ListReader<'a> {
    lists: &'a InvertedIndexReader,
    blocks: BlockSegmentPostings,
}

impl<'a> ListReader<'a> {
    /// A reader of the lists of a field that stores neither frequencies nor positions.
    pub(crate) fn new(lists: &'a InvertedIndexReader) -> ListReader<'a> {
        ListReader {
            lists,
            blocks: BlockSegmentPostings::empty(),
        }
    }

    /// Calls `each` with the documents of a list, a block at a time.
    pub(crate) fn for_each_block(
        &mut self,
        list: &TermInfo,
        each: impl FnMut(&[DocId]),
    ) -> tantivy::Result<()> {
        self.for_each_block_among(list, &(0..DocId::MAX), each)
    }

    /// Calls `each` with the blocks of a list that have some of the documents `among`, which may have others, too.
    pub(crate) fn for_each_block_among(
        &mut self,
        list: &TermInfo,
        among: &Range<DocId>,
        mut each: impl FnMut(&[DocId]),
    ) -> tantivy::Result<()> {
        let blocks = &mut self.blocks;
        self.lists
            .reset_block_postings_from_terminfo(list, blocks)?;
        if among.start > 0 {
            blocks.seek(among.start);
        }
        while blocks.docs().first().is_some_and(|doc| *doc < among.end) {
            each(blocks.docs());
            blocks.advance();
        }
        Ok(())
    }
}

/// Calls `each` with the numbers of a field within a range, ascending, and their lists.
pub(crate) fn for_each_list(
    lists: &InvertedIndexReader,
    numbers: &RangeInclusive<u64>,
    mut each: impl FnMut(u64, &TermInfo) -> tantivy::Result<()>,
) -> tantivy::Result<()> {
    let range = lists.terms().range();
    let mut found = range
        .ge(numbers.start().to_be_bytes())
        .le(numbers.end().to_be_bytes())
        .into_stream()?;
    while let Some((number, list)) = found.next() {
        each(number.try_into().map_or(0, u64::from_be_bytes), list)?;
    }
    Ok(())
}
