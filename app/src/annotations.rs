//! The annotations of a game: comments, marks, variations, clocks and evaluations.

use pgn::{Game, Part, Score, Variation, VariationMove, prose};
use serde::Serialize;
use shakmaty::Position;
use utoipa::ToSchema;

/// The annotations of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveAnnotations {
    /// The number of half-moves before it stands: 1 of what stands after the first move, 0 before it.
    pub ply: usize,
    /// What the clock of who moved showed, in seconds (`[%clk 0:02:59]`); null where nothing says.
    pub clk: Option<f64>,
    /// How long the move took, in seconds (`[%emt 0:00:12]`); null where nothing says.
    pub emt: Option<f64>,
    /// The evaluation of the position after it, from White's side (`[%eval 0.17]`); null where nothing says.
    pub eval: Option<MoveEvaluation>,
    /// The comments, without commands like `[%clk 0:02:59]`.
    pub comments: Vec<String>,
    /// The marks by their numbers in PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, ...
    pub nags: Vec<u16>,
    /// The variations instead of it.
    pub variations: Vec<GameVariation>,
}

/// What an engine said of a position, from White's side.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct MoveEvaluation {
    /// In hundredths of a pawn; null if there is a mate.
    pub cp: Option<i32>,
    /// White mates in this many moves; if negative, Black does.
    pub mate: Option<i32>,
    /// How many half-moves it looked ahead, if the comment says so.
    pub depth: Option<u32>,
}

/// A variation of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameVariation {
    /// The comments before its first move.
    pub comments: Vec<String>,
    /// Its moves, up to the first one that is not legal.
    pub moves: Vec<GameVariationMove>,
    /// The rest as it was written, if not all of it are legal moves; otherwise null.
    pub rest: Option<String>,
}

/// A move of a variation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameVariationMove {
    /// In standard algebraic notation.
    pub san: String,
    /// The comments after it, without commands.
    pub comments: Vec<String>,
    /// The marks by their numbers in PGN.
    pub nags: Vec<u16>,
    /// The variations instead of it, not deeper than 20 one in the other.
    #[schema(no_recursion)]
    pub variations: Vec<GameVariation>,
}

/// The annotations of a game: of the moves that have any, in their order.
pub(crate) fn annotations(game: &Game) -> Vec<MoveAnnotations> {
    let found = &game.annotations;
    if found.is_empty() {
        return Vec::new();
    }
    let seconds = |hundredths: u32| f64::from(hundredths) / 100.0;
    let clocks = game.clocks();
    let mut before = None;
    let mut all = Vec::new();
    for (ply, (position, _)) in game.positions().enumerate() {
        if found.at(ply).next().is_some() {
            let variations = before.as_ref().map(|before| found.variations(ply, before));
            all.push(MoveAnnotations {
                ply,
                clk: clocks.after(ply).map(seconds),
                emt: found.elapsed(ply).map(seconds),
                eval: found
                    .evaluation(ply, position.turn().other())
                    .map(MoveEvaluation::from),
                comments: in_words(found.comments(ply)),
                nags: found.nags(ply).collect(),
                variations: variations
                    .unwrap_or_default()
                    .into_iter()
                    .map(GameVariation::from)
                    .collect(),
            });
        }
        before = Some(position);
    }
    all
}

/// The parts of annotations that are left out, by whether each is wanted; by default it is.
pub fn left_out(
    comments: Option<bool>,
    clocks: Option<bool>,
    evals: Option<bool>,
    variations: Option<bool>,
) -> Vec<Part> {
    let parts = [
        (Part::Comments, comments),
        (Part::Clocks, clocks),
        (Part::Evals, evals),
        (Part::Variations, variations),
    ];
    let unwanted = parts
        .into_iter()
        .filter(|(_, wanted)| *wanted == Some(false));
    unwanted.map(|(part, _)| part).collect()
}

/// Comments without their commands, those of which something is left.
fn in_words<'a>(comments: impl Iterator<Item = &'a str>) -> Vec<String> {
    comments
        .map(prose)
        .filter(|text| !text.is_empty())
        .collect()
}

impl From<pgn::Evaluation> for MoveEvaluation {
    fn from(evaluation: pgn::Evaluation) -> MoveEvaluation {
        let (cp, mate) = match evaluation.score {
            Score::Cp(cp) => (Some(cp), None),
            Score::Mate(mate) => (None, Some(mate)),
        };
        MoveEvaluation {
            cp,
            mate,
            depth: evaluation.depth,
        }
    }
}

impl From<Variation> for GameVariation {
    fn from(variation: Variation) -> GameVariation {
        GameVariation {
            comments: in_words(variation.comments.iter().map(String::as_str)),
            moves: variation
                .moves
                .into_iter()
                .map(GameVariationMove::from)
                .collect(),
            rest: Some(variation.rest).filter(|rest| !rest.is_empty()),
        }
    }
}

impl From<VariationMove> for GameVariationMove {
    fn from(played: VariationMove) -> GameVariationMove {
        GameVariationMove {
            san: played.played.san(&played.position),
            comments: in_words(played.comments.iter().map(String::as_str)),
            nags: played.nags,
            variations: played
                .variations
                .into_iter()
                .map(GameVariation::from)
                .collect(),
        }
    }
}
