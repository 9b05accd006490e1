//! Files of which every byte is checked before it counts.
//!
//! ```text
//! bytes | checksum of each BLOCK of them | how many bytes | checksum of these two | MAGIC
//! ```
//!
//! All numbers have eight bytes, the lowest first; a checksum is XXH3. A block is checked when it is first read, so that
//! opening an index reads no more than it needs. A file that somebody changes while it is open is checked again.

use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use tantivy::HasLen;
use tantivy::directory::{AntiCallToken, FileHandle, OwnedBytes, TerminatingWrite};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The bytes that have a checksum. Guessed: checking one takes a microsecond or two, and the checksums are a two-thousandth of
/// an index.
const BLOCK: usize = 16 << 10;

/// What a file ends with.
const MAGIC: [u8; 8] = *b"tabiya 8";

/// What follows the checksums of the blocks: length, checksum, magic.
const END: usize = 3 * 8;

/// What is wrong with a file whose bytes are other ones than those that were written.
pub(crate) const OVERWRITTEN: &str = "its bytes are not those that were written";

/// What is wrong with a whole file that belongs to another segment, commit or index.
const MISPLACED: &str = "it is not the file that was committed under this name";

/// What is wrong with a file that does not end as it should.
const CUT: &str = "it is cut short or overwritten";

/// Identity of a file: its size in bytes, and the checksum of the checksums of its blocks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) bytes: u64,
    pub(crate) sum: u64,
}

/// Writes a file that can be checked.
pub(crate) struct SealingWriter<W> {
    file: W,
    /// Of the block under way.
    hasher: Box<Xxh3>,
    length: u64,
    sums: Vec<u8>,
    /// Called with the identity of the whole file, before its end is written.
    ended: Ended,
}

type Ended = Box<dyn FnOnce(Identity) + Send + Sync>;

impl<W: Write> SealingWriter<W> {
    pub(crate) fn new(
        file: W,
        ended: impl FnOnce(Identity) + Send + Sync + 'static,
    ) -> SealingWriter<W> {
        SealingWriter {
            file,
            hasher: Box::new(Xxh3::new()),
            length: 0,
            sums: Vec::new(),
            ended: Box::new(ended),
        }
    }

    /// Appends the checksums; returns the file.
    pub(crate) fn seal(mut self) -> io::Result<W> {
        self.end()?;
        Ok(self.file)
    }

    fn end(&mut self) -> io::Result<()> {
        if !self.length.is_multiple_of(BLOCK as u64) {
            self.end_block();
        }
        let mut end = std::mem::take(&mut self.sums);
        end.extend(self.length.to_le_bytes());
        let sum = xxh3_64(&end);
        end.extend(sum.to_le_bytes());
        end.extend(MAGIC);
        let ended = std::mem::replace(&mut self.ended, Box::new(drop));
        let bytes = self.length + end.len() as u64;
        ended(Identity { bytes, sum });
        self.file.write_all(&end)
    }

    fn end_block(&mut self) {
        self.sums.extend(self.hasher.digest().to_le_bytes());
        self.hasher.reset();
    }
}

