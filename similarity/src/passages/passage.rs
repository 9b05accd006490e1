//! Passages: runs of consecutive positions of one game, the documents that are searched.
//!
//! Consecutive positions share nearly all their terms, so that one document a passage is a
//! fraction of one a position. It is indexed under the union of the terms of its positions, and
//! what else is stored of it is needed to play it again and score each position exactly: its game, the ply, the packed
//! board and the moves of [`Passage`], and the bounds of [`Least`].

use std::ops::ControlFlow;
use std::sync::LazyLock;

use pgn::{Played, moves};
use shakmaty::packed::PackedSetup;
use shakmaty::{
    Board, CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup,
};

use crate::passages::packed_move::PackedMove;
use crate::terms::idf::RARITIES;
use crate::terms::measures::Measures;
use crate::terms::of_position::for_each_term;
use crate::terms::profile::{Feature, Scoring, Weights};
use crate::terms::term::Term;

/// The most positions of a passage.
///
/// Measured on 22.6 million positions, docs/benchmarks.md: passages of 8 take a quarter more space, those of 16 have so
/// loose bounds that a search scores three times as many positions.
pub const MAX_POSITIONS: usize = 12;

/// How many words the first position of a passage takes, packed.
const BOARD: usize = 3;

/// How many words the row of a passage has: [`Passage::row`].
pub const ROW: usize = BOARD + MAX_POSITIONS.div_ceil(PER_WORD);

/// The moves of a word.
const PER_WORD: usize = 4;

/// What is stored of a passage in addition to its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The id of its game.
    pub game: u64,
    /// Half-moves of the game before its first position.
    pub ply: u64,
    /// Its first position, packed without counters, and its moves, 16 bits each from the lowest up. The last of them leads
    /// to the first position of the next passage, if there is one.
    pub row: [u64; ROW],
}

impl Passage {
    /// The row of a passage, by its first position and its moves; `None` for a position with more than 32 pieces.
    pub(crate) fn new_row(
        first: &Chess,
        moves: impl Iterator<Item = PackedMove>,
    ) -> Option<[u64; ROW]> {
        let mut row = [0; ROW];
        let (board, words) = row.split_at_mut(BOARD);
        board.copy_from_slice(&pack(first)?);
        for (place, m) in moves.take(MAX_POSITIONS).enumerate() {
            words[place / PER_WORD] |= u64::from(m.bits()) << (16 * (place % PER_WORD));
        }
        Some(row)
    }

    /// The row by what formats up to 8 stored: the first position, the codes of the moves within the passage, and of that to
    /// the next one. `None` if that is not a line of chess.
    pub fn old_row(board: [u64; BOARD], codes: &[u8], last: Option<u8>) -> Option<[u64; ROW]> {
        let mut position = unpack(board)?;
        let first = position.clone();
        let mut moves = Vec::with_capacity(MAX_POSITIONS);
        for code in codes {
            let played = moves::decode(&position, *code)?;
            moves.push(PackedMove::new(played));
            position = played.after(position)?;
        }
        if let Some(code) = last {
            let played = moves::decode(&position, code)?;
            moves.push(PackedMove::new(played).leading_out());
        }
        Passage::new_row(&first, moves.into_iter())
    }

    /// Its moves, with that to the next passage.
    pub(crate) fn moves(&self) -> impl Iterator<Item = PackedMove> {
        let words = self.row[BOARD..].iter();
        let moves = words.flat_map(|word| (0..PER_WORD).map(move |place| word >> (16 * place)));
        let moves = moves.map(|bits| PackedMove::from_bits(bits as u16));
        moves.take_while(|m| *m != PackedMove::NONE)
    }

    /// How many positions it has.
    pub fn positions(&self) -> usize {
        1 + self.moves().take_while(|m| !m.leads_out()).count()
    }

