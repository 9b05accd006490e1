//! Games of chess in PGN: read from files and streams, played through, written.
//!
//! ```text
//! file ── files ── bytes ── lines ── tokens ── section ── RawGame ── play ── ParsedGame, Game
//!         zstd,             LF, CRLF, what     where a    tags and   legal   moves, positions
//!         gzip,             CR      stands     game ends  words      moves
//!         bzip2                     where                            only
//!
//! file ── scid ─── PGN, which is read in the same way
//!         index,
//!         names,
//!         games
//! ```
//!
//! There is one reader. [`Games::new`] keeps of each game its tags, its moves and its
//! annotations; [`Games::with_text`] keeps its text and tokens too, for callers that write into it.
//! [`parse`] plays a game through or says why it cannot. [`pgn_games`] does both.
//!
//! ```
//! let pgn = "[White \"Carlsen,M\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 *\n\n1. e4 Ke4 *\n";
//! let games: Result<Vec<_>, _> = pgn::pgn_games(pgn.as_bytes()).collect();
//! let games = games?;
//!
//! let game = games[0].as_ref().expect("a game of legal moves");
//! assert_eq!(game.tags.get("White"), Some("Carlsen,M"));
//! assert_eq!(game.sans(), ["e4", "e5", "Nf3"]);
//!
//! let rejected = games[1].as_ref().expect_err("an illegal move");
//! assert_eq!((rejected.game, rejected.line), (2, 5));
//! assert_eq!(rejected.reason, "illegal move Ke4 (move 1, Black)");
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! The reader is lenient:
//!
//! * Lines may end in LF, CRLF or CR; `%` lines and `<...>` are skipped. A line `%tabiya game 17`, which [`open_pgn`]
//!   writes of a database, says the number of the game after it.
//! * UTF-8, and UTF-16 with a byte order mark; tag values that are not UTF-8 are read as
//!   Windows-1252.
//! * Tags, blank lines and results may be missing. Movetext may follow tags on their line, and tags movetext; a tag may go
//!   on in the next line. A comment ends at its first `}`, with tags that it quotes, and one that is never closed ends with
//!   its game.
//! * A result after the moves counts where the Result tag is missing, empty, `?` or `*`. A final `0-0` that is not castling
//!   means that both players have lost.
//! * Only the main line counts. Comments, NAGs and variations are kept as
//!   [`Annotations`], a megabyte of them a game, and whatever is in them rejects no game. A word
//!   of the main line that is neither mark nor move rejects the game, unless it is the last word, cut off. A mark may be
//!   glued to what stands before it.
//! * Moves may be written with zeros for castling, dashes (`e2-e4`), figurines, `e.p.`,
//!   promotions as `h8Q` or `h8(Q)`, two as one word (`e4e5`), or as UCI; without the sign of a capture, or with one too
//!   many, where one legal move fits. Null moves (`--`, `Z0`, `0000`) are passes.
//! * Where English letters of the pieces do not fit a whole game, those of another language are tried.
//! * Any white space and dash of Unicode is read as such, and `…` as dots.
//! * Move numbers are ignored, except the first one of a game without a FEN tag: where it is not
//!   1, as in moves after a result, it is unknown from which position they were played.
//!
//! What is absent: the index, the engine, JSON, the command line.
//!
//! Source: PGN standard, <http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>.

mod annotations;
mod archive;
mod clocks;
mod correction;
mod date;
mod fen;
mod files;
mod game;
mod games;
mod line;
mod lines;
pub mod moves;
mod nag;
mod notation;
mod origin;
mod plain;
mod play;
mod raw;
mod scid;
mod section;
mod split;
mod tag;
mod text;
mod tokens;
mod variant;
mod write;

use std::io::{self, Read};

pub use annotations::{
    Annotation, Annotations, Evaluation, Part, Score, Variation, VariationMove, prose,
};
pub use clocks::Clocks;
pub use correction::{Correction, Corrections};
pub use date::{Date, ParseDateError};
pub use fen::{FenError, fen, flipped, parse_fen, quoted, shortened};
pub use files::{ReadError, compressed, decompressed, open_input, open_pgn, pgn_files};
pub use game::{Game, Tags};
pub use games::Games;
pub use line::without_marks;
pub use moves::{MoveKey, Played};
pub use play::{ParsedGame, parse, parse_legal};
pub use raw::{RawGame, Rejected, place};
pub use tokens::{Kind, Token};
pub use variant::Variant;
pub use write::{move_number, write_tag};

/// The games of a stream of PGN, each with its number in the stream as its id, or the reason why it
/// is rejected.
///
/// # Errors
///
/// Those of the stream.
pub fn pgn_games(read: impl Read) -> impl Iterator<Item = io::Result<Result<Game, Rejected>>> {
    let mut games = Games::new(read);
    let games = std::iter::from_fn(move || games.next_game().transpose());
    games.map(|raw| {
        let raw = raw?;
        let parsed = parse(&raw).map(|game| Game {
            id: raw.ordinal,
            tags: game.tags,
            moves: game.moves,
            annotations: game.annotations,
        });
        Ok(parsed.map_err(|reason| raw.rejected(reason)))
    })
}
