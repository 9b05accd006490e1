//! From format 8 to 9: the facts of games, among which their speeds are new, by the tags that are stored.

use std::fs;
use std::io;
use std::path::Path;

use pgn::Tags;
use similarity::Facts;
use tantivy::columnar::{ColumnType, ColumnarWriter};
use tantivy::directory::TerminatingWrite;
use tantivy::index::SegmentComponent;
use tantivy::schema::{FieldType, Value};
use tantivy::store::StoreReader;
use tantivy::{DocId, Index, SegmentReader, TantivyDocument};

use crate::error::Error;
use crate::storage::schema::{Fields, column};

/// How many blocks of stored games are kept. They are read in order.
const BLOCKS: usize = 1;

/// Writes the columns of a segment anew if the facts of its games are not those of their tags; returns the size of the
/// file if they were not. Until it replaces the old one, the new file is one of no segment, which the next writer deletes.
pub(super) fn renew(
    path: &Path,
    index: &Index,
    fields: Fields,
    segment: &tantivy::Segment,
) -> Result<Option<u64>, Error> {
    let failed = |error| Error::from_tantivy(path, error);
    let io = |error: io::Error| Error::from_io(path, &error);
    let reader = SegmentReader::open(segment).map_err(failed)?;
    let Some(facts) = renewed(&reader, fields).map_err(failed)? else {
        return Ok(None);
    };
    let mut columns = columns(&reader, &facts).map_err(failed)?;
    let new = index.new_segment();
    let file = new.open_write(SegmentComponent::FastFields);
    let mut file = file.map_err(|error| failed(error.into()))?;
    let written = columns.serialize(reader.max_doc(), None, &mut file);
    written.and_then(|()| file.terminate()).map_err(io)?;
    let [new, old] = [&new, segment]
        .map(|segment| path.join(segment.meta().relative_path(SegmentComponent::FastFields)));
    let size = fs::metadata(&new).map_err(io)?.len();
    fs::rename(new, old).map_err(io)?;
    Ok(Some(size))
}

/// The games of a segment, deleted ones too, with their facts by their tags; `None` if the segment has these already.
fn renewed(reader: &SegmentReader, fields: Fields) -> tantivy::Result<Option<Vec<(DocId, Facts)>>> {
    let stored = reader.fast_fields().u64(column::FACTS)?;
    let games: StoreReader = reader.get_store_reader(BLOCKS)?;
    let (mut renewed, mut is_other) = (Vec::new(), false);
    for doc in 0..reader.max_doc() {
        let Some(facts) = stored.first(doc).map(Facts) else {
            continue;
        };
        let document: TantivyDocument = games.get(doc)?;
        let tags = document.get_first(fields.tags);
        let tags = tags.as_ref().and_then(Value::as_str).unwrap_or_default();
        // What is not in the tags is where it was.
        let new = Facts::new(
            &Tags::from_lines(tags),
            facts.turn(0),
            facts.plies() as usize,
        );
        is_other |= new != facts;
        renewed.push((doc, new));
    }
    Ok(is_other.then_some(renewed))
}

/// The columns of a segment with other facts.
fn columns(reader: &SegmentReader, facts: &[(DocId, Facts)]) -> tantivy::Result<ColumnarWriter> {
    let mut columns = ColumnarWriter::default();
    let old = reader.fast_fields();
    for (_, entry) in reader.schema().fields() {
        let name = entry.name();
        if !entry.is_fast() {
            continue;
        }
        if let FieldType::Str(_) = entry.field_type() {
            columns.record_column_type(name, ColumnType::Str, false);
            let Some(texts) = old.str(name)? else {
                continue;
            };
            let mut text = String::new();
            for doc in 0..reader.max_doc() {
                if let Some(ord) = texts.ords().first(doc) {
                    text.clear();
                    texts.ord_to_str(ord, &mut text)?;
                    columns.record_str(doc, name, &text);
                }
            }
            continue;
        }
        columns.record_column_type(name, ColumnType::U64, false);
        if name == column::FACTS {
            for (doc, facts) in facts {
                columns.record_numerical(*doc, name, facts.0);
            }
            continue;
        }
        let numbers = old.u64(name)?;
        for doc in 0..reader.max_doc() {
            if let Some(number) = numbers.first(doc) {
                columns.record_numerical(doc, name, number);
            }
        }
    }
    Ok(columns)
}
