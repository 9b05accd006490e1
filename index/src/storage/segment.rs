//! One tantivy segment, opened for search: posting lists and columns, and what is worth keeping of
//! them in memory between queries.
//!
//! | kept | when | bytes |
//! |---|---|---|
//! | where a posting list is | once it was needed | 56 a term |
//! | a long list ([`LONG`]) as a bitmap | once it was needed | 1/8 a document |
//! | lengths, or penalties, of passages | once a profile was needed | 1 a document |
//! | its games | once a filter or an opening was needed | 48 a game, and names |

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use shakmaty::Chess;
use similarity::{
    Continuation, Facts, Feature, Least, Material, Passage, RARITY_STEP, ROW, Scoring, Term,
    Weights, all_moves, cost_step, opening_numbers,
};
use tantivy::columnar::{Column, StrColumn};
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, InvertedIndexReader, SegmentReader};

use crate::storage::bitmap::Bitmap;
use crate::storage::games::{Games, Row};
use crate::storage::postings::{ListReader, for_each_list};
use crate::storage::schema::{Fields, column};
use crate::storage::statics::{MOST_STEPS, Statics};

/// A list is long if it has at least one of this many documents of its segment.
///
/// Measured on 22.6 million positions: all that is kept takes 307 MB once it was needed (`tabiya doctor`), most of it these
/// lists as bitmaps. With 10 it took half of that, and a search more time; with 24 a search takes 0.96 of the time.
const LONG: usize = 16;

/// One tantivy segment, opened for search.
pub(crate) struct Segment {
    reader: SegmentReader,
    fields: Fields,
    terms: Arc<InvertedIndexReader>,
    material: Arc<InvertedIndexReader>,
    opening: Arc<InvertedIndexReader>,
    /// By the number of the term.
    lists: Box<[OnceLock<List>]>,
    /// By the profiles of [`Scoring::STORED`].
    statics: [OnceLock<Statics>; Scoring::STORED.len()],
    games: OnceLock<Games>,
    game: Column<u64>,
    ply: Column<u64>,
    /// Of each of [`Scoring::STORED`].
    costs: Vec<Column<u64>>,
    /// Of each of [`Feature::penalised`].
    least: Vec<(Feature, Column<u64>)>,
    row: Column<u64>,
    facts: Column<u64>,
    /// `None` if no game has one.
    eco: Option<StrColumn>,
}

/// The documents that have a term.
pub(crate) enum List {
    /// None.
    Empty,
    /// Few, to be read.
    Short(TermInfo),
    /// Many.
    Long(Arc<Bitmap>),
}

