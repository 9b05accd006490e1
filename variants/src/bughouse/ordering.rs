//! In which order moves are tried, and what is learnt of them.
//!
//! Sources: <https://www.chessprogramming.org/Move_Ordering>,
//! <https://www.chessprogramming.org/History_Heuristic>.

use engine::parts::{Checks, PLACES, Packed, Scored, add_bonus, is_quiet, place};
use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Color, Move, MoveList, Position, Role};

use super::board::PocketBoard;
use super::exchange::{gain, gives_check};
use super::parameters::{HISTORY_BONUS, HISTORY_BONUS_MAXIMUM};
use super::values::Values;

/// The classes: the table's move; captures that do not lose; moves that refuted other lines; checks; other quiet
/// moves; what loses.
const TABLE: i32 = 1 << 30;
const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
/// From here on moves come before quiet ones.
pub(crate) const QUIET: i32 = 1 << 21;
const CHECK: i32 = 1 << 17;
const LOSING: i32 = -(1 << 24);
/// A piece put where a pawn takes it. Guessed.
const EN_PRISE: i32 = 12_000;

/// Where the pieces went one and two plies before.
pub(crate) type Before = [Option<usize>; 2];

/// What was learnt of quiet moves, each within ± the largest history.
pub(crate) struct History {
    /// By piece and square, drops apart.
    quiet: Vec<i16>,
    /// By piece and square, after another piece went to its square.
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
        let bonus = (depth * depth * HISTORY_BONUS).min(HISTORY_BONUS_MAXIMUM);
        let bonus = if good { bonus } else { -bonus };
        let index = History::index(turn, m);
        add_bonus(&mut self.quiet[index], bonus);
        for before in before.into_iter().flatten() {
            add_bonus(&mut self.after[before][index % PLACES], bonus);
        }
    }
}

/// What moves are ordered by, in addition to history.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Hints {
    pub(crate) best: Packed,
    pub(crate) killers: [Packed; 2],
    pub(crate) before: Before,
}

/// The moves of a position, and what their order goes by.
pub(crate) struct Candidates<'a> {
    pub(crate) position: &'a PocketBoard,
    pub(crate) in_check: bool,
    pub(crate) hints: Hints,
    moves: MoveList,
    checks: Checks,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(position: &'a PocketBoard, hints: Hints) -> Candidates<'a> {
        let chess = position.chess();
        Candidates {
            position,
            in_check: chess.is_check(),
            hints,
            moves: chess.legal_moves(),
            checks: Checks::new(chess),
        }
    }

    /// Whether a move gives check: castling, en passant and promotions do not count.
    pub(crate) fn gives_check(&self, m: Move) -> bool {
        gives_check(&self.checks, m)
    }

    /// Appends captures and promotions.
    pub(crate) fn append_captures(&self, values: &Values, scored: &mut Vec<Scored>) {
        let chess = self.position.chess();
        for &m in self.moves.iter().filter(|&&m| !is_quiet(m)) {
            let score = if Packed::new(m) == self.hints.best {
                TABLE
            } else {
                let taken = m.capture().map_or(0, |role| values.swing(role));
                let gain = gain(chess, m, values);
                let class = if gain >= 0 { WINNING } else { LOSING };
                // The most valuable victim, by the least valuable piece.
                class + taken * 16 + gain * 4
            };
            scored.push(Scored { m, score });
        }
    }

    /// Quiet moves and drops.
    fn quiets(&self) -> impl Iterator<Item = Move> {
        let quiets = self.moves.iter().copied().filter(|&m| is_quiet(m));
        quiets.chain(self.position.drops())
    }

    /// Appends quiet moves and drops.
    pub(crate) fn append_quiets(
        &self,
        history: &History,
        values: &Values,
        scored: &mut Vec<Scored>,
    ) {
        let chess = self.position.chess();
        let turn = self.position.turn();
        let board = chess.board();
        let theirs = board.pawns() & board.by_color(!turn);
        let prey = theirs
            .into_iter()
            .fold(Bitboard::EMPTY, |all, pawn| all | pawn_attacks(!turn, pawn));
        for m in self.quiets() {
            let packed = Packed::new(m);
            let mut score = history.score(turn, m, self.hints.before);
            if packed == self.hints.best {
                score = TABLE;
            } else if self.hints.killers.contains(&packed) {
                score += KILLER;
            } else if self.gives_check(m) {
                // A check that costs a piece is still a check.
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

    /// Appends quiet moves and drops that give check and lose nothing.
    pub(crate) fn append_checks(&self, values: &Values, scored: &mut Vec<Scored>) {
        for m in self.quiets().filter(|&m| self.gives_check(m)) {
            let score = gain(self.position.chess(), m, values);
            if score >= 0 {
                scored.push(Scored { m, score });
            }
        }
    }
}
