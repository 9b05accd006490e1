//! In which order moves are tried, and what is learnt of them.
//!
//! Sources: <https://www.chessprogramming.org/Move_Ordering>,
//! <https://www.chessprogramming.org/History_Heuristic>.

use engine::parts::{Checks, PLACES, Packed, place};
use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Color, Move, Position, Role};

use super::exchange::{gain, gives_check};
use super::house::House;
use super::parameters::HISTORY;
use super::values::Values;

/// A move and how early it is to be tried.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// The classes: the table's move; captures that do not lose; moves that refuted elsewhere; checks; other quiet
/// moves; what loses.
const TABLE: i32 = 1 << 30;
const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
/// From here on moves come before quiet ones.
pub(crate) const QUIET: i32 = 1 << 21;
const CHECK: i32 = 1 << 17;
const LOSING: i32 = -(1 << 24);
/// A man put where a pawn takes it. Guessed.
const EN_PRISE: i32 = 12_000;

/// Where the men went one and two plies before.
pub(crate) type Before = [Option<usize>; 2];

/// What was learnt of quiet moves, each within ± the largest history.
pub(crate) struct History {
    /// By man and square, drops apart.
    quiet: Vec<i16>,
    /// By man and square, after another man went to its square.
    after: Vec<[i16; PLACES]>,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: vec![0; 2 * PLACES],
            after: vec![[0; PLACES]; PLACES],
        }
    }

    fn index(turn: Color, m: Move) -> usize {
        let drops = if m.from().is_none() { PLACES } else { 0 };
        drops + place(turn, m.role(), m.to())
    }

    /// How well a quiet move did.
    pub(crate) fn score(&self, turn: Color, m: Move, before: Before) -> i32 {
        let index = History::index(turn, m);
        let after = before.into_iter().flatten();
        let after = after.map(|before| i32::from(self.after[before][index % PLACES]));
        i32::from(self.quiet[index]) + after.sum::<i32>()
    }

    /// A quiet move refuted, or did not where another one did.
    pub(crate) fn learn(&mut self, turn: Color, m: Move, before: Before, depth: i32, good: bool) {
        let (_, factor, most) = HISTORY;
        let bonus = (depth * depth * factor).min(most) * if good { 1 } else { -1 };
        let index = History::index(turn, m);
        add(&mut self.quiet[index], bonus);
        for before in before.into_iter().flatten() {
            add(&mut self.after[before][index % PLACES], bonus);
        }
    }
}

/// With gravity: the nearer to its bound a score is, the less it moves on.
fn add(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY.0) as i16;
}

/// Whether a move neither captures nor makes a queen.
pub(crate) fn is_quiet(m: Move) -> bool {
    !m.is_capture() && m.promotion() != Some(Role::Queen)
}

/// What the order goes by, beside history.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Hints {
    pub(crate) best: Packed,
    pub(crate) killers: [Packed; 2],
    pub(crate) before: Before,
}

/// Appends captures and promotions.
pub(crate) fn append_captures(
    house: &House,
    moves: &[Move],
    hints: &Hints,
    values: &Values,
    scored: &mut Vec<Scored>,
) {
    let chess = house.chess();
    for &m in moves.iter().filter(|&&m| !is_quiet(m)) {
        let score = if Packed::new(m) == hints.best {
            TABLE
        } else {
            let taken = m.capture().map_or(0, |role| values.swing(role));
            let gain = gain(chess, m, values);
            let class = if gain >= 0 { WINNING } else { LOSING };
            // The most valuable victim, by the least valuable man.
            class + taken * 16 + gain * 4
        };
        scored.push(Scored { m, score });
    }
}

/// Appends quiet moves and drops.
pub(crate) fn append_quiets(
    house: &House,
    moves: &[Move],
    hints: &Hints,
    checks: &Checks,
    history: &History,
    values: &Values,
    scored: &mut Vec<Scored>,
) {
    let chess = house.chess();
    let turn = house.turn();
    let board = chess.board();
    let theirs = board.pawns() & board.by_color(!turn);
    let prey = theirs
        .into_iter()
        .fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(!turn, pawn));
    let quiets = moves.iter().copied().filter(|&m| is_quiet(m));
    for m in quiets.chain(house.drops()) {
        let packed = Packed::new(m);
        let mut score = history.score(turn, m, hints.before);
        if packed == hints.best {
            score = TABLE;
        } else if hints.killers.contains(&packed) {
            score += KILLER;
        } else if gives_check(checks, m) {
            // A check that costs a man is still a check.
            score += if gain(chess, m, values) >= 0 {
                CHECK
            } else {
                EN_PRISE
            };
        } else if m.role() != Role::Pawn && prey.contains(m.to()) {
            score -= EN_PRISE;
        }
        scored.push(Scored { m, score });
    }
}

/// Brings the best of the moves from `next` on to their front, and tells it.
pub(crate) fn pick(scored: &mut [Scored], next: usize) -> Option<Scored> {
    let rest = scored.get_mut(next..)?;
    let best = rest
        .iter()
        .enumerate()
        .max_by_key(|(_, scored)| scored.score)?
        .0;
    rest.swap(0, best);
    Some(rest[0])
}
