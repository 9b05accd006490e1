//! The static evaluation of a board with pockets: pieces on it and in hand, where they stand, and above all how
//! safe the kings are against what stands near and what can be dropped.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Color, Position, Rank, Role, Square};

use super::board::{DROPS, Kind, Pocket, PocketBoard};
use super::values::Values;

/// To have the move. Guessed: drops make it worth more than in chess.
const TEMPO: i32 = 30;

/// How near the enemy king a piece stands, for each square nearer than eight, pawn to king. Guessed.
const NEAR: [i32; 6] = [3, 7, 4, 4, 6, 0];

/// A bishop or knight that still stands on its first rank. Guessed.
const UNDEVELOPED: i32 = 18;

/// A pawn's way, by its rank as its owner counts. Guessed.
const ADVANCED: [i32; 8] = [0, 0, 0, 6, 14, 28, 55, 0];

/// A pawn on one of the four squares in the middle. Guessed.
const CENTRE: i32 = 18;

/// Danger by attacked square beside the king, pawn to king. Guessed.
const ATTACK: [i32; 6] = [3, 4, 4, 4, 5, 0];

/// What a piece in hand adds to each open square beside the king, pawn to king, in tenths. Guessed.
const THREAT: [i32; 6] = [5, 9, 8, 9, 15, 0];

/// The same of what a partner may send at any time. Guessed.
const PARTNER: i32 = 8;

/// A square from where a piece in hand gives check and cannot be taken, pawn to king. Guessed.
const DROP_CHECK: [i32; 6] = [4, 6, 4, 5, 5, 0];

/// As many squares count for each piece in hand. Guessed.
const DROP_CHECKS: i32 = 3;

/// The danger of a king that has no square to go to, and of one that has a single one. Guessed.
const CORNERED: [i32; 2] = [10, 4];

/// A queen in hand that could go beside the king, defended, where only the king could take it. Guessed.
const QUEEN_BESIDE: i32 = 25;

/// Danger up to here counts squared, divided by [`DANGER`], beyond it in proportion. Guessed.
const MOST_DANGER: i32 = 110;

/// See [`MOST_DANGER`]. Guessed.
const DANGER: i32 = 14;

/// What a side attacks.
struct Attacks {
    /// All of it but what the king does.
    pieces: Bitboard,
    /// The danger for the other king.
    danger: i32,
}

/// The score of a position, from the view of the side to move, where that is the searching side if `ours`.
pub(crate) fn evaluate(position: &PocketBoard, values: &Values, ours: bool) -> i32 {
    let chess = position.chess();
    let board = chess.board();
    let us = chess.turn();
    let (Some(king), Some(their_king)) = (board.king_of(us), board.king_of(!us)) else {
        return 0;
    };
    let mine = attacks(board, us, their_king);
    let theirs = attacks(board, !us, king);
    let side = usize::from(!ours);
    let own = worth(position, us, their_king, values, side);
    let other = worth(position, !us, king, values, 1 - side);
    let our_safety = safety(position, us, king, &mine, &theirs);
    let their_safety = safety(position, !us, their_king, &theirs, &mine);
    own - other - our_safety + their_safety + TEMPO
}

/// Pieces, and where they stand.
fn worth(
    position: &PocketBoard,
    color: Color,
    target: Square,
    values: &Values,
    side: usize,
) -> i32 {
    let board = position.chess().board();
    let pieces = board.by_color(color);
    let pocket = position.pockets().get(color);
    let mut sum = 0;
    for role in Role::ALL {
        let index = role as usize - 1;
        sum += i32::from(*pocket.get(role)) * values.hand[side][index];
        for square in board.by_role(role) & pieces {
            sum += values.board[side][index];
            sum += NEAR[index] * (7 - square.distance(target) as i32);
        }
    }
    let minors = (board.knights() | board.bishops()) & pieces;
    let first = Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
    sum -= UNDEVELOPED * (minors & first).count() as i32;
    let centre = Bitboard::from(Square::D4) | Square::E4 | Square::D5 | Square::E5;
    let pawns = board.pawns() & pieces;
    sum += CENTRE * (pawns & centre).count() as i32;
    for pawn in pawns {
        let rank = color.fold_wb(pawn.rank() as usize, 7 - pawn.rank() as usize);
        sum += ADVANCED[rank];
    }
    sum
}

/// What a side attacks, and how dangerous that is for the other king.
fn attacks(board: &Board, color: Color, target: Square) -> Attacks {
    let zone = king_attacks(target);
    let occupied = board.occupied();
    let us = board.by_color(color);
    let mut pieces = Bitboard::EMPTY;
    let mut danger = 0;
    for role in DROPS {
        for from in board.by_role(role) & us {
            let squares = match role {
                Role::Pawn => pawn_attacks(color, from),
                Role::Knight => knight_attacks(from),
                Role::Bishop => bishop_attacks(from, occupied),
                Role::Rook => rook_attacks(from, occupied),
                _ => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            };
            pieces |= squares;
            danger += ATTACK[role as usize - 1] * (squares & zone).count() as i32;
        }
    }
    Attacks { pieces, danger }
}

/// What the danger of a king costs its side.
fn safety(
    position: &PocketBoard,
    color: Color,
    king: Square,
    own: &Attacks,
    theirs: &Attacks,
) -> i32 {
    let board = position.chess().board();
    let occupied = board.occupied();
    let pocket = *position.pockets().get(!color);
    let zone = king_attacks(king);
    let mut danger = theirs.danger;

    // Squares beside the king that nobody but the king holds.
    let open = zone & !board.by_color(color) & !own.pieces;
    let partner = match position.kind() {
        Kind::Bughouse => PARTNER,
        Kind::Crazyhouse => 0,
    };
    let threat = partner
        + DROPS
            .into_iter()
            .map(|role| held(pocket, role, 2) * THREAT[role as usize - 1])
            .sum::<i32>();
    danger += open.count() as i32 * (10 + threat) / 10;

    // Checks by drops that only the king could answer by taking.
    let empty = !occupied & !own.pieces;
    let (diagonal, line) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
    for (role, from) in [
        (Role::Pawn, pawn_attacks(color, king) & !Bitboard::BACKRANKS),
        (Role::Knight, knight_attacks(king)),
        (Role::Bishop, diagonal),
        (Role::Rook, line),
        (Role::Queen, diagonal | line),
    ] {
        if *pocket.get(role) > 0 {
            let safe = from & empty & (theirs.pieces | !zone);
            let count = (safe.count() as i32).min(DROP_CHECKS);
            danger += DROP_CHECK[role as usize - 1] * count;
        }
    }
    if pocket.queen > 0 && (zone & empty & theirs.pieces).any() {
        danger += QUEEN_BESIDE;
    }

    let escapes = zone & !board.by_color(color) & !theirs.pieces;
    if let Some(cornered) = CORNERED.get(escapes.count()) {
        danger += cornered * (10 + threat) / 20;
    }

    let squared = danger.min(MOST_DANGER);
    squared * squared / DANGER + (danger - squared) * 2 * MOST_DANGER / DANGER
}

/// How many of a role are in hand, up to `most`.
fn held(pocket: Pocket, role: Role, most: u8) -> i32 {
    i32::from((*pocket.get(role)).min(most))
}
