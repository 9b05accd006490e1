//! Why a position scores what it scores: each term's share, in notation and in words.

use shakmaty::{Chess, Square};

use super::{Formula, Query, norm};
use crate::terms::measures::penalty;
use crate::terms::profile::Family;
use crate::terms::term::Term;

/// A score taken apart: its terms, most important first.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The terms that the position and the query share, by falling score.
    pub terms: Vec<TermScore>,
    /// What is taken off for the terms that the position has; 0 where the profile has none.
    pub penalty: f64,
}

impl Explanation {
    /// What one family contributes. All families, less the penalty, add up to the score.
    pub fn family(&self, family: Family) -> f64 {
        self.terms
            .iter()
            .filter(|term| term.family == family)
            // Not sum(), whose empty sum is -0.
            .fold(0.0, |sum, term| sum + term.score)
    }
}

/// One term's share of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct TermScore {
    /// The term of the query, e.g. `Rb1`.
    pub term: String,
    /// What matched, in words, e.g. `White’s rook on b1`.
    pub text: String,
    /// The squares that the term names, e.g. b1.
    pub squares: Vec<Square>,
    /// What it matched as: a naive term within reach counts for reachability.
    pub family: Family,
    /// What it counts.
    pub score: f64,
}

/// What a score is made of, in short.
pub(crate) struct Parts {
    /// What each family contributes.
    pub(crate) families: [f64; Family::ALL.len()],
    pub(crate) penalty: f64,
    /// The terms that count in the pool only, each with what it counts.
    pub(crate) late: Vec<(Term, f64)>,
}

impl Query {
    /// What a position's score is made of, and what counts in the pool only.
    pub(crate) fn parts(&self, position: &Chess) -> Parts {
        let matches = self.matches(position);
        let measures = &matches.measures;
        let mut parts = [0.0; Family::ALL.len()];
        for (asked, w) in self.terms.iter().zip(matches.weights()) {
            if *w > 0.0 {
                let within_reach = asked.term.is_naive() && *w < 1.0;
                let term = asked.term.at_distance(u16::from(within_reach));
                let family = asked.family(term.feature());
                parts[family as usize] += asked.counts(*w);
            }
        }
        for (set, feature, counts) in &self.sets {
            if set.is_on(measures.white, measures.black) {
                parts[feature.family() as usize] += counts;
            }
        }
        let penalty = match &self.formula {
            Formula::Thesis { .. } => 0.0,
            Formula::Weighted(weights) => penalty(weights, &measures.rarities),
        };
        Parts {
            families: parts,
            penalty,
            late: self.late(&matches),
        }
    }

    /// Why a position scores what it scores.
    pub fn explain(&self, position: &Chess) -> Explanation {
        let matches = self.matches(position);
        let measures = &matches.measures;
        let (norm, penalty) = match &self.formula {
            Formula::Thesis { average_length } => {
                (norm(measures.length as f64, *average_length), 0.0)
            }
            Formula::Weighted(weights) => (1.0, penalty(weights, &measures.rarities)),
        };
        let asked = self
            .terms
            .iter()
            .zip(matches.weights())
            .filter(|(_, w)| **w > 0.0);
        let terms = asked.map(|(asked, w)| {
            // A naive term that matches within reach counts for reachability.
            let within_reach = asked.term.is_naive() && *w < 1.0;
            let what = asked.term.at_distance(u16::from(within_reach)).kind();
            let idea = if asked.is_idea { "*" } else { "" };
            TermScore {
                term: format!("{idea}{}", asked.term),
                text: what.wording(),
                squares: what.squares(),
                family: asked.family(what.feature()),
                score: norm * asked.counts(*w),
            }
        });
        let sets = self.sets.iter();
        let sets = sets.filter(|(set, ..)| set.is_on(measures.white, measures.black));
        let sets = sets.map(|(set, feature, counts)| TermScore {
            term: set.to_string(),
            text: set.wording(),
            squares: set.squares(),
            family: feature.family(),
            score: *counts,
        });
        let mut terms: Vec<TermScore> = terms.chain(sets).filter(|term| term.score > 0.0).collect();
        // Equal scores stay in the order of the sum.
        terms.sort_by(|a, b| b.score.total_cmp(&a.score));
        Explanation { terms, penalty }
    }
}
