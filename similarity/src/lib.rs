//! What similar means: from a position to its terms, from a query to scores, and why.
//!
//! ```text
//! position ─ terms ─ query ─ scorer ─ hits ─ rerank ─ explanation
//! game ─ encode ─ passages, terms, statistics ─ store
//! ```
//!
//! * A *term* is one textual feature of a position, e.g. `Rb1` ([`Term`], [`terms()`]); what it says is a
//!   [`TermKind`], in words `White’s rook on b1`.
//! * A *profile* weighs the features of which terms are ([`Scoring`], [`Weights`], [`Feature`]).
//! * A [`Query`] scores positions and explains their scores.
//! * A *passage* is a run of up to twelve consecutive positions of one game ([`Passage`]); a [`Scorer`] scores them.
//! * A *hit* is a position found: game, ply, score ([`Hit`]).
//! * A [`Filter`] says which positions may be found, a [`Pattern`] how a board looks.
//!
//! The walk of a query: [`terms()`] lists what is on the board, [`Query::new`] looks up what each term counts,
//! [`Scorer::hits`] scores the positions of passages, [`Best`] keeps the best position of each game, [`rerank()`] lets the
//! games of the best hits vote, [`Query::explain`] takes a score apart. The store of the
//! passages decides which of them are scored at all, by the bounds of [`QueryTerm::most`] and [`Query::bound`].
//!
//! ```
//! use pgn::parse_fen;
//! use similarity::{Query, Scoring, Statistics};
//!
//! let position = parse_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
//! let other = parse_fen("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1").unwrap();
//! let query = Query::new(&position, &Statistics::default(), Scoring::Tabiya);
//! assert!(query.score(&position) > query.score(&other));
//! ```
//!
//! What is absent: files, tantivy, OpenSearch, the wire. Everything here is a pure function of its arguments.

mod best;
mod collection;
mod combination;
mod comment;
mod contained;
mod continuation;
mod duplicate;
mod encode;
mod explorer;
mod facts;
mod filter;
mod followed;
mod format;
mod hit;
mod idea;
mod idf;
mod material;
mod measures;
mod moment;
mod move_query;
mod names;
mod opening;
mod packed_move;
mod passage;
mod pattern;
mod pawn_set;
mod phase;
mod plans;
mod profile;
pub mod quality;
mod relation;
mod rerank;
mod scorer;
mod scoring;
mod similar;
mod solution;
mod speed;
mod statistics;
mod store;
mod summary;
mod term;
mod terms;

pub use best::{Best, BoardKey, Distinct, SameBoard, Scored};
pub use collection::{CollectionName, ParseCollectionError};
pub use comment::{CommentQuery, comment_words};
pub use contained::{Contained, Containment, Meeting, meeting_number, round};
pub use continuation::Continuation;
pub use duplicate::{
    DuplicateKeys, Initials, game_address, initials_beside_surname, surname_number,
};
pub use encode::{Encoded, EncodedGame, EncodedPassage, Encoder, NAME_TAGS, game_names};
pub use explorer::{
    Count, ExploreOptions, Explored, ExploredGame, ExploredMove, Month, Outcomes, Ranked, Ratings,
    Tally, exact_terms, is_same, rating_rank,
};
pub use facts::{Facts, GameResult, SpeedSet};
pub use filter::{
    Condition, Ending, Field, Filter, GameFilter, Given, Kind, MAX_NUMBER, NameColumn,
    NumberColumn, PositionFilter, Rule, Selection, Wrong,
};
pub use followed::{MOST_MOVES, PLIES_AHEAD, PlySet, followed, may_be_followed};
pub use format::FORMAT_VERSION;
pub use hit::Hit;
pub use idea::{Idea, Ideas, to_move};
pub use idf::{IDF_SCALE, idf};
pub use material::{Material, ParseMaterialError};
pub use moment::Moment;
pub use move_query::{MoveQuery, ParseMoveError};
pub use names::{Name, NameQuery, is_named};
pub use opening::{opening_numbers, opening_numbers_of_game, opening_plies};
pub use passage::{Least, MAX_POSITIONS, Passage, RARITY_STEP, ROW, all_moves, cost_step};
pub use pattern::{MOST_PASSAGES, Matches, ParsePatternError, PassageMatch, Pattern};
pub use phase::endgame_share;
pub use plans::{Plan, plans};
pub use profile::{Family, Feature, PENALTY_NAME, Scoring, WeightError, Weights};
pub use rerank::{Candidate, considered, rerank};
/// What the learned model goes by, for fitting it.
pub mod learned {
    pub use crate::rerank::{names, rows};
}
pub use scorer::{Room, Scorer};
pub use scoring::{Explanation, POOL, PositionTerms, Query, QueryTerm, TermScore, scores_of_all};
pub use similar::Similar;
pub use solution::Solution;
pub use speed::{ParseSpeedError, Speed};
pub use statistics::Statistics;
pub use store::{Ingested, Keys, Store};
pub use summary::summary;
pub use term::{ParseTermError, Term, TermKind};
pub use terms::terms;
