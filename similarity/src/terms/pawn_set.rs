//! The exact pawns of some files: wings and whole skeletons. There are too many of them to number, so
//! they are compared as they are, e.g. `a-c(a2-b3-c4/a7-b7-c5)`.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, File, Square};

use crate::terms::profile::Feature;
use crate::terms::term::{Term, pawns_in_words, write_pawns};

/// All pawns of both colours on some neighbouring files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct PawnSet {
    files: Bitboard,
    white: Bitboard,
    black: Bitboard,
}

/// The sets that a position is compared by: the three wings, then all files.
const SETS: [(Feature, Bitboard); 4] = [
    (Feature::PawnWing, Bitboard(0x0707_0707_0707_0707)),
    (Feature::PawnWing, Bitboard(0x1818_1818_1818_1818)),
    (Feature::PawnWing, Bitboard(0xe0e0_e0e0_e0e0_e0e0)),
    (Feature::PawnSkeleton, Bitboard::FULL),
];

impl PawnSet {
    pub(crate) fn new(files: Bitboard, white: Bitboard, black: Bitboard) -> PawnSet {
        PawnSet {
            files,
            white: white & files,
            black: black & files,
        }
    }

    /// The sets that a board is compared by.
    pub(crate) fn all(board: &Board) -> [(Feature, PawnSet); 4] {
        let pawns = |color| board.pawns() & board.by_color(color);
        let (white, black) = (pawns(Color::White), pawns(Color::Black));
        SETS.map(|(feature, files)| (feature, PawnSet::new(files, white, black)))
    }

    /// Whether these are the pawns that stand on its files.
    #[inline]
    pub(crate) fn is_on(&self, white: Bitboard, black: Bitboard) -> bool {
        white & self.files == self.white && black & self.files == self.black
    }

    /// The terms of its files.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Term> {
        let (white, black) = (self.white, self.black);
        self.files()
            .map(move |file| Term::pawn_file(file, white, black))
    }

    /// Its files.
    pub(crate) fn files(&self) -> impl Iterator<Item = File> {
        let files = self.files;
        File::ALL
            .into_iter()
            .filter(move |file| (files & Bitboard::from(*file)).any())
    }
}

impl PawnSet {
    /// Its pawns in words, e.g. `pawns: White d4; Black d5, e6`.
    pub(crate) fn wording(&self) -> String {
        pawns_in_words(self.white, self.black)
    }

    /// The squares of its pawns: White's, then Black's.
    pub(crate) fn squares(&self) -> Vec<Square> {
        self.white.into_iter().chain(self.black).collect()
    }
}

impl fmt::Display for PawnSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pawns(f, self.files, self.white, self.black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_of_files_in_notation_and_in_words() {
        let white = Bitboard::from_iter([Square::A2, Square::D4]);
        let black = Bitboard::from_iter([Square::D5, Square::E6, Square::H7]);
        let centre = Bitboard::from(File::D) | Bitboard::from(File::E);
        let set = PawnSet::new(centre, white, black);
        assert_eq!(set.to_string(), "d-e(d4/d5-e6)");
        assert_eq!(set.wording(), "pawns: White d4; Black d5, e6");
        assert_eq!(set.squares(), [Square::D4, Square::D5, Square::E6]);
        let none = PawnSet::new(centre, Bitboard::EMPTY, Bitboard::EMPTY);
        assert_eq!(none.to_string(), "d-e(/)");
        assert_eq!(none.wording(), "pawns: White none; Black none");
    }
}
