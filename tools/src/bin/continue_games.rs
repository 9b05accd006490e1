//! Writes games that the engine continues from positions of an index, to measure a larger one with.
//!
//! ```text
//! cargo run --release -p tools --bin continue_games -- INDEX POSITIONS > games.pgn
//! ```
//!
//! Each game begins with a position of the index that none before it begins with, and is played with a few nodes a move
//! until it ends or is long enough. The same index and number give the same games on any number of threads.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;

use app::View;
use engine::{Engine, Limits};
use index::Index;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, KnownOutcome, Outcome, Position};

/// Where the random positions come from.
const SEED: u64 = 1;
/// How much the engine looks at for a move. Guessed: it takes free pieces and mates.
const NODES: u64 = 30;
/// The length of a game, in half-moves. Guessed: that of the games of an index, from move 13 on.
const PLIES: usize = 60;
/// How many games all processors play together. Guessed: some seconds.
const AT_ONCE: usize = 10_000;
/// The hash table, in mebibytes.
const HASH: usize = 1;

type Error = Box<dyn std::error::Error + Send + Sync>;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [index, positions] = &arguments[..] else {
        return Err("usage: continue_games INDEX POSITIONS".into());
    };
    let least: usize = positions
        .parse()
        .map_err(|_| format!("POSITIONS is a number, not {positions:?}"))?;
    let snapshot = Index::open(index.as_ref())?.snapshot()?;
    if snapshot.statistics().positions == 0 {
        return Err("the index has no positions: ingest games first".into());
    }
    let view = View::Folder(snapshot);
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut begun = HashSet::new();
    let mut out = BufWriter::new(std::io::stdout().lock());
    let (mut games, mut written) = (0, 0);
    while written < least {
        let mut starts = view.drawn_positions(&mut random, AT_ONCE)?;
        starts.retain(|start| !start.is_game_over() && begun.insert(fen(start)));
        if starts.is_empty() {
            return Err(
                "the index has no more positions to begin a game with: ask for fewer".into(),
            );
        }
        let played: Vec<Continued> = starts.par_iter().map(play).collect::<Result<_, _>>()?;
        for (start, game) in starts.iter().zip(played) {
            if written >= least {
                break;
            }
            games += 1;
            written += game.moves.len() + 1;
            write_game(&mut out, games, start, &game)?;
        }
        eprintln!("games {games}, positions {written}");
    }
    out.flush()?;
    Ok(())
}

/// A game from some position on.
struct Continued {
    moves: Vec<SanPlus>,
    outcome: Outcome,
}

/// Plays a game.
fn play(start: &Chess) -> Result<Continued, Error> {
    ENGINE.with_borrow_mut(|engine| {
        let engine = match engine {
            Some(engine) => engine,
            None => engine.insert(Engine::new(HASH)?),
        };
        // Other games must not change this one.
        engine.forget();
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let mut game = engine::Game::new(start.clone());
        let mut moves = Vec::with_capacity(PLIES);
        while moves.len() < PLIES && !game.position().is_game_over() {
            let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
            let best = found.lines.first().and_then(|line| line.moves.first());
            let best = *best.ok_or("the engine finds no move")?;
            let mut position = game.position().clone();
            moves.push(SanPlus::from_move_and_play_unchecked(&mut position, best));
            game.play(best);
        }
        Ok(Continued {
            moves,
            outcome: game.position().outcome(),
        })
    })
}

/// Writes a game as PGN.
fn write_game(
    out: &mut impl Write,
    number: usize,
    start: &Chess,
    game: &Continued,
) -> std::io::Result<()> {
    let result = match game.outcome {
        Outcome::Known(outcome @ (KnownOutcome::Decisive { .. } | KnownOutcome::Draw)) => {
            outcome.as_str()
        }
        Outcome::Unknown => "*",
    };
    writeln!(
        out,
        "[Event \"continued by the engine\"]\n[Round \"{number}\"]"
    )?;
    writeln!(
        out,
        "[White \"Tabiya\"]\n[Black \"Tabiya\"]\n[Result \"{result}\"]"
    )?;
    writeln!(out, "[SetUp \"1\"]\n[FEN \"{}\"]\n", fen(start))?;
    for san in &game.moves {
        write!(out, "{san} ")?;
    }
    writeln!(out, "{result}\n")
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
