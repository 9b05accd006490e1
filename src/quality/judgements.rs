//! A third judge: orders into which people put positions, by how similar they are to one.
//!
//! All positions of a table are searched among each other, and the scores of those that people ordered are compared with
//! what the people said, by Kendall's tau. What people agree on is the mean place that they give a position; how far they
//! agree at all is the mean tau of all pairs of people, which no ranking can be expected to exceed by much.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use pgn::parse_fen;
use serde::Serialize;
use shakmaty::Chess;
use similarity::{Distinct, Query, Scoring};
use tempfile::TempDir;

use super::among;
use super::kendall::tau;
use super::summary::{Figure, figure};
use super::table;

/// A query, and the orders that people gave.
struct Judged {
    query: Chess,
    /// Places in the list of all positions, ascending.
    positions: Vec<usize>,
    /// By person: the place of each of `positions`, 0 for the most similar one.
    orders: Vec<Vec<f64>>,
}

/// A table: its queries, and the positions that people put into order, each once.
struct Table {
    queries: Vec<Judged>,
    positions: Vec<Chess>,
}

/// The taus of a table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Judgements {
    file: String,
    positions: usize,
    orders: usize,
    /// Of people with each other.
    people: Figure,
    /// Of each scoring with people, the reference first.
    scorings: Vec<Agreement>,
    queries: Vec<OfQuery>,
}

/// The mean tau of a scoring.
#[derive(Debug, Serialize)]
struct Agreement {
    scoring: &'static str,
    #[serde(flatten)]
    tau: Figure,
}

/// The taus of a query, null where an order tells no two positions apart.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OfQuery {
    fen: String,
    positions: usize,
    orders: usize,
    /// The mean of all pairs of people; null with a single one.
    people: Option<f64>,
    /// In the order of the scorings.
    scorings: Vec<Option<f64>>,
}

/// Measures the scorings, the reference first, by the orders of a table.
pub(super) fn measure(file: &Path, scorings: &[Scoring]) -> anyhow::Result<Judgements> {
    let table = read(file)?;
    let folder = TempDir::new()?;
    let view = among::index(folder.path(), table.positions.iter())?;
    let mut queries = Vec::new();
    for judged in &table.queries {
        let people = mean_places(&judged.orders);
        let agreement = |scoring: &Scoring| {
            // People order all of them, also those with one board.
            let query = Query::new(&judged.query, view.statistics(), *scoring);
            let query = app::with_ideas(query).with_distinct(Distinct::Game);
            let hits = app::search(&view, query, table.positions.len(), &app::Pace::default())?;
            let scores: HashMap<u64, f64> = (hits.hits.iter())
                .map(|hit| (hit.game, hit.score))
                .collect();
            let score = |place: &usize| {
                let score = scores.get(&(*place as u64 + 1)).copied();
                // The most similar one has the lowest place and the highest score.
                score.map(|score| -score)
            };
            let scores: Option<Vec<f64>> = judged.positions.iter().map(score).collect();
            let scores = scores.context("a search did not find all positions of its index")?;
            Ok(tau(&scores, &people))
        };
        queries.push(OfQuery {
            fen: pgn::fen(&judged.query),
            positions: judged.positions.len(),
            orders: judged.orders.len(),
            people: among_people(&judged.orders),
            scorings: scorings
                .iter()
                .map(agreement)
                .collect::<anyhow::Result<_>>()?,
        });
    }
    let people = queries.iter().map(|query| (query.people, None));
    let of_scoring = |(place, scoring): (usize, &Scoring)| Agreement {
        scoring: scoring.name(),
        tau: figure(
            queries
                .iter()
                .map(|query| (query.scorings[place], query.scorings[0])),
        ),
    };
    Ok(Judgements {
        file: file.display().to_string(),
        positions: table.positions.len(),
        orders: table.queries.iter().map(|query| query.orders.len()).sum(),
        people: figure(people),
        scorings: scorings.iter().enumerate().map(of_scoring).collect(),
        queries,
    })
}

/// The mean tau of all pairs of orders; `None` of a single one.
fn among_people(orders: &[Vec<f64>]) -> Option<f64> {
    let mut taus = Vec::new();
    for (second, order) in orders.iter().enumerate() {
        taus.extend(
            orders[..second]
                .iter()
                .filter_map(|first| tau(first, order)),
        );
    }
    (!taus.is_empty()).then(|| taus.iter().sum::<f64>() / taus.len() as f64)
}

/// The mean place of each position.
fn mean_places(orders: &[Vec<f64>]) -> Vec<f64> {
    let positions = orders.first().map_or(0, Vec::len);
    let sum = |position: usize| orders.iter().map(|order| order[position]).sum::<f64>();
    (0..positions)
        .map(|position| sum(position) / orders.len() as f64)
        .collect()
}

