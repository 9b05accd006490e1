//! Rooks on the seventh rank and doubled rooks.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Board, Color, File, Rank, Role};

/// The rooks of `color` on its seventh rank, if they find something there: an enemy pawn on that
/// rank, or the enemy king on the one behind it.
///
/// Source: <https://www.chessprogramming.org/Rook_on_Seventh>.
pub fn rooks_on_seventh(board: &Board, color: Color) -> Bitboard {
    let (seventh, eighth) =
        color.fold_wb((Rank::Seventh, Rank::Eighth), (Rank::Second, Rank::First));
    let enemies = board.by_color(!color);
    let pawns = (board.pawns() & enemies).intersects(seventh);
    let king = (board.kings() & enemies).intersects(eighth);
    if pawns || king {
        board.by_piece(Role::Rook.of(color)) & seventh
    } else {
        Bitboard::EMPTY
    }
}

/// The doubled rooks of `color`: two on one file with nothing between them.
///
/// Source: <https://www.chessprogramming.org/Rook>; on ranks they are said to be connected.
pub fn doubled_rooks(board: &Board, color: Color) -> impl Iterator<Item = Bitboard> + use<> {
    let rooks = board.by_piece(Role::Rook.of(color));
    let occupied = board.occupied();
    File::ALL.into_iter().flat_map(move |file| {
        let on_file: Vec<_> = (rooks & file).into_iter().collect();
        let pairs: Vec<Bitboard> = on_file
            .windows(2)
            .filter(|pair| between(pair[0], pair[1]).is_disjoint(occupied))
            .map(|pair| Bitboard::from(pair[0]) | pair[1])
            .collect();
        pairs
    })
}
