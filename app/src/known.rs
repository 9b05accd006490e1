//! Names of filters that an index must know: players and collections.

use similarity::GameFilter;

use crate::database::View;
use crate::error::{Error, quoted};

/// Rejects the names of players and collections in a filter that no game of an index has.
///
/// # Errors
///
/// [`Error::UnknownPlayer`] or [`Error::UnknownCollection`], with the field of the filter; what the index reports.
pub fn check_names(view: &View, filter: &GameFilter) -> Result<(), Error> {
    check_players(view, filter)?;
    check_collections(view, filter)
}

/// The part of [`check_names`] that looks through all names of players: for what is asked often, where nothing was found.
pub(crate) fn check_players(view: &View, filter: &GameFilter) -> Result<(), Error> {
    let players = [
        ("player", &filter.player),
        ("opponent", &filter.opponent),
        ("white", &filter.white),
        ("black", &filter.black),
    ];
    for (field, name) in players {
        if let Some(name) = name
            && !view.has_player(name)?
        {
            return Err(Error::UnknownPlayer {
                field: field.to_owned(),
                name: quoted(name),
            });
        }
    }
    Ok(())
}

/// The other part, which is quick.
pub(crate) fn check_collections(view: &View, filter: &GameFilter) -> Result<(), Error> {
    let mut collections = filter.collections.iter();
    match collections.find(|name| !view.has_collection(name)) {
        None => Ok(()),
        Some(name) => Err(Error::UnknownCollection {
            field: "collection".to_owned(),
            name: name.to_string(),
        }),
    }
}
