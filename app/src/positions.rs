//! Games that reached exactly a position, and positions that match a pattern.

use std::time::Instant;

use motifs::opening;
use serde::Serialize;
use shakmaty::Chess;
use similarity::{ExploreOptions, Filter, Pattern, Term};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::Error;
use crate::explorer::{self, ExplorerGame, ExplorerMove, MOST_GAMES};
use crate::games::{GameHeader, label};
use crate::known::check_names;
use crate::motifs::Opening;
use crate::moves::Move;
use crate::schemas::Fen;
use crate::similar::Limit;

/// The games that reached a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExactAnswer {
    /// The position, as it was read.
    pub fen: Fen,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
    /// The number of games that reached it, those of unknown result included.
    pub games: u64,
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// What was played, the most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// The games with the highest mean rating.
    pub top_games: Vec<ExplorerGame>,
    /// The newest games.
    pub recent_games: Vec<ExplorerGame>,
    /// The position's name.
    pub opening: Option<Opening>,
}

/// The indexed positions that match a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PatternAnswer {
    /// The pattern.
    pub pattern: String,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
    /// The number of games that have one.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// Whether these are all; if false, the search was cut short, and there may be more.
    pub is_exact: bool,
    /// The number of games that White won.
    pub white: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// The first such position of each game, by the number of the game.
    pub hits: Vec<PatternHit>,
}

/// A position that matches a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatternHit {
    /// The position.
    pub fen: Fen,
    /// The number of half-moves of the game before it.
    pub ply: u64,
    /// Game number, event, players, full move and the side that has just moved.
    pub label: String,
    /// What was played next, null at the end of the game.
    pub played: Option<Move>,
    /// Its game.
    pub game: GameHeader,
}

/// Parses a pattern: a board as in a FEN, `?` for any square; what stands on the board; terms that it must have.
///
/// # Errors
///
/// [`Error::Impossible`], which names the field.
pub fn parse_pattern(
    text: &str,
    material: Option<&str>,
    terms: &[String],
) -> Result<Pattern, Error> {
    let material = material.map(str::parse).transpose();
    let material = material.map_err(|error| Error::impossible("material", error))?;
    let terms = terms.iter().map(|term| term.parse::<Term>());
    let terms = terms.collect::<Result<_, _>>();
    let terms = terms.map_err(|error| Error::impossible("terms", error))?;
    Pattern::new(text, material, terms).map_err(|error| Error::impossible("pattern", error))
}

/// The games that reached exactly a position, by whatever moves, with at most 15 top and recent ones.
///
/// # Errors
///
/// [`Error::Impossible`] for a filter of what is played; as [`check_names`]; what the index reports.
pub fn exact(
    view: &View,
    position: &Chess,
    filter: &Filter,
    limit: Limit,
) -> Result<ExactAnswer, Error> {
    if !filter.positions.played.is_empty() {
        let why = "it can only be used with a pattern or a search for similar positions";
        return Err(Error::impossible("played", why));
    }
    let started = Instant::now();
    let games = MOST_GAMES.min(limit.get() as usize);
    let options = ExploreOptions {
        top: games,
        recent: games,
        ..ExploreOptions::default()
    };
    let explored = view.explore(position, &filter.games, options)?;
    if explored.outcomes.games() == 0 {
        check_names(view, &filter.games)?;
    }
    let mut response = ExactAnswer {
        fen: Fen::from(position),
        took_ms: 0.0,
        games: explored.outcomes.games(),
        white: explored.outcomes.white,
        draws: explored.outcomes.draws,
        black: explored.outcomes.black,
        moves: explorer::moves(view, position, &explored, None)?,
        top_games: explorer::games(view, position, &explored.top)?,
        recent_games: explorer::games(view, position, &explored.recent)?,
        opening: opening(position).map(Opening::from),
    };
    response.took_ms = milliseconds(started);
    Ok(response)
}

/// The indexed positions that match a pattern, and the `text` that it was parsed from.
///
/// # Errors
///
/// As [`check_names`]; what the index reports.
pub fn matching(
    view: &View,
    text: &str,
    pattern: &Pattern,
    filter: &Filter,
    limit: Limit,
) -> Result<PatternAnswer, Error> {
    let started = Instant::now();
    let found = view.find(pattern, filter, limit.get() as usize)?;
    if found.positions == 0 {
        check_names(view, &filter.games)?;
    }
    let ids: Vec<u64> = found.hits.iter().map(|(id, _)| *id).collect();
    let games = view.games_by_id(&ids)?;
    let hits = found.hits.iter().map(|(id, ply)| {
        let damaged = || Error::internal(format!("game {id} has no ply {ply}"));
        let game = games.get(id).ok_or_else(damaged)?;
        let (position, played) = game.positions().nth(*ply as usize).ok_or_else(damaged)?;
        Ok(PatternHit {
            fen: Fen::from(&position),
            ply: *ply,
            label: label(game, &position),
            played: played.map(|played| Move::played(&position, played)),
            game: GameHeader::new(game),
        })
    });
    let hits = hits.collect::<Result<_, Error>>()?;
    Ok(PatternAnswer {
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
