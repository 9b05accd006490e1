//! The metrics of a ranking, by name.

/// A metric of one query.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Mean of [`Metric::PlanOwn`] and [`Metric::PlanOpp`], in per cent.
    Plan,
    /// How many of the next six own moves are the same, in any order, in per cent of six.
    PlanOwn,
    /// How many of the other side's next six moves are the same, in any order, in per cent of six.
    PlanOpp,
    /// Whether the first own move is the same, in per cent.
    Next1,
    /// Whether the query's first own move is among the hit's first three, in per cent.
    Next3,
    /// Whether the ECO codes are the same, in per cent; before ply 51 and not of endgames.
    Eco3,
    /// Whether the ECO codes begin with the same two characters; as [`Metric::Eco3`].
    Eco2,
    /// How many squares differ in their pawns twelve half-moves later.
    FutPawn,
    /// Difference of the evaluations twelve half-moves later, in pawns, ten at most.
    FutEval,
    /// Squared difference of the game's result and the mean result of the hits' games, in per cent.
    Brier,
    /// How many of the games are found for the perturbed query too, in per cent.
    Stab,
    /// Whether all pawns stand on the same squares, in per cent.
    Skel,
    /// How many squares differ in their pawns now, or if the hit is mirrored left and right if
    /// these are fewer.
    PawnXor,
    /// Whether both sides have the same pieces, in per cent.
    MatSig,
    /// Difference in the number of pieces, summed over the ten kinds.
    MatDist,
    /// Difference of the evaluations now, in pawns, ten at most.
    EvalD,
    /// Whether the same side is to move, in per cent.
    Stm,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 17] = [
        Metric::Plan,
        Metric::PlanOwn,
        Metric::PlanOpp,
        Metric::Next1,
        Metric::Next3,
        Metric::Eco3,
        Metric::Eco2,
        Metric::FutPawn,
        Metric::FutEval,
        Metric::Brier,
        Metric::Stab,
        Metric::Skel,
        Metric::PawnXor,
        Metric::MatSig,
        Metric::MatDist,
        Metric::EvalD,
        Metric::Stm,
    ];

    /// Its name, e.g. `next1`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Plan => "C",
            Metric::PlanOwn => "planown",
            Metric::PlanOpp => "planopp",
            Metric::Next1 => "next1",
            Metric::Next3 => "next3",
            Metric::Eco3 => "eco3",
            Metric::Eco2 => "eco2",
            Metric::FutPawn => "futpawn",
            Metric::FutEval => "futeval",
            Metric::Brier => "brier",
            Metric::Stab => "stab",
            Metric::Skel => "skel",
            Metric::PawnXor => "pawnxor",
            Metric::MatSig => "matsig",
            Metric::MatDist => "matdist",
            Metric::EvalD => "evald",
            Metric::Stm => "stm",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_the_order_of_metrics() {
        for (place, metric) in Metric::ALL.into_iter().enumerate() {
            assert_eq!(metric as usize, place, "{}", metric.name());
        }
    }
}
