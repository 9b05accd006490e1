//! Exports: the games as they are one by one, and an index of them is the same index.

use std::fs;
use std::io::Write as _;

use index::{Pace, Snapshot};
use pgn::parse_fen;
use similarity::{Hit, Query, Scoring};

use crate::backup::{carlsens_games, games, whole};
use crate::serve::Server;
use crate::tabiya::{EXAMPLE, Folder, GAMES, json, numbers};

/// The hits of an example by all profiles.
fn hits(snapshot: &Snapshot) -> Vec<Vec<Hit>> {
    let position = parse_fen(EXAMPLE).expect("a FEN");
    let hits = Scoring::ALL.map(|scoring| {
        let query = Query::new(&position, snapshot.statistics(), scoring);
        snapshot.nearest(query, 20, &Pace::default())
    });
    hits.map(|similar| similar.expect("an answer").hits).into()
}

/// Games of all kinds: Carlsen's, Chess960, set-up positions, strange tags, and those without moves.
fn strange_games() -> String {
    let mut text = carlsens_games()[..200].concat();
    text.push_str(
        "[Event \"Quotes \\\"and\\\" \\\\ backslashes\"]\n[White \"Žižka, \u{2603}\"]\n[Black \"?\"]\n[White \"Twice\"]\n\n\
         1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3! $14 Nc6 1/2-1/2\n\n\
         [Event \"No moves\"]\n[Result \"1-0\"]\n\n1-0\n\n\
         [Event \"Chess960\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
         [FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1\"]\n\n1. g3 g6 2. O-O O-O *\n\n\
         [Event \"Null move\"]\n\n1. e4 -- 2. d4 *\n\n\
         [Event \"Black begins\"]\n[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[Result \"White wins\"]\n\n\
         7... e5 8. e4 1-0\n\n\
         [Event \"Promotes\"]\n[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=N Kg7 *\n\n\
         [Event \"  spaces  \"]\n[Annotator \"\"]\n[Site \"a\ttab\"]\n\n1. d4 d5 0-1\n\n1. c4 c5 2. g3 *\n",
    );
    text.push_str(GAMES);
    text
}

/// An index of an export has the same games, statistics and answers, and is exported to the same bytes.
#[test]
fn an_export_makes_an_equal_index() {
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    folder.file("games.pgn", strange_games());
    let ingested = folder.run(&["ingest", "games.pgn", "--from-move", "0"]);
    assert_eq!(ingested.code, Some(0), "{}", ingested.stderr);
    let before = whole(&at("tabiya-index"));
    assert_eq!(before.statistics().games, 209);
    let exported = folder.run(&["export"]);
    assert_eq!((exported.code, &*exported.stderr), (Some(0), ""));
    let one_by_one = games(&before).into_iter().map(|game| game.pgn() + "\n");
    assert_eq!(exported.stdout, one_by_one.collect::<String>());
    let server = Server::start(&folder);
    let (status, over_http) = server.get("/api/games?since=1500");
    assert_eq!(status, "HTTP/1.1 200 OK");
    let filtered = folder.run(&["export", "--since", "1500"]).stdout;
    assert_eq!(chunks(&over_http), filtered);
    drop(server);

    for (number, file) in ["all.pgn", "all.pgn.zst", "all.pgn.gz", "all.pgn.bz2"]
        .iter()
        .enumerate()
    {
        let report = folder.run(&["export", "--output", file]);
        assert_eq!((report.code, numbers(&report.stdout)), (Some(0), vec![209]));
        let bytes = fs::read(at(file)).expect("a file");
        let is_plain = bytes == exported.stdout.as_bytes();
        assert_eq!(is_plain, number == 0, "{file}");
        assert!(
            is_plain || bytes.len() < exported.stdout.len() / 2,
            "{file}"
        );
        let index = format!("index-{number}");
        let again = folder.run(&["ingest", file, "--from-move", "0", "--index", &index]);
        assert_eq!((again.code, &*again.stderr), (Some(0), ""));
        let again = whole(&at(&index));
        assert_eq!(again.statistics(), before.statistics());
        assert_eq!(games(&again), games(&before));
        assert_eq!(hits(&again), hits(&before));
        let twice = folder.run(&["export", "--index", &index]);
        assert_eq!(twice.stdout, exported.stdout);
    }
}

/// The bytes of a body in chunks.
fn chunks(body: &str) -> String {
    let (mut rest, mut text) = (body.as_bytes(), Vec::new());
    loop {
        let end = rest
            .windows(2)
            .position(|two| two == b"\r\n")
            .expect("a size");
        let size = str::from_utf8(&rest[..end]).expect("ASCII");
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            return String::from_utf8(text).expect("UTF-8");
        }
        text.write_all(&rest[end + 2..end + 2 + size])
            .expect("memory");
        rest = &rest[end + 4 + size..];
    }
}

