//! From a position of a game to an exercise, by the engine's word; none for most positions.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Analysis, Engine, Game, Limits, NoMemory, Score};
use shakmaty::{Chess, Move, Position};

use crate::chances::chances;
use crate::difficulty::{Estimator, Sought};
use crate::exercises::exercise::{Alternative, Criteria, Exercise, Moment};
use crate::themes::themes;

/// How much better than any other the solution must be, in centipawns, unless it mates and others do not. Guessed.
const MARGIN: i32 = 150;

/// How much of the winning chances, of which a side has from -1 to 1, any other first move must lose, unless one of the
/// two mates. Read: what lichess calls a mistake.
const LOSS: f64 = 0.2;

/// A position that is lost whatever is played is not an exercise: the least score of a solution, in centipawns. Guessed:
/// to hold on counts.
const LEAST: i32 = -50;

/// From which score on the second best move wins as well, in centipawns: nothing is to be found then. Guessed: more
/// than a rook.
const WINS_TOO: i32 = 600;

/// The share of the nodes of a search that is enough to leave most positions out, and the margin there. Guessed.
const GLANCE: u64 = 10;
const GLANCE_MARGIN: i32 = 100;

/// The share of the nodes of a search that says how promising a position is. Measured on 1,079 positions from similar
/// games: those whose best move leads by 150 are one in eleven, and eight of the twelve exercises.
const PEEK: u64 = 50;

/// An exercise counts if a search of this many times the nodes confirms it. Guessed; docs/exercises.md has how sound the
/// exercises are with it.
const CONFIRM: u64 = 10;

/// The most moves of the solver. Guessed: lichess's longest are few.
const MOST_MOVES: usize = 6;

/// How many of the best moves are looked at: the solution and its alternatives.
const LINES: usize = 4;

/// A hash table for a search, in mebibytes.
const HASH: usize = 4;

/// What makes exercises: an engine, and an estimator of how hard they are.
pub(crate) struct Maker<'a> {
    engine: Engine,
    estimator: Estimator,
    criteria: &'a Criteria,
    stop: &'a AtomicBool,
}

impl Maker<'_> {
    pub(crate) fn new<'a>(
        criteria: &'a Criteria,
        stop: &'a AtomicBool,
    ) -> Result<Maker<'a>, NoMemory> {
        let mut engine = Engine::new(HASH)?;
        engine.set_tablebase(criteria.tablebase.clone());
        Ok(Maker {
            engine,
            estimator: Estimator::new()?,
            criteria,
            stop,
        })
    }

    /// How promising a moment is, by a short search: the [`lead`] of its best move; `None` without one, and for a move that
    /// takes back, which is rarely all of an exercise.
    pub(crate) fn promise(&mut self, moment: &Moment) -> Option<i32> {
        self.engine.forget();
        let peek = self.search(&moment.position, self.criteria.nodes / PEEK, 2)?;
        let best = peek.best_move()?;
        lead(&peek).filter(|_| !takes_back(moment.before.1, best))
    }

    /// The exercise of a moment; `None` if it makes none that meets the criteria, or time is up.
    pub(crate) fn make(&mut self, moment: &Moment) -> Option<Exercise> {
        let position = &moment.position;
        if position.legal_moves().len() < 2 {
            return None;
        }
        // What was looked at before must not change the answer.
        self.engine.forget();
        let glance = self.search(position, self.criteria.nodes / GLANCE, 2)?;
        if !is_only(&glance, GLANCE_MARGIN) {
            return None;
        }
        let first = self.search(position, self.criteria.nodes, LINES)?;
        if !is_clear(&first) {
            return None;
        }
        let solution = self.solution(position, &first)?;
        if only_takes_back(moment.before.1, &solution) {
            return None;
        }
        let wanted = self.criteria.theme;
        let themes = |score| {
            let themes = themes(position, &solution, score);
            let has_wanted = wanted.is_none_or(|theme| themes.contains(&theme));
            has_wanted.then_some(themes)
        };
        themes(first.lines.first()?.score)?;
        let difficulty = self
            .estimator
            .estimate(position, Sought::Solution(&solution))?;
        let [least, most] = self.criteria.ratings;
        if !(least..=most).contains(&difficulty.rating) {
            return None;
        }
        let nodes = self.criteria.nodes.saturating_mul(CONFIRM);
        let confirmed = self.search(position, nodes, LINES)?;
        if !is_clear(&confirmed) || confirmed.best_move() != solution.first().copied() {
            return None;
        }
        let score = confirmed.lines.first()?.score;
        let themes = themes(score)?;
        let others = confirmed.lines.iter().skip(1);
        let alternatives = others.filter_map(|line| {
            Some(Alternative {
                m: *line.moves.first()?,
                score: line.score,
            })
        });
        Some(Exercise {
            alternatives: alternatives.collect(),
            themes,
            found: moment
                .played
                .map(|played| solution.first() == Some(&played)),
            moment: moment.clone(),
            solution,
            score,
            difficulty,
        })
    }

    /// A search of at least a thousand nodes; `None` if it was ended before its time.
    fn search(&mut self, position: &Chess, nodes: u64, lines: usize) -> Option<Analysis> {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        let limits = Limits {
            nodes: Some(nodes.max(1000)),
            time: self.criteria.deadline.map(left),
            lines,
            ..Limits::default()
        };
        let game = Game::new(position.clone());
        let found = self.engine.search(&game, &limits, self.stop, |_| ());
        (!self.criteria.is_over(self.stop)).then_some(found)
    }

    /// The only move, the best reply, and on as long as there is only one good move.
    fn solution(&mut self, position: &Chess, first: &Analysis) -> Option<Vec<Move>> {
        let mut solution = Vec::new();
        let mut position = position.clone();
        let mut analysis = first.clone();
        while let Some(best) = analysis.best_move() {
            solution.push(best);
            position.play_unchecked(best);
            if solution.len() + 1 == 2 * MOST_MOVES || position.legal_moves().is_empty() {
                break;
            }
            let reply = self.search(&position, self.criteria.nodes / 2, 1)?;
            let Some(reply) = reply.best_move() else {
                break;
            };
            let mut next = position.clone();
            next.play_unchecked(reply);
            if next.legal_moves().len() < 2 {
                break;
            }
            analysis = self.search(&next, self.criteria.nodes / 2, 2)?;
            if !is_only(&analysis, MARGIN) {
                break;
            }
            solution.push(reply);
            position = next;
        }
        Some(solution)
    }
}

