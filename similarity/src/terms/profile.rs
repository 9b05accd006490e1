//! The kinds of terms, the family of each, and its weight in each scoring profile: [`FEATURES`] is the one table of
//! them, e.g. 0.80 for `pawnSkeleton` in `tabiya`, with a cost of 0.40.
//!
//! Most weights of `tabiya` are read: they were found on games that are in none of the sets that judge it. The others
//! are measured on other such games, as docs/ranking.md says: `winningCapture`, which is 0.6 in the source, and less
//! here for the sake of stability, because it depends on the side to move; the weights of pawns, twice as much as in
//! the source, and of `pieceCount`, three to ten times as much, so that people's groups of endgames are found and hits
//! stay when a piece moves; `idea` and `learned`. `connection` counts only among the best positions, with the weight
//! `LATE_CONNECTION` of scoring/pool.rs: a search by it took half as long again. The cost of a term is still its weight
//! before these were raised, so that indexes stay valid. The weights of `structure` and `tactics` are guessed.

use std::fmt;

use crate::hit::Distinct;

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
    /// What the engine would play.
    Idea,
    /// What a model adds that has learned from games which hits are useful.
    Learned,
}

impl Family {
    /// All families; the first four are those of the thesis.
    pub const ALL: [Family; 10] = [
        Family::Naive,
        Family::Reachability,
        Family::Connectivity,
        Family::Pawns,
        Family::Tactics,
        Family::Material,
        Family::Evaluation,
        Family::Continuation,
        Family::Idea,
        Family::Learned,
    ];

    /// Whether its terms are those of a board, not of the game around it.
    pub(crate) fn is_of_board(self) -> bool {
        !matches!(self, Family::Continuation | Family::Idea | Family::Learned)
    }

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
            Family::Idea => "idea",
            Family::Learned => "learned",
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
    /// `*Nd5`: a knight goes to d5 in the engine's line, and could here.
    Idea,
    /// What the learned model adds.
    Learned,
    /// What is to be played is alike: the engine's line, or the moves of the hit's game.
    Solution,
    /// `=blocked`: kings, rooks and bishops stand alike to each other and to passed pawns.
    Relation,
}

impl Feature {
    /// How many features there are.
    pub const COUNT: usize = FEATURES.len();

    /// All features.
    pub fn all() -> impl Iterator<Item = Feature> {
        FEATURES.iter().map(|row| row.feature)
    }

