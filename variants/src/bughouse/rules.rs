//! The rules of bughouse where players differ.
//!
//! * What is captured goes to the partner, who has the other colour on the other board; what was promoted
//!   goes as a pawn.
//! * In place of a move a piece in hand may be dropped on an empty square, pawns not on the first and last
//!   rank, with check or mate, too.
//! * Mate is what no piece could be dropped against, whatever the partner captures. Who has no move, but is
//!   not mated, waits for a piece; the clock runs.
//! * The board that is over first decides for both.
//!
//! Sources: <https://www.freechess.org/Help/HelpFiles/bughouse.html>,
//! <https://en.wikipedia.org/wiki/Bughouse_chess>.

/// A reading of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether the game is drawn when a board has had the same pieces on it and in hand three times.
    pub threefold: bool,
    /// Whether who oversteps the time loses.
    pub time: bool,
    /// Whether a king that has not moved may castle with a rook that was dropped into the corner.
    pub dropped_rook_castles: bool,
}

impl Rules {
    /// As servers play it.
    pub const USUAL: Rules = Rules {
        threefold: true,
        time: true,
        dropped_rook_castles: false,
    };
    /// As the engine of Staňa 2017 plays it: without clocks or repetition.
    pub const THESIS: Rules = Rules {
        threefold: false,
        time: false,
        dropped_rook_castles: true,
    };
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::USUAL
    }
}
