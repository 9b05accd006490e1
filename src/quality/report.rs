//! The figures of all scorings, as JSON and as a table.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;

use super::judgements::Judgements;
use super::summary::{Figure, Figures};
use super::themes::Themes;

/// What is measured, and which way is better.
const MEASURES: [(&str, &str); 14] = [
    ("SQI7", "up"),
    ("SQI8", "up"),
    ("C", "up"),
    ("planown", "up"),
    ("planopp", "up"),
    ("next1", "up"),
    ("next3", "up"),
    ("eco3", "up"),
    ("eco2", "up"),
    ("futpawn", "down"),
    ("futeval", "down"),
    ("brier", "down"),
    ("rcorr", "up"),
    ("stab", "up"),
];
/// What shows how hits look, not how good they are: an index can hold the query itself.
const DESCRIPTIVE: [&str; 6] = ["skel", "pawnxor", "matsig", "matdist", "evald", "stm"];
/// What is shown of each phase.
const OF_A_PHASE: [&str; 4] = ["SQI7", "SQI8", "C", "stab"];

/// What was measured.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    /// By how the games of hits went on; absent without queries.
    #[serde(flatten)]
    pub(super) rankings: Option<Rankings>,
    /// By the groups of each table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) themes: Vec<Themes>,
    /// By the orders of each table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) judgements: Vec<Judgements>,
}

/// What was measured by how the games of hits went on.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rankings {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) queries: usize,
    pub(super) seconds: f64,
    /// The reference first.
    pub(super) scorings: Vec<Ranking>,
}

/// The figures of a scoring.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ranking {
    pub(super) scoring: &'static str,
    pub(super) seconds: f64,
    pub(super) metrics: Figures,
    /// Those of each phase that has queries, by its name.
    pub(super) phases: BTreeMap<&'static str, Figures>,
}

/// Prints a table for people: a line a metric, two columns a scoring.
pub(super) fn print(report: &Rankings, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} queries, {} games, {} positions, {:.1} s",
        report.queries, report.games, report.positions, report.seconds
    )?;
    write!(out, "\n{:<14}  {:<6}", "", "better")?;
    for (place, ranking) in report.scorings.iter().enumerate() {
        write!(out, "  {:>15}", ranking.scoring)?;
        if place > 0 {
            write!(out, "  {:>15}", "difference")?;
        }
    }
    writeln!(out)?;
    for (name, better) in MEASURES {
        row(out, report, None, name, better)?;
    }
    writeln!(out, "\ndescriptive, not to be tuned on")?;
    for name in DESCRIPTIVE {
        row(out, report, None, name, "")?;
    }
    for (phase, figures) in &report.scorings[0].phases {
        let queries = figures["SQI7"].queries;
        writeln!(out, "\n{phase}, {queries} queries")?;
        for (name, better) in MEASURES {
            if OF_A_PHASE.contains(&name) {
                row(out, report, Some(phase), name, better)?;
            }
        }
    }
    Ok(())
}

/// A line of the table: value and standard error, for all but the reference also those of the
/// difference.
fn row(
    out: &mut impl Write,
    report: &Rankings,
    phase: Option<&str>,
    name: &str,
    better: &str,
) -> anyhow::Result<()> {
    write!(out, "{name:<14}  {better:<6}")?;
    for (place, ranking) in report.scorings.iter().enumerate() {
        let figures = phase.map_or(&ranking.metrics, |phase| &ranking.phases[phase]);
        let Figure {
            value,
            se,
            difference,
            difference_se,
            ..
        } = figures[name];
        write!(out, "  {}", cell(value, se))?;
        if place > 0 {
            write!(out, "  {}", cell(difference, difference_se))?;
        }
    }
    Ok(writeln!(out)?)
}

/// Two numbers, `-` for what is none.
fn cell(value: f64, se: f64) -> String {
    let shown = |number: f64| {
        if number.is_finite() {
            format!("{number:.2}")
        } else {
            "-".to_owned()
        }
    };
    format!("{:>8}  {:>5}", shown(value), shown(se))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(scoring: &'static str, value: f64, difference: f64) -> Ranking {
        let names = MEASURES
            .map(|(name, _)| name)
            .into_iter()
            .chain(DESCRIPTIVE);
        let figures: Figures = names
            .map(|name| {
                let figure = Figure {
                    value,
                    se: 1.5,
                    difference,
                    difference_se: f64::NAN,
                    queries: 9,
                };
                (name, figure)
            })
            .collect();
        Ranking {
            scoring,
            seconds: 1.0,
            phases: [("endgame", figures.clone())].into(),
            metrics: figures,
        }
    }

    #[test]
    fn a_table_of_two_scorings() {
        let report = Rankings {
            games: 3,
            positions: 40,
            queries: 10,
            seconds: 2.0,
            scorings: vec![
                ranking("thesis", 100.0, 0.0),
                ranking("other", 8.25, -91.75),
            ],
        };
        let mut table = Vec::new();
        print(&report, &mut table).expect("a table");
        let table = String::from_utf8(table).expect("UTF-8");
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "10 queries, 3 games, 40 positions, 2.0 s",
                "",
                "                better           thesis            other       difference",
                "SQI7            up        100.00   1.50      8.25   1.50    -91.75      -",
            ]
        );
        assert_eq!(
            lines[lines.len() - 5..],
            [
                "endgame, 9 queries",
                "SQI7            up        100.00   1.50      8.25   1.50    -91.75      -",
                "SQI8            up        100.00   1.50      8.25   1.50    -91.75      -",
                "C               up        100.00   1.50      8.25   1.50    -91.75      -",
                "stab            up        100.00   1.50      8.25   1.50    -91.75      -",
            ]
        );
    }
}
