//! The network in 32-bit floats: what it computes, and how its weights learn.

use std::ops::Range;

use engine::evaluation::network::{
    BUCKETS, BYTES, HIDDEN, HIDDEN_ONE, INPUTS, SECOND, SECOND_ONE, THIRD,
};
use rayon::prelude::*;

use crate::samples::{Sample, expect};

/// Numbers of both hidden layers.
const BOTH: usize = 2 * HIDDEN;
/// What goes into the third layer: the numbers of the second and their squares.
const DOUBLED: usize = 2 * SECOND;

/// Where the parts of the parameters begin: weights of inputs, hidden biases, weights of the second layer of each bucket,
/// and what is behind it, of each bucket.
const BIAS: usize = INPUTS * HIDDEN;
const WEIGHTS: usize = BIAS + HIDDEN;
const HEADS: usize = WEIGHTS + BUCKETS * SECOND * BOTH;
/// How many parameters there are.
pub(crate) const PARAMETERS: usize = HEADS + BUCKETS * HEAD;

/// Where the parts of a head begin: biases of the second layer, weights of the third by number of the second, its biases,
/// weights of the last layer, its bias.
const THIRD_WEIGHTS: usize = SECOND;
const THIRD_BIAS: usize = THIRD_WEIGHTS + DOUBLED * THIRD;
const LAST: usize = THIRD_BIAS + THIRD;
const LAST_BIAS: usize = LAST + THIRD;
const HEAD: usize = LAST_BIAS + 1;

/// Weights before the second layer's sums are at most this, so that the engine's integers cannot overflow. Guessed.
const MOST: f32 = 2.0;

type Layer = [f32; HIDDEN];

/// The parameters before training.
pub(crate) fn beginning(random: &mut fastrand::Rng) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let mut fill = |range: Range<usize>, most: f32| {
        for parameter in &mut parameters[range] {
            *parameter = (random.f32() * 2.0 - 1.0) * most;
        }
    };
    // About 30 of the inputs are there at a time.
    fill(0..BIAS, 1.0 / 30.0_f32.sqrt());
    fill(WEIGHTS..HEADS, 1.0 / (BOTH as f32).sqrt());
    for bucket in 0..BUCKETS {
        let head = HEADS + bucket * HEAD;
        fill(
            head + THIRD_WEIGHTS..head + THIRD_BIAS,
            1.0 / (DOUBLED as f32).sqrt(),
        );
        fill(head + LAST..head + LAST_BIAS, 1.0 / (THIRD as f32).sqrt());
    }
    parameters
}

/// What the network computes of a sample, from the first layer to the last.
struct Computed {
    hidden: [Layer; 2],
    squares: [Layer; 2],
    second: [f32; SECOND],
    /// The second layer, held between 0 and 1, and its squares, likewise.
    doubled: [f32; DOUBLED],
    third: [f32; THIRD],
    /// The points that the side to move is expected to get.
    expected: f32,
}

/// Where the weights of a number of the second layer are, of a bucket.
fn weights_of(bucket: usize, number: usize) -> Range<usize> {
    let first = WEIGHTS + (bucket * SECOND + number) * BOTH;
    first..first + BOTH
}

/// Where a bucket's head is.
fn head_of(bucket: usize) -> Range<usize> {
    let first = HEADS + bucket * HEAD;
    first..first + HEAD
}

fn is_inside(number: f32) -> bool {
    (0.0..=1.0).contains(&number)
}

