//! Sets of squares from their parts.

use shakmaty::{Bitboard, File};

/// The files c to f.
pub(crate) const CENTRE: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// The files a to d and the files e to h.
pub(crate) const WINGS: [Bitboard; 2] = [
    Bitboard(0x0f0f_0f0f_0f0f_0f0f),
    Bitboard(0xf0f0_f0f0_f0f0_f0f0),
];

/// The light and the dark squares.
pub(crate) const SQUARE_COLORS: [Bitboard; 2] = [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES];

/// All squares of some ranks, files or squares.
pub(crate) fn union<T: Into<Bitboard>>(parts: impl IntoIterator<Item = T>) -> Bitboard {
    let parts = parts.into_iter().map(Into::into);
    parts.fold(Bitboard::EMPTY, |all: Bitboard, part| all | part)
}

/// The files whose distance from `file` to the right is `wanted`; to the left it is negative.
pub(crate) fn files_at(file: File, wanted: impl Fn(i32) -> bool) -> Bitboard {
    let all = File::ALL.into_iter();
    union(all.filter(|other| wanted(i32::from(*other) - i32::from(file))))
}
