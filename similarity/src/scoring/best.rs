//! The best positions of a search: by falling score, without two of one game or, if so wished, of one board.
//!
//! By [`Distinct::Board`] the rule is greedy, and it may need positions again that looked too bad. Games A and B,
//! boards 1 and 2: of (B, 1) with 10 points and (A, 2) with 5 both are hits. With (A, 1), 10 points as well, only that
//! one is left: its game blocks (A, 2), and its board (B, 1). A third position that had been dropped behind (A, 2) would
//! be a hit now. So [`Best`] keeps all positions down to its last hit, knows whether what was dropped can have mattered,
//! and if so, a search is repeated with a floor.

mod place;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Position};
use xxhash_rust::xxh3::xxh3_128;

use crate::hit::{Distinct, Hit};
use place::{LAST, Place, end_of};

/// The pieces on their squares and the side to move, as a number: XXH3 with 128 bits. Two of a billion different boards
/// have the same one with a probability of 10^-21.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardKey(u128);

impl BoardKey {
    /// That of a position; castling rights and en passant do not count.
    pub fn new(position: &Chess) -> BoardKey {
        let board = position.board();
        let sets = [
            board.white(),
            board.pawns(),
            board.knights(),
            board.bishops(),
            board.rooks(),
            board.queens(),
            board.kings(),
        ];
        let mut bytes = [0; 57];
        for (bytes, set) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(sets) {
            *bytes = set.0.to_le_bytes();
        }
        bytes[56] = position.turn().fold_wb(0, 1);
        BoardKey(xxh3_128(&bytes))
    }
}

/// A position with its score and its board.
#[derive(Copy, Clone, Debug)]
pub struct Scored {
    /// Where it is, and its score.
    pub hit: Hit,
    /// Its board.
    pub board: BoardKey,
}

/// The board of a hit, and who else has it.
#[derive(Clone, Debug, PartialEq)]
pub struct SameBoard {
    /// The board.
    pub board: BoardKey,
    /// The number of games within the selection that have it with this side to move; `None` if games are the rule, or if
    /// a position that is no hit any more scores as much, so that not all may be known.
    pub games: Option<u64>,
    /// Where four others of them have it first, by game; fewer if there are not as many.
    pub others: Vec<Hit>,
}

/// How many other games with its board a hit names. Read: the design, section 9.
const OTHERS: usize = 4;

/// The best positions so far.
#[derive(Clone, Debug)]
pub struct Best {
    /// How many hits there will be.
    limit: usize,
    /// How many are looked for: one more, so that all with the board of a hit that scores more than that are known.
    wanted: usize,
    distinct: Distinct,
    /// The board of the query.
    asked: BoardKey,
    /// What is up to here is never dropped.
    floor: Option<Place>,
    /// The first place that something may have been dropped behind.
    dropped: Option<Place>,
    /// All positions that may still matter.
    known: BTreeMap<Place, BoardKey>,
    /// The hits: of the known positions those that share nothing with one before them.
    hits: BTreeMap<Place, BoardKey>,
    by_game: FxHashMap<u64, Place>,
    by_board: FxHashMap<BoardKey, Place>,
}

impl Best {
    /// None yet of at most `limit` hits for a query.
    pub fn new(limit: usize, distinct: Distinct, query: &Chess) -> Best {
        Best {
            limit,
            wanted: limit + usize::from(distinct == Distinct::Board),
            distinct,
            asked: BoardKey::new(query),
            floor: None,
            dropped: None,
            known: BTreeMap::new(),
            hits: BTreeMap::new(),
            by_game: FxHashMap::default(),
            by_board: FxHashMap::default(),
        }
    }

    /// None yet, for a search that is repeated as this one is not exact: what is before its last hit is kept.
    #[must_use]
    pub fn again(&self) -> Best {
        // With too few hits everything is kept.
        let floor = self.last().unwrap_or(LAST);
        Best {
            floor: Some(floor),
            dropped: None,
            known: BTreeMap::new(),
            hits: BTreeMap::new(),
            by_game: FxHashMap::default(),
            by_board: FxHashMap::default(),
            ..*self
        }
    }

    /// What a position must score to matter; any score will do while there are too few hits.
    #[inline]
    pub fn least(&self) -> f64 {
        let end = self.end();
        end.map_or(f64::NEG_INFINITY, |end| end.hit.score)
    }

    /// Whether a passage could have a hit whose best possible one is this.
    #[inline]
    pub fn admits(&self, best: &Hit) -> bool {
        self.admits_place(&Place {
            hit: *best,
            is_identical: self.distinct == Distinct::Board,
        })
    }

    fn admits_place(&self, place: &Place) -> bool {
        self.limit > 0 && self.end().is_none_or(|end| *place <= end)
    }

    /// The last hit, once there are enough.
    fn last(&self) -> Option<Place> {
        let last = self.hits.last_key_value().map(|(place, _)| *place);
        last.filter(|_| self.hits.len() >= self.wanted)
    }

