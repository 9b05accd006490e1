//! Training: gradient descent over all samples, epoch by epoch.

use std::path::Path;

use rayon::prelude::*;

use crate::Error;
use crate::games::Game;
use crate::model::{Model, PARAMETERS, error, learn};
use crate::samples::{Aside, Samples};
use crate::teacher::Teacher;

/// Samples between two steps. Guessed.
const BATCH: usize = 2048;
/// How far the first steps go: between .005 and .01, which docs/engine.md measures for one epoch. The last ones go a
/// hundredth, which is guessed.
const PACE: f32 = 7e-3;

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
    let mut gradients = vec![vec![0.0; PARAMETERS]; rayon::current_num_threads()];
    for epoch in done..epochs {
        // In the same order whether or not training was interrupted.
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        fastrand::Rng::with_seed(epoch as u64).shuffle(&mut order);
        let mut sum = 0.0;
        let batches = order.len().div_ceil(BATCH);
        for (nth, batch) in order.chunks(BATCH).enumerate() {
            let share = (epoch as f32 + nth as f32 / batches as f32) / epochs as f32;
            let pace = PACE * 0.01_f32.powf(share);
            sum += learn_batch(&model.parameters, samples, batch, &mut gradients);
            model.step(&gradients, batch.len(), pace);
        }
        let mean = sum / training.len() as f64;
        eprintln!(
            "epoch {}: {mean:.6}, others {:.6}",
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

/// Replaces the gradients of all threads by those of samples, and returns the sum of the errors.
fn learn_batch(
    parameters: &[f32],
    samples: &Samples,
    batch: &[u32],
    gradients: &mut [Vec<f32>],
) -> f64 {
    let share = batch.len().div_ceil(gradients.len());
    // A batch of few samples may have no share for the last threads.
    let parts = batch.chunks(share).chain(std::iter::repeat(&[][..]));
    let parts: Vec<_> = gradients.iter_mut().zip(parts).collect();
    let errors = parts.into_par_iter().map(|(gradient, part)| {
        gradient.fill(0.0);
        let errors = part.iter().map(|number| {
            let sample = &samples.training[*number as usize];
            learn(parameters, sample, samples.truth(sample), gradient)
        });
        errors.map(f64::from).sum()
    });
    // In the same order each time, as floats are rounded.
    errors.collect::<Vec<f64>>().into_iter().sum()
}

fn mean(samples: &[Aside], error: impl Fn(&Aside) -> f64) -> f64 {
    samples.iter().map(error).sum::<f64>() / samples.len() as f64
}

/// Writes what is needed to go on: epochs and steps, then parameters and what Adam keeps, little-endian.
fn write_state(path: &Path, model: &Model, epochs: usize) -> std::io::Result<()> {
    let mut bytes = Vec::new();
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
    if bytes.len() != 8 + 3 * 4 * PARAMETERS {
        return Err(format!(
            "{}: not the state of a training of this network",
            path.display()
        )
        .into());
    }
    let (words, _) = bytes.as_chunks::<4>();
    let numbers = |part: usize| {
        let words = &words[2 + part * PARAMETERS..][..PARAMETERS];
        words.iter().map(|word| f32::from_le_bytes(*word)).collect()
    };
    let model = Model {
        parameters: numbers(0),
        mean: numbers(1),
        square: numbers(2),
        steps: i32::from_le_bytes(words[1]),
    };
    Ok((model, u32::from_le_bytes(words[0]) as usize))
}
