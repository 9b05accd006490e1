//! Lists of games without their moves, a page at a time.

use serde::Serialize;
use similarity::Filter;
use utoipa::ToSchema;

use crate::bounded::Bounded;
use crate::database::View;
use crate::error::Error;
use crate::games::GameHeader;
use crate::known::check_names;

/// The number of games in a page.
pub type GamesLimit = Bounded<1, 1000>;

/// The number of games in a page by default.
pub const DEFAULT_GAMES: GamesLimit = GamesLimit::of::<100>();

/// A page of games, in the order of their ids.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GamesAnswer {
    /// The games, without their moves.
    pub games: Vec<ListedGame>,
    /// The value of `after` for the next page; null on the last page.
    pub next: Option<u64>,
}

/// A game without its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedGame {
    /// Players, place, date, result.
    #[serde(flatten)]
    pub header: GameHeader,
    /// The number of its half-moves.
    pub plies: usize,
    /// The names of the collections that contain the game; empty in a cluster.
    pub collections: Vec<String>,
}

/// Returns the first games after an id that pass a filter, at most `limit`.
///
/// # Errors
///
/// The errors of [`check_names`] and of the index.
pub fn game_list(
    view: &View,
    filter: &Filter,
    after: u64,
    limit: GamesLimit,
) -> Result<GamesAnswer, Error> {
    let limit = limit.get() as usize;
    // One game more than the limit shows whether there is another page.
    let mut ids = view.games_after(filter, after, limit + 1)?;
    if ids.is_empty() {
        check_names(view, &filter.games)?;
    }
    let has_more = ids.len() > limit;
    ids.truncate(limit);
    let games = view.games(&ids)?;
    let games = games.iter().map(|game| ListedGame {
        header: GameHeader::new(game),
        plies: game.plies(),
        collections: view.collections_of(game.id),
    });
    Ok(GamesAnswer {
        games: games.collect(),
        next: ids.last().copied().filter(|_| has_more),
    })
}
