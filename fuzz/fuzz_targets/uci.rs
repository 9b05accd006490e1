//! The engine's UCI loop, with its threads.
//!
//! Laws: each `isready` is answered, and each `go` by one best move, which is legal in the position that was set, or
//! none where there is none; a finite search ends by itself; nothing that is said ends the program but `quit`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position, PositionError};
use tabiya_fuzz::interface::{Cue, play};

#[path = "../../src/tablebase.rs"]
mod tablebase;
#[path = "../../src/uci.rs"]
mod uci;

/// Standard input and output of the command.
mod lines {
    pub(crate) use tabiya_fuzz::interface::{lines, say};
}

const COMMANDS: [&str; 10] = [
    "uci",
    "isready",
    "setoption",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "bench",
    "quit",
];

fuzz_target!(|text: &str| {
    let mut script: Vec<Cue> = vec![("setoption name Hash value 1".to_owned(), None)];
    for line in text.lines().take(30) {
        let command = command(line);
        if takes_long(&command) {
            continue;
        }
        let ends = command.first() == Some(&"go") && is_finite(&command[1..]);
        script.push((line.to_owned(), ends.then(|| "bestmove".to_owned())));
        script.push(("isready".to_owned(), Some("readyok".to_owned())));
    }
    script.push(("stop".to_owned(), None));
    let talk = play(script, || {
        uci::run(None).unwrap_or_else(|error| panic!("{error:#}"))
    });
    let (mut position, mut searched) = (Chess::default(), Vec::new());
    let mut asked = 0;
    for exchange in &talk {
        let command = command(&exchange.line);
        match command.first() {
            Some(&"isready") => asked += 1,
            Some(&"position") => {
                let refused = exchange
                    .said
                    .iter()
                    .any(|said| said.ends_with("the position stays as it was"));
                if !refused {
                    position = read(&command[1..]);
                }
            }
            Some(&"go") if last(&command, "perft").is_none() => searched.push(position.clone()),
            _ => {}
        }
    }
    let said: Vec<&str> = talk
        .iter()
        .flat_map(|exchange| &exchange.said)
        .map(String::as_str)
        .collect();
    assert_eq!(
        said.iter().filter(|said| **said == "readyok").count(),
        asked,
        "{talk:?}"
    );
    let best: Vec<&str> = said
        .iter()
        .filter_map(|said| said.strip_prefix("bestmove "))
        .collect();
    assert_eq!(best.len(), searched.len(), "{talk:?}");
    for (best, position) in best.into_iter().zip(searched) {
        let best = best.split(' ').next().unwrap_or_default();
        if best == "(none)" {
            assert!(position.legal_moves().is_empty(), "{talk:?}");
            continue;
        }
        let uci: UciMove = best.parse().unwrap_or_else(|_| panic!("{best}: {talk:?}"));
        assert!(
            uci.to_move(&position).is_ok(),
            "{best} is not legal: {talk:?}"
        );
    }
});

/// The words of a line from its command on.
fn command(line: &str) -> Vec<&str> {
    line.split_whitespace()
        .skip_while(|word| !COMMANDS.contains(word))
        .collect()
}

/// What would take seconds, or gigabytes.
fn takes_long(command: &[&str]) -> bool {
    let numbers = || command.iter().filter_map(|word| word.parse::<i64>().ok());
    let has = |name: &str| command.iter().any(|word| word.eq_ignore_ascii_case(name));
    match command.first() {
        Some(&"bench") => true,
        Some(&"go") => has("perft") && !numbers().all(|number| number <= 2),
        Some(&"setoption") => {
            (has("hash") || has("threads")) && !numbers().all(|number| number <= 4)
        }
        _ => false,
    }
}

/// The number that the last word of a name has behind it.
fn last(words: &[&str], name: &str) -> Option<i64> {
    let at = words.iter().rposition(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// Whether a search ends by itself and soon.
fn is_finite(words: &[&str]) -> bool {
    let within = |name: &str, most: i64| {
        last(words, name).is_some_and(|number| (0..=most).contains(&number))
    };
    let ends = within("depth", 3) || within("nodes", 3000) || within("movetime", 5);
    ends && !["infinite", "ponder", "perft"]
        .iter()
        .any(|word| words.contains(word))
}

/// A position that the engine has accepted.
fn read(words: &[&str]) -> Chess {
    let split = words
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(words.len());
    let mut position = match &words[..split] {
        ["fen", fields @ ..] => {
            let fen: Fen = fields.join(" ").parse().expect("it was accepted");
            let setup = fen.into_setup();
            let mode = CastlingMode::detect(&setup);
            shakmaty::FromSetup::from_setup(setup, mode)
                .or_else(PositionError::ignore_invalid_castling_rights)
                .or_else(PositionError::ignore_invalid_ep_square)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_impossible_check)
                .expect("it was accepted")
        }
        _ => Chess::default(),
    };
    for word in words[split..].iter().skip(1) {
        let uci: UciMove = word.parse().expect("it was accepted");
        position.play_unchecked(uci.to_move(&position).expect("it was accepted"));
    }
    position
}
