//! Bulk indexing: from a stream of PGN to the games of a [`Store`], an index in a folder or in a cluster.

use std::collections::HashMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{PoisonError, RwLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pgn::{Correction, Games, ParsedGame, RawGame, ReadError, Rejected, parse, parse_legal};
use similarity::{
    DuplicateKeys, Encoded, EncodedGame, Encoder, Ingested, Initials, Original, Store,
};

/// Why a file could not be ingested.
#[derive(Debug, thiserror::Error)]
pub enum IngestError<E> {
    /// It cannot be opened, read or decompressed.
    #[error(transparent)]
    Unreadable(ReadError),
    /// It is not empty, and no game of PGN is in it.
    #[error("{0}: there is no game in it; is it PGN?")]
    NoGame(String),
    /// The index cannot be written to.
    #[error(transparent)]
    Index(E),
}

/// Which positions of games are indexed.
#[derive(Copy, Clone, Debug)]
pub struct WhichPositions {
    /// Those after White's move of this number.
    pub from_move: u32,
    /// Those of variations, too: each variation becomes a game of its own.
    pub variations: bool,
    /// Those before the first illegal move of a game that has one, which is rejected otherwise.
    pub keeps_legal: bool,
}

/// A remark on a game of an import, with one sentence unless the game is a duplicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The kind of remark.
    pub kind: RemarkKind,
    /// The game, and the sentence.
    pub game: Rejected,
}

/// The kind of a remark.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// The game is not stored.
    Rejected,
    /// Something was put right, or left out.
    Corrected(Correction),
    /// It is part of a longer game, or a longer one of it.
    Contained,
    /// The game is skipped as a duplicate of this stored game.
    Duplicate(Original),
}

impl From<u32> for WhichPositions {
    /// Those of main lines.
    fn from(from_move: u32) -> WhichPositions {
        WhichPositions {
            from_move,
            variations: false,
            keeps_legal: false,
        }
    }
}

/// How many bytes of games are handed on together, or one game more. Guessed: sixty games, twenty
/// milliseconds of work; a game has up to a megabyte.
const BATCH: usize = 48 << 10;

/// How many batches may wait before and after each thread that parses. Guessed.
const QUEUE: usize = 4;

/// How long to wait for a batch before `watch` is called with nothing new.
const PATIENCE: Duration = Duration::from_millis(200);

/// Adds all games of a stream of PGN, and the variations of each if that is wanted; a commit makes the last of them
/// visible.
///
/// One thread reads the stream and cuts it into games, as many as there are processors parse and
/// encode them, and the calling one adds them to the index, in the order of the stream. Between
/// them are short queues, so that memory does not depend on the length of the stream.
///
/// `watch` is called after every few games, and now and then while the stream stalls, with what
/// the import has done so far and with the remarks on games since its last call; the games that are
/// not rejected are in. Where it answers [`ControlFlow::Break`] the import ends there, with
/// every game so far whole.
///
/// # Errors
///
/// [`IngestError::Unreadable`] where the stream breaks off with an error (the games before it are
/// in and counted), [`IngestError::NoGame`] if it is not empty and has none,
/// [`IngestError::Index`] if the index cannot be written to. The first two name `name`.
pub fn ingest<S: Store>(
    writer: &mut S,
    name: &str,
    stream: impl Read + Send + 'static,
    which: impl Into<WhichPositions>,
    sum: &mut Ingested,
    mut watch: impl FnMut(&Ingested, Vec<Remark>) -> ControlFlow<()>,
) -> Result<(), IngestError<S::Error>> {
    let which = which.into();
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (to_parse, parsers): (Vec<_>, Vec<_>) =
        (0..processors).map(|_| sync_channel(QUEUE)).unzip();
    let reader = thread::spawn(move || read(stream, &to_parse));
    let (parsed, threads): (Vec<Receiver<Vec<Parsed>>>, Vec<JoinHandle<()>>) = parsers
        .into_iter()
        .map(|batches| {
            let (parsed, results) = sync_channel(QUEUE);
            let keys = writer.keys();
            let encoder = Encoder::new(which.from_move, writer.passage_positions());
            let parse = move || parse_all(&batches, which, encoder, &keys, &parsed);
            (results, thread::spawn(parse))
        })
        .unzip();

    // The batches are dealt out in turn and so collected.
    for results in parsed.iter().cycle() {
        let batch = loop {
            match results.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => {
                    if watch(sum, Vec::new()).is_break() {
                        return Ok(());
                    }
                }
                received => break received,
            }
        };
        // All batches have been collected.
        let Ok(batch) = batch else { break };
        let mut remarks = Vec::new();
        for game in batch {
            match game {
                Parsed::Game { place, game } => {
                    let added = writer.add(*game, sum).map_err(IngestError::Index)?;
                    remarks.extend(added.original.map(|original| place.duplicate(original)));
                    remarks.extend(added.contained.iter().map(|contained| Remark {
                        kind: RemarkKind::Contained,
                        game: place.rejected(contained.to_string()),
                    }));
                }
                Parsed::Duplicate { place, key } => {
                    writer.skip(key, sum);
                    remarks.push(place.duplicate(Original::Key(key)));
                }
                Parsed::Remark(remark) => {
                    sum.rejected += u64::from(remark.kind == RemarkKind::Rejected);
                    remarks.push(remark);
                }
            }
        }
        if watch(sum, remarks).is_break() {
            // The threads end, as their results are no longer received; they are not waited for, since the
            // stream may be a pipe that nothing is written to.
            return Ok(());
        }
    }
    // If one of them has panicked, the others cannot send their results, and end.
    drop(parsed);
    threads.into_iter().for_each(join);
    let found_no_game =
        join(reader).map_err(|error| IngestError::Unreadable(ReadError::new(name, &error)))?;
    if found_no_game {
        return Err(IngestError::NoGame(name.to_owned()));
    }
    Ok(())
}

