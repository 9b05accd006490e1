//! `tabiya quality`: how good a ranking is, measured by [`similarity::quality`].

mod among;
mod judgements;
mod kendall;
mod report;
mod summary;
mod table;
mod themes;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, anyhow, ensure};
use app::{Name, View};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use shakmaty::Chess;
use similarity::quality::{Hits, Judged, Measured, Phase, measure, parse};
use similarity::{Hit, Moment, Scoring};

use crate::args::index::IndexArgs;
use crate::args::named;
use crate::args::scoring::WeightArgs;
use crate::quality::report::{Ranking, Rankings, Report};
use crate::quality::summary::{HITS, summary};

/// What the others are compared with.
const REFERENCE: Scoring = Scoring::Thesis;

/// Measure the ranking of an index by how the games of similar positions continued.
#[derive(Debug, Args)]
pub(crate) struct QualityArgs {
    /// Tables of positions to search for, from games that are not in the index.
    ///
    /// Columns are separated by tabs and named in the first line: `fen`, `phase` (`endgame`,
    /// `mg_queens` or `mg_queenless`), `next_moves` (UCI, 12 half-moves or more), `ply`, `eco`,
    /// `result`, `perturbed_fen`.
    #[arg(long, required_unless_present_any = ["themes", "judgements"], value_name = "FILE")]
    queries: Vec<PathBuf>,

    /// Tables of positions in groups made by people: measures how many of ten hits are in the same group.
    ///
    /// Columns `fen` and `group`, separated by tabs and named in the first line. The positions are put
    /// into an index of their own; `--index` is not used.
    #[arg(long, value_name = "FILE")]
    themes: Vec<PathBuf>,

    /// Tables of positions ranked by people: measures how far the ranking agrees with them, and they with each other.
    ///
    /// Columns `query` (a FEN), `rater` and `order` (FENs with semicolons between them, the most similar one first),
    /// separated by tabs and named in the first line. The positions are put into an index of their own; `--index` is
    /// not used.
    #[arg(long, value_name = "FILE")]
    judgements: Vec<PathBuf>,

    /// A scoring profile to measure in addition to `thesis`, which the others are compared with; by default all.
    #[arg(long, value_name = "NAME", value_parser = named::<Scoring>())]
    scoring: Vec<Name<Scoring>>,

    #[command(flatten)]
    weights: WeightArgs,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &QualityArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let scorings = scorings(&args.scoring, &args.weights.weights)?;
    let report = Report {
        rankings: match &args.queries[..] {
            [] => None,
            files => Some(rankings(files, &args.index, &scorings)?),
        },
        themes: args
            .themes
            .iter()
            .map(|file| themes::measure(file, &scorings))
            .collect::<anyhow::Result<_>>()?,
        judgements: args
            .judgements
            .iter()
            .map(|file| judgements::measure(file, &scorings))
            .collect::<anyhow::Result<_>>()?,
    };
    if json {
        return crate::print::json(out, &report);
    }
    if let Some(rankings) = &report.rankings {
        report::print(rankings, out)?;
    }
    for one in &report.themes {
        themes::print(one, out)?;
    }
    for one in &report.judgements {
        judgements::print(one, out)?;
    }
    Ok(())
}

