//! The index of a database: an entry of fixed length for each game.
//!
//! Source: `codec_scid5.h` and `codec_scid4.cpp` of Scid 5.0.2, <https://github.com/benini/scid>.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// Why a database of Scid 3 is refused.
pub(super) const OLD_VERSION: &str = "it is a database of Scid 3, which is not supported: open it in Scid, and save it \
    as PGN or as a database of Scid 4 or 5";

/// What the index says of a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Where the data of the game begin in the file of games.
    pub(crate) offset: u64,
    /// How many bytes they are; at most 128 KiB.
    pub(crate) length: usize,
    /// The game is marked as deleted.
    pub(crate) deleted: bool,
    /// The game is of chess960.
    pub(crate) chess960: bool,
    /// The numbers of the names of White, Black, the event, the site and the round.
    pub(crate) white: u32,
    pub(crate) black: u32,
    pub(crate) event: u32,
    pub(crate) site: u32,
    pub(crate) round: u32,
    /// Years, months and days as `date` in `tags.rs` reads them.
    pub(crate) date: u32,
    pub(crate) event_date: u32,
    /// Ratings, 0 if there is none, and of which kind they are.
    pub(crate) white_rating: (u32, u32),
    pub(crate) black_rating: (u32, u32),
    /// The opening as `eco` in `tags.rs` reads it.
    pub(crate) eco: u32,
    /// 0 none, 1 White has won, 2 Black has won, 3 a draw.
    pub(crate) result: u32,
}

/// The bytes of an entry.
pub(crate) const ENTRY4: usize = 47;
pub(crate) const ENTRY5: usize = 56;
/// The bytes before the first entry of version 4.
const HEADER4: usize = 182;
/// What an index of version 4 begins with. One of version 5 begins with its first entry.
pub(crate) const MAGIC4: &[u8] = b"Scid.si\0";
/// The version that the header of an index of Scid 4 has.
const VERSION4: u32 = 400;
/// The highest rating of a player.
const HIGHEST_RATING: u32 = 4000;
/// The flag of a deleted game.
const DELETED: u32 = 1 << 3;

impl Entry {
    /// The entry of an index of version 4: big-endian, numbers of names with their high bits apart.
    pub(crate) fn version4(bytes: &[u8; ENTRY4]) -> Entry {
        let one = |at: usize| u32::from(bytes[at]);
        let two = |at: usize| one(at) << 8 | one(at + 1);
        let four = |at: usize| two(at) << 16 | two(at + 2);
        let rating = |at: usize| (two(at) & 0xfff, two(at) >> 12);
        let date = four(25) & 0xf_ffff;
        Entry {
            offset: four(0).into(),
            length: ((one(6) & 0x80) << 9 | two(4)) as usize,
            deleted: two(7) & DELETED != 0,
            chess960: false,
            white: (one(9) & 0xf0) << 12 | two(10),
            black: (one(9) & 0x0f) << 16 | two(12),
            event: (one(14) & 0xe0) << 11 | two(15),
            site: (one(14) & 0x1c) << 14 | two(17),
            round: (one(14) & 0x03) << 16 | two(19),
            result: two(21) >> 12 & 3,
            eco: two(23),
            date,
            event_date: event_date(four(25) >> 20, date),
            white_rating: rating(29),
            black_rating: rating(31),
        }
    }

