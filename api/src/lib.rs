//! Tabiya over HTTP: routes, wire types, and errors to status.
//!
//! [`router`] is the whole service. The functions behind its routes ([`similar()`], [`positions()`],
//! [`explore`], [`players()`], [`terms()`], [`motifs()`], [`analyse()`], [`progressive()`], [`puzzle()`], [`bughouse()`],
//! [`game()`], [`status()`]) take a request and answer a response or a [`Problem`];
//! the command line prints the same responses with `--json`. What writes is guarded by a
//! [`Token`].
//!
//! What is absent: how positions are found (`index`, `cluster`), the command line, files.

mod analyse;
mod analysts;
mod annotate;
mod batch;
mod blocking;
mod bughouse;
mod difficulty;
mod docs;
mod exercise_files;
mod exercises;
mod explorer;
mod extract;
mod filter;
mod game;
mod guard;
mod handlers;
mod import;
mod ingest;
mod limit;
mod linger;
mod metrics;
mod motifs;
mod observe;
mod openapi;
mod page;
mod plans;
mod players;
mod positions;
mod problem;
mod progressive;
mod routes;
mod schemas;
mod serve;
mod server;
mod similar;
mod similar_query;
mod status;
mod terms;
mod theme;
mod training;
mod uci;
mod upload;
mod writing;

pub use ::training::Unannotated;
pub use analyse::{AnalyseRequest, Analysis, Effort, Pv, analyse};
pub use analysts::{Analysts, Until};
pub use annotate::{AnnotateRequest, annotate};
pub use batch::{Batch, MOST_FENS, Outcome};
pub use bughouse::{BoardClocks, BughouseClocks, BughouseRequest, BughouseResponse, bughouse};
pub use difficulty::{DifficultyRequest, DifficultyResponse, Solution, difficulty};
pub use explorer::{
    ExplorerGame, ExplorerMove, ExplorerRequest, ExplorerResponse, Source, explore,
};
pub use filter::{FilterRequest, Passed};
pub use game::{GameHeader, GameOpening, GameResponse, Player, game};
pub use guard::Token;
pub use ingest::{IngestProgress, IngestResponse, RejectedGame};
pub use motifs::{
    Motif, MotifsRequest, MotifsResponse, Opening, Plans, SquareMotifs, Structure, motifs,
};
pub use openapi::openapi;
pub use plans::{NextMove, NextMoves, TrainingPlan};
pub use players::{PlayerGames, PlayersRequest, PlayersResponse, players};
pub use positions::{
    ExactResponse, PatternHit, PatternResponse, PositionsRequest, PositionsResponse, positions,
};
pub use problem::Problem;
pub use progressive::{
    Mate, ProgressiveRequest, ProgressiveResponse, PuzzleRequest, PuzzleResponse, Verdict,
    find_mates, make_up, progressive, puzzle,
};
pub use routes::router;
pub use serve::{Rules, Service};
pub use similar::{Explanation, Hit, Move, SimilarRequest, SimilarResponse, Term, similar};
pub use status::{StatusResponse, status};
pub use terms::{FenRequest, ReachabilityTerm, TermsResponse, terms};
pub use training::{
    TrainingAlternative, TrainingEnd, TrainingExercise, TrainingRequest, TrainingResponse,
    training, training_of_pgn,
};
