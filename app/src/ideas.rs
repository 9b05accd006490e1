//! What either side would play in a position, by a short search of the engine.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use engine::{Analysis, Engine, Game, Limits, Score};
use lru::LruCache;
use motifs::exchange;
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color, Move, Position};
use similarity::{Idea, Ideas, Query, Scoring, Solution, to_move};

/// The nodes for what either side of a query would play.
///
/// Measured: with ten times as many SQI7 is a point higher, and a search takes twice as long.
const IDEA_NODES: u64 = 1000;

/// The nodes for what is to be played in two positions that are compared. Measured: with a quarter tactical themes
/// are not found better than without (P@10 .197), with half of it .204, with all of it .216.
const SOLUTION_NODES: u64 = 20_000;

/// The nodes for a first look at checks, and how many pawns less than what was found without them
/// they may seem to be worth in it; a closer look at one ends after as many nodes if it seems worth less than that.
/// Measured: a Greek gift is found with 20,000 nodes; with 5,000 it seems 0.4 worse.
const CHECK_NODES: u64 = 5000;
const CHECK_MARGIN: f64 = 1.5;

/// After how many nodes a first look at checks may end: where the best move is none of them, and the best check seems
/// worse by twice [`CHECK_MARGIN`]. Measured with 3 pawns: of 12,000 positions of games 4 have another idea, and the
/// engine takes some .7 of the time.
const CHECK_GLANCE: u64 = 500;

/// How many pawns less a closer look at checks may find than the short search did without them, which is off by more.
/// Guessed: a perpetual check for a sacrifice, 0.00, counts where that search saw 0.34.
const CHECK_TOLERANCE: f64 = 0.5;

/// The deepest search, for positions with few moves. Guessed.
const DEPTH: u32 = 24;

/// The hash table, in mebibytes.
const HASH: usize = 1;

/// A score of ten pawns is won, or mate.
const MOST: f64 = 10.0;

/// The number of solutions that are kept. Guessed: those of a collection of exercises.
const KEPT: NonZeroUsize = NonZeroUsize::new(1 << 12).expect("not zero");

thread_local! {
    /// An engine for each thread that searches; starting one takes longer than a search.
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// The solutions found last: a hit's position without moves comes up again and again.
static FOUND: LazyLock<Mutex<Found>> = LazyLock::new(|| Mutex::new(LruCache::new(KEPT)));

/// By position.
type Found = LruCache<Chess, Option<Idea>>;

/// What the engine thinks of a position, from either side.
pub(crate) struct Thought {
    ideas: Ideas,
    /// What the idea of the side to move comes from; `None` if memory is short.
    pub(crate) analysis: Option<Analysis>,
}

impl Thought {
    /// Short searches: one for each side, and one of checks; only one for the side to move where ideas do not count.
    pub(crate) fn of(position: &Chess, scoring: &Scoring) -> Thought {
        let counts = scoring.uses_ideas();
        let side = |color| {
            let is_to_move = color == position.turn();
            if !counts && !is_to_move {
                return None;
            }
            let found = search(&to_move(position, color)?, IDEA_NODES)?;
            let closer = (counts && is_to_move).then(|| checks(position, &found));
            Some(closer.flatten().unwrap_or(found))
        };
        let (white, black) = rayon::join(|| side(Color::White), || side(Color::Black));
        let sides = ByColor { white, black };
        Thought {
            ideas: ByColor::new_with(|color| idea(sides.get(color).as_ref()?, color)),
            analysis: position.turn().fold_wb(sides.white, sides.black),
        }
    }

    /// The query for positions with the same ideas, too.
    pub(crate) fn put(&self, query: Query) -> Query {
        query.with_ideas(self.ideas.clone())
    }
}

/// A query that also looks for what either side would play.
pub fn with_ideas(query: Query) -> Query {
    // What the engine would play does not count.
    if !query.scoring().uses_ideas() {
        return query;
    }
    Thought::of(query.position(), query.scoring()).put(query)
}

/// A look at checks, those that offer material, which a short search leaves out, and the best move if it is one; then a
/// closer look at each. `None` if none is worth what was found without.
fn checks(position: &Chess, found: &Analysis) -> Option<Analysis> {
    let best = found.lines.first()?;
    let first = *best.moves.first()?;
    let offers = |check: &Move| exchange(position, *check) < 0;
    let falls_short = |found: &Analysis, by: f64| {
        let line = found.lines.first();
        line.is_none_or(|line| pawns(line.score) < pawns(best.score) - by)
    };
    let mut checks = position.legal_moves();
    checks.retain(|m| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        after.is_check() && (*m == first || offers(m))
    });
    if checks.is_empty() {
        return None;
    }
    // If the best move is such a check, its score says nothing of the others.
    let is_among = checks.contains(&first);
    let is_rivalled = is_among && offers(&first) && checks.len() > 1;
    if !is_rivalled {
        let glance = search_moves(position, CHECK_NODES, checks.to_vec(), |found| {
            !is_among && found.nodes >= CHECK_GLANCE && falls_short(found, 2.0 * CHECK_MARGIN)
        })?;
        let line = glance.lines.first()?;
        if line.moves.first() == Some(&first) {
            return Some(glance);
        }
        if falls_short(&glance, CHECK_MARGIN) {
            return None;
        }
    }
    // Each alone: together they share the nodes, and the better one is seen too late.
    checks.retain(|check| offers(check));
    let looks = checks.par_iter().filter_map(|check| {
        let found = search_moves(position, SOLUTION_NODES, vec![*check], |found| {
            found.nodes >= CHECK_NODES && falls_short(found, CHECK_MARGIN)
        })?;
        Some((pawns(found.lines.first()?.score), found))
    });
    let looks: Vec<(f64, Analysis)> = looks.collect();
    let scored = looks.into_iter();
    let (score, closest) = scored.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (score >= pawns(best.score) - CHECK_TOLERANCE).then_some(closest)
}

