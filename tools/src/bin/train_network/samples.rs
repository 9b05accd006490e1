//! Positions as the network sees them, and what they are held to be worth.

use std::ops::Range;

use engine::evaluation::network::{self, PLACES, Perspective};
use engine::evaluation::{Group, OPENING_PHASE, SCALE, WEIGHTS, for_each_term, phase, scale};
use rayon::prelude::*;
use shakmaty::{Chess, Position, Square};

use crate::games::Game;
use crate::positions::{Chosen, choose};
use crate::teacher::Teacher;

/// Games whose positions are chosen by the same random generator.
const PART: usize = 4000;
/// What is drawn from the games: the seed of the first part's generator, the next one's being one more, and the variations
/// of each place. Guessed.
const DRAWS: [(u64, Range<usize>); 2] = [(1_000_000, 0..4), (2_000_000, 1..5)];
/// How much the teacher counts where there is a result, too. Guessed.
const TEACHER: f32 = 0.85;
/// One game of this number is held out, to measure the error on positions that were not learned from.
const ASIDE: usize = 25;

/// The steps between no points and a whole one that a score is kept in.
const STEPS: u8 = 63;
/// The centipawns that are e : 1 for these steps. Larger than the teacher's own unit, so that scores of several pawns are
/// still different. Guessed.
const STEPS_UNIT: f32 = 300.0;

/// A position.
pub(crate) struct Sample {
    /// Those of the side to move, with the first set of weights.
    inputs: [u16; 32],
    count: u8,
    /// The sets of weights of the side to move and of the other.
    pub(crate) sets: [u8; 2],
    /// What turns the squares of the side to move into those that the other side sees.
    turn: u8,
    pub(crate) bucket: u8,
    /// The teacher's score, in steps, from the view of the side to move.
    score: u8,
    /// Points of the side to move in the game that it is from, doubled; 3 stands for none.
    doubled: u8,
}

/// A position that is not learned from.
pub(crate) struct Aside {
    pub(crate) sample: Sample,
    /// The tapered evaluation in centipawns, from the view of the side to move: to compare.
    tapered: i32,
}

/// Samples to learn from, and those held out.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) training: Vec<Sample>,
    pub(crate) held_out: Vec<Aside>,
    /// What a sample is held to be worth, by its score and the doubled points of its game.
    truths: Vec<[f32; 4]>,
}

impl Sample {
    /// A position with the teacher's score in centipawns, from the view of the side to move, and White's points in the game
    /// that it is from, doubled.
    pub(crate) fn new(position: &Chess, score: i32, white: Option<u8>) -> Sample {
        let (board, turn) = (position.board(), position.turn());
        let [own, other] = [turn, !turn].map(|view| {
            let king = board.king_of(view).unwrap_or(Square::A1);
            Perspective::new(view, king)
        });
        let mut sample = Sample {
            inputs: [0; 32],
            count: 0,
            sets: [own.set as u8, other.set as u8],
            turn: 0,
            bucket: network::bucket(board) as u8,
            score: steps(score),
            doubled: white.map_or(3, |white| turn.fold_wb(white, 2 - white)),
        };
        for ((square, piece), input) in board.clone().into_iter().zip(&mut sample.inputs) {
            let (own, other) = (own.input(piece, square), other.input(piece, square));
            *input = (own % PLACES) as u16;
            sample.turn = ((own ^ other) % 64) as u8;
            sample.count += 1;
        }
        sample
    }

    /// The inputs of the side to move, and of the other, which are those of its pieces and squares.
    pub(crate) fn inputs(&self) -> [impl Iterator<Item = usize>; 2] {
        let [own, other] = self.sets.map(|set| usize::from(set) * PLACES);
        let views = [(own, 0, 0), (other, PLACES / 2, usize::from(self.turn))];
        views.map(|(first, other, turn)| {
            let inputs = self.inputs.iter().take(self.count.into());
            inputs.map(move |own| first + (((usize::from(*own) + other) % PLACES) ^ turn))
        })
    }
}

impl Samples {
    /// Positions of games and their scores, by all cores: of the first draws, as many as these. Those held out are of the
    /// first one. `by_king` says whether there is more than one set of weights before the hidden layer.
    pub(crate) fn new(games: &[Game], teacher: &Teacher, draws: usize, by_king: bool) -> Samples {
        let mut samples = Samples::default();
        for (draw, (seed, variations)) in DRAWS.iter().take(draws).enumerate() {
            let parts = games.par_chunks(PART).enumerate();
            let parts =
                parts.map(|(part, games)| of_part(games, variations, seed + part as u64, teacher));
            let parts: Vec<Samples> = parts.collect();
            let count = parts.iter().map(|part| part.training.len()).sum();
            samples.training.reserve_exact(count);
            for part in parts {
                samples.training.extend(part.training);
                if draw == 0 {
                    samples.held_out.extend(part.held_out);
                }
            }
        }
        if !by_king {
            let held_out = samples.held_out.iter_mut().map(|aside| &mut aside.sample);
            for sample in samples.training.iter_mut().chain(held_out) {
                sample.sets = [0; 2];
            }
        }
        // Neighbours are of a game before.
        fastrand::Rng::with_seed(DRAWS[0].0).shuffle(&mut samples.training);
        let unit = fit_unit(&samples.training);
        eprintln!(
            "{} positions to learn from, {} held out; for the teacher {unit} centipawns are e : 1",
            samples.training.len(),
            samples.held_out.len()
        );
        samples.truths = (0..=STEPS)
            .map(|steps| {
                let taught = expect(centipawns(steps) / unit);
                let with = |doubled: f32| TEACHER * taught + (1.0 - TEACHER) * doubled / 2.0;
                [with(0.0), with(1.0), with(2.0), taught]
            })
            .collect();
        samples
    }