/// Whether the best move is worth finding, better than any other by the whole margin, and any other a mistake.
fn is_clear(analysis: &Analysis) -> bool {
    let [best, second, ..] = &analysis.lines[..] else {
        return false;
    };
    let is_mistake = match (best.score, second.score) {
        (Score::Cp(_), Score::Cp(_)) => chances(best.score) - chances(second.score) >= LOSS,
        _ => true,
    };
    is_mistake && is_only(analysis, MARGIN)
}

/// Whether the best move is worth finding, and better than any other by a margin.
fn is_only(analysis: &Analysis, margin: i32) -> bool {
    lead(analysis).is_some_and(|lead| lead >= margin)
}

/// By how much the best move is better than any other, in centipawns: the greatest number where only one mates or
/// is not mated. `None` if the best move is not worth finding.
fn lead(analysis: &Analysis) -> Option<i32> {
    let [best, second, ..] = &analysis.lines[..] else {
        return None;
    };
    match (best.score, second.score) {
        (Score::Mate(moves), Score::Mate(other)) if moves > 0 && other > 0 => None,
        (Score::Mate(moves), _) => (moves > 0).then_some(i32::MAX),
        (Score::Cp(cp), Score::Cp(other)) => {
            (cp >= LEAST && other < WINS_TOO).then_some(cp - other)
        }
        (Score::Cp(cp), Score::Mate(_)) => (cp >= LEAST).then_some(i32::MAX),
    }
}

/// Whether the solver does nothing but take back, move after move, what the opponent has taken just before: a solver
/// who does so has found nothing. `before` is the opponent's move that the solution answers.
fn only_takes_back(before: Move, solution: &[Move]) -> bool {
    let moves: Vec<Move> = [before]
        .into_iter()
        .chain(solution.iter().copied())
        .collect();
    moves
        .chunks_exact(2)
        .all(|pair| takes_back(pair[0], pair[1]))
}

/// Whether a reply takes back what the opponent has taken just before.
fn takes_back(before: Move, reply: Move) -> bool {
    before.is_capture() && reply.to() == before.to()
}

#[cfg(test)]
mod tests {
    use shakmaty::uci::UciMove;
    use shakmaty::{Chess, Move, Position};

    use super::only_takes_back;

    /// The opponent's move, then the solution; whether it is nothing but taking back.
    #[test]
    fn taking_back_is_no_exercise() {
        let cases = [
            ("3rk3/8/8/3N4/4P3/8/8/4K3 b - - 0 1", "d8d5 e4d5", true),
            // Twice on one square.
            (
                "3rk3/8/2p5/3N4/2B1P3/8/8/4K3 b - - 0 1",
                "d8d5 e4d5 c6d5 c4d5",
                true,
            ),
            // Twice, on one square and on another.
            (
                "3rk3/8/8/3N1r2/4PP2/8/5R2/4K3 b - - 0 1",
                "d8d5 e4d5 f5f4 f2f4",
                true,
            ),
            // En passant, and the pawn that came by is taken.
            ("4k3/8/8/8/3pP3/8/2P5/4K3 b - e3 0 1", "d4e3 e1e2", false),
            ("4k3/8/8/8/3pP3/8/8/3QK3 b - e3 0 1", "d4e3 d1e2", false),
            // The opponent takes nothing.
            ("3rk3/8/8/3N4/4P3/8/8/4K3 b - - 0 1", "d8d6 d5c7", false),
            // It takes something else than the piece that has just taken.
            ("3rk3/8/1r6/3N4/4P3/8/8/1R2K3 b - - 0 1", "d8d5 b1b6", false),
            // It takes back, and finds something then.
            (
                "3rk2r/8/2p5/3N4/2B1P3/8/6P1/R3K3 b - - 0 1",
                "d8d5 e4d5 c6d5 a1a8",
                false,
            ),
            // The opponent takes, and there is something better than to take back.
            (
                "3rk3/8/2p5/3N4/2B1P3/8/8/R3K3 b - - 0 1",
                "d8d5 a1a8",
                false,
            ),
        ];
        for (fen, moves, is) in cases {
            let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
            let mut position: Chess = fen
                .into_position(shakmaty::CastlingMode::Standard)
                .expect("a position");
            let moves = moves.split(' ').map(|word| {
                let uci: UciMove = word.parse().expect("UCI");
                let m = uci.to_move(&position).expect("a legal move");
                position.play_unchecked(m);
                m
            });
            let moves: Vec<Move> = moves.collect();
            assert_eq!(only_takes_back(moves[0], &moves[1..]), is, "{moves:?}");
        }
    }
}
