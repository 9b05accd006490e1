//! `tabiya quality`: a measure of two games, and tables that cannot be read.

use serde_json::Value;

use crate::tabiya::{Folder, GAMES, json, numbers};

/// A query as a table has it, by column: the position after 13. e4 of the first game.
const QUERY: [(&str, &str); 8] = [
    ("id", "Q1"),
    (
        "fen",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 13",
    ),
    ("phase", "mg_queens"),
    (
        "next_moves",
        "e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8 b1d2",
    ),
    ("ply", "25"),
    ("eco", "C54"),
    ("result", "1-0"),
    (
        "perturbed_fen",
        "r1bqkbnr/pppppppp/2n5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 14",
    ),
];

/// A table of one query with another text in one column.
pub(crate) fn table(changed: &str, text: &str) -> String {
    let names = QUERY.map(|(name, _)| name).join("\t");
    let row = QUERY.map(|(name, value)| if name == changed { text } else { value });
    format!("{names}\n{}\n", row.join("\t"))
}

/// A folder with an index of two games.
fn two_games() -> Folder {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    folder
}

#[test]
fn two_games_are_measured() {
    let folder = two_games();
    folder.file("queries.tsv", table("", ""));
    // Another first column, line ends of Windows, an empty line.
    folder.file(
        "more.tsv",
        table("phase", "endgame").replace('\n', "\r\n") + "\r\n",
    );
    let args = [
        "quality",
        "--queries=queries.tsv",
        "--queries=more.tsv",
        "--scoring=thesis",
    ];
    let output = folder.run(&[&args[..], &["--json"]].concat());
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let report = json(&output);
    assert_eq!(
        (&report["games"], &report["positions"], &report["queries"]),
        (&2.into(), &4.into(), &2.into())
    );
    let thesis = &report["scorings"][0];
    assert_eq!(thesis["scoring"], "thesis");
    // Black's e5 in one of two games, which were won and lost; either is found again.
    let expected = [
        ("next1", 50.0),
        ("next3", 50.0),
        ("planown", 100.0 / 12.0),
        ("planopp", 0.0),
        ("C", 50.0 / 12.0),
        ("eco3", 0.0),
        ("brier", 25.0),
        ("stab", 100.0),
        ("matsig", 100.0),
        ("SQI7", 100.0),
        ("SQI8", 100.0),
    ];
    for figures in [&thesis["metrics"], &thesis["phases"]["mg_queens"]] {
        for (name, expected) in expected {
            let value = figures[name]["value"].as_f64().expect("a number");
            assert!((value - expected).abs() < 1e-9, "{name}: {value}");
            assert_eq!(figures[name]["difference"], 0.0, "{name}");
        }
    }
    let endgame = &thesis["phases"]["endgame"];
    assert_eq!(
        (&endgame["eco3"]["value"], &endgame["eco3"]["queries"]),
        (&Value::Null, &0.into())
    );
    assert_eq!(
        thesis["phases"].as_object().map(serde_json::Map::len),
        Some(2)
    );

    let table = folder.run(&args).stdout;
    for line in [
        "SQI7            up        100.00   0.00\n",
        "next1           up         50.00   0.00\n",
    ] {
        assert!(table.contains(line), "{line:?} is not in {table}");
    }
    // Queries, games and positions; the queries of a phase.
    assert!(numbers(&table).starts_with(&[2, 2, 4]), "{table}");
    let mut lines = table.lines();
    let endgame = lines.find(|line| line.starts_with("endgame"));
    assert_eq!(numbers(endgame.expect("a heading")), [1], "{table}");
}

#[test]
fn tables_that_cannot_be_read() {
    let folder = two_games();
    let check = |words: &[&str]| {
        folder.check_refused("quality", &["--queries", "bad.tsv"], 1, words);
    };
    // The column, what is in it, and words of what is said of it.
    let cases = [
        ("fen", "nonsense", &["\"nonsense\"", "FEN"][..]),
        (
            "fen",
            "8/8/8/8/8/8/8/8 w - -",
            &["\"8/8/8/8/8/8/8/8 w - -\"", "king"],
        ),
        (
            "phase",
            "opening",
            &["\"opening\"", "endgame", "mg_queens", "mg_queenless"],
        ),
        ("next_moves", "e7e5 e2e4", &["2", "\"e2e4\""]),
        ("next_moves", "e7e5 what", &["2", "\"what\""]),
        ("next_moves", "e7e5 g1f3", &["12", "2"]),
        ("next_moves", "", &["12", "0"]),
        ("ply", "-1", &["\"-1\""]),
        ("result", "won", &["\"won\"", "1-0", "0-1", "1/2-1/2", "*"]),
        ("perturbed_fen", "x", &["\"x\"", "FEN"]),
    ];
    for (column, text, words) in cases {
        folder.file("bad.tsv", table(column, text));
        check(&[&["bad.tsv", "2", column], words].concat());
    }

    let whole = table("", "");
    let (header, row) = whole.split_once('\n').expect("two lines");
    let short = row.rsplit_once('\t').expect("columns").0;
    let cases = [
        (String::new(), &["bad.tsv", "1", "fen"][..]),
        (header.replace("phase", "face"), &["bad.tsv", "1", "phase"]),
        (header.to_owned(), &["bad.tsv:"]),
        (
            format!("{header}\n{row}{short}\n"),
            &["bad.tsv", "3", "perturbed_fen"],
        ),
    ];
    for (text, words) in cases {
        folder.file("bad.tsv", text);
        check(words);
    }

    folder.file("queries.tsv", whole);
    for (args, code, words) in [
        (&["--queries=missing.tsv"][..], 1, &["missing.tsv:"][..]),
        (
            &["--queries=queries.tsv", "--index", "nowhere"],
            1,
            &["nowhere", "`tabiya ingest --index nowhere FILE.pgn`"],
        ),
        (
            &["--queries=queries.tsv", "--scoring", "magic"],
            2,
            &["'magic'", "--scoring"],
        ),
    ] {
        folder.check_refused("quality", args, code, words);
    }
    folder.run(&["remove", "1", "2"]);
    folder.check_refused("quality", &["--queries=queries.tsv"], 1, &["positions"]);
}

