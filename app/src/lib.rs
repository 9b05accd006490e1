//! What can be asked of chess games: functions with typed requests, and one [`Error`].
//!
//! A [`Database`] is an index in a folder or, with the feature `cluster`, in an OpenSearch cluster; a [`View`] of it
//! answers [`similar()`], [`exact()`], [`matching()`], [`explore`], [`players()`], [`game()`], [`exercises()`] and
//! [`plan()`], an [`Import`] adds games to it, from files or from a player of lichess or chess.com, an [`Export`]
//! writes them, and [`save_snapshot`] copies it. Positions alone answer [`terms()`], [`motifs()`], [`analyse()`] and
//! [`difficulty()`], PGN answers [`annotate()`] and [`exercises_of_pgn`], variants [`mates`], [`puzzle`] and
//! [`bughouse`].
//!
//! [`doors`] share the processors among the clients of a server.
//!
//! Answers serialise to the JSON that the command prints and the HTTP API sends, and describe themselves in OpenAPI.
//! `examples/ask.rs` shows how to call it.
//!
//! What is absent: HTTP (`api`), the command line, how positions are found (`index`, `cluster`).

mod analysis;
mod annotate;
mod annotations;
mod bounded;
mod collections;
mod database;
mod difficulty;
pub mod doors;
mod error;
mod exercises;
mod explorer;
mod export;
mod fetching;
mod filter;
mod games;
mod ideas;
mod import;
pub mod json;
mod known;
mod listing;
mod memory;
mod motifs;
mod moves;
mod names;
mod one_thread;
mod plans;
mod players;
mod positions;
mod record;
mod remarks;
mod report;
pub mod schemas;
mod search;
mod similar;
mod snapshots;
mod status;
mod tactics;
mod terms;
mod variants;

#[cfg(feature = "cluster")]
pub use cluster::{Address, Error as ClusterError, Layout, User};
pub use coach::record::Whose;
pub use coach::report::MistakeWay;

pub use analysis::{
    Analysis, Begin, Depth, Effort, Engines, Lines, Milliseconds, Nodes, Pv, Rating, analyse,
};
pub use annotate::annotate;
pub use annotations::{
    GameVariation, GameVariationMove, MoveAnnotations, MoveEvaluation, left_out,
};
pub use bounded::{Bounded, Number};
pub use collections::{
    CollectionAnswer, CollectionsAnswer, DroppedCollection, collections, drop_collection,
    parse_new_collection, rename_collection,
};
#[cfg(feature = "cluster")]
pub use database::{CopyState, LocalCopy};
pub use database::{Database, Place, View, Writer};
pub use difficulty::{DifficultyAnswer, Known, difficulty, parse_line};
pub use error::{Error, quoted, withheld};
pub use exercises::{
    ExerciseNodes, ExerciseRating, ExercisesLimit, ExercisesRequest, GamesToSkip, MISTAKES_GAMES,
    MistakeKind, MistakesRequest, Theme, TrainingAlternative, TrainingAnswer, TrainingEnd,
    TrainingExercise, TrainingMistake, TrainingModel, exercises, exercises_of_mistakes,
    exercises_of_pgn,
};
pub use explorer::{
    ExplorerAnswer, ExplorerGame, ExplorerMove, ExplorerRequest, Source, explore, play,
};
pub use export::Export;
pub use fetching::{Account, AccountError, FetchError, FetchNews, Site, Sites, Waits};
pub use filter::{FilterRequest, GameFields, Passed, parse_collections, parse_filter};
pub use games::{GameAnswer, GameHeader, GameOpening, Player, Removed, game, remove};
pub use ideas::with_ideas;
pub use import::{
    DEFAULT_FROM_MOVE, FromMove, Import, IngestAnswer, IngestError, IngestProgress, Remark,
    RemarkKind, WhichPositions, ingest,
};
pub use index::{Fault, Pace};
pub use known::check_names;
pub use listing::{DEFAULT_GAMES, GamesAnswer, GamesLimit, ListedGame, game_list};
pub use memory::Memory;
pub use motifs::{
    Motif, MotifNodes, MotifsAnswer, Opening, Plans, SquareMotifs, Structure, motifs, structures,
};
pub use moves::Move;
pub use names::{
    BoardName, BughouseName, BughouseRules, ColorName, ContainedName, DistinctName, EnPassantName,
    ExplorerVariant, FamilyName, Name, Named, ProgressiveName, ProgressiveRules, ScoringName,
    SpeedName, Turn, TurnName, VariantName, WayName, WhoseName, values,
};
pub use plans::{NextMove, NextMoves, TrainingPlan, plan};
pub use players::{PlayerGames, PlayersAnswer, PlayersLimit, players};
pub use positions::{ExactAnswer, PatternAnswer, PatternHit, exact, matching, parse_pattern};
pub use record::{
    PlayerOpening, PlayerRecord, PlayerScore, PlayerSide, PlayerStructure, player_record,
};
pub use remarks::{Corrections, DuplicateGame, IdRange, RejectedGame, Remarks};
pub use report::{
    BookExit, BookMove, MistakeExample, REPORT_NODES, Report, ReportAnswer, ReportBook,
    ReportGames, ReportMistake, ReportOpening, ReportRequest, ReportRow, ReportScore, ReportSide,
    ReportTime,
};
pub use search::{search, search_position, search_without_engine};
pub use similar::{
    Analyse, Explanation, GamePosition, Hit, Limit, Offset, Part, SimilarAnswer, SimilarRequest,
    Term, similar, with_weights,
};
pub use snapshots::{SnapshotAnswer, SnapshotsAnswer, save_snapshot, snapshots};
pub use status::{StatusAnswer, status};
pub use terms::{ReachabilityTerm, TermsAnswer, terms};
pub use variants::{
    BughouseAnswer, BughouseRequest, Mate, ProgressiveAnswer, ProgressiveMoves, PuzzleAnswer,
    PuzzleMoves, Verdict, bughouse, mates, parse_bughouse, puzzle,
};
