//! Writes what the programs of `tools/lucene` read: the passages of an index with the terms of each of their positions,
//! and the positions that `tabiya bench` searches for, with what `thesis` answers.
//!
//! ```text
//! cargo run --release -p tools --bin lucene_documents -- INDEX FOLDER
//! ```
//!
//! Numbers are big-endian, as Java reads them.
//!
//! | file | record |
//! |---|---|
//! | `passages`, by game and ply | game: 4 bytes, ply: 2, positions: 1, \|D\| of each: 2, terms: 2; of each term its number: 2, the distance at which it matches: 1, which positions have it, the first one's bit the lowest: 2 |
//! | `queries`, at first | passages: 4, positions: 8, their terms: 8, queries: 4 |
//! | `queries`, of each | terms: 2, of each its number: 2 and its idf: 8; hits: 1, of each its game: 4, its ply: 2 and its score: 8 |
//!
//! Terms ascend by number, then distance; that of a term within reach is the one of the square, [`Term::query_term`].

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use app::View;
use index::{Index, Snapshot};
use rayon::prelude::*;
use shakmaty::Chess;
use similarity::{Passage, Query, Scoring, Term, terms};

/// The seed and the number of positions that `tabiya bench` searches for by default.
const SEED: u64 = 1;
const QUERIES: usize = 200;
/// Read: what `tabiya bench` finds by default.
const HITS: usize = 10;
/// How many passages all processors make together. Guessed: some 10 MB.
const AT_ONCE: usize = 10_000;

type Error = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [index, folder] = &arguments[..] else {
        return Err("usage: lucene_documents INDEX FOLDER".into());
    };
    let snapshot = Index::open(index.as_ref())?.snapshot()?;
    if snapshot.statistics().positions == 0 {
        return Err("the index has no positions: ingest games first".into());
    }
    let view = View::Folder(snapshot.clone());
    let folder = Path::new(folder);
    let passages = write_passages(&snapshot, &mut create(folder, "passages")?)?;
    let mut random = fastrand::Rng::with_seed(SEED);
    let boards = view.drawn_positions(&mut random, QUERIES)?;
    write_queries(&view, passages, &boards, &mut create(folder, "queries")?)?;
    Ok(())
}

fn create(folder: &Path, name: &str) -> std::io::Result<BufWriter<File>> {
    std::fs::create_dir_all(folder)?;
    Ok(BufWriter::new(File::create(folder.join(name))?))
}

/// Writes all passages; returns how many there are.
fn write_passages(snapshot: &Snapshot, out: &mut impl Write) -> Result<usize, Error> {
    let mut passages: Vec<Passage> = snapshot.passages().collect();
    passages.sort_unstable_by_key(|passage| (passage.game, passage.ply));
    for passages in passages.chunks(AT_ONCE) {
        let records = passages.par_iter().map(passage_record);
        for record in records.collect::<Result<Vec<_>, Error>>()? {
            out.write_all(&record)?;
        }
    }
    out.flush()?;
    Ok(passages.len())
}

fn passage_record(passage: &Passage) -> Result<Vec<u8>, Error> {
    let mut lengths: Vec<u16> = Vec::new();
    let mut having: BTreeMap<(Term, u8), u16> = BTreeMap::new();
    passage
        .replay(|_, position| {
            let mut terms = terms(position);
            terms.retain(|term| term.is_of_thesis());
            for term in &terms {
                *having
                    .entry((term.query_term(), distance(*term)))
                    .or_default() |= 1 << lengths.len();
            }
            lengths.push(terms.len() as u16);
        })
        .ok_or_else(|| format!("game {} cannot be replayed", passage.game))?;
    let mut record = Vec::new();
    put_place(&mut record, passage.game, passage.ply)?;
    record.push(lengths.len() as u8);
    record.extend(lengths.iter().flat_map(|length| length.to_be_bytes()));
    record.extend((having.len() as u16).to_be_bytes());
    for ((term, distance), positions) in having {
        record.extend((term.id() as u16).to_be_bytes());
        record.push(distance);
        record.extend(positions.to_be_bytes());
    }
    Ok(record)
}

/// At which distance a term matches: the weights of the distances from 0 to 7 are 7/64 apart.
fn distance(term: Term) -> u8 {
    ((1.0 - term.weight()) * 64.0 / 7.0) as u8
}

fn put_place(record: &mut Vec<u8>, game: u64, ply: u64) -> Result<(), Error> {
    record.extend(u32::try_from(game)?.to_be_bytes());
    record.extend(u16::try_from(ply)?.to_be_bytes());
    Ok(())
}