    /// The points that a sample is held to be worth.
    pub(crate) fn truth(&self, sample: &Sample) -> f32 {
        self.truths[usize::from(sample.score)][usize::from(sample.doubled)]
    }

    /// The squared error of the tapered evaluation.
    pub(crate) fn tapered_error(&self, aside: &Aside) -> f64 {
        let expected = expect(aside.tapered as f32 / network::UNIT as f32);
        f64::from(expected - self.truth(&aside.sample)).powi(2)
    }
}

fn of_part(games: &[Game], variations: &Range<usize>, seed: u64, teacher: &Teacher) -> Samples {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut samples = Samples::default();
    for (number, game) in games.iter().enumerate() {
        for Chosen {
            position,
            is_varied,
        } in choose(game, variations.clone(), &mut random)
        {
            let white = (!is_varied).then_some(game.result);
            let sample = Sample::new(&position, teacher.score(&position), white);
            if number.is_multiple_of(ASIDE) {
                let own = position.turn().fold_wb(1, -1);
                let tapered = own * tapered(&position);
                samples.held_out.push(Aside { sample, tapered });
            } else {
                samples.training.push(sample);
            }
        }
    }
    samples
}

/// The tapered evaluation in centipawns, White's view.
fn tapered(position: &Chess) -> i32 {
    let board = position.board();
    let mut sums = [0, 0];
    let mut add = |term: usize, count: i32| {
        let (opening, endgame) = WEIGHTS[term];
        sums[0] += i32::from(opening) * count;
        sums[1] += i32::from(endgame) * count;
    };
    for_each_term(board, &mut add);
    add(Group::Tempo.first(), position.turn().fold_wb(1, -1));
    let phase = phase(board);
    let endgame = sums[1] * scale(board, sums[1]) / SCALE;
    (sums[0] * phase + endgame * (OPENING_PHASE - phase)) / OPENING_PHASE
}

/// The points that a score promises, 0 to 1.
pub(crate) fn expect(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// A score in centipawns, in steps.
fn steps(score: i32) -> u8 {
    (expect(score as f32 / STEPS_UNIT) * f32::from(STEPS)).round() as u8
}

/// The centipawns of steps; those of the first and of the last one are the middle of what they stand for.
fn centipawns(steps: u8) -> f32 {
    let most = f32::from(STEPS);
    let points = f32::from(steps).clamp(0.25, most - 0.25) / most;
    (STEPS_UNIT * (points / (1.0 - points)).ln()).round()
}

/// The unit in which the teacher's scores predict best how games ended.
fn fit_unit(samples: &[Sample]) -> f32 {
    // Losses, draws and wins by score.
    let mut ended = [[0.0; 3]; STEPS as usize + 1];
    for sample in samples {
        if let Some(count) = ended[usize::from(sample.score)].get_mut(usize::from(sample.doubled)) {
            *count += 1.0;
        }
    }
    let error = |unit: f32| -> f64 {
        let of_score = |(steps, ended): (u8, &[f64; 3])| {
            let expected = f64::from(expect(centipawns(steps) / unit));
            let points = [0.0, 0.5, 1.0].iter().zip(ended);
            points
                .map(|(points, count)| count * (expected - points).powi(2))
                .sum::<f64>()
        };
        (0..).zip(&ended).map(of_score).sum()
    };
    let units = (50..500).step_by(5).map(|unit| unit as f32);
    let best = units.min_by(|one, other| error(*one).total_cmp(&error(*other)));
    best.unwrap_or(network::UNIT as f32)
}

#[cfg(test)]
mod tests {
    use engine::evaluation::network::Perspective;
    use shakmaty::{Chess, Position};

    use super::{STEPS, STEPS_UNIT, Sample, centipawns, expect, steps};

    #[test]
    fn steps_hold_the_points_of_a_score_to_half_a_step() {
        for number in 0..=STEPS {
            assert_eq!(steps(centipawns(number) as i32), number);
        }
        for score in (-10_000..=10_000).step_by(7) {
            let points = |score: f32| expect(score / STEPS_UNIT);
            let difference = points(centipawns(steps(score))) - points(score as f32);
            // Centipawns are rounded, too.
            let most = 0.5 / f32::from(STEPS) + 0.25 / STEPS_UNIT;
            assert!(difference.abs() <= most, "{score}: {difference}");
        }
    }

    #[test]
    fn a_sample_has_the_inputs_of_both_sides() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = Chess::default();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[random.usize(..moves.len())]);
            let board = position.board();
            let expected = [position.turn(), !position.turn()].map(|view| {
                let seen = Perspective::new(view, board.king_of(view).expect("a king"));
                let pieces = board.clone().into_iter();
                let inputs = pieces.map(|(square, piece)| seen.input(piece, square));
                inputs.collect::<Vec<_>>()
            });
            let sample = Sample::new(&position, 0, None);
            assert_eq!(sample.inputs().map(Iterator::collect::<Vec<_>>), expected);
        }
    }
}
