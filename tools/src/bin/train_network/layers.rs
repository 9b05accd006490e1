//! What the network computes, and how its error changes with each parameter.
//!
//! Samples are computed in groups, and of a group one block of hidden numbers after the other: the weights of a block and
//! a set fit into the first cache, those of all hidden numbers do not.

use engine::evaluation::network::{HIDDEN, INPUTS, PLACES, SECOND, THIRD};

use crate::parameters::{
    BLOCK, BOTH, DOUBLED, LAST, LAST_BIAS, PARAMETERS, THIRD_BIAS, THIRD_WEIGHTS, WEIGHTS, head_of,
    weights_of,
};
use crate::samples::{Sample, expect};

/// Samples that are computed at once. Measured: 64 to 256 make no difference.
const GROUP: usize = 128;
/// Parts that a sum over the hidden numbers is added in, so that additions need not wait for each other: four registers of
/// AVX-512.
const PARTS: usize = 64;

type Block = [f32; BLOCK];
/// The weights of each input for a block of hidden numbers, and their biases behind them.
type Rows = [Block; INPUTS + 1];
/// The hidden numbers of a side.
type Layer = [Block; HIDDEN / BLOCK];
/// The hidden numbers of the side to move, held between 0 and 1 and squared, then those of the other.
type Squares = [f32; BOTH];

/// The inputs of a side.
struct Inputs {
    inputs: [u16; 32],
    count: usize,
}

/// What the network computes behind the hidden numbers.
struct Computed {
    second: [f32; SECOND],
    /// The second layer, held between 0 and 1, and its squares, likewise.
    doubled: [f32; DOUBLED],
    third: [f32; THIRD],
    /// The points that the side to move is expected to get.
    expected: f32,
}

/// The gradient of some samples, and the room that computing it takes.
pub(crate) struct Learner {
    pub(crate) gradient: Vec<f32>,
    /// Those of each side, and its place among the layers.
    inputs: Vec<(usize, Inputs)>,
    layers: Vec<[Layer; 2]>,
}

impl Inputs {
    /// Those of both sides, the side to move first.
    fn of(sample: &Sample) -> [Inputs; 2] {
        sample.inputs().map(|of_side| {
            let mut inputs = Inputs {
                inputs: [0; 32],
                count: 0,
            };
            for (place, input) in inputs.inputs.iter_mut().zip(of_side) {
                *place = input as u16;
                inputs.count += 1;
            }
            inputs
        })
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.inputs[..self.count].iter().copied().map(usize::from)
    }
}

impl Learner {
    pub(crate) fn new() -> Learner {
        Learner {
            gradient: vec![0.0; PARAMETERS],
            inputs: Vec::new(),
            layers: Vec::new(),
        }
    }

    /// Replaces the gradient by that of the squared errors of samples, each with the points that it is worth, and returns
    /// the sum of the errors. It sorts the samples: those of a bucket use the same weights.
    pub(crate) fn learn(&mut self, parameters: &[f32], samples: &mut [(&Sample, f32)]) -> f64 {
        self.gradient.fill(0.0);
        samples.sort_by_key(|(sample, _)| sample.bucket);
        let groups = samples.chunks(GROUP);
        groups
            .map(|group| self.learn_group(parameters, group))
            .sum()
    }

    fn learn_group(&mut self, parameters: &[f32], samples: &[(&Sample, f32)]) -> f64 {
        let Learner {
            gradient,
            inputs,
            layers,
        } = self;
        inputs.clear();
        let sides = samples.iter().flat_map(|(sample, _)| Inputs::of(sample));
        inputs.extend(sides.enumerate());
        // Sides with the same set of weights, one after the other.
        inputs.sort_by_key(|(_, inputs)| usize::from(inputs.inputs[0]) / PLACES);
        layers.resize(samples.len(), [[[0.0; BLOCK]; HIDDEN / BLOCK]; 2]);
        for (block, rows) in rows(parameters).iter().enumerate() {
            let layers = layers.as_flattened_mut();
            for (side, inputs) in &*inputs {
                layers[*side][block] = sum_of(rows, inputs);
            }
        }
        let mut errors = 0.0;
        for (layers, (sample, truth)) in layers.iter_mut().zip(samples) {
            let bucket = usize::from(sample.bucket);
            errors += f64::from(learn_layers(parameters, bucket, layers, *truth, gradient));
        }
        let rows = gradient[..WEIGHTS].as_chunks_mut().0.as_chunks_mut().0;
        for (block, rows) in rows.iter_mut().enumerate() {
            let rows: &mut Rows = rows;
            for (side, inputs) in &*inputs {
                let slopes = layers.as_flattened()[*side][block];
                for input in inputs.iter() {
                    rows[input] = sum(rows[input], slopes);
                }
                rows[INPUTS] = sum(rows[INPUTS], slopes);
            }
        }
        errors
    }
}

/// The squared error of a sample that is worth `truth` points.
pub(crate) fn error(parameters: &[f32], sample: &Sample, truth: f32) -> f32 {
    (points(parameters, sample) - truth).powi(2)
}

/// The points that the side to move of a sample is expected to get.
pub(crate) fn points(parameters: &[f32], sample: &Sample) -> f32 {
    let layers = layers(parameters, sample);
    compute(parameters, sample.bucket.into(), &squares(&layers)).expected
}

