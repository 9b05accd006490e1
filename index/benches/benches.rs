//! Speed of what a query is made of, on Carlsen's games and the 150 golden queries.
//!
//! `cargo bench -p tabiya-index`. Each bench asserts its answer, so that it cannot be fast and wrong.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use index::{Index, Pace};
use pgn::{open_pgn, parse_fen};
use shakmaty::Chess;
use similarity::{
    Condition, ExploreOptions, GameFilter, Ingested, Query, Scoring, Speed, considered, rerank,
    terms,
};
use tempfile::TempDir;

fn data(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data")
        .join(path)
}

/// The golden queries: a position, and game and ply of its best hit.
fn queries() -> Vec<(Chess, u64, u64)> {
    let table = std::fs::read_to_string(data("golden/carlsen_top10.tsv")).expect("the table");
    let rows = table.lines().map(|row| row.split('\t').collect::<Vec<_>>());
    rows.filter(|row| row[2] == "1")
        .map(|row| {
            let position = parse_fen(row[1]).expect("a FEN");
            let number = |column: usize| row[column].parse().expect("a number");
            (position, number(3), number(4))
        })
        .collect()
}

fn carlsen(folder: &TempDir) -> Index {
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    writer
        .set_collection("mine".parse().expect("a name"))
        .expect("room");
    let stream = open_pgn(&data("carlsen.pgn"), |_| {});
    let mut sum = Ingested::default();
    testing::games::add(&mut writer, stream, 13, &mut sum);
    writer.commit().expect("a commit");
    writer.close().expect("merged segments");
    assert_eq!(sum.positions, 190_130);
    index
}

fn benches(criterion: &mut Criterion) {
    let queries = queries();
    assert_eq!(queries.len(), 150);
    let mut cycle = queries.iter().cycle();
    let mut next = move || cycle.next().expect("cyclic");

    criterion.bench_function("encode: terms of a position", |bencher| {
        bencher.iter(|| assert!(terms(black_box(&next().0)).len() > 10));
    });

    let folder = TempDir::new().expect("a temporary folder");
    let index = carlsen(&folder);
    let snapshot = index.snapshot().expect("a snapshot");
    for scoring in [Scoring::Thesis, Scoring::Tabiya] {
        let name = scoring.name();
        let query = Query::new(&queries[0].0, snapshot.statistics(), scoring);
        criterion.bench_function(&format!("score: a position, {name}"), |bencher| {
            bencher.iter(|| assert!(query.score(black_box(&next().0)).is_finite()));
        });
    }

    let similar = |position: &Chess, scoring| {
        let query = Query::new(position, snapshot.statistics(), scoring);
        let considered = considered(&query, 10).unwrap_or(10);
        let nearest = snapshot.nearest(query, considered, &Pace::default());
        let nearest = nearest.expect("an answer");
        let pool = snapshot.candidates(&nearest).expect("readable");
        rerank(nearest, &pool, None, 10)
    };
    criterion.bench_function("similar: ten hits of 190,130 positions", |bencher| {
        bencher.iter(|| {
            let (position, game, ply) = next();
            let hits = similar(position, Scoring::Thesis).hits;
            assert_eq!((hits[0].game, hits[0].ply), (*game, *ply));
        });
    });

    // Both pass all games, so that what is left to do is the same.
    let by_filter = [
        ("all games", GameFilter::default()),
        (
            "by speed",
            GameFilter {
                also: vec![Condition::Speeds(vec![None, Some(Speed::Blitz)])],
                ..GameFilter::default()
            },
        ),
        (
            "by collection",
            GameFilter {
                collections: vec!["mine".parse().expect("a name")],
                ..GameFilter::default()
            },
        ),
    ];
    for (name, filter) in by_filter {
        criterion.bench_function(&format!("explore: the start, {name}"), |bencher| {
            bencher.iter(|| {
                let options = ExploreOptions {
                    top: 15,
                    ..ExploreOptions::default()
                };
                let found = snapshot.explore(&Chess::default(), &filter, options);
                assert_eq!(found.expect("an answer").outcomes.games(), 2851);
            });
        });
    }

    criterion.bench_function("ingest: 190,130 positions", |bencher| {
        bencher.iter(|| carlsen(&TempDir::new().expect("a temporary folder")));
    });

    let mut passages: Vec<usize> = queries
        .iter()
        .map(|(position, ..)| similar(position, Scoring::Tabiya).passages_scored)
        .collect();
    passages.sort_unstable();
    println!(
        "passages scored exactly: median {}, most {}",
        passages[75], passages[149]
    );
}

criterion_group! {
    name = all;
    // Ingest takes half a second.
    config = Criterion::default().sample_size(20);
    targets = benches
}
criterion_main!(all);
