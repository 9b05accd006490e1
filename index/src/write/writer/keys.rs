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
        let white = initials(columns.str(column::WHITE)?)?;
        let black = initials(columns.str(column::BLACK)?)?;
        let docs = segment.doc_ids_alive();
        all.extend(docs.filter_map(|doc| {
            let key = keys.first(doc)?;
            Some((key, Initials::new(white(doc), black(doc))))
        }));
    }
    Ok(all)
}

/// The initials of the players in a column of names; 0 of a game without one.
fn initials(column: Option<StrColumn>) -> tantivy::Result<impl Fn(DocId) -> u32> {
    let mut of_names = Vec::new();
    if let Some(column) = &column {
        let mut names = column.dictionary().stream()?;
        while names.advance() {
            let name = String::from_utf8_lossy(names.key());
            of_names.push(initials_beside_surname(&name));
        }
    }
    Ok(move |doc| {
        let ord = column.as_ref().and_then(|column| column.ords().first(doc));
        let initials = ord.and_then(|ord| of_names.get(ord as usize));
        initials.copied().unwrap_or(0)
    })
}
