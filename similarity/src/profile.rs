//! What kinds of terms there are, of which family each is, and what it counts in each profile of
//! scoring: [`FEATURES`] is the one table of them, e.g. 0.40 for `pawnSkeleton` in `tabiya`.
//!
//! The weights of `tabiya` are read, found on games that are in none of the sets that judge it, but for
//! these, which are measured with `tabiya quality` on other such games: `plan` and `opening`;
//! `winningCapture`, which is 0.6 where the others come from, and less for the sake of stability, as
//! whose move it is changes it; `connection` and `pieceDifference`, left out since they made no
//! measurable difference, and a search took half as long again. The weights of `structure` and
//! `tactics` are guessed.

use std::fmt;

/// A family of terms, by which scores are explained.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// What stands where.
    Naive,
    /// What could go where in one move.
    Reachability,
    /// What attacks and defends what.
    Connectivity,
    /// Pawn structures.
    Pawns,
    /// What hangs, and what can be won.
    Tactics,
    /// What there is.
    Material,
    /// Who stands better.
    Evaluation,
    /// How its game went on, and came about.
    Continuation,
}

impl Family {
    /// All families; the first four are those of the thesis.
    pub const ALL: [Family; 8] = [
        Family::Naive,
        Family::Reachability,
        Family::Connectivity,
        Family::Pawns,
        Family::Tactics,
        Family::Material,
        Family::Evaluation,
        Family::Continuation,
    ];

    /// The family's name, e.g. `pawns`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Naive => "naive",
            Family::Reachability => "reachability",
            Family::Connectivity => "connectivity",
            Family::Pawns => "pawns",
            Family::Tactics => "tactics",
            Family::Material => "material",
            Family::Evaluation => "evaluation",
            Family::Continuation => "continuation",
        }
    }
}

/// A kind of term, which has a weight of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// `Rb1`: a piece on a square.
    Naive,
    /// `Ra1|0.89`: a piece within reach of a square where the query has one.
    Reachability,
    /// `Q>pa5`: attacker, target, square.
    Attack,
    /// `Q<Rb1`: defender, target, square.
    Defence,
    /// `Q>p`, `Q<R`: attacker or defender and target, anywhere.
    Connection,
    /// `?Nd5`: attacked, and not defended.
    Hanging,
    /// `!Nd5`: attacked by a less valuable piece.
    CheaperAttacker,
    /// `Rxpe5`: the side to move wins something.
    WinningCapture,
    /// `Id4`
    Isolated,
    /// `Fd4`
    Passed,
    /// `'Fd4`
    ProtectedPassed,
    /// `Ld3`
    Backward,
    /// `S{c2-c3}`
    Doubled,
    /// `W[c3/d4/e5]`
    Chain,
    /// `P(2)`
    Islands,
    /// `d(d4/d5)`: the exact pawns of a file.
    PawnFile,
    /// `a-c(a2-b2-c4/a7-b7-c5)`: the exact pawns of a wing: a to c, d and e, f to h.
    PawnWing,
    /// The exact pawns of all files.
    PawnSkeleton,
    /// `R=2,r=1`: how many pieces of a kind both sides have.
    PieceCount,
    /// `R-r=1`: how many more one side has.
    PieceDifference,
    /// `cp=50..100`: the evaluation, in overlapping buckets.
    Evaluation,
    /// `~Ne5`: its game went on like those of the other hits.
    Plan,
    /// `~E73`: its game has the opening of the other hits.
    Opening,
}

impl Feature {
    /// How many features there are.
    pub const COUNT: usize = FEATURES.len();

    /// All features.
    pub fn all() -> impl Iterator<Item = Feature> {
        FEATURES.iter().map(|row| row.feature)
    }

    /// Those of which a position's own terms cost something: all but reachability, of which nearly all
    /// would, and what is not of the position.
    pub fn penalised() -> impl Iterator<Item = Feature> {
        Feature::all().filter(|feature| {
            *feature != Feature::Reachability && feature.family() != Family::Continuation
        })
    }

    fn row(self) -> &'static Row {
        &FEATURES[self as usize]
    }

    /// The name of its weight, e.g. `pawnSkeleton`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The family that it is explained under.
    pub fn family(self) -> Family {
        self.row().family
    }

    /// The feature whose weight has a name.
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::all().find(|feature| feature.name() == name)
    }
}

/// What there is to say of a feature.
struct Row {
    feature: Feature,
    name: &'static str,
    family: Family,
    tabiya: f64,
    structure: f64,
    tactics: f64,
}

const fn row(feature: Feature, name: &'static str, family: Family, weights: [f64; 3]) -> Row {
    let [tabiya, structure, tactics] = weights;
    Row {
        feature,
        name,
        family,
        tabiya,
        structure,
        tactics,
    }
}

