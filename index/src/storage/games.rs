//! The games of a segment, in memory: what filters and statistics ask of each, so that all of them
//! are looked at in a millisecond. Read when first needed; 48 bytes a game, and its names.

use std::collections::HashMap;
use std::ops::Range;

use pgn::Variant;
use similarity::{Facts, Name, OpeningName};
use tantivy::columnar::{ColumnIndex, StrColumn};
use tantivy::{DocId, SegmentReader};

use crate::storage::schema::column;

/// The games of a segment that are not deleted, by document.
pub(crate) struct Games {
    pub(crate) rows: Vec<Row>,
    /// As in the files, each once, and its words.
    pub(crate) players: Vec<(String, Name)>,
    pub(crate) events: Vec<(String, Name)>,
    pub(crate) ecos: Vec<String>,
    pub(crate) openings: Vec<(String, OpeningName)>,
}

/// A game.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Row {
    pub(crate) doc: DocId,
    /// How many positions its passages have, all but the last.
    step: u32,
    pub(crate) id: u64,
    pub(crate) facts: Facts,
    /// The ply of its first indexed position, or one more than its last where none is.
    first: u32,
    /// Places in the lists of names.
    pub(crate) white: u32,
    pub(crate) black: u32,
    pub(crate) event: u32,
    pub(crate) eco: u32,
    pub(crate) opening: u16,
    pub(crate) variant: Variant,
}

impl Row {
    /// The documents of the passages that have the positions of some plies.
    pub(crate) fn passages(&self, plies: Range<u64>) -> Range<DocId> {
        if plies.is_empty() {
            return self.doc..self.doc;
        }
        let step = u64::from(self.step);
        let passage = |ply: u64| self.doc + 1 + ((ply - u64::from(self.first)) / step) as DocId;
        passage(plies.start)..passage(plies.end - 1) + 1
    }

    /// The ply of the first position of a passage.
    pub(crate) fn ply(&self, passage: DocId) -> u64 {
        u64::from(self.first) + u64::from(passage - self.doc - 1) * u64::from(self.step)
    }

    /// The plies of its indexed positions.
    pub(crate) fn plies(&self) -> Range<u64> {
        u64::from(self.first)..self.facts.plies() + 1
    }
}

impl Games {
    /// The games of a segment; `place` returns game and first ply of a passage.
    pub(crate) fn new(
        reader: &SegmentReader,
        place: impl Fn(DocId) -> Option<(u64, u64)>,
    ) -> tantivy::Result<Games> {
        let columns = reader.fast_fields();
        let facts = columns.u64(column::FACTS)?;
        let ids = columns.u64(column::GAME)?;
        let [mut players, mut events, mut ecos, mut openings] = [(); 4].map(|()| Names::default());
        let white = players.read(columns.str(column::WHITE)?, reader.max_doc())?;
        let black = players.read(columns.str(column::BLACK)?, reader.max_doc())?;
        let event = events.read(columns.str(column::EVENT)?, reader.max_doc())?;
        let eco = ecos.read(columns.str(column::ECO)?, reader.max_doc())?;
        let opening = openings.read(columns.str(column::OPENING_NAME)?, reader.max_doc())?;
        let variants = columns.column_opt::<u64>(column::VARIANT)?;
        let docs: Vec<DocId> = match &facts.index {
            ColumnIndex::Optional(index) => index.iter_non_null_docs().collect(),
            ColumnIndex::Empty { .. } => Vec::new(),
            _ => (0..reader.max_doc()).collect(),
        };
        let mut rows = Vec::with_capacity(docs.len());
        for doc in docs.into_iter().filter(|doc| !reader.is_deleted(*doc)) {
            let Some(facts) = facts.first(doc).map(Facts) else {
                continue;
            };
            let first = place(doc + 1);
            let second =
                place(doc + 2).filter(|(game, _)| first.is_some_and(|first| first.0 == *game));
            let first = first
                .map(|(_, ply)| ply)
                .filter(|ply| *ply <= facts.plies());
            let second = second.map(|(_, ply)| ply);
            rows.push(Row {
                doc,
                id: ids.first(doc).unwrap_or_default(),
                facts,
                first: u32::try_from(first.unwrap_or(facts.plies() + 1)).unwrap_or(u32::MAX),
                step: match (first, second) {
                    (Some(first), Some(second)) => {
                        u32::try_from(second.saturating_sub(first).max(1)).unwrap_or(u32::MAX)
                    }
                    _ => u32::from(u16::MAX),
                },
                white: white(doc),
                black: black(doc),
                event: event(doc),
                eco: eco(doc),
                // A name of a table of some thousands.
                opening: u16::try_from(opening(doc)).unwrap_or_default(),
                variant: variants
                    .as_ref()
                    .and_then(|column| column.first(doc))
                    .map_or(Variant::Standard, Variant::from_bits),
            });
        }
        Ok(Games {
            rows,
            players: players.with(Name::new),
            events: events.with(Name::new),
            ecos: ecos.names,
            openings: openings.with(OpeningName::new),
        })
    }

    /// The place of the game of a document, which is its own or a passage's; `None` for others.
    pub(crate) fn of(&self, doc: DocId) -> Option<usize> {
        self.rows
            .partition_point(|row| row.doc <= doc)
            .checked_sub(1)
    }
}

/// Names of several columns, each once. The first is that of games that have none.
struct Names {
    names: Vec<String>,
    places: HashMap<String, u32>,
}

impl Default for Names {
    fn default() -> Names {
        Names {
            names: vec![String::new()],
            places: HashMap::from([(String::new(), 0)]),
        }
    }
}

impl Names {
    /// The names, each with its words.
    fn with<T>(self, words: impl Fn(&str) -> T) -> Vec<(String, T)> {
        let names = self.names.into_iter();
        let with_words = |name: String| {
            let words = words(&name);
            (name, words)
        };
        names.map(with_words).collect()
    }

    /// Takes in the names of a column; returns the place of each document's.
    fn read(
        &mut self,
        column: Option<StrColumn>,
        documents: DocId,
    ) -> tantivy::Result<impl Fn(DocId) -> u32 + use<>> {
        let mut places = Vec::new();
        let ords = match column {
            None => tantivy::columnar::Column::build_empty_column(documents),
            Some(column) => {
                let mut names = column.dictionary().stream()?;
                while names.advance() {
                    let name = String::from_utf8_lossy(names.key()).into_owned();
                    let next = self.names.len() as u32;
                    let place = *self.places.entry(name.clone()).or_insert(next);
                    if place == next {
                        self.names.push(name);
                    }
                    places.push(place);
                }
                column.ords().clone()
            }
        };
        Ok(move |doc| {
            let ord = ords.first(doc).and_then(|ord| places.get(ord as usize));
            ord.copied().unwrap_or(0)
        })
    }
}
