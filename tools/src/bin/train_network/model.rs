//! The network's parameters in 32-bit floats, and the steps by which they learn.

use std::ops::Range;

use engine::evaluation::network::{
    BUCKETS, BYTES, HIDDEN, HIDDEN_ONE, INPUTS, PLACES, SECOND_ONE, THIRD,
};
use rayon::prelude::*;

use crate::layers::{Learner, layers};
use crate::parameters::{
    BOTH, DOUBLED, HEAD, HEADS, LAST, LAST_BIAS, PARAMETERS, THIRD_BIAS, THIRD_WEIGHTS, WEIGHTS,
    place_of,
};
use crate::samples::Sample;

/// Weights before the second layer's sums are at most this, so that the engine's integers cannot overflow. Guessed.
const MOST: f32 = 2.0;

/// The parameters before training.
pub(crate) fn beginning(random: &mut fastrand::Rng) -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    let mut fill = |range: Range<usize>, most: f32| {
        for parameter in &mut parameters[range] {
            *parameter = weight(random, most);
        }
    };
    fill(0..WEIGHTS, most_of_input());
    fill(WEIGHTS..HEADS, 1.0 / (BOTH as f32).sqrt());
    for bucket in 0..BUCKETS {
        let head = HEADS + bucket * HEAD;
        fill(
            head + THIRD_WEIGHTS..head + THIRD_BIAS,
            1.0 / (DOUBLED as f32).sqrt(),
        );
        fill(head + LAST..head + LAST_BIAS, 1.0 / (THIRD as f32).sqrt());
    }
    for number in 0..HIDDEN {
        parameters[place_of(INPUTS, number)] = 0.0;
    }
    parameters
}

/// A weight before training, at most this.
fn weight(random: &mut fastrand::Rng, most: f32) -> f32 {
    (random.f32() * 2.0 - 1.0) * most
}

