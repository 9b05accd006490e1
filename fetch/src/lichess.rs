//! lichess: all games in one answer, a line of JSON each, in the order in which they were begun.
//!
//! A line is a whole game or none, and says when its game was begun. A cut answer is asked for again from the last
//! whole one on.
//!
//! The next fetch cannot begin with the last game: one begun earlier, e.g. of correspondence, may still have been under
//! way, and lichess sends games that are over. So the oldest game under way is asked for first: all that were begun
//! before it, and before that question, are over.
//!
//! Source: <https://lichess.org/api#tag/Games/operation/apiGamesUser>.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read};

use serde::Deserialize;
use time::OffsetDateTime;
use ureq::Body;

use crate::account::Account;
use crate::client::{Client, time_of};
use crate::error::Error;
use crate::flaw::Flaw;
use crate::gathering::Gathering;
use crate::mark::Mark;

/// The smallest `since`. Read: the minimum in lichess's OpenAPI document.
const EARLIEST: u64 = 1_356_998_400_070;

/// How long before the question the next fetch begins, in milliseconds: lichess answers from copies of its database, which
/// may not have the newest games yet. Guessed: an hour, in which few games are played.
const MARGIN: u64 = 3_600_000;

/// The longest line. Guessed: a game of a thousand moves has less than a tenth.
const LONGEST: u64 = 1 << 20;

/// A game, of the fields that are of use here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Game {
    id: String,
    /// When it was begun, in milliseconds since 1970.
    created_at: u64,
    /// Absent where it was not asked for.
    #[serde(default)]
    pgn: String,
}

/// What has come.
struct Progress {
    /// When the last game was begun.
    last: Option<u64>,
    /// The games that were begun then, or a millisecond before: they come again with the next answer.
    recent: HashSet<(u64, String)>,
    /// All games begun before are over.
    floor: u64,
}

impl Progress {
    /// Whether a game has come before, as far as that is remembered.
    fn is_repeated(&self, game: &Game) -> bool {
        self.recent.contains(&(game.created_at, game.id.clone()))
    }

    /// Remembers a game; whether it leads on. One begun before the last one does not: else an answer that breaks off and
    /// begins again could go on for ever.
    fn take(&mut self, game: &Game) -> bool {
        let (begun, id) = (game.created_at, game.id.clone());
        let leads_on = self.last.is_none_or(|last| begun >= last) && !self.is_repeated(game);
        if leads_on {
            self.last = Some(begun);
            self.recent.retain(|(time, _)| time + 1 >= begun);
            self.recent.insert((begun, id));
        }
        leads_on
    }
}

pub(crate) fn run(mut client: Client, account: &Account, mark: Option<&Mark>) -> Result<(), Error> {
    let since = match mark {
        Some(Mark::Since(since)) => Some(*since),
        _ => None,
    };
    let mut gathering = Gathering::new(client.events(), since.map(Mark::Since));
    let mut progress = Progress {
        last: since,
        recent: HashSet::new(),
        floor: floor(&mut client, account)?,
    };
    // What ends properly may have ended early all the same, behind a proxy; then there are more.
    while ask(&mut client, account, &mut gathering, &mut progress)? {}
    gathering.set_mark(Mark::Since(progress.floor));
    gathering.hand_on()
}

/// The time before which all games that were begun are over.
fn floor(client: &mut Client, account: &Account) -> Result<u64, Error> {
    let query = "ongoing=true&finished=false&sort=dateAsc&max=1&moves=false&tags=false";
    loop {
        let answer = get(client, account, query)?;
        let asked = milliseconds(time_of(answer.headers())).saturating_sub(MARGIN);
        match (Lines::new(answer.into_body())).next() {
            Ok(Some(game)) => return Ok(asked.min(game.created_at)),
            Ok(None) => return Ok(asked),
            Err(flaw) => client.flawed(&flaw)?,
        }
    }
}