    /// The last place that matters, once there are enough hits; `None` as long as all do.
    fn end(&self) -> Option<Place> {
        let end = self.last()?;
        let end = self.floor.map_or(end, |floor| floor.max(end));
        (end < LAST).then_some(end)
    }

    /// Whether nothing was dropped that could be a hit.
    pub fn is_exact(&self) -> bool {
        self.dropped
            .is_none_or(|dropped| self.last().is_some_and(|last| last <= dropped))
    }

    /// Adds positions, in any order.
    pub fn offer(&mut self, mut scored: Vec<Scored>) {
        // The best one first: the others of its game are then no hits on the way.
        scored.sort_unstable_by(|one, other| one.hit.order(&other.hit));
        for one in scored {
            self.offer_one(one);
        }
    }

    fn offer_one(&mut self, Scored { hit, board }: Scored) {
        let place = Place {
            hit,
            is_identical: self.distinct == Distinct::Board && board == self.asked,
        };
        if !self.admits_place(&place) {
            return;
        }
        let of_game = self.by_game.get(&hit.game);
        let of_board = self.by_board.get(&board);
        let of_board = of_board.filter(|_| self.distinct == Distinct::Board);
        let rivals = || of_game.into_iter().chain(of_board);
        let is_blocked = rivals().any(|rival| *rival <= place);
        let displaces = rivals().next().is_some();
        if is_blocked && self.distinct == Distinct::Game {
            return;
        }
        self.known.insert(place, board);
        if is_blocked {
            return;
        }
        if displaces {
            self.decide_from(place);
        } else {
            self.pick(place, board);
        }
        self.cut();
    }

    fn pick(&mut self, place: Place, board: BoardKey) {
        self.hits.insert(place, board);
        self.by_game.insert(place.hit.game, place);
        self.by_board.insert(board, place);
    }

    fn unpick(&mut self, place: Place, board: BoardKey) {
        self.by_game.remove(&place.hit.game);
        // Where games are the rule, another hit may have the board.
        if self.by_board.get(&board) == Some(&place) {
            self.by_board.remove(&board);
        }
    }

    /// Decides again which positions from a place on are hits.
    fn decide_from(&mut self, first: Place) {
        for (place, board) in self.hits.split_off(&first) {
            self.unpick(place, board);
        }
        let known = std::mem::take(&mut self.known);
        for (place, board) in known.range(first..) {
            if self.hits.len() == self.wanted {
                break;
            }
            let has_board = self.distinct == Distinct::Board && self.by_board.contains_key(board);
            if !has_board && !self.by_game.contains_key(&place.hit.game) {
                self.pick(*place, *board);
            }
        }
        self.known = known;
    }

    /// Drops what no longer matters.
    fn cut(&mut self) {
        while self.hits.len() > self.wanted {
            if let Some((place, board)) = self.hits.pop_last() {
                self.unpick(place, board);
            }
        }
        let Some(end) = self.end() else {
            return;
        };
        self.dropped = Some(self.dropped.map_or(end, |dropped| dropped.min(end)));
        while self
            .known
            .last_key_value()
            .is_some_and(|(place, _)| *place > end)
        {
            self.known.pop_last();
        }
    }

    /// Adds what another search of the same query has found in other positions.
    pub fn merge(&mut self, other: Best) {
        self.dropped = self.dropped.into_iter().chain(other.dropped).min();
        for (place, board) in other.known {
            self.offer_one(Scored {
                hit: place.hit,
                board,
            });
        }
    }

    /// The hits, best first.
    pub fn hits(&self) -> Vec<Hit> {
        let hits = self.hits.keys().take(self.limit);
        hits.map(|place| place.hit).collect()
    }

    /// The boards of the hits, in their order.
    pub fn boards(&self) -> Vec<SameBoard> {
        let hits = self.hits.iter().take(self.limit);
        hits.map(|(place, board)| self.same_board(place, *board))
            .collect()
    }

