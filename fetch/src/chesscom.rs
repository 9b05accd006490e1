//! chess.com: a list of months, and the games of each as PGN.
//!
//! A month is asked for again as long as its games may not all be there, and then only if it has changed (`ETag`). A
//! month that breaks off is asked for again as a whole; the games of it that have come are passed over.
//!
//! Source: <https://www.chess.com/news/view/published-data-api>.

use std::collections::{BTreeMap, HashSet};
use std::io::Read;

use pgn::Games;
use serde::Deserialize;
use time::{Date, Duration, OffsetDateTime};

use crate::account::Account;
use crate::client::{Client, time_of};
use crate::error::Error;
use crate::flaw::Flaw;
use crate::gathering::Gathering;
use crate::mark::Mark;

/// How long after its end a month may still change. Read: answers are up to 12 or 24 hours old; and guessed: months end
/// at the place of the server or of the player, so another day.
const SETTLED: Duration = Duration::days(2);

/// The largest list of months in bytes. Guessed: a month has less than 100 bytes.
const LARGEST_LIST: u64 = 1 << 20;

#[derive(Deserialize)]
struct Archives {
    archives: Vec<String>,
}

pub(crate) fn run(mut client: Client, account: &Account, mark: Option<&Mark>) -> Result<(), Error> {
    let (mut from, mut etags) = match mark {
        Some(Mark::Months { from, etags }) => (from.clone(), etags.clone()),
        _ => (String::new(), BTreeMap::new()),
    };
    let mut gathering = Gathering::new(client.events(), mark.cloned());
    let mut is_settled = true;
    for month in months(&mut client, account)? {
        if month < from {
            continue;
        }
        let etag = etags.remove(&month);
        let read = read_month(
            &mut client,
            account,
            &month,
            etag.as_deref(),
            &mut gathering,
        )?;
        let next = next_month(&month);
        is_settled &= next.is_some_and(|next| read.time >= next.midnight().assume_utc() + SETTLED);
        if let (true, Some(next)) = (is_settled, next) {
            from = path_of(next);
        } else {
            if from.is_empty() {
                from.clone_from(&month);
            }
            etags.extend(read.etag.map(|etag| (month, etag)));
        }
        let etags = etags.clone();
        let from = from.clone();
        gathering.set_mark(Mark::Months { from, etags });
    }
    gathering.hand_on()
}

/// The months with games, e.g. `2024/05`, in order.
fn months(client: &mut Client, account: &Account) -> Result<Vec<String>, Error> {
    let path = format!("{}/archives", games(account));
    loop {
        let mut answer = client.get(&path, &[("accept", "application/json")])?;
        if answer.status() != 200 {
            return Err(Error::NoAccount(account.clone()));
        }
        let body = answer.body_mut().with_config().limit(LARGEST_LIST);
        let text = match body.read_to_string() {
            Ok(text) => text,
            Err(error) => {
                client.flawed(&Flaw::from(error.into_io()))?;
                continue;
            }
        };
        client.progressed();
        let listed = serde_json::from_str::<Archives>(&text);
        let listed = listed.map_err(|_| client.unexpected("it lists no months"))?;
        // Only what month it is: the address is made here.
        let months = listed.archives.iter().map(|url| month_of(url));
        let months = months.collect::<Option<Vec<String>>>();
        let mut months = months.ok_or_else(|| client.unexpected("it lists what is no month"))?;
        months.sort();
        months.dedup();
        return Ok(months);
    }
}

/// A month that has been read to its end.
struct Month {
    /// When.
    time: OffsetDateTime,
    etag: Option<String>,
}

/// Takes the games of a month, unless it is still the one of `etag`.
fn read_month(
    client: &mut Client,
    account: &Account,
    month: &str,
    etag: Option<&str>,
    gathering: &mut Gathering,
) -> Result<Month, Error> {
    let path = format!("{}/{month}/pgn", games(account));
    let mut seen = HashSet::new();
    loop {
        let mut headers = vec![("accept", "application/x-chess-pgn")];
        headers.extend(etag.map(|etag| ("if-none-match", etag)));
        let answer = client.get(&path, &headers)?;
        let status = answer.status().as_u16();
        if status == 404 {
            return Err(client.unexpected(&format!("it lists {month}, and does not have it")));
        }
        let header = |name| {
            let value = answer.headers().get(name)?.to_str().ok()?;
            Some(value.to_owned())
        };
        let read = Month {
            time: time_of(answer.headers()),
            etag: header("etag").or_else(|| etag.filter(|_| status == 304).map(str::to_owned)),
        };
        // Else its end is that of the connection, which may have been cut.
        let has_end = header("content-length")
            .or(header("transfer-encoding"))
            .is_some();
        if status == 304 {
            client.progressed();
            return Ok(read);
        }
        match take(
            client,
            answer.into_body().into_reader(),
            has_end,
            &mut seen,
            gathering,
        )? {
            Ok(()) => return Ok(read),
            Err(flaw) => {
                gathering.hand_on()?;
                client.flawed(&flaw)?;
            }
        }
    }
}