/// The hidden numbers of both sides.
pub(crate) fn layers(parameters: &[f32], sample: &Sample) -> [Layer; 2] {
    Inputs::of(sample).map(|inputs| {
        let mut layer = [[0.0; BLOCK]; HIDDEN / BLOCK];
        for (block, rows) in layer.iter_mut().zip(rows(parameters)) {
            *block = sum_of(rows, &inputs);
        }
        layer
    })
}

/// What comes before the second layer, block by block.
fn rows(parameters: &[f32]) -> &[Rows] {
    parameters[..WEIGHTS].as_chunks().0.as_chunks().0
}

/// A block of the hidden numbers of a side.
fn sum_of(rows: &Rows, inputs: &Inputs) -> Block {
    let inputs = inputs.iter();
    inputs.fold(rows[INPUTS], |sums, input| sum(sums, rows[input]))
}

fn squares(layers: &[Layer; 2]) -> Squares {
    let mut squares = [0.0; BOTH];
    let numbers = layers.as_flattened().as_flattened();
    for (square, number) in squares.iter_mut().zip(numbers) {
        *square = number.clamp(0.0, 1.0).powi(2);
    }
    squares
}

fn compute(parameters: &[f32], bucket: usize, squares: &Squares) -> Computed {
    let head = &parameters[head_of(bucket)];
    let mut second = [0.0; SECOND];
    let weights = parameters[weights_of(bucket)].as_chunks().0;
    for ((number, bias), weights) in second.iter_mut().zip(head).zip(weights) {
        *number = bias + product(squares, weights);
    }
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
    let clamped = third.iter().map(|number| number.clamp(0.0, 1.0));
    let products = clamped.zip(&head[LAST..LAST_BIAS]);
    let sum: f32 = products.map(|(number, weight)| number * weight).sum();
    Computed {
        second,
        doubled,
        third,
        expected: expect(sum + head[LAST_BIAS]),
    }
}

/// Adds to `gradient` that of what is behind the hidden numbers of a sample, and replaces these by how much the error
/// changes with each. Returns the error.
fn learn_layers(
    parameters: &[f32],
    bucket: usize,
    layers: &mut [Layer; 2],
    truth: f32,
    gradient: &mut [f32],
) -> f32 {
    let squares = squares(layers);
    let computed = compute(parameters, bucket, &squares);
    let miss = computed.expected - truth;
    let slope = 2.0 * miss * computed.expected * (1.0 - computed.expected);
    let head = head_of(bucket);
    let to_second = learn_head(
        &parameters[head.clone()],
        &computed,
        slope,
        &mut gradient[head],
    );
    let mut to_squares = [0.0; BOTH];
    let weights = parameters[weights_of(bucket)].chunks_exact(BOTH);
    let gradients = gradient[weights_of(bucket)].chunks_exact_mut(BOTH);
    for ((slope, weights), gradient) in to_second.into_iter().zip(weights).zip(gradients) {
        if slope != 0.0 {
            add_times(gradient, &squares, slope);
            add_times(&mut to_squares, weights, slope);
        }
    }
    let numbers = layers.as_flattened_mut().as_flattened_mut();
    for (number, slope) in numbers.iter_mut().zip(to_squares) {
        *number = if is_inside(*number) {
            2.0 * *number * slope
        } else {
            0.0
        };
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
    add_times(&mut gradient[THIRD_BIAS..LAST], &to_third, 1.0);
    let mut to_second = [0.0; SECOND];
    for (at, number) in computed.doubled.into_iter().enumerate() {
        let place = THIRD_WEIGHTS + at * THIRD..THIRD_WEIGHTS + (at + 1) * THIRD;
        add_times(&mut gradient[place.clone()], &to_third, number);
        let products = to_third.iter().zip(&head[place]);
        let slope: f32 = products.map(|(slope, weight)| slope * weight).sum();
        let second = computed.second[at % SECOND];
        to_second[at % SECOND] += if at >= SECOND && second.abs() <= 1.0 {
            2.0 * second * slope
        } else if at < SECOND && is_inside(second) {
            slope
        } else {
            0.0
        };
    }
    add_times(&mut gradient[..SECOND], &to_second, 1.0);
    to_second
}

/// Whether a number changes when it is held between 0 and 1, and changes what it is held to.
fn is_inside(number: f32) -> bool {
    (0.0..=1.0).contains(&number)
}

fn sum(one: Block, other: Block) -> Block {
    std::array::from_fn(|lane| one[lane] + other[lane])
}

fn add_times(sum: &mut [f32], other: &[f32], factor: f32) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += factor * other;
    }
}

/// The sum of the products of squares and weights.
fn product(squares: &Squares, weights: &Squares) -> f32 {
    let mut sums = [0.0; PARTS];
    let parts = squares.as_chunks::<PARTS>().0.iter();
    for (squares, weights) in parts.zip(weights.as_chunks::<PARTS>().0) {
        for (sum, (square, weight)) in sums.iter_mut().zip(squares.iter().zip(weights)) {
            *sum += square * weight;
        }
    }
    for half in [32, 16, 8, 4, 2, 1] {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
    }
    sums[0]
}
