//! `/api/training`: exercises from games, or the plan of a position.
//!
//! Games come from the index, those with a position similar to `fen` or all, or from `pgn`; of their positions those are
//! looked at in which `player` is to move and which have the `theme`, as far as these are asked for.

use std::io::Read;

use cluster::View;
use index::{Filter, Game, is_named, parse_fen, pgn_games};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::analysts::Until;
use crate::exercises::{self, Asked};
use crate::extract::number;
use crate::game::GameHeader;
use crate::ingest::RejectedGame;
use crate::plans::{TrainingPlan, plan};
use crate::problem::{Problem, quoted};
use crate::schemas::{self, Fen, Pgn};
use crate::similar::Move;
use crate::theme::{self, Theme};

/// How many exercises are made unless asked otherwise, and at most. Guessed.
const USUAL: f64 = 10.0;
const MOST: f64 = 200.0;

/// How many moves a search makes unless asked otherwise, and at least and at most. Guessed: a twentieth of a second.
const USUAL_NODES: f64 = 50_000.0;
const LEAST_NODES: f64 = 1000.0;
const MOST_NODES: f64 = 1e9;

/// How many games that were left out are told in a header. Guessed: proxies take four kilobytes of headers.
const REJECTED_TOLD: usize = 10;
/// How many characters of a reason are told there: tags of a game may be long, and escaped longer still. Guessed.
const REASON_TOLD: usize = 150;

/// More than any rating of an exercise.
const HIGHEST_RATING: f64 = 4000.0;

/// Where exercises come from: at least one of `fen`, `pgn`, `player` and `theme`; `fen` and `pgn` exclude each other.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TrainingRequest {
    /// FEN or EPD: games of the index with a position similar to it, from there on.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// These games instead of those of the index, e.g. one's own.
    #[schema(value_type = Option<Pgn>)]
    pub pgn: Option<String>,
    /// What this player could find, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    pub player: Option<String>,
    /// Positions with a motif such as `fork`, or a named structure such as `Carlsbad structure`. Of what is a chance of
    /// the side to move, as a fork is, the solution makes use.
    #[schema(schema_with = theme::schema)]
    pub theme: Option<String>,
    /// Ask for the plan of `fen` instead: what strong players did from similar positions.
    #[serde(default)]
    pub plan: bool,
    /// How many exercises, from 1 to 200; 10 unless said. At most 200 positions are looked at for each.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 200)]
    pub limit: Option<f64>,
    /// The least rating of an exercise.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 4000)]
    pub min_rating: Option<f64>,
    /// The highest rating of an exercise.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 4000)]
    pub max_rating: Option<f64>,
    /// How many moves each search makes, from 1,000 on; 50,000 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1000, maximum = 1_000_000_000)]
    pub nodes: Option<f64>,
}

/// Exercises, or a plan.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingResponse {
    /// The exercises, the easiest first.
    #[schema(max_items = 200)]
    pub exercises: Vec<TrainingExercise>,
    /// The plan, if that was asked for.
    pub plan: Option<TrainingPlan>,
    /// How many positions the engine has looked at: of those that were `player`'s to move and had the `theme`, as far as
    /// these were asked for.
    pub positions: usize,
    /// How many games they are of, those without such a position too.
    pub games: usize,
    /// Why no more were looked at: `all` there are have been, or those of the ten most similar `games` for each exercise
    /// asked for; or there are as many exercises as `limit` asks for, as many `positions` have been as may be, or `time`
    /// was up, so that there may be others. Null for a plan.
    pub ended: Option<TrainingEnd>,
    /// The games of `pgn` that could not be played through, and were left out, of those that were read.
    pub rejected: Vec<RejectedGame>,
}

/// Why no more positions were looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TrainingEnd {
    /// There are as many exercises as were asked for.
    Limit,
    /// There were 200 for each exercise asked for.
    Positions,
    /// They are those of the ten most similar games for each exercise asked for.
    Games,
    /// Time was up.
    Time,
    /// There are no more.
    All,
}

