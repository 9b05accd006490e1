//! One tantivy segment, opened for search: posting lists and columns, and what is worth keeping of
//! them in memory between queries.
//!
//! | kept | when | bytes |
//! |---|---|---|
//! | where a posting list is | once it was asked for | 56 a term |
//! | a long list ([`LONG`]) as a bitmap | once it was asked for | 1/8 a document |
//! | the lengths of the passages | once anything was asked for | 1 a document |

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tantivy::columnar::Column;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, InvertedIndexReader, SegmentReader};

use crate::passage::Passage;
use crate::schema::{Fields, column};
use crate::term::Term;

/// A list is long if it has at least one document of so many of its segment.
///
/// Measured on 22.6 million positions: there are 300 such lists, 125 MB as bitmaps; a query's hold
/// four fifths of its postings, and only a sixth of what its score can be.
const LONG: usize = 10;

/// How many documents are looked at together. Guessed: two games' passages, one register of sums.
pub(crate) const CHUNK: usize = 16;

/// One tantivy segment, opened for search.
pub(crate) struct Segment {
    reader: SegmentReader,
    fields: Fields,
    terms: Arc<InvertedIndexReader>,
    /// By the number of the term.
    lists: Box<[OnceLock<List>]>,
    lengths: OnceLock<Box<[[u8; CHUNK]]>>,
    shortest: OnceLock<Box<[u8]>>,
    game: Column<u64>,
    ply: Column<u64>,
    length: Column<u64>,
    board: [Column<u64>; 3],
    moves: Column<u64>,
}

/// The documents that have a term.
pub(crate) enum List {
    /// None.
    Empty,
    /// Few, to be read.
    Short(TermInfo),
    /// Many: a bit a document, 64 a word, the first the lowest.
    Long(Box<[u64]>),
}

impl Segment {
    pub(crate) fn new(reader: &SegmentReader, fields: Fields) -> tantivy::Result<Segment> {
        let columns = reader.fast_fields();
        Ok(Segment {
            reader: reader.clone(),
            fields,
            terms: reader.inverted_index(fields.terms)?,
            lists: (0..Term::COUNT).map(|_| OnceLock::new()).collect(),
            lengths: OnceLock::new(),
            shortest: OnceLock::new(),
            game: columns.u64(column::GAME)?,
            ply: columns.u64(column::PLY)?,
            length: columns.u64(column::LENGTH)?,
            board: [
                columns.u64(column::BOARD[0])?,
                columns.u64(column::BOARD[1])?,
                columns.u64(column::BOARD[2])?,
            ],
            moves: columns.u64(column::MOVES)?,
        })
    }

    /// Whether it is what `reader` reads: the same documents, the same of them deleted.
    pub(crate) fn is_of(&self, reader: &SegmentReader) -> bool {
        let state = |reader: &SegmentReader| (reader.segment_id(), reader.num_deleted_docs());
        state(&self.reader) == state(reader)
    }

    /// How many documents it has, deleted ones and others than passages included.
    pub(crate) fn documents(&self) -> usize {
        self.reader.max_doc() as usize
    }

    /// The documents that have a term, deleted ones included.
    pub(crate) fn list(&self, term: Term) -> tantivy::Result<&List> {
        let known = &self.lists[term.id()];
        if let Some(list) = known.get() {
            return Ok(list);
        }
        let list = self.read_list(term)?;
        Ok(known.get_or_init(|| list))
    }

    /// Where the list of a term is, if it has one.
    fn list_info(&self, term: Term) -> tantivy::Result<Option<TermInfo>> {
        let term = tantivy::Term::from_field_u64(self.fields.terms, term.id() as u64);
        Ok(self.terms.get_term_info(&term)?)
    }

