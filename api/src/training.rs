//! `/api/training`: exercises from games, or the plan of a position.

use std::sync::Arc;

use app::json::list;
use app::schemas::{Csv, Fen, Pgn, Tsv};
use app::{
    ColorName, Database, Engines, Error, ExerciseNodes, ExerciseRating, ExercisesLimit,
    ExercisesRequest, GamesToSkip, MISTAKES_GAMES, MistakeKind, MistakesRequest, Name, Pace,
    ReportGames, SpeedName, Theme, TrainingAnswer, TrainingExercise, View, parse_collections,
    values,
};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use pgn::parse_fen;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::batch::way;
use crate::extract::{JsonBody, LARGEST_PGN};
use crate::media::{CSV, JSON, NDJSON, PGN, TSV, preferred};
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::Server;

/// What PGN and CSV have no place for: why there are fewer exercises than requested, and which games were rejected.
pub(crate) const SHORTFALL: HeaderName = HeaderName::from_static("training-shortfall");
pub(crate) const REJECTED: HeaderName = HeaderName::from_static("training-rejected");

/// Where exercises come from: at least one of `fen`, `pgn`, `player` and `theme`; `fen` and `pgn` exclude each other.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct TrainingRequest {
    /// FEN or EPD: games of the index with a position similar to it, from there on.
    fen: Option<Fen>,
    /// These games instead of those of the index, e.g. your own.
    #[schema(value_type = Option<Pgn>)]
    pgn: Option<String>,
    /// Positions with this player to move, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    player: Option<String>,
    /// Positions with a motif such as `fork`, or a named structure such as `Carlsbad structure`. If it is a chance of the
    /// side to move, like a fork, the solution uses it.
    #[schema(value_type = Option<Theme>, inline)]
    theme: Option<String>,
    /// The plan of `fen` instead: what strong players did from similar positions.
    #[serde(default)]
    plan: bool,
    /// Exercises of the costliest kinds of the mistakes of `player`, as a report counts them, with others like them from
    /// games of others, and games of masters in which the right move was played.
    #[serde(default)]
    mistakes: bool,
    /// With `mistakes`, the only kind of them: `missed` or `allowed` and a motif or `mate`, such as `missed fork`; or a
    /// phase, such as `endgame`.
    kind: Option<String>,
    /// With `mistakes`, the player's side.
    #[schema(inline)]
    color: Option<ColorName>,
    /// With `mistakes`, the number of the player's games that are looked at, the newest by their numbers; 100 by default.
    #[schema(inline)]
    games: Option<ReportGames>,
    /// The number of exercises; 10 by default. At most 200 positions are searched for each.
    #[schema(inline)]
    limit: Option<ExercisesLimit>,
    /// The number of games to leave out at the start, e.g. the `next` of an earlier answer, to go on after it; at most
    /// 10,000 with `fen`. 0 by default.
    #[schema(inline)]
    skip: Option<GamesToSkip>,
    /// Positions that are exercises already, as those of earlier answers are: none of these comes again.
    #[schema(value_type = Vec<Fen>, max_items = 1000)]
    #[serde(default)]
    without: Vec<String>,
    /// The lowest rating of an exercise.
    #[schema(inline)]
    min_rating: Option<ExerciseRating>,
    /// The highest rating of an exercise.
    #[schema(inline)]
    max_rating: Option<ExerciseRating>,
    /// The number of moves that each search makes; 50,000 by default.
    #[schema(inline)]
    nodes: Option<ExerciseNodes>,
    /// Games of the index of any of these speeds.
    #[schema(inline)]
    #[serde(default, deserialize_with = "list")]
    speeds: Option<Vec<SpeedName>>,
    /// The names of collections: games of the index that are in any of them.
    #[serde(default, deserialize_with = "list")]
    collection: Option<Vec<String>>,
}

/// The most positions that are exercises already; as many as the page keeps. Guessed.
const MOST_WITHOUT: usize = 1000;

