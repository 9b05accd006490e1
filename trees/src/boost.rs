//! Gradient boosting for squared errors: each tree is fitted to what the trees before it are off by.
//!
//! Source: Friedman, *Stochastic Gradient Boosting*, 2002.

use rayon::prelude::*;

use crate::forest::{DEPTH, Forest, NODES, SPLITS, Tree};

/// How many thresholds a feature has at most.
const THRESHOLDS: usize = 31;

/// Stands for no threshold: all rows go to the first child.
const NEVER: u8 = 99;

/// How trees are fitted. The same settings, rows and targets give the same trees.
#[derive(Copy, Clone, Debug)]
pub struct Settings {
    /// The number of trees.
    pub trees: usize,
    /// The share of what is still missing that a tree adds.
    pub rate: f64,
    /// The share of the rows that a tree sees.
    pub rows: f64,
    /// The number of features that a tree sees.
    pub features: usize,
    /// The least number of rows of a leaf.
    pub least: f64,
    /// The number of rows without error by which a leaf is drawn to zero.
    pub shrink: f64,
    /// The integers of the forest are targets times this, e.g. 10 for tenths.
    pub unit: f64,
}

impl Default for Settings {
    /// Guessed, as is usual for some thousands of rows, and not tuned.
    fn default() -> Settings {
        Settings {
            trees: 300,
            rate: 0.06,
            rows: 0.7,
            features: 40,
            least: 25.0,
            shrink: 5.0,
            unit: 10.0,
        }
    }
}

