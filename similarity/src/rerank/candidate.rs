//! A hit with its game, as far as a reranking looks at them.

use pgn::{Game, MoveKey, Played};
use shakmaty::{Bitboard, Board, ByColor, Chess, Color, Move, Position, Role};

use crate::facts::{Facts, GameResult};
use crate::hit::Hit;
use crate::profile::Family;
use crate::profile::Feature;
use crate::relation::Relation;
use crate::scoring::{Parts, Query};
use crate::solution::{LINE, Solution};
use crate::term::Term;

/// How many half-moves a game is followed: six moves a side. Read: what the measure of quality calls a plan.
pub(super) const PLIES: usize = 12;

/// A hit with its game.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// What it scores by what is on the board, in the pool.
    pub(super) score: f64,
    /// What each family contributes to that, and the penalty.
    pub(super) parts: [f64; Family::ALL.len()],
    pub(super) penalty: f64,
    /// The terms that count in the pool only, each with what it counts.
    pub(super) late: Vec<(Term, f64)>,
    /// The relations of endgames that it shares, each with what it counts.
    pub(super) relations: Vec<(Relation, f64)>,
    pub(super) position: Chess,
    pub(super) ply: f64,
    /// The number of half-moves that its game still has.
    pub(super) left: f64,
    /// What was played next.
    pub(super) played: Option<Played>,
    /// The moves of the next [`PLIES`] half-moves by colour, first to last.
    pub(super) keys: ByColor<Vec<MoveKey>>,
    /// The board after these.
    pub(super) later: Later,
    /// What is to be played in it, if that is compared.
    pub(super) solution: Option<Solution>,
    /// The ECO tag of its game, e.g. `E73`; empty if there is none.
    pub(super) eco: String,
    /// 1 if White won, 0 if Black did, else 0.5.
    pub(super) result: f64,
    /// The mean rating of the players; 0 if it is unknown.
    pub(super) rating: f64,
}

/// What is compared of a board some moves later.
#[derive(Clone, Debug)]
pub(super) struct Later {
    pub(super) pawns: [Bitboard; 2],
    pub(super) evaluation: f64,
}

impl Later {
    pub(super) fn new(board: &Board) -> Later {
        Later {
            pawns: pawns(board),
            evaluation: evaluation(board),
        }
    }
}

impl Candidate {
    /// A hit of a query with its game; `None` if the game is shorter.
    pub fn new(query: &Query, hit: &Hit, game: &Game) -> Option<Candidate> {
        let ply = usize::try_from(hit.ply).ok()?;
        let line: Vec<_> = game.positions().skip(ply).take(PLIES + 1).collect();
        let (position, played) = line.first()?.clone();
        let mut keys = ByColor::<Vec<MoveKey>>::default();
        for (position, played) in line.iter().take(PLIES) {
            let turn = position.turn();
            let key = played.and_then(|played| played.key(turn));
            keys.get_mut(turn).extend(key);
        }
        let Parts {
            families: mut parts,
            penalty,
            late,
        } = query.parts(&position);
        let more: f64 = late.iter().map(|(_, counts)| counts).sum();
        parts[Family::Connectivity as usize] += more;
        let facts = Facts::new(&game.tags, Color::White, 0);
        Some(Candidate {
            score: hit.score + more,
            parts,
            penalty,
            late,
            relations: query.related(&position),
            ply: hit.ply as f64,
            left: game.plies() as f64 - hit.ply as f64,
            played,
            keys,
            later: Later::new(line.last()?.0.board()),
            solution: solution(query, game, &line),
            eco: game.tags.get("ECO").unwrap_or_default().to_owned(),
            result: match facts.result() {
                GameResult::Won(color) => color.fold_wb(1.0, 0.0),
                GameResult::Drawn | GameResult::Unknown => 0.5,
            },
            rating: facts.average_rating().unwrap_or(0) as f64,
            position,
        })
    }
}

/// What is to be played in the first position of a game's line: what its game went on with, or else what the engine
/// would play. `None` if that does not count: the learned model looks at the moves of games that have any.
fn solution(query: &Query, game: &Game, line: &[(Chess, Option<Played>)]) -> Option<Solution> {
    let weights = query.scoring().weights()?;
    let is_learned = weights.get(Feature::Learned) > 0.0 && game.plies() > 0;
    if is_learned || weights.get(Feature::Solution) == 0.0 {
        return None;
    }
    let (position, played) = line.first()?;
    if played.is_none() {
        return query.solution_of(position);
    }
    let moves = line
        .iter()
        .take(LINE)
        .map_while(|(_, played)| match played {
            Some(Played::Move(m)) => Some(*m),
            Some(Played::Null) | None => None,
        });
    Some(Solution::new(position, &moves.collect::<Vec<Move>>(), None))
}

/// White's and Black's pawns.
pub(super) fn pawns(board: &Board) -> [Bitboard; 2] {
    [Color::White, Color::Black].map(|color| board.by_piece(Role::Pawn.of(color)))
}

/// The evaluation in pawns, White's view, ten at most.
pub(super) fn evaluation(board: &Board) -> f64 {
    (f64::from(motifs::pesto(board)) / 100.0).clamp(-10.0, 10.0)
}
