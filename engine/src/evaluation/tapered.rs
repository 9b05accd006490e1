//! The tapered evaluation: terms with tuned weights, sliding from opening to endgame.

use prefetch_index::prefetch_index;
use shakmaty::{Board, Color, Position, Role};

use super::group::{Group, TERMS};
use super::sign::sign;
use super::terms::{Pawns, for_each_other_term, for_each_pawn_term};
use super::weights::WEIGHTS;

/// How much each kind keeps the game from being an endgame, pawn to king.
///
/// Source: <https://www.chessprogramming.org/PeSTO%27s_Evaluation_Function>.
const PHASES: [usize; 6] = [0, 1, 1, 2, 4, 0];

/// What `phase` is over the pieces that a game starts with.
pub const OPENING_PHASE: i32 = 24;

/// Two scores in one number, for the opening in the lower half, so that one addition adds both.
///
/// Source: <https://www.chessprogramming.org/Tapered_Eval#Implementation_Examples>.
#[derive(Copy, Clone, Default)]
struct Pair(i32);

impl Pair {
    const fn new(opening: i16, endgame: i16) -> Pair {
        Pair(((endgame as i32) << 16) + opening as i32)
    }

    fn opening(self) -> i32 {
        i32::from(self.0 as i16)
    }

    fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper half.
        i32::from(((self.0 + 0x8000) >> 16) as i16)
    }
}

static PAIRS: [Pair; TERMS] = {
    let mut pairs = [Pair(0); TERMS];
    let mut term = 0;
    while term < TERMS {
        pairs[term] = Pair::new(WEIGHTS[term].0, WEIGHTS[term].1);
        term += 1;
    }
    pairs
};

/// What was worked out for pawns and kings.
#[derive(Clone, Default)]
#[repr(align(64))]
struct Slot {
    standing: [u64; 3],
    pair: Pair,
    pawns: Pawns,
}

/// Standings of pawns and kings that are kept: a power of two. Guessed; 800 kB.
const KEPT: usize = 1 << 13;

/// The tapered evaluation, with what it keeps of pawns and kings.
///
/// Source: <https://www.chessprogramming.org/Pawn_Hash_Table>.
pub(crate) struct Tapered {
    known: Vec<Slot>,
}

impl Tapered {
    pub(crate) fn new() -> Tapered {
        // An empty board is worth nothing, as an empty slot says.
        Tapered {
            known: vec![Slot::default(); KEPT],
        }
    }

    /// The evaluation in centipawns, White's view.
    pub(crate) fn evaluate(&mut self, position: &impl Position) -> i32 {
        let board = position.board();
        let known = self.known(board);
        let mut pair = known.pair;
        for_each_other_term(board, &known.pawns, |term, count| {
            pair.0 += PAIRS[term].0 * count;
        });
        pair.0 += PAIRS[Group::Tempo.first()].0 * sign(position.turn());
        let phase = phase(board);
        let endgame = pair.endgame() * scale(board, pair.endgame()) / SCALE;
        (pair.opening() * phase + endgame * (OPENING_PHASE - phase)) / OPENING_PHASE
    }

    /// Begins to fetch from memory what is known of a board's pawns and kings.
    pub(crate) fn fetch(&self, board: &Board) {
        prefetch_index(&self.known, slot(standing(board)));
    }

    fn known(&mut self, board: &Board) -> &Slot {
        let standing = standing(board);
        let known = &mut self.known[slot(standing)];
        if known.standing != standing {
            *known = Slot::new(board, standing);
        }
        known
    }
}

/// Where pawns, kings, and those of them that are White's stand.
fn standing(board: &Board) -> [u64; 3] {
    let (pawns, kings) = (board.pawns(), board.kings());
    [pawns, kings, (pawns | kings) & board.white()].map(|set| set.0)
}

/// Where what is known of a standing is kept.
fn slot([pawns, kings, white]: [u64; 3]) -> usize {
    // Multipliers of splitmix64, <https://prng.di.unimi.it/splitmix64.c>.
    let mixed = (pawns ^ white.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = mixed ^ kings.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as usize % KEPT
}

impl Slot {
    // Apart from the rest, which has to stay small.
    #[inline(never)]
    fn new(board: &Board, standing: [u64; 3]) -> Slot {
        let mut pair = Pair::default();
        let pawns = for_each_pawn_term(board, &mut |term, count| {
            pair.0 += PAIRS[term].0 * count;
        });
        Slot {
            standing,
            pair,
            pawns,
        }
    }
}

/// How much of the opening is left, from 24 down to 0.
pub fn phase(board: &Board) -> i32 {
    let pieces = Role::ALL.into_iter().zip(PHASES);
    let sum: usize = pieces
        .map(|(role, phase)| phase * board.by_role(role).count())
        .sum();
    // Pawns may have become pieces.
    (sum as i32).min(OPENING_PHASE)
}

/// The whole of an endgame's score.
pub const SCALE: i32 = 64;

/// How much of an endgame's score counts, in 64ths: less where the better side has little to win
/// with. Guessed, after Fruit's and Stockfish's.
///
/// Source: <https://www.chessprogramming.org/Draw_Evaluation>.
pub fn scale(board: &Board, endgame: i32) -> i32 {
    let strong = if endgame > 0 {
        Color::White
    } else {
        Color::Black
    };
    let pawns = (board.pawns() & board.by_color(strong)).count() as i32;
    let pieces = |color| {
        let own = board.by_color(color);
        let minors = ((board.knights() | board.bishops()) & own).count() as i32;
        let rooks = (board.rooks() & own).count() as i32;
        let queens = (board.queens() & own).count() as i32;
        3 * minors + 5 * rooks + 9 * queens
    };
    if pawns == 0 {
        // A minor piece more does not win, and two knights do not mate.
        let lone = board.by_color(!strong).count() == 1;
        let knights =
            pieces(strong) == 6 && (board.knights() & board.by_color(strong)).count() == 2;
        return match pieces(strong) - pieces(!strong) {
            ..=3 => 4,
            _ if lone && knights => 0,
            4 => 16,
            _ => SCALE,
        };
    }
    let bishops = board.bishops();
    let opposite = (bishops & board.white()).count() == 1
        && (bishops & board.black()).count() == 1
        && (bishops & shakmaty::Bitboard::LIGHT_SQUARES).count() == 1;
    if opposite && (board.knights() | board.rooks_and_queens()).is_empty() {
        return 20 + 6 * pawns.min(4);
    }
    (40 + 6 * pawns).min(SCALE)
}
