//! Reading PGN: from a stream of bytes to games, one at a time.
//!
//! [`Games`] cuts the stream into single games and knows their lines, [`parse`] plays one
//! through. What is read leniently:
//!
//! * Lines may end in LF, CRLF or CR; `%` lines and `;` comments are skipped.
//! * UTF-8 and UTF-16 with a byte order mark; tag values that are not UTF-8 are read as
//!   Windows-1252.
//! * Tags, blank lines and results may be missing; moves may follow tags on their line; a comment
//!   that is never closed ends with its game.
//! * Only the main line counts: variations, comments, NAGs and other marks are skipped. What is
//!   neither mark nor move rejects the game, unless it is the last word, cut off.
//! * Moves may be written with zeros for castling, dashes (`e2-e4`), figurines, `e.p.`,
//!   promotions as `h8Q` or `h8(Q)`, two as one word (`e4e5`), or as UCI. Null moves (`--`, `Z0`,
//!   `0000`) are passes.
//! * Move numbers count for nothing, but for the first one of a game without FEN: where it is not
//!   1, as in moves after a result, nobody knows from which position they were played.
//!
//! Source: PGN standard, <http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>.

mod archive;
mod cut;
mod date;
mod fen;
mod files;
mod game;
pub mod moves;
mod notation;
mod play;

use std::io::{self, Read};

pub use cut::{Games, RawGame};
pub use date::{Date, ParseDateError};
pub use fen::{FenError, fen, flipped, parse_fen, shortened};
pub use files::{ReadError, decompressed, open_pgn, pgn_files};
pub use game::{Game, Tags};
pub use moves::{MoveKey, Played};
pub use notation::standard_san;
pub use play::{ParsedGame, parse};

/// A game that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its number in its file, from 1.
    pub game: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`.
    pub reason: String,
}

/// The games of a stream of PGN, as they are read for an index: each with its number in the stream for its id, or why it
/// cannot be played through; or why the stream cannot be read on.
pub fn pgn_games(read: impl Read) -> impl Iterator<Item = io::Result<Result<Game, Rejected>>> {
    let mut games = Games::new(read);
    let games = std::iter::from_fn(move || games.next_game().transpose());
    games.map(|raw| {
        let raw = raw?;
        let parsed = parse(&raw).map(|game| Game {
            id: raw.ordinal,
            tags: game.tags,
            moves: game.moves,
        });
        Ok(parsed.map_err(|reason| raw.rejected(reason)))
    })
}

impl RawGame {
    /// It as one that is left out, for a reason.
    pub fn rejected(&self, reason: String) -> Rejected {
        Rejected {
            game: self.ordinal,
            line: self.line,
            reason,
        }
    }
}
