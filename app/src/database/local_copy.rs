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

/// How long a cluster that does not answer is left alone. Guessed: a node that hangs is waited for six seconds, which few
/// requests are to do.
const AWAY: Duration = Duration::from_secs(10);

/// The greatest id. Read: OpenSearch's numbers have 63 bits and a sign.
const MOST: u64 = i64::MAX.cast_unsigned();

/// How many games are copied together. Guessed: some megabytes.
const TOGETHER: usize = 1000;

/// A copy in a folder of an index in a cluster.
pub struct LocalCopy {
    index: Index,
    cluster: Arc<Cluster>,
    current: Mutex<Current>,
}

/// What is known of the copy and of the cluster.
#[derive(Default)]
struct Current {
    /// The copy, whole, and of what it is one.
    copied: Option<(Content, Arc<index::Snapshot>)>,
    /// What the cluster had when it was asked last.
    seen: Option<Content>,
    /// Until when it is not asked again.
    until: Option<Instant>,
}

impl LocalCopy {
    /// Opens the copy of an index, or an empty one, in a folder of its own in `path`; it answers after
    /// [`LocalCopy::update`].
    ///
    /// # Errors
    ///
    /// [`Error`] if the folder cannot be read or made, or if the cluster does not answer.
    pub(crate) fn open(path: &Path, cluster: &Arc<Cluster>) -> Result<LocalCopy, Error> {
        let folder = path.join(format!("{}-{}", cluster.name(), cluster.uuid()?));
        fs::create_dir_all(path).map_err(|error| Error::NoCopy {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
        Ok(LocalCopy {
            index: Index::open_or_create(&folder)?,
            cluster: Arc::clone(cluster),
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
        // It fails where damage was found.
        self.index.snapshot().ok()?;
        let mut current = self.lock();
        let Current {
            copied,
            seen,
            until,
        } = &mut *current;
        let (content, snapshot) = copied.as_ref()?;
        if until.is_none_or(|until| Instant::now() > until) {
            let found = self.cluster.content(seen.as_ref());
            let good_for = if found.is_ok() { FRESH } else { AWAY };
            if let Ok(found) = found {
                *seen = Some(found);
            }
            *until = Some(Instant::now() + good_for);
        }
        (seen.as_ref() == Some(content)).then(|| Arc::clone(snapshot))
    }

    /// Makes the next [`LocalCopy::snapshot`] ask the cluster; what it had before no longer counts.
    pub(crate) fn reload(&self) {
        let mut current = self.lock();
        (current.seen, current.until) = (None, None);
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
    pub fn update(&self, mut watch: impl FnMut(u64, u64)) -> Result<bool, Error> {
        if self.snapshot().is_some() {
            return Ok(true);
        }
        let there = self.cluster.snapshot()?;
        let content = there.content();
        let nothing_removed = match &self.lock().copied {
            Some((copied, _)) if *copied == content => return Ok(true),
            Some((copied, _)) => copied.removals() == content.removals(),
            // What another process has copied may have been removed since.
            None => false,
        };
        let gone = if nothing_removed {
            BTreeSet::new()
        } else {
            self.gone(&there)?
        };
        self.copy(&there, &gone, &mut watch)?;
        let here = self.index.snapshot()?;
        let later = there.stored_games(there.last_settled(), MOST, 1)?;
        if !later.is_empty() {
            return Ok(false);
        }
        if !is_same(there.statistics(), here.statistics())
            || !nothing_removed && ids(&there)? != here.games_that_pass(&Filter::default())?
        {
            return Err(self.differs());
        }
        let mut current = self.lock();
        current.copied = Some((content, here));
        current.until = None;
        Ok(true)
    }

    /// The games of the copy that are not in the cluster.
    fn gone(&self, there: &cluster::Snapshot) -> Result<BTreeSet<u64>, Error> {
        let here = self.index.snapshot()?.games_that_pass(&Filter::default())?;
        let mut gone: BTreeSet<u64> = here.into_iter().collect();
        for id in ids(there)? {
            gone.remove(&id);
        }
        Ok(gone)
    }

    /// Removes games from the copy, and adds those to it that are new in the cluster.
    fn copy(
        &self,
        there: &cluster::Snapshot,
        gone: &BTreeSet<u64>,
        watch: &mut impl FnMut(u64, u64),
    ) -> Result<(), Error> {
        let here = self.index.snapshot()?;
        let (after, last) = (here.statistics().last_game, there.last_settled());
        let mut page = there.stored_games(after, last, TOGETHER)?;
        if page.is_empty() && gone.is_empty() {
            return Ok(());
        }
        let mut writer = self.index.writer()?;
        let removed = writer.remove(gone)?.len() as u64;
        let mut games = here.statistics().games - removed;
        while let Some(newest) = page.last() {
            watch(games, there.statistics().games);
            let next = newest.game.id;
            games += page.len() as u64;
            let encoded = page
                .into_par_iter()
                .map_init(|| Encoder::new(0, MAX_POSITIONS), encoded);
            // The next ones are on their way meanwhile.
            let (encoded, following) = rayon::join(
                || encoded.collect::<Vec<Option<(u64, EncodedGame)>>>(),
                || there.stored_games(next, last, TOGETHER),
            );
            for game in encoded {
                let (id, game) = game.ok_or_else(|| self.differs())?;
                writer.add_as(id, &game)?;
            }
            page = following?;
        }
        writer.skip_ids(last);
        writer.commit()?;
        Ok(writer.close()?)
    }

    fn differs(&self) -> Error {
        Error::NoCopy {
            path: self.path().to_owned(),
            why: "it has something else than the cluster: delete it and start again, and it is copied anew"
                .to_owned(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The ids of the games in the cluster, ascending.
fn ids(there: &cluster::Snapshot) -> Result<Vec<u64>, Error> {
    Ok(there.games_that_pass(&Filter::default())?)
}

/// Whether two indices have the same numbers of games, positions and terms; ids that no game has make no difference.
fn is_same(one: &Statistics, other: &Statistics) -> bool {
    let mut other = other.clone();
    other.last_game = one.last_game;
    *one == other
}

/// A game as a folder stores it, with its id; `None` if it cannot be replayed.
fn encoded(encoder: &mut Encoder, stored: StoredGame) -> Option<(u64, EncodedGame)> {
    let (id, first) = (stored.game.id, stored.first_indexed as usize);
    let game = ParsedGame::of_game(stored.game)?;
    let keys = DuplicateKeys::new(&game.tags, &game.positions[0], &game.moves);
    Some((id, encoder.encode_from(&game, keys, first).ok()?))
}