impl<W: Write> Write for SealingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        let mut left = &bytes[..written];
        while !left.is_empty() {
            let room = BLOCK - (self.length % BLOCK as u64) as usize;
            let (now, later) = left.split_at(room.min(left.len()));
            self.hasher.update(now);
            self.length += now.len() as u64;
            if now.len() == room {
                self.end_block();
            }
            left = later;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<W: TerminatingWrite> TerminatingWrite for SealingWriter<W> {
    fn terminate_ref(&mut self, token: AntiCallToken) -> io::Result<()> {
        self.end()?;
        self.file.terminate_ref(token)
    }
}

/// A file in memory that is checked block by block, when a block is first read.
#[derive(Debug)]
pub(crate) struct CheckedFile {
    path: PathBuf,
    /// With the checksums.
    mapped: OwnedBytes,
    /// Without them.
    length: usize,
    identity: Identity,
    /// Whether each block is checked.
    checked: Box<[AtomicBool]>,
    state: Mutex<State>,
}

/// What is known of a file on disk.
#[derive(Debug)]
struct State {
    stamp: Stamp,
    /// What was found to be wrong.
    damage: Option<&'static str>,
}

/// What changes when somebody writes to a file: its size, and the time at which it was written. File systems count that time
/// in steps of some milliseconds: of two writes within one step, the second is not noticed.
type Stamp = (u64, Option<SystemTime>);

impl CheckedFile {
    /// Opens a file that was written by a [`SealingWriter`]; `committed` is the identity that it must have, if that is
    /// known.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if it does not end as such a file does, or is another one.
    pub(crate) fn new(
        path: PathBuf,
        mapped: OwnedBytes,
        committed: Option<Identity>,
    ) -> io::Result<CheckedFile> {
        let (identity, length) = identify(&mapped).ok_or_else(|| damaged(&path, CUT))?;
        if committed.is_some_and(|committed| committed != identity) {
            return Err(damaged(&path, MISPLACED));
        }
        let stamp = stamp(&path)?.unwrap_or((mapped.len() as u64, None));
        if stamp.0 != mapped.len() as u64 {
            return Err(damaged(&path, CUT));
        }
        Ok(CheckedFile {
            checked: (0..length.div_ceil(BLOCK))
                .map(|_| AtomicBool::new(false))
                .collect(),
            state: Mutex::new(State {
                stamp,
                damage: None,
            }),
            path,
            mapped,
            length,
            identity,
        })
    }

    /// Returns its identity.
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }

    /// Checks all blocks that were not read yet.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if the file is damaged.
    pub(crate) fn check_all(&self) -> io::Result<()> {
        self.check(0..self.length)
    }

    /// Checks the file again if somebody has written to it since.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidData`] if it is damaged, or was found to be.
    pub(crate) fn check_change(&self) -> io::Result<()> {
        let mut state = self.state();
        // One that was deleted is still there for those that have it open.
        if let Some(now) = stamp(&self.path)?
            && now != state.stamp
        {
            state.stamp = now;
            state.damage = if now.0 == self.mapped.len() as u64 {
                self.fault()
            } else {
                Some(CUT)
            };
        }
        state
            .damage
            .map_or(Ok(()), |what| Err(damaged(&self.path, what)))
    }

    /// All of its bytes, with the checksums, unchecked.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.mapped
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks all its bytes again; returns what is wrong with them.
    fn fault(&self) -> Option<&'static str> {
        let Some((identity, length)) = identify(&self.mapped) else {
            return Some(OVERWRITTEN);
        };
        if (identity, length) != (self.identity, self.length) {
            return Some(MISPLACED);
        }
        let mut blocks = 0..length.div_ceil(BLOCK);
        (!blocks.all(|block| self.is_sound(block))).then_some(OVERWRITTEN)
    }

    /// Checks the blocks of some bytes.
    fn check(&self, range: Range<usize>) -> io::Result<()> {
        for block in range.start / BLOCK..range.end.div_ceil(BLOCK) {
            let checked = &self.checked[block];
            if !checked.load(Relaxed) {
                if !self.is_sound(block) {
                    self.state().damage = Some(OVERWRITTEN);
                    return Err(damaged(&self.path, OVERWRITTEN));
                }
                checked.store(true, Relaxed);
            }
        }
        Ok(())
    }

    /// Whether a block is as it was written.
    fn is_sound(&self, block: usize) -> bool {
        let (body, end) = self.mapped.split_at(self.length);
        let sum = end
            .as_chunks::<8>()
            .0
            .get(block)
            .map(|sum| u64::from_le_bytes(*sum));
        let bytes = &body[block * BLOCK..self.length.min((block + 1) * BLOCK)];
        sum == Some(xxh3_64(bytes))
    }
}

