//! What a player's mistakes teach: exercises of them, exercises like them from other games, and model games.

mod lesson;
mod models;
mod sources;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use index::Pace;
use serde::Serialize;
use shakmaty::Color;
use similarity::GameFilter;
use utoipa::ToSchema;

use crate::analysis::{Engines, Nodes};
use crate::database::View;
use crate::error::Error;
use crate::exercises::mistakes::lesson::Lessons;
use crate::exercises::mistakes::models::Masters;
use crate::exercises::request::ExercisesRequest;
use crate::exercises::response::{TrainingEnd, TrainingExercise, TrainingResponse};
use crate::report::{
    MOST_KINDS, MistakeKind, REPORT_NODES, Report, ReportGames, ReportRequest, by_kind,
};

pub use models::TrainingModel;

/// The games that are looked at by default. Guessed: at two seconds for a game without scores they take some minutes.
pub const MISTAKES_GAMES: ReportGames = ReportGames::of::<100>();

/// The share of the time, if it is limited, in which engines look at the games. Guessed.
const ANALYSIS: u32 = 3;

/// Whose mistakes, and what to make of them.
#[derive(Clone, Debug)]
pub struct MistakesRequest {
    /// The player, which games, and which exercises; without a theme, and nothing is left out at the start. If it has no
    /// range of ratings, exercises from games of others are near the player's rating.
    pub exercises: ExercisesRequest,
    /// The player's side in the games; `None` for both.
    pub color: Option<Color>,
    /// The kind of mistakes; `None` for the ten that cost most.
    pub kind: Option<MistakeKind>,
    /// The most games: the newest, by the numbers of the index.
    pub games: ReportGames,
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

/// Makes exercises of the mistakes in a player's [`Report`], and up to half of them from games of others with the same
/// motif and a similar structure.
///
/// Of what was missed the player is to move, before the mistake; of what was allowed the opponent is, after it. `found` is
/// called with each exercise as soon as it is made, `watch` with the number of positions searched so far.
///
/// # Errors
///
/// [`Error::Impossible`] for a field, e.g. no player; [`Error::Engine`] if another program has failed; what the index
/// reports.
pub fn exercises_of_mistakes(
    view: &View,
    request: &MistakesRequest,
    engines: &Engines,
    pace: &Pace,
    found: impl FnMut(&TrainingExercise) + Send,
    watch: impl FnMut(usize) + Send,
) -> Result<TrainingResponse, Error> {
    super::check(&request.exercises)?;
    let report = report(view, request, engines, pace)?;
    let of_player = GameFilter {
        player: request.exercises.player.clone(),
        ..GameFilter::default()
    };
    let own: HashSet<u64> = view.games_that_pass(&of_player)?.into_iter().collect();
    let mut kinds = by_kind(report.mistakes());
    match request.kind {
        Some(wanted) => {
            kinds.retain(|(kind, _)| *kind == wanted);
            if kinds.is_empty() {
                kinds.push((wanted, Vec::new()));
            }
        }
        None => kinds.truncate(MOST_KINDS),
    }
    let masters = Masters::new(view, own)?;
    let total = kinds.len();
    let mut lessons = Lessons::new(view, request, engines, pace, &report, found, watch);
    for (nth, (kind, mistakes)) in kinds.into_iter().enumerate() {
        lessons.learn(kind, &mistakes, total - nth, &masters)?;
    }
    let mut made = lessons.end();
    let is_enough = made.exercises.len() as u64 == request.exercises.limit.get();
    if is_enough {
        made.ended = Some(TrainingEnd::Limit);
    }
    made.exercises.sort_by_key(|exercise| exercise.rating);
    Ok(made)
}

/// The player's report; engines look at the games, for a part of the time if it is limited.
fn report(
    view: &View,
    request: &MistakesRequest,
    engines: &Engines,
    pace: &Pace,
) -> Result<Report, Error> {
    let about = ReportRequest {
        filter: GameFilter {
            color: request.color,
            ..request.exercises.filter()
        },
        book: None,
        games: request.games,
    };
    let mut report = Report::new(view, &about, pace)?;
    let left = |end: Instant| end.saturating_duration_since(Instant::now()) / ANALYSIS;
    let slice = pace.deadline.map_or(Duration::MAX, left);
    let nodes = Nodes::new(request.exercises.nodes.get()).unwrap_or(REPORT_NODES);
    report.analyse(view, engines, nodes, pace, slice)?;
    Ok(report)
}