/// All features in their order, each with its weights in `tabiya`, `structure` and `tactics`.
#[rustfmt::skip]
const FEATURES: [Row; 23] = [
    row(Feature::Naive,           "naive",           Family::Naive,        [1.00, 0.10, 0.30]),
    row(Feature::Reachability,    "reachability",    Family::Reachability, [0.20, 0.00, 0.10]),
    row(Feature::Attack,          "attack",          Family::Connectivity, [0.35, 0.00, 1.00]),
    row(Feature::Defence,         "defence",         Family::Connectivity, [0.00, 0.00, 0.20]),
    row(Feature::Connection,      "connection",      Family::Connectivity, [0.00, 0.00, 0.00]),
    row(Feature::Hanging,         "hanging",         Family::Tactics,      [0.40, 0.00, 1.00]),
    row(Feature::CheaperAttacker, "cheaperAttacker", Family::Tactics,      [0.20, 0.00, 0.60]),
    row(Feature::WinningCapture,  "winningCapture",  Family::Tactics,      [0.30, 0.00, 1.00]),
    row(Feature::Isolated,        "isolated",        Family::Pawns,        [0.00, 0.50, 0.00]),
    row(Feature::Passed,          "passed",          Family::Pawns,        [0.30, 0.80, 0.10]),
    row(Feature::ProtectedPassed, "protectedPassed", Family::Pawns,        [0.20, 0.80, 0.10]),
    row(Feature::Backward,        "backward",        Family::Pawns,        [0.00, 0.50, 0.00]),
    row(Feature::Doubled,         "doubled",         Family::Pawns,        [0.30, 0.50, 0.00]),
    row(Feature::Chain,           "chain",           Family::Pawns,        [0.15, 0.50, 0.00]),
    row(Feature::Islands,         "islands",         Family::Pawns,        [0.00, 0.30, 0.00]),
    row(Feature::PawnFile,        "pawnFile",        Family::Pawns,        [0.25, 1.00, 0.05]),
    row(Feature::PawnWing,        "pawnWing",        Family::Pawns,        [0.30, 1.00, 0.00]),
    row(Feature::PawnSkeleton,    "pawnSkeleton",    Family::Pawns,        [0.40, 1.00, 0.00]),
    row(Feature::PieceCount,      "pieceCount",      Family::Material,     [0.40, 1.00, 0.20]),
    row(Feature::PieceDifference, "pieceDifference", Family::Material,     [0.00, 1.00, 0.20]),
    row(Feature::Evaluation,      "evaluation",      Family::Evaluation,   [0.35, 0.10, 0.20]),
    row(Feature::Plan,            "plan",            Family::Continuation, [3.00, 0.00, 0.00]),
    row(Feature::Opening,         "opening",         Family::Continuation, [3.00, 0.00, 0.00]),
];

/// What each feature counts in a score, and what a position loses for terms that the query does not have.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Weights {
    features: [f64; Feature::COUNT],
    /// What a term of the position costs, as a share of what it would bring if the query had it.
    penalty: f64,
}

/// The share of the penalty in all profiles. Read: the scoring that ours began with.
const PENALTY: f64 = 0.2;

/// The name of the weight of the penalty.
pub const PENALTY_NAME: &str = "penalty";

/// An invalid weight.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WeightError {
    /// There is no feature of the name.
    #[error("there is no weight {0:?}; the weights are {all}, {PENALTY_NAME}", all = Names)]
    Unknown(String),
    /// It is below zero, above the most, or no number.
    #[error("the weight of {0} is {1}; a weight is a number from 0 to {MOST_WEIGHT}")]
    Range(String, f64),
}

/// All names of features, with commas.
struct Names;

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Feature::all().map(Feature::name).collect();
        f.write_str(&names.join(", "))
    }
}

/// The largest weight. Guessed: a hundred times the largest of ours.
const MOST_WEIGHT: f64 = 100.0;

impl Weights {
    /// What a feature counts.
    pub fn get(&self, feature: Feature) -> f64 {
        self.features[feature as usize]
    }

    /// What a term that the query does not have costs, as a share of what it would bring.
    pub fn penalty(&self) -> f64 {
        self.penalty
    }

    /// Changes the weight of a name: a feature's, or `penalty`.
    ///
    /// # Errors
    ///
    /// [`WeightError`] for an unknown name, and what is not from 0 to 100.
    pub fn set(&mut self, name: &str, weight: f64) -> Result<(), WeightError> {
        let place = match Feature::from_name(name) {
            Some(feature) => &mut self.features[feature as usize],
            None if name == PENALTY_NAME => &mut self.penalty,
            None => return Err(WeightError::Unknown(name.to_owned())),
        };
        if !(0.0..=MOST_WEIGHT).contains(&weight) {
            return Err(WeightError::Range(name.to_owned(), weight));
        }
        *place = weight;
        Ok(())
    }
}

/// How positions are compared.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub enum Scoring {
    /// What was measured to find the most useful positions: plans, openings, pawns, evaluations and
    /// results equally.
    #[default]
    Tabiya,
    /// The formula of Plut 2018, exactly.
    Thesis,
    /// Pawns and material.
    Structure,
    /// Attacks, hanging pieces and captures.
    Tactics,
    /// Weights of one's own.
    Custom(Weights),
}

impl Scoring {
    /// The profiles with a name.
    pub const ALL: [Scoring; 4] = [
        Scoring::Tabiya,
        Scoring::Thesis,
        Scoring::Structure,
        Scoring::Tactics,
    ];

    /// The profile's name, e.g. `thesis`.
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Tabiya => "tabiya",
            Scoring::Thesis => "thesis",
            Scoring::Structure => "structure",
            Scoring::Tactics => "tactics",
            Scoring::Custom(_) => "custom",
        }
    }

    /// The profile of a name; `custom` is not one.
    pub fn from_name(name: &str) -> Option<Scoring> {
        Scoring::ALL
            .into_iter()
            .find(|scoring| scoring.name() == name)
    }

    /// The profile's weights; `None` for the thesis's formula, which has none.
    pub fn weights(self) -> Option<Weights> {
        let of = |weight: fn(&Row) -> f64| Weights {
            features: std::array::from_fn(|feature| weight(&FEATURES[feature])),
            penalty: PENALTY,
        };
        match self {
            Scoring::Tabiya => Some(of(|row| row.tabiya)),
            Scoring::Thesis => None,
            Scoring::Structure => Some(of(|row| row.structure)),
            Scoring::Tactics => Some(of(|row| row.tactics)),
            Scoring::Custom(weights) => Some(weights),
        }
    }
}