impl HasLen for CheckedFile {
    fn len(&self) -> usize {
        self.length
    }
}

impl FileHandle for CheckedFile {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if range.start > range.end || range.end > self.length {
            return Err(damaged(&self.path, CUT));
        }
        self.check(range.clone())?;
        Ok(self.mapped.slice(range))
    }
}

/// Whether a file ends as a [`SealingWriter`] ends it.
pub(crate) fn is_sealed(file: &[u8]) -> bool {
    identify(file).is_some()
}

/// Returns the identity of a file and its size without checksums; `None` if it does not end as a [`SealingWriter`] ends
/// it.
fn identify(file: &[u8]) -> Option<(Identity, usize)> {
    let (rest, magic) = file.split_last_chunk::<8>()?;
    let (rest, sum) = rest.split_last_chunk::<8>()?;
    let sum = u64::from_le_bytes(*sum);
    let (_, length) = rest.split_last_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let end = length.div_ceil(BLOCK).checked_mul(8)?.checked_add(END)?;
    let is_sealed = *magic == MAGIC
        && length.checked_add(end)? == file.len()
        && xxh3_64(&rest[length..]) == sum;
    let bytes = file.len() as u64;
    is_sealed.then_some((Identity { bytes, sum }, length))
}

/// Size and time of a file; `None` if there is none.
fn stamp(path: &Path) -> io::Result<Option<Stamp>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some((metadata.len(), metadata.modified().ok()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The error that a file is damaged.
fn damaged(path: &Path, what: &str) -> io::Error {
    let name = path.file_name().unwrap_or(path.as_os_str()).display();
    io::Error::new(io::ErrorKind::InvalidData, format!("{name}: {what}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sealed(bytes: &[u8], parts: usize) -> Vec<u8> {
        let mut writer = SealingWriter::new(Vec::new(), drop);
        for part in bytes.chunks(parts) {
            writer.write_all(part).expect("memory");
        }
        writer.seal().expect("memory")
    }

    fn open(file: &[u8]) -> io::Result<CheckedFile> {
        CheckedFile::new(
            PathBuf::from("nowhere/x.idx"),
            OwnedBytes::new(file.to_vec()),
            None,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// What was written is read, in whatever parts, and not a byte of what was changed.
        #[test]
        fn all_or_an_error(
            length in prop_oneof![0..100_usize, BLOCK - 2..BLOCK + 3, 2 * BLOCK - 1..3 * BLOCK],
            parts in 1..3 * BLOCK,
            at in any::<prop::sample::Index>(),
            bit in 0..8_u8,
            range in any::<[prop::sample::Index; 2]>(),
        ) {
            let bytes: Vec<u8> = (0..length).map(|at| (at * at / 7) as u8).collect();
            let file = sealed(&bytes, parts);
            let mut range = range.map(|place| place.index(length + 1));
            range.sort_unstable();
            let range = range[0]..range[1];
            let whole = open(&file).expect("a file");
            prop_assert_eq!(whole.len(), length);
            let read = whole.read_bytes(range.clone()).expect("sound");
            prop_assert_eq!(read.as_slice(), &bytes[range.clone()]);
            prop_assert!(whole.read_bytes(0..length + 1).is_err());

            let at = at.index(file.len());
            prop_assert!(open(&file[..at]).is_err(), "cut at {}", at);
            let mut flipped = file.clone();
            flipped[at] ^= 1 << bit;
            match open(&flipped) {
                Err(_) => prop_assert!(at >= length),
                Ok(damaged) => {
                    prop_assert!(at < length);
                    let read = damaged.read_bytes(range.clone());
                    let is_touched = range.start / BLOCK <= at / BLOCK && at / BLOCK < range.end.div_ceil(BLOCK);
                    prop_assert_eq!(read.is_err(), is_touched);
                    prop_assert!(damaged.check_all().is_err());
                    // It does not forget.
                    prop_assert!(damaged.check_change().is_err());
                }
            }
        }
    }
}