    /// Those of which a position's own terms cost something: all but reachability, of which nearly all
    /// would, relations, which count in the pool only, and what is not of the position.
    pub fn penalised() -> impl Iterator<Item = Feature> {
        let never = [Feature::Reachability, Feature::Relation];
        Feature::all()
            .filter(move |feature| !never.contains(feature) && feature.family().is_of_board())
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
    /// `tabiya` in endgames.
    endgame: f64,
    /// What a term costs in `tabiya`, before it is multiplied by the penalty.
    cost: f64,
    structure: f64,
    tactics: f64,
    ideas: f64,
}

const fn row(feature: Feature, name: &'static str, family: Family, weights: [f64; 6]) -> Row {
    let [tabiya, endgame, cost, structure, tactics, ideas] = weights;
    Row {
        feature,
        name,
        family,
        tabiya,
        endgame,
        cost,
        structure,
        tactics,
        ideas,
    }
}

/// All features in their order, each with its weights in `tabiya`: in middlegames, in endgames, and what a term
/// costs; then in `structure`, `tactics` and `ideas`.
#[rustfmt::skip]
const FEATURES: [Row; 27] = [
    row(Feature::Naive,           "naive",           Family::Naive,        [1.00, 1.00, 1.00, 0.10, 0.30, 0.30]),
    row(Feature::Reachability,    "reachability",    Family::Reachability, [0.20, 0.20, 0.20, 0.00, 0.10, 0.10]),
    row(Feature::Attack,          "attack",          Family::Connectivity, [0.35, 0.35, 0.35, 0.00, 1.00, 1.00]),
    row(Feature::Defence,         "defence",         Family::Connectivity, [0.00, 0.00, 0.00, 0.00, 0.20, 0.20]),
    row(Feature::Connection,      "connection",      Family::Connectivity, [0.00, 0.00, 0.00, 0.00, 0.00, 0.00]),
    row(Feature::Hanging,         "hanging",         Family::Tactics,      [0.40, 0.40, 0.40, 0.00, 1.00, 1.00]),
    row(Feature::CheaperAttacker, "cheaperAttacker", Family::Tactics,      [0.20, 0.20, 0.20, 0.00, 0.60, 0.60]),
    row(Feature::WinningCapture,  "winningCapture",  Family::Tactics,      [0.30, 0.30, 0.30, 0.00, 1.00, 1.00]),
    row(Feature::Isolated,        "isolated",        Family::Pawns,        [0.00, 0.00, 0.00, 0.50, 0.00, 0.00]),
    row(Feature::Passed,          "passed",          Family::Pawns,        [0.60, 0.60, 0.30, 0.80, 0.10, 0.10]),
    row(Feature::ProtectedPassed, "protectedPassed", Family::Pawns,        [0.40, 0.40, 0.20, 0.80, 0.10, 0.10]),
    row(Feature::Backward,        "backward",        Family::Pawns,        [0.00, 0.00, 0.00, 0.50, 0.00, 0.00]),
    row(Feature::Doubled,         "doubled",         Family::Pawns,        [0.60, 0.60, 0.30, 0.50, 0.00, 0.00]),
    row(Feature::Chain,           "chain",           Family::Pawns,        [0.30, 0.30, 0.15, 0.50, 0.00, 0.00]),
    row(Feature::Islands,         "islands",         Family::Pawns,        [0.00, 0.00, 0.00, 0.30, 0.00, 0.00]),
    row(Feature::PawnFile,        "pawnFile",        Family::Pawns,        [0.50, 0.50, 0.25, 1.00, 0.05, 0.05]),
    row(Feature::PawnWing,        "pawnWing",        Family::Pawns,        [0.60, 0.60, 0.30, 1.00, 0.00, 0.00]),
    row(Feature::PawnSkeleton,    "pawnSkeleton",    Family::Pawns,        [0.80, 0.80, 0.40, 1.00, 0.00, 0.00]),
    row(Feature::PieceCount,      "pieceCount",      Family::Material,     [1.20, 4.00, 0.40, 1.00, 0.20, 0.20]),
    row(Feature::PieceDifference, "pieceDifference", Family::Material,     [0.00, 0.00, 0.00, 1.00, 0.20, 0.20]),
    row(Feature::Evaluation,      "evaluation",      Family::Evaluation,   [0.35, 0.35, 0.35, 0.10, 0.20, 0.20]),
    row(Feature::Plan,            "plan",            Family::Continuation, [0.00, 0.00, 0.00, 0.00, 0.00, 0.00]),
    row(Feature::Opening,         "opening",         Family::Continuation, [0.00, 0.00, 0.00, 0.00, 0.00, 0.00]),
    row(Feature::Idea,            "idea",            Family::Idea,         [0.30, 0.30, 0.00, 0.00, 0.60, 0.60]),
    row(Feature::Learned,         "learned",         Family::Learned,      [1.00, 0.90, 0.00, 0.00, 0.00, 0.00]),
    row(Feature::Solution,        "solution",        Family::Idea,         [2.00, 0.60, 0.00, 0.00, 0.00, 4.00]),
    row(Feature::Relation,        "relation",        Family::Pawns,        [0.00, 14.00, 0.00, 0.00, 0.00, 0.00]),
];

/// What each feature counts in a score, and what the terms of a position cost, whether or not the query has them.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Weights {
    /// What a term brings in middlegames, and in endgames.
    middlegame: [f64; Feature::COUNT],
    endgame: [f64; Feature::COUNT],
    /// What a term of the position costs, in the query or not, before it is multiplied by the penalty.
    costs: [f64; Feature::COUNT],
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
    /// What a feature counts in middlegames.
    pub fn get(&self, feature: Feature) -> f64 {
        self.middlegame[feature as usize]
    }

