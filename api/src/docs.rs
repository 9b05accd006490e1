//! `/docs`: the OpenAPI document as a page that loads nothing from other servers.

use axum::http::{HeaderName, header};

/// The page; it reads `/openapi.json`.
pub(crate) const PAGE: &str = include_str!("docs.html");

/// Nothing but what is in the page and on this server.
pub(crate) const SECURITY: [(HeaderName, &str); 1] = [(
    header::CONTENT_SECURITY_POLICY,
    "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)];
