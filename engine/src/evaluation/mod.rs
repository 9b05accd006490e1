//! What a position is worth without search: a choice of three.

mod group;
mod material;
mod sign;
mod simplified;
mod tapered;
mod terms;
mod weights;

use shakmaty::{Chess, Position};

pub use group::{GROUPS, Group, TERMS};
pub use tapered::{OPENING_PHASE, SCALE, phase, scale};
pub use terms::for_each_term;
pub use weights::WEIGHTS;

use tapered::Tapered;

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
    evaluation: Evaluation,
    tapered: Tapered,
}

impl Evaluator {
    pub(crate) fn new(evaluation: Evaluation) -> Evaluator {
        let tapered = Tapered::new();
        Evaluator {
            evaluation,
            tapered,
        }
    }

    /// Begins to fetch from memory what an evaluation will need.
    pub(crate) fn fetch(&self, chess: &Chess) {
        self.tapered.fetch(chess.board());
    }

    /// The evaluation in centipawns from the view of the side to move; never a mate.
    pub(crate) fn evaluate(&mut self, chess: &Chess) -> i32 {
        let white = match self.evaluation {
            Evaluation::Material => material::material(chess.board()),
            Evaluation::Simplified => simplified::simplified(chess.board()),
            Evaluation::Tapered => self.tapered.evaluate(chess),
        };
        let value = chess.turn().fold_wb(white, -white);
        value.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }
}
