//! An index as of one commit: its statistics, its games, and the columns of its passages.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pgn::{Annotations, Game};
use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{CollectionName, Continuation, Filter, Hit, Passage, Statistics};
use tantivy::collector::Count;
use tantivy::query::TermQuery;
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED};
use tantivy::{TantivyDocument, TantivyError};
use xxhash_rust::xxh3::Xxh3;

use crate::error::Error;
use crate::passing::{Passing, Recent};
use crate::storage::collections::{Collections, Members};
use crate::storage::directory::is_of_segment;
use crate::storage::guard::{files_of, guarded};
use crate::storage::schema::{Fields, STATISTICS_IDS, column};
use crate::storage::segment::Segment;
use crate::write::writer::keys::ids;

/// An index as of one commit; whatever is written afterwards does not change it.
pub struct Snapshot {
    path: PathBuf,
    searcher: Searcher,
    fields: Fields,
    statistics: Statistics,
    collections: Collections,
    segments: Vec<Arc<Segment>>,
    recent: Recent,
}

impl Snapshot {
    /// The snapshot of a commit; what `former` has learnt of segments that are still there is
    /// kept.
    pub(crate) fn new(
        path: &Path,
        searcher: Searcher,
        fields: Fields,
        former: Option<&Snapshot>,
    ) -> Result<Snapshot, Error> {
        let known = former.map_or(&[][..], |former| &former.segments);
        let segments = searcher
            .segment_readers()
            .par_iter()
            .map(
                |reader| match known.iter().find(|known| known.is_of(reader)) {
                    Some(known) => Ok(Arc::clone(known)),
                    None => guarded(path, &files_of(reader.segment_id()), || {
                        let segment = Segment::new(reader, fields);
                        let segment = segment.map(Arc::new);
                        segment.map_err(|error| Error::from_tantivy(path, error))
                    }),
                },
            )
            .collect::<Result<_, Error>>()?;
        let Committed {
            statistics,
            collections,
            ..
        } = Committed::read(path, &searcher, fields)?;
        Ok(Snapshot {
            path: path.to_owned(),
            statistics,
            collections,
            searcher,
            fields,
            segments,
            recent: Recent::default(),
        })
    }

    /// Exact counts over all its positions.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The names of its collections and the number of games in each, in the order of the names.
    pub fn collections(&self) -> Vec<(CollectionName, u64)> {
        self.collections.list()
    }

    /// Returns the names of the collections that contain a game.
    pub fn collections_of(&self, game: u64) -> impl Iterator<Item = &CollectionName> {
        let all = self.collections.all();
        all.filter_map(move |(name, games)| games.contains(game).then_some(name))
    }

    /// Its collections.
    pub(crate) fn all_collections(&self) -> &Collections {
        &self.collections
    }

    /// The games of some collections; `None` if none are named.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] for a name that no collection has.
    pub fn members(&self, names: &[CollectionName]) -> Result<Option<Members>, Error> {
        if names.is_empty() {
            return Ok(None);
        }
        self.collections.members(names).map(Some)
    }

    /// Returns the identity of the commit: a hash of its segments, and of the removals in each. Every write changes it,
    /// because every commit replaces the document of the statistics and so has a segment of its own.
    pub fn identity(&self) -> u64 {
        let mut hasher = Xxh3::new();
        for (segment, removals) in self.searcher.generation().segments() {
            hasher.update(segment.uuid_string().as_bytes());
            hasher.update(&removals.unwrap_or_default().to_le_bytes());
        }
        hasher.digest()
    }

    /// How many segments it is made of.
    pub fn segment_count(&self) -> usize {
        self.segments.len()
    }

    /// The game of an id; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if it cannot be read.
    pub fn game(&self, id: u64) -> Result<Option<Game>, Error> {
        if STATISTICS_IDS.contains(&id) {
            return Ok(None);
        }
        let found = address(&self.searcher, self.fields, id).map_err(|error| self.failed(error))?;
        found.map(|found| self.game_at(id, found)).transpose()
    }

    /// The ids of the games with these keys, by key.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if they cannot be read.
    pub fn ids(&self, keys: &HashSet<u64>) -> Result<HashMap<u64, u64>, Error> {
        let found = ids(&self.searcher, |key| keys.contains(&key));
        found.map_err(|error| self.failed(error))
    }

