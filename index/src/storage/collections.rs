//! Collections: which games of an index belong together, under a name.
//!
//! All of them are stored in the document of the statistics, which each commit replaces, as
//!
//! ```text
//! for each: bytes of the name | name | bytes of the games | games
//! ```
//!
//! The numbers have four bytes, the lowest first; the games are their ids as a Roaring bitmap
//! (<https://github.com/RoaringBitmap/RoaringFormatSpec>). A collection has at least one game.

use std::sync::{Arc, OnceLock};

use roaring::RoaringTreemap;
use similarity::CollectionName;

use crate::error::Error;
use crate::storage::format::MOST_COLLECTIONS;

/// The collections of an index, in the order of their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Collections(Vec<Collection>);

#[derive(Clone, Debug)]
struct Collection {
    name: CollectionName,
    games: RoaringTreemap,
    /// The games again, for filters; made when first needed.
    bits: OnceLock<Arc<Bits>>,
}

impl Collection {
    fn new(name: CollectionName, games: RoaringTreemap) -> Collection {
        Collection {
            name,
            games,
            bits: OnceLock::new(),
        }
    }
}

impl Collections {
    /// The names and numbers of games.
    pub(crate) fn list(&self) -> Vec<(CollectionName, u64)> {
        let all = self.0.iter();
        all.map(|collection| (collection.name.clone(), collection.games.len()))
            .collect()
    }

    /// Each with its games.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&CollectionName, &RoaringTreemap)> {
        self.0.iter().map(|found| (&found.name, &found.games))
    }

    /// The games of some collections, for a filter.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] for a name that none has.
    pub(crate) fn members(&self, names: &[CollectionName]) -> Result<Members, Error> {
        let bits = names.iter().map(|name| {
            let collection = &self.0[self.find(name)?];
            let bits = collection
                .bits
                .get_or_init(|| Arc::new(Bits::new(&collection.games)));
            Ok(Arc::clone(bits))
        });
        bits.collect::<Result<_, Error>>().map(Members)
    }

    /// Whether a game can be added to a collection of this name.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCollections`] if it would be one too many.
    pub(crate) fn check_room(&self, name: &CollectionName) -> Result<(), Error> {
        match self.place(name) {
            Err(_) if self.0.len() >= MOST_COLLECTIONS => Err(Error::TooManyCollections),
            _ => Ok(()),
        }
    }

    /// Adds a game to a collection, which is made if it is missing. Returns whether it was not in it.
    pub(crate) fn insert(&mut self, name: &CollectionName, game: u64) -> bool {
        let place = self.place(name).unwrap_or_else(|place| {
            let new = Collection::new(name.clone(), RoaringTreemap::new());
            self.0.insert(place, new);
            place
        });
        let collection = &mut self.0[place];
        collection.bits = OnceLock::new();
        collection.games.insert(game)
    }

    /// Takes games out of all collections; those that have no other go with them.
    pub(crate) fn remove_games(&mut self, games: &RoaringTreemap) {
        for collection in &mut self.0 {
            collection.games -= games;
            collection.bits = OnceLock::new();
        }
        self.0.retain(|collection| !collection.games.is_empty());
    }

    /// Gives a collection another name.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] if there is none of the old name, [`Error::CollectionExists`] if another one has the new
    /// name.
    pub(crate) fn rename(
        &mut self,
        old: &CollectionName,
        new: CollectionName,
    ) -> Result<(), Error> {
        let place = self.find(old)?;
        if new != *old && self.place(&new).is_ok() {
            return Err(Error::CollectionExists(new.to_string()));
        }
        let collection = self.0.remove(place);
        let (Ok(place) | Err(place)) = self.place(&new);
        self.0.insert(place, Collection::new(new, collection.games));
        Ok(())
    }

    /// Takes a collection away. Returns its games, and those of them that are in no other.
    ///
    /// # Errors
    ///
    /// [`Error::NoCollection`] if there is none of the name.
    pub(crate) fn take(
        &mut self,
        name: &CollectionName,
    ) -> Result<(RoaringTreemap, RoaringTreemap), Error> {
        let taken = self.0.remove(self.find(name)?).games;
        let mut alone = taken.clone();
        for other in &self.0 {
            alone -= &other.games;
        }
        Ok((taken, alone))
    }

    /// Where a collection is.
    fn find(&self, name: &CollectionName) -> Result<usize, Error> {
        self.place(name)
            .map_err(|_| Error::NoCollection(name.to_string()))
    }

    /// Where a collection is, or where it would be.
    fn place(&self, name: &CollectionName) -> Result<usize, usize> {
        let key = name.key();
        self.0.binary_search_by_key(&key, |found| found.name.key())
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for collection in &self.0 {
            let name = collection.name.as_str().as_bytes();
            let mut games = Vec::with_capacity(collection.games.serialized_size());
            // Into memory nothing fails to be written.
            let _ = collection.games.serialize_into(&mut games);
            for part in [name, &games] {
                bytes.extend((part.len() as u32).to_le_bytes());
                bytes.extend(part);
            }
        }
        bytes
    }

    /// The inverse of [`Collections::to_bytes`]; `None` for other bytes.
    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Option<Collections> {
        let mut collections = Collections::default();
        while !bytes.is_empty() {
            let name = str::from_utf8(part(&mut bytes)?).ok()?;
            let mut games = part(&mut bytes)?;
            let games = RoaringTreemap::deserialize_from(&mut games).ok()?;
            let name: CollectionName = name.parse().ok()?;
            let place = collections.place(&name).err()?;
            collections.0.insert(place, Collection::new(name, games));
        }
        Some(collections)
    }
}

