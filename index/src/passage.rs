//! Passages: runs of consecutive positions of one game, the documents that are searched.
//!
//! Consecutive positions share nearly all their terms, so that one document a passage is a
//! fraction of one a position. It is indexed under the union of the terms of its positions, and
//! its columns hold what is needed to play it again and score each position exactly:
//!
//! | column | value | bytes |
//! |---|---|---|
//! | `game` | id of its game | 8 |
//! | `ply` | half-moves of the game before its first position | 8 |
//! | `length` | the smallest number of terms, \|D\|, of its positions | 8 |
//! | `board0` to `board2` | its first position, [`PackedSetup`] without counters | 24 |
//! | `moves` | its moves, [`moves`] codes from the lowest byte up | 8 |
//!
//! (Before tantivy packs the bits of the first three.)

use shakmaty::packed::PackedSetup;
use shakmaty::{
    Board, CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, Setup,
};

use crate::moves;
use crate::term::Term;

/// The most positions of a passage: the first and one a byte of `moves`.
///
/// Read: the length of the design's prototype; seven moves and their end are one 64-bit column.
pub(crate) const MAX_POSITIONS: usize = 8;

/// What is stored of a passage beside its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) game: u64,
    pub(crate) ply: u64,
    pub(crate) board: [u64; 3],
    pub(crate) moves: u64,
}

impl Passage {
    /// Calls `each` with every position of the passage and its ply; `None` if what is stored is
    /// not a line of chess.
    pub(crate) fn replay(&self, mut each: impl FnMut(u64, &Board)) -> Option<()> {
        let mut position = unpack(self.board)?;
        let codes = self.moves.to_le_bytes();
        let mut codes = codes.iter().take_while(|code| **code != moves::END);
        for ply in self.ply.. {
            each(ply, position.board());
            match codes.next() {
                Some(&code) => {
                    position = moves::decode(&position, code)?.after(position)?;
                }
                None => break,
            }
        }
        Some(())
    }
}

/// The first position of a passage in 24 bytes; `None` for one with more than 32 pieces.
pub(crate) fn pack(position: &Chess) -> Option<[u64; 3]> {
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

/// The inverse of [`pack`].
fn unpack(words: [u64; 3]) -> Option<Chess> {
    let bytes = words.map(u64::to_le_bytes).concat();
    let setup = PackedSetup::try_from_bytes(&bytes)
        .ok()?
        .unpack_standard()
        .ok()?;
    // Chess960 notation of the rights is what is packed; the moves are the same for either.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// The terms under which a passage is indexed: the union of those of its positions. Of `Ra1`,
/// `Ra1|0.89`, `Ra1|0.78`, ... only the one of greatest weight is kept, since it alone decides the
/// bound; so a passage stands in one posting list at most for each term asked for.
pub(crate) struct Union {
    /// By number of the term asked for: the distance of the nearest seen, or [`UNSEEN`].
    nearest: Vec<u8>,
    /// The terms asked for that have been seen.
    seen: Vec<Term>,
}

const UNSEEN: u8 = u8::MAX;

impl Union {
    pub(crate) fn new() -> Union {
        Union {
            nearest: vec![UNSEEN; Term::COUNT],
            seen: Vec::with_capacity(512),
        }
    }

    pub(crate) fn add(&mut self, term: Term) {
        let asked = term.asked_as();
        let nearest = &mut self.nearest[asked.id()];
        if *nearest == UNSEEN {
            self.seen.push(asked);
        }
        *nearest = (*nearest).min(term.distance() as u8);
    }

    /// Calls `each` with the terms and forgets them.
    pub(crate) fn drain(&mut self, mut each: impl FnMut(Term)) {
        for asked in self.seen.drain(..) {
            let nearest = std::mem::replace(&mut self.nearest[asked.id()], UNSEEN);
            each(asked.at_distance(nearest.into()));
        }
    }
}
