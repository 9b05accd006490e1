//! Which positions of a segment are followed by the moves of a filter.
//!
//! A move leaves a piece on its target square, so the posting lists of the terms around it rule out most passages, and
//! castling needs the right to castle. What is left is replayed, run by run of a game, with the passages after it.

use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Color;
use similarity::{MoveQuery, PLIES_AHEAD, PositionFilter, Rule, Term, followed, may_be_followed};
use tantivy::error::DataCorruption;
use tantivy::{DocId, TantivyError};

use crate::storage::bitmap::Bitmap;
use crate::storage::games::{Games, Row};
use crate::storage::segment::{List, Segment};

/// The positions of a game that are followed by the moves.
pub(crate) struct Followed {
    /// The id of the game.
    pub(crate) game: u64,
    /// Ascending, one at least.
    pub(crate) plies: Vec<u64>,
    /// The documents of the passages that have them.
    pub(crate) passages: Vec<DocId>,
}

/// The positions that `rule` admits in some passages and that are followed by the moves of a filter, by game; a game may
/// come several times, and then without another one between. `passages` are ascending, each range of one game.
pub(crate) fn followed_in(
    segment: &Segment,
    games: &Games,
    passages: &[Range<DocId>],
    filter: &PositionFilter,
    rule: &Rule,
) -> tantivy::Result<Vec<Followed>> {
    let necessary = necessary(segment, filter)?;
    let mut runs: Vec<(&Row, Range<DocId>)> = Vec::new();
    for docs in passages {
        let Some(row) = games.of(docs.start).map(|game| &games.rows[game]) else {
            continue;
        };
        let promising = docs.clone().filter(|doc| {
            let ahead = ahead(row, &(*doc..doc + 1));
            necessary.iter().any(|of_side| has_all(of_side, &ahead))
                && segment
                    .passage(*doc)
                    .is_none_or(|passage| may_be_followed(&filter.played, &passage))
        });
        for doc in promising {
            match runs.last_mut() {
                Some((of, run)) if of.doc == row.doc && run.end == doc => run.end = doc + 1,
                _ => runs.push((row, doc..doc + 1)),
            }
        }
    }
    let found: Vec<Option<Followed>> = runs
        .par_iter()
        .map(|(row, run)| followed_in_run(segment, row, run, filter, rule))
        .collect::<tantivy::Result<_>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// Those in a run of passages of a game; `None` if there are none.
fn followed_in_run(
    segment: &Segment,
    row: &Row,
    run: &Range<DocId>,
    filter: &PositionFilter,
    rule: &Rule,
) -> tantivy::Result<Option<Followed>> {
    let passages = ahead(row, run).map(|doc| segment.passage(doc));
    let passages: Option<Vec<_>> = passages.collect();
    let positions = passages.and_then(|passages| followed(&filter.played, &passages));
    let (Some(positions), Some(game)) = (positions, segment.game(row.doc)) else {
        let what = format!("the game of document {} cannot be replayed", row.doc);
        return Err(TantivyError::DataCorruption(DataCorruption::comment_only(
            what,
        )));
    };
    let end = row.ply(run.end);
    let admitted = positions
        .into_iter()
        .filter(|(ply, position)| *ply < end && rule.admits(game, *ply, position));
    let plies: Vec<u64> = admitted.map(|(ply, _)| ply).collect();
    let mut passages: Vec<DocId> = plies
        .iter()
        .flat_map(|ply| row.passages(*ply..ply + 1))
        .collect();
    passages.dedup();
    let found = Followed {
        game,
        plies,
        passages,
    };
    Ok((!found.plies.is_empty()).then_some(found))
}

/// Some passages of a game, and those after them that have the moves which may follow.
fn ahead(row: &Row, docs: &Range<DocId>) -> Range<DocId> {
    let end = row.plies().end;
    row.passages(row.ply(docs.start)..end.min(row.ply(docs.end) + PLIES_AHEAD))
}

/// By the side to move, of each list of terms that is necessary for the moves, the documents that have one of it.
fn necessary(segment: &Segment, filter: &PositionFilter) -> tantivy::Result<Vec<Vec<Bitmap>>> {
    let sides = Color::ALL.into_iter();
    let sides = sides.filter(|side| filter.turn.is_none_or(|turn| turn == *side));
    sides
        .map(|side| {
            let lists = filter.played.iter();
            let lists = lists.flat_map(|played: &MoveQuery| played.necessary(side));
            lists.map(|terms| any_of(segment, &terms)).collect()
        })
        .collect()
}

/// The documents that have any of some terms.
fn any_of(segment: &Segment, terms: &[Term]) -> tantivy::Result<Bitmap> {
    let mut any = Bitmap::new(segment.documents());
    for term in terms {
        match segment.list(*term)? {
            List::Empty => {}
            List::Long(docs) => any.unite(docs),
            List::Short(list) => segment.for_each_block(list, |docs| {
                for doc in docs {
                    any.add(*doc as usize);
                }
            })?,
        }
    }
    Ok(any)
}

/// Whether each bitmap has one of some documents.
fn has_all(bitmaps: &[Bitmap], docs: &Range<DocId>) -> bool {
    let has_any = |bitmap: &Bitmap| docs.clone().any(|doc| bitmap.has(doc as usize));
    bitmaps.iter().all(has_any)
}
