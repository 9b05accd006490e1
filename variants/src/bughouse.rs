//! Bughouse: two boards, four players, and what one captures the partner drops. Crazyhouse, where everybody
//! drops what they captured themselves, is its board alone.
//!
//! ```
//! use variants::bughouse::{Bughouse, Rules, Side};
//!
//! let mut game = Bughouse::new(Rules::USUAL);
//! for (board, text) in [(Side::A, "e4"), (Side::A, "d5"), (Side::A, "exd5"), (Side::B, "e4"), (Side::B, "P@e6")] {
//!     let m = game.board(board).parse_move(text).ok_or("no such move")?;
//!     game.play(board, m)?;
//! }
//! // White on board A took a pawn, and Black on board B has dropped it.
//! assert_eq!(
//!     game.to_string(),
//!     "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2 | \
//!      rnbqkbnr/pppppppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2",
//! );
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod board;
mod bpgn;
mod clock;
mod evaluation;
mod exchange;
mod game;
mod message;
mod ordering;
mod parameters;
mod quiescence;
mod rules;
mod search;
mod searcher;
mod team;
mod values;
mod worker;

pub use advice::needs;
pub use board::{BoardError, DROPS, Kind, Pocket, PocketBoard};
pub use bpgn::{Bpgn, BpgnError, Ply, Tags};
pub use game::{Bughouse, IllegalMove, Outcome, Seat, Side};
pub use message::{Message, UnknownMessage};
pub use rules::Rules;
pub use searcher::Searcher;
pub use team::{Choice, Clocks, RESERVE, choose, is_doomed, sits};
pub use values::{PieceValues, Wishes};
