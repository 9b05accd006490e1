//! Exercises and plans as answers, with a sentence on why there are fewer than requested.

use coach::{GameExercise, POSITIONS_EACH, files};
use serde::Serialize;
use utoipa::ToSchema;

use crate::exercises::request::SIMILAR_GAMES;
use crate::games::GameHeader;
use crate::moves::Move;
use crate::names::ColorName;
use crate::plans::TrainingPlan;
use crate::remarks::RejectedGame;
use crate::schemas::Fen;

/// The number of rejected games that one line names. Guessed: proxies take four kilobytes of headers.
const MOST_REJECTED: usize = 10;
/// The number of characters of a reason in that line: tags of a game may be long, and escaped longer still. Guessed.
const LONGEST_REASON: usize = 150;

/// Exercises, or a plan.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingAnswer {
    /// The exercises, the easiest first.
    #[schema(max_items = 200)]
    pub exercises: Vec<TrainingExercise>,
    /// The plan, null if exercises were requested.
    pub plan: Option<TrainingPlan>,
    /// The number of positions that the engine searched: those with `player` to move and with the `theme`, if these were
    /// requested.
    pub positions: usize,
    /// The number of games that were read for them, those without such a position included. Of some of them positions
    /// may not have been searched: they are gathered 128 at a time, and searched the most promising first.
    pub games: usize,
    /// The `skip` of a request that goes on after this one, with the exercises so far in `without`: before it is no game
    /// with a position that was not searched, unless nothing was found at all: then the games that were read are before
    /// it. Null if there is nothing to go on with, and for a plan.
    pub next: Option<usize>,
    /// Why the search ended: `all` positions were searched, or those of the ten most similar `games` for each exercise
    /// requested; or there are as many exercises as `limit` asks for, the most `positions` were searched, or `time` was
    /// up, so that there may be more. Null for a plan.
    pub ended: Option<TrainingEnd>,
    /// The games of `pgn` that were rejected because of an illegal move, of those that were read.
    pub rejected: Vec<RejectedGame>,
    /// If `mistakes` were requested, the kinds of them, the costliest first, with model games.
    #[schema(max_items = 10)]
    pub mistakes: Vec<TrainingMistake>,
}

/// Why a search for exercises ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TrainingEnd {
    /// There are as many exercises as were requested.
    Limit,
    /// 200 positions were searched for each exercise requested.
    Positions,
    /// All positions of the ten most similar games for each exercise requested were searched.
    Games,
    /// Time was up.
    Time,
    /// All positions were searched.
    All,
}

/// An exercise: find the only move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingExercise {
    /// The position.
    pub fen: Fen,
    /// The side that solves it, `white` or `black`.
    #[schema(inline)]
    pub color: ColorName,
    /// The position before the opponent's last move.
    pub previous_fen: Fen,
    /// The opponent's last move.
    pub last_move: Move,
    /// The solver's moves and the opponent's best replies; it ends with the solver's.
    #[schema(min_items = 1)]
    pub solution: Vec<Move>,
    /// The score of the solution, from the solver's side; null if it is a mate.
    pub cp: Option<i32>,
    /// The solver mates in this number of moves; null without a mate.
    pub mate: Option<i32>,
    /// The next best first moves, up to three.
    #[schema(min_items = 1, max_items = 3)]
    pub alternatives: Vec<TrainingAlternative>,
    /// How hard it is: the rating of players who solve it half of the time.
    pub rating: u32,
    /// From the lower to the upper end: four in five puzzles are within.
    pub interval: [u32; 2],
    /// Themes as lichess names them.
    pub themes: Vec<&'static str>,
    /// What was played in the game; null at its end, and for a null move.
    pub played: Option<Move>,
    /// Whether that was the first move of the solution: the chance was found, not missed; null if `played` is.
    pub found: Option<bool>,
    /// The number of half-moves of the game before it.
    pub ply: usize,
    /// The opening of the game; null if it has none.
    pub opening: Option<&'static str>,
    /// The game; its `id` is its number in the index, or in `pgn`.
    pub game: GameHeader,
    /// The kind of mistake that it is an exercise of; null unless `mistakes` were requested.
    pub mistake: Option<String>,
    // What files are written of.
    #[serde(skip)]
    pub(crate) source: GameExercise,
}

/// A move that is not the solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingAlternative {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Its score, from the solver's side; null if it is a mate.
    pub cp: Option<i32>,
    /// The solver mates in this number of moves, or is mated if it is negative; null without a mate.
    pub mate: Option<i32>,
}

impl TrainingAnswer {
    /// A game for each exercise, its solution the main line, its alternatives variations with their scores; for a plan
    /// a game without moves, and a comment.
    pub fn pgn(&self) -> String {
        let mut pgn = files::pgn(self.sources());
        if let Some(plan) = &self.plan {
            let moves = plan.moves.iter().map(|m| (m.piece, &m.to[..], m.games));
            pgn += &files::pgn_of_plan(&plan.fen, plan.games, moves);
        }
        pgn
    }

