//! The transposition table: what is known of positions seen before.
//!
//! Threads share it without locks. A slot is two words, data and `key ^ data`: if two threads
//! write a slot at once, the words do not fit each other and the slot is taken for empty.
//! Source: Hyatt and Mann, *A lock-less transposition table implementation for parallel search*,
//! ICGA Journal 25(1), 2002; <https://www.chessprogramming.org/Shared_Hash_Table>.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::packed::Packed;
use crate::score::PROVEN;

/// What a stored score says of the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is the stored one or less.
    Upper,
    /// The true score is the stored one or more.
    Lower,
    /// It is the true one.
    Exact,
}

/// What is known of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that refuted; [`Packed::NONE`] if none did.
    pub best: Packed,
    /// From the view of the side to move.
    pub score: i32,
    /// The static evaluation; `NO_EVALUATION` in check.
    pub evaluation: i32,
    /// How deep was searched, in plies.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// Whether it was on a principal variation once.
    pub pv: bool,
}

impl Entry {
    /// Whether the stored score decides a position within alpha and beta.
    pub fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// Stands for no static evaluation.
pub(crate) const NO_EVALUATION: i32 = i16::MIN as i32;

/// How many searches ago an entry was written is known up to this many.
const GENERATIONS: u64 = 32;

/// Up to this many bytes, a table is emptied by number: writing zeros to even the smallest one takes a tenth of a search
/// of a thousand nodes. Guessed: when numbers begin again, [`Table::share`] looks through all of it on the player's
/// clock.
const SMALL: usize = 16 << 20;

/// How many plies of depth a search of age is worth when an entry is replaced. Guessed, as
/// Stockfish has it.
const AGE_WEIGHT: i32 = 4;

/// Slots that a position may be in. With 64 bytes they share a cache line.
const BUCKET: usize = 4;

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Bucket([Slot; BUCKET]);

/// The table; it belongs to an engine.
pub struct Table {
    memory: MmapMut,
    /// Searches since the memory was zeros; modulo [`GENERATIONS`], the generation.
    searches: u64,
    /// The first generation that counts: older entries were there when the table was emptied. With 0 all count.
    first: u64,
}

impl Table {
    /// An empty table of this size, or none if there is not enough memory.
    ///
    /// Its memory is in pages of two mebibytes, where the system has them: each look-up is in another page, and of
    /// pages of four kilobytes the processor cannot remember enough addresses.
    /// Source: <https://www.kernel.org/doc/html/latest/admin-guide/mm/transhuge.html>.
    pub fn new(mebibytes: usize) -> Option<Table> {
        let memory = MmapMut::map_anon(mebibytes.max(1).checked_mul(1 << 20)?).ok()?;
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Some(Table {
            memory,
            searches: 0,
            first: 0,
        })
    }

    /// Empties it.
    pub fn clear(&mut self) {
        if self.memory.len() <= SMALL && self.searches + 1 < GENERATIONS {
            self.first = self.searches + 1;
        } else {
            self.memory.fill(0);
            self.searches = 0;
            self.first = 0;
        }
    }

    /// What the threads of a new search share: all that was written before is older now.
    ///
    /// # Panics
    ///
    /// Never: memory begins at a page, and mebibytes are made of whole buckets.
    pub fn share(&mut self) -> SharedTable<'_> {
        self.searches += 1;
        let generation = self.searches % GENERATIONS;
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.memory);
        let buckets = buckets.expect("whole buckets");
        if generation == 0 && self.first > 0 {
            // Numbers begin again: what does not count must not seem new.
            for slot in buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
                if generation_of(*slot.data.get_mut()) < self.first {
                    *slot.data.get_mut() = 0;
                }
            }
            self.first = 0;
        }
        SharedTable {
            buckets,
            generation,
            first: self.first,
        }
    }
}

/// A table during a search, for all threads.
#[derive(Copy, Clone)]
pub struct SharedTable<'a> {
    buckets: &'a [Bucket],
    generation: u64,
    /// As in [`Table`].
    first: u64,
}

impl SharedTable<'_> {
    /// Where a position's bucket is, see
    /// <https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/>.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        &self.buckets[self.index(key)].0
    }

    /// Begins to fetch from memory what is known of a position, so that it is at hand when
    /// [`SharedTable::get`] needs it a little later.
    ///
    /// Source: <https://www.chessprogramming.org/Memory#Prefetch>.
    pub fn fetch(&self, key: u64) {
        prefetch_index(self.buckets, self.index(key));
    }

    /// The data of a slot, 0 if it is empty.
    fn data(&self, slot: &Slot) -> u64 {
        let data = slot.data.load(Relaxed);
        if generation_of(data) < self.first {
            0
        } else {
            data
        }
    }

    /// What is known of the position with this key. Proven wins are counted from `ply`, where the
    /// position is met now.
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = self.data(slot);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores an entry, unless the same position has one from a much deeper search.
    pub fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        let mut worst = i32::MAX;
        let mut chosen = 0;
        let bucket = self.bucket(key);
        for (index, slot) in bucket.iter().enumerate() {
            let data = self.data(slot);
            if data != 0 && slot.check.load(Relaxed) ^ data == key {
                let old = unpack(data, ply);
                if entry.best == Packed::NONE {
                    entry.best = old.best;
                }
                let deeper = old.depth > entry.depth + 4 && self.years(data) == 0;
                if entry.bound != Bound::Exact && deeper {
                    return;
                }
                chosen = index;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data) - AGE_WEIGHT * self.years(data)
            };
            if worth < worst {
                worst = worth;
                chosen = index;
            }
        }
        let data = pack(entry, ply, self.generation);
        bucket[chosen].data.store(data, Relaxed);
        bucket[chosen].check.store(key ^ data, Relaxed);
    }

    /// How many searches ago an entry was written.
    fn years(&self, data: u64) -> i32 {
        ((GENERATIONS + self.generation - generation_of(data)) % GENERATIONS) as i32
    }

    /// How full it is with entries of this search, in thousandths, from a sample.
    pub fn full(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let fresh = sample.filter(|slot| {
            let data = self.data(slot);
            data != 0 && self.years(data) == 0
        });
        fresh.count() as u32
    }
}

