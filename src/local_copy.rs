//! The copy in a folder of an index in a cluster: made before a command asks it, and kept up to date by a server.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use app::{Database, Error, LocalCopy};

use crate::progress;

/// How often a server looks whether the cluster has other games. Guessed: meanwhile the cluster answers.
const LOOK: Duration = Duration::from_secs(1);

/// How long a server waits where a copy cannot follow: a look goes through all ids. Guessed.
const RETRY: Duration = Duration::from_secs(10);

/// The interval between lines of a server's log while games are copied. Guessed.
const SILENCE: Duration = Duration::from_secs(10);

/// Makes the copy of an index follow, if there is one, with a progress bar on a terminal. Where that cannot be done, which
/// is said on standard error, the cluster answers.
pub(crate) fn update(database: &Database) {
    let Some(copy) = database.local_copy() else {
        return;
    };
    let bar = progress::bar(0, "games copied");
    let updated = copy.update(|games, all| {
        bar.set_length(all);
        bar.set_position(games);
    });
    bar.finish_and_clear();
    match updated {
        // Another process is at it; or whoever asks the cluster next has the same error.
        Ok(_) | Err(Error::AnotherWriter(_) | Error::ClusterAway(_) | Error::Cluster(_)) => {}
        Err(error) => crate::complain(&error.to_string()),
    }
}

/// Makes the copy of an index follow from now on, if there is one, on a thread of its own.
pub(crate) fn follow(database: &Database) {
    if let Some(copy) = database.local_copy().map(Arc::clone) {
        thread::spawn(move || {
            let mut last = String::new();
            loop {
                let (is_warning, rest, sentence) = followed(&copy);
                if last != sentence {
                    if is_warning {
                        tracing::warn!("{sentence}");
                    } else {
                        tracing::info!("{sentence}");
                    }
                }
                last = sentence;
                thread::sleep(rest);
            }
        });
    }
}

/// Updates a copy. Returns whether the operator should look into it, what to log, and how long to wait then.
fn followed(copy: &LocalCopy) -> (bool, Duration, String) {
    let mut last = Instant::now();
    let updated = copy.update(|games, all| {
        if last.elapsed() > SILENCE {
            last = Instant::now();
            tracing::info!("copied {games} of {all} games");
        }
    });
    let path = copy.path().display();
    match updated {
        Ok(true) => (false, LOOK, format!("the copy at {path} answers")),
        Ok(false) => {
            let sentence = format!(
                "the cluster answers, not the copy at {path}, until the imports under way have ended"
            );
            (false, RETRY, sentence)
        }
        Err(error @ Error::AnotherWriter(_)) => (false, RETRY, error.to_string()),
        Err(error) => (true, RETRY, error.to_string()),
    }
}