    /// Its moves as [`pgn::moves`] codes, with that to the next passage; `None` if what is stored is not a line of chess.
    pub fn codes(&self) -> Option<Vec<u8>> {
        let mut codes = Vec::with_capacity(MAX_POSITIONS);
        self.replay_moves(|_, position, played| {
            codes.extend(played.map(|played| moves::code(position, played)));
        })?;
        codes.into_iter().collect()
    }

    /// Whether it begins with a position, counters aside.
    pub fn begins_with(&self, position: &Chess) -> bool {
        pack(position).is_some_and(|board| self.row.starts_with(&board))
    }

    fn packed(&self) -> [u64; BOARD] {
        let [first, second, third, ..] = self.row;
        [first, second, third]
    }

    /// The board of its first position; `None` if what is stored is none.
    pub(crate) fn board(&self) -> Option<Board> {
        Some(setup(self.packed())?.board)
    }

    /// Whether castling is allowed in its first position, at once or later; also if what is stored is no position.
    pub(crate) fn may_castle(&self) -> bool {
        setup(self.packed()).is_none_or(|setup| setup.castling_rights.any())
    }

    /// Calls `each` with every position of the passage and its ply; `None` if what is stored is
    /// not a line of chess.
    pub fn replay(&self, mut each: impl FnMut(u64, &Chess)) -> Option<()> {
        self.replay_moves(|ply, position, _| each(ply, position))
    }

    /// [`Passage::replay`] with the move that was played in each position; `None` at the end of the game.
    pub fn replay_moves(&self, mut each: impl FnMut(u64, &Chess, Option<Played>)) -> Option<()> {
        self.replay_until(|ply, position, played| {
            each(ply, position, played);
            ControlFlow::Continue(())
        })
    }

    /// [`Passage::replay_moves`] up to a position at which `each` breaks.
    pub(crate) fn replay_until(
        &self,
        mut each: impl FnMut(u64, &Chess, Option<Played>) -> ControlFlow<()>,
    ) -> Option<()> {
        let mut position = unpack(self.packed())?;
        let mut moves = self.moves();
        for ply in self.ply.. {
            let Some(m) = moves.next() else {
                let _ = each(ply, &position, None);
                break;
            };
            let played = m.played(&position)?;
            if each(ply, &position, Some(played)).is_break() || m.leads_out() {
                break;
            }
            position = played.after(position)?;
        }
        Some(())
    }
}

/// The first position of a passage in 24 bytes; `None` for one with more than 32 pieces.
fn pack(position: &Chess) -> Option<[u64; BOARD]> {
    let setup = Setup {
        halfmoves: 0,
        fullmoves: Setup::empty().fullmoves,
        ..position.to_setup(EnPassantMode::Legal)
    };
    let packed = PackedSetup::pack_standard(&setup).ok()?;
    let mut bytes = [0; 8 * BOARD];
    bytes
        .get_mut(..packed.as_bytes().len())?
        .copy_from_slice(packed.as_bytes());
    let (words, _) = bytes.as_chunks::<8>();
    Some(std::array::from_fn(|word| u64::from_le_bytes(words[word])))
}

/// The inverse of [`pack`].
fn unpack(words: [u64; BOARD]) -> Option<Chess> {
    // Chess960 notation of the rights is what is packed; the moves are the same for either.
    Chess::from_setup(setup(words)?, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

fn setup(words: [u64; BOARD]) -> Option<Setup> {
    let bytes = words.map(u64::to_le_bytes);
    let packed = PackedSetup::try_from_bytes(bytes.as_flattened()).ok()?;
    packed.unpack_standard().ok()
}

/// All moves of a game: those before its passages, `line`, and theirs. `None` if what is stored is not a line of chess.
pub fn all_moves(line: &[u8], mut passages: impl Iterator<Item = Passage>) -> Option<Vec<u8>> {
    let Some(first) = passages.next() else {
        return Some(line.to_vec());
    };
    let mut moves = line.get(..usize::try_from(first.ply).ok()?)?.to_vec();
    moves.extend(first.codes()?);
    for passage in passages {
        moves.extend(passage.codes()?);
    }
    Some(moves)
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
