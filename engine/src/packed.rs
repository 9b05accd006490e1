//! A move in 16 bits.

use shakmaty::{Color, Move, Role, Square};

/// A move as from square, to square and promotion, 6 + 6 + 3 bits; castling as king takes rook, a drop as
/// from where it goes to, with its role. Zero stands for no move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed(pub u16);

impl Packed {
    /// No move.
    pub const NONE: Packed = Packed(0);

    /// A move, packed.
    pub fn new(m: Move) -> Packed {
        let (from, to, promotion) = match m {
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => (from, to, promotion),
            Move::Put { role, to } => (to, to, Some(role)),
            _ => (m.from().unwrap_or(m.to()), m.to(), None),
        };
        let promotion = promotion.map_or(0, |role| role as u16);
        Packed(from.to_u32() as u16 | (to.to_u32() as u16) << 6 | promotion << 12)
    }

    /// Whether it is this move.
    pub(crate) fn is(self, m: Move) -> bool {
        // Most other moves go elsewhere, which is sooner seen.
        u32::from(self.0 >> 6 & 63) == m.to().to_u32() && self == Packed::new(m)
    }

    /// What a pawn becomes.
    pub(crate) fn promotion(self) -> Option<Role> {
        let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        roles.into_iter().find(|role| *role as u16 == self.0 >> 12)
    }

    /// From square and to square.
    pub fn squares(self) -> (usize, usize) {
        (usize::from(self.0 & 63), usize::from(self.0 >> 6 & 63))
    }
}

/// A piece as a number below [`PIECES`].
pub(crate) fn piece(color: Color, role: Role) -> usize {
    (role as usize - 1) + color.fold_wb(0, 6)
}

/// How many kinds of pieces there are, by colour.
pub(crate) const PIECES: usize = 12;

/// A piece and the square that it goes to, as a number below [`PLACES`].
pub fn place(color: Color, role: Role, to: Square) -> usize {
    piece(color, role) * 64 + usize::from(to)
}

/// How many places there are: twelve pieces on 64 squares.
pub const PLACES: usize = PIECES * 64;
