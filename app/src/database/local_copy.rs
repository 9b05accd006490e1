//! A copy in a folder of an index in a cluster, which answers whenever it has what the cluster has.
//!
//! What is visible in the cluster changes in steps: a batch comes, or games are removed. After each step the cluster
//! answers, until the copy has followed, and has the same ids and statistics. So whether there is a copy is seen by nothing
//! but the time that an answer takes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cluster::{Cluster, Content, StoredGame};
use index::Index;
use pgn::ParsedGame;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use similarity::{DuplicateKeys, EncodedGame, Encoder, GameFilter, MAX_POSITIONS, Statistics};

use crate::error::Error;
use crate::memory::{Memory, bytes};

/// How long it is taken for granted that the cluster has what it had: as long as [`Cluster::snapshot`] does.
const FRESH: Duration = Duration::from_millis(500);

/// How long a cluster is left alone that lets a request wait and does not answer it. Guessed: a node that hangs is waited
/// for six seconds, which few requests are to do.
const AWAY: Duration = Duration::from_secs(10);

/// The greatest id. Read: OpenSearch's numbers have 63 bits and a sign.
const MOST: u64 = i64::MAX.cast_unsigned();

/// How many games are copied together. Guessed: some megabytes.
const TOGETHER: usize = 1000;

/// The name of the [`Note`] in the folder of a copy.
const NOTE: &str = "copied.json";

/// A copy in a folder of an index in a cluster.
pub struct LocalCopy {
    folder: PathBuf,
    /// Opened when it is first needed: a copy that cannot be opened is no reason not to start.
    index: OnceLock<Index>,
    cluster: Arc<Cluster>,
    /// [`Cluster::identity`] of the index that it is a copy of.
    identity: String,
    current: Mutex<Current>,
}

/// What a copy has of what the cluster has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyState {
    /// All of it: the copy answers.
    Current,
    /// What the cluster had before it went away: the copy answers. In words, why the cluster does not.
    Alone(String),
    /// Less, until the imports under way have ended: the cluster answers.
    Waiting,
}

/// What is known of the copy and of the cluster.
#[derive(Default)]
struct Current {
    copied: Option<Copied>,
    /// What the cluster had when it was asked last.
    seen: Option<Content>,
    /// Why it did not answer when it was asked last, if it did not.
    away: Option<String>,
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

/// What a copy had when it was last written, and how often games had been removed from the cluster by then. While both are
/// still the same, the cluster has every game of the copy, and the copy lacks at most the newest ones.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    removals: u64,
    games: u64,
    last_game: u64,
}

impl Note {
    fn new(content: &Content, here: &index::Snapshot) -> Note {
        Note {
            removals: content.removals(),
            games: here.statistics().games,
            last_game: here.statistics().last_game,
        }
    }
}

impl Current {
    /// The copy, if it has what the cluster had when it was asked last.
    fn answering(&self) -> Option<Arc<index::Snapshot>> {
        let copied = self.copied.as_ref()?;
        (self.seen.as_ref() == Some(&copied.content)).then(|| Arc::clone(&copied.snapshot))
    }
}

