//! What a player sees in a position, as pure functions.
//!
//! One idea a file, each exact to the letter of its definition: the seven pawn structures of Plut
//! 2018 (chapter 3), which are terms of the index too; other motifs of pawns, pieces and kings;
//! tactical chances of the side to move ([`tactical_motifs`]); the sets of squares that they are
//! made of ([`ahead`], [`beside`], [`pawn_attacks`]); and a quick evaluation ([`pesto()`]).
//! [`motifs()`] lists everything as [`Motif`]s, which say what they are in a sentence.
//! What is absent: search deeper than a mate in two, files, the wire.
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
//!
//! ```
//! use motifs::motifs;
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//!
//! let fen: Fen = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! let last = motifs(&position).pop().expect("a fork");
//! assert_eq!(last.kind.name(), "fork");
//! assert_eq!(last.sentence(&position), "With Nc7+ White forks Black's rook on a8 and king on e8.");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod bishops;
mod candidate;
mod chain;
mod danger;
mod doubled;
mod exchange;
mod files;
mod hanging_pawns;
mod islands;
mod isolated;
mod king;
mod lever;
mod line;
mod majority;
mod motif;
mod motif_kind;
mod named;
mod named_table;
mod openings;
mod outposts;
mod passed;
mod pesto;
mod rooks;
mod sentence;
mod space;
mod spans;
mod squares;
mod structure;
mod tactics;
mod weak_squares;

pub use backward::{backward, fallen, stragglers};
pub use bishops::{bad_bishops, bishop_pair, fianchettoes, opposite_bishops};
pub use candidate::{advanced_pawns, candidates, outside_passed};
pub use chain::chains;
pub use danger::{Attacks, attacked_by_cheaper, hanging, value, winning_captures};
pub use doubled::doubled;
pub use exchange::exchange;
pub use files::{half_open_files, open_files};
pub use hanging_pawns::hanging_pawns;
pub use islands::islands;
pub use isolated::isolated;
pub use king::{castled, king_shield, opposite_castling};
pub use lever::{breaks, levers, rams};
pub use line::{LineMotif, line_motifs};
pub use majority::majorities;
pub use motif::{Motif, chances_but_mates, motifs, static_motifs, tactical_motifs};
pub use motif_kind::MotifKind;
pub use named::{NamedStructure, named_structures, structure_names};
pub use openings::{Opening, opening, opening_of_game, openings};
pub use outposts::{knight_outposts, outposts};
pub use passed::{passed, protected};
pub use pesto::pesto;
pub use rooks::{doubled_rooks, rooks_on_seventh};
pub use space::{space, space_count};
pub use spans::{ahead, beside, pawn_attacks};
pub use structure::{Kind, PawnStructure, for_each_pawn_structure, pawn_structures};
pub use tactics::{
    DiscoveredAttack, Fork, HangingPiece, Overload, Pin, Skewer, discovered_attacks, forks,
    hanging_pieces, mates_in_one, mates_in_two, overloads, pins, skewers, weak_back_rank,
};
pub use weak_squares::weak_squares;
