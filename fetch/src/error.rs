//! Why games cannot be fetched.

use crate::account::{Account, Site};

/// Why games cannot be fetched, or not all of them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The site does not know the player.
    #[error("{} has no player {:?}, or the account is closed: look for a typing mistake", .0.site(), .0.name())]
    NoAccount(Account),
    /// The site may not be asked, or not for that.
    #[error(
        "{site} refuses to answer (status {status}): it may want a contact with each request: give one with --contact ADDRESS"
    )]
    Refused {
        /// The site.
        site: Site,
        /// The status of its answer.
        status: u16,
    },
    /// The site cannot be reached at all.
    #[error("{url} cannot be reached ({why}): is there a network?")]
    Unreachable {
        /// Its address.
        url: String,
        /// Why, in words.
        why: String,
    },
    /// It is asked too often, whatever it is asked.
    #[error("{0} is asked too often: ask again in an hour, and only what is missing is fetched")]
    Busy(Site),
    /// It fails again and again.
    #[error(
        "{site} fails again and again ({why}): ask again later, and only what is missing is fetched"
    )]
    Failed {
        /// The site.
        site: Site,
        /// Why, in words.
        why: String,
    },
    /// It sends the fetch on to another server.
    #[error(
        "{site} redirects to {to:?}, which is not at {url} and not asked: if the site has moved, give its new address"
    )]
    Redirected {
        /// The site.
        site: Site,
        /// The address that was asked.
        url: String,
        /// Where it redirects to.
        to: String,
    },
    /// Its answer is another one than it says it gives.
    #[error("{site} does not answer as it should ({why}): is {url} its address?")]
    Unexpected {
        /// The site.
        site: Site,
        /// The address that was asked.
        url: String,
        /// Why, in words.
        why: String,
    },
    /// What is to be asked instead of a site is no address.
    #[error("{0:?} is not an address like https://lichess.org")]
    Address(String),
    /// Nobody waits for the games any more.
    #[error("the fetch was stopped")]
    Stopped,
}