fn compute(parameters: &[f32], sample: &Sample) -> Computed {
    let bucket = usize::from(sample.bucket);
    let hidden = sample.inputs().map(|inputs| hidden(parameters, inputs));
    let squares = hidden.map(|layer| layer.map(|number| number.clamp(0.0, 1.0).powi(2)));
    let head = &parameters[head_of(bucket)];
    let second: [f32; SECOND] = std::array::from_fn(|number| {
        let weights = &parameters[weights_of(bucket, number)];
        head[number] + product(squares.as_flattened(), weights)
    });
    let doubled = std::array::from_fn(|at| match second.get(at) {
        Some(number) => number.clamp(0.0, 1.0),
        None => second[at - SECOND].powi(2).min(1.0),
    });
    let mut third = [0.0; THIRD];
    third.copy_from_slice(&head[THIRD_BIAS..LAST]);
    let rows = head[THIRD_WEIGHTS..THIRD_BIAS].chunks_exact(THIRD);
    for (number, weights) in doubled.iter().zip(rows) {
        add_times(&mut third, weights, *number);
    }
    let clamped = third.map(|number| number.clamp(0.0, 1.0));
    let sum = product(&clamped, &head[LAST..LAST_BIAS]);
    Computed {
        hidden,
        squares,
        second,
        doubled,
        third,
        expected: expect(sum + head[LAST_BIAS]),
    }
}

/// Adds to `gradient` that of the squared error of a sample that is worth `truth` points, and returns the error.
pub(crate) fn learn(parameters: &[f32], sample: &Sample, truth: f32, gradient: &mut [f32]) -> f32 {
    let bucket = usize::from(sample.bucket);
    let computed = compute(parameters, sample);
    let miss = computed.expected - truth;
    let slope = 2.0 * miss * computed.expected * (1.0 - computed.expected);
    let to_second = learn_head(
        &parameters[head_of(bucket)],
        &computed,
        slope,
        &mut gradient[head_of(bucket)],
    );
    let mut to_squares = [[0.0; HIDDEN]; 2];
    for (number, slope) in to_second.into_iter().enumerate() {
        if slope != 0.0 {
            let place = weights_of(bucket, number);
            let squares = computed.squares.as_flattened();
            add_times(&mut gradient[place.clone()], squares, slope);
            add_times(to_squares.as_flattened_mut(), &parameters[place], slope);
        }
    }
    for (side, inputs) in sample.inputs().into_iter().enumerate() {
        let (numbers, slopes) = (&computed.hidden[side], &to_squares[side]);
        let back: Layer = std::array::from_fn(|at| {
            let number = numbers[at];
            if is_inside(number) {
                2.0 * number * slopes[at]
            } else {
                0.0
            }
        });
        for input in inputs {
            add(row_mut(gradient, input), &back);
        }
        add(row_mut(gradient, INPUTS), &back);
    }
    miss * miss
}

/// Adds to `gradient` that of a head, where the error changes by `slope` with the last sum, and returns by how much it
/// changes with the numbers of the second layer.
fn learn_head(
    head: &[f32],
    computed: &Computed,
    slope: f32,
    gradient: &mut [f32],
) -> [f32; SECOND] {
    gradient[LAST_BIAS] += slope;
    let mut to_third = [0.0; THIRD];
    for (at, number) in computed.third.into_iter().enumerate() {
        gradient[LAST + at] += slope * number.clamp(0.0, 1.0);
        if is_inside(number) {
            to_third[at] = slope * head[LAST + at];
        }
    }
    add(&mut gradient[THIRD_BIAS..LAST], &to_third);
    let mut to_second = [0.0; SECOND];
    for (at, number) in computed.doubled.into_iter().enumerate() {
        let place = THIRD_WEIGHTS + at * THIRD..THIRD_WEIGHTS + (at + 1) * THIRD;
        add_times(&mut gradient[place.clone()], &to_third, number);
        let slope = product(&to_third, &head[place]);
        let second = computed.second[at % SECOND];
        to_second[at % SECOND] += if at >= SECOND && second.abs() <= 1.0 {
            2.0 * second * slope
        } else if at < SECOND && is_inside(second) {
            slope
        } else {
            0.0
        };
    }
    add(&mut gradient[..SECOND], &to_second);
    to_second
}

/// The squared error of a sample that is worth `truth` points.
pub(crate) fn error(parameters: &[f32], sample: &Sample, truth: f32) -> f32 {
    (compute(parameters, sample).expected - truth).powi(2)
}

/// The weights of an input; the biases come behind those of the last.
fn row(parameters: &[f32], input: usize) -> &[f32] {
    &parameters[input * HIDDEN..][..HIDDEN]
}

