//! Reports on players: as counted with python-chess, and kinds of mistakes.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use app::{
    DEFAULT_FROM_MOVE, Database, Engines, Import, Name, Nodes, Pace, Place, Remarks, Report,
    ReportAnswer, ReportGames, ReportRequest, ReportScore, View,
};
use similarity::GameFilter;
use tempfile::TempDir;

/// A report on a player of some games, with the openings of another one as its book; and what it was made of.
fn report(games: &str, player: &str, book: Option<&str>) -> (Report, View, TempDir) {
    let folder = TempDir::new().expect("a temporary folder");
    let place = Place::Folder(folder.path().join("index"));
    let database = Database::open_or_create(&place).expect("an index");
    let mut import = Import::new(&database, DEFAULT_FROM_MOVE).expect("a writer");
    let games = Cursor::new(games.to_owned());
    let go_on = |_: &_, _| ControlFlow::Continue(());
    import.read("games", games, go_on).expect("games");
    import
        .finish(&mut Remarks::default(), || false)
        .1
        .expect("a commit");
    let view = database.snapshot().expect("a snapshot");
    let of = |player: &str| GameFilter {
        player: Some(player.to_owned()),
        ..GameFilter::default()
    };
    let request = ReportRequest {
        filter: of(player),
        book: book.map(of),
        games: ReportGames::MAX,
    };
    let report = Report::new(&view, &request, &Pace::default()).expect("a report");
    (report, view, folder)
}

/// The numbers of a row, as `tools/report.py` prints them.
fn numbers(score: &ReportScore) -> String {
    let results = &score.score;
    let loss = score
        .average_loss
        .map_or(String::new(), |loss| format!("{loss:?}"));
    format!(
        "{}\t{}\t{}\t{}\t{}\t{:?}\t{:?}\t{}\t{loss}",
        results.games,
        results.wins,
        results.draws,
        results.losses,
        score.rated,
        score.points,
        score.expected,
        score.evaluated,
    )
}

/// The rows of a report, by name and side.
fn rows(report: &ReportAnswer) -> BTreeMap<(String, String), String> {
    let mut rows = BTreeMap::new();
    let mut add = |name: &str, of: &str, score| {
        rows.insert((name.to_owned(), of.to_owned()), numbers(score));
    };
    add("all", "", &report.all);
    for (color, side) in [("white", &report.white), ("black", &report.black)] {
        add(color, "", &side.score);
        for opening in &side.openings {
            add(color, opening.opening.name, &opening.score);
        }
    }
    for row in report.structures.iter().chain(&report.phases) {
        add(
            row.name,
            row.side.map_or("", |Name(side)| side.name()),
            &row.score,
        );
    }
    if let Some(time) = &report.time {
        add("trouble", "", &time.trouble);
        add("calm", "", &time.calm);
    }
    rows
}

/// `tools/report.py data/lichess.pgn DrNykterstein > app/tests/report.tsv`
#[test]
fn as_counted_with_python_chess() {
    let games = include_str!("../../data/lichess.pgn");
    let (report, view, _folder) = report(games, "DrNykterstein", None);
    let found = report.response(&view).expect("a report");
    let counted = include_str!("report.tsv").lines().map(|line| {
        let (name, rest) = line.split_once('\t').expect("a name");
        let (of, numbers) = rest.split_once('\t').expect("a side");
        ((name.to_owned(), of.to_owned()), numbers.to_owned())
    });
    let counted: BTreeMap<_, _> = counted.collect();
    assert!(counted.len() > 20);
    assert_eq!(rows(&found), counted);
    assert_eq!((found.games, found.read), (11, 11));
}

/// What one mistake is called: how, motif, phase, move, and its cost.
type Kind = (
    Option<&'static str>,
    Option<&'static str>,
    Option<&'static str>,
    &'static str,
    f64,
);

#[test]
fn kinds_of_mistakes() {
    let cases: [(&str, &str, &[Kind]); 5] = [
        (
            "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Bc4 {[%eval 0.2]} Nc6 {[%eval 0.3]} 3. Qh5 {[%eval 0.1]} Nf6 \
             {[%eval #1]} 4. Qxf7# 1-0",
            "Black",
            &[(Some("allowed"), Some("mate"), None, "Nf6", 0.47)],
        ),
        (
            "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Bc4 {[%eval 0.2]} Nc6 {[%eval 0.3]} 3. Qh5 {[%eval 0.1]} Nf6 \
             {[%eval #1]} 4. Qe2 {[%eval 0.0]} d6 *",
            "White",
            &[(Some("missed"), Some("mate"), None, "Qe2", 0.48)],
        ),
        // The reply keeps what the score says.
        (
            "[FEN \"r3k3/7p/8/1N6/8/8/8/3K4 w - - 0 1\"]\n\n1. Ke1 {[%eval -3.0]} h6 {[%eval 1.0]} 2. Nc7+ {[%eval 1.0]} \
             Kd7 {[%eval 1.0]} 3. Nxa8 *",
            "Black",
            &[(Some("allowed"), Some("fork"), None, "h6", 0.34)],
        ),
        // It does not: so it is not what was allowed.
        (
            "[FEN \"r3k3/7p/8/1N6/8/8/8/3K4 w - - 0 1\"]\n\n1. Ke1 {[%eval -3.0]} h6 {[%eval 1.0]} 2. Nc7+ {[%eval 0.4]} \
             Kd7 {[%eval 1.0]} 3. Nxa8 *",
            "Black",
            &[(None, None, Some("endgame"), "h6", 0.34)],
        ),
        // What lichess calls an inaccuracy is none.
        (
            "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. f4 {[%eval -0.5]} exf4 {[%eval -0.5]} *",
            "White",
            &[],
        ),
    ];
    for (moves, player, wanted) in cases {
        let pgn = if moves.starts_with('[') {
            format!("[White \"White\"]\n[Black \"Black\"]\n{moves}\n")
        } else {
            format!("[White \"White\"]\n[Black \"Black\"]\n\n{moves}\n")
        };
        let (report, view, _folder) = report(&pgn, player, None);
        let found = report.response(&view).expect("a report").mistakes;
        let found: Vec<Kind> = found
            .iter()
            .map(|kind| {
                let played = kind.examples[0].played.san.as_str();
                let named = wanted.iter().map(|kind| kind.3).find(|san| *san == played);
                (
                    kind.how.map(|Name(how)| how.name()),
                    kind.motif,
                    kind.phase,
                    named.unwrap_or("another"),
                    kind.cost,
                )
            })
            .collect();
        assert_eq!(found, wanted, "{moves}");
    }
}

