//! The best positions in a better order: by a model that has learned which hits are useful, and by what their games
//! have in common.
//!
//! The positions most similar to a query are found by what is on the board. The games of the best [`POOL`](crate::POOL) say more:
//! how they went on, what they came from, how they ended, what most of them agree on. A model of small decision trees
//! ([`model`]) turns that into what each hit gains:
//!
//! ```text
//! gain = learned × (prediction - floor) + plan × Σ over its next moves of share(move) + opening × share(ECO)
//! ```
//!
//! where share is how many of the others have it, too, from 0 to 1. The weights of plan and opening are 0 in all
//! profiles; with weights of one's own they choose what agrees most with its competitors: minimum Bayes risk, Kumar
//! and Byrne 2004, "Minimum Bayes-Risk Decoding for Statistical Machine Translation", section 3.
//!
//! A gain is never negative, so hits beyond the pool come after it. The position of the query itself, where a game has
//! it, comes first.

mod candidate;
mod features;
mod model;
mod row;
pub(crate) mod solution;
mod votes;

use std::collections::HashMap;

use pgn::MoveKey;
use shakmaty::{Color, Position};

use crate::hit::Distinct;
use crate::hit::Hit;
use crate::passages::moment::Moment;
use crate::rerank::solution::Solution;
use crate::scoring::best::{BoardKey, SameBoard};
use crate::scoring::similar::Similar;
use crate::scoring::{Query, TermScore};
use crate::terms::phase::endgame_share;
use crate::terms::profile::{Family, Feature, Weights};
use crate::terms::term::of_piece;

pub use candidate::Candidate;
use model::Learned;
pub use model::{names, rows};

/// How many of the best positions by what is on the board [`rerank`] needs; `None` if the query is not reranked, as
/// its weights do not require it.
pub fn considered(query: &Query, limit: usize) -> Option<usize> {
    let weights = query.scoring().weights()?;
    let gains = [
        Feature::Plan,
        Feature::Opening,
        Feature::Learned,
        Feature::Solution,
        Feature::Relation,
    ];
    let asks = gains.iter().any(|gain| weights.get(*gain) > 0.0);
    asks.then_some(limit.max(query.pool()))
}

/// Puts the best positions in a new order; `pool` are the first [`Query::pool`] hits with their games, in their order, and
/// `solution` is what is to be played in the position of the query, if that counts ([`Candidate::is_solved`]).
pub fn rerank(
    mut similar: Similar,
    pool: &[Candidate],
    solution: Option<&Solution>,
    limit: usize,
) -> Similar {
    let Some(weights) = similar.query.scoring().weights() else {
        return similar;
    };
    let gains = Gains::new(&similar.query, pool, solution, &weights);
    let gained: Vec<f64> = (0..pool.len()).map(|nth| gains.of(nth).max(0.0)).collect();
    similar.whole += gained.iter().copied().fold(0.0, f64::max);
    let mut hits: Vec<(usize, Hit)> = similar.hits.into_iter().enumerate().collect();
    for ((_, hit), gained) in hits.iter_mut().zip(gained) {
        hit.score += gained;
    }
    let identical = identical(&similar.query, &similar.boards);
    let lacks = identical.map_or(0.0, |nth| lift(&mut hits, nth));
    hits.sort_by(|(nth, one), (other_nth, other)| {
        let last = |nth: usize| Some(nth) != identical;
        let by_score = other.score.total_cmp(&one.score);
        let identical_first = last(*nth).cmp(&last(*other_nth));
        by_score.then(identical_first).then(one.order(other))
    });
    hits.truncate(limit);
    let explain = |(nth, _): &(usize, Hit)| {
        let mut terms = if *nth < pool.len() {
            gains.terms(*nth)
        } else {
            Vec::new()
        };
        terms.extend((Some(*nth) == identical && lacks > 0.0).then(|| TermScore {
            term: "=board".to_owned(),
            text: "the same position".to_owned(),
            squares: Vec::new(),
            family: Family::Learned,
            score: lacks,
        }));
        terms
    };
    similar.continuations = hits.iter().map(explain).collect();
    let boards = hits.iter().map(|(nth, _)| similar.boards[*nth].clone());
    similar.boards = boards.collect();
    similar.hits = hits.into_iter().map(|(_, hit)| hit).collect();
    similar
}

/// Which hit has the board of the query, if no other one may have it.
fn identical(query: &Query, boards: &[SameBoard]) -> Option<usize> {
    let asked = BoardKey::new(query.position());
    let place = boards.iter().position(|same| same.board == asked);
    place.filter(|_| query.distinct() == Distinct::Board)
}

/// Gives a hit the score of the best one, and says what it lacked: nothing is more similar than the position itself.
fn lift(hits: &mut [(usize, Hit)], nth: usize) -> f64 {
    let best = hits
        .iter()
        .map(|(_, hit)| hit.score)
        .fold(f64::NEG_INFINITY, f64::max);
    let lacks = best - hits[nth].1.score;
    hits[nth].1.score = best;
    lacks
}