/// Reads a table: columns `query`, `rater` and `order`, of which the last has FENs with semicolons between them, the most
/// similar one first.
fn read(file: &Path) -> anyhow::Result<Table> {
    let mut table = Table {
        queries: Vec::new(),
        positions: Vec::new(),
    };
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut of_query: HashMap<String, usize> = HashMap::new();
    let mut raters = Vec::new();
    for row in table::read(file, ["query", "rater", "order"])? {
        let ([query, rater, order], at) = (row.fields, row.at);
        let parse = |column: &str, text: &str| {
            parse_fen(text.trim()).with_context(|| format!("{at}, column {column}"))
        };
        let query = parse("query", &query)?;
        let mut places = Vec::new();
        for fen in order.split(';') {
            let position = parse("order", fen)?;
            let next = table.positions.len();
            let place = *known.entry(board(&position)).or_insert(next);
            if place == next {
                table.positions.push(position);
            }
            places.push(place);
        }
        let mut positions = places.clone();
        positions.sort_unstable();
        positions.dedup();
        ensure!(
            positions.len() == places.len() && places.len() > 1,
            "{at}: an order has two positions or more, each once"
        );
        let number = *of_query.entry(board(&query)).or_insert_with(|| {
            table.queries.push(Judged {
                query,
                positions: positions.clone(),
                orders: Vec::new(),
            });
            table.queries.len() - 1
        });
        if raters.contains(&(number, rater.clone())) {
            bail!("{at}: {rater} has ordered the positions of this query before");
        }
        raters.push((number, rater));
        let judged = &mut table.queries[number];
        ensure!(
            judged.positions == positions,
            "{at}: the positions are not those that others ordered for this query"
        );
        let place = |position: &usize| places.iter().position(|place| place == position);
        let order = positions.iter().filter_map(place);
        judged
            .orders
            .push(order.map(|place| place as f64).collect());
    }
    ensure!(
        !table.queries.is_empty(),
        "{}: there is no order in it",
        file.display()
    );
    Ok(table)
}

/// What tells positions apart here: board and side to move.
fn board(position: &Chess) -> String {
    let fen = pgn::fen(position);
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Prints a table for people.
pub(super) fn print(judgements: &Judgements, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\n{}: {} queries, {} positions, {} orders; Kendall's tau",
        judgements.file,
        judgements.queries.len(),
        judgements.positions,
        judgements.orders
    )?;
    let shown = |tau: f64| {
        if tau.is_finite() {
            format!("{tau:.2}")
        } else {
            "-".to_owned()
        }
    };
    let names = judgements.scorings.iter().map(|one| one.scoring);
    for name in ["people"].into_iter().chain(names) {
        write!(out, "{name:>10}  ")?;
    }
    writeln!(out, "query")?;
    for query in &judgements.queries {
        for tau in [query.people].iter().chain(&query.scorings) {
            write!(out, "{:>10}  ", shown(tau.unwrap_or(f64::NAN)))?;
        }
        writeln!(out, "{}", query.fen)?;
    }
    let means = judgements.scorings.iter().map(|one| (one.scoring, one.tau));
    for (name, tau) in [("people", judgements.people)].into_iter().chain(means) {
        let (value, se) = (shown(tau.value), shown(tau.se));
        let (difference, of_it) = (shown(tau.difference), shown(tau.difference_se));
        writeln!(
            out,
            "{name:<14}  {value:>8} ±{se:<5}  {difference:>8} ±{of_it}"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_agree_and_on_what() {
        let (abc, acb, cba) = (
            vec![0.0, 1.0, 2.0],
            vec![0.0, 2.0, 1.0],
            vec![2.0, 1.0, 0.0],
        );
        // The orders, how far they agree, and their mean places.
        let cases = [
            (vec![abc.clone()], None, abc.clone()),
            (vec![abc.clone(), abc.clone()], Some(1.0), abc.clone()),
            (vec![abc.clone(), cba.clone()], Some(-1.0), vec![1.0; 3]),
            (
                vec![abc.clone(), acb.clone(), abc.clone()],
                Some((1.0 + 1.0 / 3.0 + 1.0 / 3.0) / 3.0),
                vec![0.0, 4.0 / 3.0, 5.0 / 3.0],
            ),
        ];
        for (orders, expected, places) in cases {
            let found = among_people(&orders);
            let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
            match (found, expected) {
                (Some(found), Some(expected)) => assert!(close(found, expected), "{orders:?}"),
                (found, expected) => assert_eq!(found, expected, "{orders:?}"),
            }
            let mean = mean_places(&orders);
            assert!(
                mean.iter().zip(&places).all(|(a, b)| close(*a, *b)),
                "{orders:?}"
            );
        }
    }
}
