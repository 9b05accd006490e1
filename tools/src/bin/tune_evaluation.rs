//! Tunes the weights of the tapered evaluation, so that it predicts best how games end.
//!
//! ```text
//! cargo run --release -p tools --bin sample_positions -- GAMES.pgn.zst.. > positions.epd
//! tools/judge.py stockfish --nodes 1000 < positions.epd > judged.epd
//! cargo run --release -p tools --bin tune_evaluation -- engine/src/evaluation/weights.rs judged.epd
//! ```
//!
//! The expected result is a logistic function of the evaluation; its squared distance from what is
//! held to be true is made small by gradient descent (Adam, Kingma and Ba 2015). Held to be true is
//! what a strong engine expects after a short search, mixed with how the game ended: a result
//! alone says little of a single position. The tuner starts from material alone, so that the
//! weights are the same after each run.
//!
//! Source: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};

use engine::evaluation::{GROUPS, Group, OPENING_PHASE, SCALE, TERMS, for_each_term, phase, scale};
use shakmaty::fen::Epd;
use shakmaty::{CastlingMode, Chess, Position};

/// How often all positions are gone through.
const EPOCHS: usize = 120;
/// Positions between two steps.
const BATCH: usize = 4096;
/// How far the first steps go, in centipawns; the last ones go a hundredth.
const STEP: f32 = 1.5;
/// The evaluation at which e : 1 games are won, in centipawns. It sets the unit of all weights:
/// chosen so that a pawn is worth about 100.
const UNIT: f32 = 190.0;
/// How strongly weights are drawn to where they began, so that terms that hardly occur stay there.
const PULL: f32 = 5e-8;
/// How much the judge counts where there is a result, too. Guessed.
const JUDGE: f32 = 0.7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [weights, positions] = &arguments[..] else {
        return Err("usage: tune_evaluation WEIGHTS.rs JUDGED.epd".into());
    };
    let mut samples = Samples::default();
    for line in BufReader::new(File::open(positions)?).lines() {
        let line = line?;
        if samples.read(&line).is_none() {
            return Err(format!("{positions}: no position with its score: {line}").into());
        }
    }
    let Samples { mut all, terms } = samples;
    let unit = fit_unit(&all);
    eprintln!(
        "{} positions, {} terms; for the judge {unit:.0} centipawns are e : 1",
        all.len(),
        terms.len()
    );
    for sample in &mut all {
        let judged = expect(sample.judged, unit);
        sample.truth = sample
            .result
            .map_or(judged, |result| JUDGE * judged + (1.0 - JUDGE) * result);
    }
    // A twentieth is kept aside, to see whether what is learnt is true of other positions.
    let (kept, learnt) = all.split_at(all.len() / 20);
    let mut tuner = Tuner::new();
    eprintln!("before: {:.6}", tuner.error(kept, &terms));
    for epoch in 0..EPOCHS {
        let step = STEP * 0.01_f32.powf(epoch as f32 / (EPOCHS - 1) as f32);
        let error = tuner.epoch(learnt, &terms, step);
        let other = tuner.error(kept, &terms);
        eprintln!("epoch {}: {error:.6}, others {other:.6}", epoch + 1);
    }
    std::fs::write(weights, tuner.source())?;
    Ok(())
}

/// The points that a score promises, 0 to 1.
fn expect(score: f32, unit: f32) -> f32 {
    1.0 / (1.0 + (-score / unit).exp())
}

/// The unit in which the judge's scores predict best how games ended.
fn fit_unit(samples: &[Sample]) -> f32 {
    let error = |unit: f32| -> f64 {
        let misses = samples.iter().filter_map(|sample| {
            let miss = expect(sample.judged, unit) - sample.result?;
            Some(f64::from(miss * miss))
        });
        misses.sum()
    };
    let units = (50..500).step_by(5).map(|unit| unit as f32);
    let best = units.min_by(|one, other| error(*one).total_cmp(&error(*other)));
    best.unwrap_or(UNIT)
}

