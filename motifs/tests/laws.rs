//! Laws that hold on every board.

use std::collections::BTreeSet;

use motifs::{
    Attacks, Kind, PawnStructure, attacked_by_cheaper, backward, hanging, isolated, passed,
    pawn_structures, pesto, value, winning_captures,
};
use proptest::prelude::*;
use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

/// Boards of random pieces, crowded with pawns; not all could arise in a game.
fn boards() -> impl Strategy<Value = Board> {
    let piece = (0..64u32, 0..6u32, any::<bool>(), 0..3u8);
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| {
        let mut board = Board::empty();
        for (square, role, white, pawnish) in pieces {
            let square = Square::new(square);
            let inside = !Bitboard::from(Rank::First)
                .with(Rank::Eighth)
                .contains(square);
            let role = if pawnish > 0 && inside {
                Role::Pawn
            } else {
                [
                    Role::Knight,
                    Role::Bishop,
                    Role::Rook,
                    Role::Queen,
                    Role::King,
                    Role::Knight,
                ][role as usize]
            };
            let color = Color::from_white(white);
            board.set_piece_at(square, Piece { color, role });
        }
        board
    })
}

fn set(board: &Board) -> BTreeSet<(Kind, bool, u64)> {
    pawn_structures(board)
        .into_iter()
        .map(|s| (s.kind, s.color.is_white(), s.pawns.0))
        .collect()
}

/// The structure as it looks when the board is turned over and the colours are exchanged.
fn mirrored(structure: PawnStructure) -> (Kind, bool, u64) {
    let pawns = structure.pawns.flip_vertical();
    (structure.kind, structure.color.is_black(), pawns.0)
}

proptest! {
    #[test]
    fn colours_are_treated_alike(board in boards()) {
        let expected: BTreeSet<_> = pawn_structures(&board).into_iter().map(mirrored).collect();
        prop_assert_eq!(set(&board.into_mirrored()), expected);
    }

    #[test]
    fn what_is_good_for_one_colour_is_bad_for_the_other(board in boards()) {
        prop_assert_eq!(pesto(&board.clone().into_mirrored()), -pesto(&board));
    }

    #[test]
    fn left_and_right_are_treated_alike(board in boards()) {
        let expected: BTreeSet<_> = set(&board)
            .into_iter()
            .map(|(kind, white, pawns)| (kind, white, Bitboard(pawns).flip_horizontal().0))
            .collect();
        let mut flipped = board;
        flipped.flip_horizontal();
        prop_assert_eq!(set(&flipped), expected);
    }

    /// The definitions written again square by square, without span tricks.
    #[test]
    fn isolated_and_passed_as_defined(board in boards()) {
        for color in Color::ALL {
            let own: Vec<Square> = (board.pawns() & board.by_color(color)).into_iter().collect();
            let enemy: Vec<Square> = (board.pawns() & board.by_color(!color)).into_iter().collect();
            let files_apart = |a: Square, b: Square| (a.file() as i32 - b.file() as i32).abs();
            let ahead = |a: Square, b: Square| {
                let ranks = b.rank() as i32 - a.rank() as i32;
                color.fold_wb(ranks, -ranks) > 0
            };
            for pawn in &own {
                let alone = own.iter().all(|&other| files_apart(*pawn, other) != 1);
                prop_assert_eq!(isolated(&board, color).contains(*pawn), alone);
                let free = enemy.iter().all(|&e| files_apart(*pawn, e) > 1 || !ahead(*pawn, e));
                prop_assert_eq!(passed(&board, color).contains(*pawn), free);
            }
        }
    }

    /// The definitions written again piece by piece.
    #[test]
    fn danger_as_defined(board in boards()) {
        let attacks = Attacks::new(&board);
        for color in Color::ALL {
            let mut won = Vec::new();
            winning_captures(&board, &attacks, !color, |actor, target, squares| {
                won.extend(squares.into_iter().map(|square| (actor.role, target.role, square)));
            });
            for square in board.by_color(color) {
                let target = board.role_at(square).expect("a piece");
                let attackers = board.attacks_to(square, !color, board.occupied());
                let roles: Vec<Role> = attackers.into_iter().filter_map(|from| board.role_at(from)).collect();
                let undefended = board.attacks_to(square, color, board.occupied()).is_empty();
                let king = target == Role::King;
                let hangs = !king && !roles.is_empty() && undefended;
                prop_assert_eq!(hanging(&board, &attacks, color).contains(square), hangs);
                let cheaper = |role: &Role| !king && value(*role) < value(target);
                let threatened = roles.iter().any(cheaper);
                prop_assert_eq!(attacked_by_cheaper(&board, &attacks, color).contains(square), threatened);
                for role in Role::ALL {
                    let wins = !king && roles.contains(&role) && (undefended || cheaper(&role));
                    prop_assert_eq!(won.contains(&(role, target, square)), wins);
                }
            }
        }
    }

    #[test]
    fn no_pawn_is_both_isolated_and_backward(board in boards()) {
        for color in Color::ALL {
            prop_assert!((isolated(&board, color) & backward(&board, color)).is_empty());
        }
    }
}
