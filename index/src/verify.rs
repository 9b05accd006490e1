//! Checking an index through and through: every checksum, every game, every passage, every posting
//! list, and the statistics.

use std::collections::HashMap;

use rayon::prelude::*;
use shakmaty::Chess;

use crate::error::Error;
use crate::game::Game;
use crate::index::Index;
use crate::moves;
use crate::passage::{Passage, Union, pack};
use crate::segment::Segment;
use crate::snapshot::Snapshot;
use crate::statistics::Statistics;
use crate::term::Term;

/// What a check of an index found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Games checked.
    pub games: u64,
    /// Positions checked.
    pub positions: u64,
    /// What is wrong, a sentence each, e.g. `0d9b.idx: its bytes are not those that were written`.
    pub problems: Vec<String>,
}

/// The most problems that are told of a segment. Guessed: enough to see of what kind they are.
const TOLD: usize = 10;

impl Index {
    /// Checks the newest commit through and through. Files with wrong checksums are not looked into
    /// any further, and then nothing else is.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if something cannot be read at all.
    pub fn verify(&self) -> Result<Verified, Error> {
        let mut problems: Vec<String> = self
            .damaged_files()?
            .iter()
            .map(|file| format!("{file}: its bytes are not those that were written"))
            .collect();
        if !problems.is_empty() {
            return Ok(Verified {
                games: 0,
                positions: 0,
                problems,
            });
        }
        let snapshot = self.snapshot()?;
        let segments = snapshot
            .segments()
            .par_iter()
            .enumerate()
            .map(|(number, segment)| check_segment(&snapshot, number, segment))
            .collect::<Result<Vec<Checked>, Error>>()?;

        let mut counted = Statistics::default();
        for segment in segments {
            counted.add(&segment.statistics);
            problems.extend(segment.problems);
        }
        let stored = snapshot.statistics();
        if counted.last_game > stored.last_game {
            problems.push(format!(
                "the statistics say that the last game was {}, but there is a game {}",
                stored.last_game, counted.last_game
            ));
        }
        for (what, stored, counted) in [
            ("games", stored.games, counted.games),
            ("positions", stored.positions, counted.positions),
            ("terms of positions", stored.length, counted.length),
        ] {
            if stored != counted {
                problems.push(format!(
                    "the statistics say {stored} {what}, but there are {counted}"
                ));
            }
        }
        let wrong = Term::all()
            .filter(|term| stored.frequency(*term) != counted.frequency(*term))
            .count();
        if wrong > 0 {
            problems.push(format!("the statistics are wrong for {wrong} terms"));
        }
        Ok(Verified {
            games: counted.games,
            positions: counted.positions,
            problems,
        })
    }
}

/// What a check of a segment found.
struct Checked {
    statistics: Statistics,
    problems: Vec<String>,
}

fn check_segment(snapshot: &Snapshot, number: usize, segment: &Segment) -> Result<Checked, Error> {
    let mut statistics = Statistics::default();
    let mut problems = Vec::new();
    let mut games: HashMap<u64, Vec<Passage>> = HashMap::new();
    let mut digests = vec![Digest::default(); Term::COUNT];
    let mut union = Union::new();
    let mut terms = Vec::new();
    for (doc, passage) in segment.passages() {
        let mut shortest = u64::MAX;
        let replayed = passage.replay(|_, board| {
            let length = union.add(board);
            shortest = shortest.min(length);
            statistics.length += length;
            statistics.positions += 1;
        });
        terms.clear();
        union.drain_into(&mut terms);
        for (term, positions) in &terms {
            statistics.count(*term, (*positions).into());
            digests[term.id()].add(doc);
        }
        if replayed.is_none() || segment.shortest_of(doc) != Some(shortest) {
            problems.push(format!(
                "the passage of game {} at ply {} is not a line of chess, or not of its length",
                passage.game, passage.ply
            ));
        }
        games.entry(passage.game).or_default().push(passage);
    }

    let places = snapshot.games_of(number as u32);
    for (id, place) in places.map_err(|error| snapshot.failed(error))? {
        let game = snapshot.game_at(id, place)?;
        statistics.games += 1;
        statistics.last_game = statistics.last_game.max(game.id);
        let mut passages = games.remove(&game.id).unwrap_or_default();
        passages.sort_by_key(|passage| passage.ply);
        if !agree(&game, &passages) {
            problems.push(format!(
                "the moves of game {} and its passages do not agree",
                game.id
            ));
        }
    }
    if let Some(id) = games.keys().next() {
        problems.push(format!(
            "{} games have passages and no moves, e.g. game {id}",
            games.len()
        ));
    }

    let mut wrong = 0;
    for term in Term::all() {
        let mut digest = Digest::default();
        segment
            .for_each_document(term, |doc| digest.add(doc))
            .map_err(|error| snapshot.failed(error))?;
        wrong += usize::from(digest != digests[term.id()]);
    }
    if wrong > 0 {
        problems.push(format!(
            "{wrong} posting lists do not agree with the passages"
        ));
    }
    problems.truncate(TOLD);
    Ok(Checked {
        statistics,
        problems,
    })
}

/// Whether passages in the order of their plies are the end of a game, without a gap.
fn agree(game: &Game, passages: &[Passage]) -> bool {
    let positions: Vec<Chess> = game.positions().map(|(position, _)| position).collect();
    // A game that cannot be played to its end has too few.
    if positions.len() != game.plies() + 1 {
        return false;
    }
    let Some(first) = passages.first() else {
        return true;
    };
    let mut ply = first.ply as usize;
    for passage in passages {
        let codes = passage.moves.to_le_bytes();
        let codes = codes.iter().take_while(|code| **code != moves::END);
        let same = passage.ply as usize == ply
            && positions.get(ply).and_then(pack) == Some(passage.board)
            && codes
                .clone()
                .eq(game.moves[ply..].iter().take(codes.clone().count()));
        if !same {
            return false;
        }
        ply += codes.count() + 1;
    }
    ply == positions.len()
}

/// What lists of the same documents share, in whatever order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Digest {
    documents: u32,
    sum: u64,
}

impl Digest {
    fn add(&mut self, doc: u32) {
        self.documents += 1;
        let hash = xxhash_rust::xxh3::xxh3_64(&doc.to_le_bytes());
        self.sum = self.sum.wrapping_add(hash);
    }
}
