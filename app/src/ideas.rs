//! What either side would play in a position, by a short search of the engine.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use engine::{Analysis, Engine, Game, Limits, Score};
use lru::LruCache;
use shakmaty::{Chess, Color, Position};
use similarity::{IDEA_NODES, Idea, Ideas, Query, to_move};

/// The deepest search, for positions with few moves. Guessed.
const DEPTH: u32 = 24;

/// The hash table, in mebibytes.
const HASH: usize = 1;

/// A score of ten pawns is won, or mate.
const MOST: f64 = 10.0;

/// How many analyses are kept. Guessed: some 20 MiB, and the solutions of a large collection of exercises.
const KEPT: NonZeroUsize = NonZeroUsize::new(1 << 16).expect("not zero");

thread_local! {
    /// An engine for each thread that searches; starting one takes longer than a search.
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// What was found last: a hit's position without moves comes up again and again.
static FOUND: LazyLock<Mutex<LruCache<(Chess, u64), Analysis>>> =
    LazyLock::new(|| Mutex::new(LruCache::new(KEPT)));

/// A query that also looks for what either side would play.
pub fn with_ideas(query: Query) -> Query {
    let of = |color| find_idea(&to_move(query.position(), color)?, IDEA_NODES);
    let (white, black) = rayon::join(|| of(Color::White), || of(Color::Black));
    query
        .with_ideas(Ideas { white, black })
        .with_engine(find_idea)
}

/// The analysis that a query's idea of the side to move comes from; `None` if memory is short.
pub(crate) fn analysis(position: &Chess) -> Option<Analysis> {
    analysed(position, IDEA_NODES)
}

/// What the side to move would play, by a search of so many nodes; `None` if memory is short.
fn find_idea(position: &Chess, nodes: u64) -> Option<Idea> {
    let line = analysed(position, nodes)?.lines.into_iter().next()?;
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

fn analysed(position: &Chess, nodes: u64) -> Option<Analysis> {
    let key = (position.clone(), nodes);
    if let Some(known) = found().get(&key) {
        return Some(known.clone());
    }
    let limits = Limits {
        nodes: Some(nodes),
        depth: Some(DEPTH),
        ..Limits::default()
    };
    let analysis = ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            *engine = Engine::new(HASH).ok();
        }
        let engine = engine.as_mut()?;
        // Earlier searches must not change this one.
        engine.forget();
        let game = Game::new(position.clone());
        Some(engine.search(&game, &limits, &AtomicBool::new(false), |_| ()))
    })?;
    found().put(key, analysis.clone());
    Some(analysis)
}

fn found() -> MutexGuard<'static, LruCache<(Chess, u64), Analysis>> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}
