//! What the operator of a server configures.

use std::num::NonZeroU32;

use crate::guard::Token;

/// What the operator configures.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// With a token, clients that send it may import and remove games; without one, programs on this machine.
    pub token: Option<Token>,
    /// The number of requests per second that one client may make; `None` for any number.
    pub rate_limit: Option<NonZeroU32>,
    /// Whether that is also true of programs on this machine: those that may write without a token.
    pub limits_local: bool,
    /// Whether there is a proxy in front of the server, which adds clients' addresses to `X-Forwarded-For`.
    pub trust_proxy: bool,
}