/// Make exercises from games
///
/// Positions with one good move, from games of the index or of `pgn`; or the plan of a position. It takes at most eight
/// seconds, and answers what it has by then: JSON, PGN with `Accept: application/x-chess-pgn`, lichess's puzzle CSV
/// with `Accept: text/csv`, or a file that Anki imports with `Accept: text/tab-separated-values`. What JSON has as `ended`
/// and `rejected`, these have in headers. With `Accept: application/x-ndjson` each exercise is a line as soon as it is
/// made, and the last line is the rest of the JSON answer, with no `exercises`.
#[utoipa::path(
    post, path = "/api/training", operation_id = "training", tag = "positions",
    request_body = TrainingRequest,
    responses(
        (status = 200, description = "Exercises, the easiest first, or a plan.", headers(
            ("Training-Shortfall" = Option<String>, description = "Why there are fewer exercises than requested, in one sentence; absent if there are not."),
            ("Training-Rejected" = Option<String>, description = "The games of `pgn` that were rejected because of an illegal move: their number, and the first ten with the reason; it is there if there are any."),
        ), content((TrainingAnswer = "application/json"), (Pgn = "application/x-chess-pgn"), (Csv = "text/csv"), (Tsv = "text/tab-separated-values"), (TrainingLines = "application/x-ndjson"))),
        BadBody, Unserved,
    ),
)]
pub(crate) async fn training(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<TrainingRequest, LARGEST_PGN>,
) -> Result<Response, Problem> {
    let index = server.doors.index()?;
    let media_type = preferred(&headers, JSON, &[PGN, CSV, TSV, NDJSON]);
    if request.plan && [CSV, TSV].contains(&media_type) {
        let why = "it cannot be sent as CSV or TSV; accept JSON or PGN";
        return Err(Error::impossible("plan", why).into());
    }
    if media_type == NDJSON {
        return lines(server, index, request).await;
    }
    let work = move |engines: &Engines, pace: &Pace| {
        request.answer(&index.snapshot()?, engines, pace, |_| ())
    };
    let made = server.doors.analysing(work).await?;
    let mut about = HeaderMap::new();
    about.insert(header::VARY, HeaderValue::from_static("accept"));
    for (name, sentence) in [(SHORTFALL, made.shortfall()), (REJECTED, made.left_out())] {
        let value = sentence.map(HeaderValue::try_from).transpose();
        if let Some(value) = value.map_err(Problem::internal)? {
            about.insert(name, value);
        }
    }
    let answer = match media_type {
        PGN => ([(header::CONTENT_TYPE, PGN)], made.pgn()).into_response(),
        CSV => ([(header::CONTENT_TYPE, CSV)], made.csv()).into_response(),
        TSV => ([(header::CONTENT_TYPE, TSV)], made.anki()).into_response(),
        _ => Json(made).into_response(),
    };
    Ok((about, answer).into_response())
}

