//! `tabiya uci` as an interface sees it, and `tabiya perft`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::tabiya::{Folder, check_sentence};

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _folder: Folder,
}

impl Engine {
    /// `tabiya uci` or `tabiya xboard`.
    pub(crate) fn start(protocol: &str) -> Engine {
        Engine::with(&[protocol])
    }

    /// The same with options.
    pub(crate) fn with(args: &[&str]) -> Engine {
        let folder = Folder::new();
        let mut child = folder
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary");
        Engine {
            input: child.stdin.take().expect("piped"),
            output: BufReader::new(child.stdout.take().expect("piped")),
            child,
            _folder: folder,
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// What it says up to a line that begins with `last`.
    pub(crate) fn until(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).expect("UTF-8");
            assert!(read > 0, "it ended after {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(last) {
                return lines;
            }
        }
    }

    /// Checks that it says one sentence, with these words, in a line of the protocol that begins so.
    #[track_caller]
    pub(crate) fn check_told(&mut self, begin: &str, words: &[&str]) {
        let lines = self.until(begin);
        assert_eq!(lines.len(), 1, "{lines:?}");
        check_sentence(&lines[0][begin.len()..], words);
    }

    /// What it answers to several lines, up to the best move.
    fn ask(&mut self, lines: &[&str]) -> Vec<String> {
        for line in lines {
            self.say(line);
        }
        self.until("bestmove")
    }

    pub(crate) fn quit(mut self) {
        self.say("quit");
        let status = self.child.wait().expect("its end");
        assert!(status.success());
    }
}

/// The number after a word of an `info` line.
fn number(line: &str, name: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|word| *word != name).skip(1);
    let number = words.next().and_then(|word| word.parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in {line}"))
}

#[test]
fn a_dialogue() {
    let mut engine = Engine::start("uci");
    engine.say("uci");
    let options = engine.until("uciok").join("\n");
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Evaluation",
    ] {
        assert!(
            options.contains(&format!("option name {name} type")),
            "{options}"
        );
    }
    let evaluations =
        "type combo default network var material var simplified var tapered var network";
    assert!(options.contains(evaluations), "{options}");
    for evaluation in ["material", "simplified", "tapered", "network"] {
        engine.say(&format!("setoption name Evaluation value {evaluation}"));
    }
    engine.say("isready");
    engine.until("readyok");
    engine.say("ucinewgame");
    let mate = engine.ask(&["position startpos moves f2f3 e7e5 g2g4", "go depth 4"]);
    assert!(mate[mate.len() - 2].contains("score mate 1"), "{mate:?}");
    assert_eq!(mate.last().map(String::as_str), Some("bestmove d8h4"));
    engine.quit();
}

#[test]
fn limits_are_obeyed() {
    let mut engine = Engine::start("uci");
    for nodes in [1, 100, 5000] {
        let said = engine.ask(&[
            "ucinewgame",
            "position startpos",
            &format!("go nodes {nodes}"),
        ]);
        assert_eq!(number(&said[said.len() - 2], "nodes"), nodes);
    }
    let said = engine.ask(&["go depth 5"]);
    assert_eq!(number(&said[said.len() - 2], "depth"), 5);
    let said = engine.ask(&["go searchmoves a2a3 nonsense", "stop"]);
    assert!(
        said.last()
            .is_some_and(|best| best.starts_with("bestmove a2a3"))
    );
    let said = engine.ask(&["setoption name MultiPV value 3", "go depth 3"]);
    assert!(said.iter().any(|line| line.contains("multipv 3")));
    engine.quit();
}

#[test]
fn it_waits_until_it_may_answer() {
    let mut engine = Engine::start("uci");
    // Mated positions are searched at once, but infinite is infinite.
    engine.say("position fen R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    engine.say("go infinite");
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("stop");
    assert_eq!(
        engine.until("bestmove").last().map(String::as_str),
        Some("bestmove (none)")
    );
    engine.say("position startpos");
    engine.say("go ponder wtime 1000 btime 1000");
    engine.say("isready");
    engine.until("readyok");
    engine.say("ponderhit");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn nonsense_is_ignored() {
    let mut engine = Engine::start("uci");
    engine.say("joho debug on");
    engine.say("position fen not a position");
    engine.check_told("info string ", &["FEN", "not a position"]);
    engine.say("position startpos moves e2e5");
    engine.check_told("info string ", &["e2e5"]);
    engine.say("setoption name Hash value 0");
    engine.check_told("info string ", &["hash", "1"]);
    engine.say("setoption name Nothing value 7");
    engine.say("go depth -3 nodes many wtime");
    engine.say("stop");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let mut engine = Engine::start("uci");
    engine.say("setoption name UCI_Chess960 value true");
    engine.say("position fen 4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1 moves f1h1");
    let said = engine.ask(&["go depth 3"]);
    assert!(
        said.last()
            .is_some_and(|best| best.starts_with("bestmove e8")),
        "{said:?}"
    );
    engine.quit();
}

#[test]
fn its_end_is_the_end_of_the_input() {
    let folder = Folder::new();
    let output = folder.run_with_input(&["uci"], b"position startpos\ngo infinite\n");
    assert_eq!(output.code, Some(0));
    assert!(output.stdout.contains("bestmove"));
}

#[test]
fn perft() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["perft", "4"]).stdout, "197281\n");
    assert_eq!(folder.run(&["perft", "0"]).stdout, "1\n");
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let divided = folder.run(&["perft", "1", kings, "--divide"]).stdout;
    assert_eq!(divided, "e1d1 1\ne1d2 1\ne1e2 1\ne1f1 1\ne1f2 1\n5\n");
    let output = folder.run(&["perft", "1", "nonsense"]);
    output.check_failed(1, &["\"nonsense\""]);
}
