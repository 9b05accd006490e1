//! Endgame tablebases in every command whose engine scores, in UCI, and in the xboard protocol.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::serve::Server;
use crate::tabiya::{Folder, GAMES, check_sentence, json};
use crate::uci::Engine;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/syzygy");

/// White wins with 1. b5 alone, but the evaluation does not see that all else draws.
const PAWN: &str = "8/2K5/8/8/1P6/1k6/8/8 w - - 0 1";

/// A game that comes to it.
const GAME: &str = "[FEN \"8/2K5/8/8/1P6/8/1k6/8 b - - 0 1\"]\n\n1... Kb3 2. Kd7 Kxb4 *\n";

#[test]
fn in_uci() {
    let mut engine = Engine::start("uci");
    engine.say("uci");
    let options = engine.until("uciok").join("\n");
    for option in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
    ] {
        assert!(options.contains(option), "{options}");
    }
    engine.say(&format!("position fen {PAWN}"));
    engine.say("setoption name MultiPV value 2");
    // Words of what is said to each option, and the scores of the two best moves after it.
    for (option, words, scores) in [
        (
            format!("SyzygyPath value {TABLES}"),
            &["24", "4"][..],
            ["cp 20000 ", "cp 0 "],
        ),
        (
            "SyzygyPath value /no/such/folder".to_owned(),
            &["/no/such/folder"],
            ["cp 20000 ", "cp 0 "],
        ),
        ("SyzygyProbeLimit value 2".to_owned(), &[], ["", ""]),
        (
            "SyzygyProbeLimit value 8".to_owned(),
            &["syzygyprobelimit", "0", "7"],
            ["", ""],
        ),
        (
            "SyzygyProbeLimit value 3".to_owned(),
            &[],
            ["cp 20000 ", "cp 0 "],
        ),
        ("SyzygyPath value <empty>".to_owned(), &[], ["", ""]),
    ] {
        engine.say(&format!("setoption name {option}"));
        if !words.is_empty() {
            engine.check_told("info string ", words);
        }
        engine.say("go nodes 500");
        let lines = engine.until("bestmove");
        let last = lines.iter().rev().skip(1).take(2).rev();
        for (line, score) in last.zip(scores) {
            let is_known = line.contains("score cp 20000 ") || line.contains(" tbhits 9 ");
            assert_eq!(is_known, !score.is_empty(), "{option}: {line}");
            assert!(line.contains(&format!("score {score}")), "{option}: {line}");
        }
    }
    engine.quit();
}

