//! Annotation of games in several steps.

use std::time::{Duration, Instant};

use app::{Effort, Engines, Error, Nodes, Pace, annotate};

/// A game that takes longer than one step is annotated by asking again, and then without another search.
#[test]
fn continued_after_time_ran_out() {
    let pgn = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    let engines = Engines::new(None, None).expect("our engine");
    let effort = Effort {
        nodes: Some(Nodes::of::<20_000>()),
        ..Effort::default()
    };
    let annotated = |pace: &Pace| {
        let mut written = Vec::new();
        let with = Some((&engines, &effort));
        let games = annotate(pgn.as_bytes(), &mut written, with, pace, |_, _| ());
        games.map(|_| String::from_utf8(written).expect("UTF-8"))
    };
    let late = annotated(&Pace::until(Instant::now()));
    assert!(matches!(late, Err(Error::OutOfTime(_))), "{late:?}");

    // Each step ends some searches, on a busy machine, too.
    let in_steps = (0..100).find_map(|_| {
        let step = Instant::now() + Duration::from_secs(1);
        annotated(&Pace::until(step)).ok()
    });
    let in_steps = in_steps.expect("enough steps");
    assert!(in_steps.contains("Nf6 $4 { [%eval #1]"), "{in_steps}");

    let searched = engines.searched();
    let again = annotated(&Pace::default()).expect("an annotated game");
    assert_eq!(again, in_steps);
    assert_eq!(engines.searched(), searched);
}
