//! Tomasz Michniewski's simplified evaluation.

use shakmaty::{Board, Color, Role};

use super::sign::sign;

/// What a pawn, knight, bishop, rook, queen and king are worth, in centipawns.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Material, and where it stands, White's view, in centipawns. The king has a table for the middle
/// game and one for the endgame, which begins when each side has no queen, or a queen and at most
/// one minor piece.
///
/// Source: <https://www.chessprogramming.org/Simplified_Evaluation_Function>; the tables are his.
pub(crate) fn simplified(board: &Board) -> i32 {
    let endgame = Color::ALL.into_iter().all(|color| is_endgame(board, color));
    let mut score = 0;
    for color in Color::ALL {
        // The tables begin on a8, squares on a1.
        let flip = color.fold_wb(56, 0);
        for (role, kind) in Role::ALL.into_iter().zip(0..) {
            let table = if role == Role::King && endgame {
                &KING_ENDGAME
            } else {
                &TABLES[kind]
            };
            for square in board.by_piece(role.of(color)) {
                score += sign(color) * (VALUES[kind] + table[usize::from(square) ^ flip]);
            }
        }
    }
    score
}

/// Whether a side has no queen, or one queen with no rook and at most one minor piece.
fn is_endgame(board: &Board, color: Color) -> bool {
    let ours = board.by_color(color);
    let queens = (board.queens() & ours).count();
    let minors = ((board.knights() | board.bishops()) & ours).count();
    queens == 0 || (queens == 1 && (board.rooks() & ours).is_empty() && minors <= 1)
}

#[rustfmt::skip]
const TABLES: [[i32; 64]; 6] = [
    [ // pawn
          0,   0,   0,   0,   0,   0,   0,   0,
         50,  50,  50,  50,  50,  50,  50,  50,
         10,  10,  20,  30,  30,  20,  10,  10,
          5,   5,  10,  25,  25,  10,   5,   5,
          0,   0,   0,  20,  20,   0,   0,   0,
          5,  -5, -10,   0,   0, -10,  -5,   5,
          5,  10,  10, -20, -20,  10,  10,   5,
          0,   0,   0,   0,   0,   0,   0,   0,
    ],
    [ // knight
        -50, -40, -30, -30, -30, -30, -40, -50,
        -40, -20,   0,   0,   0,   0, -20, -40,
        -30,   0,  10,  15,  15,  10,   0, -30,
        -30,   5,  15,  20,  20,  15,   5, -30,
        -30,   0,  15,  20,  20,  15,   0, -30,
        -30,   5,  10,  15,  15,  10,   5, -30,
        -40, -20,   0,   5,   5,   0, -20, -40,
        -50, -40, -30, -30, -30, -30, -40, -50,
    ],
    [ // bishop
        -20, -10, -10, -10, -10, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,  10,  10,   5,   0, -10,
        -10,   5,   5,  10,  10,   5,   5, -10,
        -10,   0,  10,  10,  10,  10,   0, -10,
        -10,  10,  10,  10,  10,  10,  10, -10,
        -10,   5,   0,   0,   0,   0,   5, -10,
        -20, -10, -10, -10, -10, -10, -10, -20,
    ],
    [ // rook
          0,   0,   0,   0,   0,   0,   0,   0,
          5,  10,  10,  10,  10,  10,  10,   5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
         -5,   0,   0,   0,   0,   0,   0,  -5,
          0,   0,   0,   5,   5,   0,   0,   0,
    ],
    [ // queen
        -20, -10, -10,  -5,  -5, -10, -10, -20,
        -10,   0,   0,   0,   0,   0,   0, -10,
        -10,   0,   5,   5,   5,   5,   0, -10,
         -5,   0,   5,   5,   5,   5,   0,  -5,
          0,   0,   5,   5,   5,   5,   0,  -5,
        -10,   5,   5,   5,   5,   5,   0, -10,
        -10,   0,   5,   0,   0,   0,   0, -10,
        -20, -10, -10,  -5,  -5, -10, -10, -20,
    ],
    [ // king, middle game
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -30, -40, -40, -50, -50, -40, -40, -30,
        -20, -30, -30, -40, -40, -30, -30, -20,
        -10, -20, -20, -20, -20, -20, -20, -10,
         20,  20,   0,   0,   0,   0,  20,  20,
         20,  30,  10,   0,   0,  10,  30,  20,
    ],
];

#[rustfmt::skip]
const KING_ENDGAME: [i32; 64] = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];
