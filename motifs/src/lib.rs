//! What a player sees in a board, as pure functions.
//!
//! Today these are the six pawn structures of Plut 2018 (chapter 3), each in a
//! file of its own and exact to the letter of its definition there, the sets of
//! squares that they are made of ([`ahead`], [`beside`], [`pawn_attacks`]), and a
//! quick evaluation ([`pesto()`]). All of them look at the board alone: neither the
//! side to move nor the history of the game changes what they find.
//!
//! ```
//! use motifs::pawn_structures;
//! use shakmaty::fen::Fen;
//!
//! let fen: Fen = "2kr3r/2p1qnpp/1p3p2/pP1Np3/4P3/3PPR2/2P3PP/1R2Q1K1 b - - 1 17".parse()?;
//! let seen: Vec<String> = pawn_structures(&fen.as_setup().board)
//!     .iter()
//!     .map(ToString::to_string)
//!     .collect();
//! assert_eq!(seen, ["S{e3-e4}", "W[c2/d3/e4]", "P(2)",
//!                   "'fa5", "lc7", "w[c7/b6/a5]", "w[g7/f6/e5]", "p(2)"]);
//! # Ok::<_, shakmaty::fen::ParseFenError>(())
//! ```

mod backward;
mod chain;
mod danger;
mod doubled;
mod islands;
mod isolated;
mod passed;
mod pesto;
mod spans;
mod structure;

pub use backward::backward;
pub use chain::chains;
pub use danger::{Attacks, attacked_by_cheaper, hanging, value, winning_captures};
pub use doubled::doubled;
pub use islands::islands;
pub use isolated::isolated;
pub use passed::{passed, protected};
pub use pesto::pesto;
pub use spans::{ahead, beside, pawn_attacks};
pub use structure::{Kind, PawnStructure, for_each_pawn_structure, pawn_structures};
