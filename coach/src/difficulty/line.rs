//! The line that has to be found: a known solution, or what the engine takes for it.

use engine::{Engine, Score};
use shakmaty::{Chess, Move, Position};

use super::look::Look;
use crate::chances::chances;

/// How many moves the search of the first position makes, and those of later ones. Measured: a
/// puzzle takes 17 ms in all.
const NODES: [u64; 2] = [20_000, 8_000];

/// How much better than the second the best move must be for the line to go on, in winning chances;
/// lichess's own generator demands 0.7 of a longer search. Guessed.
const ONLY: f64 = 0.5;

/// The most moves of the solver that are looked at. Few puzzles have more.
const MOST: usize = 8;

/// A move of the solver.
pub(crate) struct Step {
    /// Where it is played.
    pub(crate) position: Chess,
    /// What the engine sees there.
    pub(crate) look: Look,
    pub(crate) played: Move,
    /// The opponent's move before it; none before the first.
    pub(crate) before: Option<Move>,
}

/// The solver's moves of a solution; the opponent's are between them.
pub(crate) fn given(engine: &mut Engine, position: &Chess, solution: &[Move]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut position = position.clone();
    for (ply, m) in solution.iter().enumerate().take(2 * MOST) {
        if ply % 2 == 0 {
            let before = ply.checked_sub(1).map(|before| solution[before]);
            steps.push(step(engine, &position, *m, before, ply == 0));
        }
        position.play_unchecked(*m);
    }
    steps
}

fn step(
    engine: &mut Engine,
    position: &Chess,
    played: Move,
    before: Option<Move>,
    first: bool,
) -> Step {
    Step {
        position: position.clone(),
        look: Look::new(engine, position, NODES[usize::from(!first)]),
        played,
        before,
    }
}

/// The solver's moves of the engine's line: the best move, and more as long as only one is good.
///
/// `best` is the best line of a longer search, or at least its first move: the searches here see how a move looks, and
/// are too short to say which one is best.
///
/// Source: <https://github.com/ornicar/lichess-puzzler/blob/master/generator/generator.py>.
pub(crate) fn solve(engine: &mut Engine, position: &Chess, best: &[Move]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut position = position.clone();
    let mut before = None;
    while steps.len() < MOST {
        let is_first = steps.is_empty();
        let look = Look::new(engine, &position, NODES[usize::from(!is_first)]);
        if !is_first && !is_only(&look) {
            break;
        }
        let seen = look.last().map_or(&[][..], |last| &last.lines);
        let line = if is_first {
            let same = seen.iter().find(|line| line.moves.first() == best.first());
            if best.len() > 1 {
                best
            } else {
                same.map_or(best, |line| &line.moves)
            }
        } else {
            seen.first().map_or(&[][..], |line| &line.moves)
        };
        let (played, reply) = (line.first().copied(), line.get(1).copied());
        let Some(played) = played else { break };
        steps.push(Step {
            position: position.clone(),
            look,
            played,
            before,
        });
        let Some(reply) = reply else { break };
        position.play_unchecked(played);
        position.play_unchecked(reply);
        before = Some(reply);
    }
    steps
}

/// Whether the best move is the only good one.
fn is_only(look: &Look) -> bool {
    let lines = look.last().map_or(&[][..], |last| &last.lines);
    match lines {
        [best, second, ..] => match (best.score, second.score) {
            (Score::Mate(one), Score::Mate(other)) if one > 0 && other > 0 => false,
            (one, other) => chances(one) > chances(other) + ONLY,
        },
        // A single legal move is nothing to find.
        _ => false,
    }
}
