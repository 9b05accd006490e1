//! What the operator of a server configures.

use std::num::NonZeroU32;
use std::path::PathBuf;

use app::{Memory, Sites};

use crate::guard::Access;

/// What the operator configures.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Who may read and write: without a token and keys, everybody may read, and programs on this machine may write.
    pub access: Access,
    /// The number of requests per second that one client may make; `None` for any number.
    pub rate_limit: Option<NonZeroU32>,
    /// Whether that is also true of programs on this machine: those that may write without a token.
    pub limits_local: bool,
    /// Whether there is a proxy in front of the server, which adds clients' addresses to `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// The folder for snapshots, which is there; `None` for no snapshots.
    pub snapshots: Option<PathBuf>,
    /// The memory that an import may take; `None` for as much as it takes.
    pub import_memory: Option<Memory>,
    /// Where lichess and chess.com are, and how they are asked. No client can name another host.
    pub sites: Sites,
}