#[test]
fn in_the_xboard_protocol() {
    let mut engine = Engine::start("xboard");
    engine.say("protover 2");
    let features = engine.until("feature done=1").join("\n");
    assert!(features.contains("feature egt=\"syzygy\""), "{features}");
    engine.say("egtpath nalimov /no/such/folder");
    engine.say("egtpath syzygy /no/such/folder");
    engine.check_told("Error (", &["/no/such/folder"]);
    engine.say(&format!("egtpath syzygy {TABLES}"));
    for line in ["force", &format!("setboard {PAWN}"), "post", "sd 3", "go"] {
        engine.say(line);
    }
    let lines = engine.until("move");
    assert!(lines[0].starts_with("1 20000 "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("move b4b5"));
    engine.quit();
}

/// The engines of protocols have an option for the tables, too.
#[test]
fn engines_begin_with_them() {
    for (protocol, lines, last) in [
        (
            "uci",
            format!("position fen {PAWN}\ngo nodes 500"),
            "bestmove",
        ),
        (
            "xboard",
            format!("force\nsetboard {PAWN}\npost\nsd 3\ngo"),
            "move",
        ),
    ] {
        let mut engine = Engine::with(&[protocol, "--syzygy", TABLES]);
        engine.say(&lines);
        let said = engine.until(last).join("\n");
        assert!(said.contains(" 20000 "), "{said}");
        engine.quit();
    }
}

fn best(analysis: &Value) -> (&Value, &Value) {
    (&analysis["pvs"][0]["cp"], &analysis["pvs"][1]["cp"])
}

#[test]
fn on_the_command_line() {
    let folder = Folder::new();
    let empty = folder.path().join("KQvK");
    fs::create_dir(&empty).expect("a folder");
    fs::copy(format!("{TABLES}/KQvK.rtbw"), empty.join("KQvK.rtbw")).expect("a table");
    let list = std::env::join_paths([empty.as_path(), TABLES.as_ref()]).expect("a list");
    let list = list.to_str().expect("UTF-8");
    let args = ["analyse", PAWN, "--nodes=500", "--multipv=2", "--json"];
    let known = (&json!(20000), &json!(0));
    for tables in [
        &["--syzygy", TABLES][..],
        &["--syzygy", list],
        &["--syzygy", "KQvK", "--syzygy", TABLES],
    ] {
        let analysis = json(&folder.run(&[&args[..], tables].concat()));
        assert_eq!(best(&analysis), known, "{tables:?}");
    }
    let mut command = folder.command(&args);
    let output = command
        .env("TABIYA_SYZYGY", list)
        .output()
        .expect("the binary");
    let analysis: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(best(&analysis), known);
    assert_ne!(best(&json(&folder.run(&args))), known);
}

/// Whatever a command asks the engine, it asks the tables.
#[test]
fn every_command_has_them() {
    let folder = Folder::new();
    folder.file("game.pgn", GAME);
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let text = |args: &[&str]| {
        let output = folder.run(&[args, &["--syzygy", TABLES]].concat());
        assert_eq!(output.code, Some(0), "{args:?}: {}", output.stderr);
        output.stdout
    };
    let annotated = text(&["annotate", "game.pgn", "--eval", "--nodes=1000"]);
    let (_, comment) = annotated.split_once("(200.00 → 0.00)").expect("a comment");
    let (comment, _) = comment.split_once('}').expect("its end");
    check_sentence(&comment.replace('\n', " "), &["b5"]);
    let exercises = text(&["train", "--pgn", "game.pgn", "--json"]);
    assert!(exercises.contains("\"cp\": 20000"), "{exercises}");
    let similar = text(&["similar", PAWN, "--nodes=500", "--json"]);
    assert!(similar.contains("\"cp\": 20000"), "{similar}");
    let report = ["report", "--player=A", "--analyse", "--nodes=500"];
    for args in [&["difficulty", PAWN][..], &["motifs", PAWN], &report] {
        text(args);
        let output = folder.run(&[args, &["--syzygy=nowhere"]].concat());
        assert_eq!(output.code, Some(1), "{args:?}");
    }
}

#[test]
fn over_http() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(folder.run(&["ingest", "games.pgn"]).code, Some(0));
    let args = ["serve", "--listen=127.0.0.1:0", "--syzygy", TABLES];
    let server = Server::run(folder.command(&args).stderr(Stdio::null()));
    let request = json!({"fen": PAWN, "nodes": 500, "multiPv": 2});
    let (status, analysis) = server.post("/api/analyse", &request);
    assert_eq!((status, best(&analysis)), (200, (&json!(20000), &json!(0))));
}

/// A damaged table is named once, and the analysis is that without it.
#[test]
fn damage_ends_nothing() {
    let folder = Folder::new();
    let tables = folder.path().join("tables");
    fs::create_dir(&tables).expect("a folder");
    for name in ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KRvK.rtbw"] {
        fs::copy(format!("{TABLES}/{name}"), tables.join(name)).expect("a table");
    }
    let damaged = tables.join("KPvK.rtbw");
    let bytes = fs::read(&damaged).expect("a table");
    fs::write(&damaged, &bytes[..1040]).expect("a table");
    let args = ["analyse", PAWN, PAWN, "--nodes=500", "--json"];
    let output = folder.run(&[&args[..], &["--syzygy=tables"]].concat());
    let usual = json(&folder.run(&args));
    let said = output.sentences();
    assert_eq!(said.len(), 1, "{said:?}");
    check_sentence(said[0], &["KPvK.rtbw"]);
    let found = json(&output);
    for place in 0..2 {
        assert_eq!(
            found["results"][place]["pvs"],
            usual["results"][place]["pvs"]
        );
    }
}

/// Another engine gets the folder of the tables as its option `SyzygyPath`.
#[cfg(unix)]
#[test]
fn another_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let ours = env!("CARGO_BIN_EXE_tabiya");
    let path = folder.file("engine.sh", format!("#!/bin/sh\nexec {ours} uci\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("executable");
    let path = path.to_str().expect("UTF-8");
    let args = [
        "analyse",
        PAWN,
        "--nodes=500",
        "--multipv=2",
        "--json",
        "--syzygy",
        TABLES,
    ];
    let own = json(&folder.run(&args));
    let other = json(&folder.run(&[&args[..], &["--engine", path]].concat()));
    for part in ["depth", "nodes", "pvs"] {
        assert_eq!(own[part], other[part], "{part}");
    }
}
