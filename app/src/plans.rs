//! Plans: what was played next in the games of similar positions.

use index::Pace;
use serde::Serialize;
use shakmaty::{Chess, Color, Position};
use similarity::{Condition, Distinct, GameFilter, Hit, NumberColumn, Plan, Query, Scoring};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::known::check_names;
use crate::names::{ColorName, Name};
use crate::schemas::Fen;
use crate::search::search_without_engine;

/// The number of similar positions, each of a different game, whose games are counted.
pub(crate) const GAMES: usize = 100;

/// The most moves of each side. Guessed: what is played in few games is not a plan.
const MOST: usize = 20;

/// The rating from which a player is strong. Guessed: few others than masters have it.
const STRONG: u64 = 2300;

/// What was played next in the games of similar positions: within six moves of either side, each move counted once
/// per game.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct NextMoves {
    /// The number of games counted, at most 100.
    pub games: usize,
    /// White's moves, the most frequent first, at most 20.
    pub white: Vec<NextMove>,
    /// Black's moves, likewise.
    pub black: Vec<NextMove>,
}

/// A piece that went to a square.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextMove {
    /// `N`, in lower case for Black; the king for castling, the pawn for a promotion.
    pub piece: char,
    /// Where it went.
    pub to: String,
    /// The number of games with it.
    pub games: u64,
    /// The mean rating of the players who played it, null if none is known.
    pub average_rating: Option<u64>,
    /// The number of these games that White won.
    pub white: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number that Black won.
    pub black: u64,
}

/// The plan of a position: what strong players, rated 2300 or more or not at all, played from similar positions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingPlan {
    /// The position.
    pub fen: Fen,
    /// The side whose plan it is, which is to move.
    #[schema(inline)]
    pub color: ColorName,
    /// The number of games of such players that were counted: those with the most similar positions, at most 100.
    pub games: usize,
    /// Its moves within the next six that were played in two games or more, the most frequent first, at most 20.
    #[schema(max_items = 20)]
    pub moves: Vec<NextMove>,
}

/// The plan of a position, by the games of strong players that pass a filter.
///
/// # Errors
///
/// As [`check_names`]; what the index reports.
pub fn plan(view: &View, position: &Chess, filter: &GameFilter) -> Result<TrainingPlan, Error> {
    let color = position.turn();
    // Of a player without a rating nobody knows better.
    let weak = Condition::Within(NumberColumn::RatingOf(color), 0..=STRONG - 1);
    let mut strong = filter.clone();
    strong.also.push(Condition::Not(Box::new(weak)));
    let query = Query::new(position, view.statistics(), Scoring::default());
    // Each game counts, whatever board it has.
    let selection = view.select(&strong.into())?;
    if selection.games == 0 {
        check_names(view, filter)?;
    }
    let query = query.among(selection).with_distinct(Distinct::Game);
    let hits = search_without_engine(view, query, GAMES, &Pace::default())?
        .hits
        .into_iter();
    let hits: Vec<(Hit, bool)> = hits
        .filter(|hit| hit.score > 0.0)
        .map(|hit| (hit, false))
        .collect();
    let next = next_moves(view, &hits)?;
    let moves = color.fold_wb(next.white, next.black).into_iter();
    Ok(TrainingPlan {
        fen: Fen::from(position),
        color: Name(color),
        games: next.games,
        moves: moves.filter(|m| m.games > 1).collect(),
    })
}

/// What was played after some hits; those with `true` are like the query with the colours reversed.
pub(crate) fn next_moves(view: &View, hits: &[(Hit, bool)]) -> Result<NextMoves, Error> {
    let plans = view.plans(hits)?;
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
