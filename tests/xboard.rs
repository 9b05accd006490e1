//! `tabiya xboard` as an interface sees it.

use shakmaty::{Chess, Position, uci::UciMove};
use variants::bughouse::{Kind, PocketBoard};

use crate::tabiya::{Folder, Output, has_word};
use crate::uci::Engine;

/// Sends lines one after another, and waits for what begins with `<`; returns what was received.
fn talk(lines: &[&str]) -> Vec<String> {
    let mut engine = Engine::start("xboard");
    let mut received = Vec::new();
    for line in lines {
        match line.strip_prefix("< ") {
            Some(beginning) => received.extend(engine.until(beginning)),
            None => engine.say(line),
        }
    }
    engine.quit();
    received
}

#[test]
fn it_says_what_it_can() {
    let said = talk(&["xboard", "protover 2", "< feature done=1"]).join("\n");
    for feature in [
        "variants=\"normal,crazyhouse,bughouse\"",
        "usermove=1",
        "setboard=1",
        "ping=1",
        "sigint=0",
        "analyze=1",
        "myname=\"Tabiya ",
    ] {
        assert!(said.contains(feature), "{feature} in {said}");
    }
}

/// The moves among what was said.
fn moves(said: &[String]) -> Vec<&str> {
    let moves = said.iter().filter_map(|line| line.strip_prefix("move "));
    moves.collect()
}

#[test]
fn it_plays_chess() {
    // Black, from the beginning; then for both sides in turn.
    let said = talk(&[
        "new",
        "sd 3",
        "usermove e2e4",
        "< move",
        "go",
        "< move",
        "quit",
    ]);
    let mut chess = Chess::default();
    for text in ["e2e4"].into_iter().chain(moves(&said)) {
        let uci: UciMove = text.parse().expect(text);
        chess = chess
            .clone()
            .play(uci.to_move(&chess).expect(text))
            .expect(text);
    }
    assert_eq!(moves(&said).len(), 2);
    // Mate, and what is said of it.
    let said = talk(&[
        "new",
        "force",
        "f2f3",
        "usermove e7e5",
        "g2g4",
        "sd 3",
        "go",
        "< 0-1",
    ]);
    assert_eq!(said, ["move d8h4", "0-1 {Black mates}"]);
    // In SAN, captures with their sign and without.
    let said = talk(&[
        "new",
        "force",
        "usermove f3",
        "usermove e5",
        "usermove f4",
        "usermove ef4",
        "usermove Kxf2",
        "usermove Ke7",
        "usermove d5",
        "usermove gxg3",
        "usermove fg3",
        "ping 1",
        "< pong",
    ]);
    let refused: Vec<&String> = said
        .iter()
        .filter(|line| line.contains("Illegal"))
        .collect();
    assert_eq!(refused, ["Illegal move: d5"]);
}

#[test]
fn it_plays_crazyhouse_with_drops() {
    let fen = "6rk/6pp/8/8/8/8/5PPP/6K1[N] w - - 0 1";
    let said = talk(&[
        "new",
        "variant crazyhouse",
        "sd 3",
        &format!("setboard {fen}"),
        "go",
        "< 1-0",
    ]);
    assert_eq!(said, ["move N@f7", "1-0 {White mates}"]);
    // A whole game against itself, by the clock; each move is legal.
    let mut engine = Engine::start("xboard");
    let mut board = PocketBoard::new(Kind::Crazyhouse);
    for line in ["new", "variant crazyhouse", "level 0 0:02 0", "force"] {
        engine.say(line);
    }
    for _ in 0..40 {
        engine.say("time 50");
        engine.say("go");
        let said = engine.until("move");
        let text = moves(&said)[0];
        let m = board
            .parse_move(text)
            .unwrap_or_else(|| panic!("{text} in {board}"));
        board.play(m);
        if board.is_mate() {
            break;
        }
        engine.say("force");
    }
    engine.quit();
}

#[test]
fn pieces_arrive_at_bughouse() {
    // Mate is not yet mate: a knight comes, and is put between.
    let said = talk(&[
        "new",
        "variant bughouse",
        "partner Someone",
        "< tellics ptell",
        "setboard 4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1",
        "go",
        "ping 1",
        "< pong 1",
        "holding [] [N] BN",
        "< move",
    ]);
    assert_eq!(moves(&said), ["N@f8"]);
    // What the opponent drops must have been sent before, if only to be taken away again.
    let said = talk(&[
        "new",
        "variant bughouse",
        "force",
        "usermove e2e4",
        "usermove N@e6",
        "holding [] [N] BN",
        "usermove N@e6",
        "usermove P@d3",
        "ping 2",
        "< pong 2",
    ]);
    assert_eq!(said, ["Illegal move: N@e6", "Illegal move: P@d3", "pong 2"]);
    let said = talk(&[
        "new",
        "variant bughouse",
        "force",
        "holding [P] []",
        "holding [] []",
        "usermove P@d3",
        "ping 3",
        "< pong 3",
    ]);
    assert_eq!(said, ["pong 3"]);
}