/// An exercise: find the only move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingExercise {
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The side that solves it, `white` or `black`.
    #[schema(schema_with = schemas::color)]
    pub color: &'static str,
    /// The position before the opponent's last move.
    #[schema(value_type = Fen)]
    pub previous_fen: String,
    /// The opponent's last move.
    pub last_move: Move,
    /// The solver's moves and the opponent's best replies; it ends with the solver's.
    #[schema(min_items = 1)]
    pub solution: Vec<Move>,
    /// The score of the solution, from the solver's side; null if it is a mate.
    pub cp: Option<i32>,
    /// The solver mates in so many moves; null if that is not so.
    pub mate: Option<i32>,
    /// The next best first moves, up to three.
    #[schema(min_items = 1, max_items = 3)]
    pub alternatives: Vec<TrainingAlternative>,
    /// How hard it is, as `/api/difficulty` says.
    pub rating: u32,
    /// Four in five puzzles are within.
    pub interval: [u32; 2],
    /// Themes as lichess names them.
    pub themes: Vec<&'static str>,
    /// What was played in the game; null if it ended here, or went on with a pass.
    pub played: Option<Move>,
    /// Whether that was the first move of the solution, and so the chance was found, not missed; null as `played`.
    pub found: Option<bool>,
    /// Half-moves of the game before it.
    pub ply: usize,
    /// The opening of the game; null if it has none.
    pub opening: Option<&'static str>,
    /// The game; its `id` is its number in the index, or in `pgn`.
    pub game: GameHeader,
}

/// A move that is not the solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingAlternative {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Its score, from the solver's side; null if it is a mate.
    pub cp: Option<i32>,
    /// The solver mates in so many moves, or with a minus is mated; null if neither.
    pub mate: Option<i32>,
}

/// Makes exercises of the games of an index or of `pgn`, or finds the plan of a position.
///
/// `see` is told how many positions have been looked at.
///
/// # Errors
///
/// 400 or 422 for the fields, a player whom no game is of among them.
pub fn training(
    snapshot: &View,
    request: &TrainingRequest,
    until: &Until,
    see: impl FnMut(usize),
) -> Result<TrainingResponse, Problem> {
    if let Some(pgn) = &request.pgn {
        return training_of_pgn(pgn.as_bytes(), "pgn", request, until, see);
    }
    let asked = request.checked()?;
    let position = request.fen.as_deref().map(parse_fen).transpose()?;
    if request.plan {
        let (Some(position), None, None) = (position, &request.player, &request.theme) else {
            return Err(Problem::impossible("plan: it goes with a fen alone"));
        };
        return Ok(TrainingResponse {
            exercises: Vec::new(),
            plan: Some(plan(snapshot, &position)?),
            positions: 0,
            games: 0,
            ended: None,
            rejected: Vec::new(),
        });
    }
    let filter = Filter {
        player: request.player.clone(),
        ..Filter::default()
    };
    if let Some(player) = &request.player
        && snapshot.games_that_pass(&filter)?.is_empty()
    {
        return Err(unknown(player, "the index"));
    }
    let (sources, are_more) = match &position {
        Some(position) => exercises::similar(snapshot, position, &filter, asked.wanted.limit)?,
        None if request.player.is_none() && request.theme.is_none() => {
            return Err(Problem::unreadable(
                "send fen, pgn, player or theme, to say where exercises come from",
            ));
        }
        None => (exercises::stored(snapshot, &filter)?, false),
    };
    let games = sources.into_iter().filter_map(|(id, plies)| {
        let game = snapshot.game(id).map_err(Problem::from).transpose()?;
        Some(game.map(|game| (game, plies)))
    });
    let mut response = exercises::made(games, &asked, until, see)?;
    if are_more && response.ended == Some(TrainingEnd::All) {
        response.ended = Some(TrainingEnd::Games);
    }
    Ok(response)
}

/// The problem of a player whom nobody in `games` is.
fn unknown(player: &str, games: &str) -> Problem {
    Problem::impossible(format!(
        "player: no game of {games} is of {}",
        quoted(player)
    ))
}

/// Makes exercises of the games of a stream of PGN, which problems call by its name.
///
/// # Errors
///
/// 400 if it cannot be read, 422 for fields out of range, or a player whom no game is of.
pub fn training_of_pgn(
    read: impl Read,
    name: &str,
    request: &TrainingRequest,
    until: &Until,
    see: impl FnMut(usize),
) -> Result<TrainingResponse, Problem> {
    let asked = request.checked()?;
    if request.fen.is_some() || request.plan {
        return Err(Problem::unreadable(
            "pgn: there is a fen or a plan, too, which are looked for in the index; send one of them",
        ));
    }
    let (mut rejected, mut read_any, mut is_known) = (Vec::new(), false, false);
    let is_players = |game: &Game| {
        let named = |player: &str| {
            let mut names = ["White", "Black"]
                .into_iter()
                .filter_map(|tag| game.tags.get(tag));
            names.any(|name| is_named(name, player))
        };
        request.player.as_deref().is_none_or(named)
    };
    let games = pgn_games(read).filter_map(|game| {
        read_any = true;
        match game {
            Ok(Ok(game)) => {
                is_known |= is_players(&game);
                Some(Ok((game, 1..usize::MAX)))
            }
            Ok(Err(game)) => {
                rejected.push(RejectedGame::new(None, game));
                None
            }
            Err(error) => Some(Err(Problem::unreadable(format!("{name}: {error}")))),
        }
    });
    let response = exercises::made(games, &asked, until, see)?;
    if !read_any && !until.is_over() {
        let detail = format!("{name}: there is no game in it; is it PGN?");
        return Err(Problem::unreadable(detail));
    }
    // Whoever is in none of the games that can be played through; if time was up he may be in another.
    if let Some(player) = &request.player
        && !is_known
        && response.games > 0
        && response.ended == Some(TrainingEnd::All)
    {
        return Err(unknown(player, name));
    }
    Ok(TrainingResponse {
        rejected,
        ..response
    })
}

