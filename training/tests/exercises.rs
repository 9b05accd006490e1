//! Exercises of positions whose only move is known.

use training::{Exercise, Moment, Wanted, exercises, plan};

use shakmaty::{Chess, Color, Position, Role, Square};

use crate::positions::{line, position};

/// A moment after the moves of a line from a position; the last of them is the opponent's.
fn moment(fen: &str, moves: &str, played: &str, game: usize) -> Moment {
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

fn made(moments: Vec<Moment>, ratings: [u32; 2]) -> Vec<Exercise> {
    let wanted = Wanted {
        limit: 10,
        ratings,
        nodes: 20_000,
    };
    exercises(moments, &wanted, |_| true).expect("a few mebibytes")
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
        let made = made(vec![moment(fen, before, solution, 0)], [0, 4000]);
        if solution.is_empty() {
            assert!(made.is_empty(), "{fen}: there is no only move");
            continue;
        }
        let [exercise] = &made[..] else {
            panic!("{fen}: {} exercises", made.len());
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
fn none_twice_and_none_too_easy() {
    let (fen, before, solution, _) = TABLE[0];
    let moments = |count: usize| (0..count).map(|game| moment(fen, before, solution, game));
    assert_eq!(made(moments(5).collect(), [0, 4000]).len(), 1);
    assert!(made(moments(1).collect(), [2800, 4000]).is_empty());
}

#[test]
fn a_plan_counts_games() {
    let start = Chess::default();
    let game = |moves: &str| {
        let mut position = start.clone();
        let moves = line(&position, moves).into_iter().map(|m| {
            let color = position.turn();
            position.play_unchecked(m);
            (color, m)
        });
        moves.collect::<Vec<_>>()
    };
    let games = [
        game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4"),
        game("g1f3 d7d5 d2d4 g8f6 c2c4"),
        game("e2e4 c7c5 g1f3"),
    ];
    let plan = plan(games.iter().map(Vec::as_slice), Color::White);
    let told: Vec<_> = plan.moves.iter().map(|m| (m.role, m.to, m.games)).collect();
    assert_eq!(plan.games, 3);
    assert_eq!(
        told,
        [(Role::Knight, Square::F3, 3), (Role::Pawn, Square::E4, 2)]
    );
}
