//! Pawn chains: diagonal runs of three or more pawns of one colour.

use shakmaty::{Bitboard, Board, Color};

/// The diagonals of the board: a step of 9 squares goes towards h8, one of 7 towards a8. The
/// file that a step must not start from, because it would leave the board, comes along.
const DIAGONALS: [(u32, u64); 2] = [(9, 0x8080_8080_8080_8080), (7, 0x0101_0101_0101_0101)];

/// The pawn chains of `color`, e.g. `{c3, d4, e5}`: maximal diagonal runs of three or more. The
/// base is the rearmost pawn, the head the foremost; a pawn may belong to two chains.
///
/// Source: Plut 2018, section 3.2, but with a- and h-pawns as bases too (the program there never
/// lets one be a base).
pub fn chains(board: &Board, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    DIAGONALS.into_iter().flat_map(move |(step, edge)| {
        let up = move |squares: Bitboard| Bitboard((squares.0 & !edge) << step);
        // Runs are followed up the board from their lowest pawn, whichever the colour.
        (pawns & !up(pawns)).into_iter().filter_map(move |lowest| {
            let mut run = Bitboard::EMPTY;
            let mut pawn = Bitboard::from(lowest);
            while pawn.any() {
                run |= pawn;
                pawn = up(pawn) & pawns;
            }
            (run.count() >= 3).then_some(run)
        })
    })
}
