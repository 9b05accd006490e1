//! The terms of a position: what it is compared by.

use serde::Serialize;
use shakmaty::Chess;
use similarity::Family;
use utoipa::ToSchema;

use crate::schemas::Fen;

/// The terms of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermsAnswer {
    /// The position, as it was read.
    pub fen: Fen,
    /// `Rb1`: which piece stands where.
    pub naive: Vec<String>,
    /// `Ra1`: which piece could go where in one move.
    pub reachability: Vec<ReachabilityTerm>,
    /// `Q>pa5`, `Q<Rb1`: which piece attacks or defends which.
    pub connectivity: Vec<String>,
    /// `Id4`: pawn structures.
    pub pawns: Vec<String>,
    /// `Q>p`, `?Nd5`, `d(d4/d5)`, `R=2,r=1`, `cp=50..100`: terms that are not in the thesis.
    pub others: Vec<String>,
}

/// A square that a piece could go to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReachabilityTerm {
    /// Piece and square, e.g. `Ra1`.
    pub term: String,
    /// 1 - 7d/64 for a Chebyshev distance of d: 0.890625 for a neighbouring square.
    pub weight: f64,
}

/// The terms of a position by family.
pub fn terms(position: &Chess) -> TermsAnswer {
    let terms = similarity::terms(position);
    let texts = |family| {
        terms
            .iter()
            .filter(|term| term.is_of_thesis() && term.family() == family)
            .map(ToString::to_string)
            .collect()
    };
    TermsAnswer {
        fen: Fen::from(position),
        naive: texts(Family::Naive),
        reachability: terms
            .iter()
            .filter(|term| term.family() == Family::Reachability)
            .map(|term| ReachabilityTerm {
                term: term.query_term().to_string(),
                weight: term.weight(),
            })
            .collect(),
        connectivity: texts(Family::Connectivity),
        pawns: texts(Family::Pawns),
        others: terms
            .iter()
            .filter(|term| !term.is_of_thesis())
            .map(ToString::to_string)
            .collect(),
    }
}
