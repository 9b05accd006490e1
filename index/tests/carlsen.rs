//! Magnus Carlsen's 2,851 games: counted, searched, and held against the answers of an
//! independent program that scores every position (`data/golden`).

use std::path::Path;
use std::sync::LazyLock;

use index::{Index, Snapshot};
use pgn::{Game, open_pgn, parse_fen};
use proptest::prelude::*;
use similarity::{BoardKey, Containment, Distinct, Hit, Ingested, Query, Scoring, Similar, terms};
use tempfile::TempDir;

pub(crate) fn data(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data")
        .join(path)
}

/// Carlsen's games, ingested once for all tests.
struct Carlsen {
    index: Index,
    ingested: Ingested,
    _folder: TempDir,
}

/// What is said of game 1287.
const CUT_OFF: Containment = Containment {
    other: 1286,
    is_longer: false,
    is_left_out: false,
};

static CARLSEN: LazyLock<Carlsen> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    let stream = open_pgn(&data("carlsen.pgn"), |_| {});
    let mut ingested = Ingested::default();
    let contained = testing::games::add(&mut writer, stream, 13, &mut ingested);
    // A game against Svidler is there as a whole, and up to move 47.
    assert_eq!(contained, [(1287, CUT_OFF)]);
    writer.commit().expect("a commit");
    writer.close().expect("merged segments");
    Carlsen {
        index,
        ingested,
        _folder: folder,
    }
});

pub(crate) fn snapshot() -> std::sync::Arc<Snapshot> {
    CARLSEN.index.snapshot().expect("a snapshot")
}

fn search(fen: &str, limit: usize) -> Vec<Hit> {
    let position = parse_fen(fen).expect("a FEN");
    let found = crate::similar(&snapshot(), &position, limit, &Scoring::Thesis);
    found.expect("an answer").hits
}

fn game(id: u64) -> Game {
    snapshot()
        .game(id)
        .expect("a readable index")
        .expect("the game")
}

#[test]
fn counts() {
    let expected = Ingested {
        games: 2851,
        positions: 190_130,
        duplicates: 0,
        rejected: 0,
    };
    assert_eq!(CARLSEN.ingested, expected);
    let statistics = snapshot().statistics().clone();
    assert_eq!((statistics.games, statistics.positions), (2851, 190_130));
    // Of 2,837 games there are positions: as many hits as there can be.
    let hits = search("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2851);
    assert_eq!(hits.len(), 2837);
}

#[test]
fn golden() {
    let table = std::fs::read_to_string(data("golden/carlsen_top10.tsv")).expect("the table");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|row| row.split('\t').collect())
        .collect();
    let mut queries = 0;
    for query in rows.chunk_by(|a, b| a[0] == b[0]) {
        let hits = search(query[0][1], 10);
        assert_eq!(hits.len(), query.len());
        for (hit, row) in hits.iter().zip(query) {
            assert_eq!(
                (hit.game.to_string(), hit.ply.to_string()),
                (row[3].into(), row[4].into()),
                "{row:?}"
            );
            let score: f64 = row[5].parse().expect("a score");
            assert!(
                (hit.score - score).abs() <= 1e-9 * score.abs(),
                "{hit:?}, not {score}: {row:?}"
            );
            let (position, _) = game(hit.game)
                .positions()
                .nth(hit.ply as usize)
                .expect("the ply");
            assert_eq!(pgn::fen(&position), row[6]);
        }
        queries += 1;
    }
    assert_eq!(queries, 150);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The first hits are the same however many are asked for, within the pool that is reranked and beyond it; they
    /// fall in score, and the parts of each add up to it.
    #[test]
    fn more_hits_begin_with_the_same(
        row in any::<prop::sample::Index>(),
        few in 1..100_usize,
        more in 0..100_usize,
        scoring in prop::sample::select(vec![Scoring::Tabiya, Scoring::Ideas, Scoring::Structure]),
        distinct in prop::sample::select(Distinct::ALL.to_vec()),
    ) {
        let table = std::fs::read_to_string(data("golden/carlsen_top10.tsv")).expect("the table");
        let fens: Vec<&str> = table.lines().skip(1).filter_map(|row| row.split('\t').nth(1)).collect();
        let position = parse_fen(fens[row.index(fens.len())]).expect("a FEN");
        let query = Query::new(&position, snapshot().statistics(), scoring).with_distinct(distinct);
        let search = |limit| crate::search(&snapshot(), query.clone(), limit).expect("an answer");
        let (short, long) = (search(few), search(few + more));
        prop_assert_eq!(&short.hits[..], &long.hits[..few]);
        let boards = |similar: &Similar| similar.boards.iter().take(few).map(|same| same.board).collect::<Vec<_>>();
        prop_assert_eq!(boards(&short), boards(&long));
        if distinct == Distinct::Board {
            let asked = BoardKey::new(&position);
            let place = long.boards.iter().position(|same| same.board == asked);
            prop_assert!(place.is_none_or(|place| place == 0), "{place:?}");
        }
        prop_assert!(long.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        for (hit, gained) in long.hits.iter().zip(&long.continuations) {
            let (found, _) = game(hit.game).positions().nth(hit.ply as usize).expect("the ply");
            let explanation = long.query.explain(&found);
            let terms = explanation.terms.iter().chain(gained);
            let sum = terms.map(|term| term.score).sum::<f64>() - explanation.penalty;
            prop_assert!((sum - hit.score).abs() < 1e-9 * hit.score.abs().max(1.0), "{sum}: {hit:?}");
        }
    }
}

/// Figure 4.3 of the thesis.
#[test]
fn figure_4_3() {
    let hits = search(
        "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
        2,
    );
    let expected = [
        (1489, 30, &["Ia3", "nd7", "S{c2-c3}", "w[e6/d5/c4]"][..]),
        (294, 25, &["s{g6-g7}", "W[c3/d4/e5]"][..]),
    ];
    assert_eq!(hits.len(), 2);
    for (hit, (id, ply, seen)) in hits.iter().zip(expected) {
        assert_eq!((hit.game, hit.ply), (id, ply));
        let (position, _) = game(id).positions().nth(hit.ply as usize).expect("the ply");
        let terms: Vec<String> = terms(&position).iter().map(ToString::to_string).collect();
        for term in seen {
            assert!(terms.iter().any(|t| t == term), "{term} not in {terms:?}");
        }
    }
}

/// Every stored game is the game of the file: moves, tags, PGN.
#[test]
fn games_come_out_as_they_went_in() {
    let file = std::fs::read_to_string(data("carlsen.pgn")).expect("the games");
    let file = file.replace("\r\n", "\n");
    let mut texts = file
        .split("[Event ")
        .skip(1)
        .map(|text| format!("[Event {text}"));
    for id in 1..=2851 {
        let text = texts.next().expect("the game's text");
        let squeezed = |pgn: &str| {
            pgn.replace('.', ". ")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        // The file writes + for mate too.
        assert_eq!(squeezed(&game(id).pgn()).replace('#', "+"), squeezed(&text));
    }
    assert!(snapshot().game(2852).expect("a readable index").is_none());
    assert!(snapshot().game(0).expect("a readable index").is_none());
}
