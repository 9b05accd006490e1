//! What either side would play in a position, by a short search of the engine.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Game, Limits, Score};
use shakmaty::{ByColor, Chess, Position};
use similarity::{Idea, Ideas, to_move};

/// The number of moves that each of both searches makes: never a time, so that the same position has the same ideas.
///
/// Measured: with ten times as many SQI7 is a point higher, and a search takes twice as long.
const NODES: u64 = 2000;

/// The deepest search, for positions with few moves. Guessed.
const DEPTH: u32 = 24;

/// The hash table, in mebibytes.
const HASH: usize = 1;

/// A score of ten pawns is won, or mate.
const MOST: f64 = 10.0;

thread_local! {
    /// An engine for each thread that searches; starting one takes longer than a search.
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// What either side would play if it were to move; nothing for a side whose opponent is in check, or if memory is short.
pub fn ideas(position: &Chess) -> Ideas {
    ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            *engine = Engine::new(HASH).ok();
        }
        ByColor::new_with(|color| idea(engine.as_mut()?, &to_move(position, color)?))
    })
}

fn idea(engine: &mut Engine, position: &Chess) -> Option<Idea> {
    let limits = Limits {
        nodes: Some(NODES),
        depth: Some(DEPTH),
        ..Limits::default()
    };
    // Earlier searches must not change this one.
    engine.forget();
    let game = Game::new(position.clone());
    let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
    let line = found.lines.into_iter().next()?;
    let score = match line.score {
        Score::Cp(centipawns) => (f64::from(centipawns) / 100.0).clamp(-MOST, MOST),
        Score::Mate(moves) if moves > 0 => MOST,
        Score::Mate(_) => -MOST,
    };
    Some(Idea {
        line: line.moves,
        score: score * position.turn().fold_wb(1.0, -1.0),
    })
}
