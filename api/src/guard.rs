//! Who may write: import games and remove them.
//!
//! With a token, any client that sends it: `Authorization: Bearer 3c9f01...`. From anywhere, through any
//! proxy, out of any web page. A request without it is answered 401, one with another 403.
//!
//! Without a token, programs on this machine only. That takes more than a look at the address the
//! request comes from, because others can make this machine send it:
//!
//! | rule | keeps out |
//! |---|---|
//! | the peer is a loopback address | other machines |
//! | `Host` is `localhost`, in 127.0.0.0/8 or `[::1]`, any port | a web page whose name was made to point at 127.0.0.1 (DNS rebinding): `Host` has its name |
//! | `Origin` is absent, or `http` or `https` at such a host | any other web page that a user here has open (CSRF): browsers send where it is from, `null` where they hide it |
//! | HTTP/1.1 | nginx before 1.29.7 as it comes: it asks in HTTP/1.0, with its own `Host`, and says nothing else of itself |
//! | no `Forwarded`, `X-Forwarded-...`, `X-Real-IP` or `Via` | clients of a proxy on this machine: all of them look local |
//!
//! Everything else is answered 403, with the rule that it breaks. A proxy that adds none of these
//! headers and rewrites `Host` looks like a local program: behind a proxy set a token.
//!
//! Sources: RFC 6750 (bearer tokens); RFC 7239 (`Forwarded`); RFC 9110, section 7.6.3 (`Via`);
//! RFC 6454 and the Fetch standard (`Origin`).

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::linger::linger;
use crate::problem::Problem;

/// The secret of clients that may write. It cannot be printed.
#[derive(Clone)]
pub struct Token(Arc<str>);

impl Token {
    /// A token of visible ASCII characters, at least one; others could not be sent in a header.
    pub fn new(text: &str) -> Option<Token> {
        let can_be_sent = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        can_be_sent.then(|| Token(text.into()))
    }

    /// Compares in a time that reveals at most its length.
    fn is(&self, text: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(text).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Lets a request through to a route that writes, or answers with what it lacks.
pub(crate) async fn guard(
    State(token): State<Option<Token>>,
    request: Request,
    next: Next,
) -> Response {
    let refusal = match &token {
        Some(token) => without_token(token, request.headers()),
        None => not_from_here(&request).map(|why| {
            let detail = format!(
                "without a token, only programs on this machine may write games, and {why}: \
                 start the server with TABIYA_TOKEN set, and send Authorization: Bearer TOKEN"
            );
            Problem::new(StatusCode::FORBIDDEN, detail).into_response()
        }),
    };
    match refusal {
        Some(refusal) => {
            linger(request);
            refusal
        }
        None => next.run(request).await,
    }
}

/// The answer to a request that does not have the token.
fn without_token(token: &Token, headers: &HeaderMap) -> Option<Response> {
    let Some(sent) = bearer(headers) else {
        let detail = "importing and removing games needs the header Authorization: Bearer TOKEN";
        let problem = Problem::new(StatusCode::UNAUTHORIZED, detail);
        return Some(([(header::WWW_AUTHENTICATE, "Bearer")], problem).into_response());
    };
    (!token.is(sent)).then(|| {
        let detail = "this is not the token that the server was started with";
        Problem::new(StatusCode::FORBIDDEN, detail).into_response()
    })
}

/// The token in `Authorization: Bearer TOKEN`.
fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next()?.as_bytes();
    let space = value.iter().position(|byte| *byte == b' ')?;
    let (scheme, token) = value.split_at(space);
    let token = token.trim_ascii();
    let is_one = values.next().is_none() && !token.is_empty();
    (is_one && scheme.eq_ignore_ascii_case(b"Bearer")).then_some(token)
}

/// Why a request might not be that of a program on this machine, as the end of a sentence.
pub(crate) fn not_from_here(request: &Request) -> Option<String> {
    let headers = request.headers();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    match peer {
        Some(ConnectInfo(peer)) if is_loopback(peer.ip()) => {}
        Some(ConnectInfo(peer)) => return Some(format!("this request comes from {}", peer.ip())),
        None => return Some("this request comes from an unknown address".to_owned()),
    }
    if let Some(how) = proxied(request) {
        return Some(how);
    }
    // A request for a whole URL names its host there too.
    let in_url = request.uri().authority().is_none_or(is_local);
    if !in_url || !headers.contains_key(header::HOST) {
        return Some("the Host of this request is not local".to_owned());
    }
    let of_host = |value: &HeaderValue| host(value).is_some_and(|host| is_local(&host));
    let of_origin = |value: &HeaderValue| origin(value).is_some_and(|host| is_local(&host));
    if let Some(value) = headers.get_all(header::HOST).iter().find(|v| !of_host(v)) {
        return Some(format!("the Host of this request is {value:?}"));
    }
    if let Some(value) = headers
        .get_all(header::ORIGIN)
        .iter()
        .find(|v| !of_origin(v))
    {
        return Some(format!("a page of {value:?} sent this request"));
    }
    None
}

/// How it shows that a request comes through a proxy, as the end of a sentence; through some it does not.
pub(crate) fn proxied(request: &Request) -> Option<String> {
    let forwarded = request.headers().keys().find(|name| {
        matches!(name.as_str(), "forwarded" | "x-real-ip" | "via")
            || name.as_str().starts_with("x-forwarded-")
    });
    if let Some(name) = forwarded {
        return Some(format!(
            "this request comes through a proxy (header {name})"
        ));
    }
    (request.version() < Version::HTTP_11)
        .then(|| "this request is HTTP/1.0, as nginx sends it".to_owned())
}

/// `localhost:8080`
fn host(value: &HeaderValue) -> Option<Authority> {
    value.to_str().ok()?.parse().ok()
}

/// The host of an origin such as `http://localhost:3000`; none of `null`.
fn origin(value: &HeaderValue) -> Option<Authority> {
    let uri: Uri = value.to_str().ok()?.parse().ok()?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    uri.authority().filter(|_| is_web).cloned()
}

/// Whether a host with or without a port is this machine by any resolver's account: its address,
/// or the one name that is never looked up in DNS.
///
/// Source: RFC 6761, section 6.3.
fn is_local(authority: &Authority) -> bool {
    let host = authority.host();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let is_here = host.eq_ignore_ascii_case("localhost")
        || address
            .parse()
            .is_ok_and(|address: IpAddr| is_loopback(address));
    // user@localhost is not a host.
    is_here && !authority.as_str().contains('@')
}

/// A socket for both IPv4 and IPv6 reports 127.0.0.1 as `::ffff:127.0.0.1`.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}
