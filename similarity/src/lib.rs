//! What similar means: from a position to its terms, from a query to scores, and why.
//!
//! It has floors, each of which uses only those below it, and in them one file for each idea:
//!
//! | floor | what it has |
//! |---|---|
//! | `quality` | how good a ranking is |
//! | `explain` | what a hit has in common with the query, in words; what its game shows |
//! | `rerank` | the best positions in a better order, by what their games say |
//! | `scoring` | a query, what a position scores for it, and why |
//! | `filter` | which games and positions may be found |
//! | `passages` | games as runs of positions, which are what is stored and searched |
//! | `games` | what is known of a game: players, day, speed, duplicates |
//! | `terms` | what is on a board, as terms, and what each of them counts |
//!
//! A query goes through five stages. Each leaves fewer positions to the next one, which takes longer over each of them;
//! what the first three rule out cannot be a hit, so the answer is that of scoring every position:
//!
//! ```text
//! bound      a passage, by the posting lists of its terms     QueryTerm::most, Query::bound; a store adds them up
//!   |
//! screen     a position, by its pieces and pawns alone        scoring/screen.rs
//!   |
//! estimate   a position, by all its terms, in any order       scoring/estimate.rs
//!   |
//! score      a position, exactly, to the last bit             scoring.rs
//!   |
//! rerank     the best 64 or 256, by what their games say      rerank.rs
//! ```
//!
//! [`Scorer`] has the stages from *screen* to *score*; [`Best`] keeps the best position of each game.
//!
//! * A *term* is one textual feature of a position, e.g. `Rb1` ([`Term`], [`terms()`]); what it says is a
//!   [`TermKind`], in words `White’s rook on b1`.
//! * A *profile* weighs the features of which terms are ([`Scoring`], [`Weights`], [`Feature`]).
//! * A [`Query`] scores positions and explains their scores.
//! * A *passage* is a run of up to twelve consecutive positions of one game ([`Passage`]).
//! * A *hit* is a position found: game, ply, score ([`Hit`]).
//! * A [`Filter`] says which positions may be found, a [`Pattern`] how a board looks.
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

mod explain;
mod filter;
mod games;
mod hit;
mod passages;
pub mod quality;
mod rerank;
mod scoring;
mod terms;
mod visible;

pub use hit::{Distinct, Hit};
pub use visible::{Invisible, check_visible};

pub use terms::format::FORMAT_VERSION;
pub use terms::idf::{IDF_SCALE, idf};
pub use terms::of_position::terms;
pub use terms::phase::endgame_share;
pub use terms::profile::{Family, Feature, PENALTY_NAME, Scoring, WeightError, Weights};
pub use terms::statistics::Statistics;
pub use terms::term::{ParseTermError, Term, TermKind};

pub use games::collection::{CollectionName, ParseCollectionError};
pub use games::comment::{CommentQuery, comment_words};
pub use games::contained::{Contained, Containment, Meeting, meeting_number, round};
pub use games::duplicate::{
    DuplicateKeys, Initials, game_address, initials_beside_surname, surname_number,
};
pub use games::facts::{Facts, GameResult, SpeedSet};
pub use games::names::{Name, NameQuery, is_named};
pub use games::opening::{opening_numbers, opening_numbers_of_game, opening_plies};
pub use games::opening_name::{OpeningName, OpeningQuery, opening_name};
pub use games::speed::{ParseSpeedError, Speed};

pub use passages::continuation::Continuation;
pub use passages::encode::{Encoded, EncodedGame, EncodedPassage, Encoder, NAME_TAGS, game_names};
pub use passages::explorer::{
    Count, ExploreOptions, Explored, ExploredGame, ExploredMove, Month, Outcomes, Ranked, Ratings,
    Tally, exact_terms, is_same, rating_rank,
};
pub use passages::followed::{MOST_MOVES, PLIES_AHEAD, PlySet, followed, may_be_followed};
pub use passages::material::{Material, ParseMaterialError};
pub use passages::moment::Moment;
pub use passages::move_query::{MoveQuery, ParseMoveError};
pub use passages::passage::{
    Least, MAX_POSITIONS, Passage, RARITY_STEP, ROW, all_moves, cost_step,
};
pub use passages::pattern::{MOST_PASSAGES, Matches, ParsePatternError, PassageMatch, Pattern};
pub use passages::store::{Added, IdRanges, Ingested, Keys, Original, Store};

pub use filter::{
    Condition, Ending, Field, Filter, GameFilter, Given, Kind, MAX_NUMBER, NameColumn,
    NumberColumn, PositionFilter, Rule, Selection, Wrong,
};

pub use scoring::best::{Best, BoardKey, SameBoard, Scored};
pub use scoring::idea::{Idea, Ideas, to_move};
pub use scoring::scorer::{Room, Scorer};
pub use scoring::similar::Similar;
pub use scoring::{Explanation, POOL, PositionTerms, Query, QueryTerm, TermScore, scores_of_all};

pub use rerank::solution::Solution;
pub use rerank::{Candidate, considered, rerank};
/// What the learned model goes by, for fitting it.
pub mod learned {
    pub use crate::rerank::{names, rows};
}

pub use explain::plans::{Plan, plans};
pub use explain::summary::summary;