    /// The game of an id that is stored in a place.
    pub(crate) fn game_at(&self, id: u64, place: DocAddress) -> Result<Game, Error> {
        let document = self.searcher.doc::<TantivyDocument>(place);
        let document = document.map_err(|error| self.failed(error))?;
        let tags = document.get_first(self.fields.tags);
        let line = document.get_first(self.fields.line);
        let tags = tags.as_ref().and_then(Value::as_str);
        let line = line.as_ref().and_then(Value::as_bytes);
        let (Some(tags), Some(line)) = (tags, line) else {
            return Err(self.damaged(format!("game {id} is stored without its moves")));
        };
        let annotations = document.get_first(self.fields.annotations);
        let annotations = annotations.as_ref().and_then(Value::as_bytes);
        let annotations = Annotations::from_bytes(annotations.unwrap_or_default())
            .ok_or_else(|| self.damaged(format!("the comments of game {id} are malformed")))?;
        let segment = &self.segments[place.segment_ord as usize];
        let moves = segment.moves(place.doc_id, line);
        let moves = moves
            .ok_or_else(|| self.damaged(format!("the moves of game {id} cannot be replayed")))?;
        Ok(Game {
            annotations,
            ..Game::new(id, tags, moves)
        })
    }

    /// How the game of a hit went on; `None` if there is no such game and ply.
    ///
    /// The passages have all of it, so that the game itself, which is compressed, need not be read.
    pub(crate) fn continuation(&self, hit: &Hit) -> Result<Option<Continuation>, Error> {
        let found = address(&self.searcher, self.fields, hit.game);
        let Some(found) = found.map_err(|error| self.failed(error))? else {
            return Ok(None);
        };
        let segment = &self.segments[found.segment_ord as usize];
        Ok(segment.continuation(found.doc_id, hit.ply))
    }

    /// The ids of the games of a segment that are not deleted, and where they are stored.
    pub(crate) fn games_of(&self, segment: u32) -> tantivy::Result<Vec<(u64, DocAddress)>> {
        let reader = self.searcher.segment_reader(segment);
        let ids = reader.inverted_index(self.fields.id)?;
        let mut terms = ids.terms().stream()?;
        let mut games = Vec::new();
        while let Some((id, list)) = terms.next() {
            let id = id.try_into().map_or(STATISTICS_IDS[0], u64::from_be_bytes);
            if STATISTICS_IDS.contains(&id) {
                continue;
            }
            let mut postings = ids.read_postings_from_terminfo(list, IndexRecordOption::Basic)?;
            while postings.doc() != TERMINATED {
                if !reader.is_deleted(postings.doc()) {
                    games.push((id, DocAddress::new(segment, postings.doc())));
                }
                postings.advance();
            }
        }
        Ok(games)
    }

    /// What the game of an id shares with its duplicates; `None` if there is no such game.
    pub(crate) fn key(&self, id: u64) -> Result<Option<u64>, Error> {
        if STATISTICS_IDS.contains(&id) {
            return Ok(None);
        }
        let failed = |error| self.failed(error);
        let Some(found) = address(&self.searcher, self.fields, id).map_err(failed)? else {
            return Ok(None);
        };
        self.key_at(found).map(Some)
    }

    /// What the game that is stored in a place shares with its duplicates.
    pub(crate) fn key_at(&self, place: DocAddress) -> Result<u64, Error> {
        let segment = self.searcher.segment_reader(place.segment_ord);
        let keys = segment.fast_fields().u64(column::KEY);
        let keys = keys.map_err(|error| self.failed(error))?;
        keys.first(place.doc_id)
            .ok_or_else(|| self.damaged("a game is stored without its key".to_owned()))
    }

    /// How many documents hold statistics; one, where anything was ever committed.
    pub(crate) fn statistics_documents(&self) -> Result<u64, Error> {
        let mut documents = 0;
        for id in STATISTICS_IDS {
            let term = tantivy::Term::from_field_u64(self.fields.id, id);
            let query = TermQuery::new(term, IndexRecordOption::Basic);
            let found = self.searcher.search(&query, &Count);
            documents += found.map_err(|error| self.failed(error))? as u64;
        }
        Ok(documents)
    }

    /// All passages, in no particular order.
    pub fn passages(&self) -> impl Iterator<Item = Passage> {
        let passages = self.segments.iter().flat_map(|segment| segment.passages());
        passages.map(|(_, passage)| passage)
    }

    /// The passages of some games.
    pub(crate) fn passages_of(&self, ids: &BTreeSet<u64>) -> impl Iterator<Item = Passage> {
        self.passages()
            .filter(|passage| ids.contains(&passage.game))
    }

    /// Calls `each` with every position, in no particular order.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a passage cannot be replayed.
    pub fn for_each_position(&self, mut each: impl FnMut(&Chess)) -> Result<(), Error> {
        for passage in self.passages() {
            passage
                .replay(|_, position| each(position))
                .ok_or_else(|| self.damaged(format!("game {} cannot be replayed", passage.game)))?;
        }
        Ok(())
    }

