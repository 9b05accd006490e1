//! Looks for a mate in progressive chess, where the side to move makes a series of moves.
//!
//! ```text
//! cargo run --release -p tabiya-variants --example progressive_mate -- "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4"
//! ```

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use shakmaty::CastlingMode;
use variants::progressive::{Limits, Rules, Task, solve, squares};

fn main() -> Result<(), Box<dyn Error>> {
    // A placement, the side to move, and the number of its moves.
    let task = std::env::args().nth(1);
    let task: Task = task.ok_or("usage: progressive_mate TASK")?.parse()?;

    let stop = AtomicBool::new(false);
    let limits = Limits {
        mates: 1,
        positions: 1_000_000,
        deadline: Some(Instant::now() + Duration::from_secs(10)),
        stop: &stop,
    };
    let solution = solve(&task, Rules::default(), &limits);
    match solution.mates.first() {
        Some(mate) => println!("{}", squares(&mate.moves, CastlingMode::Standard)),
        // The search has an end: where it was not cut short, there is no mate.
        None if solution.complete => println!("no mate"),
        None => println!("unknown after {} positions", solution.states),
    }
    Ok(())
}