/// Measures the scorings, the reference first, by how the games of hits went on.
fn rankings(
    files: &[PathBuf],
    index: &IndexArgs,
    scorings: &[Scoring],
) -> anyhow::Result<Rankings> {
    let started = Instant::now();
    let mut queries = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        queries.extend(parse(&file.display().to_string(), &text).map_err(|why| anyhow!(why))?);
    }
    let snapshot = index.open()?.snapshot()?;
    let statistics = snapshot.statistics();
    ensure!(
        statistics.positions > 0,
        "the index has no positions to find: ingest games first"
    );
    let bar = progress(queries.len() * scorings.len());
    let runs = scorings
        .iter()
        .map(|&scoring| {
            let started = Instant::now();
            let measured = queries
                .par_iter()
                .map(|query| {
                    let measured = answer(&snapshot, query, &scoring);
                    bar.inc(1);
                    measured
                })
                .collect::<anyhow::Result<_>>()?;
            Ok(Run {
                scoring,
                seconds: started.elapsed().as_secs_f64(),
                measured,
            })
        })
        .collect::<anyhow::Result<Vec<Run>>>()?;
    bar.finish_and_clear();
    Ok(Rankings {
        games: statistics.games,
        positions: statistics.positions,
        queries: queries.len(),
        seconds: started.elapsed().as_secs_f64(),
        scorings: runs.iter().map(|run| ranking(run, &runs[0])).collect(),
    })
}

/// The scorings of these names, by default all, the reference first; with weights, the
/// last is `tabiya` with these.
fn scorings(names: &[Name<Scoring>], weights: &[(String, f64)]) -> anyhow::Result<Vec<Scoring>> {
    let all = names.is_empty() && weights.is_empty();
    let wanted = |scoring: &Scoring| all || names.iter().any(|Name(named)| named == scoring);
    let others = Scoring::ALL
        .into_iter()
        .filter(|scoring| *scoring != REFERENCE);
    let mut scorings: Vec<Scoring> = [REFERENCE]
        .into_iter()
        .chain(others.filter(wanted))
        .collect();
    if !weights.is_empty()
        && let Some(mut own) = Scoring::Tabiya.weights()
    {
        for (name, weight) in weights {
            own.set(name, *weight)?;
        }
        scorings.push(Scoring::Custom(own));
    }
    Ok(scorings)
}

/// A bar on a terminal, otherwise nothing.
fn progress(steps: usize) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(Some(steps as u64), target);
    match ProgressStyle::with_template("{wide_bar} {pos} of {len} queries, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What was measured of a scoring.
struct Run {
    scoring: Scoring,
    seconds: f64,
    /// In the order of the queries.
    measured: Vec<Measured>,
}

impl Run {
    /// What was measured for the queries of a phase, or for all.
    fn of(&self, phase: Option<Phase>) -> Vec<&Measured> {
        let of_phase = |one: &&Measured| phase.is_none_or(|phase| one.phase == phase);
        self.measured.iter().filter(of_phase).collect()
    }
}

/// The figures of a run, over all queries and by phase.
fn ranking(run: &Run, reference: &Run) -> Ranking {
    let figures = |phase| summary(&run.of(phase), &reference.of(phase));
    Ranking {
        scoring: run.scoring.name(),
        seconds: run.seconds,
        metrics: figures(None),
        phases: Phase::ALL
            .into_iter()
            .filter(|phase| run.measured.iter().any(|one| one.phase == *phase))
            .map(|phase| (phase.name(), figures(Some(phase))))
            .collect(),
    }
}

/// Looks for positions like the query, and measures what is found.
fn answer(snapshot: &View, query: &Judged, scoring: &Scoring) -> anyhow::Result<Measured> {
    let find = |position: &Chess| app::search_position(snapshot, position, HITS, *scoring);
    let games = |hits: &[Hit]| hits.iter().map(|hit| hit.game).collect();
    let hits = find(&query.moment.position)?.hits;
    let moments = hits.iter().map(|hit| moment(snapshot, hit));
    let answer = Hits {
        moments: moments.collect::<anyhow::Result<_>>()?,
        games: games(&hits),
        perturbed: games(&find(&query.perturbed)?.hits),
    };
    Ok(measure(query, &answer))
}

/// The position of a hit, and how its game went on.
fn moment(snapshot: &View, hit: &Hit) -> anyhow::Result<Moment> {
    let game = snapshot.game(hit.game)?;
    game.and_then(|game| Moment::of_game(&game, hit.ply))
        .with_context(|| format!("the index has no game {} with ply {}", hit.game, hit.ply))
}
