//! `/api/terms`: the terms of a position by family.

use index::{Family, parse_fen};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::schemas::Fen;

/// A position, for the routes that need nothing else.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FenRequest {
    /// FEN or EPD.
    #[schema(value_type = Fen)]
    pub fen: String,
}

/// The terms of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermsResponse {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// `Rb1`: what stands where.
    pub naive: Vec<String>,
    /// `Ra1`: what could go where in one move.
    pub reachability: Vec<ReachabilityTerm>,
    /// `Q>pa5`, `Q<Rb1`: what attacks and defends what.
    pub connectivity: Vec<String>,
    /// `Id4`: pawn structures.
    pub pawns: Vec<String>,
    /// `Q>p`, `?Nd5`, `d(d4/d5)`, `R=2,r=1`, `cp=50..100`: what the thesis does not have.
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
///
/// # Errors
///
/// 400 or 422 for the FEN.
pub fn terms(request: &FenRequest) -> Result<TermsResponse, Problem> {
    let position = parse_fen(&request.fen)?;
    let terms = index::terms(&position);
    let texts = |family| {
        terms
            .iter()
            .filter(|term| term.is_of_thesis() && term.family() == family)
            .map(ToString::to_string)
            .collect()
    };
    Ok(TermsResponse {
        fen: index::fen(&position),
        naive: texts(Family::Naive),
        reachability: terms
            .iter()
            .filter(|term| term.family() == Family::Reachability)
            .map(|term| ReachabilityTerm {
                term: term.asked_as().to_string(),
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
    })
}
