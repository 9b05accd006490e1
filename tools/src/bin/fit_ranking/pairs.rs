//! Pairs of a query and one of its hits: what is known of them, and how useful the hit is.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use index::Snapshot;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};
use similarity::learned::rows;
use similarity::quality::{Judged, Metric, Phase, of_hit};
use similarity::{Candidate, Moment, POOL, Query, Scoring};

/// What may go wrong.
pub(crate) type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A query and one of its hits, from the view of both sides, the side to move first.
pub(crate) struct Pair {
    rows: [Vec<f64>; 2],
    targets: [f64; 2],
    /// For experiments: the query, whether it is the perturbed one, game, score, phase, metrics.
    about: Vec<f64>,
}

impl Pair {
    pub(crate) fn rows(&self) -> [&[f64]; 2] {
        self.rows.each_ref().map(|row| &row[..])
    }

    pub(crate) fn targets(&self) -> [f64; 2] {
        self.targets
    }
}

/// What the components of the measure are about where the ranking is at its best: what useful is relative to.
/// Measured with `tabiya quality` on a first model.
const PLAN_OWN: f64 = 10.5;
const PLAN_OPP: f64 = 8.8;
const NEXT3: f64 = 18.0;
const ECO3: f64 = 18.0;
const FUTPAWN: f64 = 10.3;
const FUTEVAL: f64 = 1.45;
const BRIER: f64 = 14.9;

/// How much some count more or less than others. Measured with `tabiya quality` on the training queries: next moves
/// are what changes most with whose move it is, so they cost stability; pawns would suffer otherwise; a single
/// hit's result says little of the mean of ten.
const OF_NEXT3: f64 = 0.8;
const OF_FUTPAWN: f64 = 2.5;
const OF_BRIER: f64 = 0.35;

/// The pairs of each query with the best hits by what is on the board.
pub(crate) fn pairs(
    snapshot: &Snapshot,
    queries: &[Judged],
    without_ideas: usize,
) -> Result<Vec<Pair>, AnyError> {
    let both = queries
        .iter()
        .flat_map(|judged| {
            [
                (judged, &judged.moment.position),
                (judged, &judged.perturbed),
            ]
        })
        .collect::<Vec<_>>();
    let pairs = both
        .par_iter()
        .enumerate()
        .map(|(nth, (judged, position))| {
            let has_ideas = nth % without_ideas > 0;
            of_query(snapshot, judged, position, nth, has_ideas)
        });
    let pairs: Vec<Vec<Pair>> = pairs.collect::<Result<_, AnyError>>()?;
    Ok(pairs.into_iter().flatten().collect())
}

fn of_query(
    snapshot: &Snapshot,
    judged: &Judged,
    position: &Chess,
    nth: usize,
    has_ideas: bool,
) -> Result<Vec<Pair>, AnyError> {
    let query = Query::new(position, snapshot.statistics(), Scoring::Tabiya);
    let query = if has_ideas {
        app::with_ideas(query)
    } else {
        query
    };
    let similar = snapshot.nearest(query, POOL, &index::Pace::default())?;
    let pool = snapshot.candidates(&similar)?;
    let turn = position.turn();
    let utilities = [turn, !turn].map(|own| {
        let utilities: Vec<f64> = pool
            .iter()
            .map(|one: &Candidate| utility(judged, &one.moment, own))
            .collect();
        let mean = utilities.iter().sum::<f64>() / utilities.len().max(1) as f64;
        utilities
            .into_iter()
            .map(|one| one - mean)
            .collect::<Vec<f64>>()
    });
    let pairs = rows(&similar.query, &pool).into_iter().enumerate();
    let pairs = pairs.map(|(place, rows)| Pair {
        rows,
        targets: utilities.each_ref().map(|utilities| utilities[place]),
        about: about(judged, nth, &similar.hits[place], &pool[place].moment),
    });
    Ok(pairs.collect())
}

/// How useful a hit is from the view of a side: each component of the measure relative to its mean. What both sides
/// share counts half, so that both views together are the measure.
fn utility(judged: &Judged, hit: &Moment, own: Color) -> f64 {
    let of = |metric| of_hit(metric, judged, hit).unwrap_or(0.0);
    let is_turn = own == judged.moment.position.turn();
    let plan = if is_turn {
        of(Metric::PlanOwn) / PLAN_OWN
    } else {
        of(Metric::PlanOpp) / PLAN_OPP
    };
    let first = judged.moment.keys.get(own).first();
    let soon = hit
        .keys
        .get(own)
        .iter()
        .take(3)
        .any(|key| Some(key) == first);
    let next3 = 100.0 * f64::from(u8::from(soon)) / NEXT3;
    let shared = of(Metric::Eco3) / ECO3
        - OF_FUTPAWN * of(Metric::FutPawn) / FUTPAWN
        - of(Metric::FutEval) / FUTEVAL
        - OF_BRIER * of(Metric::Brier) / BRIER;
    plan + OF_NEXT3 * next3 + shared / 2.0
}

fn about(judged: &Judged, nth: usize, hit: &similarity::Hit, moment: &Moment) -> Vec<f64> {
    let phase = match judged.phase {
        Phase::Endgame => 0.0,
        Phase::MgQueens => 1.0,
        Phase::MgQueenless => 2.0,
    };
    let mut about = vec![nth as f64, hit.game as f64, hit.score, phase];
    about.extend([moment.result, judged.moment.result]);
    for metric in METRICS {
        about.push(of_hit(metric, judged, moment).unwrap_or(f64::NAN));
    }
    about
}
const METRICS: [Metric; 7] = [
    Metric::PlanOwn,
    Metric::PlanOpp,
    Metric::Next1,
    Metric::Next3,
    Metric::Eco3,
    Metric::FutPawn,
    Metric::FutEval,
];

/// Writes the pairs.
pub(crate) fn dump(path: &Path, names: &[String], pairs: &[Pair]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "{} {}", pairs.len(), names.join(" "))?;
    for pair in pairs {
        let numbers = pair.about.iter().chain(&pair.rows[0]).chain(&pair.rows[1]);
        for number in numbers.chain(&pair.targets) {
            file.write_all(&(*number as f32).to_le_bytes())?;
        }
    }
    Ok(())
}
