//! A copy in a folder of an index in a cluster, which answers whenever it has what the cluster has.
//!
//! What is visible in the cluster changes in steps: a batch comes, or games are removed. After each step the cluster
//! answers, until the copy has followed, and has the same ids and statistics. So whether there is a copy is seen by nothing
//! but the time that an answer takes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cluster::{Cluster, Content, StoredGame};
use index::Index;
use pgn::ParsedGame;
use rayon::prelude::*;
use similarity::{DuplicateKeys, EncodedGame, Encoder, Filter, MAX_POSITIONS, Statistics};

use crate::error::Error;

/// How long it is taken for granted that the cluster has what it had: as long as [`Cluster::snapshot`] does.
const FRESH: Duration = Duration::from_millis(500);

/// How long a cluster is left alone that lets a request wait and does not answer it. Guessed: a node that hangs is waited
/// for six seconds, which few requests are to do.
const AWAY: Duration = Duration::from_secs(10);

/// The greatest id. Read: OpenSearch's numbers have 63 bits and a sign.
const MOST: u64 = i64::MAX.cast_unsigned();

/// How many games are copied together. Guessed: some megabytes.
const TOGETHER: usize = 1000;

/// A copy in a folder of an index in a cluster.
pub struct LocalCopy {
    index: Index,
    cluster: Arc<Cluster>,
    /// [`Cluster::identity`] of the index that it is a copy of.
    identity: String,
    current: Mutex<Current>,
}

/// What is known of the copy and of the cluster.
#[derive(Default)]
struct Current {
    copied: Option<Copied>,
    /// What the cluster had when it was asked last.
    seen: Option<Content>,
    /// Until when it is not asked again.
    until: Option<Instant>,
    /// How often it was forgotten what the cluster had.
    reloads: u64,
}

/// A whole copy.
#[derive(Clone)]
struct Copied {
    /// What it is a copy of.
    content: Content,
    snapshot: Arc<index::Snapshot>,
}

impl Current {
    /// The copy, if it has what the cluster had when it was asked last.
    fn answering(&self) -> Option<Arc<index::Snapshot>> {
        let copied = self.copied.as_ref()?;
        (self.seen.as_ref() == Some(&copied.content)).then(|| Arc::clone(&copied.snapshot))
    }
}

