//! What the score needs to know of the whole index: N, n(t) and avgdl, exact.
//!
//! They count positions, never passages, and are stored with every commit, so that a search finds the statistics of the
//! commit it reads.

use shakmaty::Board;

use crate::terms::of_position::for_each_thesis_term;
use crate::terms::term::Term;

/// Exact counts over all positions of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Stored games.
    pub games: u64,
    /// The highest game id ever given; ids are never reused.
    pub last_game: u64,
    /// Indexed positions: N of the score.
    pub positions: u64,
    /// Terms of all positions, reachability included: N × avgdl.
    pub length: u64,
    /// n(t) by the number of the term that a query asks for; of the thesis's terms only.
    frequencies: Vec<u64>,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics {
            games: 0,
            last_game: 0,
            positions: 0,
            length: 0,
            frequencies: vec![0; Term::THESIS],
        }
    }
}

impl Statistics {
    /// Adds the counts of other positions and games.
    pub fn add(&mut self, other: &Statistics) {
        self.games += other.games;
        self.last_game = self.last_game.max(other.last_game);
        self.positions += other.positions;
        self.length += other.length;
        for (mine, others) in self.frequencies.iter_mut().zip(&other.frequencies) {
            *mine += others;
        }
    }

    /// Counts positions that have a term.
    #[inline]
    pub fn count(&mut self, term: Term, positions: u64) {
        if let Some(frequency) = self.frequencies.get_mut(term.query_term().id()) {
            *frequency += positions;
        }
    }

    /// Removes one position from the counts.
    pub fn remove_position(&mut self, board: &Board) {
        for_each_thesis_term(board, |term| {
            self.length -= 1;
            self.frequencies[term.query_term().id()] -= 1;
        });
        self.positions -= 1;
    }

    /// n(t): the positions that have a term of the thesis's; for a naive one, as it stands or within
    /// reach. 0 for other terms, whose idf is fixed.
    pub fn frequency(&self, term: Term) -> u64 {
        let frequency = self.frequencies.get(term.query_term().id());
        frequency.copied().unwrap_or(0)
    }

    /// The mean |D|; 0 without positions.
    pub(crate) fn average_length(&self) -> f64 {
        if self.positions == 0 {
            0.0
        } else {
            self.length as f64 / self.positions as f64
        }
    }

    /// All numbers in the order of the fields, eight little-endian bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.games, self.last_game, self.positions, self.length]
            .iter()
            .chain(&self.frequencies)
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    /// The inverse of [`Statistics::to_bytes`]; `None` if the bytes have another shape.
    pub fn from_bytes(bytes: &[u8]) -> Option<Statistics> {
        let (numbers, []) = bytes.as_chunks::<8>() else {
            return None;
        };
        let mut numbers = numbers.iter().map(|number| u64::from_le_bytes(*number));
        let statistics = Statistics {
            games: numbers.next()?,
            last_game: numbers.next()?,
            positions: numbers.next()?,
            length: numbers.next()?,
            frequencies: numbers.collect(),
        };
        (statistics.frequencies.len() == Term::THESIS).then_some(statistics)
    }
}
