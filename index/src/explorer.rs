//! Which games reached exactly a position, by any moves, and what they played in it.
//!
//! The moves of openings are listed with their games ([`similarity::opening_numbers`]) and only counted. Later
//! positions are looked for in the passages that have all pieces and pawns of the position, of which
//! there are few, and those are replayed. A game counts once, with what it played the last time.

use std::collections::HashMap;

use pgn::moves;
use rayon::prelude::*;
use shakmaty::{Chess, Position};
use similarity::{
    Count, ExploreOptions, Explored, GameFilter, MAX_POSITIONS, exact_terms, is_same, opening_plies,
};

use crate::condition::GameTest;
use crate::error::Error;
use crate::snapshot::Snapshot;
use crate::storage::collections::Members;
use crate::storage::games::Games;
use crate::storage::segment::Segment;

impl Snapshot {
    /// The games that reached exactly this position, indexed or not: the same board, side to move, castling rights
    /// and possible en-passant capture.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn explore(
        &self,
        position: &Chess,
        filter: &GameFilter,
        options: ExploreOptions,
    ) -> Result<Explored, Error> {
        let members = self.members(&filter.collections)?;
        let members = members.as_ref();
        let count = self
            .segments()
            .par_iter()
            .with_max_len(1)
            .map(|segment| {
                let count = Count::new(options);
                let count = explore_segment(segment, position, filter, members, count);
                count.map_err(|error| self.failed(error))
            })
            .try_reduce(|| Count::new(options), |one, other| Ok(one.with(&other)))?;
        Ok(count.explored(position))
    }

    /// Whether a game had this position in its opening.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn is_opening(&self, position: &Chess) -> Result<bool, Error> {
        let mut is_there = false;
        for segment in self.segments() {
            let looked = segment.for_each_opening_move(position, |_, list| {
                if is_there {
                    return Ok(());
                }
                segment.for_each_opening_block(list, |docs| {
                    is_there = is_there || docs.iter().any(|doc| !segment.is_deleted(*doc));
                })
            });
            looked.map_err(|error| self.failed(error))?;
        }
        Ok(is_there)
    }
}

/// What the games of a segment played in a position, counted.
fn explore_segment(
    segment: &Segment,
    position: &Chess,
    filter: &GameFilter,
    members: Option<&Members>,
    mut count: Count,
) -> tantivy::Result<Count> {
    let games = segment.games()?;
    let passes = GameTest::new(filter, members, segment)?;
    let turn = position.turn();
    let reached = reached(segment, games, &passes, position)?;
    for (place, reached) in &reached {
        let row = &games.rows[*place];
        count.count(turn, reached.code, row.facts, || segment.game(row.doc));
    }
    segment.for_each_opening_move(position, |code, list| {
        // Both are ascending.
        let mut rows = games.rows.iter().enumerate().peekable();
        let few = list.doc_freq as usize * FEW < games.rows.len();
        segment.for_each_opening_block(list, |docs| {
            for doc in docs {
                let found = if few {
                    let place = games.rows.binary_search_by_key(doc, |row| row.doc).ok();
                    place.map(|place| (place, &games.rows[place]))
                } else {
                    while rows.next_if(|(_, row)| row.doc < *doc).is_some() {}
                    rows.next_if(|(_, row)| row.doc == *doc)
                };
                let Some((place, row)) = found else { continue };
                if passes.has(row) && (reached.is_empty() || !reached.contains_key(&place)) {
                    count.count(turn, code, row.facts, || segment.game(*doc));
                }
            }
        })
    })?;
    Ok(count)
}

/// The games of a segment that reached a position after their openings, by place.
fn reached(
    segment: &Segment,
    games: &Games,
    passes: &GameTest,
    position: &Chess,
) -> tantivy::Result<HashMap<usize, Reached>> {
    let mut reached: HashMap<usize, Reached> = HashMap::new();
    for doc in segment.documents_with(&exact_terms(position.board()))? {
        let Some(place) = games.of(doc) else { continue };
        let row = &games.rows[place];
        let Some(passage) = segment.passage(doc) else {
            continue;
        };
        let listed = opening_plies(row.plies().start as usize) as u64;
        if passage.ply + MAX_POSITIONS as u64 <= listed || !passes.has(row) {
            continue;
        }
        let mut last = None;
        // What cannot be replayed has no position.
        let _ = passage.replay_moves(|ply, found, played| {
            if ply >= listed && is_same(found, position) {
                last = Some((ply, played));
            }
        });
        let Some((ply, played)) = last else { continue };
        let code = played.and_then(|played| moves::code(position, played));
        let code = code.unwrap_or(moves::END);
        let of_game = reached.entry(place).or_insert(Reached { ply, code });
        if of_game.ply <= ply {
            *of_game = Reached { ply, code };
        }
    }
    Ok(reached)
}

/// The share of all games below which each is looked for. Guessed: as many steps as that takes.
const FEW: usize = 16;

/// Where a game had a position, and what it played.
#[derive(Copy, Clone, Debug)]
struct Reached {
    ply: u64,
    code: u8,
}
