//! The games of a player of lichess or chess.com, from the site to an index.

mod marks;

use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Duration;

use fetch::{Batch, Event};
use pgn::Rejected;
use similarity::Ingested;

use crate::error::Error;
use crate::import::{Import, Remark, RemarkKind};
use crate::remarks::RejectedGame;

pub use fetch::{Account, AccountError, Error as FetchError, Site, Sites, Waits};

use marks::Marks;

/// After how many games the import commits. Guessed: what lichess sends in a minute, and a crash loses.
const COMMIT_EVERY: u64 = 1000;

/// How long to wait for games before `watch` is called with nothing new.
const PATIENCE: Duration = Duration::from_millis(200);

/// What happens in a fetch, beside its counts.
#[derive(Debug, Default)]
pub struct FetchNews {
    /// The remarks on games since the last news, each game with its address as its file, and its number among those that
    /// came.
    pub remarks: Vec<(RemarkKind, RejectedGame)>,
    /// Why the site is asked later, and when, in one sentence.
    pub waits: Option<String>,
}

impl Import<'_> {
    /// Adds the games of a player: all, or if they have been fetched into this index before, those that are new.
    ///
    /// Games are committed now and then, and with them where the next fetch begins; whatever ends this one, the next one
    /// goes on. `watch` is called after every few games, and now and then while none come, with the counts of the whole
    /// import; where it returns [`ControlFlow::Break`] the fetch ends there.
    ///
    /// # Errors
    ///
    /// [`Error::Fetch`] if the site does not have the games, or not all of them: those before are committed. Any other
    /// error if the index cannot be written to.
    pub fn fetch(
        &mut self,
        sites: &Sites,
        account: &Account,
        watch: impl FnMut(&Ingested, FetchNews) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let marks = Marks::read(self.database())?;
        let mark = marks.of(account);
        let site = fetch::Fetch::start(sites, account, mark.clone())?;
        let mut fetching = Fetching {
            import: self,
            account,
            marks,
            watch,
            batch: Batch {
                mark,
                ..Batch::default()
            },
            games: 0,
            uncommitted: 0,
            stopped: false,
        };
        loop {
            match site.next(PATIENCE) {
                Ok(None) => fetching.report(FetchNews::default()),
                Ok(Some(Event::Waits(sentence))) => fetching.report(FetchNews {
                    waits: Some(sentence),
                    ..FetchNews::default()
                }),
                Ok(Some(Event::Games(batch))) => fetching.store(batch)?,
                Ok(Some(Event::End)) => return fetching.commit(),
                Err(error) => {
                    fetching.commit()?;
                    return Err(error.into());
                }
            }
            if fetching.stopped {
                return fetching.commit();
            }
        }
    }
}

/// A fetch under way.
struct Fetching<'a, 'b, W> {
    import: &'a mut Import<'b>,
    account: &'a Account,
    marks: Marks,
    watch: W,
    /// The last one that was added as a whole.
    batch: Batch,
    /// The number of games that have come.
    games: u64,
    uncommitted: u64,
    stopped: bool,
}

impl<W: FnMut(&Ingested, FetchNews) -> ControlFlow<()>> Fetching<'_, '_, W> {
    fn report(&mut self, news: FetchNews) {
        self.stopped |= (self.watch)(&self.import.counts(), news).is_break();
    }

    /// Adds the games of a batch, and commits if it is time to.
    fn store(&mut self, mut batch: Batch) -> Result<(), Error> {
        let before = self.games;
        let pgn = std::mem::take(&mut batch.pgn);
        if !pgn.is_empty() {
            let (watch, stopped, addresses) =
                (&mut self.watch, &mut self.stopped, &batch.addresses);
            let watch = |sum: &Ingested, remarks: Vec<Remark>| {
                let named = |remark: Remark| (remark.kind, named(addresses, before, remark.game));
                let news = FetchNews {
                    remarks: remarks.into_iter().map(named).collect(),
                    waits: None,
                };
                let flow = watch(sum, news);
                *stopped |= flow.is_break();
                flow
            };
            let name = self.account.to_string();
            self.import.read(&name, Cursor::new(pgn), watch)?;
        }
        let games = batch.addresses.len() as u64;
        self.games += games;
        self.uncommitted += games;
        if self.stopped {
            // Some of its games may not be in.
            return Ok(());
        }
        self.batch = batch;
        if self.uncommitted >= COMMIT_EVERY {
            self.commit()?;
        }
        Ok(())
    }

    /// Commits the games so far, then where the next fetch begins.
    fn commit(&mut self) -> Result<(), Error> {
        self.uncommitted = 0;
        self.import.commit()?;
        match self.batch.mark.clone() {
            Some(mark) => self.marks.write(self.import.database(), self.account, mark),
            None => Ok(()),
        }
    }
}

/// A game of a batch of which something is said with these addresses, of which `before` games have come before.
fn named(addresses: &[String], before: u64, rejected: Rejected) -> RejectedGame {
    let address = addresses.get((rejected.game as usize).wrapping_sub(1));
    let address = address.filter(|address| !address.is_empty());
    RejectedGame {
        file: address.cloned(),
        game: before + rejected.game,
        line: 1,
        reason: rejected.reason,
    }
}