/// A position, one with a rook on another square, and one that has nothing but kings in common with it.
const ALIKE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
const LIKE_IT: &str = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
const UNLIKE: &str = "8/8/2k5/3q4/8/8/PP6/K7 w - - 0 1";

/// A table of orders: query, rater, order.
fn orders(rows: &[(&str, &str, &[&str])]) -> String {
    let rows = rows.iter();
    let rows = rows.map(|(query, rater, order)| format!("{query}\t{rater}\t{}\n", order.join(";")));
    format!("query\trater\torder\n{}", rows.collect::<String>())
}

/// What people agree on with each other and with a ranking, for orders that say the same, the opposite, and neither.
#[test]
fn orders_of_people() {
    let folder = Folder::new();
    let by_likeness = [ALIKE, LIKE_IT, UNLIKE];
    let reversed = [UNLIKE, LIKE_IT, ALIKE];
    let swapped = [LIKE_IT, ALIKE, UNLIKE];
    folder.file(
        "orders.tsv",
        orders(&[
            (ALIKE, "a", &by_likeness),
            (ALIKE, "b", &swapped),
            (LIKE_IT, "a", &[LIKE_IT, UNLIKE]),
            (UNLIKE, "a", &by_likeness),
            (UNLIKE, "b", &reversed),
        ]),
    );
    let args = ["quality", "--judgements=orders.tsv", "--scoring=structure"];
    let output = folder.run(&[&args[..], &["--json"]].concat());
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let report = &json(&output)["judgements"][0];
    assert_eq!(
        (&report["positions"], &report["orders"]),
        (&3.into(), &5.into())
    );
    let close = |found: &Value, expected: Option<f64>| match expected {
        None => assert!(found.is_null(), "{found}"),
        Some(expected) => {
            let found = found.as_f64().expect("a number");
            assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
        }
    };
    // Of a and b two places are the same on average, which tau-b counts as half a pair each.
    let tie = 2.0 / f64::sqrt(6.0);
    let expected = [
        (Some(1.0 / 3.0), Some(tie)),
        (None, Some(1.0)),
        (Some(-1.0), None),
    ];
    for (query, (people, ranking)) in report["queries"]
        .as_array()
        .expect("queries")
        .iter()
        .zip(expected)
    {
        close(&query["people"], people);
        for found in query["scorings"].as_array().expect("taus") {
            close(found, ranking);
        }
    }
    close(&report["people"]["value"], Some(-1.0 / 3.0));
    // A half of the distance of two values is the standard error of their mean.
    close(&report["people"]["se"], Some(2.0 / 3.0));
    for scoring in report["scorings"].as_array().expect("scorings") {
        close(&scoring["value"], Some(f64::midpoint(tie, 1.0)));
        close(&scoring["se"], Some((1.0 - tie) / 2.0));
        close(&scoring["difference"], Some(0.0));
        assert_eq!(scoring["queries"], 2);
    }
    let table = folder.run(&args).stdout;
    // Queries, positions, orders.
    let mut lines = table.lines();
    let head = lines.find(|line| line.starts_with("orders.tsv"));
    assert_eq!(numbers(head.expect("a heading")), [3, 3, 5], "{table}");
    for line in [
        "    people      thesis   structure  query\n",
        &format!("      0.33        0.82        0.82  {ALIKE}\n"),
        &format!("         -        1.00        1.00  {LIKE_IT}\n"),
        &format!("     -1.00           -           -  {UNLIKE}\n"),
        "people             -0.33 ±0.67          - ±-\n",
        "structure           0.91 ±0.09       0.00 ±0.00\n",
    ] {
        assert!(table.contains(line), "{line:?} is not in {table}");
    }
}

#[test]
fn orders_that_cannot_be_read() {
    let folder = Folder::new();
    let order: &[&str] = &[ALIKE, UNLIKE];
    // The table, and words of what is said of it after the name of the file.
    let cases = [
        ("query\trater\n".to_owned(), &["1", "order"][..]),
        (orders(&[]), &["orders.tsv:"]),
        (
            orders(&[("nonsense", "Ann", order)]),
            &["2", "query", "\"nonsense\"", "FEN"],
        ),
        (
            orders(&[(ALIKE, "Ann", &[ALIKE, "what"])]),
            &["2", "order", "\"what\"", "FEN"],
        ),
        (orders(&[(ALIKE, "Ann", &[ALIKE])]), &["2:"]),
        (orders(&[(ALIKE, "Ann", &[ALIKE, UNLIKE, ALIKE])]), &["2:"]),
        (
            orders(&[(ALIKE, "Ann", order), (ALIKE, "Ann", order)]),
            &["3:", "Ann"],
        ),
        (
            orders(&[(ALIKE, "Ann", order), (ALIKE, "Bob", &[ALIKE, LIKE_IT])]),
            &["3:"],
        ),
    ];
    for (table, words) in cases {
        folder.file("orders.tsv", table);
        let words = [&["orders.tsv"], words].concat();
        folder.check_refused("quality", &["--judgements=orders.tsv"], 1, &words);
    }
}
