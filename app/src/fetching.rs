//! The games of a player of lichess or chess.com, from the site to an index.

mod marks;

use std::io::Cursor;
use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::{Duration, Instant};

use fetch::{Batch, Event, Mark};
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

/// After how long without a game the writer is released. Guessed: lichess sends a game every 50 ms, and taking a writer
/// again takes a second if the index has millions of games.
const QUIET: Duration = Duration::from_secs(2);

/// How long games that have come wait for the writer if another one is at work. Guessed: a removal or a small import is
/// done by then, and the site may send nothing more if its games are not taken for much longer.
const LONGEST_TURN: Duration = Duration::from_mins(1);

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
    /// The writer of the index is released while no games come, and taken again when they do. `turn` is told of it:
    /// `turn(false)` follows a release; `turn(true)` comes before the writer is taken, and is false if this caller may
    /// not have it yet.
    ///
    /// # Errors
    ///
    /// [`Error::Fetch`] if the site does not have the games, or not all of them: those before are committed.
    /// [`Error::AnotherWriter`] if another writer is at work for a minute when more games have come. Any other error if
    /// the index cannot be written to.
    pub fn fetch(
        &mut self,
        sites: &Sites,
        account: &Account,
        turn: impl FnMut(bool) -> bool,
        watch: impl FnMut(&Ingested, FetchNews) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mark = Marks::read(self.database())?.of(account);
        let site = fetch::Fetch::start(sites, account, mark.clone())?;
        let mut fetching = Fetching {
            import: self,
            account,
            turn,
            watch,
            written: mark.clone(),
            mark,
            games: 0,
            uncommitted: 0,
            stopped: false,
        };
        let mut last = Instant::now();
        loop {
            match site.next(PATIENCE) {
                Ok(None) => fetching.report(FetchNews::default()),
                Ok(Some(Event::Waits(sentence))) => fetching.report(FetchNews {
                    waits: Some(sentence),
                    ..FetchNews::default()
                }),
                Ok(Some(Event::Games(batch))) => {
                    fetching.store(batch)?;
                    last = Instant::now();
                }
                Ok(Some(Event::End)) => {
                    if fetching.mark != fetching.written {
                        fetching.take_writer()?;
                    }
                    return fetching.commit();
                }
                Err(error) => {
                    fetching.commit()?;
                    return Err(error.into());
                }
            }
            if fetching.stopped {
                return fetching.commit();
            }
            if last.elapsed() >= QUIET {
                fetching.release()?;
            }
        }
    }
}

/// A fetch under way.
struct Fetching<'a, 'b, T, W> {
    import: &'a mut Import<'b>,
    account: &'a Account,
    turn: T,
    watch: W,
    /// Where the next fetch begins as the index has it.
    written: Option<Mark>,
    /// Where the next fetch begins, once everything so far is committed.
    mark: Option<Mark>,
    /// The number of games that have come.
    games: u64,
    uncommitted: u64,
    stopped: bool,
}

impl<T, W> Fetching<'_, '_, T, W>
where
    T: FnMut(bool) -> bool,
    W: FnMut(&Ingested, FetchNews) -> ControlFlow<()>,
{
    fn report(&mut self, news: FetchNews) {
        self.stopped |= (self.watch)(&self.import.counts(), news).is_break();
    }

    /// Commits, and lets others write.
    fn release(&mut self) -> Result<(), Error> {
        if self.import.has_writer() {
            self.commit()?;
            self.import.release()?;
            (self.turn)(false);
        }
        Ok(())
    }

    /// Takes the writer again, or waits for it until it is stopped.
    fn take_writer(&mut self) -> Result<(), Error> {
        if self.import.has_writer() {
            return Ok(());
        }
        let until = Instant::now() + LONGEST_TURN;
        loop {
            let is_late = Instant::now() >= until;
            if (self.turn)(true) {
                match self.import.writer() {
                    Err(Error::AnotherWriter(_)) if !is_late => (self.turn)(false),
                    taken => return taken.map(|_| ()),
                };
            } else if is_late {
                let folder = self.import.database().folder()?;
                return Err(Error::AnotherWriter(folder.to_owned()));
            }
            self.report(FetchNews::default());
            if self.stopped {
                return Ok(());
            }
            sleep(PATIENCE);
        }
    }

    /// Adds the games of a batch, and commits if it is time to.
    fn store(&mut self, mut batch: Batch) -> Result<(), Error> {
        let before = self.games;
        let pgn = std::mem::take(&mut batch.pgn);
        if !pgn.is_empty() {
            self.take_writer()?;
            if self.stopped {
                return Ok(());
            }
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
        self.mark = batch.mark;
        if self.uncommitted >= COMMIT_EVERY {
            self.commit()?;
        }
        Ok(())
    }

    /// Commits the games so far, then where the next fetch begins.
    fn commit(&mut self) -> Result<(), Error> {
        self.uncommitted = 0;
        if !self.import.has_writer() {
            // All that came before is committed, and where the next fetch begins may be written by writers only.
            return Ok(());
        }
        self.import.commit()?;
        if let Some(mark) = self.mark.clone() {
            Marks::write(self.import.database(), self.account, mark)?;
        }
        self.written.clone_from(&self.mark);
        Ok(())
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
