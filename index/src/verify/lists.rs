//! Checking the posting lists of a segment against what its passages and games say.

use std::collections::HashMap;

use similarity::Term;

use super::problems::Problems;
use crate::comment::for_each_comment_word;
use crate::storage::segment::Segment;

/// The documents that lists of games must have.
#[derive(Default)]
pub(super) struct OfGames {
    /// By the number of an opening.
    pub(super) openings: HashMap<u64, Digest>,
    /// By the word of a comment, with its places.
    pub(super) words: HashMap<String, Digest>,
}

/// Checks the lists of a segment against what its passages and games say.
pub(super) fn check_lists(
    segment: &Segment,
    lists: &[Digest],
    mut material: HashMap<u64, Digest>,
    mut of_games: OfGames,
    problems: &mut Problems,
) -> tantivy::Result<()> {
    let wrong = wrong_lists(segment, lists)?;
    if wrong > 0 {
        problems.add(format!("{wrong} posting lists do not match the passages"));
    }
    segment.for_each_material(|number, docs| take(segment, &mut material, number, docs))?;
    let wrong = wrong_numbers(&material);
    if wrong > 0 {
        problems.add(format!(
            "{wrong} lists of material do not match the passages"
        ));
    }
    segment.for_each_opening(|number, docs| take(segment, &mut of_games.openings, number, docs))?;
    let wrong = wrong_numbers(&of_games.openings);
    if wrong > 0 {
        problems.add(format!(
            "{wrong} moves of openings are not listed as they were played"
        ));
    }
    let mut words = of_games.words;
    for_each_comment_word(segment, |word, doc, places| {
        let left = words.entry(word.to_owned()).or_default();
        for place in places {
            left.take_at(doc, *place);
        }
    })?;
    let wrong = wrong_numbers(&words);
    if wrong > 0 {
        problems.add(format!(
            "{wrong} words of comments are not listed as they were written"
        ));
    }
    Ok(())
}

/// How many terms have other lists than the passages say.
fn wrong_lists(segment: &Segment, digests: &[Digest]) -> tantivy::Result<usize> {
    let mut wrong = 0;
    for term in Term::all() {
        let mut digest = Digest::default();
        segment.for_each_document(term, |doc| digest.add(doc))?;
        wrong += usize::from(digest != digests[term.id()]);
    }
    Ok(wrong)
}

/// Takes the documents of a number's list, those that are not deleted, from the ones that must be there.
fn take(segment: &Segment, expected: &mut HashMap<u64, Digest>, number: u64, docs: &[u32]) {
    let left = expected.entry(number).or_default();
    for doc in docs.iter().filter(|doc| !segment.is_deleted(**doc)) {
        left.take(*doc);
    }
}

/// How many numbers or words have other lists than were expected, once all listed documents are taken.
fn wrong_numbers<K>(left: &HashMap<K, Digest>) -> usize {
    let wrong = left.values().filter(|left| **left != Digest::default());
    wrong.count()
}

/// What lists of the same documents share, in whatever order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest {
    documents: u32,
    sum: u64,
}

impl Digest {
    pub(super) fn add(&mut self, doc: u32) {
        self.add_at(doc, 0);
    }

    /// Adds a document with a place in it.
    pub(super) fn add_at(&mut self, doc: u32, place: u32) {
        self.documents = self.documents.wrapping_add(1);
        self.sum = self.sum.wrapping_add(Digest::hash(doc, place));
    }

    /// The inverse of [`Digest::add`].
    fn take(&mut self, doc: u32) {
        self.take_at(doc, 0);
    }

    /// The inverse of [`Digest::add_at`].
    fn take_at(&mut self, doc: u32, place: u32) {
        self.documents = self.documents.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(Digest::hash(doc, place));
    }

    fn hash(doc: u32, place: u32) -> u64 {
        let both = u64::from(place) << 32 | u64::from(doc);
        xxhash_rust::xxh3::xxh3_64(&both.to_le_bytes())
    }
}
