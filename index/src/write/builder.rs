//! Building one tantivy segment: posting lists, columns and stored documents are gathered in
//! memory and written at once.
//!
//! tantivy's own writer takes documents and hashes every value of each. Ours are numbers below
//! [`Term::COUNT`], so that a list a number does, at a fraction of the time: of the 7.3
//! microseconds that a position took, tantivy's writer spent 4.

use std::io;

use pgn::Variant;
use similarity::{EncodedGame, Feature, Scoring, Statistics, Term};
use tantivy::columnar::{ColumnType, ColumnarWriter};
use tantivy::directory::TerminatingWrite;
use tantivy::fieldnorm::FieldNormsSerializer;
use tantivy::index::{Segment, SegmentComponent};
use tantivy::postings::InvertedIndexSerializer;
use tantivy::schema::{Field, FieldType, Schema};
use tantivy::store::StoreWriter;
use tantivy::{DocId, SegmentMeta, TantivyDocument};

use crate::storage::schema::{Fields, column};
use crate::write::comment_lists::CommentLists;
use crate::write::doc_list::DocList;

/// The documents of a segment to be.
pub(crate) struct Builder {
    segment: Segment,
    schema: Schema,
    fields: Fields,
    documents: DocId,
    /// By the number of the term the documents that have it.
    terms: Vec<DocList>,
    /// The bytes that these lists have room for.
    room: usize,
    /// Ids and their documents.
    ids: Vec<(u64, DocId)>,
    /// Numbers of moves, and games that played them.
    openings: Vec<(u64, DocId)>,
    /// Numbers of runs of material, and passages that have them.
    material: Vec<(u64, DocId)>,
    comments: CommentLists,
    columns: ColumnarWriter,
    store: StoreWriter,
}

impl Builder {
    pub(crate) fn new(segment: Segment, fields: Fields) -> tantivy::Result<Builder> {
        let mut columns = ColumnarWriter::default();
        let settings = segment.index().settings();
        let schema = segment.schema();
        for (_, entry) in schema.fields().filter(|(_, entry)| entry.is_fast()) {
            let kind = match entry.field_type() {
                FieldType::Str(_) => ColumnType::Str,
                _ => ColumnType::U64,
            };
            columns.record_column_type(entry.name(), kind, false);
        }
        Ok(Builder {
            store: StoreWriter::new(
                segment.open_write(SegmentComponent::Store)?,
                settings.docstore_compression,
                settings.docstore_blocksize,
                false,
            )?,
            segment,
            schema,
            fields,
            documents: 0,
            terms: vec![DocList::default(); Term::COUNT],
            room: 0,
            ids: Vec::new(),
            openings: Vec::new(),
            material: Vec::new(),
            comments: CommentLists::default(),
            columns,
        })
    }

    /// Adds a game and its passages, and counts them. It is found by `key` when a duplicate of it comes.
    pub(crate) fn add(
        &mut self,
        id: u64,
        key: u64,
        game: &EncodedGame,
        statistics: &mut Statistics,
    ) -> io::Result<()> {
        let mut document = TantivyDocument::new();
        document.add_text(self.fields.tags, &game.tags);
        document.add_bytes(self.fields.line, game.line());
        if !game.annotations.is_empty() {
            document.add_bytes(self.fields.annotations, &game.annotations);
        }
        self.comments.add(self.documents, &game.comment_words);
        self.ids.push((id, self.documents));
        let played = game.opening.iter().map(|number| (*number, self.documents));
        self.openings.extend(played);
        self.column(column::GAME, id);
        self.column(column::KEY, key);
        self.column(column::FACTS, game.facts.0);
        for ((name, _), value) in column::TAGS.into_iter().zip(&game.names) {
            if let Some(value) = value {
                self.columns.record_str(self.documents, name, value);
            }
        }
        if game.variant != Variant::Standard {
            self.column(column::VARIANT, game.variant.to_bits());
        }
        if let Some(name) = game.opening_name {
            self.columns
                .record_str(self.documents, column::OPENING_NAME, name);
        }
        self.store(&document)?;
        let mut rest = &game.terms[..];
        for passage in &game.passages {
            let terms;
            (terms, rest) = rest.split_at(passage.terms);
            for (term, positions) in terms {
                let list = &mut self.terms[term.id()];
                let room = list.room();
                list.push(self.documents);
                self.room += list.room() - room;
                statistics.count(*term, u64::from(*positions));
            }
            let runs = passage.material.iter();
            let runs = runs.map(|number| (*number, self.documents));
            self.material.extend(runs);
            statistics.length += passage.length;
            self.column(column::GAME, id);
            self.column(column::PLY, passage.ply);
            for (scoring, cost) in Scoring::STORED.into_iter().zip(passage.least.costs) {
                self.column(scoring.name(), cost);
            }
            for feature in Feature::penalised() {
                let least = passage.least.rarities[feature as usize];
                self.column(feature.name(), least);
            }
            for word in passage.row {
                self.column(column::ROW, word);
            }
            // All of a passage is in its columns.
            self.store(&TantivyDocument::new())?;
        }
        statistics.positions += game.positions;
        Ok(())
    }

