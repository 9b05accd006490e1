//! OpenSearch's HTTP: one request after the other, with patience, to a node that answers.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::{Agent, RequestBuilder};

use crate::address::Address;
use crate::error::Error;

/// How long to wait for a connection. Guessed: a thousand times what it takes nearby.
const CONNECT: Duration = Duration::from_secs(2);

/// How long an answer to a read may take. Guessed: less than the ten seconds that Tabiya's own
/// clients wait.
const READ: Duration = Duration::from_secs(6);

/// How long an answer to a write may take. Guessed: a bulk request behind many others.
const WRITE: Duration = Duration::from_mins(1);

/// How long to wait before the second try, at first; each time twice as long, up to [`LONGEST_WAIT`].
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// The largest answer in bytes. Guessed: ten times a page of passages.
const LARGEST: u64 = 256 << 20;

/// What OpenSearch says, with status 500, where a node could not ask another one.
const LOST: [&str; 6] = [
    "connect_transport_exception",
    "node_closed_exception",
    "node_disconnected_exception",
    "node_not_connected_exception",
    "receive_timeout_transport_exception",
    "send_request_transport_exception",
];

/// How long a request is tried again where the cluster is busy or away.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Once, by each node that can be reached at all.
    Once,
    /// For a few seconds: a user waits for the answer.
    Read,
    /// For minutes: games are not to be lost because of a node that restarts.
    Write,
}

impl Patience {
    fn limit(self) -> Duration {
        match self {
            Patience::Once => Duration::ZERO,
            Patience::Read => Duration::from_secs(3),
            Patience::Write => Duration::from_mins(2),
        }
    }
}

/// Growing waits.
pub(crate) struct Waits {
    next: Duration,
    until: Instant,
}

impl Waits {
    pub(crate) fn new(limit: Duration) -> Waits {
        Waits {
            next: FIRST_WAIT,
            until: Instant::now() + limit,
        }
    }

    /// Waits; `false` if there has been enough of it.
    pub(crate) fn wait(&mut self) -> bool {
        if Instant::now() + self.next > self.until {
            return false;
        }
        // Not all writers again at once.
        sleep(self.next.mul_f64(0.5 + 0.5 * fastrand::f64()));
        self.next = (2 * self.next).min(LONGEST_WAIT);
        true
    }
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Result<Value, Error> {
        serde_json::from_slice(&self.body).map_err(|error| Error::Unexpected {
            status: self.status,
            what: format!("no JSON: {error}"),
        })
    }

    /// The reason of a failure, in few words.
    pub(crate) fn reason(&self) -> String {
        let json = serde_json::from_slice::<Value>(&self.body).unwrap_or_default();
        let error = &json["error"];
        let cause = &error["root_cause"][0];
        let reason = [&cause["reason"], &error["reason"], error]
            .into_iter()
            .find_map(Value::as_str);
        let text = String::from_utf8_lossy(&self.body);
        let reason: String = reason.unwrap_or(&text).chars().take(200).collect();
        format!("status {}: {reason}", self.status)
    }

    /// Whether it is that the cluster, or a node of it, is busy or away.
    fn is_away(&self) -> bool {
        match self.status {
            429 | 502 | 503 | 504 => true,
            500 => {
                let json = serde_json::from_slice::<Value>(&self.body).unwrap_or_default();
                let kind = json["error"]["root_cause"][0]["type"].as_str();
                kind.is_some_and(|kind| LOST.contains(&kind))
            }
            _ => false,
        }
    }

    /// The error that this is.
    pub(crate) fn failure(&self) -> Error {
        match self.status {
            401 | 403 => Error::Refused(self.reason()),
            _ if self.is_away() => Error::Unavailable(self.reason()),
            status => Error::Unexpected {
                status,
                what: self.reason(),
            },
        }
    }
}

/// Speaks to a cluster.
pub(crate) struct Client {
    urls: Vec<String>,
    authorization: Option<String>,
    reading: Agent,
    writing: Agent,
    /// The node that is asked first: the last one that answered.
    current: AtomicUsize,
}

