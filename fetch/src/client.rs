//! Asking a site, one request after the other, with patience.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::well_known::Rfc2822;
use ureq::http::{HeaderMap, Response, Uri, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use crate::account::{Account, Site};
use crate::error::Error;
use crate::event::{Event, Events};
use crate::flaw::{Flaw, is_cut, words};
use crate::redirect::{is_same_server, target};

/// How long to wait for a connection. Guessed: the other end of the world, and packets that get lost.
const CONNECT: Duration = Duration::from_secs(15);

/// How long a site may send nothing. Guessed: lichess sends twenty games a second, and looks for the first one for a few
/// seconds.
const SILENCE: Duration = Duration::from_secs(30);

/// How often in a row it may fail, or ask to wait, without a game or an answer between. Guessed: with waits that double
/// from a second, four minutes; with those of a minute, a quarter of an hour.
const MOST_FAILURES: u32 = 10;
const MOST_REFUSALS: u32 = 15;

/// The most redirects of a request. Guessed: chess.com sends who writes capital letters to small ones, lichess nowhere.
const REDIRECTS: u32 = 3;

/// How often to look whether the fetch is stopped while it waits.
const LOOK: Duration = Duration::from_millis(50);

/// Where the sites are, and how they are asked.
#[derive(Clone, Debug)]
pub struct Sites {
    /// The address of lichess.
    pub lichess: String,
    /// The address of chess.com's published data.
    pub chesscom: String,
    /// A contact for the sites, such as an e-mail address, sent with each request.
    pub contact: Option<String>,
    /// How long to wait before asking again.
    pub waits: Waits,
}

/// How long to wait before asking again.
#[derive(Copy, Clone, Debug)]
pub struct Waits {
    /// After a 429 that does not say how long. Read: lichess asks to
    /// [wait a full minute](https://lichess.org/api#section/Introduction/Rate-limiting).
    pub minute: Duration,
    /// After the first failure; twice as long after each that follows, up to a minute.
    pub first: Duration,
    /// The longest that a site may ask to wait; if it asks for more, the fetch ends. By default ten minutes. Guessed:
    /// somebody waits for it.
    pub longest: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        Waits {
            minute: Duration::from_mins(1),
            first: Duration::from_secs(1),
            longest: Duration::from_mins(10),
        }
    }
}

impl Default for Sites {
    fn default() -> Sites {
        Sites {
            lichess: "https://lichess.org".to_owned(),
            chesscom: "https://api.chess.com".to_owned(),
            contact: None,
            waits: Waits::default(),
        }
    }
}

/// Asks one site.
pub(crate) struct Client {
    agent: Agent,
    account: Account,
    base: String,
    /// The same, whose server no redirect may leave.
    server: Uri,
    waits: Waits,
    events: Events,
    stopped: Arc<AtomicBool>,
    /// It has answered: if it cannot be reached now, it may be in a moment.
    is_known: bool,
    failures: u32,
    refusals: u32,
}