fn row_mut(parameters: &mut [f32], input: usize) -> &mut [f32] {
    &mut parameters[input * HIDDEN..][..HIDDEN]
}

/// A number, or 0 for one so small that processors take a hundred times as long to compute with it. What Adam keeps of
/// inputs that are hardly ever there fades to such numbers. Measured: without them, and with steps by all threads, the fifth
/// epoch takes .59 of the time.
fn normal(number: f32) -> f32 {
    if number.abs() < f32::MIN_POSITIVE {
        0.0
    } else {
        number
    }
}

fn add(sum: &mut [f32], other: &[f32]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += other;
    }
}

fn add_times(sum: &mut [f32], other: &[f32], factor: f32) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += factor * other;
    }
}

/// The sum of the products of numbers, a multiple of 16.
fn product(numbers: &[f32], weights: &[f32]) -> f32 {
    const { assert!(BOTH.is_multiple_of(16) && THIRD.is_multiple_of(16)) };
    // As many sums as a register holds, so that they need not wait for each other.
    let mut sums = [0.0; 16];
    let parts = numbers.as_chunks::<16>().0.iter();
    for (numbers, weights) in parts.zip(weights.as_chunks::<16>().0) {
        for lane in 0..16 {
            sums[lane] += numbers[lane] * weights[lane];
        }
    }
    sums.iter().sum()
}

fn hidden(parameters: &[f32], inputs: impl Iterator<Item = usize>) -> Layer {
    let mut layer: Layer = [0.0; HIDDEN];
    add(&mut layer, row(parameters, INPUTS));
    for input in inputs {
        add(&mut layer, row(parameters, input));
    }
    layer
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

    /// A step against the sum of some gradients, of as many samples.
    pub(crate) fn step(&mut self, gradients: &[Vec<f32>], samples: usize, pace: f32) {
        const FADE: f32 = 0.9;
        const FADE_SQUARE: f32 = 0.999;
        // Measured: docs/engine.md.
        const DECAY: f32 = 0.1;
        // Parameters that one thread takes at a time. Guessed: enough parts for all threads.
        const PART: usize = 4096;
        self.steps += 1;
        let unbias = 1.0 / (1.0 - FADE.powi(self.steps));
        let unbias_square = 1.0 / (1.0 - FADE_SQUARE.powi(self.steps));
        let share = 1.0 / samples as f32;
        let kept = self
            .mean
            .par_chunks_mut(PART)
            .zip(self.square.par_chunks_mut(PART));
        let parts = self.parameters.par_chunks_mut(PART).zip(kept).enumerate();
        parts.for_each(|(nth, (parameters, (mean, square)))| {
            let mut sum = [0.0; PART];
            for gradient in gradients {
                add(&mut sum, &gradient[nth * PART..]);
            }
            let kept = mean.iter_mut().zip(square);
            for ((parameter, sum), (mean, square)) in parameters.iter_mut().zip(sum).zip(kept) {
                let gradient = sum * share;
                *mean = normal(FADE * *mean + (1.0 - FADE) * gradient);
                *square = normal(FADE_SQUARE * *square + (1.0 - FADE_SQUARE) * gradient * gradient);
                let way = *mean * unbias / ((*square * unbias_square).sqrt() + 1e-8);
                *parameter = normal(*parameter - pace * (way + DECAY * *parameter));
            }
        });
        for parameter in &mut self.parameters[..HEADS] {
            *parameter = parameter.clamp(-MOST, MOST);
        }
    }

    /// The parameters, rounded as the engine has them. The engine rounds the squares of hidden numbers, too.
    pub(crate) fn rounded(&self) -> Vec<f32> {
        let mut rounded = self.parameters.clone();
        for (place, parameter) in rounded[..HEADS].iter_mut().enumerate() {
            *parameter = f32::from(integer(place, *parameter)) / one(place) as f32;
        }
        rounded
    }

    /// The network in the engine's format.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        let (integers, floats) = self.parameters.split_at(HEADS);
        for (place, parameter) in integers.iter().enumerate() {
            bytes.extend(integer(place, *parameter).to_le_bytes());
        }
        bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
        bytes
    }
}

