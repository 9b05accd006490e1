//! Pawns that meet: levers, breaks and rams.
//!
//! ```text
//! a lever         a break: d4-d5     a ram
//! . . . . .       . . . p .          . . p . .
//! . . p . .       . . . . .          . . P . .
//! . . . P .       . . P . .          . . . . .
//! ```

use shakmaty::{Bitboard, Board, Color, Rank, Square};

use crate::spans::pawn_attacks;

/// The levers of a board: a white and a black pawn that can capture each other.
///
/// Source: <https://www.chessprogramming.org/Pawn_Levers_(Bitboards)>; Kmoch, *Pawn Power in Chess*.
pub fn levers(board: &Board) -> impl Iterator<Item = (Square, Square)> + use<> {
    let white = board.pawns() & board.white();
    let black = board.pawns() & board.black();
    white.into_iter().flat_map(move |pawn| {
        let attacked = pawn_attacks(Color::White, Bitboard::from(pawn)) & black;
        attacked.into_iter().map(move |enemy| (pawn, enemy))
    })
}

/// The pawn breaks of `color`: a pawn and the square that it can be pushed to, by one or two
/// ranks, so that a lever arises there; the square is defended at least as often as attacked once
/// the pawn stands on it (all pieces, kings included, pins ignored).
///
/// Source: *pawn break* in <https://en.wikipedia.org/wiki/Glossary_of_chess>. That a break is to hold is ours:
/// otherwise every pawn near an enemy one could break.
pub fn breaks(board: &Board, color: Color) -> impl Iterator<Item = (Square, Square)> {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let step = color.fold_wb(8, -8);
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    pawns.into_iter().flat_map(move |pawn| {
        let empty = |square: &Square| !board.occupied().contains(*square);
        let single = pawn.offset(step).filter(empty);
        let double = single
            .filter(|_| pawn.rank() == home)
            .and_then(|square| square.offset(step))
            .filter(empty);
        [single, double]
            .into_iter()
            .flatten()
            .filter(move |&stop| {
                let hits = pawn_attacks(color, Bitboard::from(stop)).intersects(enemies);
                hits && holds(board, color, pawn, stop)
            })
            .map(move |stop| (pawn, stop))
    })
}

/// Whether `pawn`, pushed to `stop`, is defended there at least as often as attacked.
fn holds(board: &Board, color: Color, pawn: Square, stop: Square) -> bool {
    let occupied = board.occupied().without(pawn);
    let attackers = board.attacks_to(stop, !color, occupied);
    let defenders = board.attacks_to(stop, color, occupied);
    defenders.count() >= attackers.count()
}

/// The rams of a board: a white pawn and the black one directly before it, neither of which can
/// move.
///
/// Source: <https://www.chessprogramming.org/Pawn_Rams_(Bitboards)>; Kmoch, *Pawn Power in Chess*.
pub fn rams(board: &Board) -> impl Iterator<Item = (Square, Square)> + use<> {
    let black = board.pawns() & board.black();
    let white = board.pawns() & board.white();
    white.into_iter().filter_map(move |pawn| {
        let before = pawn.offset(8)?;
        black.contains(before).then_some((pawn, before))
    })
}