#[test]
fn a_result_is_sent_once() {
    let said = talk(&[
        "new",
        "variant bughouse",
        "setboard 6rk/6pp/7N/8/8/8/5PPP/6K1[] w - - 0 1",
        "force",
        "usermove h6f7",
        "holding [P] []",
        "holding [P] [Q]",
        "ping 1",
        "< pong 1",
    ]);
    assert_eq!(said, ["1-0 {White mates}", "pong 1"]);
}

#[test]
fn partners_are_obeyed() {
    // A player who should sit sits until it may go: the ping is answered when all is thought.
    let said = talk(&[
        "new",
        "variant bughouse",
        "partner Someone",
        "ptell sit",
        "ptell what a nice day",
        "level 0 1 0",
        "usermove e2e4",
        "ping 1",
        "< pong 1",
        "ptell go",
        "< move",
    ]);
    assert_eq!(moves(&said).len(), 1);
    // Who is mated in any case waits for a man.
    let said = talk(&[
        "new",
        "variant bughouse",
        "partner Someone",
        "< tellics ptell",
        "level 0 5 0",
        "setboard 8/8/8/8/8/5kq1/P7/7K[] w - - 0 1",
        "go",
        "< tellics ptell",
        "ptell go",
        "< move a2",
    ]);
    assert_eq!((moves(&said).len(), said.len()), (1, 3), "{said:?}");
    // The partner can say so.
    assert!(has_word(&said[1], "go"), "{said:?}");
}

#[test]
fn it_keeps_to_depth_and_clock() {
    // Depth 40 is out of reach: the clock ends it.
    for variant in ["normal", "crazyhouse"] {
        let said = talk(&[
            "new",
            &format!("variant {variant}"),
            "level 0 0:02 0",
            "sd 40",
            "usermove e2e4",
            "< move",
        ]);
        assert_eq!(moves(&said).len(), 1, "{variant}");
    }
    // However long the clock is.
    for clock in ["level 0 5 1e19", "level 0 4294967295 1e19"] {
        for variant in ["normal", "crazyhouse"] {
            let said = talk(&[
                "new",
                &format!("variant {variant}"),
                clock,
                "time 9223372036854775807",
                "sd 2",
                "usermove e2e4",
                "< move",
            ]);
            assert_eq!(moves(&said).len(), 1, "{clock}, {variant}");
        }
    }
    // The depth stays when the clock is set.
    let said = talk(&[
        "new",
        "sd 2",
        "level 0 1 0",
        "post",
        "usermove e2e4",
        "< move",
    ]);
    let depths = said.iter().filter_map(|line| line.split(' ').next());
    let depths: Vec<u32> = depths.filter_map(|depth| depth.parse().ok()).collect();
    assert_eq!(depths.iter().max(), Some(&2), "{said:?}");
}

#[test]
fn it_keeps_to_an_exact_time() {
    for time in ["st 0.3", "st 1", "st 0.001", "st 0"] {
        for variant in ["normal", "crazyhouse"] {
            let variant = format!("variant {variant}");
            let said = talk(&["new", &variant, time, "usermove e2e4", "< move"]);
            assert_eq!(moves(&said).len(), 1, "{time} {variant} {said:?}");
            assert_eq!(said.len(), 1, "{time} {variant} {said:?}");
        }
    }
}

/// The first moves of the lines that were shown.
fn first_moves(said: &[String]) -> Vec<&str> {
    let lines = said.iter().map(|line| line.split(' '));
    lines.filter_map(|mut words| words.nth(4)).collect()
}

/// Whatever position there is, it shows what it thinks, and makes no move.
#[test]
fn it_analyses() {
    let mate = "setboard 7k/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    for variant in ["variant normal", "variant crazyhouse"] {
        let said = talk(&[
            "new", variant, "force", mate, "analyze", "< 1 ", ".", "ping 1", "< pong 1",
        ]);
        assert_eq!(first_moves(&said).first(), Some(&"e1e8"), "{said:?}");
        assert_eq!(moves(&said).len(), 0, "{said:?}");

        // A move, and one that ends the game; back, and another game; then it plays again.
        let said = talk(&[
            "new",
            variant,
            "analyze",
            "< 2 ",
            "usermove e2e4",
            "< 2 ",
            mate,
            "< 1 ",
            "usermove e1e8",
            "ping 1",
            "< pong 1",
            "undo",
            "< 1 ",
            "?",
            "new",
            variant,
            "< 3 ",
            "exit",
            "ping 2",
            "< pong 2",
            "sd 1",
            "usermove e2e4",
            "ping 3",
            "< pong 3",
            "go",
            "< move",
        ]);
        assert_eq!(moves(&said).len(), 1, "{said:?}");
        assert!(
            !said
                .iter()
                .any(|line| line.contains("mates") || line.contains("Error")),
            "{said:?}"
        );
    }
}

