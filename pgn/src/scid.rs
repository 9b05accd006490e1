//! Databases of Scid, read as PGN.
//!
//! ```text
//! base.si5 ── index ── Entry ──┐
//! base.sn5 ── names ── Names ──┼── tags ── game ── PGN
//! base.sg5 ── bytes ───────────┘           pieces, comments
//! ```
//!
//! A database is three files: its index with an entry of fixed length for each game, the names of players, events, sites
//! and rounds, which are all in memory, and the games, of which one at a time is. Version 4 (`.si4`) and version 5
//! (`.si5`) differ in index and names. Nothing in them is checked by a checksum: what cannot be a game is rejected, and a
//! byte that has become another legal move is not noticed.
//!
//! Source: Scid 5.0.2, <https://github.com/benini/scid>.

mod bytes;
mod comments;
mod game;
mod index;
mod names;
mod pieces;
mod tags;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use index::{Entry, Index};
use names::Names;

use crate::origin::Origin;
use crate::plain::plain;
use crate::write::write_tag;

/// Whether a file is named like the index of a database.
pub(crate) fn is_index(path: &Path) -> bool {
    matches!(ending(path).as_str(), "si4" | "si5")
}

/// How many bytes of a stream say whether it is the index of a database.
pub(crate) const START: u64 = index::ENTRY5 as u64;

/// Refuses what begins like the index or the names of a database, which cannot be read without its other files.
pub(crate) fn refuse_start(start: &[u8]) -> io::Result<()> {
    let is_version4 = start.starts_with(index::MAGIC4) || start.starts_with(names::MAGIC4);
    if is_version4 || start.first_chunk().is_some_and(Entry::is_version5) {
        return Err(io::Error::other(
            "it is one of the three files of a Scid database, which cannot be read alone: run tabiya ingest base.si5 \
             where all three are, or save the games as PGN in Scid",
        ));
    }
    Ok(())
}

/// The ending of a file's name, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// Refuses, by the name of the file, parts of databases and those of old versions.
pub(crate) fn refuse(path: &Path) -> io::Result<()> {
    let why = match ending(path).as_str() {
        "sn4" | "sg4" | "sn5" | "sg5" => {
            let index = file_name(&sibling(path, 'i'));
            format!("it is a part of a Scid database: give its index, {index}")
        }
        "si3" | "sn3" | "sg3" => index::OLD_VERSION.to_owned(),
        _ => return Ok(()),
    };
    Err(io::Error::other(why))
}

