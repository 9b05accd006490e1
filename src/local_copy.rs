//! The copy in a folder of an index in a cluster: made before a command asks it, and kept up to date by a server.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use app::{Database, Error, LocalCopy};

use crate::progress;

/// How often a server looks whether the cluster has other games. Guessed: meanwhile the cluster answers.
const LOOK: Duration = Duration::from_secs(1);

/// The interval between lines of a server's log while games are copied. Guessed.
const SILENCE: Duration = Duration::from_secs(10);

/// Makes the copy of an index follow, if there is one, with a progress bar on a terminal. Where that cannot be done now,
/// the cluster answers.
pub(crate) fn update(database: &Database) -> Result<(), Error> {
    let Some(copy) = database.local_copy() else {
        return Ok(());
    };
    let bar = progress::bar(0, "games copied");
    let updated = copy.update(|games, all| {
        bar.set_length(all);
        bar.set_position(games);
    });
    bar.finish_and_clear();
    match updated {
        // Another process is at it.
        Ok(_) | Err(Error::AnotherWriter(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes the copy of an index follow from now on, if there is one, on a thread of its own.
pub(crate) fn follow(database: &Database) {
    if let Some(copy) = database.local_copy().map(Arc::clone) {
        thread::spawn(move || {
            let mut last = None;
            loop {
                let state = state(&copy);
                if last.as_ref() != Some(&state) {
                    match &state {
                        Ok(sentence) => tracing::info!("{sentence}"),
                        Err(sentence) => tracing::warn!("{sentence}"),
                    }
                }
                last = Some(state);
                thread::sleep(LOOK);
            }
        });
    }
}

/// Updates a copy. Returns what is to be said of it, as an error what the operator should look into.
fn state(copy: &LocalCopy) -> Result<String, String> {
    let mut last = Instant::now();
    let updated = copy.update(|games, all| {
        if last.elapsed() > SILENCE {
            last = Instant::now();
            tracing::info!("copied {games} of {all} games");
        }
    });
    let path = copy.path().display();
    match updated {
        Ok(true) => Ok(format!("the copy at {path} answers")),
        Ok(false) => Ok(format!(
            "the cluster answers, not the copy at {path}, until the imports under way have ended"
        )),
        Err(error @ Error::AnotherWriter(_)) => Ok(error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}
