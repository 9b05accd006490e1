//! Which games have words in their comments.

use similarity::CommentQuery;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, InvertedIndexReader, TERMINATED};

use crate::storage::segment::Segment;

/// The documents of the games of a segment whose comments have all that is asked, ascending.
pub(crate) fn commented_in(segment: &Segment, query: &CommentQuery) -> tantivy::Result<Vec<DocId>> {
    let lists = segment.comments()?;
    let mut found: Option<Vec<DocId>> = None;
    for phrase in query.phrases() {
        let mut docs = with_phrase(&lists, phrase)?;
        if let Some(found) = found {
            docs.retain(|doc| found.binary_search(doc).is_ok());
        }
        found = Some(docs);
    }
    let mut found = found.unwrap_or_default();
    found.retain(|doc| !segment.is_deleted(*doc));
    Ok(found)
}

/// Calls `each` with every word, a document that has it and is not deleted, and its places there.
pub(crate) fn for_each_comment_word(
    segment: &Segment,
    mut each: impl FnMut(&str, DocId, &[u32]),
) -> tantivy::Result<()> {
    let lists = segment.comments()?;
    let mut words = lists.terms().stream()?;
    let mut places = Vec::new();
    while let Some((word, info)) = words.next() {
        let word = String::from_utf8_lossy(word);
        let option = IndexRecordOption::WithFreqsAndPositions;
        let mut postings = lists.read_postings_from_terminfo(info, option)?;
        while postings.doc() != TERMINATED {
            if !segment.is_deleted(postings.doc()) {
                postings.positions(&mut places);
                each(&word, postings.doc(), &places);
            }
            postings.advance();
        }
    }
    Ok(())
}

/// The documents that have some words one after the other, ascending.
fn with_phrase(lists: &InvertedIndexReader, phrase: &[String]) -> tantivy::Result<Vec<DocId>> {
    let option = if phrase.len() > 1 {
        IndexRecordOption::WithFreqsAndPositions
    } else {
        IndexRecordOption::Basic
    };
    let mut words: Vec<SegmentPostings> = Vec::with_capacity(phrase.len());
    for word in phrase {
        let Some(info) = lists.terms().get(word.as_bytes())? else {
            return Ok(Vec::new());
        };
        words.push(lists.read_postings_from_terminfo(&info, option)?);
    }
    let mut found = Vec::new();
    let mut doc = words.first().map_or(TERMINATED, DocSet::doc);
    while doc != TERMINATED {
        // The first document from this one on that has all words.
        let ahead = words.iter_mut().map(|word| {
            if word.doc() < doc {
                word.seek(doc)
            } else {
                word.doc()
            }
        });
        let furthest = ahead.max().unwrap_or(TERMINATED);
        if furthest > doc {
            doc = furthest;
            continue;
        }
        if words.len() == 1 || is_phrase(&mut words) {
            found.push(doc);
        }
        doc = words[0].advance();
    }
    Ok(found)
}

/// Whether words that are all in one document follow each other somewhere in it.
fn is_phrase(words: &mut [SegmentPostings]) -> bool {
    let mut starts: Option<Vec<u32>> = None;
    let mut places = Vec::new();
    for (nth, word) in (0..).zip(words) {
        word.positions(&mut places);
        let of_word = places.iter().filter_map(|place| place.checked_sub(nth));
        starts = Some(match starts {
            None => of_word.collect(),
            Some(starts) => of_word
                .filter(|start| starts.binary_search(start).is_ok())
                .collect(),
        });
    }
    starts.is_some_and(|starts| !starts.is_empty())
}
