//! Passages: runs of consecutive positions of one game, the documents that are searched.
//!
//! Consecutive positions share nearly all their terms, so that one document a passage is a
//! fraction of one a position. It is indexed under the union of the terms of its positions, and
//! what else is stored of it is needed to play it again and score each position exactly: its game, the ply, the packed
//! board and the moves of [`Passage`], and the bounds of [`Least`].

use std::sync::LazyLock;

use pgn::{Played, moves};
use shakmaty::packed::PackedSetup;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup};

use crate::idf::RARITIES;
use crate::measures::Measures;
use crate::profile::{Feature, Scoring, Weights};
use crate::term::Term;
use crate::terms::for_each_term;

/// The most positions of a passage.
///
/// Measured on 22.6 million positions, docs/benchmarks.md: passages of 8 take a quarter more space, those of 16 have so
/// loose bounds that a search scores three times as many positions.
pub const MAX_POSITIONS: usize = 12;

/// How many words the moves of a passage take, a byte each with their end.
pub const MOVE_WORDS: usize = MAX_POSITIONS.div_ceil(8);

/// What is stored of a passage in addition to its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The id of its game.
    pub game: u64,
    /// Half-moves of the game before its first position.
    pub ply: u64,
    /// Its first position, packed.
    pub board: [u64; 3],
    /// Its moves, a byte each from the lowest up.
    pub moves: [u64; MOVE_WORDS],
}

impl Passage {
    /// Its moves, a byte each: ordinals among the legal moves.
    pub fn codes(&self) -> impl Iterator<Item = u8> + Clone {
        codes(self.moves)
    }

    /// Its first position; `None` if what is stored is none.
    pub(crate) fn first(&self) -> Option<Chess> {
        unpack(self.board)
    }

    /// Whether castling is allowed in its first position, at once or later; also if what is stored is no position.
    pub(crate) fn may_castle(&self) -> bool {
        setup(self.board).is_none_or(|setup| setup.castling_rights.any())
    }

    /// Calls `each` with every position of the passage and its ply; `None` if what is stored is
    /// not a line of chess.
    pub fn replay(&self, mut each: impl FnMut(u64, &Chess)) -> Option<()> {
        self.replay_moves(|ply, position, _| each(ply, position))
    }

    /// [`Passage::replay`] with the move that was played in each position, which is not stored of the last one.
    pub(crate) fn replay_moves(
        &self,
        mut each: impl FnMut(u64, &Chess, Option<Played>),
    ) -> Option<()> {
        let mut position = self.first()?;
        let mut codes = self.codes();
        for ply in self.ply.. {
            let Some(code) = codes.next() else {
                each(ply, &position, None);
                break;
            };
            let played = moves::decode(&position, code)?;
            each(ply, &position, Some(played));
            position = played.after(position)?;
        }
        Some(())
    }

    /// The first position of a passage in 24 bytes; `None` for one with more than 32 pieces.
    pub fn pack(position: &Chess) -> Option<[u64; 3]> {
        let setup = Setup {
            halfmoves: 0,
            fullmoves: Setup::empty().fullmoves,
            ..position.to_setup(EnPassantMode::Legal)
        };
        let packed = PackedSetup::pack_standard(&setup).ok()?;
        let mut bytes = [0; 24];
        bytes
            .get_mut(..packed.as_bytes().len())?
            .copy_from_slice(packed.as_bytes());
        let (words, _) = bytes.as_chunks::<8>();
        Some([0, 1, 2].map(|word| u64::from_le_bytes(words[word])))
    }
}

fn codes(moves: [u64; MOVE_WORDS]) -> impl Iterator<Item = u8> + Clone {
    let codes = moves.into_iter().flat_map(u64::to_le_bytes);
    codes.take_while(|code| *code != moves::END)
}

/// All moves of a game: those that are stored with it, and those of its passages, given by first ply and
/// moves.
pub fn all_moves(line: &[u8], passages: impl Iterator<Item = (u64, [u64; MOVE_WORDS])>) -> Vec<u8> {
    let mut moves = Vec::with_capacity(2 * line.len() + 64);
    let mut links = line;
    for (nth, (ply, passage)) in passages.enumerate() {
        if nth == 0 {
            let first = line.len().min(ply as usize);
            moves.extend_from_slice(&line[..first]);
            links = &line[first..];
        } else {
            moves.extend(links.get(nth - 1));
        }
        moves.extend(codes(passage));
    }
    if moves.is_empty() {
        moves.extend_from_slice(line);
    }
    moves
}