    /// What a feature counts where the endgame has a share from 0 to 1: [`endgame_share`](crate::endgame_share).
    pub fn at(&self, feature: Feature, endgame: f64) -> f64 {
        let feature = feature as usize;
        (1.0 - endgame) * self.middlegame[feature] + endgame * self.endgame[feature]
    }

    /// Whether a term of this feature brings or costs anything in any phase.
    pub(crate) fn counts(&self, feature: Feature) -> bool {
        let feature = feature as usize;
        let all = [&self.middlegame, &self.endgame, &self.costs];
        all.into_iter().any(|weights| weights[feature] > 0.0)
    }

    /// What a term of this feature costs a position that has it, in the query or not.
    pub fn cost(&self, feature: Feature) -> f64 {
        self.penalty * self.costs[feature as usize]
    }

    /// Changes the weight of a name: a feature's, or `penalty`.
    ///
    /// # Errors
    ///
    /// [`WeightError`] for an unknown name, and what is not from 0 to 100.
    pub fn set(&mut self, name: &str, weight: f64) -> Result<(), WeightError> {
        let feature = Feature::from_name(name);
        if feature.is_none() && name != PENALTY_NAME {
            return Err(WeightError::Unknown(name.to_owned()));
        }
        if !(0.0..=MOST_WEIGHT).contains(&weight) {
            return Err(WeightError::Range(name.to_owned(), weight));
        }
        match feature {
            Some(feature) => {
                for weights in [&mut self.middlegame, &mut self.endgame, &mut self.costs] {
                    weights[feature as usize] = weight;
                }
            }
            None => self.penalty = weight,
        }
        Ok(())
    }
}

/// How positions are compared.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
#[expect(clippy::large_enum_variant, reason = "a search has one")]
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
    /// What is to be played, for trainers: positions whose solution has the same motif.
    Ideas,
    /// Weights of one's own.
    Custom(Weights),
}

impl Scoring {
    /// The profiles with a name.
    pub const ALL: [Scoring; 5] = [
        Scoring::Tabiya,
        Scoring::Thesis,
        Scoring::Structure,
        Scoring::Tactics,
        Scoring::Ideas,
    ];

    /// Those of which an index stores with each passage what lowers its scores at least. Others have their bounds from
    /// what it stores by feature, as weights of one's own do.
    pub const STORED: [Scoring; 4] = [
        Scoring::Tabiya,
        Scoring::Thesis,
        Scoring::Structure,
        Scoring::Tactics,
    ];

    /// What two hits may not have in common, if a request does not say: `thesis` may have several hits of one board.
    pub fn distinct(self) -> Distinct {
        match self {
            Scoring::Thesis => Distinct::Game,
            _ => Distinct::Board,
        }
    }

    /// The profile's name, e.g. `thesis`.
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Tabiya => "tabiya",
            Scoring::Thesis => "thesis",
            Scoring::Structure => "structure",
            Scoring::Tactics => "tactics",
            Scoring::Ideas => "ideas",
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
        let column =
            |weight: fn(&Row) -> f64| std::array::from_fn(|feature| weight(&FEATURES[feature]));
        let of = |middlegame, endgame, costs| {
            Some(Weights {
                middlegame: column(middlegame),
                endgame: column(endgame),
                costs: column(costs),
                penalty: PENALTY,
            })
        };
        match self {
            Scoring::Tabiya => of(|row| row.tabiya, |row| row.endgame, |row| row.cost),
            Scoring::Thesis => None,
            Scoring::Structure => of(
                |row| row.structure,
                |row| row.structure,
                |row| row.structure,
            ),
            Scoring::Tactics => of(|row| row.tactics, |row| row.tactics, |row| row.tactics),
            Scoring::Ideas => of(|row| row.ideas, |row| row.ideas, |row| row.ideas),
            Scoring::Custom(weights) => Some(weights),
        }
    }

    /// Whether a search asks what either side would play.
    pub fn uses_ideas(&self) -> bool {
        let features = [Feature::Idea, Feature::Learned, Feature::Solution];
        self.weights()
            .is_some_and(|weights| features.iter().any(|feature| weights.counts(*feature)))
    }
}
