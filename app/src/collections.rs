//! The collections of an index: games that belong together, under a name.

use serde::Serialize;
use similarity::CollectionName;
use utoipa::ToSchema;

use crate::database::{Database, View};
use crate::error::Error;

/// The collections of an index, in the order of their names.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionsAnswer {
    /// Each with its number of games; a collection without games is gone.
    pub collections: Vec<CollectionAnswer>,
}

/// A collection.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionAnswer {
    /// Its name, e.g. `repertoire`.
    pub name: String,
    /// The number of its games.
    pub games: u64,
}

/// A collection that was dropped.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DroppedCollection {
    /// Its name.
    pub name: String,
    /// The number of games that it had.
    pub games: u64,
    /// The number of these that were removed, because they were in no other collection; 0 unless that was asked for.
    pub removed: u64,
}

/// The collections of an index.
pub fn collections(view: &View) -> CollectionsAnswer {
    let all = view.collections().into_iter();
    let all = all.map(|(name, games)| CollectionAnswer {
        name: name.to_string(),
        games,
    });
    CollectionsAnswer {
        collections: all.collect(),
    }
}

/// Parses the name of a collection; `field` is the one that errors name.
///
/// # Errors
///
/// [`Error::Impossible`] for a text that cannot be one.
pub(crate) fn parse_collection(field: &str, name: &str) -> Result<CollectionName, Error> {
    name.parse()
        .map_err(|error| Error::impossible(field, error))
}

/// Parses the name of a collection that games are added to, or the new name of one.
///
/// # Errors
///
/// [`Error::Impossible`] for a text that cannot be one, or has characters that are not seen.
pub fn parse_new_collection(field: &str, name: &str) -> Result<CollectionName, Error> {
    CollectionName::visible(name).map_err(|error| Error::impossible(field, error))
}

/// Gives a collection another name.
///
/// # Errors
///
/// [`Error::NoCollection`] if there is none of the old name, [`Error::CollectionExists`] if another one has the new name,
/// [`Error::Impossible`] for a new name that cannot be one, [`Error::AnotherWriter`] while another writer is at work.
pub fn rename_collection(
    database: &Database,
    old: &str,
    new: &str,
) -> Result<CollectionAnswer, Error> {
    let new = parse_new_collection("name", new)?;
    check_collections(database)?;
    let mut writer = database.writer()?;
    let (old, games) = find(database, old)?;
    writer.rename_collection(&old, new.clone())?;
    writer.close()?;
    Ok(CollectionAnswer {
        name: new.to_string(),
        games,
    })
}

/// Drops a collection; with `games` its games that are in no other are removed, too.
///
/// # Errors
///
/// [`Error::NoCollection`] if there is none of the name, [`Error::AnotherWriter`] while another writer is at work.
pub fn drop_collection(
    database: &Database,
    name: &str,
    games: bool,
) -> Result<DroppedCollection, Error> {
    check_collections(database)?;
    let mut writer = database.writer()?;
    let (name, _) = find(database, name)?;
    let (had, removed) = writer.drop_collection(&name, games)?;
    writer.close()?;
    Ok(DroppedCollection {
        name: name.to_string(),
        games: had,
        removed,
    })
}

/// Checks that an index can have collections: one in a cluster cannot.
#[cfg_attr(
    not(feature = "cluster"),
    expect(clippy::unnecessary_wraps, reason = "every index in a folder can")
)]
fn check_collections(database: &Database) -> Result<(), Error> {
    match database {
        Database::Folder(_) => Ok(()),
        #[cfg(feature = "cluster")]
        Database::Cluster { .. } => Err(cluster::Error::NoCollections.into()),
    }
}

/// The collection of a name, which no other writer can change meanwhile, and its number of games.
fn find(database: &Database, name: &str) -> Result<(CollectionName, u64), Error> {
    let none = || Error::NoCollection(name.to_owned());
    // What cannot be a name is that of none.
    let wanted: CollectionName = name.parse().map_err(|_| none())?;
    let all = database.snapshot()?.collections();
    let found = all.into_iter().find(|(name, _)| *name == wanted);
    found.ok_or_else(none)
}
