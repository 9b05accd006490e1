//! A hit with its game, as far as a reranking looks at them.

use pgn::Played;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Role};

use crate::hit::Hit;
use crate::passages::continuation::Continuation;
use crate::passages::moment::Moment;
use crate::rerank::solution::{LINE, Solution};
use crate::scoring::combination::Shared;
use crate::scoring::{Parts, Query};
use crate::terms::profile::{Family, Feature};
use crate::terms::relation::Relation;
use crate::terms::term::Term;

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
    /// The position, and what its game says of it.
    pub moment: Moment,
    /// The board after the moves that are compared.
    pub(super) later: Later,
    pub(super) ply: f64,
    /// The number of half-moves that its game still has.
    pub(super) left: f64,
    /// What is to be played in it, if that is compared and known.
    pub(super) solution: Option<Solution>,
    /// Whether that is compared, and its game does not go on: only an engine knows.
    is_unsolved: bool,
    /// How it shares the query's combination.
    pub(super) combination: Option<Shared>,
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
    /// A hit of a query with how its game went on; `None` if that has no position.
    pub fn new(query: &Query, hit: &Hit, continuation: &Continuation) -> Option<Candidate> {
        let moment = Moment::of(continuation)?;
        let facts = continuation.facts;
        let Parts {
            families: mut parts,
            penalty,
            late,
        } = query.parts(&moment.position);
        let solutions_count = solutions_count(query, continuation);
        let more: f64 = late.iter().map(|(_, counts)| counts).sum();
        parts[Family::Connectivity as usize] += more;
        Some(Candidate {
            score: hit.score + more,
            parts,
            penalty,
            late,
            relations: query.related(&moment.position),
            later: Later::new(&moment.later),
            ply: hit.ply as f64,
            left: facts.plies() as f64 - hit.ply as f64,
            solution: solutions_count
                .then(|| solution_of_game(continuation, &moment))
                .flatten(),
            is_unsolved: solutions_count && moment.played.is_none(),
            combination: query
                .combination()
                .and_then(|combination| combination.shared(continuation)),
            rating: facts.average_rating().unwrap_or(0) as f64,
            moment,
        })
    }

    /// The position, if what is to be played in it counts and only an engine knows it.
    pub fn unsolved(&self) -> Option<&Chess> {
        self.is_unsolved.then_some(&self.moment.position)
    }

    /// The candidate with what an engine would play in [`Candidate::unsolved`].
    pub fn solve(&mut self, solution: Option<Solution>) {
        self.solution = solution;
    }

    /// Whether it is known what is to be played in it, so that the query's solution counts.
    pub fn is_solved(&self) -> bool {
        self.solution.is_some()
    }
}

/// Whether solutions count: the learned model looks at the moves of games that have any.
fn solutions_count(query: &Query, continuation: &Continuation) -> bool {
    query.scoring().weights().is_some_and(|weights| {
        let is_learned = weights.get(Feature::Learned) > 0.0 && continuation.facts.plies() > 0;
        !is_learned && weights.get(Feature::Solution) != 0.0
    })
}

/// What is to be played in a position: what its game went on with. `None` at its end.
fn solution_of_game(continuation: &Continuation, moment: &Moment) -> Option<Solution> {
    moment.played?;
    let line = continuation.line.iter().take(LINE);
    let moves = line.map_while(|(_, played)| match played {
        Some(Played::Move(m)) => Some(*m),
        Some(Played::Null) | None => None,
    });
    let moves: Vec<Move> = moves.collect();
    Some(Solution::new(&moment.position, &moves, None))
}

/// White's and Black's pawns.
pub(super) fn pawns(board: &Board) -> [Bitboard; 2] {
    [Color::White, Color::Black].map(|color| board.by_piece(Role::Pawn.of(color)))
}

/// The evaluation in pawns, White's view, ten at most.
pub(super) fn evaluation(board: &Board) -> f64 {
    (f64::from(motifs::pesto(board)) / 100.0).clamp(-10.0, 10.0)
}
