//! Bulk indexing: from files of PGN to committed games.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{PoisonError, RwLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use walkdir::WalkDir;

use crate::encode::{EncodedGame, Encoder};
use crate::error::Error;
use crate::pgn::{Games, RawGame, parse};
use crate::writer::Keys;

/// What an import did.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ingested {
    /// Games stored.
    pub games: u64,
    /// Positions of theirs that can be found.
    pub positions: u64,
    /// Games left out, because the index had them already.
    pub duplicates: u64,
    /// Games left out, because they could not be played through.
    pub rejected: u64,
}

/// A game that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its number in its file, from 1.
    pub game: u64,
    /// The line that it begins on, from 1.
    pub line: u64,
    /// Why, e.g. `illegal move Ke3 (move 12, Black)`.
    pub reason: String,
}

/// What games are added to.
pub trait Store {
    /// Why it cannot be written to.
    type Error;

    /// The keys of games that it has, all or some: those are not encoded again.
    fn keys(&self) -> Keys;

    /// How many positions a passage gets.
    fn passage_positions(&self) -> usize;

    /// Adds a game, and counts it: at once, or when it is known whether it is a duplicate.
    fn add(&mut self, game: EncodedGame, sum: &mut Ingested) -> Result<(), Self::Error>;
}

/// Why a file could not be ingested.
#[derive(Debug, thiserror::Error)]
pub enum IngestError<E = Error> {
    /// It cannot be opened, read or decompressed.
    #[error("{0}: {1}")]
    Unreadable(String, String),
    /// It is not empty, and no game of PGN is in it.
    #[error("{0}: there is no game in it; is it PGN?")]
    NoGame(String),
    /// The index cannot be written to.
    #[error(transparent)]
    Index(E),
}

/// The files that are meant by a path: itself, or if it is a folder all `.pgn`, `.pgn.zst`,
/// `.pgn.gz` and `.pgn.bz2` files below it, each folder sorted by the bytes of its names. Links to
/// files are followed, links to folders are not.
///
/// Each comes as a file, or as the error that it cannot be found, that a folder on the way to it
/// cannot be listed, or that there is none.
pub fn pgn_files(path: &Path) -> Vec<Result<PathBuf, IngestError>> {
    let unreadable = |path: &Path, error: &io::Error| {
        IngestError::Unreadable(path.display().to_string(), plain(error))
    };
    match fs::metadata(path) {
        Err(error) => return vec![Err(unreadable(path, &error))],
        Ok(metadata) if !metadata.is_dir() => return vec![Ok(path.to_owned())],
        Ok(_) => {}
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() || !is_pgn(entry.path()) => {}
            Ok(entry) => files.push(match fs::metadata(entry.path()) {
                Ok(metadata) if metadata.is_dir() => continue,
                Ok(_) => Ok(entry.into_path()),
                Err(error) => Err(unreadable(entry.path(), &error)),
            }),
            Err(error) => {
                let at = error.path().unwrap_or(path).to_owned();
                files.push(Err(unreadable(&at, &error.into())));
            }
        }
    }
    if files.is_empty() {
        let why = "there is no PGN file in this folder".to_owned();
        files.push(Err(IngestError::Unreadable(
            path.display().to_string(),
            why,
        )));
    }
    files
}

/// Whether a file's name is that of PGN.
fn is_pgn(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// Reads a file of PGN, decompressed by what it begins with: zstd, gzip, bzip2 or plain.
/// `read` is called with the bytes of the file, compressed or not, as they are read.
///
/// It is opened when it is first read from, on whatever thread that is: who opens a named pipe
/// waits for somebody who writes to it.
pub fn open_pgn(path: &Path, read: impl FnMut(u64) + Send + 'static) -> impl Read + Send + 'static {
    let path = path.to_owned();
    lazy(move || {
        let file = File::open(path)?;
        decompress(Counted { file, read })
    })
}

/// A stream, decompressed by what it begins with: zstd, gzip, bzip2 or plain.
pub fn decompressed(stream: impl Read + Send + 'static) -> impl Read + Send + 'static {
    lazy(move || decompress(stream))
}

/// A stream that is opened when it is first read from.
struct Lazy<F> {
    open: Option<F>,
    stream: Box<dyn Read + Send>,
}

fn lazy<F>(open: F) -> Lazy<F>
where
    F: FnOnce() -> io::Result<Box<dyn Read + Send>> + Send + 'static,
{
    Lazy {
        open: Some(open),
        stream: Box::new(io::empty()),
    }
}

impl<F: FnOnce() -> io::Result<Box<dyn Read + Send>>> Read for Lazy<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(open) = self.open.take() {
            self.stream = open()?;
        }
        self.stream.read(buffer)
    }
}

fn decompress(mut stream: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut start = Vec::new();
    stream.by_ref().take(4).read_to_end(&mut start)?;
    crate::archive::refuse(&start)?;
    let stream = BufReader::with_capacity(1 << 16, Cursor::new(start.clone()).chain(stream));
    Ok(match start[..] {
        // The second is a skippable frame, RFC 8878, section 3.1.2.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Box::new(zstd::Decoder::with_buffer(stream)?)
        }
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(stream)),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(stream)),
        _ => Box::new(stream),
    })
}

