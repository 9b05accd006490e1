//! Judged positions as the network sees them, and what is held to be true of them.

use std::io;
use std::path::Path;

use engine::evaluation::{
    Group, OPENING_PHASE, SCALE, WEIGHTS, for_each_term, network, phase, scale,
};
use shakmaty::{Chess, Position, Square};

use crate::judged::{Seen, read_judged};

/// How much the judge counts where there is a result, too. Guessed.
const JUDGE: f32 = 0.85;
/// One game of this number is held out, to measure the error on positions that were not learned from.
const ASIDE: usize = 25;

/// A position.
pub(crate) struct Sample {
    /// The inputs of the side to move, then as many of the other side.
    inputs: [u16; 64],
    /// How many of each.
    count: u8,
    pub(crate) bucket: u8,
    /// The judge's score in centipawns, from the view of the side to move.
    judged: i16,
    /// Points of the side to move in the game that it is from.
    result: Option<f32>,
    /// The tapered evaluation in centipawns, from the view of the side to move: to compare.
    tapered: i16,
    /// Its points, as they are held to be true.
    pub(crate) truth: f32,
}

/// Samples to learn from, and those held out.
#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) training: Vec<Sample>,
    pub(crate) held_out: Vec<Sample>,
}

impl Sample {
    pub(crate) fn new(seen: &Seen) -> Sample {
        let position: &Chess = seen.position;
        let (board, turn) = (position.board(), position.turn());
        let mut sample = Sample {
            inputs: [0; 64],
            count: board.occupied().count() as u8,
            bucket: network::bucket(board) as u8,
            judged: seen.score,
            result: seen
                .points
                .map(|white| turn.fold_wb(white, 2 - white))
                .map(|doubled| f32::from(doubled) / 2.0),
            tapered: turn.fold_wb(1, -1) * tapered(position) as i16,
            truth: 0.5,
        };
        for (side, view) in [turn, !turn].into_iter().enumerate() {
            let king = board.king_of(view).unwrap_or(Square::A1);
            for (nth, (square, piece)) in board.clone().into_iter().enumerate() {
                let at = side * usize::from(sample.count) + nth;
                sample.inputs[at] = network::input(view, king, piece, square) as u16;
            }
        }
        sample
    }

    /// The squared error of the tapered evaluation.
    pub(crate) fn tapered_error(&self) -> f64 {
        let miss = expect(f32::from(self.tapered) / network::UNIT as f32) - self.truth;
        f64::from(miss * miss)
    }

    /// The inputs of the side to move, and of the other.
    pub(crate) fn inputs(&self) -> [&[u16]; 2] {
        let count = usize::from(self.count);
        [&self.inputs[..count], &self.inputs[count..2 * count]]
    }
}

impl Samples {
    /// All judged positions of a file.
    pub(crate) fn read(path: &Path) -> io::Result<Samples> {
        let mut samples = Samples::default();
        read_judged(path, |seen| {
            let sample = Sample::new(&seen);
            if seen.game.is_multiple_of(ASIDE) {
                samples.held_out.push(sample);
            } else {
                samples.training.push(sample);
            }
        })?;
        let unit = fit_unit(&samples.training);
        eprintln!(
            "{} positions to learn from, {} held out; for the judge {unit} centipawns are e : 1",
            samples.training.len(),
            samples.held_out.len()
        );
        for sample in samples.training.iter_mut().chain(&mut samples.held_out) {
            let judged = expect(f32::from(sample.judged) / unit);
            sample.truth = sample
                .result
                .map_or(judged, |result| JUDGE * judged + (1.0 - JUDGE) * result);
        }
        Ok(samples)
    }
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

/// The unit in which the judge's scores predict best how games ended.
fn fit_unit(samples: &[Sample]) -> f32 {
    let some = &samples[..samples.len().min(500_000)];
    let error = |unit: f32| -> f64 {
        let misses = some.iter().filter_map(|sample| {
            let miss = expect(f32::from(sample.judged) / unit) - sample.result?;
            Some(f64::from(miss * miss))
        });
        misses.sum()
    };
    let units = (50..500).step_by(5).map(|unit| unit as f32);
    let best = units.min_by(|one, other| error(*one).total_cmp(&error(*other)));
    best.unwrap_or(network::UNIT as f32)
}
