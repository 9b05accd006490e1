//! The tool `exercises`.

use app::Error;
use app::doors::Doors;
use app::{
    Bounded, ColorName, Engines, ExerciseRating, ExercisesLimit, ExercisesRequest, MISTAKES_GAMES,
    MistakeKind, MistakesRequest, Pace, SpeedName, Theme, TrainingEnd, TrainingExercise,
    TrainingMistake, parse_collections, values,
};
use pgn::parse_fen;
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::read;
use crate::source::Source;

/// The number of exercises in an answer. Guessed: a lesson.
type Limit = Bounded<1, 10>;

/// Which exercises: at least one of `fen`, `player` and `theme`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Arguments {
    /// FEN or EPD: from games with a position similar to this one, from there on.
    fen: Option<String>,
    /// Positions with this player to move, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    player: Option<String>,
    /// Positions with a motif such as `fork`, or a named structure such as `Carlsbad structure`.
    #[schema(value_type = Option<Theme>, inline)]
    theme: Option<String>,
    /// Exercises of the costliest kinds of the mistakes of `player`, with others like them, and games of masters in which
    /// the right move was played. Without `fen` and `theme`.
    #[serde(default)]
    mistakes: bool,
    /// With `mistakes`, the only kind of them: `missed` or `allowed` and a motif or `mate`, such as `missed fork`; or a
    /// phase, such as `endgame`.
    kind: Option<String>,
    /// The number of exercises; 3 by default.
    #[schema(inline)]
    limit: Option<Limit>,
    /// The lowest rating of an exercise.
    #[schema(inline)]
    min_rating: Option<ExerciseRating>,
    /// The highest rating of an exercise.
    #[schema(inline)]
    max_rating: Option<ExerciseRating>,
    /// Games of any of these speeds.
    #[schema(inline)]
    speeds: Option<Vec<SpeedName>>,
    /// The names of collections: games that are in any of them.
    collection: Option<Vec<String>>,
}

/// Positions with one good move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Made {
    /// The easiest first.
    exercises: Vec<Exercise>,
    /// Why the search ended: there are as many exercises as requested (`limit`), or `all` positions, the most `positions`
    /// or `games` were searched, or `time` was up.
    ended: Option<TrainingEnd>,
    /// Why there are fewer exercises than requested; null if there are not.
    shortfall: Option<String>,
    /// With `mistakes`, the kinds of them, the costliest first.
    mistakes: Vec<Learned>,
    /// How many exercises and kinds of mistakes were left out to keep the answer short.
    left_out: usize,
}

/// An exercise: find the only move.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Exercise {
    /// The position.
    fen: String,
    /// The side that solves it.
    color: ColorName,
    /// The opponent's last move.
    last_move: String,
    /// The solver's moves and the opponent's best replies.
    solution: Vec<String>,
    /// The score of the solution in centipawns, from the solver's side; null if it is a mate.
    cp: Option<i32>,
    /// The solver mates in this number of moves; null without a mate.
    mate: Option<i32>,
    /// The rating of players who solve it half of the time.
    rating: u32,
    /// Themes as lichess names them.
    themes: Vec<&'static str>,
    /// What was played in the game; null at its end.
    played: Option<String>,
    /// The number of half-moves of the game before it.
    ply: usize,
    /// The game.
    game: Source,
    /// The kind of mistake that it is an exercise of; null unless `mistakes` were requested.
    mistake: Option<String>,
}

/// A kind of mistake.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Learned {
    /// Its name, e.g. `missed fork`.
    kind: String,
    /// The number of such mistakes.
    count: usize,
    /// What they cost in all, in points.
    cost: f64,
    /// Games of masters in which the right move was played.
    models: Vec<Model>,
    /// Why there are no more of these games; null if there are enough.
    models_shortfall: Option<String>,
}

