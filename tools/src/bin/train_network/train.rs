//! Training: gradient descent over all samples, stage by stage and epoch by epoch.

use std::path::Path;

use rayon::prelude::*;

use crate::games::Game;
use crate::layers::{Learner, error};
use crate::model::Model;
use crate::parameters::PARAMETERS;
use crate::samples::{Aside, Sample, Samples};
use crate::teacher::{Error, Teacher};

/// Samples between two steps. Guessed.
const BATCH: usize = 2048;
/// A part of training.
struct Stage {
    epochs: usize,
    /// How far the first steps go; the last ones go a hundredth.
    pace: f32,
    /// How much is drawn from the games.
    draws: usize,
    /// Whether the king's square decides which weights count. Where it does not, those learned serve for all.
    by_king: bool,
    /// The part of the stage after which no hidden number begins anew: it has to learn.
    last_revival: f32,
}

/// The stages of training. Guessed, all but what docs/engine.md measures: for one epoch, first steps of .005 to .01 are
/// best, and in more epochs such steps leave hidden numbers idle.
const STAGES: [Stage; 3] = [
    Stage {
        epochs: 10,
        pace: 4e-3,
        draws: 1,
        by_king: false,
        last_revival: 0.5,
    },
    Stage {
        epochs: 3,
        pace: 1e-3,
        draws: 1,
        by_king: true,
        last_revival: 0.0,
    },
    Stage {
        epochs: 3,
        pace: 2e-3,
        draws: 2,
        by_king: true,
        last_revival: 0.0,
    },
];

/// Neighbouring samples that are read one after the other, which takes memory less time. They are of different games:
/// samples are shuffled once.
const RUN: usize = 128;
/// Steps between two searches for hidden numbers that do nothing. Guessed.
const REVIVAL: usize = 500;
/// One in this many held-out samples is looked at for hidden numbers that do nothing: some 28,000 in all. Guessed.
const ASIDE_STEP: usize = 100;

/// How a state begins. Those of a layout before have none, and parameters in another order.
const LAYOUT: [u8; 4] = *b"tn03";
/// Words before the parameters of a state.
const WORDS: usize = 4;

/// How far training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Progress {
    /// Whole stages.
    stages: usize,
    /// Whole epochs of the stage behind these.
    epochs: usize,
}

/// Trains a network, and writes it after each stage. `state` is what is needed to go on; where it exists already,
/// training goes on from there.
pub(crate) fn train(
    games: &[Game],
    teacher: &Teacher,
    state: &Path,
    network: &Path,
) -> Result<(), Error> {
    let (mut model, mut progress) = if state.exists() {
        read_state(state)?
    } else {
        let progress = Progress {
            stages: 0,
            epochs: 0,
        };
        (Model::new(), progress)
    };
    let mut learners: Vec<Learner> = (0..rayon::current_num_threads())
        .map(|_| Learner::new())
        .collect();
    for stage in &STAGES[progress.stages..] {
        // After what may be wrong was read: this takes minutes.
        let samples = Samples::new(games, teacher, stage.draws, stage.by_king);
        eprintln!(
            "stage {}: others by the tapered evaluation {:.6}, by the network {:.6}",
            progress.stages + 1,
            mean(&samples, |aside| samples.tapered_error(aside)),
            error_of(&model.parameters, &samples)
        );
        for epoch in progress.epochs..stage.epochs {
            let (error, revived) = learn_epoch(&mut model, &samples, stage, epoch, &mut learners);
            eprintln!(
                "epoch {}: {error:.6}, others {:.6}, hidden numbers begun anew: {revived}",
                epoch + 1,
                error_of(&model.parameters, &samples)
            );
            progress.epochs = epoch + 1;
            if progress.epochs == stage.epochs {
                progress.stages += 1;
                progress.epochs = 0;
                if !stage.by_king {
                    model.copy_first_set();
                }
                // Rounded to the engine's integers it is to be as good.
                let rounded = error_of(&model.rounded(), &samples);
                eprintln!("rounded: others {rounded:.6}");
                std::fs::write(network, zstd::encode_all(&model.bytes()[..], 19)?)?;
            }
            write_state(state, &model, progress)?;
        }
    }
    Ok(())
}