    fn same_board(&self, place: &Place, board: BoardKey) -> SameBoard {
        let score = place.hit.score;
        let last = self.last();
        let is_tied = last.is_some_and(|last| last.hit.score >= score);
        if self.distinct == Distinct::Game || is_tied {
            return SameBoard {
                board,
                games: None,
                others: Vec::new(),
            };
        }
        // All that have the board have its score; what was dropped has less.
        let first = Place {
            hit: Hit {
                game: 0,
                ply: 0,
                score,
            },
            is_identical: true,
        };
        let same = self.known.range(first..=end_of(score));
        let same = same.filter(|(_, other)| **other == board);
        let mut hits: Vec<Hit> = same.map(|(place, _)| place.hit).collect();
        hits.dedup_by_key(|hit| hit.game);
        let games = hits.len() as u64;
        hits.retain(|hit| hit.game != place.hit.game);
        hits.truncate(OTHERS);
        SameBoard {
            board,
            games: Some(games),
            others: hits,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The rule itself: all positions by place, and those that share nothing with a hit before them.
    fn plain(all: &[Scored], limit: usize, distinct: Distinct, asked: BoardKey) -> Vec<Hit> {
        let mut all = all.to_vec();
        all.sort_by(|one, other| {
            let identical = |one: &Scored| distinct == Distinct::Board && one.board == asked;
            let by_score = other.hit.score.total_cmp(&one.hit.score);
            by_score
                .then(identical(other).cmp(&identical(one)))
                .then(one.hit.order(&other.hit))
        });
        let mut hits: Vec<Scored> = Vec::new();
        for one in all {
            let is_free = hits.iter().all(|hit| {
                let other_board = distinct == Distinct::Game || hit.board != one.board;
                hit.hit.game != one.hit.game && other_board
            });
            if is_free && hits.len() < limit {
                hits.push(one);
            }
        }
        hits.iter().map(|one| one.hit).collect()
    }

    /// What a search answers that offers positions in this order, as often as it must, some at a time; and the rounds.
    fn search(all: &[Scored], limit: usize, distinct: Distinct, at_once: usize) -> (Best, usize) {
        let mut best = Best::new(limit, distinct, &Chess::default());
        for rounds in 1.. {
            for some in all.chunks(at_once) {
                let least = best.least();
                let scored = some.iter().filter(|one| one.hit.score >= least);
                best.offer(scored.copied().collect());
            }
            if best.is_exact() {
                return (best, rounds);
            }
            best = best.again();
        }
        unreachable!("the floor falls until nothing is dropped")
    }

    /// A position: game, ply, board and score.
    fn scored(game: u64, ply: u64, board: u128, score: f64) -> Scored {
        Scored {
            hit: Hit { game, ply, score },
            board: BoardKey(board),
        }
    }

    /// The example of the head of this file.
    #[test]
    fn what_was_dropped_is_asked_for_again() {
        let all = [
            scored(2, 0, 1, 10.0),
            scored(1, 1, 2, 5.0),
            scored(3, 0, 3, 4.9),
            scored(1, 0, 1, 10.0),
        ];
        let (best, rounds) = search(&all, 2, Distinct::Board, 1);
        assert_eq!(best.hits(), [all[3].hit, all[2].hit]);
        assert_eq!(rounds, 2);
        let boards = best.boards();
        assert_eq!(boards[0].games, Some(2));
        assert_eq!(boards[0].others, [all[0].hit]);
        assert_eq!((boards[1].games, &*boards[1].others), (Some(1), &[][..]));
        let (best, rounds) = search(&all, 2, Distinct::Game, 1);
        assert_eq!(best.hits(), [all[3].hit, all[0].hit]);
        assert_eq!(rounds, 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// In any order, by any rule, also in parts that are merged: the same as by going through all of them, and the
        /// games with each board are counted. Boards have one score each, some nothing in common with the query.
        #[test]
        fn same_as_going_through_all(
            places in prop::collection::vec((0..8_u64, 0..6_u64, 0..8_usize), 0..60),
            scores in prop::collection::vec(-1..5, 8),
            limit in 0..8_usize,
            at_once in 1..9_usize,
            is_game in any::<bool>(),
            asked in 0..8_usize,
        ) {
            let distinct = Distinct::ALL[usize::from(is_game)];
            let key = |board: usize| if board == asked { BoardKey::new(&Chess::default()) } else { BoardKey(board as u128) };
            let mut all: Vec<Scored> = Vec::new();
            for (game, ply, board) in places {
                let hit = Hit { game, ply, score: f64::from(scores[board]) };
                if !all.iter().any(|one| (one.hit.game, one.hit.ply) == (game, ply)) {
                    all.push(Scored { hit, board: key(board) });
                }
            }
            let expected = plain(&all, limit, distinct, key(asked));
            // The best one that is no hit.
            let more = plain(&all, limit + 1, distinct, key(asked));
            let next = more.get(limit);
            let (best, _) = search(&all, limit, distinct, at_once);
            prop_assert_eq!(best.hits(), &*expected);
            for (same, hit) in best.boards().iter().zip(&expected) {
                let mut games: Vec<u64> = all.iter().filter(|one| one.board == same.board).map(|one| one.hit.game).collect();
                games.sort_unstable();
                games.dedup();
                let counts = distinct == Distinct::Board && next.is_none_or(|next: &Hit| next.score < hit.score);
                prop_assert_eq!(same.games, counts.then_some(games.len() as u64));
                games.retain(|game| *game != hit.game);
                games.truncate(if counts { OTHERS } else { 0 });
                prop_assert_eq!(same.others.iter().map(|hit| hit.game).collect::<Vec<_>>(), games);
            }
            let (one, other) = all.split_at(all.len() / 2);
            let mut parts = [one, other].map(|part| search(part, limit, distinct, 1).0);
            let [one, other] = &mut parts;
            one.merge(other.clone());
            prop_assert!(!one.is_exact() || one.hits() == expected);
        }
    }
}
