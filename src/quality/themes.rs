//! A second judge: whether positions find those that people put into the same group.
//!
//! Each position of a table is a game of its own. P@10 of a position is the share of its ten best hits, without itself,
//! that are of its group; the mean over the positions of a group, then over groups, is that of a table. A group
//! says nothing of how similar its positions are, only that a person saw one idea in them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use app::search_position;
use pgn::parse_fen;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Position};
use similarity::{Scoring, endgame_share};
use tempfile::TempDir;

use super::summary::HITS;
use super::{among, table};

/// A position and the group that a person put it into.
struct Grouped {
    position: Chess,
    group: String,
}

/// P@10 of a table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Themes {
    file: String,
    positions: usize,
    groups: usize,
    /// What hits at random would have.
    chance: f64,
    /// The reference first.
    scorings: Vec<Precision>,
}

/// P@10 of a scoring.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Precision {
    scoring: &'static str,
    #[serde(flatten)]
    all: Mean,
    /// That of the positions that are endgames, and of the others; null without any.
    endgames: Option<Mean>,
    middlegames: Option<Mean>,
    /// By group.
    groups: BTreeMap<String, f64>,
}

/// A mean over groups, with its standard error over positions, and the difference to the reference.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Mean {
    value: f64,
    se: f64,
    difference: f64,
    difference_se: f64,
}

/// Measures the scorings, the reference first, by the groups of a table.
pub(super) fn measure(file: &Path, scorings: &[Scoring]) -> anyhow::Result<Themes> {
    let table = read(file)?;
    let folder = TempDir::new()?;
    let view = among::index(folder.path(), table.iter().map(|one| &one.position))?;
    let runs = scorings.iter().map(|scoring| {
        let shares = (1..).zip(&table).collect::<Vec<(u64, &Grouped)>>();
        let shares = shares.par_iter().map(|(id, one)| {
            let hits = search_position(&view, &one.position, HITS + 1, *scoring)?.hits;
            let others = hits.iter().filter(|hit| hit.game != *id).take(HITS);
            let same = others.filter(|hit| table[hit.game as usize - 1].group == one.group);
            Ok(same.count() as f64 / HITS as f64)
        });
        shares.collect::<anyhow::Result<Vec<f64>>>()
    });
    let runs = runs.collect::<anyhow::Result<Vec<Vec<f64>>>>()?;
    let sizes = sizes(&table);
    let same: usize = sizes.values().map(|size| size - 1).sum();
    let is_endgame = |one: &Grouped| endgame_share(one.position.board()) > 0.5;
    let precision = |(scoring, shares): (&Scoring, &Vec<f64>)| {
        let mean = |keep: &dyn Fn(&Grouped) -> bool| mean(&table, shares, &runs[0], keep);
        Some(Precision {
            scoring: scoring.name(),
            all: mean(&|_| true)?,
            endgames: mean(&is_endgame),
            middlegames: mean(&|one| !is_endgame(one)),
            groups: by_group(&table, shares, &|_| true)
                .into_iter()
                .map(|(group, shares)| (group.to_owned(), average(&shares)))
                .collect(),
        })
    };
    Ok(Themes {
        file: file.display().to_string(),
        positions: table.len(),
        groups: sizes.len(),
        chance: same as f64 / sizes.len() as f64 / (table.len() - 1) as f64,
        scorings: scorings.iter().zip(&runs).filter_map(precision).collect(),
    })
}

/// Reads a table: columns `fen` and `group`, separated by tabs and named in the first line.
fn read(file: &Path) -> anyhow::Result<Vec<Grouped>> {
    let mut table = Vec::new();
    for row in table::read(file, ["fen", "group"])? {
        let [fen, group] = row.fields;
        let position = parse_fen(&fen).with_context(|| format!("{}, column fen", row.at))?;
        table.push(Grouped { position, group });
    }
    if sizes(&table).len() < 2 {
        bail!(
            "{}: positions of two groups or more are needed",
            file.display()
        );
    }
    Ok(table)
}

/// How many positions each group has.
fn sizes(table: &[Grouped]) -> BTreeMap<&str, usize> {
    let mut sizes = BTreeMap::new();
    for one in table {
        *sizes.entry(&*one.group).or_default() += 1;
    }
    sizes
}

/// The shares of those positions that are kept, by group.
fn by_group<'a>(
    table: &'a [Grouped],
    shares: &[f64],
    keep: &dyn Fn(&Grouped) -> bool,
) -> BTreeMap<&'a str, Vec<f64>> {
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (one, share) in table.iter().zip(shares).filter(|(one, _)| keep(one)) {
        groups.entry(&*one.group).or_default().push(*share);
    }
    groups
}

/// The mean over groups of the mean over positions; `None` without any position.
fn mean(
    table: &[Grouped],
    shares: &[f64],
    reference: &[f64],
    keep: &dyn Fn(&Grouped) -> bool,
) -> Option<Mean> {
    let differences: Vec<f64> = shares.iter().zip(reference).map(|(a, b)| a - b).collect();
    let of = |shares: &[f64]| {
        let groups = by_group(table, shares, keep);
        let means: Vec<f64> = groups.values().map(|shares| average(shares)).collect();
        let variance: f64 = groups.values().map(|shares| variance_of_mean(shares)).sum();
        (average(&means), variance.sqrt() / groups.len() as f64)
    };
    table.iter().any(keep).then(|| {
        let ((value, se), (difference, difference_se)) = (of(shares), of(&differences));
        Mean {
            value,
            se,
            difference,
            difference_se,
        }
    })
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The variance of the mean of a sample; 0 of a single value, of which nothing is known.
fn variance_of_mean(values: &[f64]) -> f64 {
    let (mean, count) = (average(values), values.len() as f64);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    squares / (count - 1.0).max(1.0) / count
}

/// Prints a table for people.
pub(super) fn print(themes: &Themes, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\n{}: {} positions in {} groups; P@10, {:.3} by chance",
        themes.file, themes.positions, themes.groups, themes.chance
    )?;
    let row = |mean: &Mean| {
        format!(
            "{:7.3} ±{:.3}  {:+7.3} ±{:.3}",
            mean.value, mean.se, mean.difference, mean.difference_se
        )
    };
    for one in &themes.scorings {
        writeln!(out, "{:<14}  {:<14}  {}", one.scoring, "all", row(&one.all))?;
        let phases = [("endgames", one.endgames), ("middlegames", one.middlegames)];
        for (name, mean) in phases {
            if let Some(mean) = mean {
                writeln!(out, "{:<14}  {:<14}  {}", "", name, row(&mean))?;
            }
        }
    }
    Ok(())
}
