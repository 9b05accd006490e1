//! Pawns that will be passed, passed pawns that lure, and pawns far advanced.

use shakmaty::{Bitboard, Board, Color, Rank, Square};

use crate::passed::passed;
use crate::spans::{ahead, beside, files};
use crate::squares::{files_at, union};

/// The candidate passed pawns of `color`: not passed yet, no pawn of either colour ahead on their
/// own file, and at least as many helpers as sentries.
///
/// Helpers are friendly pawns on the adjacent files, level or behind; sentries are enemy pawns on
/// the adjacent files, ahead.
///
/// Source: <https://www.chessprogramming.org/Candidate_Passed_Pawn>.
pub fn candidates(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    let enemies = board.pawns() & board.by_color(!color);
    let free = pawns & !ahead(!color, board.pawns()) & !passed(board, color);
    free.into_iter()
        .filter(|&pawn| {
            let sides = beside(Bitboard::from(pawn));
            let front = ahead(color, sides);
            let helpers = pawns & files(sides) & !front;
            helpers.count() >= (enemies & front).count()
        })
        .collect()
}

/// The outside passed pawns of `color`: passed, with all enemy pawns on one side of them and at
/// least three files away, and a friendly pawn over there too, so that there is something to win
/// once the enemy king has been lured away.
///
/// Source: <https://www.chessprogramming.org/Outside_Passed_Pawn>. The number of files is
/// ours; the books give none.
pub fn outside_passed(board: &Board, color: Color) -> Bitboard {
    let enemies = board.pawns() & board.by_color(!color);
    let others = board.pawns() & board.by_color(color);
    let outside = |pawn: &Square| {
        let right = files_at(pawn.file(), |away| away > 0);
        let left = files_at(pawn.file(), |away| away < 0);
        let near = files_at(pawn.file(), |away| away.abs() < 3);
        [left, right].into_iter().any(|side| {
            enemies.any() && enemies.is_subset(side & !near) && others.intersects(side & !near)
        })
    };
    passed(board, color).into_iter().filter(outside).collect()
}

/// The advanced pawns of `color`: those on their sixth and seventh rank.
///
/// Source: lichess's theme [`advancedPawn`](https://lichess.org/training/themes); its tagger begins
/// with the sixth rank.
pub fn advanced_pawns(board: &Board, color: Color) -> Bitboard {
    let ranks = color.fold_wb([Rank::Sixth, Rank::Seventh], [Rank::Third, Rank::Second]);
    board.pawns() & board.by_color(color) & union(ranks)
}
