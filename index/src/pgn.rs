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

mod cut;
mod play;

pub(crate) use cut::{Games, RawGame};
pub(crate) use play::{ParsedGame, parse};