impl LocalCopy {
    /// Opens the copy of an index, or an empty one, in a folder of its own in `path`; it answers after
    /// [`LocalCopy::update`].
    ///
    /// # Errors
    ///
    /// [`Error`] if the folder cannot be read or made, or if the cluster does not answer.
    pub(crate) fn open(path: &Path, cluster: &Arc<Cluster>) -> Result<LocalCopy, Error> {
        let identity = cluster.identity()?;
        fs::create_dir_all(path).map_err(|error| Error::NoCopy {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
        let folder = path.join(format!("{}-{identity}", cluster.name()));
        Ok(LocalCopy {
            index: Index::open_or_create(&folder)?,
            cluster: Arc::clone(cluster),
            identity,
            current: Mutex::default(),
        })
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        self.index.path()
    }

    /// The size of its files in bytes.
    pub(crate) fn bytes(&self) -> Result<u64, Error> {
        Ok(self.index.bytes()?)
    }

    /// Checks all bytes of the copy's files: one that is damaged does not answer from then on.
    pub(crate) fn check_files(&self) -> Result<(), Error> {
        Ok(self.index.check_files()?)
    }

    /// The copy, if it has what the cluster has, or had when it last answered.
    pub(crate) fn snapshot(&self) -> Option<Arc<index::Snapshot>> {
        let (known, reloads) = {
            let mut current = self.lock();
            current.copied.as_ref()?;
            // It fails where damage was found.
            self.index.snapshot().ok()?;
            let now = Instant::now();
            if current.until.is_some_and(|until| now < until) {
                return current.answering();
            }
            if current.seen.is_some() {
                // Others do not wait for the cluster, too.
                current.until = Some(now + AWAY);
            }
            (current.seen.clone(), current.reloads)
        };
        let asked = Instant::now();
        let found = self.cluster.content(known.as_ref());
        let mut current = self.lock();
        // What was written meanwhile may not be in what was found.
        if current.reloads == reloads {
            let rest = match &found {
                Err(_) if asked.elapsed() > FRESH => AWAY,
                _ => FRESH,
            };
            current.until = Some(asked + rest);
            match found {
                Ok(found) => current.seen = Some(found),
                // As it was.
                Err(cluster::Error::Unavailable(_)) => {}
                Err(_) => current.seen = None,
            }
        }
        current.answering()
    }

    /// Makes the next [`LocalCopy::snapshot`] ask the cluster; what it had before no longer counts.
    pub(crate) fn reload(&self) {
        let mut current = self.lock();
        (current.seen, current.until) = (None, None);
        current.reloads += 1;
    }

    /// Copies what is new in the cluster, and removes what is not there any more. Returns whether the copy has all of it:
    /// games are copied in the order of their ids, so those of an import wait until others have ended that began before.
    ///
    /// `watch` is called now and then with the number of games that are copied and of those that are there.
    ///
    /// # Errors
    ///
    /// [`Error::AnotherWriter`] while another process writes to the copy, [`Error::NoCopy`] if it has something that the
    /// cluster has not; [`Error`] if either cannot be read.
    pub fn update(&self, watch: impl FnMut(u64, u64)) -> Result<bool, Error> {
        let here = self.index.snapshot()?;
        if self.snapshot().is_some() {
            return Ok(true);
        }
        let (there, content) = self.newest()?;
        let copied = self.lock().copied.clone();
        let copied = if copied.as_ref().is_some_and(|one| one.content == content) {
            copied
        } else if has_same_games(&there, &here)? {
            // By another process.
            Some(Copied {
                content,
                snapshot: here,
            })
        } else {
            self.copy(watch)?
        };
        let is_whole = copied.is_some();
        let mut current = self.lock();
        current.copied = copied.or(current.copied.take());
        current.until = None;
        Ok(is_whole)
    }

    /// What is in the cluster now.
    fn newest(&self) -> Result<(Arc<cluster::Snapshot>, Content), Error> {
        self.cluster.reload();
        let there = self.cluster.snapshot()?;
        let content = there.content()?;
        if content.identity() != self.identity {
            return Err(self.no_copy("the index was made anew in the cluster: start again"));
        }
        Ok((there, content))
    }

    /// Removes games that are not in the cluster, and adds those that are new there. `None` if some are left that cannot be
    /// copied yet.
    fn copy(&self, mut watch: impl FnMut(u64, u64)) -> Result<Option<Copied>, Error> {
        // From here on no other process changes the copy, and what others have copied is in the cluster's newest state.
        let mut writer = self.index.writer()?;
        let (there, content) = self.newest()?;
        let here = self.index.snapshot()?;
        // A copy that nobody else has written to has lost nothing if nothing was removed.
        let only_grows = self.lock().copied.as_ref().is_some_and(|copied| {
            copied.content.removals() == content.removals()
                && copied.snapshot.statistics() == here.statistics()
        });
        if !only_grows {
            let mut gone: BTreeSet<u64> = ids_here(&here)?.into_iter().collect();
            for id in ids_there(&there)? {
                gone.remove(&id);
            }
            writer.remove(&gone)?;
        }
        let (last, all) = (there.last_settled(), there.statistics().games);
        let mut games = self.index.snapshot()?.statistics().games;
        let mut page = there.stored_games(here.statistics().last_game, last, TOGETHER)?;
        while let Some(newest) = page.last() {
            watch(games, all);
            let next = newest.game.id;
            games += page.len() as u64;
            let encoded = page
                .into_par_iter()
                .map_init(|| Encoder::new(0, MAX_POSITIONS), encoded);
            // The next ones are on their way meanwhile.
            let (encoded, following) = rayon::join(
                || encoded.collect::<Vec<Result<(u64, EncodedGame), u64>>>(),
                || there.stored_games(next, last, TOGETHER),
            );
            for game in encoded {
                let (id, game) = game.map_err(|id| there.damaged(id))?;
                writer.add_as(id, &game)?;
            }
            page = following?;
        }
        writer.skip_ids(last);
        writer.commit()?;
        let later = there.stored_games(last, MOST, 1)?;
        let copied = self.index.snapshot()?;
        if later.is_empty() {
            let is_same = if only_grows {
                is_same(there.statistics(), copied.statistics())
            } else {
                has_same_games(&there, &copied)?
            };
            if !is_same {
                return Err(self.no_copy(
                    "it has something else than the cluster: delete it and start again, and it is copied anew",
                ));
            }
        }
        writer.close()?;
        // With fewer segments, unless another process has copied more by now.
        let merged = self.index.snapshot()?;
        let is_merged = merged.statistics() == copied.statistics();
        Ok(later.is_empty().then_some(Copied {
            content,
            snapshot: if is_merged { merged } else { copied },
        }))
    }

    fn no_copy(&self, why: &str) -> Error {
        Error::NoCopy {
            path: self.path().to_owned(),
            why: why.to_owned(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a copy has the games of the cluster under their ids, and counts the same of them.
fn has_same_games(there: &cluster::Snapshot, here: &index::Snapshot) -> Result<bool, Error> {
    Ok(is_same(there.statistics(), here.statistics()) && ids_there(there)? == ids_here(here)?)
}

/// The ids of a copy's games, ascending.
fn ids_here(here: &index::Snapshot) -> Result<Vec<u64>, Error> {
    Ok(here.games_that_pass(&Filter::default())?)
}

/// The ids of the games in the cluster, ascending.
fn ids_there(there: &cluster::Snapshot) -> Result<Vec<u64>, Error> {
    Ok(there.games_that_pass(&Filter::default())?)
}

/// Whether two indices have the same numbers of games, positions and terms; ids that no game has make no difference.
fn is_same(one: &Statistics, other: &Statistics) -> bool {
    let mut other = other.clone();
    other.last_game = one.last_game;
    *one == other
}

/// A game as a folder stores it, with its id; its id alone if it cannot be replayed.
fn encoded(encoder: &mut Encoder, stored: StoredGame) -> Result<(u64, EncodedGame), u64> {
    let (id, first) = (stored.game.id, stored.first_indexed as usize);
    let game = ParsedGame::of_game(stored.game).ok_or(id)?;
    let keys = DuplicateKeys::new(&game.tags, &game.positions[0], &game.moves);
    let game = encoder.encode_from(&game, keys, first).map_err(|_| id)?;
    Ok((id, game))
}