/// Takes the next part: its length, and that number of bytes.
fn part<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(part)
}

/// The games of a collection, a bit for each id: a filter asks for every game of the index, and the bitmap that is stored
/// takes ten times as long to answer.
#[derive(Debug)]
struct Bits(Box<[u64]>);

impl Bits {
    fn new(games: &RoaringTreemap) -> Bits {
        let words = games.max().map_or(0, |last| last as usize / 64 + 1);
        let mut bits = vec![0; words];
        for game in games {
            bits[game as usize / 64] |= 1 << (game % 64);
        }
        Bits(bits.into_boxed_slice())
    }

    fn has(&self, game: u64) -> bool {
        let word = self.0.get(game as usize / 64);
        word.is_some_and(|word| word >> (game % 64) & 1 == 1)
    }
}

/// The games that are in any of some collections, as of a commit: a bit for each id.
#[derive(Debug)]
pub struct Members(Vec<Arc<Bits>>);

impl Members {
    pub(crate) fn has(&self, game: u64) -> bool {
        self.0.iter().any(|bits| bits.has(game))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn name(text: &str) -> CollectionName {
        text.parse().expect("a name")
    }

    /// What is done to collections, by the number of a name.
    #[derive(Clone, Debug)]
    enum Step {
        Insert(usize, u64),
        Remove(Vec<u64>),
        Rename(usize, usize),
        Take(usize),
    }

    fn steps() -> impl Strategy<Value = Step> {
        prop_oneof![
            4 => (0..4_usize, prop_oneof![1..40_u64, Just(70_000), Just(1 << 33)])
                .prop_map(|(name, game)| Step::Insert(name, game)),
            1 => prop::collection::vec(1..40_u64, 0..20).prop_map(Step::Remove),
            1 => (0..4_usize, 0..4_usize).prop_map(|(old, new)| Step::Rename(old, new)),
            1 => (0..4_usize).prop_map(Step::Take),
        ]
    }

    const NAMES: [&str; 4] = ["b", "A", "Käse", "c d"];

    proptest! {
        /// They do what sets by name do, and come back from their bytes as they were.
        #[test]
        fn as_sets_do(steps in prop::collection::vec(steps(), 0..60)) {
            let mut collections = Collections::default();
            let mut sets: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
            for step in steps {
                match step {
                    Step::Insert(of, game) => {
                        // A bit for each id up to 2^33 is a gigabyte, so only bitmaps have that one here.
                        let is_new = sets.entry(of).or_default().insert(game);
                        prop_assert_eq!(collections.insert(&name(NAMES[of]), game), is_new);
                    }
                    Step::Remove(games) => {
                        collections.remove_games(&games.iter().copied().collect());
                        for set in sets.values_mut() {
                            set.retain(|game| !games.contains(game));
                        }
                        sets.retain(|_, set| !set.is_empty());
                    }
                    Step::Rename(old, new) => {
                        let is_free = old == new || !sets.contains_key(&new);
                        let renamed = collections.rename(&name(NAMES[old]), name(NAMES[new]));
                        prop_assert_eq!(renamed.is_ok(), sets.contains_key(&old) && is_free);
                        if renamed.is_ok() && let Some(set) = sets.remove(&old) {
                            sets.insert(new, set);
                        }
                    }
                    Step::Take(of) => {
                        let taken = collections.take(&name(NAMES[of]));
                        prop_assert_eq!(taken.is_ok(), sets.contains_key(&of));
                        if let (Ok((taken, alone)), Some(set)) = (taken, sets.remove(&of)) {
                            let is_alone = |game: &&u64| !sets.values().any(|other| other.contains(game));
                            prop_assert_eq!(alone, set.iter().filter(is_alone).copied().collect());
                            prop_assert_eq!(taken, set.iter().copied().collect());
                        }
                    }
                }
                collections = Collections::from_bytes(&collections.to_bytes()).expect("what was written");
            }
            let found: BTreeMap<String, Vec<u64>> = collections
                .all()
                .map(|(name, games)| (name.to_string(), games.iter().collect()))
                .collect();
            let expected: BTreeMap<String, Vec<u64>> = sets
                .iter()
                .map(|(of, set)| (NAMES[*of].to_owned(), set.iter().copied().collect()))
                .collect();
            prop_assert_eq!(found, expected);
            for (of, set) in sets.iter().filter(|(_, set)| !set.contains(&(1 << 33))) {
                let members = collections.members(&[name(&NAMES[*of].to_uppercase())]).expect("the collection");
                let found: BTreeSet<u64> = (0..100_000).filter(|game| members.has(*game)).collect();
                prop_assert_eq!(&found, set);
            }
        }

        /// Other bytes are no collections, or other ones; nothing panics.
        #[test]
        fn of_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..100), cut in any::<prop::sample::Index>()) {
            let _ = Collections::from_bytes(&bytes);
            let mut collections = Collections::default();
            for (place, byte) in bytes.iter().enumerate() {
                collections.insert(&name(NAMES[place % 4]), (*byte).into());
            }
            let whole = collections.to_bytes();
            let cut = cut.index(whole.len() + 1);
            if let Some(part) = Collections::from_bytes(&whole[..cut]) {
                prop_assert_eq!(part.to_bytes(), &whole[..cut]);
            }
        }
    }

    #[test]
    fn names_are_unique_whatever_their_case() {
        let mut collections = Collections::default();
        collections.insert(&name("Mine"), 1);
        collections.insert(&name("MINE"), 2);
        assert_eq!(collections.list(), [(name("Mine"), 2)]);
        collections
            .rename(&name("mine"), name("MINE"))
            .expect("renamed");
        assert_eq!(collections.list()[0].0.as_str(), "MINE");
        let error = collections.members(&[name("yours")]).expect_err("none");
        assert!(
            matches!(&error, Error::NoCollection(name) if name == "yours"),
            "{error:?}"
        );
        for number in 0..MOST_COLLECTIONS {
            assert!(collections.check_room(&name("mine")).is_ok());
            let new = name(&format!("{number}"));
            assert_eq!(
                collections.check_room(&new).is_ok(),
                number + 1 < MOST_COLLECTIONS
            );
            collections.insert(&new, 1);
        }
    }
}
