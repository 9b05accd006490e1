//! Where the rules are read in several ways, and whole games.

use std::sync::atomic::AtomicBool;

use shakmaty::{Color, Position};
use variants::progressive::{
    Check, EnPassant, Game, Generator, IllegalMove, Limits, Outcome, Replay, ReplayError, Rules,
    Task, TaskError, choose, solve, squares,
};

fn limits(stop: &AtomicBool, all: bool) -> Limits<'_> {
    Limits {
        mates: if all { usize::MAX } else { 1 },
        positions: 1_000_000,
        deadline: None,
        stop,
    }
}

/// The mates of a task, by squares.
fn mates(task: &str, rules: Rules) -> Vec<String> {
    let task: Task = task.parse().expect(task);
    let stop = AtomicBool::new(false);
    let solution = solve(&task, rules, &limits(&stop, true));
    assert!(solution.complete, "{task}");
    let mode = task.position().castles().mode();
    let mut mates: Vec<String> = solution
        .mates
        .iter()
        .map(|mate| squares(&mate.moves, mode))
        .collect();
    mates.sort_unstable();
    mates
}

const LAST: EnPassant = EnPassant::Last;
const SERIES: EnPassant = EnPassant::Series;

#[test]
fn readings_differ_where_they_should() {
    use Check::{Italian, Scottish};
    let check = Check::Last;
    for (task, check, en_passant, expected) in [
        // Scots may mate in fewer moves.
        (
            "k7/p1K5/1P6/8/8/8/8/8 w 2",
            check,
            LAST,
            &["c7-c8;b6-b7"][..],
        ),
        (
            "k7/p1K5/1P6/8/8/8/8/8 w 2",
            Scottish,
            LAST,
            &["b6-b7", "c7-c8;b6-b7"],
        ),
        // The knight can only block so that the rook behind it gives check.
        ("k1r5/8/8/2n5/8/7R/1R6/2K5 w 1", check, LAST, &[]),
        ("k1r5/8/8/2n5/8/7R/1R6/2K5 w 1", Scottish, LAST, &[]),
        ("k1r5/8/8/2n5/8/7R/1R6/2K5 w 1", Italian, LAST, &["h3-a3"]),
        // The pawn on g4 blocks by taking en passant, if it may.
        (
            "2B5/8/8/8/3B2p1/8/5P2/1K3N1k w 2",
            check,
            LAST,
            &["f2-f4;c8-b7"],
        ),
        ("2B5/8/8/8/3B2p1/8/5P2/1K3N1k w 2", check, SERIES, &[]),
        // A FEN says whether castling is allowed, the short form never does.
        ("3k4/8/8/8/8/8/2R1R3/R3K3 w 1", check, LAST, &["a1-d1"]),
        (
            "3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1 1",
            check,
            LAST,
            &["a1-d1", "e1-c1"],
        ),
        // The same for Black.
        (
            "r3k3/2r1r3/8/8/8/8/8/3K4 b q - 0 1 1",
            check,
            LAST,
            &["a8-d8", "e8-c8"],
        ),
        // En passant by the first move.
        ("8/8/8/1pP5/k1K5/8/1R6/8 w - b6 0 1 1", check, LAST, &[]),
    ] {
        let rules = Rules { check, en_passant };
        assert_eq!(mates(task, rules), expected, "{task} {rules:?}");
        crate::brute::agrees(&task.parse().expect(task), rules);
    }
}

#[test]
fn castling_may_be_any_move_of_a_series() {
    for (task, castles) in [
        ("3k4/8/8/8/8/8/2R1R3/R3K3 w Q - 0 1 2", true),
        ("3k4/8/8/8/8/8/2R1R3/R3K3 w 2", false),
        (
            "rnk4r/p1p3pp/1p3n2/1N1pppq1/PP1P1N1P/3b2b1/R1P1QPB1/2B1K2R w K - 6 22 3",
            true,
        ),
        ("r3k2r/8/8/8/2n5/8/4q2P/7K b kq - 0 1 3", true),
    ] {
        for rules in [Rules::default(), Rules::ITALIAN, Rules::SCOTTISH] {
            crate::brute::agrees(&task.parse().expect(task), rules);
        }
        let mates = mates(task, Rules::ITALIAN);
        let found = mates.iter().any(|mate| {
            let castling = ["e1-g1", "e1-c1", "e8-g8", "e8-c8"];
            castling.iter().any(|castling| mate.contains(castling))
        });
        assert_eq!(found, castles, "{task}: {mates:?}");
    }
}

