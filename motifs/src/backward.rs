//! Backward pawns: left behind, and unable to advance without being lost.

use shakmaty::{Bitboard, Board, Color, Square};

use crate::isolated::isolated;
use crate::spans::{ahead, beside, pawn_attacks};

/// The backward pawns of `color`: those
///
/// 1. on their own second or third rank,
/// 2. that are not isolated,
/// 3. with no friendly pawn behind them on an adjacent file,
/// 4. with a friendly pawn level with them on an adjacent file only if no enemy pawn stands
///    ahead on their own file,
/// 5. whose stop square an enemy pawn attacks,
/// 6. and which would meet more attackers than defenders on it: counted after the push (whatever
///    stands there is replaced), all pieces, kings included, pins ignored.
///
/// Source: table A.1 of Plut 2018, which this fits in 103 of 104 rows; the text of its
/// section 3.2 is looser.
pub fn backward(board: &Board, color: Color) -> Bitboard {
    fallen(board, color, stragglers(board, color))
}

/// The pawns of `color` that conditions 1 to 5 of [`backward()`] hold for: pawns alone decide it.
pub fn stragglers(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);

    let home = Bitboard(color.fold_wb(0x0000_0000_00ff_ff00, 0x00ff_ff00_0000_0000));
    let supported = ahead(color, beside(pawns));
    let held_level = beside(pawns) & ahead(!color, enemies);
    let candidates = pawns & home & !isolated(board, color) & !supported & !held_level;

    // Those whose stop square an enemy pawn attacks: the attacked squares, one rank back.
    let stopped = pawn_attacks(!color, enemies).0;
    candidates & Bitboard(color.fold_wb(stopped >> 8, stopped << 8))
}

/// The backward ones of the [`stragglers()`] of `color`: those that condition 6 holds for.
pub fn fallen(board: &Board, color: Color, mut stragglers: Bitboard) -> Bitboard {
    for pawn in stragglers {
        let stop = pawn.offset(color.fold_wb(8, -8));
        if !stop.is_some_and(|stop| falls_on(board, color, pawn, stop)) {
            stragglers.discard(pawn);
        }
    }
    stragglers
}

/// Whether `pawn`, pushed to `stop`, has more attackers there than defenders.
fn falls_on(board: &Board, color: Color, pawn: Square, stop: Square) -> bool {
    // The push opens the line behind the pawn, e.g. for a rook. Whatever stood on the stop square
    // needs no removing: no piece attacks or defends the square it stands on.
    let occupied = board.occupied().without(pawn);
    let attackers = board.attacks_to(stop, !color, occupied);
    let defenders = board.attacks_to(stop, color, occupied);
    attackers.count() > defenders.count()
}