/// The inverse of [`Passage::pack`].
fn unpack(words: [u64; 3]) -> Option<Chess> {
    // Chess960 notation of the rights is what is packed; the moves are the same for either.
    Chess::from_setup(setup(words)?, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

fn setup(words: [u64; 3]) -> Option<Setup> {
    let bytes = words.map(u64::to_le_bytes).concat();
    PackedSetup::try_from_bytes(&bytes)
        .ok()?
        .unpack_standard()
        .ok()
}

/// What bounds the scores of a passage's positions: the smallest of what is counted of each.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Least {
    /// By profile, of [`Scoring::STORED`], the smallest of what lowers scores (the number of the thesis's
    /// terms, or the penalty), rounded down, in [`cost_step`]s.
    pub costs: [u64; Scoring::STORED.len()],
    /// By feature, of [`Feature::penalised`], the smallest sum of what its terms count, rounded down to a
    /// whole number: what bounds the penalty with weights of one's own.
    pub rarities: [u64; Feature::COUNT],
}

/// In which steps [`Least::rarities`] are stored. Guessed: a fiftieth of what a position's terms count.
pub const RARITY_STEP: f64 = 1.0;

/// In which steps the costs of a profile are stored: single terms for `thesis`; for others a power of
/// two, which is exact, guessed: 254 of them are more than nearly any penalty.
pub fn cost_step(scoring: Scoring) -> f64 {
    match scoring {
        Scoring::Thesis => 1.0,
        _ => 0.125,
    }
}

/// The profiles with their weights.
static WEIGHTS: LazyLock<[(Scoring, Option<Weights>); Scoring::STORED.len()]> =
    LazyLock::new(|| Scoring::STORED.map(|scoring| (scoring, scoring.weights())));

impl Least {
    /// The one of no position.
    pub fn none() -> Least {
        Least {
            costs: [u64::MAX; Scoring::STORED.len()],
            rarities: [u64::MAX; Feature::COUNT],
        }
    }

    /// Takes a position in.
    pub(crate) fn add(&mut self, measures: &Measures) {
        for (least, (scoring, weights)) in self.costs.iter_mut().zip(&*WEIGHTS) {
            let cost = measures.cost(weights.as_ref()) / cost_step(*scoring);
            *least = (*least).min(cost as u64);
        }
        for feature in Feature::penalised() {
            let least = &mut self.rarities[feature as usize];
            *least = (*least).min((measures.rarities[feature as usize] / RARITY_STEP) as u64);
        }
    }
}

/// The terms under which a passage is indexed: the union of those of its positions. Of `Ra1`,
/// `Ra1|0.89`, `Ra1|0.78`, ... only the one of greatest weight is kept, since it alone decides the
/// bound; so a passage stands in one posting list at most for each term of the query.
pub(crate) struct Union {
    /// By number of the query's term: what the positions have of it.
    seen: Vec<Occurrence>,
    /// The query's terms that have been met.
    asked: Vec<Term>,
}

#[derive(Copy, Clone, Default)]
struct Occurrence {
    /// In how many positions; a board has at most one of `Ra1`, `Ra1|0.89`, `Ra1|0.78`, ...
    positions: u8,
    /// The nearest of them.
    distance: u8,
}

impl Union {
    pub(crate) fn new() -> Union {
        Union {
            seen: vec![Occurrence::default(); Term::COUNT],
            asked: Vec::with_capacity(512),
        }
    }

    /// Adds the terms of a position; returns what is counted of it as a whole.
    pub(crate) fn add(&mut self, position: &Chess) -> Measures {
        let rarities = &**RARITIES;
        let mut measures = Measures::new(position.board());
        for_each_term(position, |term| {
            measures.add(term, rarities);
            let asked = term.query_term();
            let distance = term.distance() as u8;
            let seen = &mut self.seen[asked.id()];
            if seen.positions == 0 {
                self.asked.push(asked);
                seen.distance = distance;
            }
            seen.positions += 1;
            seen.distance = seen.distance.min(distance);
        });
        measures
    }

    /// Appends each term and in how many positions it was, and forgets them.
    pub(crate) fn drain_into(&mut self, terms: &mut Vec<(Term, u16)>) {
        for asked in self.asked.drain(..) {
            let seen = std::mem::take(&mut self.seen[asked.id()]);
            terms.push((
                asked.at_distance(seen.distance.into()),
                seen.positions.into(),
            ));
        }
    }
}
