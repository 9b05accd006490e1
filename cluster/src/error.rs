//! What can go wrong with an index in a cluster.

use crate::format::format;

/// What can go wrong, each in one sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The cluster does not answer, or not for all of its shards; it may in a moment.
    #[error("the cluster does not answer in full ({0}): try again in a moment")]
    Unavailable(String),
    /// A filter names a collection.
    #[error("an index in a cluster has no collections")]
    NoCollections,
    /// There is no index of that name in it.
    #[error("there is no index {0} in the cluster")]
    Missing(String),
    /// The index was written by a Tabiya with another format.
    #[error(
        "the index {name} of the cluster has format {found}, but this Tabiya reads format {ours}: \
         ingest the games again under another name", ours = format()
    )]
    Format {
        /// Its name.
        name: String,
        /// Its format, as it says itself.
        found: String,
    },
    /// Another writer has taken this one for dead: its batch was reaped.
    #[error(
        "this import sent no heartbeat for a while, and another Tabiya dropped its last games: \
         ingest the same files again"
    )]
    Taken,
    /// The user or the password is wrong, or may not do that.
    #[error("the cluster refuses this user ({0})")]
    Refused(String),
    /// A filter asks for words of comments.
    #[error("an index in a cluster does not list the words of comments: ask an index in a folder")]
    Comments,
    /// A filter asks for an opening by its name.
    #[error(
        "an index in a cluster does not store opening names: use an index in a folder, or filter by ECO code"
    )]
    Openings,
    /// Games of another variant than the usual one are asked for.
    #[error("an index in a cluster cannot filter by variant: use an index in a folder")]
    Variants,
    /// The address of the cluster cannot be right.
    #[error("{0}")]
    Address(String),
    /// What is stored contradicts itself.
    #[error(
        "the index {name} of the cluster is damaged ({what}): ingest the games again under another name"
    )]
    Damaged {
        /// Its name.
        name: String,
        /// What was found.
        what: String,
    },
    /// The cluster answers what it should not.
    #[error("the cluster answers {status}: {what}")]
    Unexpected {
        /// The HTTP status.
        status: u16,
        /// What it says.
        what: String,
    },
}