/// A file that says how much of it has been read.
struct Counted<F> {
    file: File,
    read: F,
}

impl<F: FnMut(u64)> Read for Counted<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        (self.read)(length as u64);
        Ok(length)
    }
}

/// How many bytes of games are handed on together, or one game more. Guessed: sixty games, twenty
/// milliseconds of work; a game has up to a megabyte.
const BATCH: usize = 48 << 10;

/// How many batches may wait before and after each thread that parses. Guessed.
const QUEUE: usize = 4;

/// How long to wait for a batch before `watch` is called with nothing new.
const PATIENCE: Duration = Duration::from_millis(200);

/// Adds all games of a stream of PGN; [`crate::Writer::commit`] makes the last of them seen.
///
/// One thread reads the stream and cuts it into games, as many as there are processors parse and
/// encode them, and the calling one adds them to the index, in the order of the stream. Between
/// them are short queues, so that memory does not depend on the length of the stream.
///
/// `watch` is called after every few games, and now and then while the stream stalls, with what
/// the import has done so far and with the games that could not be played through since its last
/// call; the others are in. Where it answers [`ControlFlow::Break`] the import ends there, with
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
    from_move: u32,
    sum: &mut Ingested,
    mut watch: impl FnMut(&Ingested, Vec<Rejected>) -> ControlFlow<()>,
) -> Result<(), IngestError<S::Error>> {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (to_parse, parsers): (Vec<_>, Vec<_>) =
        (0..processors).map(|_| sync_channel(QUEUE)).unzip();
    let reader = thread::spawn(move || read(stream, &to_parse));
    let (parsed, threads): (Vec<Receiver<Vec<Parsed>>>, Vec<JoinHandle<()>>) = parsers
        .into_iter()
        .map(|batches| {
            let (parsed, results) = sync_channel(QUEUE);
            let keys = writer.keys();
            let encoder = Encoder::new(from_move, writer.passage_positions());
            let parse = move || parse_all(&batches, encoder, &keys, &parsed);
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
        let mut rejected = Vec::new();
        for game in batch {
            match game {
                Parsed::Game(game) => writer.add(game, sum).map_err(IngestError::Index)?,
                Parsed::Duplicate => sum.duplicates += 1,
                Parsed::Rejected(game) => {
                    sum.rejected += 1;
                    rejected.push(game);
                }
            }
        }
        if watch(sum, rejected).is_break() {
            // Nobody takes what the threads still do, and so they end; but they are not waited for:
            // the stream may be somebody who does not write.
            return Ok(());
        }
    }
    // If one of them has panicked, the others find nobody who takes what they do, and end.
    drop(parsed);
    threads.into_iter().for_each(join);
    let found_no_game =
        join(reader).map_err(|error| IngestError::Unreadable(name.to_owned(), plain(&error)))?;
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

/// Cuts a stream into batches of games and deals them out in turn, as long as anybody takes them.
/// Tells whether there was text, and no game in it.
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
    Game(EncodedGame),
    Duplicate,
    Rejected(Rejected),
}

/// Parses and encodes batches of games, as long as there are any and anybody takes them.
fn parse_all(
    batches: &Receiver<Vec<RawGame>>,
    mut encoder: Encoder,
    keys: &RwLock<HashSet<u64>>,
    results: &SyncSender<Vec<Parsed>>,
) {
    for batch in batches {
        let parsed = batch
            .into_iter()
            .map(|raw| parse_one(&raw, &mut encoder, keys));
        if results.send(parsed.collect()).is_err() {
            break;
        }
    }
}

fn parse_one(raw: &RawGame, encoder: &mut Encoder, keys: &RwLock<HashSet<u64>>) -> Parsed {
    // All keys known now are of earlier games: those of this batch are added after it.
    let is_known = |key| {
        let keys = keys.read().unwrap_or_else(PoisonError::into_inner);
        keys.contains(&key)
    };
    match parse(raw).and_then(|game| encoder.encode(&game, is_known)) {
        Ok(Some(game)) => Parsed::Game(game),
        Ok(None) => Parsed::Duplicate,
        Err(reason) => Parsed::Rejected(raw.rejected(reason)),
    }
}

/// What the operating system or a decompressor says, without its error number.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "it may not be read".to_owned(),
        io::ErrorKind::UnexpectedEof => "it ends in the middle of its compressed data".to_owned(),
        _ => error.to_string(),
    }
}