impl TrainingResponse {
    /// One sentence on why there are fewer exercises than were asked for; `None` if there are not, or for a plan.
    pub fn shortfall(&self) -> Option<String> {
        let (positions, games) = (
            counted(self.positions, "position"),
            counted(self.games, "game"),
        );
        let were = if self.positions == 1 { "was" } else { "were" };
        let (each, similar) = (exercises::LOOKED_AT, exercises::SIMILAR_GAMES);
        let why = match self.ended? {
            TrainingEnd::Limit => return None,
            TrainingEnd::Time => format!("time was up after {positions} of {games}"),
            TrainingEnd::Positions => {
                format!(
                    "{positions} of {games} {were} looked at, {each} for each; there may be more"
                )
            }
            TrainingEnd::Games => format!(
                "{positions} of the {games} with the most similar ones {were} looked at, {similar} games for each; there may be more"
            ),
            TrainingEnd::All if self.games == 0 && !self.rejected.is_empty() => {
                "no game can be played through".to_owned()
            }
            TrainingEnd::All if self.positions == 0 => {
                format!("in {games} there is no position of the kind")
            }
            TrainingEnd::All => {
                format!(
                    "{positions} of {games} {were} looked at, and there are no more of the kind"
                )
            }
        };
        let found = counted(self.exercises.len(), "exercise");
        Some(format!("{found}, fewer than asked for: {why}"))
    }

    /// One line on the games that were left out, the first ten with the reason, in ASCII; `None` if there are none.
    pub(crate) fn left_out(&self) -> Option<String> {
        if self.rejected.is_empty() {
            return None;
        }
        let told = self.rejected.iter().take(REJECTED_TOLD).map(|game| {
            let escaped = game.reason.chars().map(|c| match c {
                ' '..='~' => c.to_string(),
                other => other.escape_default().to_string(),
            });
            let mut reason: String = escaped.collect();
            if reason.len() > REASON_TOLD {
                reason.truncate(REASON_TOLD);
                reason.push_str("...");
            }
            format!("game {}, line {}: {reason}", game.game, game.line)
        });
        let more = self.rejected.len().saturating_sub(REJECTED_TOLD);
        let told = told.chain((more > 0).then(|| format!("and {more} more")));
        let told = told.collect::<Vec<_>>().join("; ");
        Some(format!("{}: {told}", counted(self.rejected.len(), "game")))
    }
}

/// `1 game`, `2 games`.
fn counted(number: usize, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

impl TrainingRequest {
    fn checked(&self) -> Result<Asked, Problem> {
        let whole = |name: &str, number: Option<f64>, usual: f64, least: f64, most: f64| {
            let number = number.unwrap_or(usual);
            if number.fract() == 0.0 && (least..=most).contains(&number) {
                return Ok(number);
            }
            Err(Problem::impossible(format!(
                "{name}: {number} is out of range; it is a whole number from {least} to {most}"
            )))
        };
        let limit = whole("limit", self.limit, USUAL, 1.0, MOST)? as usize;
        let rating = |name, rating, usual| whole(name, rating, usual, 0.0, HIGHEST_RATING);
        let least = rating("minRating", self.min_rating, 0.0)? as u32;
        let most = rating("maxRating", self.max_rating, HIGHEST_RATING)? as u32;
        if least > most {
            return Err(Problem::impossible("minRating: it is above maxRating"));
        }
        let nodes = whole("nodes", self.nodes, USUAL_NODES, LEAST_NODES, MOST_NODES)? as u64;
        if let Some(player) = &self.player
            && !player.chars().any(char::is_alphanumeric)
        {
            return Err(Problem::impossible(format!(
                "player: {} has no letter",
                quoted(player)
            )));
        }
        let theme = self.theme.as_deref().map(Theme::new).transpose()?;
        let asked = Asked::new(limit, [least, most], nodes);
        Ok(asked.of_player(self.player.clone()).with_theme(theme))
    }
}