/// Fits trees to rows of numbers, one a name, and their targets.
pub fn fit<Row: AsRef<[f64]> + Sync>(
    names: &[String],
    rows: &[Row],
    targets: &[f64],
    settings: &Settings,
) -> Forest {
    let mean = targets.iter().sum::<f64>() / rows.len() as f64;
    let columns: Vec<usize> = (0..names.len()).collect();
    let thresholds: Vec<Vec<f64>> = columns
        .par_iter()
        .map(|nth| thresholds(rows.iter().map(|row| row.as_ref()[*nth]).collect()))
        .collect();
    let mut forest = Forest {
        mean: (mean * settings.unit) as i32,
        features: names.iter().cloned().zip(thresholds).collect(),
        ..Forest::default()
    };
    let places: Vec<Vec<u8>> = rows
        .par_iter()
        .map(|row| forest.places(row.as_ref()))
        .collect();
    let by_feature: Vec<Vec<u8>> = columns
        .into_par_iter()
        .map(|nth| places.iter().map(|places| places[nth]).collect())
        .collect();
    let mut missing: Vec<f64> = targets
        .iter()
        .map(|target| settings.unit * (target - mean))
        .collect();
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..settings.trees {
        let sample: Vec<usize> = (0..rows.len())
            .filter(|_| random.f64() < settings.rows)
            .collect();
        let some = random.choose_multiple(0..names.len(), settings.features);
        let tree = grow(&by_feature, &missing, &sample, &some, settings);
        missing
            .par_iter_mut()
            .zip(&places)
            .for_each(|(missing, places)| *missing -= f64::from(tree.add(places)));
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
            let above = numbers.partition_point(|number| *number <= numbers[at]);
            let next = numbers.get(above);
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

    fn value(self, shrink: f64) -> f64 {
        self.sum / (self.count + shrink)
    }

    /// How much of the squared error its value takes away.
    fn gain(self, shrink: f64) -> f64 {
        self.sum * self.value(shrink)
    }
}

/// The best split of each node by one feature: gain and threshold; a gain of 0 is none.
type Splits = [(f64, u8); SPLITS];

fn grow(
    by_feature: &[Vec<u8>],
    missing: &[f64],
    sample: &[usize],
    features: &[usize],
    settings: &Settings,
) -> Tree {
    let mut tree = Tree {
        splits: [(0, NEVER); SPLITS],
        values: [0; NODES],
    };
    let mut at = vec![0_u8; sample.len()];
    let mut level = 0..1;
    for depth in 0..=DEPTH {
        let mut sums = [Sum::default(); NODES];
        for (row, node) in sample.iter().zip(&at) {
            sums[usize::from(*node)].add(Sum {
                count: 1.0,
                sum: missing[*row],
            });
        }
        for node in level.clone() {
            let value = settings.rate * sums[node].value(settings.shrink);
            tree.values[node] = value.round() as i32;
            if sums[node].count == 0.0 && node > 0 {
                tree.values[node] = tree.values[(node - 1) / 2];
            }
        }
        if depth == DEPTH {
            break;
        }
        let found: Vec<Splits> = features
            .par_iter()
            .map(|feature| {
                let places = &by_feature[*feature];
                let mut bins = [[Sum::default(); THRESHOLDS + 1]; SPLITS];
                for (row, node) in sample.iter().zip(&at) {
                    bins[usize::from(*node)][usize::from(places[*row])].add(Sum {
                        count: 1.0,
                        sum: missing[*row],
                    });
                }
                best_splits(&bins, &sums, level.clone(), settings)
            })
            .collect();
        let mut best = [0.0; SPLITS];
        for (feature, splits) in features.iter().zip(found) {
            for node in level.clone() {
                let (gain, threshold) = splits[node];
                if gain > best[node] {
                    best[node] = gain;
                    tree.splits[node] = (*feature as u16, threshold);
                }
            }
        }
        for (row, node) in sample.iter().zip(&mut at) {
            let (feature, threshold) = tree.splits[usize::from(*node)];
            let above = by_feature[usize::from(feature)][*row] > threshold;
            *node = 2 * *node + 1 + u8::from(above);
        }
        level = 2 * level.start + 1..2 * level.end + 1;
    }
    tree
}

/// The best split of each node of a level, from what the rows at each place of a feature sum up to.
fn best_splits(
    bins: &[[Sum; THRESHOLDS + 1]; SPLITS],
    sums: &[Sum; NODES],
    level: std::ops::Range<usize>,
    settings: &Settings,
) -> Splits {
    let mut splits = [(0.0, NEVER); SPLITS];
    for node in level {
        let mut below = Sum::default();
        for (threshold, bin) in bins[node].iter().enumerate() {
            below.add(*bin);
            let above = Sum {
                count: sums[node].count - below.count,
                sum: sums[node].sum - below.sum,
            };
            let shrink = settings.shrink;
            let gain = below.gain(shrink) + above.gain(shrink) - sums[node].gain(shrink);
            if below.count.min(above.count) >= settings.least && gain > splits[node].0 {
                splits[node] = (gain, threshold as u8);
            }
        }
    }
    splits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two features decide together is found, whatever a third one says.
    #[test]
    fn learns_what_features_decide_together() {
        let mut random = fastrand::Rng::with_seed(3);
        let rows: Vec<[f64; 3]> = (0..4000).map(|_| [(); 3].map(|()| random.f64())).collect();
        let target = |row: &[f64; 3]| f64::from(u8::from((row[0] > 0.5) == (row[1] > 0.3)));
        let targets: Vec<f64> = rows.iter().map(target).collect();
        let names = ["a", "b", "noise"].map(str::to_owned);
        let settings = Settings {
            features: 3,
            unit: 1000.0,
            ..Settings::default()
        };
        let forest = fit(&names, &rows, &targets, &settings);
        for (row, target) in rows.iter().zip(&targets) {
            // Near a border the nearest threshold may be on the other side.
            let near = (row[0] - 0.5).abs().min((row[1] - 0.3).abs()) < 0.05;
            let predicted = f64::from(forest.predict(&forest.places(row))) / 1000.0;
            assert!(
                near || (predicted - target).abs() < 0.2,
                "{row:?}: {predicted}"
            );
        }
        let read = Forest::read(&forest.write());
        assert_eq!(read.as_ref(), Some(&forest));
    }

    /// The contributions of the features and the mean add up to the prediction, up to what the roots hold.
    #[test]
    fn contributions_add_up() {
        let mut random = fastrand::Rng::with_seed(5);
        let rows: Vec<[f64; 2]> = (0..500).map(|_| [(); 2].map(|()| random.f64())).collect();
        let targets: Vec<f64> = rows.iter().map(|row| row[0] * row[1]).collect();
        let names = ["a", "b"].map(str::to_owned);
        let settings = Settings {
            features: 2,
            unit: 10_000.0,
            ..Settings::default()
        };
        let forest = fit(&names, &rows, &targets, &settings);
        let roots: i32 = forest.trees.iter().map(|tree| tree.values[0]).sum();
        for row in &rows {
            let places = forest.places(row);
            let parts: i32 = forest.contributions(&places).iter().sum();
            assert_eq!(forest.mean + roots + parts, forest.predict(&places));
        }
    }
}
