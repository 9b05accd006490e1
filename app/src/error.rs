//! What can go wrong with a request.

use std::fmt::Display;
use std::path::PathBuf;

use index::Fault;
use pgn::FenError;
pub use pgn::quoted;

/// What can go wrong, by what helps: another request, another try, or the operator.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A request as a whole is not in the form that it must have; the sentence says why.
    #[error("{0}")]
    Malformed(String),
    /// A field is missing.
    #[error("missing field `{0}`")]
    Missing(String),
    /// A field is not in the form that it must have.
    #[error("{field}: {why}")]
    Unreadable {
        /// The field, e.g. `solution`.
        field: String,
        /// Why, in words.
        why: String,
    },
    /// A field has the right form and asks for the impossible.
    #[error("{field}: {why}")]
    Impossible {
        /// The field, e.g. `player`.
        field: String,
        /// Why, in words.
        why: String,
    },
    /// A stream of games cannot be read or written, or has no game.
    #[error("{0}")]
    Pgn(String),
    /// There is no game of this id.
    #[error("there is no game {0}")]
    NoGame(u64),
    /// There is no collection of this name.
    #[error("there is no collection {0:?}")]
    NoCollection(String),
    /// There is a collection of this name.
    #[error("there is a collection {0:?} already: choose another name, or drop it first")]
    CollectionExists(String),
    /// The index has no games of the player of this name, which is in quotes.
    #[error("no games of {0}")]
    NoPlayer(String),
    /// A field names a player who has no games in the index.
    #[error("{field}: no games of {name}")]
    UnknownPlayer {
        /// The field, e.g. `filter.player`.
        field: String,
        /// The name of the player, in quotes.
        name: String,
    },
    /// A field names a collection that the index does not have.
    #[error("{field}: there is no collection {name:?}")]
    UnknownCollection {
        /// The field, e.g. `filter.collection`.
        field: String,
        /// The name.
        name: String,
    },
    /// It took longer than it may, or was stopped; the sentence says what to ask for instead.
    #[error("{0}")]
    OutOfTime(&'static str),
    /// Too many requests wait for the processors, or this one has waited for too long.
    #[error("too many requests are waiting: try again in a second")]
    Crowded,
    /// The index is not open yet.
    #[error("the index is being opened: try again in a second")]
    Opening,
    /// Another process or thread writes to the index in this folder.
    #[error("another Tabiya is writing to the index at {path}: try again when it has finished", path = .0.display())]
    AnotherWriter(PathBuf),
    /// The index of this name is in a cluster, which makes its own snapshots.
    #[error(
        "the index {0} is in a cluster, whose snapshots OpenSearch makes: register a snapshot repository \
         (PUT /_snapshot/REPOSITORY), and while no import runs take a snapshot of {0}-* \
         (PUT /_snapshot/REPOSITORY/NAME)"
    )]
    InCluster(String),
    /// A snapshot could not be written; the whole sentence is for those who run the server.
    #[error("the snapshot cannot be made: {0}")]
    NotSaved(index::Error),
    /// The folder of snapshots could not be read; the whole sentence is for those who run the server.
    #[error("the snapshots cannot be listed: {0}")]
    NotListed(index::Error),
    /// The copy of an index in a cluster cannot be made, or is no copy of it.
    #[error("the copy at {path} cannot be used: {why}", path = .path.display())]
    NoCopy {
        /// The folder of the copy.
        path: PathBuf,
        /// Why, in words.
        why: String,
    },
    /// The cluster does not answer, or not for all of its shards; it may in a moment.
    #[error("the cluster does not answer in full ({0}): try again in a moment")]
    ClusterAway(String),
    /// Another program that analyses has failed, twice in a row.
    #[error("the engine {path} failed: {why}", path = .path.display())]
    Engine {
        /// The program.
        path: PathBuf,
        /// Why, in words.
        why: String,
    },
    /// The index in a folder cannot be opened, read or written.
    #[error(transparent)]
    Index(index::Error),
    /// The index in a cluster cannot be opened, read or written.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(cluster::Error),
    /// A site does not have the games of a player, or does not send them.
    #[error(transparent)]
    Fetch(fetch::Error),
    /// The machine lacks memory or threads, or this has a bug.
    #[error("{0}")]
    Internal(String),
}