impl Client {
    /// A client of the site of an account.
    ///
    /// # Errors
    ///
    /// [`Error::Address`] if the address of the site is none.
    pub(crate) fn new(
        sites: &Sites,
        account: &Account,
        events: Events,
        stopped: Arc<AtomicBool>,
    ) -> Result<Client, Error> {
        let base = match account.site() {
            Site::Lichess => &sites.lichess,
            Site::ChessCom => &sites.chesscom,
        };
        let base = base.trim().trim_end_matches('/');
        let no_address = || Error::Address(base.to_owned());
        if !base.starts_with("https://") && !base.starts_with("http://") {
            return Err(no_address());
        }
        let server: Uri = base.parse().map_err(|_| no_address())?;
        let version = env!("CARGO_PKG_VERSION");
        let contact = sites.contact.iter();
        let contact = contact.map(|contact| format!(" (contact: {contact})"));
        let user_agent = format!("tabiya/{version}{}", contact.collect::<String>());
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier);
        let config = Agent::config_builder()
            .user_agent(user_agent)
            .timeout_connect(Some(CONNECT))
            .timeout_recv_response(Some(SILENCE))
            .timeout_per_read(Some(SILENCE))
            // They are followed here, to the same server only.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .tls_config(tls.build());
        Ok(Client {
            agent: Agent::from(config.build()),
            account: account.clone(),
            base: base.to_owned(),
            server,
            waits: sites.waits,
            events,
            stopped,
            is_known: false,
            failures: 0,
            refusals: 0,
        })
    }

    /// The agent, by which others can end what is under way.
    pub(crate) fn agent(&self) -> Agent {
        self.agent.clone()
    }

    /// Where events go.
    pub(crate) fn events(&self) -> Events {
        self.events.clone()
    }

    /// Asks for a path until there is an answer that waiting does not change: one of status 200, 304 or 404.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is none.
    pub(crate) fn get(
        &mut self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<Response<Body>, Error> {
        let site = self.account.site();
        let url = format!("{}{path}", self.base);
        let url = url.parse::<Uri>();
        let mut url = url.map_err(|_| Error::Address(self.base.clone()))?;
        let mut redirects = 0;
        loop {
            self.check()?;
            let request = self.agent.get(&url);
            let with = |request: ureq::RequestBuilder<_>, (name, value): &(&str, &str)| {
                request.header(*name, *value)
            };
            let answer = match headers.iter().fold(request, with).call() {
                Ok(answer) => answer,
                Err(error) => {
                    self.check()?;
                    self.unanswered(&error)?;
                    continue;
                }
            };
            self.is_known = true;
            match answer.status().as_u16() {
                200 | 304 | 404 => return Ok(answer),
                301 | 302 | 303 | 307 | 308 => {
                    redirects += 1;
                    if redirects > REDIRECTS {
                        let why = format!("more than {REDIRECTS} redirects");
                        return Err(self.unexpected(&why));
                    }
                    url = self.redirected(&url, answer.headers())?;
                }
                410 => return Err(Error::NoAccount(self.account.clone())),
                429 => self.refused(answer.headers())?,
                status @ (401 | 403) => return Err(Error::Refused { site, status }),
                status @ 500..=599 => self.failed(&format!("status {status}"))?,
                status => return Err(self.unexpected(&format!("status {status}"))),
            }
        }
    }

    /// Where the site says that what was asked for is.
    fn redirected(&self, from: &Uri, headers: &HeaderMap) -> Result<Uri, Error> {
        let location = headers.get(header::LOCATION);
        let location = location.and_then(|value| value.to_str().ok());
        let location = location.unwrap_or_default();
        match target(from, location) {
            Some(target) if is_same_server(&self.server, &target) => Ok(target),
            _ => Err(Error::Redirected {
                site: self.account.site(),
                url: self.base.clone(),
                to: pgn::shortened(location),
            }),
        }
    }

    /// Waits if asking again may help after an error without an answer.
    fn unanswered(&mut self, error: &ureq::Error) -> Result<(), Error> {
        if is_cut(error, self.is_known) {
            return self.failed(&words(error));
        }
        Err(match error {
            _ if self.is_known => self.unexpected(&words(error)),
            ureq::Error::Protocol(_) => self.unexpected(&words(error)),
            ureq::Error::BadUri(_) | ureq::Error::Http(_) => Error::Address(self.base.clone()),
            error => Error::Unreachable {
                url: self.base.clone(),
                why: words(error),
            },
        })
    }

    /// Waits if asking again may help after an answer that cannot be read to its end.
    pub(crate) fn flawed(&mut self, flaw: &Flaw) -> Result<(), Error> {
        match flaw {
            Flaw::Cut(why) => self.failed(why),
            Flaw::Nonsense(why) => {
                self.check()?;
                Err(self.unexpected(why))
            }
        }
    }

    /// The answer is another one than the site says it gives.
    pub(crate) fn unexpected(&self, why: &str) -> Error {
        Error::Unexpected {
            site: self.account.site(),
            url: self.base.clone(),
            why: why.to_owned(),
        }
    }

    /// A game or a whole answer has come.
    pub(crate) fn progressed(&mut self) {
        (self.failures, self.refusals) = (0, 0);
    }

    /// Waits after a failure, longer each time.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] after too many in a row.
    fn failed(&mut self, why: &str) -> Result<(), Error> {
        self.check()?;
        self.failures += 1;
        let site = self.account.site();
        if self.failures >= MOST_FAILURES {
            let why = why.to_owned();
            return Err(Error::Failed { site, why });
        }
        let wait = self.waits.first * 2_u32.pow(self.failures - 1);
        let wait = wait.min(Duration::from_mins(1));
        self.wait(wait, &format!("{site} broke off ({why})"))
    }

    /// Waits as long as a 429 asks.
    fn refused(&mut self, headers: &HeaderMap) -> Result<(), Error> {
        self.refusals += 1;
        let site = self.account.site();
        let wait = retry_after(headers, now()).unwrap_or(self.waits.minute);
        if self.refusals >= MOST_REFUSALS || wait > self.waits.longest {
            return Err(Error::Busy(site));
        }
        self.wait(wait, &format!("{site} asks to wait"))
    }

    fn wait(&self, wait: Duration, why: &str) -> Result<(), Error> {
        let seconds = wait.as_secs_f64().ceil();
        let sentence = format!("{why}: it is asked again in {seconds} s");
        let sent = self.events.send(Ok(Event::Waits(sentence)));
        sent.map_err(|_| Error::Stopped)?;
        let until = Instant::now() + wait;
        loop {
            self.check()?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            sleep(left.min(LOOK));
        }
    }

    /// Whether somebody still waits for the games.
    fn check(&self) -> Result<(), Error> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        Ok(())
    }
}

/// How long a `Retry-After` asks to wait, in seconds or until a time.
fn retry_after(headers: &HeaderMap, now: OffsetDateTime) -> Option<Duration> {
    let text = headers.get("retry-after")?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = OffsetDateTime::parse(text, &Rfc2822).ok()?;
    Some((until - now).try_into().unwrap_or_default())
}

/// The time of an answer by the site's clock, else by ours.
pub(crate) fn time_of(headers: &HeaderMap) -> OffsetDateTime {
    let text = headers.get("date").and_then(|date| date.to_str().ok());
    let date = text.and_then(|date| OffsetDateTime::parse(date.trim(), &Rfc2822).ok());
    date.unwrap_or_else(now)
}

fn now() -> OffsetDateTime {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    OffsetDateTime::UNIX_EPOCH + since.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_to_wait() {
        let now = OffsetDateTime::parse("Tue, 24 Nov 2026 12:00:00 GMT", &Rfc2822).expect("a time");
        for (value, seconds) in [
            ("0", Some(0)),
            (" 120 ", Some(120)),
            ("Tue, 24 Nov 2026 12:01:30 GMT", Some(90)),
            ("Tue, 24 Nov 2026 11:00:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("retry-after", value.parse().expect("a value"));
            let expected = seconds.map(Duration::from_secs);
            assert_eq!(retry_after(&headers, now), expected, "{value}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
