//! Where a cluster is, and who asks.

use std::fmt;
use std::path::PathBuf;

/// Where a cluster is, and who asks.
#[derive(Clone, Debug)]
pub struct Address {
    /// The nodes that are asked, the next one when one does not answer, e.g. `https://search-1:9200`.
    pub urls: Vec<String>,
    /// What the names of its OpenSearch indices begin with.
    pub name: String,
    /// Who asks, with basic authentication.
    pub user: Option<User>,
    /// Certificates in PEM that vouch for `https` nodes, instead of those of the system.
    pub ca: Option<PathBuf>,
}

/// A user with a password.
#[derive(Clone)]
pub struct User {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

impl fmt::Debug for User {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "User({}, ..)", self.name)
    }
}

impl Address {
    /// The OpenSearch index of game documents.
    pub(crate) fn games(&self) -> String {
        format!("{}-games", self.name)
    }

    /// The OpenSearch index of passage documents.
    pub(crate) fn passages(&self) -> String {
        format!("{}-passages", self.name)
    }

    /// The OpenSearch index of what there is one of.
    pub(crate) fn state(&self) -> String {
        format!("{}-state", self.name)
    }
}