    /// The entry of an index of version 5: little-endian, with small numbers in the highest bits.
    pub(crate) fn version5(bytes: &[u8; ENTRY5]) -> Entry {
        let four = |n: usize| {
            let at = 4 * n;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let low = |n: usize, bits: u32| four(n) & ((1 << bits) - 1);
        let last = four(11) >> 16;
        Entry {
            offset: u64::from(low(8, 15)) << 32 | u64::from(four(9)),
            length: (four(8) >> 15) as usize,
            deleted: four(7) & DELETED != 0,
            chess960: four(4) >> 31 != 0,
            white: low(0, 28),
            black: low(1, 28),
            event: low(2, 28),
            site: four(3),
            round: low(4, 31),
            result: last & 3,
            eco: low(11, 16),
            date: low(5, 20),
            event_date: low(6, 20),
            white_rating: (four(5) >> 20, last >> 5 & 7),
            black_rating: (four(6) >> 20, last >> 2 & 7),
        }
    }
}

impl Entry {
    /// Whether bytes look like the first entry of version 5, of a game among the first 4 GiB with names among the first
    /// 16 million. There is nothing else by which an index is known.
    pub(crate) fn is_version5(bytes: &[u8; ENTRY5]) -> bool {
        let entry = Entry::version5(bytes);
        let is_date = |date: u32| date >> 5 & 15 <= 12;
        let ratings = [entry.white_rating, entry.black_rating];
        let names = [
            entry.white,
            entry.black,
            entry.event,
            entry.site,
            entry.round,
        ];
        let home_pawns = bytes[47];
        is_date(entry.date)
            && is_date(entry.event_date)
            && ratings
                .iter()
                .all(|(rating, kind)| *rating <= HIGHEST_RATING && *kind < 7)
            && names.iter().all(|name| *name < 1 << 24)
            && entry.offset < 1 << 32
            && entry.length > 0
            && home_pawns <= 16
    }
}

/// The date of the event in version 4, whose year counts from four years before that of the game.
fn event_date(bits: u32, date: u32) -> u32 {
    let year = bits >> 9 & 7;
    if year == 0 {
        return 0;
    }
    ((date >> 9) + year).saturating_sub(4) << 9 | bits & 0x1ff
}

/// The entries of an index, read one by one.
pub(crate) struct Index {
    file: BufReader<File>,
    /// How many entries there are by the header of version 4; version 5 has none.
    games: Option<u64>,
    /// How many have been read.
    pub(crate) number: u64,
}

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// Those of the file, or a sentence if it is not the index of a database of Scid 4 or 5.
    pub(crate) fn open(path: &Path, is_version4: bool) -> io::Result<Index> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
        let games = if is_version4 {
            Some(header(&mut file)?)
        } else {
            None
        };
        Ok(Index {
            file,
            games,
            number: 0,
        })
    }

    /// The next entry with how many bytes it has, `None` after the last one.
    ///
    /// # Errors
    ///
    /// Those of the file, or a sentence if it ends within an entry.
    pub(crate) fn next_entry(&mut self) -> io::Result<Option<(Entry, usize)>> {
        if self.games.is_some_and(|games| self.number >= games) {
            return Ok(None);
        }
        let length = self.games.map_or(ENTRY5, |_| ENTRY4);
        let mut bytes = Vec::with_capacity(ENTRY5);
        self.file
            .by_ref()
            .take(length as u64)
            .read_to_end(&mut bytes)?;
        if bytes.is_empty() && self.games.is_none() {
            return Ok(None);
        }
        self.number += 1;
        let entry = match self.games {
            Some(_) => bytes.first_chunk().map(Entry::version4),
            None => bytes.first_chunk().map(Entry::version5),
        };
        let entry = entry
            .ok_or_else(|| io::Error::other(format!("it is cut off in game {}", self.number)))?;
        Ok(Some((entry, length)))
    }
}

/// Reads the header of an index of version 4; returns the number of games.
fn header(file: &mut impl Read) -> io::Result<u64> {
    let mut header = Vec::with_capacity(HEADER4);
    file.take(HEADER4 as u64).read_to_end(&mut header)?;
    let is_index = header.starts_with(MAGIC4);
    let number = |at: usize, length: usize| {
        let bytes = header.get(at..at + length)?.iter();
        Some(bytes.fold(0, |number, byte| number << 8 | u32::from(*byte)))
    };
    match (number(8, 2), number(14, 3)) {
        (Some(VERSION4), Some(games)) if is_index && header.len() == HEADER4 => Ok(games.into()),
        (Some(version), _) if is_index && version < VERSION4 => Err(io::Error::other(OLD_VERSION)),
        _ => Err(io::Error::other("it is not the index of a Scid database")),
    }
}
