//! Sets of squares that the pawn structures are made of.
//!
//! ```text
//! beside (d4)        ahead (White, d4)     files (d4)
//! . . . . . . . .    . . . 1 . . . .       . . . 1 . . . .
//! . . . . . . . .    . . . 1 . . . .       . . . 1 . . . .
//! . . . . . . . .    . . . 1 . . . .       . . . 1 . . . .
//! . . . . . . . .    . . . 1 . . . .       . . . 1 . . . .
//! . . 1 . 1 . . .    . . . . . . . .       . . . 1 . . . .
//! . . . . . . . .    . . . . . . . .       . . . 1 . . . .
//! ```
//!
//! Source: <https://www.chessprogramming.org/Pawn_Spans>.

use shakmaty::{Bitboard, Color, File};

/// The squares directly left and right of `squares`, on the same rank.
pub fn beside(squares: Bitboard) -> Bitboard {
    let left = squares.without(File::A).0 >> 1;
    let right = squares.without(File::H).0 << 1;
    Bitboard(left | right)
}

/// All squares strictly in front of `squares` on their own files, as `color` marches.
pub fn ahead(color: Color, squares: Bitboard) -> Bitboard {
    let mut span = squares.0;
    match color {
        Color::White => {
            span <<= 8;
            span |= span << 8;
            span |= span << 16;
            span |= span << 32;
        }
        Color::Black => {
            span >>= 8;
            span |= span >> 8;
            span |= span >> 16;
            span |= span >> 32;
        }
    }
    Bitboard(span)
}

/// The whole files on which `squares` lie.
pub(crate) fn files(squares: Bitboard) -> Bitboard {
    squares | ahead(Color::White, squares) | ahead(Color::Black, squares)
}

/// The squares that pawns of `color` on `pawns` attack.
pub fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let sides = beside(pawns).0;
    Bitboard(color.fold_wb(sides << 8, sides >> 8))
}
