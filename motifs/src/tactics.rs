//! Tactical motifs, one a file. Most are chances of the side to move.

mod back_rank;
mod discovered;
mod fork;
mod hanging_piece;
mod mate;
mod overloading;
mod pin;
mod skewer;

pub use back_rank::weak_back_rank;
pub use discovered::{DiscoveredAttack, discovered_attacks};
pub use fork::{Fork, forks};
pub use hanging_piece::{HangingPiece, hanging_pieces};
pub use mate::{mates_in_one, mates_in_two};
pub use overloading::{Overload, overloads};
pub use pin::{Pin, pins};
pub use skewer::{Skewer, skewers};

use shakmaty::attacks::{attacks, between};
use shakmaty::{Bitboard, Board, Color, Role, Square};

/// The bishops of `color` on the diagonals of a square, its rooks on the file and the rank, its
/// queens on either, whatever stands between.
fn sliders_towards(board: &Board, color: Color, target: Square) -> Bitboard {
    let along = |role: Role| attacks(target, role.of(color), Bitboard::EMPTY);
    let diagonal = along(Role::Bishop) & board.bishops_and_queens();
    let straight = along(Role::Rook) & board.rooks_and_queens();
    (diagonal | straight) & board.by_color(color)
}

/// The only piece between two squares, if there is just one.
fn only_between(board: &Board, one: Square, other: Square) -> Option<Square> {
    (between(one, other) & board.occupied()).single_square()
}
