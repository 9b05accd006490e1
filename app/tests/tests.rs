//! What can be asked: exercises, reports, fetching, and that analyses agree with each other.

mod exercises;
mod fetch;
mod mistakes;
mod one_truth;
mod report;