/// What the hits of a pool gain. The sums come first: few hits are kept and explained.
struct Gains<'a> {
    query: &'a Query,
    pool: &'a [Candidate],
    /// What is to be played in the position of the query.
    solution: Option<&'a Solution>,
    /// How they went on like each other.
    votes: Vec<Vec<TermScore>>,
    /// What each gains as what is to be played in it is like what is to be played in the query.
    solutions: Vec<f64>,
    /// What a shared combination adds.
    of_combination: f64,
    learned: Option<Learned>,
}

/// What a solution that is the same adds to a score, times the weight: as much as an eighth of a usual score.
/// Measured: with half of it and twice as much as many positions of a theme are found.
const SOLUTION: f64 = 20.0;

/// What a shared combination adds to a score, times the weight of ideas. Measured with [`Query::pool`]'s positions: with 70
/// six of ten hits have a Greek gift and five a smothered mate, with 100 nine and eight.
const COMBINATION: f64 = 100.0;

impl<'a> Gains<'a> {
    fn new(
        query: &'a Query,
        pool: &'a [Candidate],
        own: Option<&'a Solution>,
        weights: &Weights,
    ) -> Gains<'a> {
        let votes = [Feature::Plan, Feature::Opening];
        let votes = votes.iter().any(|feature| weights.get(*feature) > 0.0);
        let endgame = endgame_share(query.position().board());
        let weight = weights.at(Feature::Learned, endgame);
        let of_solution = SOLUTION * weights.at(Feature::Solution, endgame);
        let solution = |one: &Candidate| Some(of_solution * own?.likeness(one.solution.as_ref()?));
        let moments = || pool.iter().map(|one| &one.moment).collect::<Vec<_>>();
        Gains {
            query,
            pool,
            solution: own,
            votes: if votes {
                self::votes(&moments(), weights)
            } else {
                vec![Vec::new(); pool.len()]
            },
            solutions: pool
                .iter()
                .map(|one| solution(one).unwrap_or(0.0))
                .collect(),
            of_combination: COMBINATION * weights.at(Feature::Idea, endgame),
            learned: (weight > 0.0).then(|| Learned::new(query, pool, weight)),
        }
    }

    /// What a hit gains.
    fn of(&self, nth: usize) -> f64 {
        let votes = self.votes[nth].iter().map(|term| term.score);
        let relations = self.pool[nth].relations.iter().map(|(_, counts)| counts);
        let late = self.pool[nth].late.iter().map(|(_, counts)| counts);
        let learned = self.learned.as_ref();
        votes.sum::<f64>()
            + self.solutions[nth]
            + self.combined(nth)
            + late.chain(relations).sum::<f64>()
            + learned.map_or(0.0, |learned| learned.gain(nth))
    }

    /// What that is made of.
    fn terms(&self, nth: usize) -> Vec<TermScore> {
        let mut terms = self.votes[nth].clone();
        terms.extend(self.pool[nth].late.iter().map(|(term, counts)| TermScore {
            term: term.to_string(),
            text: term.kind().wording(),
            squares: term.kind().squares(),
            family: term.feature().family(),
            score: *counts,
        }));
        let relations = self.pool[nth].relations.iter();
        terms.extend(relations.map(|(relation, counts)| TermScore {
            term: relation.to_string(),
            text: relation.wording(),
            squares: Vec::new(),
            family: Feature::Relation.family(),
            score: *counts,
        }));
        terms.extend(self.solution(nth));
        terms.extend(self.combination(nth));
        let learned = self.learned.as_ref();
        terms.extend(
            learned
                .map(|learned| learned.parts(nth))
                .unwrap_or_default(),
        );
        terms
    }

    /// What a hit gains by sharing the combination.
    fn combined(&self, nth: usize) -> f64 {
        let shared = self.query.combination().zip(self.pool[nth].combination);
        shared.map_or(0.0, |(combination, shared)| {
            self.of_combination * combination.share(shared)
        })
    }

    fn combination(&self, nth: usize) -> Option<TermScore> {
        let shared = self.pool[nth].combination?;
        Some(TermScore {
            term: "=combination".to_owned(),
            text: self.query.combination()?.text(shared),
            squares: Vec::new(),
            family: Family::Idea,
            score: self.combined(nth),
        })
    }

    fn solution(&self, nth: usize) -> Option<TermScore> {
        let theirs = self.pool[nth].solution.as_ref()?;
        let common = self.solution?.in_common(theirs);
        Some(TermScore {
            term: "=line".to_owned(),
            text: match &*common {
                [] => "what is to be played is somewhat alike".to_owned(),
                words => format!("what is to be played is alike: {}", words.join(", ")),
            },
            squares: Vec::new(),
            family: Family::Idea,
            score: self.solutions[nth],
        })
    }
}

