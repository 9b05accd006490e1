//! How long the positions of a file take, each the least of five times, one thread:
//! `cargo run --release -p tools --bin time_mates data/variants/progressive_mates.tsv [all]`.
//!
//! With `all` every mating position is found: as long as a proof takes that there is none.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use variants::progressive::{Limits, Rules, Task, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("which file?")?;
    let all = args.next().is_some_and(|arg| arg == "all");
    let stop = AtomicBool::new(false);
    let (mut sum, mut most) = (Duration::ZERO, Duration::ZERO);
    for line in std::fs::read_to_string(file)?.lines().skip(1) {
        let (_, task) = line.split_once('\t').ok_or("no columns")?;
        let task: Task = task.parse()?;
        let mut least = Duration::MAX;
        let mut states = 0;
        for _ in 0..5 {
            let limits = Limits {
                mates: if all { usize::MAX } else { 1 },
                positions: usize::MAX,
                deadline: None,
                stop: &stop,
            };
            let start = Instant::now();
            states = solve(&task, Rules::default(), &limits).states;
            least = least.min(start.elapsed());
        }
        println!("{least:>9.2?} {states:>7} states  {task}");
        sum += least;
        most = most.max(least);
    }
    println!("all {sum:.1?}, one at most {most:.1?}");
    Ok(())
}