/// Takes the whole games of an answer that were not there before; the inner error is why it does not go on.
fn take(
    client: &mut Client,
    answer: impl Read,
    has_end: bool,
    seen: &mut HashSet<String>,
    gathering: &mut Gathering,
) -> Result<Result<(), Flaw>, Error> {
    let mut games = Games::with_text(answer);
    let mut last: Option<Vec<u8>> = None;
    loop {
        // A game is whole when the next one begins.
        let next = match games.next_piece() {
            Ok(Some(piece)) if piece.ordinal == 0 => continue,
            Ok(next) => next,
            Err(error) => return Ok(Err(error.into())),
        };
        let is_end = next.is_none();
        if let Some(text) = std::mem::replace(&mut last, next.map(|game| game.text)) {
            if is_end && !has_end && !ends_with_result(&text) {
                return Ok(Err(Flaw::Cut("it ends within a game".to_owned())));
            }
            let address = link(&text);
            let is_new = seen.insert(address.clone());
            if is_new {
                client.progressed();
            }
            if is_new || address.is_empty() {
                gathering.add(address, text.trim_ascii_end())?;
            }
        }
        if is_end {
            if games.found_no_game() {
                return Ok(Err(Flaw::Nonsense("a month without a game".to_owned())));
            }
            if games.count() == 0 && !has_end {
                return Ok(Err(Flaw::Cut("it ends before a game".to_owned())));
            }
            client.progressed();
            return Ok(Ok(()));
        }
    }
}

/// The address of a game: its tag `Link`; empty without one.
fn link(game: &[u8]) -> String {
    let value = |line: &[u8]| {
        let value = line.trim_ascii().strip_prefix(b"[Link \"")?;
        let value = value.strip_suffix(b"\"]")?;
        String::from_utf8(value.to_vec()).ok()
    };
    let mut lines = game.split(|byte| *byte == b'\n');
    lines.find_map(value).unwrap_or_default()
}

fn ends_with_result(game: &[u8]) -> bool {
    let last = game.trim_ascii_end();
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    results.iter().any(|result| last.ends_with(result))
}

/// The path of a player's games.
fn games(account: &Account) -> String {
    let name = account.name().to_ascii_lowercase();
    format!("/pub/player/{name}/games")
}

/// `2024/05` of the address of a month, `https://api.chess.com/pub/player/erik/games/2024/05`.
fn month_of(url: &str) -> Option<String> {
    let mut parts = url.trim_end_matches('/').rsplit('/');
    let (month, year) = (parts.next()?, parts.next()?);
    let month = format!("{year}/{month}");
    next_month(&month).map(|_| month)
}

/// The first day of the month after, e.g. after `2024/05`.
fn next_month(month: &str) -> Option<Date> {
    let (year, month) = month.split_once('/')?;
    let is_number =
        |text: &str, digits| text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(year, 4) || !is_number(month, 2) {
        return None;
    }
    let (year, month): (i32, u8) = (year.parse().ok()?, month.parse().ok()?);
    let month = time::Month::try_from(month).ok()?;
    let year = if month == time::Month::December {
        year + 1
    } else {
        year
    };
    Date::from_calendar_date(year, month.next(), 1).ok()
}

fn path_of(date: Date) -> String {
    format!("{:04}/{:02}", date.year(), u8::from(date.month()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_of_addresses() {
        for (url, month, next) in [
            (
                "https://api.chess.com/pub/player/erik/games/2024/05",
                Some("2024/05"),
                "2024/06",
            ),
            (
                "https://api.chess.com/pub/player/erik/games/2024/12/",
                Some("2024/12"),
                "2025/01",
            ),
            ("http://10.0.0.1/2024/05", Some("2024/05"), "2024/06"),
            (
                "https://api.chess.com/pub/player/erik/games/2024/13",
                None,
                "",
            ),
            (
                "https://api.chess.com/pub/player/erik/games/2024/5",
                None,
                "",
            ),
            (
                "https://api.chess.com/pub/player/erik/games/2024/..",
                None,
                "",
            ),
            ("", None, ""),
        ] {
            let found = month_of(url);
            assert_eq!(found.as_deref(), month, "{url}");
            if let Some(month) = found {
                let path = next_month(&month).map(path_of);
                assert_eq!(path.as_deref(), Some(next), "{url}");
            }
        }
    }

    #[test]
    fn what_a_game_says() {
        let game = b"[Event \"Live Chess\"]\n[Link \"https://www.chess.com/game/live/1\"]\r\n\n1. e4 1-0\n";
        assert_eq!(link(game), "https://www.chess.com/game/live/1");
        assert_eq!(link(b"[Event \"x\"]\n\n1. e4 *"), "");
        for (text, whole) in [
            ("1. e4 1-0\n", true),
            ("1. e4 1/2-1/2", true),
            ("1. e4 *", true),
            ("1. e4 e", false),
            ("", false),
        ] {
            assert_eq!(ends_with_result(text.as_bytes()), whole, "{text}");
        }
    }
}
