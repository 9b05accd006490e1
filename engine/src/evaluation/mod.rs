//! What a position is worth without search: a choice of four.

mod accumulators;
mod group;
mod hidden;
mod lone_king;
mod material;
pub mod network;
mod products;
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

use accumulators::Accumulators;
use tapered::Tapered;

use crate::score::PROVEN;

/// What a position is worth without search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Pawns 1, knights and bishops 3, rooks 5, queens 9.
    Material,
    /// Michniewski's simplified evaluation: material, and where it stands.
    Simplified,
    /// Terms with tuned weights, sliding from opening to endgame.
    Tapered,
    /// A neural network: the strongest, and the default.
    #[default]
    Network,
}

impl Evaluation {
    /// All of them, the weakest first.
    pub const ALL: [Evaluation; 4] = [
        Evaluation::Material,
        Evaluation::Simplified,
        Evaluation::Tapered,
        Evaluation::Network,
    ];

    /// Its name, e.g. `simplified`.
    pub fn name(self) -> &'static str {
        match self {
            Evaluation::Material => "material",
            Evaluation::Simplified => "simplified",
            Evaluation::Tapered => "tapered",
            Evaluation::Network => "network",
        }
    }
}

/// Evaluates positions, with what it keeps to do so sooner: no evaluation depends on what came before.
pub(crate) enum Evaluator {
    Material,
    Simplified,
    Tapered(Tapered),
    Network(Accumulators),
}

impl Evaluator {
    pub(crate) fn new(evaluation: Evaluation) -> Evaluator {
        match evaluation {
            Evaluation::Material => Evaluator::Material,
            Evaluation::Simplified => Evaluator::Simplified,
            Evaluation::Tapered => Evaluator::Tapered(Tapered::new()),
            Evaluation::Network => Evaluator::Network(Accumulators::new()),
        }
    }

    /// Begins to fetch from memory what an evaluation will need.
    pub(crate) fn fetch(&self, chess: &Chess) {
        if let Evaluator::Tapered(tapered) = self {
            tapered.fetch(chess.board());
        }
    }

    /// The evaluation in centipawns from the view of the side to move; never a proven win. `ply` is how far
    /// the position is from some fixed one; the evaluation does not depend on it.
    pub(crate) fn evaluate(&mut self, chess: &Chess, ply: usize) -> i32 {
        let (board, turn) = (chess.board(), chess.turn());
        let own = |white: i32| turn.fold_wb(white, -white);
        let value = match self {
            Evaluator::Material => own(material::material(board)),
            Evaluator::Simplified => own(simplified::simplified(board)),
            Evaluator::Tapered(tapered) => own(tapered.evaluate(chess)),
            Evaluator::Network(accumulators) => {
                accumulators.evaluate(board, turn, ply) + own(lone_king::lone_king(board))
            }
        };
        value.clamp(1 - PROVEN, PROVEN - 1)
    }
}