impl Error {
    /// What was not begun before time was up.
    pub const NO_TIME: Error = Error::OutOfTime("there was no time for it: try again in a second");

    /// The error of a field that is not in the form that it must have.
    pub fn unreadable(field: &str, why: impl Display) -> Error {
        Error::Unreadable {
            field: field.to_owned(),
            why: why.to_string(),
        }
    }

    /// The error of a field that asks for the impossible.
    pub fn impossible(field: &str, why: impl Display) -> Error {
        Error::Impossible {
            field: field.to_owned(),
            why: why.to_string(),
        }
    }

    /// An error of the machine or of this program, with these words.
    pub fn internal(why: impl Display) -> Error {
        Error::Internal(why.to_string())
    }

    /// The error of a field that is not a FEN, or that is the FEN of an impossible position.
    pub fn of_fen(field: &str, error: &FenError) -> Error {
        match error {
            FenError::Unreadable(..) => Error::unreadable(field, error),
            FenError::Impossible(..) => Error::impossible(field, error),
        }
    }

    /// Returns the sentence for clients of a server. Details that are for those who run it are logged instead.
    ///
    /// `None` for an error of the machine or of this program: its clients get what [`withheld`] returns.
    pub fn for_clients(&self) -> Option<String> {
        let sentence = match self {
            Error::Index(error) => {
                let sentence = for_clients_of_index(error)?;
                tracing::error!("{self}");
                sentence
            }
            Error::Internal(_) => return None,
            Error::NoCopy { .. } => self.logged("the copy of the index cannot be used"),
            #[cfg(feature = "cluster")]
            Error::Cluster(_) => self.logged("the index in the cluster cannot be read or written"),
            Error::ClusterAway(what) => {
                tracing::warn!("the cluster does not answer in full: {what}");
                "the cluster does not answer in full: try again in a moment".to_owned()
            }
            // The operator's.
            Error::Fetch(fetch::Error::Address(_)) => self.logged("games cannot be fetched"),
            Error::NotSaved(error) => self.of_snapshots(error, "the snapshot cannot be made"),
            Error::NotListed(error) => self.of_snapshots(error, "the snapshots cannot be listed"),
            Error::AnotherWriter(_) => {
                "another process is writing to the index: try again when it has finished".to_owned()
            }
            Error::Malformed(_)
            | Error::Missing(_)
            | Error::Unreadable { .. }
            | Error::Impossible { .. }
            | Error::Pgn(_)
            | Error::NoGame(_)
            | Error::NoCollection(_)
            | Error::CollectionExists(_)
            | Error::NoPlayer(_)
            | Error::UnknownPlayer { .. }
            | Error::UnknownCollection { .. }
            | Error::OutOfTime(_)
            | Error::Crowded
            | Error::Opening
            | Error::InCluster(_)
            | Error::Engine { .. }
            | Error::Fetch(_) => self.to_string(),
        };
        Some(sentence)
    }

    /// The sentence about something that failed for a reason which the log has.
    fn logged(&self, what: &str) -> String {
        tracing::error!("{self}");
        format!("{what}: the server's log has the reason")
    }

    /// Returns the sentence about the storage of snapshots, or `what` with a reference to the log.
    fn of_snapshots(&self, error: &index::Error, what: &str) -> String {
        match error.fault() {
            None | Some(Fault::Other) => self.logged(what),
            Some(fault) => {
                tracing::error!("{self}");
                format!("the folder of snapshots {fault}")
            }
        }
    }

