//! The learned model: what a hit is worth beyond its board, as a sum of small decision trees.
//!
//! `cargo run --release -p tools --bin fit_ranking` fits it to how the games of hits went on compared with those of
//! 1,500 queries. docs/ranking.md says what it was fitted to, and what it reaches.

use std::sync::LazyLock;

use pgn::Game;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};
use trees::Forest;

use super::candidate::Candidate;
use super::features::Context;
use super::row::{Group, Row};
use crate::hit::Hit;
use crate::passages::continuation::Continuation;
use crate::scoring::idea::Ideas;
use crate::scoring::{Query, TermScore};
use crate::terms::profile::{Family, Scoring};
use crate::terms::statistics::Statistics;

/// The model, in [`UNIT`]s.
static MODEL: LazyLock<Forest> =
    LazyLock::new(|| Forest::read(include_str!("../../data/ranking.tsv")).unwrap_or_default());

/// What a number of the model is worth in a score. Chosen by `tabiya quality` on the development queries: with more
/// SQI7 rises and stability falls; see docs/ranking.md.
const UNIT: f64 = 6.0e-4;

/// What the model predicts of hardly any hit less. Measured: one of a thousand training pairs.
const FLOOR: f64 = -40_000.0;

/// By number of a feature its group and its name.
static LAYOUT: LazyLock<Vec<(Group, String)>> = LazyLock::new(|| {
    let start = Chess::default();
    let query = Query::new(&start, &Statistics::default(), Scoring::Tabiya);
    let hit = Hit {
        game: 1,
        ply: 0,
        score: 1.0,
    };
    let game = Game::new(1, "", Vec::new());
    let continuation = Continuation::of_game(&game, hit.ply);
    let candidate = continuation.and_then(|after| Candidate::new(&query, &hit, &after));
    let pool: Vec<Candidate> = candidate.into_iter().collect();
    let mut row = Row::named();
    Context::new(&start, 1.0, &Ideas::default(), &pool).put(&mut row, 0, Color::White);
    let names = row.names.unwrap_or_default().into_iter();
    names
        .map(|(group, [prefix, name])| {
            let parts = [prefix, name].into_iter().filter(|part| !part.is_empty());
            (group, parts.collect::<Vec<_>>().join("_"))
        })
        .collect()
});

/// The names of the features of the model.
pub fn names() -> Vec<String> {
    LAYOUT.iter().map(|(_, name)| name.clone()).collect()
}

/// The features of each hit of a pool from the view of both sides, the side to move first.
pub fn rows(query: &Query, pool: &[Candidate]) -> Vec<[Vec<f64>; 2]> {
    let context = context(query, pool);
    let rows = (0..pool.len()).map(|nth| {
        views(query).map(|own| {
            let mut row = Row::default();
            context.put(&mut row, nth, own);
            row.numbers
        })
    });
    rows.collect()
}

/// The sides from whose view a hit is looked at.
fn views(query: &Query) -> [Color; 2] {
    let turn = query.position().turn();
    [turn, !turn]
}

fn context<'a>(query: &'a Query, pool: &'a [Candidate]) -> Context<'a> {
    let position = query.position();
    Context::new(position, query.score(position), query.ideas(), pool)
}

/// What the model says of the hits of a pool.
pub(super) struct Learned {
    /// Of each hit from the view of either side the places of its features among their thresholds.
    places: Vec<[Vec<u8>; 2]>,
    /// What each hit gains, never less than nothing.
    gains: Vec<f64>,
    unit: f64,
}

impl Learned {
    /// What it says, times a weight.
    pub(super) fn new(query: &Query, pool: &[Candidate], weight: f64) -> Learned {
        let context = context(query, pool);
        let unit = weight * UNIT;
        let of_one = |row: &mut Row, nth| {
            let places = views(query).map(|own| {
                row.numbers.clear();
                context.put(row, nth, own);
                MODEL.places(&row.numbers)
            });
            let predicted = places.each_ref().map(|places| MODEL.predict(places));
            (places, (unit * (mean(predicted) - FLOOR)).max(0.0))
        };
        let hits = (0..pool.len()).into_par_iter();
        // A row is used again for the next hit: with new memory for each, threads wait for each other.
        let (places, gains) = hits.map_init(Row::default, of_one).unzip();
        Learned {
            places,
            gains,
            unit,
        }
    }

    /// What a hit gains.
    pub(super) fn gain(&self, nth: usize) -> f64 {
        self.gains[nth]
    }

    /// The same by group; the parts add up to it.
    pub(super) fn parts(&self, nth: usize) -> Vec<TermScore> {
        let views = self.places[nth].each_ref();
        let [own, opp] = views.map(|places| MODEL.contributions(places));
        let mut parts = [0.0; GROUPS.len()];
        for (((group, _), own), opp) in LAYOUT.iter().zip(own).zip(opp) {
            parts[*group as usize] += self.unit * mean([own, opp]);
        }
        // What no group says for or against it.
        let known: f64 = parts.iter().sum();
        let pool = TermScore {
            term: "+pool".to_owned(),
            text: "among the boards most similar".to_owned(),
            squares: Vec::new(),
            family: Family::Learned,
            score: self.gain(nth) - known,
        };
        let groups = GROUPS.iter().zip(parts).filter(|(_, score)| *score != 0.0);
        let groups = groups.map(|((name, [more, less]), score)| TermScore {
            term: format!("+{name}"),
            text: if score > 0.0 { more } else { less }.to_string(),
            squares: Vec::new(),
            family: Family::Learned,
            score,
        });
        groups.chain([pool]).collect()
    }
}

/// The mean of both views.
fn mean(views: [i32; 2]) -> f64 {
    f64::from(views[0] + views[1]) / 2.0
}

/// The groups in their order: a name, and what a gain and a loss say.
const GROUPS: [(&str, [&str; 2]); 10] = [
    (
        "board",
        [
            "close to your position on the board",
            "less close to your position on the board",
        ],
    ),
    (
        "continuation",
        [
            "goes on as other hits do, with moves that you have, too",
            "goes on unlike other hits, or with moves that you do not have",
        ],
    ),
    (
        "idea",
        [
            "what the engine would play here was played",
            "what the engine would play here was not played",
        ],
    ),
    (
        "opening",
        [
            "the opening of other hits",
            "an opening unlike that of other hits",
        ],
    ),
    (
        "result",
        ["ended as such games do", "ended as such games seldom do"],
    ),
    (
        "evaluation",
        [
            "leads to an evaluation that such games lead to",
            "leads to another evaluation than such games do",
        ],
    ),
    ("material", ["the same pieces", "other pieces"]),
    ("pawns", ["leads to similar pawns", "leads to other pawns"]),
    (
        "kings",
        ["kings in similar places", "kings in other places"],
    ),
    (
        "pieces",
        ["pieces in similar places", "pieces in other places"],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The model was fitted to the features that there are, and is small.
    #[test]
    fn the_model_knows_the_features() {
        let known: Vec<&String> = MODEL.features.iter().map(|(name, _)| name).collect();
        assert_eq!(known, names().iter().collect::<Vec<_>>());
        assert!(include_str!("../../data/ranking.tsv").len() < 300_000);
        let groups = LAYOUT.iter().map(|(group, _)| *group as usize);
        assert_eq!(groups.max(), Some(GROUPS.len() - 1));
    }
}
