//! The network in 32-bit floats: what it computes, and how its weights learn.

use engine::evaluation::network::{BUCKETS, BYTES, HIDDEN, HIDDEN_ONE, INPUTS, OUTPUT_ONE};

use crate::samples::{Sample, expect};

/// Where the parts of the parameters begin: weights of inputs, hidden biases, weights of the last layer, its biases.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
/// How many parameters there are.
pub(crate) const PARAMETERS: usize = OUTPUT_BIAS + BUCKETS;

/// Weights of the last layer are at most this, so that 8 bits hold them.
const MOST: f32 = 127.0 / OUTPUT_ONE as f32;

type Layer = [f32; HIDDEN];

/// The parameters before training.
pub(crate) fn beginning(random: &mut fastrand::Rng) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let mut fill = |range: std::ops::Range<usize>, most: f32| {
        for parameter in &mut parameters[range] {
            *parameter = (random.f32() * 2.0 - 1.0) * most;
        }
    };
    // About 30 of the inputs are there at a time.
    fill(0..BIAS, 1.0 / 30.0_f32.sqrt());
    fill(OUTPUT..OUTPUT_BIAS, 1.0 / (2.0 * HIDDEN as f32).sqrt());
    parameters
}

/// Adds to `gradient` that of the squared error of a sample that is worth `truth` points, and returns the error.
pub(crate) fn learn(parameters: &[f32], sample: &Sample, truth: f32, gradient: &mut [f32]) -> f32 {
    let layers = sample.inputs().map(|inputs| hidden(parameters, inputs));
    let inputs = sample.inputs();
    let expected = output(parameters, sample, &layers);
    let miss = expected - truth;
    let slope = 2.0 * miss * expected * (1.0 - expected);
    let first = OUTPUT + usize::from(sample.bucket) * 2 * HIDDEN;
    for (side, (layer, inputs)) in layers.iter().zip(inputs).enumerate() {
        let first = first + side * HIDDEN;
        let weights = &parameters[first..first + HIDDEN];
        let gradients = &mut gradient[first..first + HIDDEN];
        let mut back: Layer = [0.0; HIDDEN];
        for nth in 0..HIDDEN {
            let held = layer[nth].clamp(0.0, 1.0);
            gradients[nth] += slope * held * held;
            let inside = if (0.0..=1.0).contains(&layer[nth]) {
                2.0 * held
            } else {
                0.0
            };
            back[nth] = slope * weights[nth] * inside;
        }
        for input in inputs {
            add(row_mut(gradient, input), &back);
        }
        add(row_mut(gradient, INPUTS), &back);
    }
    gradient[OUTPUT_BIAS + usize::from(sample.bucket)] += slope;
    miss * miss
}

/// The squared error of a sample that is worth `truth` points.
pub(crate) fn error(parameters: &[f32], sample: &Sample, truth: f32) -> f32 {
    let layers = sample.inputs().map(|inputs| hidden(parameters, inputs));
    let miss = output(parameters, sample, &layers) - truth;
    miss * miss
}

/// The weights of an input; the biases come behind those of the last.
fn row(parameters: &[f32], input: usize) -> &[f32] {
    &parameters[input * HIDDEN..][..HIDDEN]
}

fn row_mut(parameters: &mut [f32], input: usize) -> &mut [f32] {
    &mut parameters[input * HIDDEN..][..HIDDEN]
}

fn add(sum: &mut [f32], other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += other;
    }
}

fn hidden(parameters: &[f32], inputs: impl Iterator<Item = usize>) -> Layer {
    let mut layer: Layer = [0.0; HIDDEN];
    add(&mut layer, row(parameters, INPUTS));
    for input in inputs {
        add(&mut layer, row(parameters, input));
    }
    layer
}

/// The points that the side to move is expected to get.
fn output(parameters: &[f32], sample: &Sample, layers: &[Layer; 2]) -> f32 {
    let bucket = usize::from(sample.bucket);
    let weights = parameters[OUTPUT + bucket * 2 * HIDDEN..].chunks_exact(HIDDEN);
    // As many sums as a register holds, so that they need not wait for each other.
    let mut sums = [0.0; 16];
    for (layer, weights) in layers.iter().zip(weights) {
        let parts = layer
            .as_chunks::<16>()
            .0
            .iter()
            .zip(weights.as_chunks::<16>().0);
        for (hidden, weights) in parts {
            for lane in 0..16 {
                let held = hidden[lane].clamp(0.0, 1.0);
                sums[lane] += held * held * weights[lane];
            }
        }
    }
    expect(sums.iter().sum::<f32>() + parameters[OUTPUT_BIAS + bucket])
}

/// Parameters, and what Adam keeps of each (Kingma and Ba 2015; Loshchilov and Hutter 2019 for the decay).
pub(crate) struct Model {
    pub(crate) parameters: Vec<f32>,
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
    pub(crate) steps: i32,
}

