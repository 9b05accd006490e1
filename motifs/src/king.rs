//! Where the kings live: castled sides and pawn shields.

use shakmaty::{Bitboard, Board, CastlingSide, Color, File, Rank, Role, Square};

use crate::spans::beside;
use crate::squares::files_at;

/// The side that `color` has castled on, judged by the board: the king on its first rank on
/// the g- or h-file, or on the a-, b- or c-file, with no rook of its own between it and the nearer
/// corner (there it would have walked), and one elsewhere, for the other pieces to need a king in
/// safety.
///
/// Source: <https://www.chessprogramming.org/Castling>.
pub fn castled(board: &Board, color: Color) -> Option<CastlingSide> {
    let king = board.king_of(color)?;
    let first = color.fold_wb(Rank::First, Rank::Eighth);
    let rooks = board.by_piece(Role::Rook.of(color));
    let (side, outside) = match king.file() {
        File::G | File::H => (
            CastlingSide::KingSide,
            files_at(king.file(), |away| away > 0),
        ),
        File::A | File::B | File::C => (
            CastlingSide::QueenSide,
            files_at(king.file(), |away| away < 0),
        ),
        _ => return None,
    };
    let castled = king.rank() == first && rooks.any() && rooks.is_disjoint(outside & first);
    castled.then_some(side)
}

/// White's and Black's king if they have castled on opposite sides.
///
/// Source: <https://en.wikipedia.org/wiki/Castling>.
pub fn opposite_castling(board: &Board) -> Option<(Square, Square)> {
    let white = castled(board, Color::White)?;
    let black = castled(board, Color::Black)?;
    let kings = (board.king_of(Color::White)?, board.king_of(Color::Black)?);
    (white != black).then_some(kings)
}

/// The king of `color` and the pawns that shield it: the king on its first two ranks and on the
/// files a to c or f to h, two or more friendly pawns one or two ranks before it, on its own file
/// and those beside it, and an enemy queen or rook to be sheltered from.
///
/// Source: <https://www.chessprogramming.org/King_Safety#Pawn_Shield>.
pub fn king_shield(board: &Board, color: Color) -> Option<(Square, Bitboard)> {
    let king = board.king_of(color)?;
    let ranks = color.fold_wb([Rank::First, Rank::Second], [Rank::Eighth, Rank::Seventh]);
    let sheltered = ranks.contains(&king.rank()) && !matches!(king.file(), File::D | File::E);
    let three = beside(Bitboard::from(king)).with(king);
    let step = color.fold_wb(8, -8);
    let before = three.shift(step) | three.shift(2 * step);
    let shield = before & board.pawns() & board.by_color(color);
    let threatened = board.rooks_and_queens().intersects(board.by_color(!color));
    (sheltered && threatened && shield.more_than_one()).then_some((king, shield))
}
