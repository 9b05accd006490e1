//! `/api/motifs`: what a player sees in a position.

use index::parse_fen;
use motifs::pawn_structures;
use serde::Serialize;
use shakmaty::Position;

use crate::problem::Problem;
use crate::terms::FenRequest;

/// The motifs of a position.
#[derive(Clone, Debug, Serialize)]
pub struct MotifsResponse {
    /// The position as it was understood.
    pub fen: String,
    /// White's, then Black's.
    pub motifs: Vec<Motif>,
}

/// One motif.
#[derive(Clone, Debug, Serialize)]
pub struct Motif {
    /// Its name, e.g. `isolated`.
    pub kind: &'static str,
    /// `white` or `black`.
    pub color: &'static str,
    /// The pawns that make it; a chain from its base to its head.
    pub squares: Vec<String>,
    /// Its term, e.g. `Id4`.
    pub term: String,
    /// One sentence, e.g. `White's d4 pawn is isolated.`
    pub text: String,
}

/// What a player sees in a position.
///
/// # Errors
///
/// 400 or 422 for the FEN.
pub fn motifs(request: &FenRequest) -> Result<MotifsResponse, Problem> {
    let position = parse_fen(&request.fen)?;
    let motifs = pawn_structures(position.board())
        .into_iter()
        .map(|structure| Motif {
            kind: structure.kind.name(),
            color: structure.color.fold_wb("white", "black"),
            squares: structure
                .squares()
                .iter()
                .map(ToString::to_string)
                .collect(),
            term: structure.to_string(),
            text: structure.sentence(),
        })
        .collect();
    Ok(MotifsResponse {
        fen: index::fen(&position),
        motifs,
    })
}
