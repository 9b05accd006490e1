//! Exercises end for the right reason.

use std::time::Instant;

use app::{Engines, ExerciseNodes, ExerciseRating, ExercisesLimit, ExercisesRequest};
use app::{Pace, TrainingEnd, exercises_of_pgn};

use testing::words::check_words;

fn engines() -> Engines {
    Engines::new(None, None).expect("our engine")
}

/// As many positions as there may be for one exercise, of more, whatever time it takes: none is as hard as that.
#[test]
fn positions_are_limited() {
    let request = ExercisesRequest {
        limit: ExercisesLimit::of::<1>(),
        min_rating: ExerciseRating::MAX,
        nodes: ExerciseNodes::MIN,
        ..ExercisesRequest::default()
    };
    let games = include_str!("../../data/carlsen.pgn").as_bytes();
    let found = exercises_of_pgn(
        games,
        "pgn",
        &request,
        &engines(),
        &Pace::default(),
        |_| (),
        |_| (),
    );
    let found = found.expect("an answer");
    let (positions, ended) = (found.positions, found.ended);
    assert_eq!((positions, ended), (200, Some(TrainingEnd::Positions)));
}

#[test]
fn no_time_at_all() {
    let pace = Pace::until(Instant::now());
    let request = ExercisesRequest {
        player: Some("nobody".to_owned()),
        ..ExercisesRequest::default()
    };
    let mate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0".as_bytes();
    let late = exercises_of_pgn(mate, "pgn", &request, &engines(), &pace, |_| (), |_| ());
    let late = late.expect("an answer");
    assert_eq!((late.positions, late.ended), (0, Some(TrainingEnd::Time)));
    let shortfall = late.shortfall().expect("a sentence");
    check_words(&shortfall, &["0"], "no time");
}