impl Model {
    pub(crate) fn new() -> Model {
        Model {
            parameters: beginning(&mut fastrand::Rng::with_seed(1)),
            mean: vec![0.0; PARAMETERS],
            square: vec![0.0; PARAMETERS],
            steps: 0,
        }
    }

    /// A step against the gradient of as many samples.
    pub(crate) fn step(&mut self, gradient: &[f32], samples: usize, pace: f32) {
        const FADE: f32 = 0.9;
        const FADE_SQUARE: f32 = 0.999;
        // Measured: docs/engine.md.
        const DECAY: f32 = 0.1;
        self.steps += 1;
        let unbias = 1.0 / (1.0 - FADE.powi(self.steps));
        let unbias_square = 1.0 / (1.0 - FADE_SQUARE.powi(self.steps));
        let share = 1.0 / samples as f32;
        let kept = self.mean.iter_mut().zip(&mut self.square);
        let all = self.parameters.iter_mut().zip(gradient).zip(kept);
        for ((parameter, gradient), (mean, square)) in all {
            let gradient = gradient * share;
            *mean = FADE * *mean + (1.0 - FADE) * gradient;
            *square = FADE_SQUARE * *square + (1.0 - FADE_SQUARE) * gradient * gradient;
            let way = *mean * unbias / ((*square * unbias_square).sqrt() + 1e-8);
            *parameter -= pace * (way + DECAY * *parameter);
            *parameter = parameter.clamp(-MOST, MOST);
        }
    }

    /// The parameters, rounded as the engine has them.
    pub(crate) fn rounded(&self) -> Vec<f32> {
        let numbers = self.integers().into_iter().zip(0..);
        let rounded = numbers.map(|(number, place)| number as f32 / one(place) as f32);
        rounded.collect()
    }

    /// The network in the engine's format.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        for (place, number) in self.integers().into_iter().enumerate() {
            match place {
                ..OUTPUT => bytes.extend((number as i16).to_le_bytes()),
                OUTPUT..OUTPUT_BIAS => bytes.extend((number as i8).to_le_bytes()),
                _ => bytes.extend(number.to_le_bytes()),
            }
        }
        bytes
    }

    fn integers(&self) -> Vec<i32> {
        let parameters = self.parameters.iter().enumerate();
        let integers =
            parameters.map(|(place, number)| (number * one(place) as f32).round() as i32);
        integers.collect()
    }
}

/// What stands for 1 where a parameter is.
fn one(place: usize) -> i32 {
    match place {
        ..OUTPUT => HIDDEN_ONE,
        OUTPUT..OUTPUT_BIAS => OUTPUT_ONE,
        _ => HIDDEN_ONE * OUTPUT_ONE,
    }
}

#[cfg(test)]
mod tests {
    use engine::evaluation::network::BYTES;
    use shakmaty::{Chess, Position};

    use super::{Model, PARAMETERS, error, learn};
    use crate::samples::Sample;

    const TRUTH: f32 = 0.9;

    fn sample() -> Sample {
        let mut position = Chess::default();
        for place in [3, 14, 7] {
            let m = position.legal_moves()[place];
            position.play_unchecked(m);
        }
        Sample::new(&position, 200, Some(2))
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let (model, sample) = (Model::new(), sample());
        let mut gradient = vec![0.0; PARAMETERS];
        let there = learn(&model.parameters, &sample, TRUTH, &mut gradient);
        assert!((there - error(&model.parameters, &sample, TRUTH)).abs() < 1e-6);
        let mut steep: Vec<usize> = (0..PARAMETERS).collect();
        steep.sort_by(|one, other| gradient[*other].abs().total_cmp(&gradient[*one].abs()));
        for place in steep.into_iter().take(200).step_by(5) {
            let moved = |by: f32| {
                let mut parameters = model.parameters.clone();
                parameters[place] += by;
                error(&parameters, &sample, TRUTH)
            };
            let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
            let difference = (slope - gradient[place]).abs();
            assert!(
                difference < 0.02 * slope.abs() + 1e-5,
                "{place}: {slope}, {}",
                gradient[place]
            );
        }
    }

    #[test]
    fn steps_make_the_error_small() {
        let (mut model, sample) = (Model::new(), sample());
        let before = error(&model.parameters, &sample, TRUTH);
        for _ in 0..50 {
            let mut gradient = vec![0.0; PARAMETERS];
            learn(&model.parameters, &sample, TRUTH, &mut gradient);
            model.step(&gradient, 1, 1e-3);
        }
        assert!(error(&model.parameters, &sample, TRUTH) < before / 10.0);
    }

    #[test]
    fn rounding_changes_little_and_fills_the_file() {
        let (model, sample) = (Model::new(), sample());
        let difference =
            error(&model.rounded(), &sample, TRUTH) - error(&model.parameters, &sample, TRUTH);
        assert!(difference.abs() < 1e-2, "{difference}");
        assert_eq!(model.bytes().len(), BYTES);
    }
}