/// What each moment gains by how its game went on and by its opening, most first.
fn votes(moments: &[&Moment], weights: &Weights) -> Vec<Vec<TermScore>> {
    let mut moves: HashMap<(Color, MoveKey), usize> = HashMap::new();
    let mut openings: HashMap<&str, usize> = HashMap::new();
    for moment in moments {
        for key in moment.moves() {
            *moves.entry(key).or_default() += 1;
        }
        *openings.entry(&moment.eco).or_default() += 1;
    }
    let others = moments.len().saturating_sub(1).max(1) as f64;
    let share = |number: usize| (number - 1) as f64 / others;
    let gains = |moment: &&Moment| {
        let plan = moment.moves().into_iter().filter_map(|key| {
            let score = weights.get(Feature::Plan) * share(moves[&key]);
            (score > 0.0).then(|| plan_score(key, score))
        });
        let eco = &*moment.eco;
        let score = weights.get(Feature::Opening) * share(openings[eco]);
        let opening = (!eco.is_empty() && score > 0.0).then(|| opening_score(eco, score));
        let mut terms: Vec<TermScore> = plan.chain(opening).collect();
        terms.sort_by(|a, b| b.score.total_cmp(&a.score));
        terms
    };
    moments.iter().map(gains).collect()
}

/// `~Ne5`: the game went on with this move soon.
fn plan_score((color, (role, square)): (Color, MoveKey), score: f64) -> TermScore {
    let piece = role.of(color);
    TermScore {
        term: format!("~{}{square}", piece.char()),
        text: format!(
            "{} goes to {square} soon, as in other hits",
            of_piece(piece)
        ),
        squares: vec![square],
        family: Family::Continuation,
        score,
    }
}

/// `~E73`: the game has this opening.
fn opening_score(eco: &str, score: f64) -> TermScore {
    TermScore {
        term: format!("~{eco}"),
        text: format!("opening {eco}, as in other hits"),
        squares: Vec::new(),
        family: Family::Continuation,
        score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::profile::Scoring;
    use shakmaty::{Chess, Role, Square};

    /// The end of a game without an opening.
    fn alone() -> Moment {
        Moment::new(&[(Chess::default(), None)], 0.5, "").expect("a moment")
    }

    /// Three games: what each gains, with a plan of 3 and an opening of 1.
    #[test]
    fn what_is_typical_gains() {
        let cases = [
            ("w Ne5 w d4 b c5", "E73", "~Ne5=3 ~pc5=1.5 ~E73=0.5"),
            ("w Ne5", "E73", "~Ne5=3 ~E73=0.5"),
            ("w Ne5 b c5 b d4", "", "~Ne5=3 ~pc5=1.5"),
        ];
        let moments = cases.map(|(moves, eco, _)| {
            let mut moment = alone();
            eco.clone_into(&mut moment.eco);
            for pair in moves.split(' ').collect::<Vec<_>>().chunks(2) {
                let square = pair[1][pair[1].len() - 2..].parse().expect("a square");
                let role = if pair[1].len() == 3 {
                    Role::Knight
                } else {
                    Role::Pawn
                };
                let color = Color::from_white(pair[0] == "w");
                moment.keys.get_mut(color).push((role, square));
            }
            moment
        });
        let mut weights = Scoring::Tabiya.weights().expect("weights");
        weights.set("plan", 3.0).expect("a weight");
        weights.set("opening", 1.0).expect("a weight");
        let terms = votes(&moments.each_ref(), &weights);
        let words = terms[0].iter().map(|term| &*term.text);
        let expected = [
            "White’s knight goes to e5 soon, as in other hits",
            "Black’s pawn goes to c5 soon, as in other hits",
            "opening E73, as in other hits",
        ];
        assert_eq!(words.collect::<Vec<_>>(), expected);
        assert_eq!(terms[0][0].squares, [Square::E5]);
        for ((moves, _, expected), terms) in cases.iter().zip(terms) {
            let terms = terms
                .iter()
                .map(|term| format!("{}={}", term.term, term.score));
            assert_eq!(terms.collect::<Vec<_>>().join(" "), *expected, "{moves}");
        }
    }

    /// A single game has no other to agree with; without an ECO tag there is no opening to share.
    #[test]
    fn nobody_agrees_with_one_alone() {
        let mut alone = alone();
        alone.keys.white.push((Role::Knight, Square::E5));
        let mut weights = Scoring::Tabiya.weights().expect("weights");
        weights.set("plan", 3.0).expect("a weight");
        assert_eq!(votes(&[&alone], &weights), [Vec::new()]);
        assert_eq!(votes(&[], &weights), Vec::<Vec<TermScore>>::new());
    }
}
