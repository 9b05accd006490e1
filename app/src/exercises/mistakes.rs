//! What a player's mistakes teach: exercises of them, exercises like them from other games, and model games.

mod lesson;
mod models;
mod sources;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use coach::report::{MOST_KINDS, by_kind};
use index::Pace;
use similarity::GameFilter;

use crate::analysis::{Engines, Nodes};
use crate::database::View;
use crate::error::Error;
use crate::exercises::mistakes::lesson::Lessons;
use crate::exercises::mistakes::models::Masters;
use crate::exercises::request::MistakesRequest;
use crate::exercises::response::{TrainingAnswer, TrainingEnd, TrainingExercise};
use crate::known::check_names;
use crate::report::{REPORT_NODES, Report, ReportRequest};

/// The share of the time, if it is limited, in which engines look at the games. Guessed.
const ANALYSIS: u32 = 3;

/// Makes exercises of the mistakes in a player's [`Report`], and up to half of them from games of others with the same
/// motif and a similar structure.
///
/// Of what was missed the player is to move, before the mistake; of what was allowed the opponent is, after it. `found` is
/// called with each exercise as soon as it is made, `watch` with the number of positions searched so far.
///
/// # Errors
///
/// [`Error::Impossible`] for a field, e.g. no player; as [`check_names`]; [`Error::Engine`] if another program has failed;
/// what the index reports.
pub fn exercises_of_mistakes(
    view: &View,
    request: &MistakesRequest,
    engines: &Engines,
    pace: &Pace,
    found: impl FnMut(&TrainingExercise) + Send,
    watch: impl FnMut(usize) + Send,
) -> Result<TrainingAnswer, Error> {
    request.exercises.check()?;
    check_names(view, &request.exercises.filter())?;
    let report = report(view, request, engines, pace)?;
    let of_player = GameFilter {
        player: request.exercises.player.clone(),
        ..GameFilter::default()
    };
    let own: HashSet<u64> = view.games_that_pass(&of_player)?.into_iter().collect();
    let mut kinds = by_kind(report.findings().mistakes());
    match request.kind.map(|kind| kind.0) {
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
