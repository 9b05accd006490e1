//! Segments that are large enough to be divided among threads.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use shakmaty::Chess;
use similarity::{GameFilter, Ingested, Query, Scoring};
use tempfile::TempDir;

use super::{Index, nearest};
use crate::Pace;
use crate::search::tuning::Tuning;
use crate::storage::bitmap::BLOCK;

/// The bytes of games, which make some 20,000 positions.
const GAMES: u64 = 300_000;

/// Any number of threads finds what scoring every position finds, with a filter, too. Of Carlsen's games, passages of one
/// position, so that few of them make several blocks.
#[test]
fn any_number_of_threads_finds_the_same() {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    writer.set_passage_positions(1);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/carlsen.pgn");
    let file = BufReader::new(File::open(file).expect("games")).take(GAMES);
    let mut sum = Ingested::default();
    testing::games::add(&mut writer, file, 13, &mut sum);
    writer.commit().expect("a commit");
    let snapshot = index.snapshot().expect("a snapshot");
    let [segment] = snapshot.segments() else {
        panic!("one segment");
    };
    assert!(segment.documents() > 4 * BLOCK, "{}", segment.documents());
    let mut boards: Vec<Chess> = Vec::new();
    for (_, passage) in segment.passages().step_by(segment.documents() / 4) {
        let replayed = passage.replay(|_, position| boards.push(position.clone()));
        replayed.expect("a line of chess");
    }
    let filter = GameFilter {
        eco: Some("B".to_owned()),
        ..GameFilter::default()
    };
    let selection = snapshot.select(&filter.into()).expect("a selection");
    let mut queries: Vec<Query> = Vec::new();
    for board in &boards {
        for scoring in Scoring::STORED {
            let query = Query::new(board, snapshot.statistics(), scoring);
            queries.push(query.clone());
            queries.push(query.among(Arc::clone(&selection)));
        }
    }
    let expected = snapshot.exhaustive(&queries, 10, |_| ());
    let expected = expected.expect("answers");
    for threads in [1, 2, 3, 5] {
        let pool = ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().expect("threads");
        let tuning = Tuning {
            least_part: 1,
            few_passages: 0,
            ..Tuning::new(10)
        };
        for (query, expected) in queries.iter().zip(&expected) {
            let search = || nearest(&snapshot, query.clone(), 10, &tuning, &Pace::default());
            let found = pool.install(search).expect("an answer");
            assert_eq!(&found.hits, expected, "{threads}");
        }
    }
}
