//! The answers of a cluster are those of an index in a folder, of the same games.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

use app::{Database, Export, Pace, View, drop_collection, rename_collection, search, with_ideas};
use pgn::{flipped, parse_fen};
use shakmaty::{Chess, Color, Position};
use similarity::{ExploreOptions, Filter, GameFilter, Hit, Pattern, Query, SameBoard, Scoring};
use tempfile::TempDir;
use testing::nodes::nodes;

use crate::questions::{filter, filters, filters_of_moves, filters_of_speeds, own_weights};
use crate::{carlsen, created, folder, import};

/// Positions like nothing in the index, and an opening.
const FENS: [&str; 5] = [
    "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1",
    "qqqqkqqq/8/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

/// The hits, and who else has their boards.
fn hits(view: &View, query: Query, limit: usize) -> (Vec<Hit>, Vec<SameBoard>) {
    let similar = search(view, query, limit, &Pace::default()).expect("an answer");
    (similar.hits, similar.boards)
}

/// Holds a cluster's answer to a query against that of a folder.
fn check_search(
    views: [&View; 2],
    position: &Chess,
    limit: usize,
    by: &Scoring,
    filter: Option<&Filter>,
) {
    let [expected, found] = views.map(|view| {
        let query = Query::new(position, view.statistics(), *by);
        let query = with_ideas(query);
        let query = match filter {
            Some(filter) => query.among(view.select(filter).expect("a selection")),
            None => query,
        };
        hits(view, query, limit)
    });
    assert_eq!(
        found,
        expected,
        "{} {filter:?} {}",
        by.name(),
        pgn::fen(position)
    );
}

/// Holds a cluster's answers to all questions against those of a folder, or to one `every` few.
pub(crate) fn check_all(folder: &View, cluster: &View, ids: &[u64], every: usize) {
    let views = [folder, cluster];
    assert_eq!(cluster.statistics(), folder.statistics());
    let mut positions: Vec<Chess> = FENS.map(|fen| parse_fen(fen).expect("a FEN")).to_vec();
    for id in ids {
        let [one, other] = views.map(|view| view.game(*id).expect("readable"));
        assert_eq!(one, other);
        if let Some(game) = one {
            let ply = 25.min(game.plies()) + (*id as usize * 7) % 40;
            positions.extend(game.positions().nth(ply).map(|(position, _)| position));
        }
    }
    for by in Scoring::ALL.into_iter().chain(own_weights()).step_by(every) {
        for position in positions.iter().step_by(every) {
            check_search(views, position, 10, &by, None);
        }
    }
    check_search(views, &positions[3], 3000, &Scoring::Thesis, None);
    check_search(
        views,
        &flipped(&positions[0]).expect("a position"),
        100,
        &Scoring::Tabiya,
        None,
    );
    let filters = [filters(), filters_of_speeds().into(), filters_of_moves()].concat();
    for (number, filter) in filters.iter().enumerate().step_by(every) {
        let [one, other] = views.map(|view| {
            let selection = view.select(filter).expect("a selection");
            (selection.games, selection.positions)
        });
        assert_eq!(other, one, "{filter:?}");
        let [one, other] = views.map(|view| view.games_that_pass(&filter.games).expect("ids"));
        assert_eq!(other, one, "{filter:?}");
        let [one, other] = views.map(|view| exported(view, filter));
        assert_eq!(other, one, "{filter:?}");
        let by = Scoring::ALL
            .into_iter()
            .chain(own_weights())
            .nth(number % 8);
        for position in positions.iter().step_by(3) {
            check_search(views, position, 10, &by.expect("a scoring"), Some(filter));
        }
        check_explored(views, &positions[FENS.len()..], &filter.games);
    }
    check_explored(views, &positions, &GameFilter::default());
    check_patterns(views);
    for typed in ["carl", "an v", "k", "zz", ""] {
        let [one, other] = views.map(|view| view.players(typed, 20, &[]).expect("names"));
        assert_eq!(other, one, "{typed}");
    }
}

/// The games that pass a filter, as PGN, and how many.
fn exported(view: &View, filter: &Filter) -> (usize, String) {
    let mut export = match Export::new(view, filter.clone()) {
        Ok(export) => export,
        // A player without a game.
        Err(error) => return (0, error.to_string()),
    };
    let (mut games, mut pgn) = (0, String::new());
    loop {
        match export.next(view, &mut pgn).expect("games") {
            0 => return (games, pgn),
            next => games += next,
        }
    }
}

/// As `/api/positions`, `/lichess` and `/player` ask.
fn explore_options() -> [ExploreOptions; 3] {
    let lists = ExploreOptions {
        top: 15,
        recent: 8,
        ..ExploreOptions::default()
    };
    let finished = ExploreOptions {
        months: true,
        finished: true,
        ..lists
    };
    let of_player = ExploreOptions {
        player: Some(Color::Black),
        top: 0,
        ..finished
    };
    [lists, finished, of_player]
}

/// Positions of openings and later ones, with the moves that were played.
fn check_explored(views: [&View; 2], positions: &[Chess], filter: &GameFilter) {
    let start = Chess::default();
    let played = |san: &str, position: &Chess| {
        let san: shakmaty::san::San = san.parse().expect("a move");
        let m = san.to_move(position).expect("a legal move");
        position.clone().play(m).expect("legal")
    };
    let sicilian = played("c5", &played("e4", &start));
    let few = positions.iter().step_by(4);
    for position in [&start, &sicilian].into_iter().chain(few) {
        let [one, other] = views.map(|view| view.is_opening(position).expect("games"));
        assert_eq!(other, one, "{}", pgn::fen(position));
        for options in explore_options() {
            let [one, other] =
                views.map(|view| view.explore(position, filter, options).expect("games"));
            assert_eq!(other, one, "{options:?} {filter:?} {}", pgn::fen(position));
        }
    }
}

fn check_patterns(views: [&View; 2]) {
    let any = "????????/".repeat(7) + "????????";
    let knight = "????????/????????/????????/???N????/???-????/????????/????????/????????";
    let cases = [
        (knight, Some("KRNPPPPPkrbppppp"), vec![]),
        (knight, None, vec!["Id4"]),
        (
            "????????/????????/????????/????p???/????P???/????????/????????/???????K b",
            None,
            vec!["W[c3/d4/e5]"],
        ),
        (&any, Some("KRPkr"), vec![]),
    ];
    for (text, material, terms) in cases {
        let material = material.map(|text| text.parse().expect("material"));
        let terms = terms.iter().map(|term| term.parse().expect("a term"));
        let pattern = Pattern::new(text, material, terms.collect()).expect("a pattern");
        for filter in [
            Filter::default(),
            filters()[5].clone(),
            filters()[12].clone(),
            filters_of_moves()[0].clone(),
        ] {
            let [one, other] = views.map(|view| view.find(&pattern, &filter, 10).expect("matches"));
            assert_eq!(other, one, "{text} {filter:?}");
        }
    }
}

fn check_plans(views: [&View; 2]) {
    let position = parse_fen(FENS[0]).expect("a FEN");
    let [one, other] = views.map(|view| {
        let query = Query::new(&position, view.statistics(), Scoring::Tabiya);
        let (found, _) = hits(view, query, 50);
        let found: Vec<(Hit, bool)> = (found.into_iter().enumerate())
            .map(|(place, hit)| (hit, place % 3 == 0))
            .collect();
        view.plans(&found).expect("plans")
    });
    assert_eq!(other, one);
}

/// Games with the time controls of several speeds, and without one.
fn timed(games: &str) -> String {
    let mut controls = ["60+0", "180+2", "-", "?"].iter().cycle();
    let mut timed = String::new();
    for line in games.lines() {
        timed.push_str(line);
        timed.push('\n');
        if line.starts_with("[Event ")
            && let Some(control) = controls.next()
        {
            timed.push_str("[TimeControl \"");
            timed.push_str(control);
            timed.push_str("\"]\n");
        }
    }
    timed
}

#[test]
fn carlsens_games() {
    check_carlsens_games("some", 3);
}

#[test]
#[ignore = "slow: three times as many questions"]
fn carlsens_games_by_all_questions() {
    check_carlsens_games("all", 1);
}

/// Compares the answers to every `every`-th question, before and after games go and come again.
fn check_carlsens_games(name: &str, every: usize) {
    let Some(nodes) = nodes() else { return };
    let path = TempDir::new().expect("a temporary folder");
    let one = folder(path.path());
    let other = created(&nodes.urls(), name);
    let games = timed(&fs::read_to_string(carlsen()).expect("readable"));
    let file = || Cursor::new(games.clone());
    let sums = [&one, &other].map(|database| import(database, file()).expect("imported"));
    assert_eq!(sums[0], sums[1]);
    let again = import(&other, file()).expect("imported");
    assert_eq!((again.games, again.duplicates), (0, 2851));
    let views = || [&one, &other].map(|database| database.snapshot().expect("a snapshot"));
    let [folder, cluster] = views();
    check_all(
        &folder,
        &cluster,
        &[1, 500, 831, 1000, 1500, 2000, 2500, 2851],
        every,
    );
    check_plans([&folder, &cluster]);
    for pair in ["collection=mine", "comment=best", "opening=French"] {
        let error = cluster.select(&filter(pair)).expect_err(pair);
        let app::Error::Impossible { field, .. } = error else {
            panic!("{pair}: {error}");
        };
        assert_eq!(pair.split('=').next(), Some(&*field));
    }
    let renamed = rename_collection(&other, "mine", "yours").map(|_| ());
    let dropped = drop_collection(&other, "mine", false).map(|_| ());
    for refused in [renamed, dropped] {
        let error = refused.expect_err("there are none in a cluster");
        assert!(matches!(error, app::Error::Impossible { .. }), "{error}");
    }

    // Removed, and some of them imported again, with new ids.
    let gone: BTreeSet<u64> = (1..=2851).filter(|id| id % 7 == 0).chain([5000]).collect();
    let removed = [&one, &other].map(|database| {
        let mut writer = database.writer().expect("a writer");
        let removed = writer.remove(&gone).expect("removed");
        writer.close().expect("closed");
        database.reload();
        removed
    });
    assert_eq!(removed[0], removed[1]);
    let [folder, cluster] = views();
    check_all(&folder, &cluster, &[7, 8, 1000], 5);
    let pgn = crate::first_games(100);
    for database in [&one, &other] {
        let sum = import(database, Cursor::new(pgn.clone())).expect("imported");
        assert_eq!((sum.games, sum.duplicates), (14, 86));
    }
    let [folder, cluster] = views();
    check_all(&folder, &cluster, &[2852, 2865, 9], 5);
}

/// A larger collection, of which `TABIYA_SAMPLE` names the PGN; `TABIYA_SAMPLE_GAMES` says how many games of it.
#[test]
#[ignore = "minutes, and a file that is not here: TABIYA_SAMPLE=games.pgn.zst"]
fn a_large_sample() {
    let nodes = nodes().expect("a cluster");
    let path = std::env::var("TABIYA_SAMPLE").expect("TABIYA_SAMPLE");
    let games =
        std::env::var("TABIYA_SAMPLE_GAMES").map_or(10_000, |n| n.parse().expect("a number"));
    let temporary = TempDir::new().expect("a temporary folder");
    let one = folder(temporary.path());
    let other = created(&nodes.urls(), "sample");
    for database in [&one, &other] {
        import_some(database, Path::new(&path), games);
    }
    let [folder, cluster] = [&one, &other].map(|database| database.snapshot().expect("a snapshot"));
    let statistics = folder.statistics();
    eprintln!(
        "{} games, {} positions",
        statistics.games, statistics.positions
    );
    assert_eq!(cluster.statistics(), statistics);
    let mut random = fastrand::Rng::with_seed(10);
    let (mut asked, filters) = (0, [filters(), filters_of_speeds().into()].concat());
    while asked < 200 {
        let id = random.u64(1..=statistics.games);
        let game = folder.game(id).expect("readable").expect("a game");
        let ply = random.usize(0..=game.plies());
        let Some((position, _)) = game.positions().nth(ply) else {
            continue;
        };
        for by in Scoring::ALL {
            check_search([&folder, &cluster], &position, 10, &by, None);
        }
        let own = own_weights()[asked % 4];
        check_search([&folder, &cluster], &position, 10, &own, None);
        let by = Scoring::ALL[asked % 4];
        check_search(
            [&folder, &cluster],
            &position,
            10,
            &by,
            Some(&filters[asked % filters.len()]),
        );
        asked += 1;
    }
}

/// The first games of a file.
fn import_some(database: &Database, path: &Path, games: usize) {
    let mut lines = BufReader::new(pgn::open_pgn(path, |_| {}));
    let (mut pgn, mut line, mut left) = (Vec::new(), Vec::new(), games);
    while lines.read_until(b'\n', &mut line).expect("readable") > 0 {
        if line.starts_with(b"[Event ") {
            if left == 0 {
                break;
            }
            left -= 1;
        }
        pgn.append(&mut line);
    }
    let sum = import(database, Cursor::new(pgn)).expect("imported");
    assert!(sum.games > games as u64 / 2, "{sum:?}");
}
