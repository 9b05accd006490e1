//! Training: gradient descent over all samples, epoch by epoch.

use std::path::Path;

use rayon::prelude::*;

use crate::Error;
use crate::games::Game;
use crate::layers::{Learner, error};
use crate::model::{Model, PARAMETERS};
use crate::samples::{Aside, Sample, Samples};
use crate::teacher::Teacher;

/// Samples between two steps. Guessed.
const BATCH: usize = 2048;
/// How far the first steps go; the last ones go a hundredth. Guessed for ten epochs: for one, docs/engine.md measures
/// .005 to .01 as best, and in more epochs such steps leave hidden numbers idle.
const PACE: f32 = 4e-3;

/// Neighbouring samples that are read one after the other, which takes memory less time. They are of different games:
/// samples are shuffled once.
const RUN: usize = 128;
/// Steps between two searches for hidden numbers that do nothing. Guessed.
const REVIVAL: usize = 500;
/// The part of training after which none begins anew: it has to learn. Guessed.
const LAST_REVIVAL: f32 = 0.5;
/// One in this many held-out samples is looked at for hidden numbers that do nothing: some 28,000 in all. Guessed.
const ASIDE_STEP: usize = 100;

/// How a state begins. Those of a layout before have none, and parameters in another order.
const LAYOUT: [u8; 4] = *b"tn02";

/// Trains a network up to some epoch, and writes it. `state` is what is needed to go on; where it exists
/// already, training goes on from there.
pub(crate) fn train(
    games: &[Game],
    teacher: &Teacher,
    state: &Path,
    network: &Path,
    epochs: usize,
) -> Result<(), Error> {
    let (mut model, done) = if state.exists() {
        read_state(state)?
    } else {
        (Model::new(), 0)
    };
    // After what may be wrong was read: this takes minutes.
    let samples = &Samples::new(games, teacher);
    let (training, held_out) = (&samples.training, &samples.held_out);
    let error_of = |parameters: &[f32]| {
        mean(held_out, |Aside { sample, .. }| {
            error(parameters, sample, samples.truth(sample)).into()
        })
    };
    let tapered = mean(held_out, |aside| samples.tapered_error(aside));
    let now = error_of(&model.parameters);
    eprintln!("others: the tapered evaluation {tapered:.6}, with the network {now:.6}");
    let mut learners: Vec<Learner> = (0..rayon::current_num_threads())
        .map(|_| Learner::new())
        .collect();
    for epoch in done..epochs {
        // In the same order whether or not training was interrupted.
        let mut runs: Vec<&[Sample]> = training.chunks(RUN).collect();
        let mut random = fastrand::Rng::with_seed(epoch as u64);
        random.shuffle(&mut runs);
        let (mut sum, mut revived) = (0.0, 0);
        let batches = runs.chunks(BATCH / RUN);
        let count = batches.len();
        for (nth, runs) in batches.enumerate() {
            let share = (epoch as f32 + nth as f32 / count as f32) / epochs as f32;
            let pace = PACE * 0.01_f32.powf(share);
            let mut batch: Vec<(&Sample, f32)> = runs
                .iter()
                .copied()
                .flatten()
                .map(|sample| (sample, samples.truth(sample)))
                .collect();
            sum += learn(&model.parameters, &mut batch, &mut learners);
            model.step(&learners, batch.len(), pace);
            if (nth + 1).is_multiple_of(REVIVAL) && share < LAST_REVIVAL {
                let others = held_out.iter().step_by(ASIDE_STEP);
                revived += model.revive(others.map(|aside| &aside.sample), &mut random);
            }
        }
        let mean = sum / training.len() as f64;
        eprintln!(
            "epoch {}: {mean:.6}, others {:.6}, hidden numbers begun anew: {revived}",
            epoch + 1,
            error_of(&model.parameters)
        );
        write_state(state, &model, epoch + 1)?;
    }
    // Rounded to the engine's integers it is to be as good.
    eprintln!("rounded: others {:.6}", error_of(&model.rounded()));
    std::fs::write(network, zstd::encode_all(&model.bytes()[..], 19)?)?;
    Ok(())
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

fn mean(samples: &[Aside], error: impl Fn(&Aside) -> f64) -> f64 {
    samples.iter().map(error).sum::<f64>() / samples.len() as f64
}

/// Writes what is needed to go on: the layout, epochs and steps, then parameters and what Adam keeps, little-endian.
fn write_state(path: &Path, model: &Model, epochs: usize) -> std::io::Result<()> {
    let mut bytes = Vec::from(LAYOUT);
    bytes.extend((epochs as u32).to_le_bytes());
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

fn read_state(path: &Path) -> Result<(Model, usize), Error> {
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(&LAYOUT) || bytes.len() != 12 + 3 * 4 * PARAMETERS {
        return Err(format!(
            "{}: not the state of a training of this network by this version; give another file",
            path.display()
        )
        .into());
    }
    let (words, _) = bytes.as_chunks::<4>();
    let numbers = |part: usize| {
        let words = &words[3 + part * PARAMETERS..][..PARAMETERS];
        words.iter().map(|word| f32::from_le_bytes(*word)).collect()
    };
    let model = Model {
        parameters: numbers(0),
        mean: numbers(1),
        square: numbers(2),
        steps: i32::from_le_bytes(words[2]),
    };
    Ok((model, u32::from_le_bytes(words[1]) as usize))
}

#[cfg(test)]
mod tests {
    use super::{Model, read_state, write_state};

    #[test]
    fn a_state_is_read_as_it_was_written_and_nothing_else_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let mut model = Model::new();
        model.steps = 7;
        model.mean[3] = 0.5;
        model.square[4] = 0.25;
        write_state(&path, &model, 2).expect("a state");
        let (read, epochs) = read_state(&path).expect("a state");
        assert_eq!((read.steps, epochs), (7, 2));
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
