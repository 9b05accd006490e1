//! Names in filters that no game of an index has.

use similarity::GameFilter;

use crate::database::View;
use crate::error::{Error, quoted};

/// Rejects a filter that no game passes because a name in it is unknown. It looks through all games, so where many
/// requests come, it is for those that found nothing.
///
/// # Errors
///
/// [`Error::UnknownPlayer`] or [`Error::UnknownCollection`], with the field of the filter; the errors of the index.
pub fn check_names(view: &View, filter: &GameFilter) -> Result<(), Error> {
    // This reports a collection that is unknown.
    if has_games(view, filter.clone())? {
        return Ok(());
    }
    let players = [
        ("player", &filter.player),
        ("opponent", &filter.opponent),
        ("white", &filter.white),
        ("black", &filter.black),
    ];
    for (field, name) in players {
        let Some(name) = name else { continue };
        let of_player = GameFilter {
            player: Some(name.clone()),
            ..GameFilter::default()
        };
        if !has_games(view, of_player)? {
            return Err(Error::UnknownPlayer {
                field: field.to_owned(),
                name: quoted(name),
            });
        }
    }
    Ok(())
}

fn has_games(view: &View, filter: GameFilter) -> Result<bool, Error> {
    Ok(!view.games_after(&filter.into(), 0, 1)?.is_empty())
}
