//! In which order moves are tried: those that are likely to refute first.

use shakmaty::{Move, Position, Role};

use crate::history::{Before, History, is_quiet};
use crate::node::Node;
use crate::packed::Packed;
use crate::see::{exchange_value, wins};

/// A move and how early it is to be tried.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// The move of the transposition table.
const TABLE: i32 = 1 << 30;
/// Captures that do not lose, the largest gain first; then quiet moves, then losing captures.
const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const COUNTER: i32 = 1 << 22;
const LOSING: i32 = -(1 << 24);

/// What the order goes by, beside history.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Hints {
    /// The best move of the transposition table.
    pub(crate) best: Packed,
    /// A quiet move that refuted at the same ply.
    pub(crate) killer: Packed,
    /// Where pieces went before.
    pub(crate) before: Before,
}

/// Appends moves with their scores.
///
/// Sources: <https://www.chessprogramming.org/Move_Ordering>,
/// <https://www.chessprogramming.org/MVV-LVA>, <https://www.chessprogramming.org/Killer_Heuristic>.
pub(crate) fn append(
    scored: &mut Vec<Scored>,
    node: &Node,
    moves: impl IntoIterator<Item = Move>,
    history: &History,
    hints: &Hints,
) {
    let turn = node.chess.turn();
    let counter = history.counter(hints.before);
    for m in moves {
        let packed = Packed::new(m);
        let score = if packed == hints.best {
            TABLE
        } else if !is_quiet(m) {
            let gain = m.capture().map_or(0, exchange_value) * 16 + history.capture(turn, m);
            let class = if wins(&node.chess, m, 0) {
                WINNING
            } else {
                LOSING
            };
            class + gain
        } else if m.promotion().is_some_and(|role| role != Role::Queen) {
            LOSING
        } else if packed == hints.killer {
            KILLER
        } else if packed == counter {
            COUNTER
        } else {
            history.quiet(turn, m, hints.before)
        };
        scored.push(Scored { m, score });
    }
}

/// Brings the best of the moves from `first` on to the front, and tells it.
pub(crate) fn pick(scored: &mut [Scored], first: usize) -> Option<Scored> {
    let rest = scored.get_mut(first..)?;
    let mut best = 0;
    for index in 1..rest.len() {
        if rest[index].score > rest[best].score {
            best = index;
        }
    }
    // What is left keeps its order only nearly, which costs nothing: equal scores are rare.
    let found = *rest.get(best)?;
    rest.swap(0, best);
    Some(found)
}

/// Whether a move scored so is a capture that loses.
pub(crate) fn is_losing(score: i32) -> bool {
    score < LOSING / 2
}