/// Asks for the games that are missing, and takes those that come. Whether there were any, or may be.
fn ask(
    client: &mut Client,
    account: &Account,
    gathering: &mut Gathering,
    progress: &mut Progress,
) -> Result<bool, Error> {
    let mut query = "sort=dateAsc&pgnInJson=true&opening=true&clocks=true&evals=true".to_owned();
    if let Some(last) = progress.last {
        // lichess has changed whether it sends the game of that time, too; and two games may have been begun at once.
        let since = last.saturating_sub(1).max(EARLIEST);
        let _ = write!(query, "&since={since}");
    }
    let answer = get(client, account, &query)?;
    let mut lines = Lines::new(answer.into_body());
    let mut any = false;
    loop {
        match lines.next() {
            Ok(Some(game)) if game.pgn.is_empty() => {
                return Err(client.unexpected("a game without PGN"));
            }
            Ok(Some(game)) => {
                if progress.is_repeated(&game) {
                    continue;
                }
                if progress.take(&game) {
                    client.progressed();
                    any = true;
                }
                let address = format!("https://lichess.org/{}", game.id);
                gathering.add(address, game.pgn.as_bytes())?;
                let last = progress.last.unwrap_or_default();
                gathering.set_mark(Mark::Since(last.min(progress.floor)));
            }
            Ok(None) => return Ok(any),
            Err(flaw) => {
                gathering.hand_on()?;
                client.flawed(&flaw)?;
                return Ok(true);
            }
        }
    }
}

fn get(
    client: &mut Client,
    account: &Account,
    query: &str,
) -> Result<ureq::http::Response<Body>, Error> {
    let path = format!("/api/games/user/{}?{query}", account.name());
    let answer = client.get(&path, &[("accept", "application/x-ndjson")])?;
    match answer.status().as_u16() {
        200 => Ok(answer),
        404 => Err(Error::NoAccount(account.clone())),
        status => Err(client.unexpected(&format!("status {status}"))),
    }
}

fn milliseconds(time: OffsetDateTime) -> u64 {
    (time.unix_timestamp_nanos() / 1_000_000) as u64
}

/// The lines of an answer.
struct Lines<R>(BufReader<R>);

impl Lines<ureq::BodyReader<'static>> {
    fn new(body: Body) -> Self {
        Lines(BufReader::new(body.into_reader()))
    }
}

impl<R: Read> Lines<R> {
    /// The next game, `None` at the end; empty lines are there to keep the connection.
    ///
    /// # Errors
    ///
    /// Why there is no whole line.
    fn next(&mut self) -> Result<Option<Game>, Flaw> {
        loop {
            let mut line = Vec::new();
            let mut bounded = self.0.by_ref().take(LONGEST);
            let read = bounded.read_until(b'\n', &mut line);
            let is_whole = line.last() == Some(&b'\n');
            let text = line.trim_ascii();
            if line.len() as u64 == LONGEST && !is_whole {
                return Err(Flaw::Nonsense("a line of more than a megabyte".to_owned()));
            }
            // Even if it is cut.
            if !text.is_empty() && text[0] != b'{' {
                return Err(Flaw::Nonsense("a line that is no game".to_owned()));
            }
            if read? == 0 {
                return Ok(None);
            }
            if !is_whole {
                return Err(Flaw::Cut("it ends within a game".to_owned()));
            }
            if text.is_empty() {
                continue;
            }
            let game = serde_json::from_slice(text);
            return game
                .map(Some)
                .map_err(|_| Flaw::Nonsense("a line that is no game".to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines() {
        let game = r#"{"id":"WFZ8aZWA","createdAt":1789840707868,"pgn":"1. e4"}"#;
        let unlike = r#"{"error":"too late"}"#;
        let (cut, nonsense) = (Err(true), Err(false));
        for (text, games, expected) in [
            (String::new(), 0, Ok(())),
            (format!("{game}\n"), 1, Ok(())),
            (format!("\n{game}\n\n\n{game}\n"), 2, Ok(())),
            (format!("{game}\n{game}"), 1, cut),
            (format!("{game}\n{}", &game[..20]), 1, cut),
            (format!("{game}\n{unlike}\n"), 1, nonsense),
            (format!("{game}\n<html>"), 1, nonsense),
            ("[Event \"a\"]\n\n1. e4 *\n".to_owned(), 0, nonsense),
            (
                format!("{game}\n{{{}\n", "x".repeat(LONGEST as usize)),
                1,
                nonsense,
            ),
        ] {
            let mut lines = Lines(BufReader::new(text.as_bytes()));
            let mut found = 0;
            let end = loop {
                match lines.next() {
                    Ok(Some(game)) => {
                        assert_eq!(
                            (game.id.as_str(), game.created_at),
                            ("WFZ8aZWA", 1_789_840_707_868)
                        );
                        found += 1;
                    }
                    Ok(None) => break Ok(()),
                    Err(flaw) => break Err(matches!(flaw, Flaw::Cut(_))),
                }
            };
            assert_eq!((found, end), (games, expected), "{text:.80}");
        }
    }
}
