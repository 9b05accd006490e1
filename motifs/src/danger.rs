//! Pieces in danger: hanging, attacked by a less valuable piece, worth capturing.
//!
//! All of it is direct attacks: pins, x-rays and the legality of a capture do not count.

use shakmaty::{Bitboard, Board, Color, Piece, Role};

/// What a piece is worth in pawns, e.g. 5 for a rook; a king more than all others.
///
/// Source: <https://www.chessprogramming.org/Point_Value>, Shannon's values.
pub fn value(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// The squares that each kind of piece attacks or defends.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacks {
    /// By colour, White's first, and role.
    kinds: [[Bitboard; 6]; 2],
}

impl Attacks {
    /// All attacks on a board.
    pub fn new(board: &Board) -> Attacks {
        let mut attacks = Attacks::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                attacks.add(piece, board.attacks_from(square));
            }
        }
        attacks
    }

    /// Adds squares that a kind of piece attacks or defends.
    pub fn add(&mut self, piece: Piece, squares: Bitboard) {
        self.kinds[piece.color.fold_wb(0, 1)][piece.role as usize - 1] |= squares;
    }

    /// What a kind of piece attacks or defends.
    pub fn of(&self, piece: Piece) -> Bitboard {
        self.kinds[piece.color.fold_wb(0, 1)][piece.role as usize - 1]
    }

    /// What a side attacks or defends.
    pub fn by(&self, color: Color) -> Bitboard {
        let kinds = self.kinds[color.fold_wb(0, 1)];
        kinds
            .into_iter()
            .fold(Bitboard::EMPTY, |all, one| all | one)
    }
}

/// The pieces of `color` that an enemy attacks and no friend defends, without kings.
///
/// Source: <https://www.chessprogramming.org/Hanging_Piece>.
pub fn hanging(board: &Board, attacks: &Attacks, color: Color) -> Bitboard {
    board.by_color(color) & !board.kings() & attacks.by(!color) & !attacks.by(color)
}

/// The pieces of `color` that an enemy of smaller [`value`] attacks, without kings.
pub fn attacked_by_cheaper(board: &Board, attacks: &Attacks, color: Color) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for target in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for attacker in Role::ALL {
            if value(attacker) < value(target) {
                found |= board.by_piece(target.of(color)) & attacks.of(attacker.of(!color));
            }
        }
    }
    found
}

/// Calls `see` with the captures by which `color` wins something at first sight: attacker, kind of
/// target, and the squares of those that are undefended or worth more than the attacker.
pub fn winning_captures(
    board: &Board,
    attacks: &Attacks,
    color: Color,
    mut see: impl FnMut(Piece, Piece, Bitboard),
) {
    let undefended = !attacks.by(!color);
    for attacker in Role::ALL {
        let reached = attacks.of(attacker.of(color)) & board.by_color(!color) & !board.kings();
        if reached.is_empty() {
            continue;
        }
        for target in Role::ALL {
            let mut wins = reached & board.by_role(target);
            if value(target) <= value(attacker) {
                wins &= undefended;
            }
            if wins.any() {
                see(attacker.of(color), target.of(!color), wins);
            }
        }
    }
}