/// The engine scores what has no score, and nothing is left; it names what was best and what follows.
#[test]
fn completed_by_the_engine() {
    let pgn = "[White \"White\"]\n[Black \"Black\"]\n\n1. e4 e5 2. Qh5 g6 3. Qxe5+ Be7 4. Qxh8 Kf8 5. Qxg8+ Kxg8 *\n";
    let (mut report, view, _folder) = report(pgn, "Black", None);
    let before = report.response(&view).expect("a report");
    assert_eq!((before.evaluated_games, before.complete), (0, false));
    assert_eq!((before.all.evaluated, before.all.average_loss), (0, None));
    let engines = Engines::new(None, None).expect("the engine");
    let nodes = Nodes::of::<20_000>();
    let (pace, slice) = (Pace::default(), Duration::MAX);
    pace.stop.store(true, Relaxed);
    let stopped = report.analyse(&view, &engines, nodes, &pace, slice);
    stopped.expect("nothing to do");
    assert_eq!(report.analysed(), 0);
    pace.stop.store(false, Relaxed);
    let analysed = report.analyse(&view, &engines, nodes, &pace, slice);
    analysed.expect("scores");
    assert!(report.is_analysed());
    let after = report.response(&view).expect("a report");
    assert_eq!((after.evaluated_games, after.complete), (1, true));
    assert_eq!(after.all.evaluated, 5);
    let examples = after.mistakes.iter().flat_map(|kind| &kind.examples);
    let g6 = examples
        .clone()
        .find(|example| example.played.san == "g6")
        .expect("a mistake");
    let reply = g6.reply.as_ref().map(|reply| &reply.san[..]);
    assert_eq!((g6.ply, reply), (3, Some("Qxe5+")));
    assert!(g6.best.is_some());

    // Another report on the same games, or exercises of their mistakes, need no search of these positions.
    let searched = engines.searched();
    let request = ReportRequest {
        filter: GameFilter {
            player: Some("Black".to_owned()),
            ..GameFilter::default()
        },
        book: None,
        games: ReportGames::MAX,
    };
    let mut again = Report::new(&view, &request, &Pace::default()).expect("a report");
    let analysed = again.analyse(&view, &engines, nodes, &pace, slice);
    analysed.expect("scores");
    assert_eq!(engines.searched(), searched);
    let again = again.response(&view).expect("a report");
    assert_eq!(format!("{again:?}"), format!("{after:?}"));
    // With other limits they do.
    let mut other = Report::new(&view, &request, &Pace::default()).expect("a report");
    let analysed = other.analyse(&view, &engines, Nodes::of::<20_001>(), &pace, slice);
    analysed.expect("scores");
    assert!(engines.searched() > searched);
}

/// Who leaves the book, and with which moves; a game from elsewhere does not count.
#[test]
fn leaving_the_book() {
    let games = [
        ("Book", "Other", "", "1. e4 e5 2. Nf3 Nc6"),
        ("Me", "Ann", "", "1. e4 e5 2. Bc4"),
        ("Ann", "Me", "", "1. e4 c5"),
        ("Me", "Bea", "", "1. e4 c5 2. Nf3"),
        ("Me", "Cec", "", "1. e4 e5"),
        (
            "Me",
            "Dot",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
            "1. e4",
        ),
    ];
    let games = games.map(|(white, black, fen, moves)| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n{fen}\n{moves} 1-0\n\n")
    });
    let (report, view, _folder) = report(&games.concat(), "Me", Some("Book"));
    let found = report.response(&view).expect("a report");
    let book = found.book.expect("a book");
    let counts = [&book.by_player, &book.by_opponent].map(|score| score.score.games);
    assert_eq!((counts, book.in_book, found.read), ([2, 1], 1, 5));
    let exits = book.exits.iter().map(|exit| {
        let known: Vec<&str> = exit
            .book
            .iter()
            .map(|known| &known.played.san[..])
            .collect();
        (exit.played.san.as_str(), known, exit.ply)
    });
    let mut exits: Vec<_> = exits.collect();
    exits.sort();
    assert_eq!(exits, [("Bc4", vec!["Nf3"], 2), ("c5", vec!["e5"], 1)]);
}