/// The engine's integer for a parameter.
fn integer(place: usize, parameter: f32) -> i16 {
    (parameter * one(place) as f32).round() as i16
}

/// What stands for 1 where a parameter is.
fn one(place: usize) -> i32 {
    if place < WEIGHTS {
        HIDDEN_ONE
    } else {
        SECOND_ONE
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::atomic::AtomicBool;

    use engine::evaluation::network::{BYTES, UNIT};
    use engine::{Engine, Evaluation, Game, Limits, Score};
    use shakmaty::{Chess, Position};

    use super::{
        BIAS, HEAD, HEADS, LAST, LAST_BIAS, Model, PARAMETERS, THIRD_BIAS, THIRD_WEIGHTS, WEIGHTS,
        compute, error, head_of, learn, one,
    };
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
        let head = head_of(usize::from(sample.bucket));
        let parts = [0, BIAS, WEIGHTS, HEADS].windows(2);
        let mut parts: Vec<Range<usize>> = parts.map(|ends| ends[0]..ends[1]).collect();
        let ends =
            [0, THIRD_WEIGHTS, THIRD_BIAS, LAST, LAST_BIAS, HEAD].map(|end| head.start + end);
        parts.extend(ends.windows(2).map(|ends| ends[0]..ends[1]));
        // Of each part the steepest ones.
        let steep = parts.into_iter().flat_map(|part| {
            let mut steep: Vec<usize> = part.collect();
            steep.sort_by(|one, other| gradient[*other].abs().total_cmp(&gradient[*one].abs()));
            assert!(gradient[steep[0]] != 0.0, "from {} on", steep[0]);
            steep.into_iter().take(12)
        });
        for place in steep {
            let moved = |by: f32| {
                let mut parameters = model.parameters.clone();
                parameters[place] += by;
                error(&parameters, &sample, TRUTH)
            };
            let slope = (moved(2e-3) - moved(-2e-3)) / 4e-3;
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
        let mut gradients = [vec![0.0; PARAMETERS]];
        for _ in 0..50 {
            gradients[0].fill(0.0);
            learn(&model.parameters, &sample, TRUTH, &mut gradients[0]);
            model.step(&gradients, 1, 1e-3);
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

    /// The parameters of the network that is built in.
    fn built_in() -> Vec<f32> {
        let packed = include_bytes!("../../../../engine/data/network.bin.zst");
        let bytes = zstd::decode_all(&packed[..]).expect("a network");
        let (integers, floats) = bytes.split_at(2 * HEADS);
        let integers = integers.as_chunks().0.iter().enumerate();
        let integers = integers
            .map(|(place, integer)| f32::from(i16::from_le_bytes(*integer)) / one(place) as f32);
        let floats = floats.as_chunks().0.iter();
        integers
            .chain(floats.map(|float| f32::from_le_bytes(*float)))
            .collect()
    }

    #[test]
    fn the_engine_computes_what_is_trained() {
        let parameters = built_in();
        let mut engine = Engine::new(1).expect("memory");
        engine.set_evaluation(Evaluation::Network);
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = Chess::default();
        let mut compared = 0;
        while compared < 60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Chess::default();
                continue;
            }
            position.play_unchecked(moves[random.usize(..moves.len())]);
            if position.is_check() || position.legal_moves().is_empty() {
                continue;
            }
            let limits = Limits {
                nodes: Some(0),
                ..Limits::default()
            };
            let game = Game::new(position.clone());
            let analysis = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
            let Score::Cp(score) = analysis.lines[0].score else {
                panic!("{:?}", analysis.lines[0].score);
            };
            let expected = compute(&parameters, &Sample::new(&position, 0, None)).expected;
            let expected = (expected / (1.0 - expected)).ln() * UNIT as f32;
            // Points of lopsided positions are too near 1 to compare.
            if expected.abs() < 900.0 {
                let difference = (score as f32 - expected).abs();
                assert!(difference < 8.0, "{score}, {expected}: {position:?}");
                compared += 1;
            }
        }
    }
}
