//! The names of a database: of players, events, sites and rounds.
//!
//! Source: `codec_scid5.h` and `codec_scid4.cpp` of Scid 5.0.2, <https://github.com/benini/scid>.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::text::decoded;

/// What a name is of.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Player,
    Event,
    Site,
    Round,
}

/// The kinds in the order in which version 4 stores their names, and version 5 counts them.
const KINDS: usize = 4;
/// What the names of version 4 begin with.
pub(crate) const MAGIC4: &[u8] = b"Scid.sn\0";

/// The names of a database. All are in memory.
#[derive(Default)]
pub(crate) struct Names {
    /// For each kind the names by their number.
    lists: [Vec<Option<Box<[u8]>>>; KINDS],
}

impl Names {
    /// Reads the names of a database, up to where the file ends early or cannot be understood: games that have others
    /// have none.
    ///
    /// # Errors
    ///
    /// Those of the file, or a sentence if it does not begin like one of names.
    pub(crate) fn read(path: &Path, is_version4: bool) -> io::Result<Names> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut names = Names::default();
        let read = if is_version4 {
            names.read_version4(&mut file, length)
        } else {
            names.read_version5(&mut file)
        };
        match read {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
            _ => Ok(names),
        }
    }

    /// A name by its number.
    pub(crate) fn get(&self, kind: Kind, number: u32) -> Option<String> {
        let name = self.lists[kind as usize].get(number as usize)?.as_deref()?;
        Some(decoded(name))
    }

    /// Names in the order of their numbers, of all kinds: a varint of eight times the length plus the
    /// kind, then the bytes. Kind 4 is facts about the database.
    fn read_version5(&mut self, file: &mut impl Read) -> io::Result<()> {
        while let Some(number) = varint(file)? {
            let (kind, length) = ((number & 7) as usize, number >> 3);
            let name = bytes(file, length)?;
            match self.lists.get_mut(kind) {
                Some(list) => list.push(Some(name)),
                None if kind == KINDS => {}
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            }
        }
        Ok(())
    }

    /// Names in the order of the alphabet, kind by kind: each with its number, how often it occurs, its
    /// length, and the bytes after those that it has in common with the one before.
    fn read_version4(&mut self, file: &mut impl Read, file_length: u64) -> io::Result<()> {
        if *bytes(file, MAGIC4.len() as u64)? != *MAGIC4 {
            return Err(io::Error::other("it has not the names of a Scid database"));
        }
        // When it was written.
        number(file, 4)?;
        let mut counts = [0; KINDS];
        for count in &mut counts {
            *count = number(file, 3)?;
        }
        let mut frequencies = [0; KINDS];
        for frequency in &mut frequencies {
            *frequency = number(file, 3)?;
        }
        for ((list, count), frequency) in self.lists.iter_mut().zip(counts).zip(frequencies) {
            // A name has at least four bytes.
            if u64::from(count) > file_length / 4 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            list.resize(count as usize, None);
            let mut name: Vec<u8> = Vec::new();
            for nth in 0..count {
                let id = number(file, if count >= 1 << 16 { 3 } else { 2 })?;
                number(
                    file,
                    1 + u32::from(frequency >= 1 << 8) + u32::from(frequency >= 1 << 16),
                )?;
                let length = number(file, 1)? as usize;
                let common = if nth > 0 {
                    number(file, 1)? as usize
                } else {
                    0
                };
                let (Some(rest), Some(place), true) = (
                    length.checked_sub(common),
                    list.get_mut(id as usize),
                    common <= name.len(),
                ) else {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                };
                name.truncate(common);
                name.extend_from_slice(&bytes(file, rest as u64)?);
                *place = Some(name.clone().into());
            }
        }
        Ok(())
    }
}

/// The next bytes.
fn bytes(file: &mut impl Read, length: u64) -> io::Result<Box<[u8]>> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes.into())
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// The next number of one to four bytes, big-endian.
fn number(file: &mut impl Read, length: u32) -> io::Result<u32> {
    let bytes = bytes(file, length.into())?;
    Ok(bytes
        .iter()
        .fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// The next number of groups of seven bits, the lowest first; `None` at the end of the file.
fn varint(file: &mut impl Read) -> io::Result<Option<u64>> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = match bytes(file, 1) {
            Ok(byte) => u64::from(byte[0]),
            Err(error) if shift == 0 && error.kind() == io::ErrorKind::UnexpectedEof => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        number |= (byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(Some(number));
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}