/// A game of masters with a position like that of a mistake.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Model {
    /// The position of the mistake.
    mistake_fen: String,
    /// The right move there.
    best: String,
    /// The similar position.
    fen: String,
    /// The right move, as it was played there.
    played: String,
    /// The number of half-moves of the game before that.
    played_ply: u64,
    /// The game.
    game: Source,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let arguments: Arguments = read(arguments)?;
    let index = doors.index()?;
    let position = arguments.fen.as_deref().map(parse_fen).transpose()?;
    if position.is_none() && arguments.player.is_none() && arguments.theme.is_none() {
        let detail = "send fen, player or theme: where exercises come from";
        return Err(Error::Malformed(detail.to_owned()));
    }
    if arguments.mistakes && (position.is_some() || arguments.theme.is_some()) {
        let why = "the request also has fen or theme; leave them out";
        return Err(Error::unreadable("mistakes", why));
    }
    if arguments.mistakes && arguments.player.is_none() {
        let why = "name the player whose mistakes are meant";
        return Err(Error::unreadable("mistakes", why));
    }
    if arguments.kind.is_some() && !arguments.mistakes {
        let why = "it can only be used with mistakes";
        return Err(Error::unreadable("kind", why));
    }
    let kind = arguments
        .kind
        .as_deref()
        .map(MistakeKind::new)
        .transpose()?;
    let usual = ExercisesRequest::default();
    let limit = arguments.limit.map_or(3, Limit::get);
    let request = ExercisesRequest {
        limit: ExercisesLimit::new(limit).unwrap_or(usual.limit),
        min_rating: arguments.min_rating.unwrap_or(usual.min_rating),
        max_rating: arguments.max_rating.unwrap_or(usual.max_rating),
        player: arguments.player,
        theme: arguments.theme.as_deref().map(Theme::new).transpose()?,
        speeds: values(arguments.speeds.as_deref().unwrap_or_default()),
        collections: parse_collections(arguments.collection.as_deref().unwrap_or_default())?,
        ..usual
    };
    let work = move |engines: &Engines, pace: &Pace| {
        let view = index.snapshot()?;
        if arguments.mistakes {
            let request = MistakesRequest {
                exercises: request,
                color: None,
                kind,
                games: MISTAKES_GAMES,
            };
            return app::exercises_of_mistakes(&view, &request, engines, pace, |_| (), |_| ());
        }
        app::exercises(
            &view,
            position.as_ref(),
            &request,
            engines,
            pace,
            |_| (),
            |_| (),
        )
    };
    let made = doors.analysing(work).await?;
    let made = Made {
        shortfall: made.shortfall(),
        ended: made.ended,
        exercises: made.exercises.into_iter().map(Exercise::from).collect(),
        mistakes: made.mistakes.into_iter().map(Learned::from).collect(),
        left_out: 0,
    };
    short(&made, &["exercises", "mistakes"])
}

impl From<TrainingExercise> for Exercise {
    fn from(exercise: TrainingExercise) -> Exercise {
        let solution = exercise.solution.into_iter();
        Exercise {
            fen: exercise.fen.0,
            color: exercise.color,
            last_move: exercise.last_move.san,
            solution: solution.map(|m| m.san).collect(),
            cp: exercise.cp,
            mate: exercise.mate,
            rating: exercise.rating,
            themes: exercise.themes,
            played: exercise.played.map(|m| m.san),
            ply: exercise.ply,
            game: Source::from(&exercise.game),
            mistake: exercise.mistake,
        }
    }
}

impl From<TrainingMistake> for Learned {
    fn from(mistake: TrainingMistake) -> Learned {
        let models = mistake.models.into_iter().map(|model| Model {
            mistake_fen: model.mistake_fen.0,
            best: model.best.san,
            fen: model.fen.0,
            played: model.played.san,
            played_ply: model.played_ply,
            game: Source::from(&model.game),
        });
        Learned {
            kind: mistake.kind,
            count: mistake.count,
            cost: mistake.cost,
            models: models.collect(),
            models_shortfall: mistake.models_shortfall,
        }
    }
}
