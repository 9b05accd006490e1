//! The engine's XBoard loop, with its threads.
//!
//! Laws: each ping is answered once, in order; a move of the engine is legal in the game that the interface has (at
//! normal chess); nothing that is said ends the program but `quit`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, PositionError};
use tabiya_fuzz::interface::{Cue, Exchange, play};

#[path = "../../src/tablebase.rs"]
mod tablebase;

#[path = "../../src"]
mod program {
    pub(crate) mod xboard;
}

/// Standard input and output of the command.
mod lines {
    pub(crate) use tabiya_fuzz::interface::{lines, say};
}

fuzz_target!(|text: &str| {
    // However long it may think, it does not.
    let mut script: Vec<Cue> = ["memory 1", "sd 2"]
        .map(|line| (line.to_owned(), None))
        .into();
    for (line, number) in text.lines().take(30).zip(1..) {
        if is_large(line) {
            continue;
        }
        script.push((line.to_owned(), None));
        if line.trim() == "quit" {
            break;
        }
        script.push(("sd 2".to_owned(), None));
        script.push((format!("ping {number}"), Some(format!("pong {number}"))));
    }
    let talk = play(script, || {
        program::xboard::run(None).unwrap_or_else(|error| panic!("{error:#}"))
    });
    let mut pings = Vec::new();
    let mut pongs = Vec::new();
    for exchange in &talk {
        if let Some(rest) = exchange.line.trim().strip_prefix("ping") {
            if rest.is_empty() || rest.starts_with(char::is_whitespace) {
                pings.push(rest.trim());
            }
        }
        pongs.extend(
            exchange
                .said
                .iter()
                .filter_map(|said| said.strip_prefix("pong ")),
        );
    }
    assert_eq!(pings, pongs, "{talk:?}");
    let mut game = Some(vec![Chess::default()]);
    // Another thread reads the lines: what is said to one may come until its ping is answered.
    for exchanges in talk[2..].chunks(3) {
        let said = exchanges
            .iter()
            .flat_map(|exchange| exchange.said.clone())
            .collect();
        let exchange = Exchange {
            line: exchanges[0].line.clone(),
            said,
        };
        game = follow(game, &exchange, &talk);
    }
});

/// More memory than a target may have.
fn is_large(line: &str) -> bool {
    line.trim()
        .strip_prefix("memory")
        .is_some_and(|rest| rest.trim().parse::<u32>().is_ok_and(|size| size > 4))
}

/// The positions of the game after a line and its answers; none in other variants.
fn follow(
    mut game: Option<Vec<Chess>>,
    exchange: &Exchange,
    talk: &[Exchange],
) -> Option<Vec<Chess>> {
    let refused = exchange.said.iter().any(|said| {
        ["Error (", "Illegal move:", "tellusererror"]
            .iter()
            .any(|start| said.starts_with(start))
    });
    let line = exchange.line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if !refused {
        match (word, &mut game) {
            ("new", _) => game = Some(vec![Chess::default()]),
            ("variant", _) => game = (rest == "normal").then(|| vec![Chess::default()]),
            ("setboard", Some(game)) => *game = vec![read(rest)],
            ("undo" | "remove", Some(game)) => {
                let count = if word == "undo" { 1 } else { 2 };
                game.truncate(game.len().saturating_sub(count).max(1));
            }
            ("usermove", Some(game)) => make(
                game,
                parse(game, rest).unwrap_or_else(|| panic!("{talk:?}")),
            ),
            (_, Some(game)) if rest.is_empty() => {
                if let Some(m) = parse(game, word) {
                    make(game, m);
                }
            }
            _ => {}
        }
    }
    if let Some(game) = &mut game {
        for m in exchange
            .said
            .iter()
            .filter_map(|said| said.strip_prefix("move "))
        {
            let parsed = parse(game, m).unwrap_or_else(|| panic!("{m} is not legal: {talk:?}"));
            make(game, parsed);
        }
    }
    game
}

fn make(game: &mut Vec<Chess>, m: Move) {
    let mut next = game.last().cloned().unwrap_or_default();
    next.play_unchecked(m);
    game.push(next);
}

fn parse(game: &[Chess], text: &str) -> Option<Move> {
    let position = game.last()?;
    match text.parse::<UciMove>() {
        Ok(uci) => uci.to_move(position).ok(),
        Err(_) => pgn::moves::meant(text.parse::<SanPlus>().ok()?.san, &position.legal_moves()),
    }
}

/// A position that the engine has accepted.
fn read(text: &str) -> Chess {
    let fen: Fen = text.parse().expect("it was accepted");
    fen.into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("it was accepted")
}