    /// Returns the fault of the storage of an index or of snapshots; `None` if the storage is not at fault.
    pub fn fault(&self) -> Option<Fault> {
        match self {
            Error::Index(error) | Error::NotSaved(error) | Error::NotListed(error) => error.fault(),
            _ => None,
        }
    }

    /// Returns the field that is missing or wrong, e.g. `filter.since`; `None` for an error about no field.
    pub fn field(&self) -> Option<&str> {
        match self {
            Error::Missing(field)
            | Error::Unreadable { field, .. }
            | Error::Impossible { field, .. }
            | Error::UnknownPlayer { field, .. }
            | Error::UnknownCollection { field, .. } => Some(field),
            _ => None,
        }
    }

    /// The same error, its field inside another one or an option: `since` becomes `filter.since` with the
    /// prefix `filter.`, `--since` with `--`.
    #[must_use]
    pub fn within(self, prefix: &str) -> Error {
        self.with_field(|field| format!("{prefix}{field}"))
    }

    /// Renames the field of an error about a wrong field. Other errors stay as they are.
    #[must_use]
    pub fn with_field(mut self, name: impl FnOnce(&str) -> String) -> Error {
        if let Error::Unreadable { field, .. }
        | Error::Impossible { field, .. }
        | Error::UnknownPlayer { field, .. }
        | Error::UnknownCollection { field, .. } = &mut self
        {
            *field = name(field);
        }
        self
    }
}

impl From<FenError> for Error {
    /// The error of the field `fen`.
    fn from(error: FenError) -> Error {
        Error::of_fen("fen", &error)
    }
}

impl From<index::Error> for Error {
    fn from(error: index::Error) -> Error {
        match error {
            index::Error::Busy(path) => Error::AnotherWriter(path),
            index::Error::Stopped => Error::NO_TIME,
            index::Error::CollectionExists(name) => Error::CollectionExists(name),
            index::Error::NoCollection(name) => Error::UnknownCollection {
                field: "collection".to_owned(),
                name,
            },
            error @ index::Error::TooManyCollections => Error::impossible("collection", error),
            error => Error::Index(error),
        }
    }
}

impl From<fetch::Error> for Error {
    fn from(error: fetch::Error) -> Error {
        Error::Fetch(error)
    }
}

#[cfg(feature = "cluster")]
impl From<cluster::Error> for Error {
    fn from(error: cluster::Error) -> Error {
        match error {
            cluster::Error::Unavailable(what) => Error::ClusterAway(what),
            error @ cluster::Error::NoCollections => Error::impossible("collection", error),
            error @ cluster::Error::Comments => Error::impossible("comment", error),
            error @ cluster::Error::Variants => Error::impossible("variant", error),
            error @ cluster::Error::Openings => Error::impossible("opening", error),
            error => Error::Cluster(error),
        }
    }
}

/// Returns the sentence for clients of a server about an index in a folder, without the folder; `None` for errors of
/// commands that a server does not have.
fn for_clients_of_index(error: &index::Error) -> Option<String> {
    match error {
        index::Error::Damaged { what, .. } => Some(format!(
            "the index is damaged ({what}): restore a copy of it, or ingest the games again"
        )),
        index::Error::Format { found, .. } => Some(other_format(found)),
        index::Error::Outdated { found, .. } => Some(other_format(found)),
        other => match other.fault()? {
            Fault::Other => Some(format!(
                "the index {}: the server's log has the reason",
                Fault::Other
            )),
            fault => Some(format!("the index {fault}")),
        },
    }
}

/// Returns the sentence about an index that has replaced the one that was opened.
fn other_format(found: impl Display) -> String {
    format!(
        "another index is in the folder by now, with format {found}, which this server cannot write: restart the server"
    )
}

/// Logs a reason that is for those who run a server, and returns the sentence that its clients get instead.
pub fn withheld(reason: impl Display) -> &'static str {
    tracing::error!("{reason}");
    "internal error: the server's log has the details"
}
