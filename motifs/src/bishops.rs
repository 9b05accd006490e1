//! Bishops: the pair, bad ones, opposite colours, fianchettoes.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::squares::{CENTRE, SQUARE_COLORS};

/// The bishops of `color` if it has the bishop pair: bishops on squares of both colours, which the
/// opponent has not.
///
/// Source: <https://www.chessprogramming.org/Bishop_Pair>.
pub fn bishop_pair(board: &Board, color: Color) -> Option<Bitboard> {
    let pair = |color: Color| {
        let bishops = board.by_piece(Role::Bishop.of(color));
        SQUARE_COLORS
            .into_iter()
            .all(|squares| bishops.intersects(squares))
            .then_some(bishops)
    };
    pair(color).filter(|_| pair(!color).is_none())
}

/// The bad bishops of `color`, each with the pawns that make it bad: two or more friendly pawns on
/// squares of its colour, on the files c to f, that an enemy pawn blocks.
///
/// Source: <https://www.chessprogramming.org/Bad_Bishop>. Two pawns, central and blocked by pawns:
/// as in the French and the King's Indian, its usual examples.
pub fn bad_bishops(
    board: &Board,
    color: Color,
) -> impl Iterator<Item = (Square, Bitboard)> + use<> {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let blocked = pawns & enemies.shift(color.fold_wb(-8, 8));
    let bishops = board.by_piece(Role::Bishop.of(color));
    SQUARE_COLORS.into_iter().flat_map(move |squares| {
        let obstacles = blocked & CENTRE & squares;
        let bad = if obstacles.more_than_one() {
            bishops & squares
        } else {
            Bitboard::EMPTY
        };
        bad.into_iter().map(move |bishop| (bishop, obstacles))
    })
}

/// White's and Black's bishop if each has just one and these are on squares of opposite colours.
///
/// Source: <https://www.chessprogramming.org/Bishops_of_Opposite_Colors>.
pub fn opposite_bishops(board: &Board) -> Option<(Square, Square)> {
    let white = (board.bishops() & board.white()).single_square()?;
    let black = (board.bishops() & board.black()).single_square()?;
    (white.is_light() != black.is_light()).then_some((white, black))
}

/// The fianchettoed bishops of `color`: on b2 or g2 (Black's b7 or g7) behind a friendly pawn that
/// has gone one step.
///
/// Source: <https://www.chessprogramming.org/Fianchetto>.
pub fn fianchettoes(board: &Board, color: Color) -> Bitboard {
    let homes = color.fold_wb([Square::B2, Square::G2], [Square::B7, Square::G7]);
    let bishops = board.by_piece(Role::Bishop.of(color));
    let pawns = board.pawns() & board.by_color(color);
    homes
        .into_iter()
        .filter(|&home| {
            let before = home.offset(color.fold_wb(8, -8));
            bishops.contains(home) && before.is_some_and(|square| pawns.contains(square))
        })
        .collect()
}
