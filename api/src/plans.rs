//! How positions are handled: what was played next in the games of similar ones.

use cluster::View;
use index::{Filter, Hit, Plan, Query, Scoring};
use serde::Serialize;
use shakmaty::{Chess, Color, Position};
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::schemas::{self, Fen};

/// How many games are looked at, of as many similar positions.
pub(crate) const GAMES: usize = 100;

/// The most plans that are told of each side. Guessed: what is played in few games is no plan.
const MOST: usize = 20;

/// The rating from which a player is strong. Guessed: few are who are no masters.
const STRONG: u64 = 2300;

/// What was played next in the games of similar positions: within six moves of either side, each move
/// once a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NextMoves {
    /// How many games were looked at, at most 100.
    pub games: usize,
    /// White's moves, most often first, at most 20.
    pub white: Vec<NextMove>,
    /// Black's moves.
    pub black: Vec<NextMove>,
}

/// That a piece went to a square.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextMove {
    /// `N`, lower case for Black's; of a castling the king, of a promotion the pawn.
    pub piece: char,
    /// Where it went.
    pub to: String,
    /// In how many games.
    pub games: u64,
    /// The mean rating of who played it, null if none is known.
    pub average_rating: Option<u64>,
    /// In how many of the games White won.
    pub white: u64,
    /// In how many nobody did.
    pub draws: u64,
    /// In how many Black won.
    pub black: u64,
}

/// The plan of a position: what strong players, rated 2300 or more or not at all, played from similar ones.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingPlan {
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The side whose plan it is, which is to move.
    #[schema(schema_with = schemas::color)]
    pub color: &'static str,
    /// How many games of such players were counted: those with the most similar positions, at most 100.
    pub games: usize,
    /// Its moves within the next six that were played in two games or more, most often first, at most 20.
    #[schema(max_items = 20)]
    pub moves: Vec<NextMove>,
}

/// The plan of a position.
pub(crate) fn plan(snapshot: &View, position: &Chess) -> Result<TrainingPlan, Problem> {
    let color = position.turn();
    let strong = Filter {
        strong: Some((color, STRONG)),
        ..Filter::default()
    };
    let query = Query::new(position, snapshot.statistics(), Scoring::default());
    let query = query.among(snapshot.select(&strong)?);
    let hits = snapshot.search(query, GAMES)?.hits.into_iter();
    let hits: Vec<(Hit, bool)> = hits
        .filter(|hit| hit.score > 0.0)
        .map(|hit| (hit, false))
        .collect();
    let next = next_moves(snapshot, &hits)?;
    let moves = color.fold_wb(next.white, next.black).into_iter();
    Ok(TrainingPlan {
        fen: index::fen(position),
        color: color.fold_wb("white", "black"),
        games: next.games,
        moves: moves.filter(|m| m.games > 1).collect(),
    })
}

/// What was played after some hits; those with `true` are like the query with the colours reversed.
pub(crate) fn next_moves(snapshot: &View, hits: &[(Hit, bool)]) -> Result<NextMoves, Problem> {
    let plans = snapshot.plans(hits)?;
    let of = |color: Color| {
        let plans = plans.iter().filter(|plan| plan.color == color);
        plans.take(MOST).map(NextMove::new).collect()
    };
    Ok(NextMoves {
        games: hits.len(),
        white: of(Color::White),
        black: of(Color::Black),
    })
}

impl NextMove {
    fn new(plan: &Plan) -> NextMove {
        NextMove {
            piece: plan.role.of(plan.color).char(),
            to: plan.square.to_string(),
            games: plan.outcomes.games(),
            average_rating: plan.average_rating,
            white: plan.outcomes.white,
            draws: plan.outcomes.draws,
            black: plan.outcomes.black,
        }
    }
}