/// The file of a database that has another letter in its ending: `base.sn5` is that of `base.si5` with `n`.
fn sibling(path: &Path, letter: char) -> PathBuf {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let is_upper = ending.chars().any(char::is_uppercase);
    let letter = if is_upper {
        letter.to_ascii_uppercase()
    } else {
        letter
    };
    let change = |(nth, c)| if nth == 1 { letter } else { c };
    let ending: String = ending.chars().enumerate().map(change).collect();
    path.with_extension(ending)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The games of a database as PGN.
pub(crate) struct Database<F> {
    index: Index,
    names: Names,
    games: Games,
    /// The names of the files of names and games.
    files: (String, String),
    /// Called with the bytes of the index as they are read.
    read: F,
    /// PGN that has been made and not read, from a byte on.
    text: Vec<u8>,
    at: usize,
    /// Games that are left out because a file does not have them.
    lost: Option<Lost>,
    /// What comes after `text`; an error is given once.
    end: Option<io::Result<()>>,
}

/// Games that are left out.
struct Lost {
    file: String,
    first: u64,
    count: u64,
}

impl<F: FnMut(u64)> Database<F> {
    /// Opens a database by its index. `read` is called with the bytes of the index as they are read.
    ///
    /// # Errors
    ///
    /// A sentence if a file is missing or not of a database.
    pub(crate) fn open(path: &Path, read: F) -> io::Result<Database<F>> {
        let is_version4 = ending(path) == "si4";
        let index = Index::open(path, is_version4)?;
        let (names, games) = (sibling(path, 'n'), sibling(path, 'g'));
        let of = |path: &Path, error: &io::Error| {
            let file = file_name(path);
            io::Error::other(match error.kind() {
                io::ErrorKind::NotFound => format!(
                    "{file} is missing: a Scid database is three files, which belong in one folder"
                ),
                _ => format!("{file}: {}", plain(error)),
            })
        };
        Ok(Database {
            index,
            names: Names::read(&names, is_version4).map_err(|error| of(&names, &error))?,
            games: Games::open(&games).map_err(|error| of(&games, &error))?,
            files: (file_name(&names), file_name(&games)),
            read,
            text: Vec::new(),
            at: 0,
            lost: None,
            end: None,
        })
    }

    /// Makes the next text; there is none after the end.
    fn advance(&mut self) {
        self.text.clear();
        self.at = 0;
        let entry = match self.index.next_entry() {
            Ok(Some((entry, length))) => {
                (self.read)(length as u64);
                entry
            }
            Ok(None) => return self.finish(self.lost.as_ref().map(Lost::error)),
            Err(error) => return self.finish(Some(error)),
        };
        if entry.deleted {
            return;
        }
        if let Err(error) = self.write(&entry) {
            self.finish(Some(error));
        }
    }

    /// Ends the stream. A line before an error says that the game before it is whole.
    fn finish(&mut self, error: Option<io::Error>) {
        if error.is_some() {
            self.origin(String::new());
        }
        self.end = Some(error.map_or(Ok(()), Err));
    }

    /// Writes a game.
    fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let Some(tags) = tags::tags(entry, &self.names) else {
            self.lose(self.files.0.clone());
            return Ok(());
        };
        let Some(data) = self.games.read(entry.offset, entry.length)? else {
            self.lose(self.files.1.clone());
            return Ok(());
        };
        match game::read(data, tags.clone()) {
            Ok(game) => {
                self.origin(String::new());
                self.text.extend_from_slice(game.pgn().as_bytes());
                self.text.push(b'\n');
            }
            Err(damage) => {
                self.origin(damage);
                let mut pgn = String::new();
                for (name, value) in tags.iter() {
                    write_tag(&mut pgn, name, value);
                }
                pgn.push_str("\n*\n\n");
                self.text.extend_from_slice(pgn.as_bytes());
            }
        }
        Ok(())
    }

    fn origin(&mut self, damage: String) {
        let number = self.index.number;
        let line = Origin { number, damage }.line();
        self.text.extend_from_slice(line.as_bytes());
    }

    /// Counts a game that a file does not have.
    fn lose(&mut self, file: String) {
        let first = self.index.number;
        let lost = self.lost.get_or_insert(Lost {
            file,
            first,
            count: 0,
        });
        lost.count += 1;
    }
}

impl Lost {
    fn error(&self) -> io::Error {
        let Lost { file, first, count } = self;
        let games = match count {
            1 => format!("game {first} is left out"),
            _ => format!("{count} games are left out, the first is game {first}"),
        };
        io::Error::other(format!(
            "{file} is cut off or damaged, or belongs to another database: {games}"
        ))
    }
}

impl<F: FnMut(u64)> Read for Database<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            match self.end.take() {
                None => self.advance(),
                Some(end) => {
                    self.end = Some(Ok(()));
                    return end.map(|()| 0);
                }
            }
        }
        let mut rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.read(buffer)?;
        self.at += length;
        Ok(length)
    }
}

/// The file of games.
struct Games {
    file: BufReader<File>,
    length: u64,
    /// Where the next byte is read.
    at: u64,
    data: Vec<u8>,
}

impl Games {
    fn open(path: &Path) -> io::Result<Games> {
        let file = File::open(path)?;
        Ok(Games {
            length: file.metadata()?.len(),
            file: BufReader::with_capacity(1 << 16, file),
            at: 0,
            data: Vec::new(),
        })
    }

    /// The bytes of a game; `None` if the file ends before them.
    fn read(&mut self, offset: u64, length: usize) -> io::Result<Option<&[u8]>> {
        let end = offset.checked_add(length as u64);
        if end.is_none_or(|end| end > self.length) {
            return Ok(None);
        }
        self.file
            .seek_relative(offset.cast_signed() - self.at.cast_signed())?;
        self.at = offset;
        self.data.resize(length, 0);
        let read = self.file.read_exact(&mut self.data);
        read.map_err(|error| io::Error::other(plain(&error)))?;
        self.at += length as u64;
        Ok(Some(&self.data))
    }
}
