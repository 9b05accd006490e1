//! The copy in a folder of an index in a cluster: made before a command asks it, and kept up to date by a server.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use app::{CopyState, Database, Error, LocalCopy, Memory};

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
    let updated = copy.update(None, |games, all| {
        bar.set_length(all);
        bar.set_position(games);
    });
    bar.finish_and_clear();
    match updated {
        // Another process is at it; or whoever asks the cluster next has the same error.
        Ok(_) | Err(Error::AnotherWriter(_) | Error::ClusterAway(_)) => {}
        Err(error) => crate::print::complain(&error.to_string()),
    }
}

/// Makes the copy of an index follow from now on, if there is one, on a thread of its own and with this much memory.
pub(crate) fn follow(database: &Database, memory: Option<Memory>) {
    if let Some(copy) = database.local_copy().map(Arc::clone) {
        thread::spawn(move || {
            let (mut is_checked, mut last) = (false, String::new());
            loop {
                let mut state = update_and_log_progress(&copy, memory);
                if let Ok(CopyState::Current) = state
                    && !is_checked
                {
                    // What is asked for meanwhile is checked when it is read.
                    is_checked = true;
                    state = copy.check_files().map(|()| CopyState::Current);
                }
                let sentence = sentence(&copy, &state);
                if sentence != last {
                    match &state {
                        Ok(CopyState::Current | CopyState::Waiting)
                        | Err(Error::AnotherWriter(_)) => tracing::info!("{sentence}"),
                        _ => tracing::warn!("{sentence}"),
                    }
                }
                last = sentence;
                let answers = matches!(state, Ok(CopyState::Current | CopyState::Alone(_)));
                thread::sleep(if answers { LOOK } else { RETRY });
            }
        });
    }
}

fn update_and_log_progress(copy: &LocalCopy, memory: Option<Memory>) -> Result<CopyState, Error> {
    let mut last = Instant::now();
    copy.update(memory, |games, all| {
        if last.elapsed() > SILENCE {
            last = Instant::now();
            tracing::info!("copied {games} of {all} games");
        }
    })
}

/// What to log of a copy.
fn sentence(copy: &LocalCopy, state: &Result<CopyState, Error>) -> String {
    let path = copy.path().display();
    match state {
        Ok(CopyState::Current) => format!("the copy at {path} answers"),
        Ok(CopyState::Alone(why)) => {
            format!("the copy at {path} answers what the cluster had before: {why}")
        }
        Ok(CopyState::Waiting) => format!(
            "the cluster answers, not the copy at {path}, until the imports under way have ended"
        ),
        Err(error) => error.to_string(),
    }
}