impl Client {
    pub(crate) fn new(address: &Address) -> Result<Client, Error> {
        let wrong = |what: String| Err(Error::Address(what));
        let mut urls = Vec::new();
        for url in &address.urls {
            let url = url.trim().trim_end_matches('/');
            if !url.starts_with("http://") && !url.starts_with("https://") {
                return wrong(format!(
                    "--cluster: {url:?} is not an address like https://search-1:9200"
                ));
            }
            urls.push(url.to_owned());
        }
        if urls.is_empty() {
            return wrong("--cluster: there is no address".to_owned());
        }
        let name = &address.name;
        let is_plain =
            |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_plain) {
            return wrong(format!(
                "--cluster-index: {name:?} cannot be a name; a name has lower-case letters, digits, - and _ \
                 after a letter or digit"
            ));
        }
        let roots = match &address.ca {
            None => RootCerts::PlatformVerifier,
            Some(path) => {
                let unreadable = |error: &dyn std::fmt::Display| {
                    Error::Address(format!("--cluster-ca: {}: {error}", path.display()))
                };
                let pem = fs::read(path).map_err(|error| unreadable(&error))?;
                let mut certificates = Vec::new();
                for item in parse_pem(&pem) {
                    if let PemItem::Certificate(one) = item.map_err(|error| unreadable(&error))? {
                        certificates.push(one);
                    }
                }
                if certificates.is_empty() {
                    return Err(unreadable(&"there is no certificate in it"));
                }
                RootCerts::new_with_certs(&certificates)
            }
        };
        let tls = TlsConfig::builder().root_certs(roots).build();
        let agent = |limit| {
            let config = Agent::config_builder()
                .timeout_connect(Some(CONNECT))
                .timeout_global(Some(limit))
                .http_status_as_error(false)
                .max_idle_connections(64)
                .max_idle_connections_per_host(64)
                .tls_config(tls.clone())
                .build();
            Agent::from(config)
        };
        Ok(Client {
            urls,
            authorization: address.user.as_ref().map(|user| {
                let pair = format!("{}:{}", user.name, user.password);
                format!("Basic {}", STANDARD.encode(pair))
            }),
            reading: agent(READ),
            writing: agent(WRITE),
            current: AtomicUsize::new(0),
        })
    }

    /// Sends a request until it is answered with something else than that the cluster is busy or away.
    /// A caller whose request must not be done twice has to notice that it was.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        body: &[u8],
        patience: Patience,
    ) -> Result<Answer, Error> {
        let mut waits = Waits::new(patience.limit());
        loop {
            let answer = self.send_once(method, path, body, patience);
            let is_over = match &answer {
                Ok(answer) => patience == Patience::Once || !answer.is_away(),
                Err(Failure::TooLate(_)) => patience != Patience::Write,
                Err(Failure::Unreached(_)) => false,
                Err(Failure::Other(_)) => true,
            };
            if is_over || !waits.wait() {
                return answer.map_err(|failure| match failure {
                    Failure::TooLate(what) | Failure::Unreached(what) => Error::Unavailable(what),
                    Failure::Other(error) => error,
                });
            }
        }
    }

    /// Asks one node after the other, until one can be reached.
    fn send_once(
        &self,
        method: &str,
        path: &str,
        body: &[u8],
        patience: Patience,
    ) -> Result<Answer, Failure> {
        let first = self.current.load(Ordering::Relaxed);
        let mut failure = String::new();
        for turn in 0..self.urls.len() {
            let place = (first + turn) % self.urls.len();
            let url = &self.urls[place];
            match self.ask(method, &format!("{url}{path}"), body, patience) {
                Ok(answer) => {
                    // Others may be better off: of a cluster in two parts, one answers.
                    let next = place + usize::from(answer.is_away());
                    self.current.store(next, Ordering::Relaxed);
                    return Ok(answer);
                }
                Err(ureq::Error::Timeout(ureq::Timeout::Connect)) => {
                    failure = format!("{url} cannot be reached");
                }
                Err(ureq::Error::Timeout(_)) => {
                    // The next request goes elsewhere; for this one there is no time.
                    self.current.store(place + 1, Ordering::Relaxed);
                    return Err(Failure::TooLate(format!("{url} takes too long")));
                }
                Err(ureq::Error::Io(error)) => failure = format!("{url}: {error}"),
                Err(error @ (ureq::Error::HostNotFound | ureq::Error::ConnectionFailed)) => {
                    failure = format!("{url}: {error}");
                }
                Err(error) => {
                    return Err(Failure::Other(Error::Address(format!("{url}: {error}"))));
                }
            }
        }
        Err(Failure::Unreached(failure))
    }

    fn ask(
        &self,
        method: &str,
        url: &str,
        body: &[u8],
        patience: Patience,
    ) -> Result<Answer, ureq::Error> {
        let agent = match patience {
            Patience::Once | Patience::Read => &self.reading,
            Patience::Write => &self.writing,
        };
        let authorization = self.authorization.as_deref();
        let authorization = authorization
            .map(|value| ("authorization", value))
            .into_iter();
        let mut answer = if method == "GET" {
            let request = agent.get(url);
            let with = |request: RequestBuilder<_>, (name, value)| request.header(name, value);
            authorization.fold(request, with).call()?
        } else {
            let request = match method {
                "PUT" => agent.put(url),
                "DELETE" => agent.delete(url).force_send_body(),
                _ => agent.post(url),
            };
            let with = |request: RequestBuilder<_>, (name, value)| request.header(name, value);
            authorization
                .fold(request, with)
                // Also for lines, where they are requested.
                .header("content-type", "application/json")
                .send(body)?
        };
        let status = answer.status().as_u16();
        let body = answer
            .body_mut()
            .with_config()
            .limit(LARGEST)
            .read_to_vec()?;
        Ok(Answer { status, body })
    }

    /// The JSON of a successful answer.
    pub(crate) fn json(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        patience: Patience,
    ) -> Result<Value, Error> {
        let body = if body.is_null() {
            Vec::new()
        } else {
            body.to_string().into_bytes()
        };
        let answer = self.send(method, path, &body, patience)?;
        if answer.status >= 300 {
            return Err(answer.failure());
        }
        answer.json()
    }
}

/// Why there is no answer.
enum Failure {
    /// A node has the request, and does not answer in time.
    TooLate(String),
    /// No node can be reached.
    Unreached(String),
    Other(Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What OpenSearch 2.19 answers where the node with a document's shard is gone, and no other is chosen.
    const GONE: &str = r#"{"error":{"root_cause":[{"type":"node_not_connected_exception","reason":
        "[search-2][172.21.0.3:9300] Node not connected"}],"type":"node_not_connected_exception"},"status":500}"#;
    const BUG: &str =
        r#"{"error":{"root_cause":[{"type":"null_pointer_exception"}]},"status":500}"#;

    #[test]
    fn a_lost_node_is_no_bug() {
        let cases = [
            (200, "{}", false),
            (404, "{}", false),
            (429, "", true),
            (500, "", false),
            (500, BUG, false),
            (500, GONE, true),
            (503, "", true),
        ];
        for (status, body, is_away) in cases {
            let body = body.as_bytes().to_vec();
            let answer = Answer { status, body };
            assert_eq!(answer.is_away(), is_away, "{status}");
            let is_unavailable = matches!(answer.failure(), Error::Unavailable(_));
            assert_eq!(is_unavailable, is_away, "{status}");
        }
    }
}