    /// A row of CSV for each exercise: the position before the opponent's last move, that move and the solution.
    pub fn csv(&self) -> String {
        files::csv(self.sources())
    }

    /// A note for Anki of each exercise.
    pub fn anki(&self) -> String {
        files::anki(self.sources())
    }

    fn sources(&self) -> impl Iterator<Item = &GameExercise> {
        self.exercises.iter().map(|exercise| &exercise.source)
    }

    /// One sentence on why there are fewer exercises than requested; `None` if there are as many, and for a plan.
    pub fn shortfall(&self) -> Option<String> {
        let (positions, games) = (
            counted(self.positions, "position"),
            counted(self.games, "game"),
        );
        let were = if self.positions == 1 { "was" } else { "were" };
        let (each, similar) = (POSITIONS_EACH, SIMILAR_GAMES);
        let why = match self.ended? {
            TrainingEnd::Limit => return None,
            _ if !self.mistakes.is_empty() => {
                let short = self.mistakes.iter().filter_map(|kind| {
                    let why = kind.shortfall.as_ref()?;
                    Some(format!("{}: {why}", kind.kind))
                });
                let late =
                    (self.ended == Some(TrainingEnd::Time)).then(|| "time was up".to_owned());
                late.into_iter().chain(short).collect::<Vec<_>>().join("; ")
            }
            TrainingEnd::Time => format!("time was up after {positions} of {games}"),
            TrainingEnd::Positions => {
                format!(
                    "{positions} of {games} {were} searched, {each} for each exercise; there may be more"
                )
            }
            TrainingEnd::Games => format!(
                "{positions} of the {games} with the most similar ones {were} searched, {similar} games for each exercise; there may be more"
            ),
            TrainingEnd::All if self.games == 0 && !self.rejected.is_empty() => {
                "every game was rejected".to_owned()
            }
            TrainingEnd::All if self.positions == 0 => {
                format!("there is no position of this kind in {games}")
            }
            TrainingEnd::All => {
                format!(
                    "{positions} of {games} {were} searched, and there are no more of this kind"
                )
            }
        };
        let found = counted(self.exercises.len(), "exercise");
        Some(format!("{found}, fewer than requested: {why}"))
    }

    /// One line of ASCII on the games that were rejected, the first ten with the reason; `None` if there are none.
    pub fn left_out(&self) -> Option<String> {
        if self.rejected.is_empty() {
            return None;
        }
        let named = self.rejected.iter().take(MOST_REJECTED).map(|game| {
            let escaped = game.reason.chars().map(|c| match c {
                ' '..='~' => c.to_string(),
                other => other.escape_default().to_string(),
            });
            let mut reason: String = escaped.collect();
            if reason.len() > LONGEST_REASON {
                reason.truncate(LONGEST_REASON);
                reason.push_str("...");
            }
            format!("{}: {reason}", pgn::place(game.game, game.line))
        });
        let more = self.rejected.len().saturating_sub(MOST_REJECTED);
        let parts = named.chain((more > 0).then(|| format!("and {more} more")));
        let parts = parts.collect::<Vec<_>>().join("; ");
        Some(format!("{}: {parts}", counted(self.rejected.len(), "game")))
    }
}

/// `1 game`, `2 games`.
pub(super) fn counted(number: usize, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

impl From<TrainingPlan> for TrainingAnswer {
    fn from(plan: TrainingPlan) -> TrainingAnswer {
        TrainingAnswer {
            plan: Some(plan),
            ..TrainingAnswer::default()
        }
    }
}

/// A kind of mistake, and what there is to learn from.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingMistake {
    /// What kind: `missed fork`, `allowed mate`, `endgame`.
    pub kind: String,
    /// The number of such mistakes.
    pub count: usize,
    /// What they cost in all, in points, of which a won game has one.
    pub cost: f64,
    /// The number of exercises of it.
    pub exercises: usize,
    /// The lowest and the highest rating of exercises from games of others: 300 below and above the player's mean rating in
    /// the games, or 1800 if that is less, unless the request has a range.
    pub ratings: [u32; 2],
    /// Why there are fewer exercises than there might be; null if there are not.
    pub shortfall: Option<String>,
    /// Games of players rated 2300 or more on average, with a position similar to that of a mistake, in which the right
    /// move was played.
    #[schema(max_items = 5)]
    pub models: Vec<TrainingModel>,
    /// Why there are fewer than five; null if there are not.
    pub models_shortfall: Option<String>,
}

/// A game of masters in which the right idea was played in a position similar to that of a mistake.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingModel {
    /// The position of the mistake.
    pub mistake_fen: Fen,
    /// The right move there.
    pub best: Move,
    /// The similar position.
    pub fen: Fen,
    /// The number of half-moves of the game before it.
    pub ply: u64,
    /// How good a match it is, 0 to 1.
    pub likeness: f64,
    /// What the two positions have in common, and what differs.
    pub summary: Option<String>,
    /// The right move, as it was played there within six moves.
    pub played: Move,
    /// The number of half-moves before that.
    pub played_ply: u64,
    /// The game.
    pub game: GameHeader,
}
