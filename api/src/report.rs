//! `POST /api/report`: what a player's games say about the player.

use std::sync::Arc;
use std::time::Duration;

use app::doors::{PLAIN, in_time};
use app::{
    Database, Engines, Error, FilterRequest, Nodes, Pace, REPORT_NODES, Report, ReportAnswer,
    ReportGames, ReportRequest,
};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use similarity::Given;
use utoipa::ToSchema;

use crate::extract::JsonBody;
use crate::media::{JSON, NDJSON, preferred};
use crate::problem::Problem;
use crate::responses::{BadBody, Unserved};
use crate::server::Server;

/// How long engines work between two lines of an answer. Guessed: a page that changes more often is hard to read.
const EVERY: Duration = Duration::from_secs(2);

/// The player, and which games to report on.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ReportBody {
    /// The player, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    player: String,
    /// What the games must be like; without `player`.
    filter: Option<FilterRequest>,
    /// The games whose openings are the book that the player's games leave, e.g. `{"minRating": 2500}`; without it there
    /// is no book.
    book: Option<FilterRequest>,
    /// The number of games, the newest by their numbers; 1,000 by default.
    #[schema(inline)]
    games: Option<ReportGames>,
    /// Whether the engine adds the scores that the games do not have, and looks at the mistakes.
    #[serde(default)]
    analyse: bool,
    /// The number of moves of each of its searches; 50,000 by default.
    #[schema(inline)]
    nodes: Option<Nodes>,
}

/// Report on a player
///
/// Results by opening, structure, phase and motif, and what the ratings predict; time trouble; where the games
/// leave a book; the costliest kinds of mistakes, with examples. Scores of moves are those that the games come with. With
/// `analyse` the engine adds what is missing, within eight seconds; with `Accept: application/x-ndjson` the answer is a line
/// every few seconds, each the whole report so far, until all games are analysed or the client goes away.
#[utoipa::path(
    post, path = "/api/report", operation_id = "report", tag = "games",
    request_body = ReportBody,
    responses(
        (status = 200, description = "The report, or lines of it.", content((ReportAnswer = "application/json"), (ReportLines = "application/x-ndjson"))),
        BadBody, Unserved,
    ),
)]
pub(crate) async fn report(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ReportBody>,
) -> Result<Response, Problem> {
    let index = server.doors.index()?;
    let request = body.parse()?;
    let nodes = body.nodes.unwrap_or(REPORT_NODES);
    let database = index.clone();
    let read = move |pace: &Pace| {
        let view = database.snapshot()?;
        let report = Report::new(&view, &request, pace)?;
        let response = report.response(&view)?;
        Ok::<_, Error>((report, response))
    };
    let read = server.doors.searches().blocking(PLAIN, in_time(), read);
    let (report, response) = read.await?;
    if preferred(&headers, JSON, &[NDJSON]) == NDJSON {
        return lines(
            server,
            index,
            report,
            &response,
            body.analyse.then_some(nodes),
        );
    }
    let response = if body.analyse {
        let (_, response) = more(&server, index, report, nodes, Duration::MAX).await?;
        response
    } else {
        response
    };
    let vary = [(header::VARY, "accept")];
    Ok((vary, Json(response)).into_response())
}

/// Lets engines work on a report, for this long.
async fn more(
    server: &Server,
    index: Database,
    mut report: Report,
    nodes: Nodes,
    slice: Duration,
) -> Result<(Report, ReportAnswer), Problem> {
    let work = move |engines: &Engines, pace: &Pace| {
        let view = index.snapshot()?;
        report.analyse(&view, engines, nodes, pace, slice)?;
        let response = report.response(&view)?;
        Ok((report, response))
    };
    server.doors.analysing(work).await
}

/// Answers in lines: the report as it is, and with `nodes` every few seconds as it has become.
fn lines(
    server: Arc<Server>,
    index: Database,
    report: Report,
    response: &ReportAnswer,
    nodes: Option<Nodes>,
) -> Result<Response, Problem> {
    let first = line(response)?;
    let work = nodes.map(|nodes| (server, index, report, nodes));
    let rest = stream::unfold(work, |work| async {
        let (server, index, report, nodes) = work?;
        let worked = more(&server, index.clone(), report, nodes, EVERY).await;
        let (line, work) = match worked.and_then(|(report, response)| {
            let is_left = !response.complete;
            Ok((line(&response)?, is_left.then_some(report)))
        }) {
            Ok((line, report)) => (
                Ok(line),
                report.map(|report| (server, index, report, nodes)),
            ),
            Err(problem) => (Err(problem.broke_off("a report")), None),
        };
        Some((line, work))
    });
    let body = stream::iter([Ok(first)]).chain(rest);
    let body = body.map(|line| line.map_err(|problem| problem.to_string()));
    let headers = [
        (header::CONTENT_TYPE.as_str(), NDJSON),
        (header::VARY.as_str(), "accept"),
        // Else nginx keeps the lines until it has a buffer full of them.
        ("x-accel-buffering", "no"),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

fn line(response: &ReportAnswer) -> Result<String, Problem> {
    let text = serde_json::to_string(response).map_err(Problem::internal)?;
    Ok(text + "\n")
}

/// Lines of JSON: the report, again and again.
#[derive(ToSchema)]
#[schema(format = "binary", content_media_type = "application/x-ndjson")]
#[expect(dead_code, reason = "it describes a body")]
struct ReportLines(String);

/// What each of the lines is, as a keyword of their schema.
pub(crate) fn lines_schema() -> serde_json::Value {
    serde_json::json!({"contentSchema": {"$ref": "#/components/schemas/ReportAnswer"}})
}

impl ReportBody {
    fn parse(&self) -> Result<ReportRequest, Problem> {
        let mut filter = self.filter.clone().unwrap_or_default();
        if filter.has("player") {
            let why = "use the field player instead";
            return Err(Error::impossible("filter.player", why).into());
        }
        filter.set("player", Given::Text(self.player.clone()))?;
        let book = self.book.as_ref().map(FilterRequest::games).transpose();
        let filter = filter.games();
        Ok(ReportRequest {
            filter: filter.map_err(|error| error.within("filter."))?,
            book: book.map_err(|error| error.within("book."))?,
            games: self.games.unwrap_or(ReportGames::of::<1000>()),
        })
    }
}