const WHITE_MATES: Outcome = Outcome::Mate {
    winner: Color::White,
};

/// A text, the rules, and the series, its moves made and how the game ended.
type Played = (&'static str, Rules, (u64, u64, Option<Outcome>));

const PLAYED: [Played; 12] = [
    ("", Rules::SCOTTISH, (1, 0, None)),
    (
        "1. e4 2. f6 g5 3. Qh5#",
        Rules::SCOTTISH,
        (4, 0, Some(WHITE_MATES)),
    ),
    (
        "1.e2-e4 2.f7f6,g7-g5; 3. Nc3 d4 Qh5# 1-0",
        Rules::ITALIAN,
        (4, 0, Some(WHITE_MATES)),
    ),
    ("1. e4 {a comment} 2. e5 Bb4", Rules::SCOTTISH, (3, 0, None)),
    ("1. e4 2. e5 d5 3. exd5 Qh5", Rules::SCOTTISH, (3, 2, None)),
    (
        "1. e4 2. e5 d5 3. exd5 Qh5 Qxe5+ 4. Be7",
        Rules::SCOTTISH,
        (4, 1, None),
    ),
    // d7-d5 was not the last move, but the pawn moved no further.
    (
        "1. e4 2. a6 a5 3. e5 h3 h4 4. d5 f5 b6 b5 5. exd6",
        Rules::ITALIAN,
        (5, 1, None),
    ),
    (
        "1. e4 2. a6 a5 3. e5 h3 h4 4. d5 f5 b6 b5 5. exf6",
        Rules::ITALIAN,
        (5, 1, None),
    ),
    (
        "1. Nf3 2. e5 d5 3. g3 Bg2 O-O",
        Rules::ITALIAN,
        (4, 0, None),
    ),
    (
        "[FEN \"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\"] 1. Re8#",
        Rules::ITALIAN,
        (2, 0, Some(WHITE_MATES)),
    ),
    (
        "[FEN \"6k1/5ppp/8/8/8/8/8/K3R3 w\"] 2. Kb1 Re8#",
        Rules::ITALIAN,
        (3, 0, Some(WHITE_MATES)),
    ),
    (
        "[FEN \"k7/2Q5/8/8/8/8/8/K7 b - - 0 1\"] 2.",
        Rules::ITALIAN,
        (2, 0, Some(Outcome::Stalemate)),
    ),
];

#[test]
fn games_are_played_through() {
    for (text, rules, expected) in PLAYED {
        let game = Replay::new(text, rules).expect(text).game;
        let found = (game.series(), game.made(), game.outcome());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn texts_that_are_no_game() {
    let illegal = |series, made, text: &str, why| ReplayError::Illegal {
        text: text.to_owned(),
        series,
        made,
        why,
    };
    for (text, rules, expected) in [
        (
            "1. e4 2. f6 g5 3. Qh5",
            Rules::ITALIAN,
            illegal(3, 1, "Qh5", IllegalMove::EarlyCheck),
        ),
        (
            "1. e4 2. e5 d5 3. Qh5 Qe5 a3",
            Rules::ITALIAN,
            illegal(3, 2, "Qe5", IllegalMove::EarlyCheck),
        ),
        (
            "1. e4 2. e5 d5 3. exd5 Qh5 Qxe5+ 4. a6",
            Rules::SCOTTISH,
            illegal(4, 1, "a6", IllegalMove::Illegal),
        ),
        (
            "1. e4 2. e5 3. d4",
            Rules::SCOTTISH,
            ReplayError::Number {
                text: "3.".to_owned(),
                series: 2,
                made: 1,
            },
        ),
        (
            "1. e4 2. hello",
            Rules::SCOTTISH,
            ReplayError::Unreadable {
                text: "hello".to_owned(),
                series: 2,
                made: 1,
            },
        ),
        ("1. e4 {2. e5", Rules::SCOTTISH, ReplayError::Open('{')),
        (
            "1. e4 2. f6 g5 3. Qh5# 4. a6",
            Rules::SCOTTISH,
            illegal(4, 1, "a6", IllegalMove::Over),
        ),
        // Only the first move of a series takes en passant, and only a pawn that has moved no further.
        (
            "1. e4 2. a6 a5 3. e5 h3 h4 4. d5 f5 b6 b5 5. a3 exf6",
            Rules::ITALIAN,
            illegal(5, 2, "exf6", IllegalMove::Illegal),
        ),
        (
            "1. e4 2. a6 a5 3. e5 h3 h4 4. d5 d4 b6 b5 5. exd6",
            Rules::ITALIAN,
            illegal(5, 1, "exd6", IllegalMove::Illegal),
        ),
        (
            "[FEN \"nonsense\"]",
            Rules::ITALIAN,
            ReplayError::Start(TaskError::Unreadable("nonsense".to_owned())),
        ),
    ] {
        let replay = Replay::new(text, rules);
        assert_eq!(replay.err(), Some(expected), "{text}");
    }
}

#[test]
fn a_game_that_is_written_is_read_again() {
    let text = "1. Nf3 2. e5 d5 3. g3 Bg2 O-O 4. e4 exf3 fxg2 gxf1=Q+ 5. Kxf1";
    let replay = Replay::new(text, Rules::ITALIAN).expect(text);
    let written = |part: fn(&variants::progressive::Series) -> &Vec<String>| {
        let series = replay.series.iter();
        let series = series.map(|series| format!("{}. {}", series.number, part(series).join(" ")));
        series.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(written(|series| &series.san), text);
    let again = Replay::new(&written(|series| &series.uci), Rules::ITALIAN).expect("UCI");
    assert_eq!(again.series, replay.series);
    let unsigned = text.replace('x', "");
    let again = Replay::new(&unsigned, Rules::ITALIAN).expect("captures without their sign");
    assert_eq!(again.series, replay.series);
}

#[test]
fn puzzles_are_the_same_for_the_same_seed_and_have_their_mates() {
    let stop = AtomicBool::new(false);
    for moves in 3..=6 {
        let puzzle = |seed| {
            let limits = Limits {
                positions: 30_000,
                ..limits(&stop, true)
            };
            let puzzle = Generator::new(moves, Rules::default(), seed).next(&limits);
            puzzle.expect("there is time")
        };
        let first = puzzle(1);
        assert_eq!(first, puzzle(1));
        assert_ne!(first.task, puzzle(2).task);
        assert_eq!(u64::from(first.task.moves()), moves);
        assert!((1..=5).contains(&first.grade));
        crate::mates::replay(&first.task, Rules::default(), &first.mate);
        let found = mates(&first.task.to_string(), Rules::default());
        assert_eq!(found.len(), first.mates);
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let none = Generator::new(4, Rules::default(), 1).next(&limits(&stop, true));
    assert_eq!(none, None);
}

#[test]
fn the_player_mates_if_it_can_and_plays_by_the_rules() {
    let task: Task = "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4"
        .parse()
        .expect("a task");
    for rules in [Rules::ITALIAN, Rules::SCOTTISH] {
        let time = std::time::Duration::from_mins(1);
        let mut rng = fastrand::Rng::with_seed(1);
        let mut game = Game::from_task(&task, rules);
        for m in choose(&game, rules, &mut rng, time) {
            game.play(m).expect("a legal move");
        }
        let winner = Color::Black;
        assert_eq!(game.outcome(), Some(Outcome::Mate { winner }));

        let mut game = Game::new(rules);
        while game.outcome().is_none() && game.series() < 6 {
            let series = game.series();
            for m in choose(&game, rules, &mut rng, std::time::Duration::from_millis(20)) {
                game.play(m).expect("a legal move");
            }
            assert_ne!(game.series(), series);
        }
    }
}

#[test]
fn a_search_that_is_stopped_knows_nothing() {
    let task: Task = "2k2b1r/1p3ppp/2n4n/pB1P4/8/P4N2/1P1K1PPP/2R5 b 7"
        .parse()
        .expect("a task");
    let stop = AtomicBool::new(true);
    let solution = solve(&task, Rules::default(), &limits(&stop, false));
    assert!(solution.mates.is_empty() && !solution.complete);
    let stop = AtomicBool::new(false);
    let few = Limits {
        positions: 100,
        ..limits(&stop, true)
    };
    assert!(!solve(&task, Rules::default(), &few).complete);
}
