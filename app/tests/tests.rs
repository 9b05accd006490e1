//! Imports, and what can be asked: annotations, exercises, reports, fetching, and that analyses agree with each other.

mod annotate;
mod contained;
mod copied;
mod exercises;
mod exported;
mod fetch;
mod files;
mod import;
mod in_time;
mod lenient;
mod messy;
mod mistakes;
mod one_truth;
mod report;
mod unfetched;
mod variations;

use std::path::{Path, PathBuf};

/// A file of the folder `data`.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data")
        .join(name)
}
