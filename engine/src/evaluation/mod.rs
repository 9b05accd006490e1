//! What a position is worth without search: a choice of three.

mod material;
mod simplified;

use shakmaty::{Board, Chess, Color, Position};

use crate::score::MATE_BOUND;

/// What a position is worth without search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Pawns 1, knights and bishops 3, rooks 5, queens 9.
    Material,
    /// Michniewski's simplified evaluation: material, and where it stands.
    Simplified,
    /// The strongest: tuned, sliding from opening to endgame.
    #[default]
    Tapered,
}

impl Evaluation {
    /// All of them, the weakest first.
    pub const ALL: [Evaluation; 3] = [
        Evaluation::Material,
        Evaluation::Simplified,
        Evaluation::Tapered,
    ];

    /// Its name, e.g. `simplified`.
    pub fn name(self) -> &'static str {
        match self {
            Evaluation::Material => "material",
            Evaluation::Simplified => "simplified",
            Evaluation::Tapered => "tapered",
        }
    }
}

/// Evaluates positions.
pub(crate) struct Evaluator {
    pub(crate) evaluation: Evaluation,
}

impl Evaluator {
    pub(crate) fn new(evaluation: Evaluation) -> Evaluator {
        Evaluator { evaluation }
    }

    /// The evaluation in centipawns from the view of the side to move; never a mate.
    pub(crate) fn evaluate(&mut self, chess: &Chess) -> i32 {
        let white = self.white(chess.board());
        let value = chess.turn().fold_wb(white, -white);
        value.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    fn white(&mut self, board: &Board) -> i32 {
        match self.evaluation {
            Evaluation::Material => material::material(board),
            Evaluation::Simplified => simplified::simplified(board),
            Evaluation::Tapered => motifs::pesto(board),
        }
    }
}

/// 1 for White, -1 for Black.
fn sign(color: Color) -> i32 {
    color.fold_wb(1, -1)
}
