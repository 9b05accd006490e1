//! The keys of the games of an index.

use std::collections::HashMap;

use similarity::{Initials, initials_beside_surname};
use tantivy::columnar::StrColumn;
use tantivy::{DocId, Searcher};

use crate::storage::schema::column;

/// The keys of all games, with the initials of their players.
pub(super) fn keys(searcher: &Searcher) -> tantivy::Result<HashMap<u64, Initials>> {
    let mut all = HashMap::new();
    for segment in searcher.segment_readers() {
        let columns = segment.fast_fields();
        let keys = columns.u64(column::KEY)?;
        let white = of_names(columns.str(column::WHITE)?, initials_beside_surname)?;
        let black = of_names(columns.str(column::BLACK)?, initials_beside_surname)?;
        let docs = segment.doc_ids_alive();
        all.extend(docs.filter_map(|doc| {
            let key = keys.first(doc)?;
            Some((key, Initials::new(white(doc), black(doc))))
        }));
    }
    Ok(all)
}

/// Returns the ids of the games with wanted keys, by key.
pub(crate) fn ids(
    searcher: &Searcher,
    is_wanted: impl Fn(u64) -> bool,
) -> tantivy::Result<HashMap<u64, u64>> {
    let mut all = HashMap::new();
    for segment in searcher.segment_readers() {
        let columns = segment.fast_fields();
        let keys = columns.u64(column::KEY)?;
        let ids = columns.u64(column::GAME)?;
        all.extend(segment.doc_ids_alive().filter_map(|doc| {
            let key = keys.first(doc).filter(|key| is_wanted(*key))?;
            Some((key, ids.first(doc)?))
        }));
    }
    Ok(all)
}

/// What `of` says of the names in a column, worked out once for each; of a game without a name, what it says of none.
pub(super) fn of_names<T: Copy>(
    column: Option<StrColumn>,
    of: impl Fn(&str) -> T,
) -> tantivy::Result<impl Fn(DocId) -> T> {
    let mut found = Vec::new();
    if let Some(column) = &column {
        let mut names = column.dictionary().stream()?;
        while names.advance() {
            found.push(of(&String::from_utf8_lossy(names.key())));
        }
    }
    let of_none = of("");
    Ok(move |doc| {
        let ord = column.as_ref().and_then(|column| column.ords().first(doc));
        let found = ord.and_then(|ord| found.get(ord as usize));
        found.copied().unwrap_or(of_none)
    })
}
