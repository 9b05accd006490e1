//! `/api/positions`: games that reached exactly a position, or any that looks like a pattern.

use std::time::Instant;

use cluster::View;
use index::{Filter, Pattern, Term, parse_fen};
use motifs::opening;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use utoipa::ToSchema;

use crate::explorer::{self, ExplorerGame, ExplorerMove, MOST_GAMES};
use crate::extract::{number, object};
use crate::filter::FilterRequest;
use crate::game::GameHeader;
use crate::motifs::Opening;
use crate::problem::Problem;
use crate::schemas::Fen;
use crate::similar::{Move, label, limit};

/// What is looked for: `fen` or `pattern`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionsRequest {
    /// FEN or EPD: games that reached exactly this position, by whatever moves.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// A board as in a FEN, with `?` for any square and `-` (or a number) for empty ones; `w` or `b` may
    /// follow.
    pub pattern: Option<String>,
    /// With `pattern`: what stands on the board, e.g. `KRPPkrpp`.
    pub material: Option<String>,
    /// With `pattern`: terms that the position must have, e.g. `Id4` or `'Fc5`.
    pub terms: Option<Vec<String>>,
    /// What games (and with `pattern` positions) must be like.
    #[serde(default, deserialize_with = "object")]
    pub filter: Option<FilterRequest>,
    /// How many games are told of a pattern, or top and recent games of a position (at most 15); a whole
    /// number from 1 to 1000, 10 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1000, default = 10)]
    pub limit: Option<f64>,
}

/// What was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PositionsResponse {
    /// Of a position.
    Exact(ExactResponse),
    /// Of a pattern.
    Pattern(PatternResponse),
}

/// The games that reached a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExactResponse {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
    /// All games that reached it, those of unknown result too.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// What was played, most often first.
    pub moves: Vec<ExplorerMove>,
    /// The games of the highest mean rating.
    pub top_games: Vec<ExplorerGame>,
    /// The newest games.
    pub recent_games: Vec<ExplorerGame>,
    /// The position's name.
    pub opening: Option<Opening>,
}

/// The positions that look like a pattern, among the indexed ones.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PatternResponse {
    /// The pattern.
    pub pattern: String,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
    /// Games that have one.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Whether these are all; if it is false, the work would have been too much, and there may be more.
    pub is_exact: bool,
    /// Games that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// The first such position of each game, in game order.
    pub hits: Vec<PatternHit>,
}

/// A position that looks like a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatternHit {
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// Half-moves of the game before it.
    pub ply: u64,
    /// Game number, event, players, full move and the side that has just moved.
    pub label: String,
    /// What was played next, null at the end of the game.
    pub played: Option<Move>,
    /// Its game.
    pub game: GameHeader,
}

/// The games that reached a position, or one that looks like a pattern.
///
/// # Errors
///
/// 400 or 422 for what cannot be, which names the field.
pub fn positions(
    snapshot: &View,
    request: &PositionsRequest,
) -> Result<PositionsResponse, Problem> {
    let limit = limit(request.limit.unwrap_or(10.0))?;
    let filter = request
        .filter
        .as_ref()
        .map(FilterRequest::filter)
        .transpose()?;
    let filter = filter.unwrap_or_default();
    match (&request.fen, &request.pattern) {
        (Some(fen), None) => {
            let of_pattern = [
                ("material", request.material.is_some()),
                ("terms", request.terms.is_some()),
            ];
            for (name, given) in of_pattern {
                if given {
                    return Err(Problem::impossible(format!(
                        "{name}: it goes with a pattern"
                    )));
                }
            }
            let position = parse_fen(fen)?;
            exact(snapshot, &position, &filter, limit).map(PositionsResponse::Exact)
        }
        (None, Some(text)) => {
            let material = request.material.as_deref().map(str::parse).transpose();
            let material =
                material.map_err(|error| Problem::impossible(format!("material: {error}")))?;
            let terms = request
                .terms
                .iter()
                .flatten()
                .map(|term| term.parse::<Term>());
            let terms = terms.collect::<Result<Vec<Term>, _>>();
            let terms = terms.map_err(|error| Problem::impossible(format!("terms: {error}")))?;
            let pattern = Pattern::new(text, material, terms);
            let pattern =
                pattern.map_err(|error| Problem::impossible(format!("pattern: {error}")))?;
            fragment(snapshot, text, &pattern, &filter, limit).map(PositionsResponse::Pattern)
        }
        (None, None) => Err(Problem::unreadable("missing field `fen` or `pattern`")),
        (Some(_), Some(_)) => Err(Problem::unreadable(
            "pattern: there is a fen, too; send one of them",
        )),
    }
}

fn exact(
    snapshot: &View,
    position: &Chess,
    filter: &Filter,
    limit: usize,
) -> Result<ExactResponse, Problem> {
    let started = Instant::now();
    let games = limit.min(MOST_GAMES as usize);
    let explored = snapshot.explore(position, filter, games, games)?;
    let mut response = ExactResponse {
        fen: index::fen(position),
        took_ms: 0.0,
        games: explored.outcomes.games(),
        white: explored.outcomes.white,
        draws: explored.outcomes.draws,
        black: explored.outcomes.black,
        moves: explorer::moves(snapshot, position, &explored, usize::MAX, None)?,
        top_games: explorer::games(snapshot, position, &explored.top)?,
        recent_games: explorer::games(snapshot, position, &explored.recent)?,
        opening: opening(position).map(Opening::from),
    };
    response.took_ms = milliseconds(started);
    Ok(response)
}

fn fragment(
    snapshot: &View,
    text: &str,
    pattern: &Pattern,
    filter: &Filter,
    limit: usize,
) -> Result<PatternResponse, Problem> {
    let started = Instant::now();
    let found = snapshot.find(pattern, filter, limit)?;
    let hits = found.hits.iter().map(|(id, ply)| {
        let damaged = || Problem::internal(format!("game {id} has no ply {ply}"));
        let game = snapshot.game(*id)?.ok_or_else(damaged)?;
        let (position, played) = game.positions().nth(*ply as usize).ok_or_else(damaged)?;
        Ok(PatternHit {
            fen: index::fen(&position),
            ply: *ply,
            label: label(&game, &position),
            played: played.map(|played| Move::new(&position, played)),
            game: GameHeader::new(&game),
        })
    });
    let hits = hits.collect::<Result<_, Problem>>()?;
    Ok(PatternResponse {
        pattern: text.to_owned(),
        took_ms: milliseconds(started),
        games: found.outcomes.games(),
        positions: found.positions,
        is_exact: found.is_exact,
        white: found.outcomes.white,
        draws: found.outcomes.draws,
        black: found.outcomes.black,
        hits,
    })
}

fn milliseconds(started: Instant) -> f64 {
    started.elapsed().as_micros() as f64 / 1000.0
}