/// The games of an export are those that a search says pass, and some of all games, in order.
#[test]
fn filtered() {
    let folder = Folder::new();
    let games = carlsens_games();
    folder.file("games.pgn", games[..600].concat());
    folder.file("more.pgn", games[600..800].concat());
    for file in ["games.pgn", "more.pgn"] {
        // So that every game has an indexed position, which is what a search counts.
        let ingested = folder.run(&["ingest", file, "--from-move", "0"]);
        assert_eq!(ingested.code, Some(0));
    }
    assert_eq!(folder.run(&["remove", "5", "700"]).code, Some(0));
    let all = folder.run(&["export"]).stdout;
    let split = |text: &str| -> Vec<String> {
        text.split_inclusive("\n\n[Event ")
            .map(|game| game.trim_end_matches("[Event ").to_owned())
            .collect()
    };
    let all = split(&all);
    assert_eq!(all.len(), 798);
    for filter in [
        &["--player", "carlsen", "--color", "white"][..],
        &[
            "--since",
            "2003",
            "--until",
            "2003-12",
            "--result",
            "win",
            "--player",
            "Carlsen, M",
        ],
        &["--player", "carlsen", "--since", "2030"],
        &["--turn", "black", "--min-ply", "120"],
        &["--min-ply", "90"],
        &[
            "--player",
            "carlsen",
            "--max-ply",
            "40",
            "--min-ply",
            "39",
            "--turn",
            "white",
        ],
        &["--material", "KRPPkrpp"],
        &["--played", "Bxh7+"],
        &["--played", "Kg2", "--result", "draw"],
    ] {
        let exported = folder.run(&[&["export"], filter].concat()).stdout;
        let exported = if exported.is_empty() {
            Vec::new()
        } else {
            split(&exported)
        };
        let similar =
            folder.run(&[&["--json", "similar", EXAMPLE, "--limit", "1"], filter].concat());
        let passed = json(&similar)["passed"]["games"]
            .as_u64()
            .expect("a number");
        assert_eq!(exported.len() as u64, passed, "{filter:?}");
        assert!(exported.len() < all.len(), "{filter:?}");
        let mut rest = all.iter();
        let without_event = |game: &str| {
            game.split_once('\n')
                .map(|(_, rest)| rest.trim_end().to_owned())
        };
        assert!(
            exported
                .iter()
                .all(|game| rest.any(|other| without_event(other) == without_event(game))),
            "{filter:?}"
        );
    }
}

/// What stands between the braces of a text, in its order.
fn comments_of(pgn: &str) -> Vec<&str> {
    let braces = pgn.split('{').skip(1);
    let comments = braces.map(|rest| rest.split_once('}').expect("a closing brace").0);
    comments.collect()
}

/// Comments come out as they went in, or without some parts, and games are found by their words.
#[test]
fn comments() {
    let folder = Folder::new();
    let lichess = concat!(env!("CARGO_MANIFEST_DIR"), "/data/lichess.pgn");
    let lichess = fs::read_to_string(lichess).expect("the games");
    let own = "[White \"A\"]\n\n1. e4 {The minority attack.} e5! (1... c5 {[%csl Gc5]}) *\n";
    folder.file("lichess.pgn", lichess.clone() + own);
    let ingested = folder.run(&["ingest", "lichess.pgn"]);
    assert_eq!(ingested.code, Some(0), "{}", ingested.stderr);
    let exported = folder.run(&["export"]).stdout;
    assert_eq!(comments_of(&exported), comments_of(&(lichess + own)));
    for (without, clocks, evals, words) in [
        ("clocks", false, true, true),
        ("clocks,evals,variations", false, false, true),
        ("comments,evals", true, false, false),
        ("comments,clocks,evals,variations", false, false, false),
    ] {
        let exported = folder.run(&["export", "--without", without]).stdout;
        assert_eq!(exported.contains("[%clk "), clocks, "{without}");
        assert_eq!(exported.contains("[%eval "), evals, "{without}");
        assert_eq!(exported.contains("minority"), words, "{without}");
        assert_eq!(exported.contains("$1"), words, "{without}");
        assert_eq!(
            exported.contains("(1... c5"),
            !without.contains("variations"),
            "{without}"
        );
    }
    for (words, found) in [
        ("\"minority attack\"", true),
        ("attack minority", true),
        ("\"attack minority\"", false),
        ("clk", false),
    ] {
        let exported = folder.run(&["export", "--comment", words]).stdout;
        let game =
            exported.starts_with("[White \"A\"]") && exported.matches("[White ").count() == 1;
        assert_eq!((game, exported.is_empty()), (found, !found), "{words}");
    }
    let refused = folder.run(&["similar", EXAMPLE, "--comment", "?!"]);
    refused.check_failed(1, &["--comment", "\"?!\""]);
}
