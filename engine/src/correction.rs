//! Correction history: by how much the static evaluation was wrong in positions like this one, and after such a move.

use shakmaty::{Bitboard, Chess, Color, Position, Role};

use crate::packed::PLACES;
use crate::parameters::{CORRECTION_DEPTH, CORRECTION_GRAIN, CORRECTION_WEIGHT, Parameters};

/// Positions are grouped by their pawns, by White's pieces, or by Black's.
const KINDS: usize = 3;

/// Slots of each kind. Guessed; all of them take 96 kB.
const SLOTS: usize = 1 << 13;

/// Corrections by what positions have in common and who is to move, in parts of a centipawn, from
/// the view of the side to move.
///
/// Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.
pub(crate) struct Corrections {
    by_pieces: [Vec<[i16; 2]>; KINDS],
    /// By where the last move's piece went.
    by_move: Vec<i16>,
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections {
            by_pieces: std::array::from_fn(|_| vec![[0; 2]; SLOTS]),
            by_move: vec![0; PLACES],
        }
    }

    pub(crate) fn clear(&mut self) {
        for table in &mut self.by_pieces {
            table.fill([0; 2]);
        }
        self.by_move.fill(0);
    }

    /// What is to be added to the static evaluation, in centipawns; `last` is where the last move's piece went.
    pub(crate) fn get(&self, parameters: &Parameters, chess: &Chess, last: Option<usize>) -> i32 {
        let side = chess.turn() as usize;
        let tables = self.by_pieces.iter().zip(slots(chess));
        let sum: i32 = tables
            .map(|(table, slot)| i32::from(table[slot][side]))
            .sum();
        let by_move = last.map_or(0, |last| i32::from(self.by_move[last]));
        let shares = sum * parameters.correction_share + by_move * parameters.correction_move_share;
        shares / 96 / CORRECTION_GRAIN
    }

    /// Learns that a search of some depth found a score better than the evaluation, by `better` centipawns.
    pub(crate) fn learn(
        &mut self,
        parameters: &Parameters,
        chess: &Chess,
        last: Option<usize>,
        depth: i32,
        better: i32,
    ) {
        let side = chess.turn() as usize;
        let weight = depth.min(CORRECTION_DEPTH) + 1;
        let by_pieces = self.by_pieces.iter_mut().zip(slots(chess));
        let by_pieces = by_pieces.map(|(table, slot)| &mut table[slot][side]);
        let by_move = last.map(|last| &mut self.by_move[last]);
        for old in by_pieces.chain(by_move) {
            let kept = i32::from(*old) * (CORRECTION_WEIGHT - weight);
            let moved = (kept + better * CORRECTION_GRAIN * weight) / CORRECTION_WEIGHT;
            let most = parameters.correction_maximum * CORRECTION_GRAIN;
            *old = moved.clamp(-most, most) as i16;
        }
    }
}

/// Where the corrections of a position are.
fn slots(chess: &Chess) -> [usize; KINDS] {
    let board = chess.board();
    let pawns = Color::ALL.map(|color| board.pawns() & board.by_color(color));
    let pieces = |color| {
        let own = board.by_color(color);
        Role::ALL.map(|role| match role {
            Role::Pawn => Bitboard::EMPTY,
            _ => board.by_role(role) & own,
        })
    };
    [
        slot(&pawns),
        slot(&pieces(Color::White)),
        slot(&pieces(Color::Black)),
    ]
}

/// A slot for sets of squares; others have most likely another one.
fn slot(sets: &[Bitboard]) -> usize {
    let turned = sets.iter().zip((0..).step_by(11));
    let mixed = turned.fold(0, |mixed, (set, by)| mixed ^ set.0.rotate_left(by));
    // The multiplier is that of splitmix64, <https://prng.di.unimi.it/splitmix64.c>.
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::Corrections;
    use crate::parameters::Parameters;
    use shakmaty::{Chess, Position};

    #[test]
    fn what_was_missed_is_added_as_far_as_it_is_believed() {
        let (mut corrections, chess) = (Corrections::new(), Chess::default());
        let parameters = Parameters {
            correction_maximum: 48,
            correction_share: 64,
            ..Parameters::default()
        };
        assert_eq!(corrections.get(&parameters, &chess, None), 0);
        for _ in 0..2000 {
            corrections.learn(&parameters, &chess, None, 9, 20);
        }
        assert!((35..=40).contains(&corrections.get(&parameters, &chess, None)));
        for _ in 0..2000 {
            corrections.learn(&parameters, &chess, None, 9, -3000);
        }
        assert_eq!(corrections.get(&parameters, &chess, None), -96);
        let reply = chess.clone().swap_turn().expect("no check");
        assert_eq!(corrections.get(&parameters, &reply, None), 0);
    }
}
