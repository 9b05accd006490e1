//! Bulk writes: many documents in one request, as often as it takes.

use std::time::Duration;

use serde::Deserialize;

use crate::client::{Client, Patience, Waits};
use crate::error::Error;

/// For how long single documents that the cluster has no room for are sent again. Guessed: as long as a whole write is
/// tried.
const LIMIT: Duration = Duration::from_mins(2);

/// A document to be written: the line that says what to do with it, and the document.
pub(crate) struct Item {
    pub(crate) action: String,
    pub(crate) document: String,
}

impl Item {
    pub(crate) fn bytes(&self) -> usize {
        self.action.len() + self.document.len() + 2
    }
}

#[derive(Deserialize)]
struct Response {
    errors: bool,
    items: Vec<std::collections::HashMap<String, Done>>,
}

#[derive(Deserialize)]
struct Done {
    status: u16,
    #[serde(default)]
    error: Option<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    #[serde(default)]
    reason: String,
}

/// Writes documents; returns of each whether it is written: `false` if there was another one already.
pub(crate) fn write(client: &Client, items: &[Item]) -> Result<Vec<bool>, Error> {
    let mut written = vec![false; items.len()];
    let mut left: Vec<usize> = (0..items.len()).collect();
    let mut waits = Waits::new(LIMIT);
    while !left.is_empty() {
        let mut body = Vec::with_capacity(left.iter().map(|place| items[*place].bytes()).sum());
        for item in left.iter().map(|place| &items[*place]) {
            for line in [&item.action, &item.document] {
                body.extend_from_slice(line.as_bytes());
                body.push(b'\n');
            }
        }
        let path = "/_bulk?filter_path=errors,items.*.status,items.*.error.reason";
        let answer = client.send("POST", path, &body, Patience::Write)?;
        if answer.status >= 300 {
            return Err(answer.failure());
        }
        let response: Response =
            serde_json::from_slice(&answer.body).map_err(|error| Error::Unexpected {
                status: answer.status,
                what: error.to_string(),
            })?;
        let mut again = Vec::new();
        if response.errors {
            for (place, done) in left.iter().zip(response.items) {
                let Some(done) = done.into_values().next() else {
                    continue;
                };
                match done.status {
                    200..300 => written[*place] = true,
                    409 => {}
                    429 | 503 => again.push(*place),
                    status => {
                        return Err(Error::Unexpected {
                            status,
                            what: done.error.map_or(String::new(), |error| error.reason),
                        });
                    }
                }
            }
        } else {
            for place in &left {
                written[*place] = true;
            }
        }
        if !again.is_empty() && !waits.wait() {
            return Err(Error::Unavailable(
                "it has no room for more documents".to_owned(),
            ));
        }
        left = again;
    }
    Ok(written)
}
