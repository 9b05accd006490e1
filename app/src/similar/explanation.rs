//! Where the score of a hit comes from.

use serde::Serialize;
use shakmaty::{Chess, Square};
use similarity::{Family, Query, TermScore, summary};
use utoipa::ToSchema;

use crate::names::{FamilyName, Name};

/// A score as a share of the `whole`, within 0 to 1.
pub(super) fn likeness(score: f64, whole: f64, identical: bool) -> f64 {
    if identical {
        1.0
    } else if whole > 0.0 {
        (score / whole).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The parts of a score: the families, less the penalty, add up to it, and so do the terms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// The same pieces on the same squares.
    pub naive: f64,
    /// Pieces that could go to a square where the query has one.
    pub reachability: f64,
    /// The same attacks and defences.
    pub connectivity: f64,
    /// The same pawn structures.
    pub pawns: f64,
    /// The same hanging pieces and winning captures.
    pub tactics: f64,
    /// The same number of each piece.
    pub material: f64,
    /// The same side is better, by as much.
    pub evaluation: f64,
    /// Moves and openings that the games of several hits share.
    pub continuation: f64,
    /// Pieces where the engine would put them.
    pub idea: f64,
    /// What a model adds that has learned from games which hits are useful.
    pub learned: f64,
    /// What is subtracted for what only the hit has.
    pub penalty: f64,
    /// All terms in common with the query, or of the continuation with other hits, the most important first; then what
    /// the model adds, by group.
    pub terms: Vec<Term>,
}

/// A term in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Term {
    /// As in the query, e.g. `w[e6/d5/c4]`.
    pub term: String,
    /// What the term says, e.g. `White’s rook on b1`.
    pub text: String,
    /// The squares that it names, e.g. `b1`.
    pub squares: Vec<String>,
    /// The family that it counts for.
    #[schema(inline)]
    pub family: FamilyName,
    /// Its share of the score.
    pub score: f64,
}

impl Explanation {
    /// Where the score of a hit of a query comes from, and that in one sentence; `gained` is what it gained as it was
    /// reranked.
    pub(super) fn new(
        query: &Query,
        position: &Chess,
        gained: &[TermScore],
    ) -> (Explanation, String) {
        let mut explanation = query.explain(position);
        explanation.terms.extend_from_slice(gained);
        // What the model adds is of no term in common, and comes last.
        explanation.terms.sort_by(|a, b| {
            let is_learned = |term: &TermScore| term.family == Family::Learned;
            let by_score = b.score.total_cmp(&a.score);
            is_learned(a).cmp(&is_learned(b)).then(by_score)
        });
        let summary = summary(query.position(), position, &explanation.terms);
        let explanation = Explanation {
            naive: explanation.family(Family::Naive),
            reachability: explanation.family(Family::Reachability),
            connectivity: explanation.family(Family::Connectivity),
            pawns: explanation.family(Family::Pawns),
            tactics: explanation.family(Family::Tactics),
            material: explanation.family(Family::Material),
            evaluation: explanation.family(Family::Evaluation),
            continuation: explanation.family(Family::Continuation),
            idea: explanation.family(Family::Idea),
            learned: explanation.family(Family::Learned),
            penalty: explanation.penalty,
            terms: explanation
                .terms
                .into_iter()
                .map(|term| Term {
                    term: term.term,
                    text: term.text,
                    squares: term.squares.iter().map(Square::to_string).collect(),
                    family: Name(term.family),
                    score: term.score,
                })
                .collect(),
        };
        (explanation, summary)
    }
}
