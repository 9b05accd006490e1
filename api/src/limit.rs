//! The rate limit: how many requests per second one client may make.
//!
//! Each client has a bucket of tokens that fills at the rate and holds two seconds' worth; a request takes one.
//! A client is an IPv4 address or the first half of an IPv6 one, which is what one customer gets. Whose
//! address it is, the socket knows, or, if the server is configured to be behind a proxy, the last entry of
//! `X-Forwarded-For`: the one that the proxy has added itself.
//!
//! Sources: token bucket (RFC 2697's single rate); RFC 6585, section 4 (429); RFC 6177 (a /64 each).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use app::doors::Client;
use axum::extract::{ConnectInfo, Request};
use axum::http::HeaderMap;

use crate::guard::not_from_here;
use crate::rules::Rules;

/// The number of seconds' worth of requests that may be made at once. Guessed: a page that begins with a burst.
const BURST: f64 = 2.0;

/// The number of clients that are remembered. Read: 65,536 entries of 48 bytes are 3 MB.
const MOST_CLIENTS: usize = 1 << 16;

/// Decides which requests are too many.
pub(crate) struct RateLimit {
    /// Requests a second; `None` for any number.
    per_second: Option<f64>,
    pub(crate) trust_proxy: bool,
    /// Whether programs on this machine are limited, too.
    limits_local: bool,
    clients: Mutex<HashMap<IpAddr, Bucket>>,
}

struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl RateLimit {
    pub(crate) fn new(rules: &Rules) -> RateLimit {
        RateLimit {
            per_second: rules.rate_limit.map(|rate| f64::from(rate.get())),
            trust_proxy: rules.trust_proxy,
            limits_local: rules.limits_local,
            clients: Mutex::default(),
        }
    }

    /// Counts a request; whose it is, or how long to wait if it is one too many.
    pub(crate) fn check(&self, request: &Request, now: Instant) -> Result<Client, Duration> {
        let client = self.client(request).map(network);
        let is_local = || not_from_here(request).is_none();
        if self.limits_local || !is_local() {
            self.count(client, now)?;
        }
        Ok(client)
    }

    /// Counts a request of a client; how long to wait if it is one too many.
    fn count(&self, client: Option<IpAddr>, now: Instant) -> Result<(), Duration> {
        let Some(rate) = self.per_second else {
            return Ok(());
        };
        // Clients without a known address are one.
        let client = client.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        let most = rate * BURST;
        let refilled = |bucket: &Bucket| {
            let passed = now.saturating_duration_since(bucket.filled);
            (bucket.tokens + passed.as_secs_f64() * rate).min(most)
        };
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MOST_CLIENTS && !clients.contains_key(&client) {
            // A client with a full bucket is as good as new.
            clients.retain(|_, bucket| refilled(bucket) < most);
            if clients.len() >= MOST_CLIENTS {
                return Err(Duration::from_secs(1));
            }
        }
        let bucket = clients.entry(client).or_insert(Bucket {
            tokens: most,
            filled: now,
        });
        let tokens = refilled(bucket);
        let enough = tokens >= 1.0;
        *bucket = Bucket {
            tokens: if enough { tokens - 1.0 } else { tokens },
            filled: now,
        };
        if enough {
            Ok(())
        } else {
            Err(Duration::from_secs_f64((1.0 - tokens) / rate))
        }
    }

    /// Whose request it is, if that is known.
    pub(crate) fn client(&self, request: &Request) -> Option<IpAddr> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map(|ConnectInfo(peer)| peer.ip().to_canonical());
        let forwarded = self.trust_proxy.then(|| forwarded_for(request.headers()));
        forwarded.flatten().or(peer)
    }
}

/// The last entry of `X-Forwarded-For`; what is before it anybody may have written.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    let last = last.to_str().ok()?.rsplit(',').next()?.trim();
    let address = last.parse().ok();
    address
        .or_else(|| Some(last.parse::<SocketAddr>().ok()?.ip()))
        .map(|address| address.to_canonical())
}

/// The address of an IPv4 client, the network of an IPv6 one.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    /// This number of requests a second.
    fn of(rate: u32) -> RateLimit {
        RateLimit::new(&Rules {
            rate_limit: NonZeroU32::new(rate),
            ..Rules::default()
        })
    }

    /// Requests of clients at milliseconds, and for how many milliseconds each has to wait.
    #[test]
    fn two_a_second() {
        let limit = of(2);
        let start = Instant::now();
        for (at, client, wait) in [
            (0, "192.0.2.1", 0),
            (0, "192.0.2.1", 0),
            (0, "192.0.2.1", 0),
            (0, "192.0.2.1", 0),
            (0, "192.0.2.1", 500),
            (0, "192.0.2.2", 0),
            (250, "192.0.2.1", 250),
            (500, "::ffff:192.0.2.1", 0),
            (500, "192.0.2.1", 500),
            (60_000, "192.0.2.1", 0),
            (60_000, "2001:db8::1", 0),
            (60_000, "2001:db8::2", 0),
            (60_000, "2001:db8::3", 0),
            (60_000, "2001:db8::4", 0),
            (60_000, "2001:db8::5", 500),
            (60_000, "2001:db8:0:1::5", 0),
        ] {
            let client = client.parse().expect("an address");
            let waits = limit.count(Some(network(client)), start + Duration::from_millis(at));
            let waits = waits.err().map_or(0, |wait| wait.as_millis());
            assert_eq!(waits, wait, "{client} at {at}");
        }
        let any = of(0);
        assert!((0..10_000).all(|_| any.count(None, start).is_ok()));
    }

    /// However many clients come, a bounded number is remembered, and those who stayed away are forgotten.
    #[test]
    fn many_clients() {
        let limit = of(1);
        let start = Instant::now();
        let client = |number: usize| IpAddr::from((number as u32).to_be_bytes());
        for number in 0..MOST_CLIENTS {
            assert!(limit.count(Some(client(number)), start).is_ok());
        }
        let next = Some(client(MOST_CLIENTS));
        assert!(limit.count(next, start).is_err());
        assert!(limit.count(next, start + Duration::from_secs(2)).is_ok());
        assert_eq!(limit.clients.lock().expect("a lock").len(), 1);
    }

    #[test]
    fn the_last_entry_counts() {
        for (value, client) in [
            ("192.0.2.7", Some("192.0.2.7")),
            ("10.0.0.1, 192.0.2.7", Some("192.0.2.7")),
            ("192.0.2.7:1234", Some("192.0.2.7")),
            ("[2001:db8::1]:5", Some("2001:db8::1")),
            ("unknown", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.append("x-forwarded-for", "203.0.113.9".parse().expect("a value"));
            headers.append("x-forwarded-for", value.parse().expect("a value"));
            let client = client.map(|client| client.parse().expect("an address"));
            assert_eq!(forwarded_for(&headers), client, "{value}");
        }
    }
}
