//! Columns as they are since format 12. Up to format 10, boards and codes of moves become rows. The facts of games, with
//! their speeds since format 9, come from the tags that are stored; their variants and the names of their openings, since format
//! 12, from tags and moves.

use std::fs;
use std::io;
use std::path::Path;

use pgn::{Game, Variant, moves};
use shakmaty::Chess;
use similarity::{Facts, Passage, ROW, all_moves, opening_name};
use tantivy::columnar::{Column, ColumnType, ColumnarReader, ColumnarWriter, DynamicColumn};
use tantivy::directory::TerminatingWrite;
use tantivy::index::SegmentComponent;
use tantivy::schema::Value;
use tantivy::store::StoreReader;
use tantivy::{DocId, Index, SegmentReader, TantivyDocument};

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
    // By the names in the file: the list of segments may not know all of them yet.
    let old = segment.open_read(SegmentComponent::FastFields);
    let old = old.map_err(|error| failed(error.into()))?;
    let old = ColumnarReader::open(old).map_err(io)?;
    let name = segment.meta().relative_path(SegmentComponent::FastFields);
    let damaged = || damaged(path, &name.to_string_lossy());
    // Rows behind the last document would count in filters.
    if old.num_docs() != reader.max_doc() {
        return Err(damaged());
    }
    // It is there also where no game has one.
    let renewed = old.read_columns(column::OPENING_NAME).map_err(io)?;
    if !renewed.is_empty() {
        return Ok(None);
    }
    let mut columns = ColumnarWriter::default();
    copy(&old, reader.max_doc(), &mut columns).map_err(io)?;
    renew_games(&reader, &old, fields, &mut columns)
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

/// Writes facts and openings of games, and the rows of passages, also of deleted ones; `None` if what is stored is not a line
/// of chess.
fn renew_games(
    reader: &SegmentReader,
    old: &ColumnarReader,
    fields: Fields,
    columns: &mut ColumnarWriter,
) -> tantivy::Result<Option<()>> {
    let facts = reader.fast_fields().u64(column::FACTS)?;
    let rows = Rows::new(old)?;
    let games: StoreReader = reader.get_store_reader(BLOCKS)?;
    columns.record_column_type(column::FACTS, ColumnType::U64, false);
    columns.record_column_type(column::ROW, ColumnType::U64, false);
    columns.record_column_type(column::OPENING_NAME, ColumnType::Str, false);
    columns.record_column_type(column::VARIANT, ColumnType::U64, false);
    let mut doc = 0;
    while doc < reader.max_doc() {
        let Some(known) = facts.first(doc).map(Facts) else {
            doc += 1;
            continue;
        };
        let document: TantivyDocument = games.get(doc)?;
        let tags = document.get_first(fields.tags);
        let tags = tags.as_ref().and_then(Value::as_str).unwrap_or_default();
        let line = document.get_first(fields.line);
        let line = line.as_ref().and_then(Value::as_bytes).unwrap_or_default();
        let Some(passages) = rows.of_game(doc, line) else {
            return Ok(None);
        };
        for (doc, passage) in (doc + 1..).zip(&passages) {
            for word in passage.row {
                columns.record_numerical(doc, column::ROW, word);
            }
        }
        let next = doc + 1 + passages.len() as DocId;
        let Some(moves) = all_moves(line, passages.into_iter()) else {
            return Ok(None);
        };
        let game = Game::new(0, tags, moves);
        // The old facts have what the tags lack.
        let (turn, plies) = (known.turn(0), known.plies() as usize);
        let facts = Facts::new(&game.tags, turn, plies);
        columns.record_numerical(doc, column::FACTS, facts.0);
        let variant = Variant::of_game(&game.tags).unwrap_or_default();
        if variant != Variant::Standard {
            columns.record_numerical(doc, column::VARIANT, variant.to_bits());
        }
        let positions: Vec<Chess> = game.positions().map(|(position, _)| position).collect();
        if let Some(name) = opening_name(&positions) {
            columns.record_str(doc, column::OPENING_NAME, name);
        }
        doc = next;
    }
    Ok(Some(()))
}

