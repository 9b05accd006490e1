//! Exercises of positions whose only move is known.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use coach::{Criteria, Exercise, Moment, StopReason, exercises};
use shakmaty::{Chess, Position};

use crate::positions::{line, position};

/// A moment after the moves of a line from a position; the last of them is the opponent's.
fn moment(fen: &str, moves: &str, played: &str, game: u64) -> Moment {
    let mut after = position(fen);
    let moves = line(&after, moves);
    let mut before = (after.clone(), moves[0]);
    for m in &moves {
        before = (after.clone(), *m);
        after.play_unchecked(*m);
    }
    Moment {
        played: line(&after, played).first().copied(),
        position: after,
        before,
        game,
        ply: moves.len(),
    }
}

/// Ten exercises of any rating and theme, with short searches.
const ANY: Criteria = Criteria {
    limit: 10,
    ratings: [0, 4000],
    theme: None,
    known: Vec::new(),
    nodes: 20_000,
    moments: 1000,
    deadline: None,
    tablebase: None,
};

fn exercises_of(moments: Vec<Moment>, criteria: &Criteria) -> Vec<Exercise> {
    let stop = AtomicBool::new(false);
    exercises(
        &mut moments.into_iter(),
        criteria,
        &stop,
        &mut |_| (),
        &mut |_| (),
    )
    .expect("a few mebibytes")
    .exercises
}

/// Before the last move, that move, the solution in UCI, a theme.
const TABLE: [(&str, &str, &str, &str); 4] = [
    // A mate on the back rank.
    (
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1",
        "a2a5",
        "d1d8",
        "mateIn1",
    ),
    // A knight forks king and rook.
    (
        "r2k4/8/8/1N6/8/8/5PPP/6K1 b - - 0 1",
        "d8e8",
        "b5c7",
        "fork",
    ),
    // A queen is left to be taken.
    ("4k3/8/8/3q4/8/4N3/8/4K2R b - - 0 1", "d5c5", "", ""),
    // To take back is the only move, and no exercise.
    ("3rk3/8/8/3N4/4P3/8/8/4K3 b - - 0 1", "d8d5", "", ""),
];

#[test]
fn the_only_move_is_found() {
    for (fen, before, solution, theme) in TABLE {
        let exercises = exercises_of(vec![moment(fen, before, solution, 0)], &ANY);
        if solution.is_empty() {
            assert!(exercises.is_empty(), "{fen}: there is no only move");
            continue;
        }
        let [exercise] = &exercises[..] else {
            panic!("{fen}: {} exercises", exercises.len());
        };
        let position = &exercise.moment.position;
        assert_eq!(
            exercise.solution.first(),
            line(position, solution).first(),
            "{fen}"
        );
        assert!(
            exercise.themes.contains(&theme),
            "{fen}: {:?}",
            exercise.themes
        );
        assert_eq!(exercise.found, Some(true));
        assert!(!exercise.alternatives.is_empty());
        let mut after: Chess = position.clone();
        for m in &exercise.solution {
            assert!(after.is_legal(*m), "{fen}");
            after.play_unchecked(*m);
        }
        assert_eq!(
            exercise.solution.len() % 2,
            1,
            "it ends with the solver's move"
        );
    }
}

#[test]
fn none_twice_and_those_that_are_wanted() {
    let (fen, before, solution, theme) = TABLE[0];
    let moments = |count: u64| (0..count).map(|game| moment(fen, before, solution, game));
    assert_eq!(exercises_of(moments(5).collect(), &ANY).len(), 1);
    for (criteria, count) in [
        (ANY, 1),
        (
            Criteria {
                ratings: [2800, 4000],
                ..ANY
            },
            0,
        ),
        (
            Criteria {
                theme: Some(theme),
                ..ANY
            },
            1,
        ),
        (
            Criteria {
                theme: Some("fork"),
                ..ANY
            },
            0,
        ),
        (
            Criteria {
                known: vec![moment(fen, before, solution, 0).position],
                ..ANY
            },
            0,
        ),
        (Criteria { moments: 0, ..ANY }, 0),
        (Criteria { limit: 0, ..ANY }, 0),
    ] {
        assert_eq!(
            exercises_of(moments(1).collect(), &criteria).len(),
            count,
            "{criteria:?}"
        );
    }
}

/// It ends when time is up or `stop` is set, in the middle of a search, too: this one would take days.
#[test]
fn it_ends_when_time_is_up() {
    let endless = Criteria {
        nodes: 1 << 40,
        ..ANY
    };
    let (fen, before, played, _) = TABLE[1];
    let after = |time: Duration| Criteria {
        deadline: Some(Instant::now() + time),
        ..endless.clone()
    };
    for (criteria, stop, most) in [
        (after(Duration::ZERO), false, 0),
        (endless.clone(), true, 0),
        (after(Duration::from_millis(50)), false, 1),
    ] {
        let moments = [moment(fen, before, played, 0)];
        let stop = AtomicBool::new(stop);
        let found = exercises(
            &mut moments.into_iter(),
            &criteria,
            &stop,
            &mut |_| (),
            &mut |_| (),
        )
        .expect("memory");
        assert!(
            found.exercises.is_empty(),
            "what was not finished counts for nothing"
        );
        assert!(found.moments <= most, "{criteria:?}");
        assert_eq!(found.end, StopReason::Time, "{criteria:?}");
    }
}

/// It says whether it looked at all there were, and if not, why, and the first game of which some may be left.
#[test]
fn why_it_ended() {
    let [mate, fork] = [0, 1].map(|row| {
        let (fen, before, solution, _) = TABLE[row];
        moment(fen, before, solution, row as u64)
    });
    let limit = |limit| Criteria { limit, ..ANY };
    let most = |moments| Criteria { moments, ..ANY };
    let both = || vec![mate.clone(), fork.clone()];
    for (moments, criteria, found, looked_at, next, end) in [
        (vec![], ANY, 0, 0, None, StopReason::All),
        (both(), ANY, 2, 2, None, StopReason::All),
        // The mate is the more promising of the two, and searched first, wherever it is.
        (both(), limit(1), 1, 1, Some(1), StopReason::Limit),
        (
            vec![fork.clone(), mate.clone()],
            limit(1),
            1,
            1,
            Some(1),
            StopReason::Limit,
        ),
        (both(), limit(2), 2, 2, Some(1), StopReason::Limit),
        (vec![mate.clone()], limit(0), 0, 0, None, StopReason::Limit),
        (both(), most(1), 1, 1, Some(0), StopReason::Moments),
        (vec![mate.clone()], most(0), 0, 0, None, StopReason::Moments),
    ] {
        let stop = AtomicBool::new(false);
        let seen = exercises(
            &mut moments.into_iter(),
            &criteria,
            &stop,
            &mut |_| (),
            &mut |_| (),
        )
        .expect("memory");
        assert_eq!(
            (seen.exercises.len(), seen.moments, seen.next, seen.end),
            (found, looked_at, next, end),
            "{criteria:?}"
        );
    }
}
