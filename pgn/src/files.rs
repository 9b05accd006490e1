//! Files of PGN: which ones a path names, their decompressed bytes, and how they are written.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use bzip2::read::MultiBzDecoder;
use bzip2::write::BzEncoder;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use walkdir::WalkDir;

use crate::archive;
use crate::plain::plain;
use crate::scid::{self, Database};

/// Why a file or a stream cannot be opened, read or decompressed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {why}")]
pub struct ReadError {
    /// The file or stream, e.g. `games.pgn.zst`.
    pub name: String,
    /// The reason, e.g. `there is no such file`.
    pub why: String,
}

impl ReadError {
    /// The error of the operating system or a decompressor, without its error number.
    pub fn new(name: impl Into<String>, error: &io::Error) -> ReadError {
        ReadError {
            name: name.into(),
            why: plain(error),
        }
    }
}

/// The files that a path names: itself, or if it is a folder all `.pgn`, `.pgn.zst`,
/// `.pgn.gz` and `.pgn.bz2` files and all Scid databases (`.si4`, `.si5`) below it, each folder sorted by the bytes of
/// its names. Links to files are followed, links to folders are not.
///
/// Each comes as a file, or as the error that it cannot be found, that a folder on the way to it
/// cannot be listed, or that there is none.
pub fn pgn_files(path: &Path) -> Vec<Result<PathBuf, ReadError>> {
    let unreadable =
        |path: &Path, error: &io::Error| ReadError::new(path.display().to_string(), error);
    match fs::metadata(path) {
        Err(error) => return vec![Err(unreadable(path, &error))],
        Ok(metadata) if !metadata.is_dir() => return vec![Ok(path.to_owned())],
        Ok(_) => {}
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() || !has_games(entry.path()) => {}
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
        files.push(Err(ReadError {
            name: path.display().to_string(),
            why: "there is no PGN file and no Scid database in this folder".to_owned(),
        }));
    }
    files
}

/// Whether a file's name is that of PGN or of the index of a Scid database.
fn has_games(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".si4", ".si5"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// Reads a file of PGN, decompressed by what it begins with: zstd, gzip, bzip2 or plain; or a Scid database, by its
/// index (`.si4`, `.si5`), as PGN. `read` is called with the bytes of the file, compressed or not, as they are read.
///
/// Of a database, games that are marked as deleted are left out. The numbers of games are those in the database.
///
/// The file is opened by the first read, on the reading thread: opening a named pipe blocks until
/// it has a writer.
pub fn open_pgn(path: &Path, read: impl FnMut(u64) + Send + 'static) -> impl Read + Send + 'static {
    let path = path.to_owned();
    lazy(move || {
        archive::refuse_name(&path)?;
        if scid::is_index(&path) {
            return Ok(Box::new(Database::open(&path, read)?));
        }
        let file = File::open(path)?;
        decompress(Counted { file, read })
    })
}

/// Opens a PGN file, plain or compressed, a Scid database by its index, or standard input for `-`, at once; returns its
/// name for messages, too.
///
/// # Errors
///
/// There is no such file, it may not be read, or it is a database that is not supported.
pub fn open_input(path: &Path) -> Result<(String, Box<dyn Read + Send>), ReadError> {
    if path == Path::new("-") {
        return Ok((
            "standard input".to_owned(),
            Box::new(decompressed(io::stdin())),
        ));
    }
    let name = path.display().to_string();
    let open = || -> io::Result<Box<dyn Read + Send>> {
        archive::refuse_name(path)?;
        if scid::is_index(path) {
            return Ok(Box::new(Database::open(path, |_| {})?));
        }
        Ok(Box::new(decompressed(File::open(path)?)))
    };
    match open() {
        Ok(stream) => Ok((name, stream)),
        Err(error) => Err(ReadError::new(name, &error)),
    }
}

/// A stream, decompressed by what it begins with: zstd, gzip, bzip2 or plain.
pub fn decompressed(stream: impl Read + Send + 'static) -> impl Read + Send + 'static {
    lazy(move || decompress(stream))
}

/// Calls `write` with a stream into `file` that is compressed by the ending of a path: `.zst`, `.gz`, `.bz2`, or not at
/// all.
///
/// # Errors
///
/// Those of `write`, and those of the file.
pub fn compressed<T, E: From<io::Error>>(
    path: &Path,
    mut file: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    Ok(match ending.unwrap_or_default() {
        "zst" => {
            let mut stream = zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            let written = write(&mut stream)?;
            stream.finish()?;
            written
        }
        "gz" => {
            let mut stream = GzEncoder::new(file, flate2::Compression::default());
            let written = write(&mut stream)?;
            stream.finish()?;
            written
        }
        "bz2" => {
            let mut stream = BzEncoder::new(file, bzip2::Compression::default());
            let written = write(&mut stream)?;
            stream.finish()?;
            written
        }
        _ => write(&mut file)?,
    })
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
    let mut first = stream.by_ref().take(scid::START);
    first.read_to_end(&mut start)?;
    archive::refuse(&start)?;
    let stream = BufReader::with_capacity(1 << 16, Cursor::new(start.clone()).chain(stream));
    Ok(match start[..] {
        // The second is a skippable frame, RFC 8878, section 3.1.2.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            Box::new(zstd::Decoder::with_buffer(stream)?)
        }
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(stream)),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(stream)),
        _ => {
            scid::refuse_start(&start)?;
            Box::new(stream)
        }
    })
}

/// A file that reports how many bytes are read.
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