/// 16 bits each of move, score and evaluation, 8 of depth, 2 of bound, 1 for the principal
/// variation, 5 of generation. Mates and wins of the tablebase are stored as distances from the position, see
/// <https://www.chessprogramming.org/Transposition_Table>.
fn pack(entry: Entry, ply: usize, generation: u64) -> u64 {
    let score = match entry.score {
        won if won >= PROVEN => won + ply as i32,
        lost if lost <= -PROVEN => lost - ply as i32,
        score => score,
    };
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.best.0)
        | u64::from(score as u16) << 16
        | u64::from(entry.evaluation as u16) << 32
        | u64::from(entry.depth as u8) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | generation << 59
}

fn generation_of(data: u64) -> u64 {
    data >> 59
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn unpack(data: u64, ply: usize) -> Entry {
    let score = i32::from((data >> 16) as i16);
    Entry {
        best: Packed(data as u16),
        score: match score {
            won if won >= PROVEN => won - ply as i32,
            lost if lost <= -PROVEN => lost + ply as i32,
            score => score,
        },
        evaluation: i32::from((data >> 32) as i16),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: data >> 58 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, SMALL, Table};
    use crate::packed::Packed;
    use crate::score::{MATE, TB_WIN, mated};

    fn entry(score: i32) -> Entry {
        Entry {
            best: Packed(0x1234),
            score,
            evaluation: -77,
            depth: 9,
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut table = Table::new(1).expect("a mebibyte");
        let table = table.share();
        for (key, score) in [(1, 25), (u64::MAX, -25), (0, 0), (1 << 63, -3000)] {
            table.put(key, 7, entry(score));
            assert_eq!(table.get(key, 3), Some(entry(score)));
        }
        assert_eq!(table.get(12345, 0), None);
    }

    #[test]
    fn wins_are_counted_from_where_the_position_is_met() {
        let mut table = Table::new(1).expect("a mebibyte");
        let table = table.share();
        table.put(5, 4, entry(MATE - 7));
        assert_eq!(table.get(5, 10).map(|e| e.score), Some(MATE - 13));
        table.put(6, 4, entry(mated(6)));
        assert_eq!(table.get(6, 0).map(|e| e.score), Some(mated(2)));
        table.put(7, 4, entry(TB_WIN - 7));
        assert_eq!(table.get(7, 100).map(|e| e.score), Some(TB_WIN - 103));
        table.put(8, 4, entry(9 - TB_WIN));
        assert_eq!(table.get(8, 0).map(|e| e.score), Some(5 - TB_WIN));
    }

    /// However often it was emptied, it knows what a new one does; by number, and by writing zeros.
    #[test]
    fn emptied_is_as_new() {
        for mebibytes in [1, SMALL / (1 << 20) + 1] {
            let mut random = fastrand::Rng::with_seed(1);
            let mut old = Table::new(mebibytes).expect("memory");
            for _ in 0..200 {
                old.clear();
                let mut new = Table::new(mebibytes).expect("memory");
                // Up to more searches than there are generations.
                for _ in 0..random.usize(0..40) {
                    let (old, new) = (old.share(), new.share());
                    // Of few buckets, so that entries must give way.
                    let key =
                        |random: &mut fastrand::Rng| random.u64(0..16) << 60 | random.u64(0..8);
                    for _ in 0..5 {
                        let (key, depth) = (key(&mut random), random.i32(0..12));
                        old.put(key, 0, Entry { depth, ..entry(25) });
                        new.put(key, 0, Entry { depth, ..entry(25) });
                    }
                    for _ in 0..20 {
                        let key = key(&mut random);
                        assert_eq!(old.get(key, 0), new.get(key, 0));
                    }
                    assert_eq!(old.full(), new.full());
                }
            }
        }
    }

    #[test]
    fn the_shallowest_gives_way() {
        let mut table = Table::new(1).expect("a mebibyte");
        let table = table.share();
        // Keys so close fall into one bucket.
        for key in 0..4 {
            let depth = if key == 2 { 1 } else { 9 };
            table.put(key, 0, Entry { depth, ..entry(0) });
        }
        table.put(4, 0, entry(0));
        let known: Vec<u64> = (0..5).filter(|key| table.get(*key, 0).is_some()).collect();
        assert_eq!(known, [0, 1, 3, 4]);
    }
}