/// Learns from each sample once, and returns the mean error and how many hidden numbers began anew.
fn learn_epoch(
    model: &mut Model,
    samples: &Samples,
    stage: &Stage,
    epoch: usize,
    learners: &mut [Learner],
) -> (f64, usize) {
    // In the same order whether or not training was interrupted.
    let mut runs: Vec<&[Sample]> = samples.training.chunks(RUN).collect();
    let mut random = fastrand::Rng::with_seed(epoch as u64);
    random.shuffle(&mut runs);
    let (mut sum, mut revived) = (0.0, 0);
    let batches = runs.chunks(BATCH / RUN);
    let count = batches.len();
    for (nth, runs) in batches.enumerate() {
        let share = (epoch as f32 + nth as f32 / count as f32) / stage.epochs as f32;
        let pace = stage.pace * 0.01_f32.powf(share);
        let mut batch: Vec<(&Sample, f32)> = runs
            .iter()
            .copied()
            .flatten()
            .map(|sample| (sample, samples.truth(sample)))
            .collect();
        sum += learn(&model.parameters, &mut batch, learners);
        model.step(learners, batch.len(), pace);
        if (nth + 1).is_multiple_of(REVIVAL) && share < stage.last_revival {
            let others = samples.held_out.iter().step_by(ASIDE_STEP);
            revived += model.revive(others.map(|aside| &aside.sample), &mut random);
        }
    }
    (sum / samples.training.len() as f64, revived)
}

/// Computes the gradient of a batch, a part of it by each learner, and returns the sum of the errors.
fn learn(parameters: &[f32], batch: &mut [(&Sample, f32)], learners: &mut [Learner]) -> f64 {
    let share = batch.len().div_ceil(learners.len());
    // A batch of few samples may have no share for the last threads.
    let parts = batch
        .chunks_mut(share)
        .chain(std::iter::repeat_with(Default::default));
    let parts: Vec<_> = learners.iter_mut().zip(parts).collect();
    let parts = parts.into_par_iter();
    let errors = parts.map(|(learner, part)| learner.learn(parameters, part));
    // In the same order each time, as floats are rounded.
    errors.collect::<Vec<f64>>().into_iter().sum()
}

/// The mean error of parameters on the samples held out.
fn error_of(parameters: &[f32], samples: &Samples) -> f64 {
    mean(samples, |Aside { sample, .. }| {
        error(parameters, sample, samples.truth(sample)).into()
    })
}

/// The mean of the errors on the samples held out.
fn mean(samples: &Samples, error: impl Fn(&Aside) -> f64) -> f64 {
    let held_out = &samples.held_out;
    held_out.iter().map(error).sum::<f64>() / held_out.len() as f64
}

/// Writes what is needed to go on: the layout, whole stages and epochs, steps, then parameters and what Adam keeps,
/// little-endian.
fn write_state(path: &Path, model: &Model, progress: Progress) -> std::io::Result<()> {
    let mut bytes = Vec::from(LAYOUT);
    bytes.extend((progress.stages as u32).to_le_bytes());
    bytes.extend((progress.epochs as u32).to_le_bytes());
    bytes.extend(model.steps.to_le_bytes());
    for numbers in [&model.parameters, &model.mean, &model.square] {
        for number in numbers {
            bytes.extend(number.to_le_bytes());
        }
    }
    let unfinished = path.with_extension("part");
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(unfinished, path)
}

fn read_state(path: &Path) -> Result<(Model, Progress), Error> {
    let wrong = || -> Error {
        let path = path.display();
        format!(
            "{path}: not the state of a training of this network by this version; give another file"
        )
        .into()
    };
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(&LAYOUT) || bytes.len() != 4 * WORDS + 3 * 4 * PARAMETERS {
        return Err(wrong());
    }
    let (words, _) = bytes.as_chunks::<4>();
    let numbers = |part: usize| {
        let words = &words[WORDS + part * PARAMETERS..][..PARAMETERS];
        words.iter().map(|word| f32::from_le_bytes(*word)).collect()
    };
    let model = Model {
        parameters: numbers(0),
        mean: numbers(1),
        square: numbers(2),
        steps: i32::from_le_bytes(words[3]),
    };
    let progress = Progress {
        stages: u32::from_le_bytes(words[1]) as usize,
        epochs: u32::from_le_bytes(words[2]) as usize,
    };
    if progress.stages > STAGES.len() {
        return Err(wrong());
    }
    Ok((model, progress))
}

#[cfg(test)]
mod tests {
    use super::{Model, Progress, read_state, write_state};

    #[test]
    fn a_state_is_read_as_it_was_written_and_nothing_else_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let mut model = Model::new();
        model.steps = 7;
        model.mean[3] = 0.5;
        model.square[4] = 0.25;
        let progress = Progress {
            stages: 1,
            epochs: 2,
        };
        write_state(&path, &model, progress).expect("a state");
        let (read, read_progress) = read_state(&path).expect("a state");
        assert_eq!((read.steps, read_progress), (7, progress));
        assert_eq!(
            (read.parameters, read.mean, read.square),
            (model.parameters, model.mean, model.square)
        );
        let bytes = std::fs::read(&path).expect("a state");
        // One of the layout before, and one that is cut off.
        for wrong in [&bytes[4..], &bytes[..bytes.len() - 4]] {
            std::fs::write(&path, wrong).expect("a file");
            let error = read_state(&path).err().expect("no state").to_string();
            assert!(error.contains("not the state of a training"), "{error}");
        }
    }
}
