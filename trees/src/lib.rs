//! Gradient-boosted decision trees: sums of small trees, as tables of integers.
//!
//! ```text
//! rows of numbers, targets ── fit ── Forest ── write, read ── predict, contributions
//! ```
//!
//! ```
//! use trees::{Settings, fit};
//!
//! let rows: Vec<Vec<f64>> = (0..200).map(|n| vec![f64::from(n), f64::from(n % 7)]).collect();
//! let targets: Vec<f64> = rows.iter().map(|row| if row[0] < 100.0 { 1.0 } else { 3.0 }).collect();
//! let names = ["n", "remainder"].map(str::to_owned);
//! let forest = fit(&names, &rows, &targets, &Settings { unit: 1000.0, ..Settings::default() });
//!
//! let low = forest.predict(&forest.places(&[20.0, 3.0]));
//! let high = forest.predict(&forest.places(&[150.0, 3.0]));
//! assert!(low < 1200 && high > 2800, "{low} {high}");
//! ```
//!
//! What is absent: chess, files, other losses than the squared error.

mod boost;
mod forest;

pub use boost::{Settings, fit};
pub use forest::{DEPTH, Forest, Interval, NODES, SPLITS, Tree};
