//! A player of progressive chess: mates if it can, else takes what it can without being mated.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use shakmaty::{Color, Move, Position, Role};

use super::game::{Game, Outcome};
use super::rules::Rules;
use super::solve::{Limits, solve};

/// How many series are made up to choose from. Guessed.
const IDEAS: usize = 300;

/// How many of the best moves are searched for a mate that they allow. Guessed.
const CHECKED: usize = 12;

/// How many positions the answer to that may keep. Guessed: some 50 ms.
const EFFORT: usize = 20_000;

/// The values of pieces by role, pawns 1.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// What to play in the series that has just begun; the same seed, the same moves. It takes at most about the given
/// time; without a legal move there is nothing to play.
pub fn choose(game: &Game, rules: Rules, rng: &mut Rng, time: Duration) -> Vec<Move> {
    let end = Instant::now() + time;
    if let Some(mate) = mate(game, rules, 50 * EFFORT, end) {
        return mate;
    }
    let turn = game.position().turn();
    let mut ideas: Vec<(i32, Vec<Move>, Game)> = Vec::new();
    for nth in 0..IDEAS {
        if nth > 0 && Instant::now() >= end {
            break;
        }
        let mut after = game.clone();
        let moves = improvise(&mut after, rng);
        ideas.push((worth(&after, turn), moves, after));
    }
    ideas.sort_by_key(|&(worth, ..)| -worth);
    let mut best = ideas.iter().take(CHECKED);
    let safe = best.find(|(_, _, after)| mate(after, rules, EFFORT, end).is_none());
    safe.or(ideas.first())
        .map(|(_, moves, _)| moves.clone())
        .unwrap_or_default()
}

/// Plays random moves to the end of the series, rather captures than others.
pub(crate) fn improvise(game: &mut Game, rng: &mut Rng) -> Vec<Move> {
    let series = game.series();
    let mut made = Vec::new();
    while game.series() == series {
        let moves = game.legal_moves();
        let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
        let from = if captures.is_empty() || rng.u8(..3) == 0 {
            &moves
        } else {
            &captures
        };
        let Some(&m) = rng.choice(from) else { break };
        if game.play(m).is_err() {
            break;
        }
        made.push(m);
    }
    made
}

fn mate(game: &Game, rules: Rules, positions: usize, end: Instant) -> Option<Vec<Move>> {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        mates: 1,
        positions,
        deadline: Some(end),
        stop: &stop,
    };
    let mate = solve(&game.task()?, rules, &limits).mates.pop()?;
    Some(mate.moves)
}

/// Material from a side's view, and the end of the game.
fn worth(game: &Game, turn: Color) -> i32 {
    match game.outcome() {
        Some(Outcome::Mate { winner }) => return if winner == turn { 1000 } else { -1000 },
        Some(_) => return 0,
        None => {}
    }
    let board = game.position().board();
    let pieces = Role::ALL.iter().zip(VALUES).map(|(&role, value)| {
        let of = |color: Color| board.by_piece(role.of(color)).count() as i32;
        value * (of(turn) - of(!turn))
    });
    pieces.sum()
}
