//! What the games of a pool of hits agree on, each with a weight of its own.

use pgn::MoveKey;
use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, ByColor, Color};

use super::candidate::Candidate;
use super::row::{Group, Row};

/// What the games of a pool agree on.
pub(super) struct Votes<'a> {
    weights: Vec<f64>,
    total: f64,
    /// The weight of the games with a move, and of those with it as the first of its side.
    soon: ByColor<FxHashMap<MoveKey, f64>>,
    first: ByColor<FxHashMap<MoveKey, f64>>,
    /// By opening: three characters of the ECO code, and two.
    openings: [FxHashMap<&'a str, f64>; 2],
    result: f64,
    evaluation: f64,
    ply: f64,
    /// By colour and square the weight of the games that have a pawn there later; the squares where some have one.
    pawns: [([f64; 64], Bitboard); 2],
}

impl<'a> Votes<'a> {
    /// The votes of a pool, with the weight of each of its games.
    pub(super) fn new(pool: &'a [Candidate], weights: Vec<f64>) -> Votes<'a> {
        let mut votes = Votes {
            total: weights.iter().sum(),
            soon: ByColor::default(),
            first: ByColor::default(),
            openings: <[FxHashMap<&str, f64>; 2]>::default(),
            result: 0.0,
            evaluation: 0.0,
            ply: 0.0,
            pawns: [([0.0; 64], Bitboard::EMPTY); 2],
            weights: Vec::new(),
        };
        for (one, weight) in pool.iter().zip(&weights) {
            votes.add(one, *weight);
        }
        votes.weights = weights;
        votes
    }

    fn add(&mut self, one: &'a Candidate, weight: f64) {
        for color in Color::ALL {
            let keys = one.moment.keys.get(color);
            for key in unique(keys) {
                *self.soon.get_mut(color).entry(key).or_default() += weight;
            }
            if let Some(key) = keys.first() {
                *self.first.get_mut(color).entry(*key).or_default() += weight;
            }
        }
        for (openings, length) in self.openings.iter_mut().zip([3, 2]) {
            if let Some(code) = one.moment.eco.get(..length) {
                *openings.entry(code).or_default() += weight;
            }
        }
        self.result += weight * one.moment.result;
        self.evaluation += weight * one.later.evaluation;
        self.ply += weight * one.ply;
        for ((counts, some), pawns) in self.pawns.iter_mut().zip(one.later.pawns) {
            *some |= pawns;
            for square in pawns {
                counts[square as usize] += weight;
            }
        }
    }

    /// Adds how far a candidate agrees with the others.
    pub(super) fn put(
        &self,
        row: &mut Row,
        prefix: &'static str,
        nth: usize,
        one: &Candidate,
        own: Color,
    ) {
        let weight = self.weights[nth];
        let others = (self.total - weight).max(1e-9);
        let share = |sum: f64| ((sum - weight) / others).max(0.0);
        let mut put = |group, name, number| row.put(group, [prefix, name], number);
        for (color, names) in [
            (own, ["own", "own_first", "own_first_soon", "own_soon"]),
            (!own, ["opp", "opp_first", "opp_first_soon", "opp_soon"]),
        ] {
            let (soon, first) = (self.soon.get(color), self.first.get(color));
            let keys = one.moment.keys.get(color);
            let mine = keys.first();
            let agreed = unique(keys).map(|key| share(soon[&key])).sum();
            put(Group::Continuation, names[0], agreed);
            let shared =
                |votes: &FxHashMap<MoveKey, f64>| mine.map_or(0.0, |key| share(votes[key]));
            put(Group::Continuation, names[1], shared(first));
            put(Group::Continuation, names[2], shared(soon));
            // How likely what the others play first is among the first three here.
            let likely = unique(&keys[..keys.len().min(3)]).map(|key| {
                let votes = first.get(&key).copied().unwrap_or(0.0);
                let own_vote = if Some(&key) == mine { weight } else { 0.0 };
                (votes - own_vote).max(0.0) / others
            });
            put(Group::Continuation, names[3], likely.sum());
        }
        for ((openings, length), name) in self.openings.iter().zip([3, 2]).zip(["eco3", "eco2"]) {
            let code = one.moment.eco.get(..length);
            put(
                Group::Opening,
                name,
                code.map_or(0.0, |code| share(openings[code])),
            );
        }
        let mean = |sum: f64, mine: f64| (sum - weight * mine) / others;
        let result = mean(self.result, one.moment.result);
        put(
            Group::Result,
            "result",
            (one.moment.result - result).powi(2),
        );
        put(Group::Result, "result_mean", result);
        let evaluation = mean(self.evaluation, one.later.evaluation);
        put(
            Group::Evaluation,
            "evaluation",
            (one.later.evaluation - evaluation).abs(),
        );
        put(Group::Evaluation, "evaluation_mean", evaluation);
        put(Group::Opening, "ply", one.ply - mean(self.ply, one.ply));
        put(Group::Pawns, "pawns", self.pawns_off(one, weight, others));
    }

    /// By how many squares the pawns later differ from those of another game, on average.
    fn pawns_off(&self, one: &Candidate, weight: f64, others: f64) -> f64 {
        let colors = self.pawns.iter().zip(one.later.pawns);
        let off = colors.flat_map(|((counts, some), pawns)| {
            some.into_iter().map(move |square| {
                let here = pawns.contains(square);
                let own_vote = if here { weight } else { 0.0 };
                let likely = (counts[square as usize] - own_vote).max(0.0) / others;
                if here { 1.0 - likely } else { likely }
            })
        });
        off.sum()
    }
}

/// Moves, each once.
pub(super) fn unique(keys: &[MoveKey]) -> impl Iterator<Item = MoveKey> {
    let before = |place: usize| &keys[..place];
    let first = move |(place, key): &(usize, &MoveKey)| !before(*place).contains(key);
    keys.iter().enumerate().filter(first).map(|(_, key)| *key)
}
