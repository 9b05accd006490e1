//! What was learnt of moves in other parts of the tree: which refuted, and after what.

use shakmaty::{Bitboard, Color, Move, Position, Role, Square};

use crate::node::Node;
use crate::packed::{PIECES, PLACES, Packed, piece, place};
use crate::parameters::{HISTORY_MAXIMUM, HISTORY_SHARE, Parameters};
use crate::threats::Threats;

/// Scores of moves, each within ± [`HISTORY_MAXIMUM`].
///
/// Sources: <https://www.chessprogramming.org/History_Heuristic>,
/// <https://www.chessprogramming.org/Countermove_Heuristic>,
/// <https://www.chessprogramming.org/History_Heuristic#Continuation_History>.
pub(crate) struct History {
    /// Of quiet moves by colour, by whether the opponent attacks from and to square, and by these.
    quiet: Vec<[Squares; 64]>,
    /// Of captures by where the capturer goes and what it takes.
    capture: Vec<[i16; 6]>,
    /// Of quiet moves by where the piece goes, after where another piece went one, two or four
    /// plies before.
    continuation: Vec<[Squares; PIECES]>,
    /// Whether anything was learnt after a piece went there: only such rows are cleared.
    written: Vec<bool>,
    /// The quiet move that refuted the last time a piece went to a place.
    counter: Vec<Packed>,
}

/// Scores by square.
type Squares = [i16; 64];

/// What is known of the quiet moves of a position.
pub(crate) struct Quiets<'a> {
    turn: Color,
    /// By from and to square: four tables, by whether the opponent attacks these.
    plain: &'a [[Squares; 64]],
    attacked: Bitboard,
    after: [&'a [Squares; PIECES]; 3],
    parameters: &'a Parameters,
}

impl<'a> Quiets<'a> {
    /// What is known of the quiet moves of a piece.
    #[inline]
    pub(crate) fn of(&self, role: Role, from: Square) -> PieceQuiets<'a> {
        let piece = piece(self.turn, role);
        PieceQuiets {
            plain: [0, 1].map(|to| {
                let leaves = usize::from(self.attacked.contains(from));
                &self.plain[2 * leaves + to][from as usize]
            }),
            attacked: self.attacked,
            after: self.after.map(|after| &after[piece]),
            parameters: self.parameters,
        }
    }

    /// How well a quiet move did; the weighted sum of its histories, each within ± [`HISTORY_MAXIMUM`].
    pub(crate) fn score(&self, m: Move) -> i32 {
        // Castling has its king's squares.
        self.of(m.role(), m.from().unwrap_or(m.to())).score(m.to())
    }
}

/// What is known of the quiet moves of a piece.
pub(crate) struct PieceQuiets<'a> {
    /// Scores of squares that are not attacked, and of those that are.
    plain: [&'a Squares; 2],
    attacked: Bitboard,
    after: [&'a Squares; 3],
    parameters: &'a Parameters,
}

impl PieceQuiets<'_> {
    /// How well it did to go to a square; the weighted sum of its histories, each within ± [`HISTORY_MAXIMUM`].
    #[inline]
    pub(crate) fn score(&self, to: Square) -> i32 {
        let plain = self.plain[usize::from(self.attacked.contains(to))];
        // A square is below 64, which saves looking whether it is.
        let to = to as usize % 64;
        let [one, two, four] = self.after.map(|row| i32::from(row[to]));
        let sum = self.parameters.history_plain * i32::from(plain[to])
            + self.parameters.history_after_one * one
            + self.parameters.history_after_two * two
            + self.parameters.history_after_four * four;
        sum / HISTORY_SHARE
    }
}

/// What is known after no move.
static NOTHING: [Squares; PIECES] = [[0; 64]; PIECES];

/// Where pieces went one, two and four plies before a move.
pub(crate) type Before = [Option<usize>; 3];