    /// The bytes that it takes.
    pub(crate) fn memory(&self) -> usize {
        let pairs = self.ids.capacity() + self.openings.capacity() + self.material.capacity();
        size_of::<DocList>() * self.terms.len()
            + self.room
            + size_of::<(u64, DocId)>() * pairs
            + self.comments.memory()
            + self.columns.mem_usage()
    }

    /// Adds the statistics of the index and its collections under an id, and writes the segment.
    pub(crate) fn finish(
        mut self,
        statistics: &Statistics,
        collections: &[u8],
        id: u64,
    ) -> tantivy::Result<SegmentMeta> {
        let mut document = TantivyDocument::new();
        document.add_bytes(self.fields.statistics, &statistics.to_bytes());
        document.add_bytes(self.fields.collections, collections);
        self.ids.push((id, self.documents));
        self.ids.sort_unstable();
        self.store(&document)?;

        self.store.close()?;
        let norms = self.segment.open_write(SegmentComponent::FieldNorms)?;
        FieldNormsSerializer::from_write(norms)?.close()?;
        let mut columns = self.segment.open_write(SegmentComponent::FastFields)?;
        self.columns.serialize(self.documents, None, &mut columns)?;
        columns.terminate()?;

        let mut lists = InvertedIndexSerializer::open(&self.segment)?;
        let terms = (0..).zip(self.terms);
        write_lists(&mut lists, self.fields.terms, terms)?;
        write_lists(
            &mut lists,
            self.fields.material,
            grouped(&mut self.material),
        )?;
        let ids = self.ids.into_iter();
        let ids = ids.map(|(id, doc)| (id, DocList::from_iter([doc])));
        write_lists(&mut lists, self.fields.id, ids)?;
        write_lists(&mut lists, self.fields.opening, grouped(&mut self.openings))?;
        self.comments.write(&mut lists, self.fields.comment)?;
        lists.close()?;

        let meta = self.segment.meta().clone().with_max_doc(self.documents);
        meta.untrack_temp_docstore();
        Ok(meta)
    }

    fn column(&mut self, name: &str, value: u64) {
        self.columns.record_numerical(self.documents, name, value);
    }

    /// Stores a document, which ends it.
    fn store(&mut self, document: &TantivyDocument) -> io::Result<()> {
        self.documents += 1;
        self.store.store(document, &self.schema)
    }
}

/// The posting lists of numbers and documents.
fn grouped(postings: &mut [(u64, DocId)]) -> impl Iterator<Item = (u64, DocList)> {
    postings.sort_unstable();
    postings
        .chunk_by(|one, next| one.0 == next.0)
        .map(|list| (list[0].0, list.iter().map(|(_, doc)| *doc).collect()))
}

/// Writes the posting lists of a field, given by ascending numbers; empty ones are skipped.
fn write_lists(
    lists: &mut InvertedIndexSerializer,
    field: Field,
    terms: impl Iterator<Item = (u64, DocList)>,
) -> io::Result<()> {
    // The number of all postings is of use to tantivy's own scores only.
    let mut serializer = lists.new_field(field, 0, None)?;
    for (number, documents) in terms.filter(|(_, documents)| documents.len() > 0) {
        let term = tantivy::Term::from_field_u64(field, number);
        serializer.new_term(term.serialized_value_bytes(), documents.len(), false)?;
        for document in documents.iter() {
            serializer.write_doc(document, 0, &[]);
        }
        serializer.close_term()?;
    }
    serializer.close()
}