/// Whether a player who should sit does, after these lines: one without a clock, or without time left, moves.
fn sits(lines: &[&str]) -> bool {
    let mut all = lines.to_vec();
    all.extend([
        "variant bughouse",
        "partner Someone",
        "ptell sit",
        "sd 2",
        "usermove e2e4",
        "ping 1",
        "< pong 1",
        "ptell go",
        "ping 2",
        "< pong 2",
    ]);
    let said = talk(&all);
    let place = |word| said.iter().position(|line| line.starts_with(word));
    assert_eq!(moves(&said).len(), 1, "{said:?}");
    place("move") > place("pong 1")
}

#[test]
fn sitting_takes_a_clock() {
    for (lines, expected) in [
        (vec!["new", "level 0 5 0"], true),
        (vec!["new", "st 1"], false),
        (vec!["new", "level 0 5 0", "time 1"], false),
        // Another game has another clock.
        (vec!["level 0 5 0", "st 1", "new"], true),
        (vec!["level 0 5 0", "time 1", "new"], true),
        (vec!["level 0 0:00 0", "new"], false),
    ] {
        assert_eq!(sits(&lines), expected, "{lines:?}");
    }
}

#[test]
fn moves_are_taken_back() {
    let said = talk(&[
        "new",
        "force",
        "usermove e2e4",
        "usermove e7e5",
        "remove",
        "usermove e2e4",
        "undo",
        "undo",
        "usermove e7e5",
        "usermove d2d4",
        "ping 1",
        "< pong 1",
    ]);
    assert_eq!(said, ["Illegal move: e7e5", "pong 1"]);
    // At bughouse what was dropped is in hand again, and what was sent meanwhile still is.
    let said = talk(&[
        "new",
        "variant bughouse",
        "force",
        "holding [P] []",
        "usermove P@d3",
        "usermove e7e5",
        "holding [] [N]",
        "remove",
        "usermove P@d3",
        "usermove N@e6",
        "undo",
        "undo",
        "usermove P@d4",
        "usermove N@e6",
        "usermove P@d3",
        "ping 2",
        "< pong 2",
    ]);
    assert_eq!(said, ["Illegal move: P@d3", "pong 2"]);
    // At crazyhouse what was captured is not.
    let said = talk(&[
        "new",
        "variant crazyhouse",
        "force",
        "usermove e2e4",
        "usermove d7d5",
        "usermove e4d5",
        "undo",
        "usermove a2a3",
        "usermove a7a6",
        "usermove P@d3",
        "ping 3",
        "< pong 3",
    ]);
    assert_eq!(said, ["Illegal move: P@d3", "pong 3"]);
}

#[test]
fn nonsense_is_answered() {
    // A command that the protocol has, with arguments that it has not.
    for line in [
        "st 0.x",
        "st -1",
        "variant suicide",
        "level forty",
        "level 0 5 NaN",
        "time soon",
        "memory 0",
        "holding [PP",
        "holding [K] []",
    ] {
        let said = talk(&["new", "force", line, "ping 1", "< pong 1"]);
        assert_eq!((said.len(), &*said[1]), (2, "pong 1"), "{said:?}");
        let why = said[0].strip_prefix("Error (");
        let why = why.and_then(|rest| rest.strip_suffix(&format!("): {line}")));
        assert!(
            why.is_some_and(|why| !why.is_empty() && why != "unknown command"),
            "{said:?}"
        );
    }
    for (line, answer) in [
        ("joho", "Error (unknown command): joho"),
        ("usermove", "Illegal move: "),
        ("usermove e2e5", "Illegal move: e2e5"),
        ("usermove N@e5", "Illegal move: N@e5"),
        ("e2e5", "Error (unknown command): e2e5"),
    ] {
        let said = talk(&["new", "force", line, "ping 1", "< pong 1"]);
        assert_eq!(said, [answer.trim_end(), "pong 1"], "{line}");
    }
    let said = talk(&["setboard 8/8/8 w", "< tellusererror"]);
    assert!(said[0].starts_with("tellusererror Illegal position"));
    assert!(has_word(&said[0], "8/8/8 w"), "{said:?}");
}

#[test]
fn its_end_is_the_end_of_the_input() {
    let folder = Folder::new();
    let output = folder.run_with_input(&["xboard"], b"new\nlevel 0 60 0\ngo\n");
    assert_eq!(output.code, Some(0));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_an_error() {
    for (protocol, asked, answer) in [
        ("xboard", &b"\xff\nping 1\n"[..], "pong 1"),
        ("uci", b"\xff\nisready\n", "readyok"),
    ] {
        // A folder as the input: every attempt to read fails.
        let folder = Folder::new();
        let input = std::fs::File::open(folder.path()).expect("a folder");
        let output = folder.command(&[protocol]).stdin(input).output();
        let output = Output::from(output.expect("its end"));
        // The words of the operating system.
        output.check_failed(1, &["Is a directory"]);
        // What is no UTF-8 is skipped.
        let output = folder.run_with_input(&[protocol], asked);
        assert_eq!((output.code, output.stdout.trim()), (Some(0), answer));
    }
}