/// A position, and what is known of how it ends.
struct Sample {
    /// Where its terms are.
    first: usize,
    count: usize,
    /// How much of the opening is left, 0 to 1.
    phase: f32,
    /// How much of the endgame's score counts for White, and for Black, 0 to 1.
    scale: [f32; 2],
    /// White's points in the game that it is from.
    result: Option<f32>,
    /// The judge's score in centipawns, White's view.
    judged: f32,
    /// White's points, as they are held to be true.
    truth: f32,
}

#[derive(Default)]
struct Samples {
    all: Vec<Sample>,
    /// Numbers of terms and their counts.
    terms: Vec<(u16, i16)>,
}

impl Samples {
    /// Reads a line of `tools/judge.py`; none if it is something else.
    fn read(&mut self, line: &str) -> Option<()> {
        let mut fields = line.splitn(5, ' ');
        let epd: Vec<&str> = fields.by_ref().take(4).collect();
        let epd: Epd = epd.join(" ").parse().ok()?;
        let position: Chess = epd.into_position(CastlingMode::Chess960).ok()?;
        let operations = fields.next()?;
        let operand = |code| {
            let mut found = operations.split(';').map(str::trim);
            found.find_map(|operation| operation.strip_prefix(code)?.strip_prefix(' '))
        };
        let judged: f32 = operand("ce")?.parse().ok()?;
        let result = match operand("c9") {
            Some("\"1-0\"") => Some(1.0),
            Some("\"0-1\"") => Some(0.0),
            Some("\"1/2-1/2\"") => Some(0.5),
            _ => None,
        };
        self.take(&position, result, judged);
        Some(())
    }

    fn take(&mut self, position: &Chess, result: Option<f32>, judged: f32) {
        let board = position.board();
        let mut counts: HashMap<u16, i16> = HashMap::new();
        for_each_term(board, |term, count| {
            *counts.entry(term as u16).or_default() += count as i16;
        });
        let tempo = position.turn().fold_wb(1, -1);
        counts.insert(Group::Tempo.first() as u16, tempo);
        let mut terms: Vec<(u16, i16)> = counts.into_iter().filter(|term| term.1 != 0).collect();
        terms.sort_unstable();
        self.all.push(Sample {
            first: self.terms.len(),
            count: terms.len(),
            phase: phase(board) as f32 / OPENING_PHASE as f32,
            scale: [1, -1].map(|endgame| scale(board, endgame) as f32 / SCALE as f32),
            result,
            judged: judged * f32::from(tempo),
            truth: 0.5,
        });
        self.terms.append(&mut terms);
    }
}