/// The largest weight of an input before training: about 30 of them are there at a time.
fn most_of_input() -> f32 {
    1.0 / 30.0_f32.sqrt()
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

    /// A step against the sum of the gradients of learners, of as many samples.
    pub(crate) fn step(&mut self, learners: &[Learner], samples: usize, pace: f32) {
        const FADE: f32 = 0.9;
        const FADE_SQUARE: f32 = 0.999;
        // Guessed for ten epochs, as is how far steps go; docs/engine.md has what both together are worth.
        const DECAY: f32 = 0.02;
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
            for learner in learners {
                let gradient = &learner.gradient[nth * PART..];
                for (sum, gradient) in sum.iter_mut().zip(gradient) {
                    *sum += gradient;
                }
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

    /// Lets all sets of weights before the hidden layer go on from the first one.
    pub(crate) fn copy_first_set(&mut self) {
        for numbers in [&mut self.parameters, &mut self.mean, &mut self.square] {
            for input in PLACES..INPUTS {
                for number in 0..HIDDEN {
                    numbers[place_of(input, number)] = numbers[place_of(input % PLACES, number)];
                }
            }
        }
    }

    /// Lets hidden numbers begin anew that are 0 or 1 for nearly all samples: they add nothing, and nothing would change
    /// them. Returns how many.
    pub(crate) fn revive<'a>(
        &mut self,
        samples: impl IntoIterator<Item = &'a Sample>,
        random: &mut fastrand::Rng,
    ) -> usize {
        // Guessed. With ten times as much some begin anew again and again that are of use, if rarely.
        const LEAST: f64 = 0.0002;
        const FIRST_BIAS: f32 = 0.2;
        let (mut inside, mut count) = ([0; HIDDEN], 0);
        for sample in samples {
            for layer in layers(&self.parameters, sample) {
                for (inside, number) in inside.iter_mut().zip(layer.as_flattened()) {
                    *inside += usize::from(0.0 < *number && *number < 1.0);
                }
                count += 1;
            }
        }
        let least = LEAST * f64::from(count);
        let idle = (0..HIDDEN).filter(|number| (inside[*number] as f64) < least);
        let idle: Vec<usize> = idle.collect();
        for number in &idle {
            let mut begin = |place: usize, parameter: f32| {
                self.parameters[place] = parameter;
                self.mean[place] = 0.0;
                self.square[place] = 0.0;
            };
            for input in 0..INPUTS {
                begin(place_of(input, *number), weight(random, most_of_input()));
            }
            begin(place_of(INPUTS, *number), FIRST_BIAS);
            // What it adds is learned first.
            for place in (WEIGHTS + number..HEADS).step_by(HIDDEN) {
                begin(place, 0.0);
            }
        }
        idle.len()
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
        let inputs =
            (0..=INPUTS).flat_map(|input| (0..HIDDEN).map(move |number| place_of(input, number)));
        let integers = inputs.chain(WEIGHTS..HEADS).map(|place| {
            let integer = integer(place, self.parameters[place]);
            ((integer << 1) ^ (integer >> 15)) as u16
        });
        let integers: Vec<u16> = integers.collect();
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend(integers.iter().map(|integer| *integer as u8));
        bytes.extend(integers.iter().map(|integer| (integer >> 8) as u8));
        let floats = &self.parameters[HEADS..];
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
    use std::sync::atomic::AtomicBool;

    use engine::evaluation::network::{self, BYTES, UNIT};
    use engine::{Engine, Evaluation, Game, Limits, Score};
    use shakmaty::{Chess, Position};

    use super::{
        HEAD, HEADS, HIDDEN, INPUTS, LAST, LAST_BIAS, Model, THIRD_BIAS, THIRD_WEIGHTS, WEIGHTS,
        one, place_of,
    };
    use crate::layers::{Learner, error, layers, points};
    use crate::parameters::head_of;
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

    /// Positions of games of random moves.
    fn samples() -> Vec<Sample> {
        let mut position = Chess::default();
        let mut random = fastrand::Rng::with_seed(1);
        let samples = (0..300).map(|_| {
            let moves = position.legal_moves();
            match random.choice(&moves) {
                Some(m) => position.play_unchecked(*m),
                None => position = Chess::default(),
            }
            Sample::new(&position, 0, None)
        });
        samples.collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let (model, sample) = (Model::new(), sample());
        let mut learner = Learner::new();
        let there = learner.learn(&model.parameters, &mut [(&sample, TRUTH)]);
        let error_there = f64::from(error(&model.parameters, &sample, TRUTH));
        assert!((there - error_there).abs() < 1e-6);
        let gradient = learner.gradient;
        let inputs = (0..INPUTS).flat_map(|input| (0..HIDDEN).map(move |at| place_of(input, at)));
        let biases = (0..HIDDEN).map(|number| place_of(INPUTS, number));
        let mut parts: Vec<Vec<usize>> = vec![
            inputs.collect(),
            biases.collect(),
            (WEIGHTS..HEADS).collect(),
        ];
        let head = head_of(usize::from(sample.bucket));
        let ends =
            [0, THIRD_WEIGHTS, THIRD_BIAS, LAST, LAST_BIAS, HEAD].map(|end| head.start + end);
        parts.extend(ends.windows(2).map(|ends| (ends[0]..ends[1]).collect()));
        // Of each part the steepest ones.
        let steep = parts.into_iter().flat_map(|mut steep| {
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
        let mut learners = [Learner::new()];
        for _ in 0..50 {
            learners[0].learn(&model.parameters, &mut [(&sample, TRUTH)]);
            model.step(&learners, 1, 1e-3);
        }
        assert!(error(&model.parameters, &sample, TRUTH) < before / 10.0);
    }

    #[test]
    fn samples_are_learned_together_as_one_by_one() {
        let model = Model::new();
        let samples = samples();
        let mut learner = Learner::new();
        let mut together: Vec<_> = samples.iter().map(|sample| (sample, TRUTH)).collect();
        let errors = learner.learn(&model.parameters, &mut together);
        let (mut sums, mut sum) = (vec![0.0; learner.gradient.len()], 0.0);
        let mut alone = Learner::new();
        for sample in &samples {
            sum += alone.learn(&model.parameters, &mut [(sample, TRUTH)]);
            for (sum, gradient) in sums.iter_mut().zip(&alone.gradient) {
                *sum += gradient;
            }
        }
        assert!((errors - sum).abs() < 1e-6 * sum);
        for (place, (one, other)) in learner.gradient.iter().zip(&sums).enumerate() {
            assert!(
                (one - other).abs() < 1e-4 + 1e-3 * other.abs(),
                "{place}: {one}, {other}"
            );
        }
    }

    #[test]
    fn with_copies_of_the_first_set_all_kings_are_alike() {
        let mut model = Model::new();
        let (by_king, mut with_one) = (samples(), samples());
        for sample in &mut with_one {
            sample.sets = [0; 2];
        }
        let unlike = |model: &Model| {
            let pairs = by_king.iter().zip(&with_one);
            let both = pairs.map(|(one, other)| {
                [one, other].map(|sample| points(&model.parameters, sample).to_bits())
            });
            both.filter(|[one, other]| one != other).count()
        };
        assert!(unlike(&model) > 100);
        model.copy_first_set();
        assert_eq!(unlike(&model), 0);
    }

    #[test]
    fn a_hidden_number_that_is_always_0_begins_anew() {
        let (mut model, sample) = (Model::new(), sample());
        model.parameters[place_of(INPUTS, 3)] = -100.0;
        let before = model.parameters.clone();
        let sides = layers(&before, &sample);
        let revived = model.revive([&sample], &mut fastrand::Rng::with_seed(1));
        let mut changed = 0;
        for number in 0..HIDDEN {
            let mut numbers = sides.iter().map(|layer| layer.as_flattened()[number]);
            let is_inside = numbers.any(|number| 0.0 < number && number < 1.0);
            let inputs = (0..=INPUTS).map(|input| place_of(input, number));
            let mut places = inputs.chain((WEIGHTS + number..HEADS).step_by(HIDDEN));
            let is_same = places.all(|at| model.parameters[at].to_bits() == before[at].to_bits());
            assert_eq!(is_same, is_inside, "{number}");
            changed += usize::from(!is_same);
        }
        assert_eq!(revived, changed);
        assert!((model.parameters[place_of(INPUTS, 3)]).abs() < 1.0);
    }

    #[test]
    fn rounding_changes_little_and_fills_the_file() {
        let (model, sample) = (Model::new(), sample());
        let difference =
            error(&model.rounded(), &sample, TRUTH) - error(&model.parameters, &sample, TRUTH);
        assert!(difference.abs() < 1e-2, "{difference}");
        let bytes = model.bytes().into_boxed_slice();
        let bytes: Box<[u8; BYTES]> = bytes.try_into().expect("its size");
        for (at, place) in [
            (0, place_of(0, 0)),
            (HIDDEN, place_of(1, 0)),
            (HEADS - 1, HEADS - 1),
        ] {
            let written = f32::from(network::integer(&bytes, at));
            let rounded = model.rounded()[place] * one(place) as f32;
            assert!(
                (written - rounded).abs() < 0.01,
                "{at}: {written}, {rounded}"
            );
        }
    }

    /// The parameters of the network that is built in.
    fn built_in() -> Vec<f32> {
        let packed = include_bytes!("../../../../engine/data/network.bin.zst");
        let bytes = zstd::decode_all(&packed[..]).expect("a network");
        let bytes: Box<[u8; BYTES]> = bytes.into_boxed_slice().try_into().expect("its size");
        let integers =
            (0..HEADS).map(|place| f32::from(network::integer(&bytes, place)) / one(place) as f32);
        let floats = bytes[2 * HEADS..].as_chunks().0.iter();
        let in_file: Vec<f32> = integers
            .chain(floats.map(|float| f32::from_le_bytes(*float)))
            .collect();
        let mut parameters = in_file.clone();
        for input in 0..=INPUTS {
            for number in 0..HIDDEN {
                parameters[place_of(input, number)] = in_file[input * HIDDEN + number];
            }
        }
        parameters
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
            let expected = points(&parameters, &Sample::new(&position, 0, None));
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