/// Where the passages of a segment are, in this format or an older one.
struct Rows {
    game: Option<Column<u64>>,
    ply: Option<Column<u64>>,
    /// Since format 11.
    row: Option<Column<u64>>,
    old_board: [Option<Column<u64>>; 3],
    old_moves: [Option<Column<u64>>; 2],
}

impl Rows {
    fn new(columns: &ColumnarReader) -> io::Result<Rows> {
        let column = |name: &str| {
            let found = columns.read_columns(name)?.into_iter().next();
            found.map_or(Ok(None), |found| found.open_u64_lenient())
        };
        let [first, second, third] = column::OLD_BOARD.map(column);
        let [moves, others] = column::OLD_MOVES.map(column);
        Ok(Rows {
            game: column(column::GAME)?,
            ply: column(column::PLY)?,
            row: column(column::ROW)?,
            old_board: [first?, second?, third?],
            old_moves: [moves?, others?],
        })
    }

    /// The passages of the game of a document, with its moves that are stored; `None` if they are not a line of chess.
    fn of_game(&self, doc: DocId, line: &[u8]) -> Option<Vec<Passage>> {
        let id = first(self.game.as_ref(), doc);
        let mut passages = Vec::new();
        // Up to format 10: the moves from one passage to the next, once the first passage is known.
        let mut links = None;
        for doc in doc + 1.. {
            let Some(ply) = first(self.ply.as_ref(), doc) else {
                break;
            };
            let game = first(self.game.as_ref(), doc).filter(|game| Some(*game) == id);
            let Some(game) = game else { break };
            let links = links.get_or_insert_with(|| {
                let before = line.len().min(ply as usize);
                line[before..].iter().copied()
            });
            let row = match &self.row {
                Some(row) => row
                    .values_for_doc(doc)
                    .collect::<Vec<u64>>()
                    .try_into()
                    .ok()?,
                None => self.old_row(doc, links.next())?,
            };
            passages.push(Passage { game, ply, row });
        }
        Some(passages)
    }

    /// The row of a passage of format 10 or older.
    fn old_row(&self, doc: DocId, link: Option<u8>) -> Option<[u64; ROW]> {
        let words = self.old_moves.iter();
        let words = words.filter_map(|column| first(column.as_ref(), doc));
        let codes = words.flat_map(u64::to_le_bytes);
        let codes: Vec<u8> = codes.take_while(|code| *code != moves::END).collect();
        let board = self.old_board.each_ref();
        let board = board.map(|column| first(column.as_ref(), doc).unwrap_or_default());
        Passage::old_row(board, &codes, link)
    }
}

/// The number of a document in a column; `None` without either.
fn first(column: Option<&Column<u64>>, doc: DocId) -> Option<u64> {
    column?.first(doc)
}

/// Copies all other columns of a segment.
fn copy(old: &ColumnarReader, documents: DocId, columns: &mut ColumnarWriter) -> io::Result<()> {
    for (name, column) in old.list_columns()? {
        let is_renewed = [column::FACTS, column::ROW].contains(&&*name)
            || column::OLD_BOARD.contains(&&*name)
            || column::OLD_MOVES.contains(&&*name);
        if is_renewed {
            continue;
        }
        columns.record_column_type(&name, column.column_type(), false);
        match column.open()? {
            DynamicColumn::Str(texts) => {
                let mut text = String::new();
                for doc in 0..documents {
                    if let Some(ord) = texts.ords().first(doc) {
                        text.clear();
                        texts.ord_to_str(ord, &mut text)?;
                        columns.record_str(doc, &name, &text);
                    }
                }
            }
            DynamicColumn::U64(numbers) => {
                for doc in 0..documents {
                    if let Some(number) = numbers.first(doc) {
                        columns.record_numerical(doc, &name, number);
                    }
                }
            }
            // The schema has none of another type.
            _ => {
                return Err(io::Error::other(format!(
                    "the column {name} has an unknown type"
                )));
            }
        }
    }
    Ok(())
}