/// What a side would play that is to move in what was analysed.
fn idea(analysis: &Analysis, turn: Color) -> Option<Idea> {
    let line = analysis.lines.first()?;
    Some(Idea {
        line: line.moves.clone(),
        score: pawns(line.score) * turn.fold_wb(1.0, -1.0),
    })
}

/// A score in pawns, ten at most.
fn pawns(score: Score) -> f64 {
    match score {
        Score::Cp(centipawns) => (f64::from(centipawns) / 100.0).clamp(-MOST, MOST),
        Score::Mate(moves) if moves > 0 => MOST,
        Score::Mate(_) => -MOST,
    }
}

/// What is to be played in a position, by a search with [`SOLUTION_NODES`]; `None` if memory is short.
pub(crate) fn solution(position: &Chess) -> Option<Solution> {
    let known = found().get(position).cloned();
    let idea = if let Some(idea) = known {
        idea
    } else {
        let idea = idea(&search(position, SOLUTION_NODES)?, position.turn());
        found().put(position.clone(), idea.clone());
        idea
    };
    Some(Solution::of_idea(position, &idea?))
}

/// What a search of all moves finds with this number of nodes; `None` if memory is short.
fn search(position: &Chess, nodes: u64) -> Option<Analysis> {
    search_moves(position, nodes, Vec::new(), |_| false)
}

/// What a search of some moves, of all if there are none, finds with this number of nodes, or with fewer: it ends soon
/// after an iteration of which `is_hopeless` is true. `None` if memory is short.
fn search_moves(
    position: &Chess,
    nodes: u64,
    moves: Vec<Move>,
    is_hopeless: impl Fn(&Analysis) -> bool,
) -> Option<Analysis> {
    let limits = Limits {
        moves,
        nodes: Some(nodes),
        depth: Some(DEPTH),
        ..Limits::default()
    };
    ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            *engine = Engine::new(HASH).ok();
        }
        let engine = engine.as_mut()?;
        // Earlier searches must not change this one.
        engine.forget();
        let game = Game::new(position.clone());
        let stop = AtomicBool::new(false);
        let see = |found: &Analysis| stop.store(is_hopeless(found), Relaxed);
        Some(engine.search(&game, &limits, &stop, see))
    })
}

fn found() -> MutexGuard<'static, Found> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner)
}
