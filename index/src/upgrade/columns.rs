//! Columns as they are since format 11. Boards and codes of moves become rows; the facts of games, with their speeds since
//! format 9, come from the tags that are stored.

use std::fs;
use std::io;
use std::path::Path;

use pgn::{Tags, moves};
use similarity::{Facts, Passage};
use tantivy::columnar::{ColumnType, ColumnarWriter};
use tantivy::directory::TerminatingWrite;
use tantivy::index::SegmentComponent;
use tantivy::schema::{FieldType, Value};
use tantivy::store::StoreReader;
use tantivy::{Index, SegmentReader, TantivyDocument};

use crate::error::Error;
use crate::storage::folder::damaged;
use crate::storage::schema::{Fields, column};

/// How many blocks of stored games are kept. They are read in order.
const BLOCKS: usize = 1;

/// Writes the columns of a segment anew if they are of an older format; returns the size of the file if they were. Until it
/// replaces the old one, the new file is one of no segment, which the next writer deletes.
pub(super) fn renew(
    path: &Path,
    index: &Index,
    fields: Fields,
    segment: &tantivy::Segment,
) -> Result<Option<u64>, Error> {
    let failed = |error| Error::from_tantivy(path, error);
    let io = |error: io::Error| Error::from_io(path, &error);
    let reader = SegmentReader::open(segment).map_err(failed)?;
    let old = reader.fast_fields().column_opt::<u64>(column::OLD_BOARD[0]);
    if old.map_err(failed)?.is_none() {
        return Ok(None);
    }
    let mut columns = ColumnarWriter::default();
    copy(&reader, &mut columns).map_err(failed)?;
    let name = segment.meta().relative_path(SegmentComponent::FastFields);
    let damaged = || damaged(path, &name.to_string_lossy());
    renew_games(&reader, fields, &mut columns)
        .map_err(failed)?
        .ok_or_else(damaged)?;
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

/// Writes the facts of games and the rows of passages, also of deleted ones; `None` if what is stored is not a line of chess.
fn renew_games(
    reader: &SegmentReader,
    fields: Fields,
    columns: &mut ColumnarWriter,
) -> tantivy::Result<Option<()>> {
    let old = reader.fast_fields();
    let (facts, plies) = (old.u64(column::FACTS)?, old.u64(column::PLY)?);
    let [a, b, c] = column::OLD_BOARD.map(|name| old.u64(name));
    let board = [a?, b?, c?];
    let moves = [
        old.column_opt(column::OLD_MOVES[0])?,
        old.column_opt(column::OLD_MOVES[1])?,
    ];
    let games: StoreReader = reader.get_store_reader(BLOCKS)?;
    columns.record_column_type(column::FACTS, ColumnType::U64, false);
    columns.record_column_type(column::ROW, ColumnType::U64, false);
    // Of the game before: the moves from one of its passages to the next, once its first passage is known.
    let mut line: Vec<u8> = Vec::new();
    let mut links: Option<std::vec::IntoIter<u8>> = None;
    for doc in 0..reader.max_doc() {
        if let Some(facts) = facts.first(doc).map(Facts) {
            let document: TantivyDocument = games.get(doc)?;
            let tags = document.get_first(fields.tags);
            let tags = tags.as_ref().and_then(Value::as_str).unwrap_or_default();
            // What is not in the tags is where it was.
            let (turn, plies) = (facts.turn(0), facts.plies() as usize);
            let facts = Facts::new(&Tags::from_lines(tags), turn, plies);
            columns.record_numerical(doc, column::FACTS, facts.0);
            let moves = document.get_first(fields.line);
            line = moves
                .as_ref()
                .and_then(Value::as_bytes)
                .unwrap_or_default()
                .to_vec();
            links = None;
        }
        let Some(ply) = plies.first(doc) else {
            continue;
        };
        let links =
            links.get_or_insert_with(|| line.split_off(line.len().min(ply as usize)).into_iter());
        let words = moves
            .iter()
            .flatten()
            .filter_map(|column| column.first(doc));
        let codes: Vec<u8> = words
            .flat_map(u64::to_le_bytes)
            .take_while(|code| *code != moves::END)
            .collect();
        let board = [0, 1, 2].map(|word| board[word].first(doc).unwrap_or_default());
        let Some(row) = Passage::old_row(board, &codes, links.next()) else {
            return Ok(None);
        };
        for word in row {
            columns.record_numerical(doc, column::ROW, word);
        }
    }
    Ok(Some(()))
}

/// Copies all other columns of a segment.
fn copy(reader: &SegmentReader, columns: &mut ColumnarWriter) -> tantivy::Result<()> {
    let old = reader.fast_fields();
    for (_, entry) in reader.schema().fields() {
        let name = entry.name();
        let is_renewed = name == column::FACTS
            || column::OLD_BOARD.contains(&name)
            || column::OLD_MOVES.contains(&name);
        if is_renewed || !entry.is_fast() {
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
        let numbers = old.u64(name)?;
        for doc in 0..reader.max_doc() {
            if let Some(number) = numbers.first(doc) {
                columns.record_numerical(doc, name, number);
            }
        }
    }
    Ok(())
}