/// Writes positions to search for, and their answers.
fn write_queries(
    view: &View,
    passages: usize,
    boards: &[Chess],
    out: &mut impl Write,
) -> Result<(), Error> {
    let statistics = view.statistics();
    out.write_all(&(passages as u32).to_be_bytes())?;
    out.write_all(&statistics.positions.to_be_bytes())?;
    out.write_all(&statistics.length.to_be_bytes())?;
    out.write_all(&(boards.len() as u32).to_be_bytes())?;
    for board in boards {
        let query = Query::new(board, statistics, Scoring::Thesis);
        let mut record = Vec::new();
        record.extend((query.terms().len() as u16).to_be_bytes());
        for asked in query.terms() {
            record.extend((asked.term.id() as u16).to_be_bytes());
            record.extend(asked.most(asked.term).to_be_bytes());
        }
        let hits = app::search_without_engine(view, query, HITS, &app::Pace::default())?.hits;
        record.push(hits.len() as u8);
        for hit in hits {
            put_place(&mut record, hit.game, hit.ply)?;
            record.extend(hit.score.to_be_bytes());
        }
        out.write_all(&record)?;
    }
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, Read};
    use std::ops::ControlFlow;

    use similarity::Ingested;
    use tempfile::TempDir;

    use super::*;

    const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/carlsen.pgn");
    /// As many of Carlsen's games as some kilobytes have.
    const KILOBYTES: u64 = 100;

    /// Reads numbers as Java does.
    struct Numbers(Cursor<Vec<u8>>);

    impl Numbers {
        fn next(&mut self, bytes: usize) -> u64 {
            let mut number = [0; 8];
            self.0.read_exact(&mut number[8 - bytes..]).expect("bytes");
            u64::from_be_bytes(number)
        }

        fn float(&mut self) -> f64 {
            f64::from_bits(self.next(8))
        }

        fn is_at_end(&self) -> bool {
            self.0.position() == self.0.get_ref().len() as u64
        }
    }

    /// The scores of all positions, by game and ply, as Java computes them.
    fn scores(passages: Vec<u8>, idfs: &[(u64, f64)], average_length: f64) -> Vec<(u64, u64, f64)> {
        let mut numbers = Numbers(Cursor::new(passages));
        let mut scores = Vec::new();
        while !numbers.is_at_end() {
            let (game, ply, count) = (numbers.next(4), numbers.next(2), numbers.next(1));
            let lengths: Vec<f64> = (0..count).map(|_| numbers.next(2) as f64).collect();
            let mut sums = vec![0.0; lengths.len()];
            for _ in 0..numbers.next(2) {
                let (term, distance) = (numbers.next(2), numbers.next(1));
                let positions = numbers.next(2);
                let idf = idfs.iter().find(|(asked, _)| *asked == term);
                for (place, sum) in sums.iter_mut().enumerate() {
                    if positions >> place & 1 == 1 {
                        *sum +=
                            idf.map_or(0.0, |(_, idf)| idf * (1.0 - 7.0 * distance as f64 / 64.0));
                    }
                }
            }
            for ((place, sum), length) in (0..).zip(sums).zip(lengths) {
                let norm = 2.2 / (1.0 + 1.2 * (0.25 + 0.75 * length / average_length));
                scores.push((game, ply + place, norm * sum));
            }
        }
        scores
    }

    /// What is written is enough to find the hits that are written, to the last bit.
    #[test]
    fn documents_have_the_scores_of_the_hits() {
        let folder = TempDir::new().expect("a folder");
        let index = Index::create(folder.path()).expect("an index");
        let mut writer = index.writer().expect("a writer");
        let games = File::open(GAMES).expect("games").take(KILOBYTES << 10);
        let mut sum = Ingested::default();
        let watch = |_: &Ingested, _| ControlFlow::Continue(());
        app::ingest(
            &mut writer,
            "games",
            BufReader::new(games),
            13,
            &mut sum,
            watch,
        )
        .expect("games");
        writer.commit().expect("a commit");
        let snapshot = index.snapshot().expect("a snapshot");

        let (mut passages, mut queries) = (Vec::new(), Vec::new());
        let count = write_passages(&snapshot, &mut passages).expect("passages");
        let view = View::Folder(snapshot);
        let boards = view
            .drawn_positions(&mut fastrand::Rng::with_seed(SEED), 3)
            .expect("games");
        write_queries(&view, count, &boards, &mut queries).expect("answers");

        let mut numbers = Numbers(Cursor::new(queries));
        assert_eq!(numbers.next(4), count as u64);
        let positions = numbers.next(8);
        let average_length = numbers.next(8) as f64 / positions as f64;
        assert_eq!((positions, numbers.next(4)), (sum.positions, 3));
        for _ in boards {
            let idfs: Vec<(u64, f64)> = (0..numbers.next(2))
                .map(|_| (numbers.next(2), numbers.float()))
                .collect();
            let mut scores = scores(passages.clone(), &idfs, average_length);
            assert_eq!(scores.len() as u64, positions);
            scores.sort_by(|one, other| {
                other
                    .2
                    .total_cmp(&one.2)
                    .then((one.0, one.1).cmp(&(other.0, other.1)))
            });
            let mut games = std::collections::BTreeSet::new();
            scores.retain(|(game, ..)| games.insert(*game));
            assert_eq!(numbers.next(1), HITS as u64);
            for score in &scores[..HITS] {
                assert_eq!((numbers.next(4), numbers.next(2), numbers.float()), *score);
            }
        }
        assert!(numbers.is_at_end());
    }
}