/// Waits for a thread; its panic is ours.
fn join<T>(thread: JoinHandle<T>) -> T {
    let ended = thread.join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Cuts a stream into batches of games and deals them out in turn, as long as they are received.
/// Returns whether there was text, and no game in it.
fn read(stream: impl Read, parsers: &[SyncSender<Vec<RawGame>>]) -> io::Result<bool> {
    let mut games = Games::new(stream);
    for parser in parsers.iter().cycle() {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        let end = loop {
            match games.next_game() {
                Ok(Some(game)) => {
                    bytes += game.bytes();
                    batch.push(game);
                }
                Ok(None) => break Some(Ok(games.found_no_game())),
                Err(error) => break Some(Err(error)),
            }
            if bytes >= BATCH {
                break None;
            }
        };
        let taken = batch.is_empty() || parser.send(batch).is_ok();
        match end {
            Some(end) => return end,
            None if taken => {}
            None => break,
        }
    }
    Ok(false)
}

/// What has become of a game that was read.
enum Parsed {
    /// It is to be stored; where it stands in the stream.
    Game {
        place: Place,
        game: Box<EncodedGame>,
    },
    /// It is a duplicate of the game of this key.
    Duplicate { place: Place, key: u64 },
    /// A remark on it.
    Remark(Remark),
}

/// Where a game stands in its stream.
#[derive(Copy, Clone)]
struct Place {
    game: u64,
    line: u64,
}

impl Place {
    /// The game of this place, and a sentence on it.
    fn rejected(self, reason: String) -> Rejected {
        let Place { game, line } = self;
        Rejected { game, line, reason }
    }

    /// Makes the remark on a duplicate at this place.
    fn duplicate(self, original: Original) -> Remark {
        Remark {
            kind: RemarkKind::Duplicate(original),
            game: self.rejected(String::new()),
        }
    }
}

/// Parses and encodes batches of games, as long as there are any and the results are received.
fn parse_all(
    batches: &Receiver<Vec<RawGame>>,
    which: WhichPositions,
    mut encoder: Encoder,
    keys: &RwLock<HashMap<u64, Initials>>,
    results: &SyncSender<Vec<Parsed>>,
) {
    for batch in batches {
        let mut parsed = Vec::with_capacity(batch.len());
        for raw in &batch {
            parse_one(raw, which, &mut encoder, keys, &mut parsed);
        }
        if results.send(parsed).is_err() {
            break;
        }
    }
}

/// Parses and encodes a game, and then its variations if they are asked for.
fn parse_one(
    raw: &RawGame,
    which: WhichPositions,
    encoder: &mut Encoder,
    keys: &RwLock<HashMap<u64, Initials>>,
    results: &mut Vec<Parsed>,
) {
    // All keys known now are of earlier games: those of this batch are added after it.
    let known = |game: &DuplicateKeys| {
        let keys = keys.read().unwrap_or_else(PoisonError::into_inner);
        game.known(|key| keys.get(&key).copied())
    };
    let remark = |kind, sentence: String| {
        let game = raw.rejected(sentence);
        Parsed::Remark(Remark { kind, game })
    };
    let parsed = if which.keeps_legal {
        parse_legal(raw)
    } else {
        parse(raw)
    };
    let game = match parsed {
        Ok(game) => game,
        Err(reason) => return results.push(remark(RemarkKind::Rejected, reason)),
    };
    for (correction, sentence) in game.corrections.iter() {
        let kind = RemarkKind::Corrected(correction);
        results.push(remark(kind, sentence.to_owned()));
    }
    let place = Place {
        game: raw.ordinal,
        line: raw.line,
    };
    let mut encode = |game: &ParsedGame| {
        results.push(match encoder.encode(game, known) {
            Ok(Encoded::Game(game)) => Parsed::Game { place, game },
            Ok(Encoded::Duplicate(key)) => Parsed::Duplicate { place, key },
            Err(reason) => remark(RemarkKind::Rejected, reason),
        });
    };
    encode(&game);
    if which.variations {
        game.for_each_variation(encode);
    }
}