    /// How many bytes the lists of the moves of openings take, which only [`Snapshot::explore`] needs.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the index cannot be read.
    pub fn opening_bytes(&self) -> Result<u64, Error> {
        let usage = self.searcher.space_usage();
        let usage = usage.map_err(|error| Error::from_io(&self.path, &error))?;
        let name = self.searcher.schema().get_field_name(self.fields.opening);
        let lists = usage.segments().iter().flat_map(|segment| {
            let fields = segment
                .termdict()
                .fields()
                .chain(segment.postings().fields());
            fields.filter(|field| field.field_name() == name)
        });
        Ok(lists.map(|field| field.total().get_bytes()).sum())
    }

    pub(crate) fn segments(&self) -> &[Arc<Segment>] {
        &self.segments
    }

    /// Does work on a segment as [`guarded`] does; an error that the index is damaged names the files of the segment.
    ///
    /// # Errors
    ///
    /// As [`guarded`].
    pub(crate) fn guarded<T>(
        &self,
        segment: usize,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let files = self.files_of(segment);
        guarded(&self.path, &files, work).map_err(|error| match error {
            Error::Damaged { path, what } if !is_of_segment(&what) => Error::Damaged {
                path,
                what: format!("{files}: {what}"),
            },
            other => other,
        })
    }

    /// Returns the name of all files of a segment, e.g. `3f2a..e1.*`.
    pub(crate) fn files_of(&self, segment: usize) -> String {
        files_of(self.searcher.segment_reader(segment as u32).segment_id())
    }

    /// The passages that may have a position that passes a filter.
    pub(crate) fn passing(&self, filter: &Filter) -> Result<Arc<Passing>, Error> {
        let new = || {
            let members = self.members(&filter.games.collections)?;
            let passing = Passing::new(&self.segments, filter, members.as_ref());
            passing.map_err(|error| self.failed(error))
        };
        self.recent.get(filter, new)
    }

    /// The error that something stored contradicts itself.
    pub(crate) fn damaged(&self, what: String) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            what,
        }
    }

    pub(crate) fn failed(&self, error: TantivyError) -> Error {
        Error::from_tantivy(&self.path, error)
    }
}

/// What a commit says of all games.
pub(crate) struct Committed {
    pub(crate) statistics: Statistics,
    pub(crate) collections: Collections,
    /// The id of the document that has both.
    pub(crate) id: u64,
}

impl Committed {
    /// That of the commit of a searcher; nothing before the first one.
    pub(crate) fn read(
        path: &Path,
        searcher: &Searcher,
        fields: Fields,
    ) -> Result<Committed, Error> {
        let damaged = |what: &str| Error::Damaged {
            path: path.to_owned(),
            what: what.to_owned(),
        };
        for id in STATISTICS_IDS {
            if let Some(document) = stored(path, searcher, fields, id)? {
                let bytes = |field| document.get_first(field).and_then(|value| value.as_bytes());
                let statistics = bytes(fields.statistics).and_then(Statistics::from_bytes);
                let statistics =
                    statistics.ok_or_else(|| damaged("its statistics are malformed"))?;
                // Before format 9 there were none.
                let collections = bytes(fields.collections).unwrap_or_default();
                let collections = Collections::from_bytes(collections)
                    .filter(|found| {
                        found
                            .all()
                            .all(|(_, of)| of.max() <= Some(statistics.last_game))
                    })
                    .ok_or_else(|| damaged("its collections are malformed"))?;
                return Ok(Committed {
                    statistics,
                    collections,
                    id,
                });
            }
        }
        Ok(Committed {
            statistics: Statistics::default(),
            collections: Collections::default(),
            id: STATISTICS_IDS[1],
        })
    }
}

/// The stored document of an id: a game or the statistics.
fn stored(
    path: &Path,
    searcher: &Searcher,
    fields: Fields,
    id: u64,
) -> Result<Option<TantivyDocument>, Error> {
    address(searcher, fields, id)
        .and_then(|found| found.map(|found| searcher.doc(found)).transpose())
        .map_err(|error| Error::from_tantivy(path, error))
}

/// Where the document of an id is stored.
fn address(searcher: &Searcher, fields: Fields, id: u64) -> tantivy::Result<Option<DocAddress>> {
    let term = tantivy::Term::from_field_u64(fields.id, id);
    for (segment_ord, segment) in (0..).zip(searcher.segment_readers()) {
        let ids = segment.inverted_index(fields.id)?;
        let Some(mut postings) = ids.read_postings(&term, IndexRecordOption::Basic)? else {
            continue;
        };
        while postings.doc() != TERMINATED {
            let doc_id = postings.doc();
            if !segment.is_deleted(doc_id) {
                return Ok(Some(DocAddress {
                    segment_ord,
                    doc_id,
                }));
            }
            postings.advance();
        }
    }
    Ok(None)
}
