//! Gradient boosting for squared errors: each tree is fitted to what the trees before it are off by.
//!
//! Source: Friedman, *Stochastic Gradient Boosting*, 2002. All settings are guessed, as usual for so
//! many rows, and were not tuned.

use training::difficulty::forest::{DEPTH, Forest, NODES, SPLITS, Tree};

use crate::Row;

const TREES: usize = 300;
const RATE: f64 = 0.06;
/// The share of rows, and how many features, that a tree sees.
const ROWS: f64 = 0.7;
const FEATURES: usize = 40;
/// How many rows a leaf has at least, and how many rows of no error it is drawn to zero by.
const LEAST: f64 = 25.0;
const SHRINK: f64 = 5.0;
/// How many thresholds a feature has at most.
const THRESHOLDS: usize = 31;

/// Stands for no threshold: all rows go to the first child.
const NEVER: usize = 99;

/// Fits trees to rows of numbers and ratings.
pub(crate) fn fit(names: &[String], rows: &[&Row]) -> Forest {
    let mean = rows.iter().map(|row| row.1).sum::<f64>() / rows.len() as f64;
    let features = names.iter().enumerate().map(|(nth, name)| {
        let numbers = rows.iter().map(|row| row.0[nth]).collect();
        (name.clone(), thresholds(numbers))
    });
    let mut forest = Forest {
        mean: (mean * 10.0) as i32,
        features: features.collect(),
        ..Forest::default()
    };
    let places: Vec<Vec<usize>> = rows.iter().map(|row| forest.places(&row.0)).collect();
    let mut missing: Vec<f64> = rows.iter().map(|row| 10.0 * (row.1 - mean)).collect();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..TREES {
        let sample: Vec<usize> = (0..rows.len()).filter(|_| random.f64() < ROWS).collect();
        let some = random.choose_multiple(0..names.len(), FEATURES);
        let tree = grow(&places, &missing, &sample, &some);
        for (missing, places) in missing.iter_mut().zip(&places) {
            *missing -= f64::from(tree.add(places));
        }
        forest.trees.push(tree);
    }
    forest
}

/// Numbers between the values of a feature, at most [`THRESHOLDS`], as many values between any two; three
/// decimals are enough.
fn thresholds(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.sort_by(f64::total_cmp);
    let mut thresholds: Vec<f64> = (1..=THRESHOLDS)
        .map(|nth| {
            let at = nth * numbers.len() / (THRESHOLDS + 1);
            // Between a value and the next larger one.
            let next = numbers[at..].iter().find(|number| **number > numbers[at]);
            let middle = next.map_or(numbers[at], |next| f64::midpoint(numbers[at], *next));
            (middle * 1000.0).round() / 1000.0
        })
        .collect();
    thresholds.dedup();
    thresholds
}

/// What the rows of a node sum up to.
#[derive(Copy, Clone, Default)]
struct Sum {
    count: f64,
    sum: f64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.count += other.count;
        self.sum += other.sum;
    }

    fn value(self) -> f64 {
        self.sum / (self.count + SHRINK)
    }

    /// How much of the squared error its value takes away.
    fn gain(self) -> f64 {
        self.sum * self.value()
    }
}

fn grow(places: &[Vec<usize>], missing: &[f64], sample: &[usize], features: &[usize]) -> Tree {
    let mut tree = Tree {
        splits: [(0, NEVER); SPLITS],
        values: [0; NODES],
    };
    let mut at = vec![0; sample.len()];
    let mut level = 0..1;
    for depth in 0..=DEPTH {
        let mut sums = [Sum::default(); NODES];
        for (row, node) in sample.iter().zip(&at) {
            sums[*node].add(Sum {
                count: 1.0,
                sum: missing[*row],
            });
        }
        for node in level.clone() {
            tree.values[node] = (RATE * sums[node].value()).round() as i32;
            if sums[node].count == 0.0 && node > 0 {
                tree.values[node] = tree.values[(node - 1) / 2];
            }
        }
        if depth == DEPTH {
            break;
        }
        let mut best = [0.0; SPLITS];
        for feature in features {
            let mut bins = [[Sum::default(); THRESHOLDS + 1]; SPLITS];
            for (row, node) in sample.iter().zip(&at) {
                bins[*node][places[*row][*feature]].add(Sum {
                    count: 1.0,
                    sum: missing[*row],
                });
            }
            for node in level.clone() {
                let mut below = Sum::default();
                for (threshold, bin) in bins[node].iter().enumerate() {
                    below.add(*bin);
                    let above = Sum {
                        count: sums[node].count - below.count,
                        sum: sums[node].sum - below.sum,
                    };
                    let gain = below.gain() + above.gain() - sums[node].gain();
                    if below.count.min(above.count) >= LEAST && gain > best[node] {
                        best[node] = gain;
                        tree.splits[node] = (*feature, threshold);
                    }
                }
            }
        }
        for (row, node) in sample.iter().zip(&mut at) {
            let (feature, threshold) = tree.splits[*node];
            *node = 2 * *node + 1 + usize::from(places[*row][feature] > threshold);
        }
        level = 2 * level.start + 1..2 * level.end + 1;
    }
    tree
}