impl LocalCopy {
    /// The copy of an index, in a folder of its own in `path`; it answers after [`LocalCopy::update`].
    ///
    /// # Errors
    ///
    /// [`Error`] if the cluster does not answer.
    pub(crate) fn new(path: &Path, cluster: &Arc<Cluster>) -> Result<LocalCopy, Error> {
        let identity = cluster.identity()?;
        Ok(LocalCopy {
            folder: path.join(format!("{}-{identity}", cluster.name())),
            index: OnceLock::new(),
            cluster: Arc::clone(cluster),
            identity,
            current: Mutex::default(),
        })
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The index that it is.
    fn index(&self) -> Result<&Index, Error> {
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        fs::create_dir_all(&self.folder).map_err(|error| self.no_copy(&error.to_string()))?;
        let opened = Index::open_or_create(&self.folder)?;
        Ok(self.index.get_or_init(|| opened))
    }

    /// The size of its files in bytes.
    pub(crate) fn bytes(&self) -> Result<u64, Error> {
        Ok(self.index()?.bytes()?)
    }

    /// Checks all bytes of the copy's files: one that is damaged does not answer from then on.
    ///
    /// # Errors
    ///
    /// [`Error::NoCopy`] if it is damaged.
    pub fn check_files(&self) -> Result<(), Error> {
        let checked = self.index().and_then(|index| Ok(index.check_files()?));
        checked.map_err(|error| self.of_copy(error))
    }

    /// The copy, if it has what the cluster has, or had when it last answered.
    pub(crate) fn snapshot(&self) -> Option<Arc<index::Snapshot>> {
        let (known, reloads) = {
            let mut current = self.lock();
            current.copied.as_ref()?;
            // It fails where damage was found.
            self.index().ok()?.snapshot().ok()?;
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
            current.until = Some(match &found {
                Err(_) if asked.elapsed() > FRESH => Instant::now() + AWAY,
                _ => asked + FRESH,
            });
            current.away = found.as_ref().err().map(ToString::to_string);
            match found {
                Ok(found) => current.seen = Some(found),
                Err(cluster::Error::Missing(_) | cluster::Error::Refused(_)) => current.seen = None,
                // As it was.
                Err(_) => {}
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

    /// Copies what is new in the cluster, and removes what is not there any more. Games are copied in the order of their
    /// ids, so those of an import wait until others have ended that began before.
    ///
    /// `memory` bounds the memory that it takes, as of an import. `watch` is called now and then with the number of games
    /// that are copied and of those that are there.
    ///
    /// # Errors
    ///
    /// [`Error::AnotherWriter`] while another process writes to the copy, [`Error::NoCopy`] if it cannot be used, e.g.
    /// because something else was written to it; [`Error`] if either cannot be read.
    pub fn update(
        &self,
        memory: Option<Memory>,
        watch: impl FnMut(u64, u64),
    ) -> Result<CopyState, Error> {
        let followed = self.followed(memory, watch);
        followed.map_err(|error| self.of_copy(error))
    }

    fn followed(
        &self,
        memory: Option<Memory>,
        watch: impl FnMut(u64, u64),
    ) -> Result<CopyState, Error> {
        let here = self.index()?.snapshot()?;
        if self.snapshot().is_some() {
            let away = self.lock().away.clone();
            return Ok(away.map_or(CopyState::Current, CopyState::Alone));
        }
        let (there, content) = self.newest()?;
        let known = self.lock().copied.clone();
        let copied = if known.as_ref().is_some_and(|one| one.content == content) {
            known
        } else if is_same(there.statistics(), here.statistics())
            && (self.only_lacks(&content, &here) || ids_there(&there)? == ids_here(&here)?)
        {
            // By another process.
            Some(Copied {
                content,
                snapshot: here,
            })
        } else {
            self.copy(memory, watch)?
        };
        let mut current = self.lock();
        current.until = None;
        if copied.is_none() {
            return Ok(CopyState::Waiting);
        }
        current.copied = copied;
        Ok(CopyState::Current)
    }

    /// What is in the cluster now.
    fn newest(&self) -> Result<(Arc<cluster::Snapshot>, Content), Error> {
        self.cluster.reload();
        let there = self.cluster.snapshot()?;
        let content = there.content()?;
        if content.identity() != self.identity {
            return Err(self.no_copy(
                "the index was made anew in the cluster: restart Tabiya, and it is copied anew",
            ));
        }
        Ok((there, content))
    }

    /// Whether the copy has no game that is not in the cluster, as its note says.
    fn only_lacks(&self, content: &Content, here: &index::Snapshot) -> bool {
        let note = fs::read(self.folder.join(NOTE)).ok();
        let note = note.and_then(|json| serde_json::from_slice::<Note>(&json).ok());
        note == Some(Note::new(content, here))
    }

    /// Removes games that are not in the cluster, and adds those that are new there. `None` if some are left that cannot be
    /// copied yet.
    fn copy(
        &self,
        memory: Option<Memory>,
        mut watch: impl FnMut(u64, u64),
    ) -> Result<Option<Copied>, Error> {
        let index = self.index()?;
        // From here on no other process changes the copy, and what others have copied is in the cluster's newest state.
        let mut writer = index.writer()?;
        if let Some(memory) = memory {
            writer.set_memory(bytes(memory));
        }
        let (there, content) = self.newest()?;
        let here = index.snapshot()?;
        let (last, all) = (there.last_settled(), there.statistics().games);
        let after = here.statistics().last_game;
        let only_lacks = self.only_lacks(&content, &here);
        if after > last {
            // Or else a node showed an old state, and nothing may be removed because of that.
            return Err(self.differs());
        }
        if !only_lacks {
            let mut gone: BTreeSet<u64> = ids_here(&here)?.into_iter().collect();
            for id in ids_there(&there)? {
                gone.remove(&id);
            }
            writer.remove(&gone)?;
        }
        let mut games = index.snapshot()?.statistics().games;
        let mut page = there.stored_games(after, last, TOGETHER)?;
        while let Some(newest) = page.last() {
            watch(games, all);
            let next = newest.game.id;
            games += page.len() as u64;
            // The next ones are on their way meanwhile.
            let (encoded, following) = thread::scope(|scope| {
                let following = scope.spawn(|| there.stored_games(next, last, TOGETHER));
                let encoded = page
                    .into_par_iter()
                    .map_init(|| Encoder::new(0, MAX_POSITIONS), encoded)
                    .collect::<Vec<Result<(u64, EncodedGame), u64>>>();
                let following = following.join();
                (
                    encoded,
                    following.unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                )
            });
            for game in encoded {
                let (id, game) = game.map_err(|id| there.damaged(id))?;
                writer.add_as(id, &game)?;
            }
            page = following?;
        }
        writer.skip_ids(last);
        writer.commit()?;
        let is_left = !there.stored_games(last, MOST, 1)?.is_empty();
        let copied = index.snapshot()?;
        let is_whole = is_same(there.statistics(), copied.statistics())
            && (only_lacks || ids_there(&there)? == ids_here(&copied)?);
        if !is_whole && !is_left {
            return Err(self.differs());
        }
        let note = serde_json::to_vec(&Note::new(&content, &copied)).map_err(Error::internal)?;
        fs::write(self.folder.join(NOTE), note)
            .map_err(|error| self.no_copy(&error.to_string()))?;
        writer.close()?;
        // With fewer segments, unless another process has copied more by now.
        let merged = index.snapshot()?;
        let is_merged = merged.statistics() == copied.statistics();
        Ok(is_whole.then_some(Copied {
            content,
            snapshot: if is_merged { merged } else { copied },
        }))
    }

    fn differs(&self) -> Error {
        self.no_copy("it has something else than the cluster: delete it and restart Tabiya, and it is copied anew")
    }

    fn no_copy(&self, why: &str) -> Error {
        Error::NoCopy {
            path: self.folder.clone(),
            why: why.to_owned(),
        }
    }

    /// What an error of the copy's index means for whoever runs the server: nothing is lost.
    fn of_copy(&self, error: Error) -> Error {
        match error {
            Error::Index(
                error @ (index::Error::Damaged { .. }
                | index::Error::Outdated { .. }
                | index::Error::Format { .. }
                | index::Error::Foreign(_)),
            ) => self.no_copy(&format!(
                "{error}; here it is enough to delete it and restart Tabiya: it is copied anew"
            )),
            other => other,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The ids of a copy's games, ascending.
fn ids_here(here: &index::Snapshot) -> Result<Vec<u64>, Error> {
    Ok(here.games_that_pass(&GameFilter::default())?)
}

/// The ids of the games in the cluster, ascending.
fn ids_there(there: &cluster::Snapshot) -> Result<Vec<u64>, Error> {
    Ok(there.games_that_pass(&GameFilter::default())?)
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
