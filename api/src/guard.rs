//! Who may read, and who may write: import and remove games, make and list snapshots.
//!
//! With a token or a file of [keys](crate::keys), any client that sends the token or a key with the right:
//! `Authorization: Bearer 3c9f01...`. From anywhere, through any proxy, out of any web page. A request without is
//! answered 401, one with another 403. Reading takes that only where the server is private.
//!
//! With neither token nor keys everybody may read, unless the server is private, and only programs on this machine may
//! write. That takes more than a look at the address the request comes from, because others can make this machine send
//! it:
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

use crate::keys::{Keys, Right, Unreadable};
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

/// What a client must send to read or to write.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The secret that allows everything.
    pub token: Option<Token>,
    /// Secrets that allow what each has the right to.
    pub keys: Option<Arc<Keys>>,
    /// Whether reading takes one of them, too: without any, nobody may read.
    pub is_private: bool,
}

/// Lets a request through to a route that reads, or answers with what it lacks.
pub(crate) async fn may_read(access: State<Access>, request: Request, next: Next) -> Response {
    guard(&access, Right::Read, request, next).await
}

/// Lets a request through to a route that writes, or answers with what it lacks.
pub(crate) async fn may_write(access: State<Access>, request: Request, next: Next) -> Response {
    guard(&access, Right::Write, request, next).await
}

async fn guard(access: &Access, right: Right, request: Request, next: Next) -> Response {
    let has_secrets = access.token.is_some() || access.keys.is_some();
    let refusal = match right {
        Right::Read if !access.is_private => None,
        Right::Write if !has_secrets => not_from_here(&request).map(|why| {
            let detail = format!(
                "with neither a token nor keys, only programs on this machine may import and remove games, and make \
                 and list snapshots, and {why}: start the server with TABIYA_TOKEN set, and send \
                 Authorization: Bearer TOKEN"
            );
            Problem::new(StatusCode::FORBIDDEN, detail).into_response()
        }),
        Right::Read | Right::Write => refusal(access, right, request.headers()).await,
    };
    match refusal {
        Some(refusal) => {
            linger(request);
            refusal
        }
        None => next.run(request).await,
    }
}

/// The answer to a request that has neither the token nor a key with this right.
async fn refusal(access: &Access, right: Right, headers: &HeaderMap) -> Option<Response> {
    let Some(sent) = bearer(headers) else {
        let detail = match right {
            Right::Read => {
                "this server is private: it needs the header Authorization: Bearer TOKEN, with a key or its token"
            }
            Right::Write => {
                "importing and removing games, and snapshots, need the header Authorization: Bearer TOKEN"
            }
        };
        let problem = Problem::new(StatusCode::UNAUTHORIZED, detail);
        return Some(([(header::WWW_AUTHENTICATE, "Bearer")], problem).into_response());
    };
    if access.token.as_ref().is_some_and(|token| token.is(sent)) {
        return None;
    }
    let forbidden = |detail: String| Problem::new(StatusCode::FORBIDDEN, detail);
    let problem = match &access.keys {
        None => forbidden("this is not the token that the server was started with".to_owned()),
        Some(keys) => match keys.find(sent).await {
            Ok(Some(key)) => {
                tracing::Span::current().record("key", &key.name);
                if key.rights.contains(&right) {
                    return None;
                }
                forbidden(format!(
                    "the key {:?} does not have the right to {right}",
                    key.name
                ))
            }
            Ok(None) => forbidden(
                "this is no key of this server: it may be mistyped, or revoked".to_owned(),
            ),
            Err(Unreadable) => {
                let detail = "the server cannot read its keys; its log says why";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
            }
        },
    };
    Some(problem.into_response())
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
pub(crate) fn host(value: &HeaderValue) -> Option<Authority> {
    value.to_str().ok()?.parse().ok()
}

/// The host of an origin such as `http://localhost:3000`; none of `null`.
pub(crate) fn origin(value: &HeaderValue) -> Option<Authority> {
    let uri: Uri = value.to_str().ok()?.parse().ok()?;
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    uri.authority().filter(|_| is_web).cloned()
}

/// Whether a host with or without a port is this machine by any resolver's account: its address,
/// or the one name that is never looked up in DNS.
///
/// Source: RFC 6761, section 6.3.
pub(crate) fn is_local(authority: &Authority) -> bool {
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