    fn read_list(&self, term: Term) -> tantivy::Result<List> {
        let Some(info) = self.list_info(term)? else {
            return Ok(List::Empty);
        };
        if (info.doc_freq as usize) * LONG < self.documents() {
            return Ok(List::Short(info));
        }
        let mut bits = vec![0; self.documents().div_ceil(64)].into_boxed_slice();
        self.for_each_block(&info, |docs| {
            for doc in docs {
                bits[*doc as usize / 64] |= 1 << (doc % 64);
            }
        })?;
        Ok(List::Long(bits))
    }

    /// Calls `each` with the documents of a list, a block at a time.
    pub(crate) fn for_each_block(
        &self,
        list: &TermInfo,
        mut each: impl FnMut(&[DocId]),
    ) -> tantivy::Result<()> {
        let mut postings: BlockSegmentPostings = self
            .terms
            .read_block_postings_from_terminfo(list, IndexRecordOption::Basic)?;
        while !postings.docs().is_empty() {
            each(postings.docs());
            postings.advance();
        }
        Ok(())
    }

    /// By document, a chunk at a time, the smallest number of terms of a position of the passage;
    /// 255 for more, which makes bounds no lower; 0 for another document, a deleted one and after
    /// the last.
    pub(crate) fn lengths(&self) -> &[[u8; CHUNK]] {
        self.lengths.get_or_init(|| {
            let mut lengths = vec![[0; CHUNK]; self.documents().div_ceil(CHUNK)];
            for doc in self.reader.doc_ids_alive() {
                if let Some(length) = self.length.first(doc) {
                    let length = u8::try_from(length).unwrap_or(u8::MAX);
                    lengths.as_flattened_mut()[doc as usize] = length;
                }
            }
            lengths.into_boxed_slice()
        })
    }

    /// The smallest of the [`Segment::lengths`] of each [`CHUNK`] of documents that is not 0; 0 if
    /// they all are.
    pub(crate) fn shortest(&self) -> &[u8] {
        self.shortest.get_or_init(|| {
            let lengths = self.lengths().iter().map(|chunk| chunk.iter().copied());
            lengths
                .map(|chunk| chunk.filter(|length| *length > 0).min().unwrap_or(0))
                .collect()
        })
    }

    /// Game and first ply of a passage.
    pub(crate) fn place(&self, doc: DocId) -> Option<(u64, u64)> {
        Some((self.game.first(doc)?, self.ply.first(doc)?))
    }

    /// What is stored of a passage.
    pub(crate) fn passage(&self, doc: DocId) -> Option<Passage> {
        let (game, ply) = self.place(doc)?;
        let [a, b, c] = &self.board;
        Some(Passage {
            game,
            ply,
            board: [a.first(doc)?, b.first(doc)?, c.first(doc)?],
            moves: self.moves.first(doc)?,
        })
    }

    /// What is stored of all passages that are not deleted, each with its document.
    pub(crate) fn passages(&self) -> impl Iterator<Item = (DocId, Passage)> {
        self.passages_among(0..self.reader.max_doc())
    }

    /// Those of [`Segment::passages`] that are among some documents.
    pub(crate) fn passages_among(
        &self,
        docs: Range<DocId>,
    ) -> impl Iterator<Item = (DocId, Passage)> {
        let alive = docs.filter(|doc| !self.reader.is_deleted(*doc));
        alive.filter_map(|doc| Some((doc, self.passage(doc)?)))
    }

    /// The smallest number of terms of a position of a passage.
    pub(crate) fn shortest_of(&self, doc: DocId) -> Option<u64> {
        self.length.first(doc)
    }

    /// Calls `each` with the documents that have a term and are not deleted.
    pub(crate) fn for_each_document(
        &self,
        term: Term,
        mut each: impl FnMut(DocId),
    ) -> tantivy::Result<()> {
        let Some(list) = self.list_info(term)? else {
            return Ok(());
        };
        self.for_each_block(&list, |docs| {
            for doc in docs {
                if !self.reader.is_deleted(*doc) {
                    each(*doc);
                }
            }
        })
    }
}
