//! A sum of small decision trees, as a table of integers, in a unit of its own: e.g. tenths of an Elo point.
//!
//! Written as text, a line each, in tabs:
//!
//! ```text
//! mean      15160                                  what all trees begin from
//! feature   length   1.5 2.5 3.5                   a name and its thresholds
//! interval  11200    -2100 1900                    predictions up to this: their 80 % interval
//! tree      12 3 ... -140 22 ...                   15 splits, feature and threshold; 31 values
//! ```
//!
//! A tree is complete and four deep: node 0 is the root, 2n + 1 the child of node n for numbers up to the
//! threshold, 2n + 2 the other. A value is what a prediction changes by from the root to that node.

use std::fmt::Write as _;

/// How many levels of splits a tree has.
pub const DEPTH: u32 = 4;

/// How many splits it has.
pub const SPLITS: usize = (1 << DEPTH) - 1;

/// How many nodes it has.
pub const NODES: usize = (1 << (DEPTH + 1)) - 1;

/// A decision tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Feature and number of the threshold of each split; a threshold that is not there sends all
    /// to the first child.
    pub splits: [(u16, u8); SPLITS],
    /// What all before and at each node change.
    pub values: [i32; NODES],
}

/// Where four of five targets are, for predictions up to some number.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    /// The highest prediction it is for.
    pub up_to: i32,
    /// How far below the prediction it begins, a negative number, and how far above it ends.
    pub around: [i32; 2],
}

/// A sum of trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// What the sum begins with.
    pub mean: i32,
    /// Names of the features and their thresholds.
    pub features: Vec<(String, Vec<f64>)>,
    /// The intervals, by prediction.
    pub intervals: Vec<Interval>,
    /// The trees.
    pub trees: Vec<Tree>,
}

impl Tree {
    /// The child that a position goes to from each level, from the features' places among their
    /// thresholds.
    fn path(&self, places: &[u8]) -> [usize; DEPTH as usize] {
        let mut node = 0;
        std::array::from_fn(|_| {
            let (feature, threshold) = self.splits[node];
            let place = places.get(usize::from(feature));
            let above = place.is_some_and(|place| *place > threshold);
            node = 2 * node + 1 + usize::from(above);
            node
        })
    }

    /// What it adds.
    pub fn add(&self, places: &[u8]) -> i32 {
        let [.., leaf] = self.path(places);
        self.values[leaf]
    }
}

impl Forest {
    /// The places of numbers among the thresholds of their features: how many are below them.
    pub fn places(&self, numbers: &[f64]) -> Vec<u8> {
        let pairs = self.features.iter().zip(numbers);
        pairs
            .map(|((_, thresholds), number)| {
                thresholds.partition_point(|limit| number > limit) as u8
            })
            .collect()
    }

    /// The prediction.
    pub fn predict(&self, places: &[u8]) -> i32 {
        self.mean + self.trees.iter().map(|tree| tree.add(places)).sum::<i32>()
    }

    /// What each feature adds to the mean: the changes of value where a tree splits by it.
    ///
    /// Source: <http://blog.datadive.net/interpreting-random-forests/>.
    pub fn contributions(&self, places: &[u8]) -> Vec<i32> {
        let mut contributions = vec![0; self.features.len()];
        for tree in &self.trees {
            let mut node = 0;
            for next in tree.path(places) {
                let (feature, _) = tree.splits[node];
                contributions[usize::from(feature)] += tree.values[next] - tree.values[node];
                node = next;
            }
        }
        contributions
    }

    /// The interval around a prediction.
    pub fn interval(&self, prediction: i32) -> Option<Interval> {
        let fits = |interval: &&Interval| prediction <= interval.up_to;
        let found = self.intervals.iter().find(fits);
        found.or(self.intervals.last()).copied()
    }

    /// Reads what [`Forest::write`] has written; `None` for anything else.
    pub fn read(text: &str) -> Option<Forest> {
        let mut forest = Forest::default();
        for line in text.lines() {
            let (kind, rest) = line.split_once('\t')?;
            let integers = || -> Option<Vec<i32>> {
                rest.split_whitespace()
                    .map(|word| word.parse().ok())
                    .collect()
            };
            match kind {
                "mean" => forest.mean = rest.parse().ok()?,
                "feature" => {
                    let (name, thresholds) = rest.split_once('\t')?;
                    let thresholds = thresholds.split_whitespace().map(str::parse);
                    let thresholds = thresholds.collect::<Result<_, _>>().ok()?;
                    forest.features.push((name.to_owned(), thresholds));
                }
                "interval" => {
                    let [up_to, low, high] = integers()?.try_into().ok()?;
                    let around = [low, high];
                    forest.intervals.push(Interval { up_to, around });
                }
                "tree" => {
                    let numbers = integers()?;
                    let (splits, values) = numbers.split_at_checked(2 * SPLITS)?;
                    let split = |pair: &[i32]| -> Option<(u16, u8)> {
                        let feature = u16::try_from(pair[0]).ok()?;
                        let known = usize::from(feature) < forest.features.len();
                        Some((feature, u8::try_from(pair[1]).ok()?)).filter(|_| known)
                    };
                    let splits: Option<Vec<_>> = splits.chunks(2).map(split).collect();
                    forest.trees.push(Tree {
                        splits: splits?.try_into().ok()?,
                        values: values.try_into().ok()?,
                    });
                }
                _ => return None,
            }
        }
        Some(forest)
    }

    /// Writes it.
    pub fn write(&self) -> String {
        let mut text = format!("mean\t{}\n", self.mean);
        for (name, thresholds) in &self.features {
            let thresholds: Vec<String> = thresholds.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "feature\t{name}\t{}", thresholds.join(" "));
        }
        for Interval { up_to, around } in &self.intervals {
            let _ = writeln!(text, "interval\t{up_to} {} {}", around[0], around[1]);
        }
        for Tree { splits, values } in &self.trees {
            let splits = splits
                .iter()
                .flat_map(|(feature, limit)| [*feature, u16::from(*limit)]);
            let splits = splits.map(|number| number.to_string());
            let values = values.iter().map(ToString::to_string);
            let words: Vec<String> = splits.chain(values).collect();
            let _ = writeln!(text, "tree\t{}", words.join(" "));
        }
        text
    }
}