/// Weights, opening's and endgame's, and what Adam keeps of each.
struct Tuner {
    weights: Vec<[f32; 2]>,
    start: Vec<[f32; 2]>,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Tuner {
    fn new() -> Tuner {
        // PeSTO's values of pieces, and more attacks on a king are worth more, if it were only where
        // the positions have none; all other terms are worth nothing.
        let pieces = [
            (Group::Pawn, [82.0, 94.0]),
            (Group::Knight, [337.0, 281.0]),
            (Group::Bishop, [365.0, 297.0]),
            (Group::Rook, [477.0, 512.0]),
            (Group::Queen, [1025.0, 936.0]),
        ];
        let mut weights = vec![[0.0; 2]; TERMS];
        for (group, values) in pieces {
            weights[group.first()..][..64].fill(values);
        }
        for (group, most) in [(Group::KingAttack, 200.0), (Group::KingAttackAlone, 100.0)] {
            for (step, weight) in weights[group.first()..][..40].iter_mut().enumerate() {
                *weight = [most * step as f32 / 39.0; 2];
            }
        }
        Tuner {
            start: weights.clone(),
            weights,
            mean: vec![[0.0; 2]; TERMS],
            square: vec![[0.0; 2]; TERMS],
            steps: 0,
        }
    }

    /// The expected points, and how fast they grow with the score of the opening and of the
    /// endgame.
    fn expected(&self, sample: &Sample, terms: &[(u16, i16)]) -> (f32, [f32; 2]) {
        let mut sums = [0.0; 2];
        for (term, count) in &terms[sample.first..][..sample.count] {
            let [opening, endgame] = self.weights[usize::from(*term)];
            sums[0] += opening * f32::from(*count);
            sums[1] += endgame * f32::from(*count);
        }
        let scale = sample.scale[usize::from(sums[1] <= 0.0)];
        let shares = [sample.phase, (1.0 - sample.phase) * scale];
        let score = sums[0] * shares[0] + sums[1] * shares[1];
        let expected = expect(score, UNIT);
        let slope = expected * (1.0 - expected) / UNIT;
        (expected, shares.map(|share| share * slope))
    }

    fn error(&self, samples: &[Sample], terms: &[(u16, i16)]) -> f64 {
        let errors = samples.iter().map(|sample| {
            let miss = self.expected(sample, terms).0 - sample.truth;
            f64::from(miss * miss)
        });
        errors.sum::<f64>() / samples.len() as f64
    }

    /// Goes through all samples once; returns the error on the way.
    fn epoch(&mut self, samples: &[Sample], terms: &[(u16, i16)], step: f32) -> f64 {
        let mut error = 0.0;
        for batch in samples.chunks(BATCH) {
            let mut gradients = vec![[0.0_f32; 2]; TERMS];
            for sample in batch {
                let (expected, slopes) = self.expected(sample, terms);
                let miss = expected - sample.truth;
                error += f64::from(miss * miss);
                for (term, count) in &terms[sample.first..][..sample.count] {
                    let gradient = &mut gradients[usize::from(*term)];
                    gradient[0] += miss * slopes[0] * f32::from(*count);
                    gradient[1] += miss * slopes[1] * f32::from(*count);
                }
            }
            self.step(&gradients, batch.len() as f32, step);
        }
        error / samples.len() as f64
    }

    fn step(&mut self, gradients: &[[f32; 2]], samples: f32, step: f32) {
        let (fade, fade_square): (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let unbias = 1.0 - fade.powi(self.steps);
        let unbias_square = 1.0 - fade_square.powi(self.steps);
        for (term, gradient) in gradients.iter().enumerate() {
            for half in 0..2 {
                let weight = &mut self.weights[term][half];
                let pull = PULL * (*weight - self.start[term][half]) / UNIT;
                let gradient = gradient[half] / samples + pull;
                let mean = &mut self.mean[term][half];
                *mean = fade * *mean + (1.0 - fade) * gradient;
                let square = &mut self.square[term][half];
                *square = fade_square * *square + (1.0 - fade_square) * gradient * gradient;
                let pace = (*square / unbias_square).sqrt() + 1e-9;
                *weight -= step * (*mean / unbias) / pace;
            }
        }
    }

    /// The weights as the source file that has them.
    fn source(&self) -> String {
        let mut text = String::from(
            "//! The weights of the terms, as `tools/src/bin/tune_evaluation.rs` found them on positions of grandmasters' games.\n\n\
             use super::group::TERMS;\n\n\
             /// For the opening and the endgame, in centipawns.\n\
             #[rustfmt::skip]\n\
             pub const WEIGHTS: [(i16, i16); TERMS] = [\n",
        );
        for (group, count) in GROUPS {
            let _ = writeln!(text, "    // {group:?}");
            for row in self.weights[group.first()..][..count].chunks(8) {
                let row: Vec<String> = row
                    .iter()
                    .map(|[opening, endgame]| format!("({opening:.0}, {endgame:.0}),"))
                    .collect();
                let _ = writeln!(text, "    {}", row.join(" "));
            }
        }
        text.push_str("];\n");
        text.replace("-0,", "0,").replace("-0)", "0)")
    }
}
