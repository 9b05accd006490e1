//! How the game of a position went on, and what else a reranking asks of it.

use pgn::{Game, Played};
use shakmaty::{Chess, Move, Position};

use crate::facts::Facts;
use crate::moment::PLIES;
use crate::passage::Passage;

/// A position of a game with what followed, as far as that is compared.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The position and those after it, thirteen at most, each with what was played in it; `None` at the end of the game.
    pub(crate) line: Vec<(Chess, Option<Played>)>,
    /// Result, ratings and length of the game.
    pub(crate) facts: Facts,
    /// Its ECO tag, e.g. `E73`; empty if there is none.
    pub(crate) eco: String,
}

impl Continuation {
    /// That of the position of a game after this number of half-moves; `None` if the game is shorter.
    pub fn of_game(game: &Game, ply: u64) -> Option<Continuation> {
        let (first, _) = game.positions().next()?;
        let positions = game.positions().skip(usize::try_from(ply).ok()?);
        let line: Vec<_> = positions.take(PLIES + 1).collect();
        (!line.is_empty()).then(|| Continuation {
            facts: Facts::new(&game.tags, first.turn(), game.plies()),
            eco: game.tags.get("ECO").unwrap_or_default().to_owned(),
            line,
        })
    }

    /// The same by the passages of the game that have the position and those after it; `None` if what is stored is not a
    /// line of chess, or has no such position.
    pub fn of_passages(
        passages: impl IntoIterator<Item = Passage>,
        ply: u64,
        facts: Facts,
        eco: String,
    ) -> Option<Continuation> {
        let mut line: Vec<(Chess, Option<Played>)> = Vec::with_capacity(PLIES + 1);
        let mut passages = passages.into_iter();
        while line.len() <= PLIES
            && let Some(passage) = passages.next()
        {
            if let Some((last, played)) = line.last_mut() {
                *played = Some(between(last, &passage.first()?)?);
            }
            passage.replay_moves(|at, position, played| {
                if at >= ply && line.len() <= PLIES {
                    line.push((position.clone(), played));
                }
            })?;
        }
        (!line.is_empty()).then_some(Continuation { line, facts, eco })
    }
}

/// What was played between two positions of a game, which no passage stores; `None` if nothing leads from one to the other.
fn between(position: &Chess, next: &Chess) -> Option<Played> {
    let (board, after) = (position.board(), next.board());
    if board == after {
        return Some(Played::Null);
    }
    // A quick look first: playing all moves takes long. A king can castle where it stands in Chess960.
    let has_gone = |m: &Move| {
        let from = m.from().filter(|_| !m.is_castle());
        from.is_none_or(|from| board.piece_at(from) != after.piece_at(from))
    };
    let leads = |m: &Move| {
        let mut played = position.clone();
        played.play_unchecked(*m);
        played.board() == after
    };
    let mut moves = position.legal_moves().into_iter();
    moves.find(|m| has_gone(m) && leads(m)).map(Played::Move)
}