/// What the history of a quiet move depends on, apart from the move.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Context {
    /// What the opponent attacks.
    pub(crate) threats: Threats,
    pub(crate) before: Before,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: vec![[[0; 64]; 64]; 8],
            capture: vec![[0; 6]; PLACES],
            continuation: vec![[[0; 64]; PIECES]; PLACES],
            written: vec![false; PLACES],
            counter: vec![Packed::NONE; PLACES],
        }
    }

    pub(crate) fn clear(&mut self) {
        // In place: the system would have to clear new memory page by page.
        self.quiet.as_flattened_mut().as_flattened_mut().fill(0);
        self.capture.as_flattened_mut().fill(0);
        for (after, written) in self.continuation.iter_mut().zip(&mut self.written) {
            if std::mem::take(written) {
                after.as_flattened_mut().fill(0);
            }
        }
        self.counter.fill(Packed::NONE);
    }

    /// What is known of the quiet moves of a side after the moves before.
    pub(crate) fn quiets<'a>(
        &'a self,
        parameters: &'a Parameters,
        turn: Color,
        context: Context,
    ) -> Quiets<'a> {
        Quiets {
            turn,
            plain: &self.quiet[4 * turn as usize..][..4],
            attacked: context.threats.all(),
            after: context
                .before
                .map(|before| before.map_or(&NOTHING, |before| &self.continuation[before])),
            parameters,
        }
    }

    /// How well a capture did.
    pub(crate) fn capture(&self, turn: Color, m: Move) -> i32 {
        let place = place(turn, m.role(), m.to());
        i32::from(self.capture[place][victim(m)])
    }

    /// The quiet move that refuted the move before last time.
    pub(crate) fn counter(&self, before: Before) -> Packed {
        before[0].map_or(Packed::NONE, |before| self.counter[before])
    }

    /// A move refuted at `depth`; those tried before it did not.
    pub(crate) fn learn(
        &mut self,
        parameters: &Parameters,
        node: &Node,
        depth: i32,
        best: Move,
        tried: impl Iterator<Item = Move>,
        context: Context,
    ) {
        let turn = node.chess.turn();
        let bonus = bonus(parameters, depth);
        let refuted_quietly = is_quiet(best);
        if refuted_quietly {
            self.add_quiet(turn, best, context, bonus);
            if let Some(before) = context.before[0] {
                self.counter[before] = Packed::new(best);
            }
        } else {
            self.add_capture(turn, best, bonus);
        }
        for m in tried {
            if !is_quiet(m) {
                self.add_capture(turn, m, -bonus);
            } else if refuted_quietly {
                self.add_quiet(turn, m, context, -bonus);
            }
        }
    }

    /// Adds to what is known of a quiet move by itself.
    pub(crate) fn add_plain(&mut self, turn: Color, m: Move, threats: Threats, bonus: i32) {
        let (from, to) = Packed::new(m).squares();
        let is_attacked = |square: usize| (threats.all().0 >> square & 1) as usize;
        let table = 4 * turn as usize + 2 * is_attacked(from) + is_attacked(to);
        add_bonus(&mut self.quiet[table][from][to], bonus);
    }

    /// Adds to what is known of a quiet move, by itself and after the moves before.
    pub(crate) fn add_quiet(&mut self, turn: Color, m: Move, context: Context, bonus: i32) {
        self.add_plain(turn, m, context.threats, bonus);
        let (_, to) = Packed::new(m).squares();
        let piece = piece(turn, m.role());
        for before in context.before.into_iter().flatten() {
            self.written[before] = true;
            add_bonus(&mut self.continuation[before][piece][to], bonus);
        }
    }

    fn add_capture(&mut self, turn: Color, m: Move, bonus: i32) {
        let place = place(turn, m.role(), m.to());
        add_bonus(&mut self.capture[place][victim(m)], bonus);
    }
}

/// What a move earns that refutes at some depth.
pub(crate) fn bonus(parameters: &Parameters, depth: i32) -> i32 {
    let bonus = parameters.history_bonus * depth - parameters.history_bonus_base;
    bonus.min(parameters.history_bonus_maximum)
}

/// Whether a move neither captures nor makes a queen.
pub fn is_quiet(m: Move) -> bool {
    match m {
        Move::Normal {
            capture, promotion, ..
        } => capture.is_none() && promotion != Some(Role::Queen),
        _ => !m.is_capture(),
    }
}

/// What a move captures, as an index; a promotion without capture counts as taking a pawn.
fn victim(m: Move) -> usize {
    m.capture().map_or(0, |role| role as usize - 1)
}

/// Adds a bonus with gravity: the nearer a score of history is to its bound of ± 16,384, the less it moves on.
///
/// Source: <https://www.chessprogramming.org/History_Heuristic#History_Bonuses>.
pub fn add_bonus(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MAXIMUM) as i16;
}

#[cfg(test)]
mod tests {
    use super::{HISTORY_MAXIMUM, add_bonus};

    #[test]
    fn histories_stay_within_their_bounds() {
        let mut score = 0;
        for bonus in [1600; 200].into_iter().chain([-1600; 400]) {
            add_bonus(&mut score, bonus);
            assert!(i32::from(score).abs() <= HISTORY_MAXIMUM);
        }
    }
}