/// Answers in lines. What keeps exercises from being made at all is a problem with a status of its own; what ends the
/// work later cuts the answer off.
async fn lines(
    server: Arc<Server>,
    index: Database,
    request: TrainingRequest,
) -> Result<Response, Problem> {
    let (sender, mut found) = mpsc::unbounded_channel();
    let work = move |engines: &Engines, pace: &Pace| {
        // It fails once the client has gone away, which also ends the work.
        let send = |exercise: &TrainingExercise| drop(sender.send(exercise.clone()));
        request.answer(&index.snapshot()?, engines, pace, send)
    };
    let mut work = Box::pin(async move { server.doors.analysing(work).await });
    let (first, is_last) = next_lines(&mut work, &mut found).await?;
    let rest = stream::unfold(
        (work, found, is_last),
        |(mut work, mut found, is_last)| async move {
            if is_last {
                return None;
            }
            let lines = next_lines(&mut work, &mut found).await;
            let is_last = lines.as_ref().map_or(true, |(_, is_last)| *is_last);
            let lines = lines.map(|(text, _)| text);
            let lines = lines.map_err(|problem| problem.broke_off("an answer with exercises"));
            Some((lines, (work, found, is_last)))
        },
    );
    let body = stream::iter([Ok(first)]).chain(rest);
    let body = body.map(|text| text.map_err(|problem| problem.to_string()));
    let headers = [
        (header::CONTENT_TYPE.as_str(), NDJSON),
        (header::VARY.as_str(), "accept"),
        // Else nginx keeps the lines until it has a buffer full of them.
        ("x-accel-buffering", "no"),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// The line of the next exercise, or the last lines, and whether they are the last.
async fn next_lines(
    work: &mut (impl Future<Output = Result<TrainingAnswer, Problem>> + Unpin),
    found: &mut mpsc::UnboundedReceiver<TrainingExercise>,
) -> Result<(String, bool), Problem> {
    let line = |line: &TrainingLine| -> Result<String, Problem> {
        let text = serde_json::to_string(line).map_err(Problem::internal)?;
        Ok(text + "\n")
    };
    let mut rest = tokio::select! {
        biased;
        Some(exercise) = found.recv() => {
            return Ok((line(&TrainingLine::Exercise(Box::new(exercise)))?, false));
        }
        done = work => done?,
    };
    let mut text = String::new();
    while let Ok(exercise) = found.try_recv() {
        text += &line(&TrainingLine::Exercise(Box::new(exercise)))?;
    }
    rest.exercises.clear();
    text += &line(&TrainingLine::Last(rest))?;
    Ok((text, true))
}

/// A line of the answer.
// The last line first: readers that take the first alternative that fits find all of it.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum TrainingLine {
    /// The last line: all but the exercises.
    Last(TrainingAnswer),
    /// An exercise.
    Exercise(Box<TrainingExercise>),
}

/// Lines of JSON: of exercises, and a last one.
#[derive(ToSchema)]
#[schema(format = "binary", content_media_type = "application/x-ndjson")]
#[expect(dead_code, reason = "it describes a body")]
struct TrainingLines(String);

/// What each of the lines is, as a keyword of their schema.
pub(crate) fn lines_schema() -> Value {
    json!({"contentSchema": {"$ref": "#/components/schemas/TrainingLine"}})
}

impl TrainingRequest {
    /// Calls `found` with each exercise as soon as it is made.
    fn answer(
        &self,
        view: &View,
        engines: &Engines,
        pace: &Pace,
        found: impl FnMut(&TrainingExercise) + Send,
    ) -> Result<TrainingAnswer, Problem> {
        let request = self.parse()?;
        if self.mistakes {
            let request = self.of_mistakes(request)?;
            let made = app::exercises_of_mistakes(view, &request, engines, pace, found, |_| ());
            return Ok(made?);
        }
        if self.kind.is_some() || self.color.is_some() || self.games.is_some() {
            return Err(Problem::unreadable(
                "kind, color and games are about mistakes: send mistakes, too, or leave them out",
            ));
        }
        if let Some(pgn) = &self.pgn {
            if self.fen.is_some() || self.plan {
                return Err(Error::unreadable(
                    "pgn",
                    "the request also has fen or plan, which need the index; send only one of them",
                )
                .into());
            }
            if self.speeds.is_some() || self.collection.is_some() {
                return Err(Error::unreadable("pgn", "the request also has speeds or collection, which select games of the index; leave them out").into());
            }
            let pgn = pgn.as_bytes();
            let exercises =
                app::exercises_of_pgn(pgn, "pgn", &request, engines, pace, found, |_| ());
            return exercises.map_err(|error| match error {
                Error::Pgn(_) => Problem {
                    field: Some("pgn".to_owned()),
                    ..error.into()
                },
                error => error.into(),
            });
        }
        let position = self.fen.as_deref().map(parse_fen).transpose()?;
        if self.plan {
            let (Some(position), None, None) = (position, &self.player, &self.theme) else {
                return Err(Error::impossible("plan", "it can only be used with fen").into());
            };
            return Ok(app::plan(view, &position, &request.filter())?.into());
        }
        if position.is_none() && self.player.is_none() && self.theme.is_none() {
            return Err(Problem::unreadable(
                "send fen, pgn, player or theme: where exercises come from",
            ));
        }
        let exercises = app::exercises(
            view,
            position.as_ref(),
            &request,
            engines,
            pace,
            found,
            |_| (),
        );
        Ok(exercises?)
    }

    fn of_mistakes(&self, exercises: ExercisesRequest) -> Result<MistakesRequest, Problem> {
        if self.player.is_none() {
            return Err(
                Error::unreadable("mistakes", "name the player whose mistakes are meant").into(),
            );
        }
        let others = [self.fen.is_some(), self.pgn.is_some(), self.theme.is_some()];
        if others.contains(&true) || self.plan || self.skip.is_some() {
            return Err(Error::unreadable(
                "mistakes",
                "the request also has fen, pgn, theme, plan or skip; leave them out",
            )
            .into());
        }
        Ok(MistakesRequest {
            exercises,
            color: self.color.map(|Name(color)| color),
            kind: self.kind.as_deref().map(MistakeKind::new).transpose()?,
            games: self.games.unwrap_or(MISTAKES_GAMES),
        })
    }

    fn parse(&self) -> Result<ExercisesRequest, Problem> {
        let usual = ExercisesRequest::default();
        if self.without.len() > MOST_WITHOUT {
            let why = format!("it has more than {MOST_WITHOUT} positions");
            return Err(Error::unreadable("without", why).into());
        }
        let known = self.without.iter().enumerate().map(|(place, fen)| {
            parse_fen(fen).map_err(|error| Error::of_fen(&format!("without[{place}]"), &error))
        });
        Ok(ExercisesRequest {
            without: known.collect::<Result<_, _>>()?,
            limit: self.limit.unwrap_or(usual.limit),
            skip: self.skip.unwrap_or(usual.skip),
            min_rating: self.min_rating.unwrap_or(usual.min_rating),
            max_rating: self.max_rating.unwrap_or(usual.max_rating),
            nodes: self.nodes.unwrap_or(usual.nodes),
            player: self.player.clone(),
            theme: self.theme.as_deref().map(Theme::new).transpose()?,
            speeds: values(self.speeds.as_deref().unwrap_or_default()),
            collections: parse_collections(self.collection.as_deref().unwrap_or_default())?,
        })
    }
}

/// Which fields of the request may come together, as keywords of its schema.
pub(crate) fn ways_to_ask() -> Value {
    let of_mistakes = ["kind", "color", "games"];
    json!({
        "if": way(&["plan"], &[]),
        "then": way(&["fen"], &[&["pgn", "player", "theme", "mistakes"], &of_mistakes[..]].concat()),
        "else": {
            "if": way(&["mistakes"], &[]),
            "then": way(&["player"], &["fen", "pgn", "theme", "skip"]),
            "else": {
                "allOf": [way(&[], &of_mistakes)],
                "anyOf": [
                    way(&["fen"], &["pgn"]),
                    way(&["pgn"], &["fen", "speeds", "collection"]),
                    way(&["player"], &["fen", "pgn"]),
                    way(&["theme"], &["fen", "pgn"]),
                ],
            },
        },
    })
}