impl Segment {
    pub(crate) fn new(reader: &SegmentReader, fields: Fields) -> tantivy::Result<Segment> {
        let columns = reader.fast_fields();
        Ok(Segment {
            reader: reader.clone(),
            fields,
            terms: reader.inverted_index(fields.terms)?,
            material: reader.inverted_index(fields.material)?,
            opening: reader.inverted_index(fields.opening)?,
            lists: (0..Term::COUNT).map(|_| OnceLock::new()).collect(),
            statics: Default::default(),
            games: OnceLock::new(),
            game: columns.u64(column::GAME)?,
            ply: columns.u64(column::PLY)?,
            costs: Scoring::STORED
                .iter()
                .map(|scoring| columns.u64(scoring.name()))
                .collect::<tantivy::Result<_>>()?,
            least: Feature::penalised()
                .map(|feature| Ok((feature, columns.u64(feature.name())?)))
                .collect::<tantivy::Result<_>>()?,
            row: columns.u64(column::ROW)?,
            facts: columns.u64(column::FACTS)?,
            eco: columns.str(column::ECO)?,
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

    /// Whether a list with this number of documents is long.
    pub(crate) fn is_long(&self, documents: usize) -> bool {
        documents * LONG >= self.documents()
    }

    /// The bytes that are kept of it once every list, profile and game was needed; the names of games come on top.
    pub(crate) fn kept_bytes(&self) -> tantivy::Result<u64> {
        let mut long = 0;
        for term in Term::all() {
            let list = self.list_info(term)?;
            long += usize::from(list.is_some_and(|list| self.is_long(list.doc_freq as usize)));
        }
        let lists = Term::COUNT * size_of::<OnceLock<List>>() + long * self.documents() / 8;
        let statics = self.statics.len() * self.documents();
        let games = self.games()?.rows.len() * size_of::<Row>();
        Ok((lists + statics + games) as u64)
    }

    fn read_list(&self, term: Term) -> tantivy::Result<List> {
        let Some(info) = self.list_info(term)? else {
            return Ok(List::Empty);
        };
        if !self.is_long(info.doc_freq as usize) {
            return Ok(List::Short(info));
        }
        let mut docs = Bitmap::new(self.documents());
        self.for_each_block(&info, |block| {
            for doc in block {
                docs.add(*doc as usize);
            }
        })?;
        Ok(List::Long(Arc::new(docs)))
    }

    /// A reader of the lists of terms.
    pub(crate) fn list_reader(&self) -> ListReader<'_> {
        ListReader::new(&self.terms)
    }

    /// Calls `each` with the documents of the list of a term, a block at a time.
    pub(crate) fn for_each_block(
        &self,
        list: &TermInfo,
        each: impl FnMut(&[DocId]),
    ) -> tantivy::Result<()> {
        self.list_reader().for_each_block(list, each)
    }

    /// What a profile of scoring knows of each passage beforehand. Kept, unless the weights are the
    /// user's own.
    pub(crate) fn statics(&self, scoring: &Scoring) -> Cow<'_, Statics> {
        if let Some(place) = Scoring::STORED.iter().position(|named| named == scoring) {
            return Cow::Borrowed(self.statics[place].get_or_init(|| {
                let costs = &self.costs[place];
                let cost = |doc| costs.first(doc).unwrap_or(0) as f64;
                self.new_statics(cost, cost_step(*scoring))
            }));
        }
        let penalties = scoring.weights().map_or_else(
            || vec![0.0; self.documents()],
            |weights| self.penalties(&weights),
        );
        let most = penalties.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let step = most / MOST_STEPS as f32;
        // Lower by more than what rounding to 32 bits could have added.
        let meaning = f64::from(step) * (1.0 - 1e-6);
        Cow::Owned(self.new_statics(|doc| f64::from(penalties[doc as usize] / step), meaning))
    }

    /// Statics of what each passage costs, in steps.
    fn new_statics(&self, cost: impl Fn(DocId) -> f64, step: f64) -> Statics {
        let passages = self.reader.doc_ids_alive();
        let passages = passages.filter(|doc| self.ply.first(*doc).is_some());
        let costs = passages.map(|doc| (doc, cost(doc)));
        Statics::new(self.documents(), costs, step)
    }

    /// By document what bounds the penalty of its positions with weights that nothing was stored for, 0
    /// for others than passages.
    fn penalties(&self, weights: &Weights) -> Vec<f32> {
        let mut penalties = vec![0.0; self.documents()];
        for (feature, column) in &self.least {
            let cost = (weights.cost(*feature) * RARITY_STEP) as f32;
            if cost > 0.0 {
                for (doc, penalty) in (0..).zip(&mut penalties) {
                    *penalty += cost * column.first(doc).unwrap_or(0) as f32;
                }
            }
        }
        penalties
    }

    /// The posting lists of the words of comments.
    pub(crate) fn comments(&self) -> tantivy::Result<Arc<InvertedIndexReader>> {
        self.reader.inverted_index(self.fields.comment)
    }

    /// Its games.
    pub(crate) fn games(&self) -> tantivy::Result<&Games> {
        if let Some(games) = self.games.get() {
            return Ok(games);
        }
        let games = Games::new(&self.reader, |doc| self.place(doc))?;
        Ok(self.games.get_or_init(|| games))
    }

    /// The id of the game that a document is of.
    pub(crate) fn game(&self, doc: DocId) -> Option<u64> {
        self.game.first(doc)
    }

    /// All moves of the game of a document: those that are stored with it, and those of its passages; `None` if these are
    /// not a line of chess.
    pub(crate) fn moves(&self, doc: DocId, line: &[u8]) -> Option<Vec<u8>> {
        let id = self.game(doc);
        let passages = (doc + 1..).map_while(|doc| self.passage(doc));
        let passages = passages.take_while(|passage| Some(passage.game) == id);
        all_moves(line, passages)
    }

    /// The documents, without deleted ones, that have all of some terms.
    pub(crate) fn documents_with(&self, terms: &[Term]) -> tantivy::Result<Vec<DocId>> {
        let (mut short, mut long) = (Vec::new(), Vec::new());
        for term in terms {
            match self.list(*term)? {
                List::Empty => return Ok(Vec::new()),
                List::Short(list) => short.push(list),
                List::Long(docs) => long.push(docs),
            }
        }
        short.sort_by_key(|list| list.doc_freq);
        let mut short = short.into_iter();
        let mut docs: Vec<DocId> = Vec::new();
        if let Some(list) = short.next() {
            self.for_each_block(list, |block| docs.extend_from_slice(block))?;
            for long in long {
                keep_those_in(long, &mut docs);
            }
        } else if let Some((first, others)) = long.split_first() {
            let mut all = Bitmap::clone(first);
            for other in others {
                all.intersect(other);
            }
            docs = all.iter().map(|doc| doc as DocId).collect();
        } else {
            docs.extend(0..self.reader.max_doc());
        }
        for list in short {
            if docs.is_empty() {
                break;
            }
            let option = IndexRecordOption::Basic;
            let mut postings = self.terms.read_postings_from_terminfo(list, option)?;
            docs.retain(|doc| {
                postings.doc() == *doc || postings.doc() < *doc && postings.seek(*doc) == *doc
            });
        }
        docs.retain(|doc| !self.reader.is_deleted(*doc));
        Ok(docs)
    }

    /// The documents, without deleted ones, that have positions of some material, ascending, and which of their
    /// positions have it.
    pub(crate) fn with_material(
        &self,
        material: &Material,
    ) -> tantivy::Result<Vec<(DocId, Range<u64>)>> {
        let mut passages = Vec::new();
        for numbers in material.numbers() {
            let mut reader = ListReader::new(&self.material);
            for_each_list(&self.material, &numbers, |number, list| {
                reader.for_each_block(list, |docs| {
                    let docs = docs.iter().filter(|doc| !self.is_deleted(**doc));
                    passages.extend(docs.map(|doc| (*doc, Material::run(number))));
                })
            })?;
        }
        passages.sort_unstable_by_key(|(doc, run)| (*doc, run.start));
        // A run that goes on in the second half of its passage has two numbers.
        passages.dedup_by(|(doc, next), (last, run)| {
            let goes_on = doc == last;
            if goes_on {
                run.end = next.end;
            }
            goes_on
        });
        Ok(passages)
    }

    /// Calls `each` with the number of every run of the same material, and a list of passages.
    pub(crate) fn for_each_material(
        &self,
        mut each: impl FnMut(u64, &[DocId]),
    ) -> tantivy::Result<()> {
        let mut reader = ListReader::new(&self.material);
        for_each_list(&self.material, &(0..=u64::MAX), |number, list| {
            reader.for_each_block(list, |docs| each(number, docs))
        })
    }

    /// Calls `each` with the moves that were played in a position of an opening, and the lists of the
    /// games that did.
    pub(crate) fn for_each_opening_move(
        &self,
        position: &Chess,
        mut each: impl FnMut(u8, &TermInfo) -> tantivy::Result<()>,
    ) -> tantivy::Result<()> {
        for_each_list(&self.opening, &opening_numbers(position), |number, list| {
            each(number as u8, list)
        })
    }

    /// Calls `each` with the documents of a list of [`Segment::for_each_opening_move`], a block at a
    /// time.
    pub(crate) fn for_each_opening_block(
        &self,
        list: &TermInfo,
        each: impl FnMut(&[DocId]),
    ) -> tantivy::Result<()> {
        ListReader::new(&self.opening).for_each_block(list, each)
    }

    /// Calls `each` with the number of every move of an opening and a list of games.
    pub(crate) fn for_each_opening(
        &self,
        mut each: impl FnMut(u64, &[DocId]),
    ) -> tantivy::Result<()> {
        let mut reader = ListReader::new(&self.opening);
        for_each_list(&self.opening, &(0..=u64::MAX), |number, list| {
            reader.for_each_block(list, |docs| each(number, docs))
        })
    }

    /// Whether a document is deleted.
    pub(crate) fn is_deleted(&self, doc: DocId) -> bool {
        self.reader.is_deleted(doc)
    }

    /// Game and first ply of a passage.
    pub(crate) fn place(&self, doc: DocId) -> Option<(u64, u64)> {
        Some((self.game.first(doc)?, self.ply.first(doc)?))
    }

    /// What is stored of a passage.
    pub(crate) fn passage(&self, doc: DocId) -> Option<Passage> {
        let words = self.row.index.value_row_ids(doc);
        if words.len() != ROW || words.end > self.row.values.num_vals() {
            return None;
        }
        let mut row = [0; ROW];
        self.row.values.get_range(u64::from(words.start), &mut row);
        // All passages have both columns, and games none of them.
        let nth = words.start / ROW as u32;
        let plies = &self.ply.values;
        Some(Passage {
            game: self.game.first(doc)?,
            ply: (nth < plies.num_vals()).then(|| plies.get_val(nth))?,
            row,
        })
    }

    /// How a game went on after this number of half-moves, by the passages after its document.
    pub(crate) fn continuation(&self, game: DocId, ply: u64) -> Option<Continuation> {
        let facts = self.facts.first(game).map(Facts)?;
        let mut eco = String::new();
        if let Some(column) = &self.eco
            && let Some(ord) = column.term_ords(game).next()
        {
            column.ord_to_str(ord, &mut eco).ok()?;
        }
        let (id, first) = self.place(game + 1)?;
        let step = match self.place(game + 2) {
            Some((of, second)) if of == id => second.checked_sub(first).filter(|step| *step > 0)?,
            _ => u64::MAX,
        };
        let passage = game + 1 + DocId::try_from(ply.checked_sub(first)? / step).ok()?;
        let passages = (passage..).map_while(|doc| self.passage(doc));
        let passages = passages.take_while(|passage| passage.game == id);
        Continuation::of_passages(passages, ply, facts, eco)
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

    /// What bounds the scores of a passage's positions.
    pub(crate) fn least(&self, doc: DocId) -> Option<Least> {
        let mut least = Least::none();
        for (least, column) in least.costs.iter_mut().zip(&self.costs) {
            *least = column.first(doc)?;
        }
        for (feature, column) in &self.least {
            least.rarities[*feature as usize] = column.first(doc)?;
        }
        Some(least)
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

/// Leaves out the documents that are not in a set.
fn keep_those_in(set: &Bitmap, docs: &mut Vec<DocId>) {
    // No branch for each document, as it would often be mispredicted.
    let mut kept = 0;
    for place in 0..docs.len() {
        let doc = docs[place];
        docs[kept] = doc;
        kept += usize::from(set.has(doc as usize));
    }
    docs.truncate(kept);
}
