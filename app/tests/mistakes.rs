//! What a player's mistakes teach.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;

use app::{
    DEFAULT_FROM_MOVE, Database, Engines, ExerciseNodes, ExercisesLimit, ExercisesRequest,
    FromMove, Import, MISTAKES_GAMES, MistakeKind, MistakesRequest, Pace, Place, Remarks,
    TrainingAnswer, TrainingEnd, View, exercises_of_mistakes,
};
use shakmaty::Color;
use tempfile::TempDir;

use testing::words::check_words;

/// An index of some games.
fn index(games: &[&str], from_move: FromMove) -> (View, TempDir) {
    let folder = TempDir::new().expect("a temporary folder");
    let place = Place::Folder(folder.path().join("index"));
    let database = Database::open_or_create(&place).expect("an index");
    let mut import = Import::new(&database, from_move).expect("a writer");
    for games in games {
        let games = Cursor::new((*games).to_owned());
        let go_on = |_: &_, _| ControlFlow::Continue(());
        import.read("games", games, go_on).expect("games");
    }
    import
        .finish(&mut Remarks::default(), || false)
        .1
        .expect("a commit");
    let view = database.snapshot().expect("a snapshot");
    (view, folder)
}

fn made(view: &View, player: &str, kind: Option<&str>, limit: u64) -> TrainingAnswer {
    let request = MistakesRequest {
        exercises: ExercisesRequest {
            limit: ExercisesLimit::new(limit).expect("a limit"),
            nodes: ExerciseNodes::of::<5000>(),
            player: Some(player.to_owned()),
            ..ExercisesRequest::default()
        },
        color: None,
        kind: kind.map(|name| MistakeKind::new(name).expect("a kind")),
        games: MISTAKES_GAMES,
    };
    let engines = Engines::new(None, None).expect("the engine");
    let mut seen = 0;
    let found = |_: &_| seen += 1;
    let pace = Pace::default();
    let made = exercises_of_mistakes(view, &request, &engines, &pace, found, |_| ());
    let made = made.expect("an answer");
    assert_eq!(seen, made.exercises.len());
    made
}

/// A fork that was missed, and one that a master played.
const MISSED: &str = "\
[Event \"Club\"]
[White \"Me\"]
[Black \"Ann\"]
[WhiteElo \"1500\"]
[BlackElo \"1500\"]
[FEN \"r3k3/7p/8/1N6/8/8/P6P/3K4 b - - 0 1\"]

1... h6 { [%eval 5.0] } 2. Ke1 { [%eval -2.0] } 2... Kd7 { [%eval -2.0] } *

";

const MASTERS: &str = "\
[Event \"Masters\"]
[White \"Big\"]
[Black \"Small\"]
[WhiteElo \"2600\"]
[BlackElo \"2500\"]
[FEN \"r3k3/6pp/8/1N6/8/8/P5PP/3K4 b - - 0 1\"]

1... h6 2. Nc7+ Kd7 3. Nxa8 *

";

/// The player's own exercise, and the game of masters in which it was played.
#[test]
fn missed_fork() {
    let games = [MISSED, MASTERS].concat();
    let (view, _folder) = index(&[&games], FromMove::MIN);
    let made = made(&view, "Me", Some("missed fork"), 1);
    let [kind] = &made.mistakes[..] else {
        panic!("one kind: {:?}", made.mistakes);
    };
    assert_eq!((&kind.kind[..], kind.count), ("missed fork", 1));
    let [exercise] = &made.exercises[..] else {
        panic!("one exercise: {kind:?}");
    };
    assert_eq!(exercise.mistake.as_deref(), Some("missed fork"));
    assert_eq!(
        (exercise.color.0, exercise.found),
        (Color::White, Some(false))
    );
    assert_eq!(exercise.solution[0].san, "Nc7+");
    assert_eq!((kind.exercises, made.ended), (1, Some(TrainingEnd::Limit)));
    assert_eq!(kind.ratings, [1200, 1800]);
    let models = kind.models.iter().map(|model| {
        let white = model.game.white.name.as_deref();
        (white, &model.best.san[..], &model.played.san[..])
    });
    let models: Vec<_> = models.collect();
    assert_eq!(models, [(Some("Big"), "Nc7+", "Nc7+")]);
    assert!(kind.models_shortfall.is_some());
}

/// What there is of games with scores and of others: exercises of the kinds of the report, those of the player from
/// mistakes, the others from games of others; model games of masters.
#[test]
fn of_many_games() {
    let own = include_str!("../../data/lichess.pgn");
    let others = include_str!("../../data/carlsen.pgn");
    // Enough of them, and the test is quick.
    let others = &others[..others.match_indices("[Event ").nth(500).expect("games").0];
    let (view, _folder) = index(&[own, others], DEFAULT_FROM_MOVE);
    let made = made(&view, "DrNykterstein", None, 10);
    assert!(made.mistakes.len() > 3 && !made.exercises.is_empty());
    let costs: Vec<f64> = made.mistakes.iter().map(|kind| kind.cost).collect();
    assert!(costs.is_sorted_by(|one, other| one >= other), "{costs:?}");
    let mut exercises = 0;
    for kind in &made.mistakes {
        let of_kind = made.exercises.iter();
        let of_kind = of_kind.filter(|exercise| exercise.mistake.as_ref() == Some(&kind.kind));
        assert_eq!(of_kind.count(), kind.exercises, "{}", kind.kind);
        exercises += kind.exercises;
        for model in &kind.models {
            let players = [&model.game.white, &model.game.black];
            let names = players.map(|player| player.name.as_deref());
            assert!(!names.contains(&Some("DrNykterstein")), "{model:?}");
            let ratings = players.iter().filter_map(|player| player.rating);
            assert!(ratings.max() >= Some(2300), "{model:?}");
            assert!((model.ply..model.ply + 12).contains(&model.played_ply));
        }
        let games: BTreeSet<u64> = kind.models.iter().map(|model| model.game.id).collect();
        assert_eq!(games.len(), kind.models.len(), "a game twice");
        assert_eq!(kind.models_shortfall.is_none(), kind.models.len() == 5);
    }
    assert_eq!(exercises, made.exercises.len());
    let short = made.mistakes.iter().any(|kind| kind.shortfall.is_some());
    assert_eq!(short, made.shortfall().is_some());
    for exercise in &made.exercises {
        let players = [&exercise.game.white, &exercise.game.black];
        let names = players.map(|player| player.name.as_deref());
        let is_own = names.contains(&Some("DrNykterstein"));
        let [least, most] = made.mistakes[0].ratings;
        let is_near = (least..=most).contains(&exercise.rating);
        assert!(is_own || is_near, "{exercise:?}");
        // What the player missed, and what the opponent was let do.
        let kind = exercise.mistake.as_deref().unwrap_or_default();
        let solver = match exercise.color.0 {
            Color::White => names[0],
            Color::Black => names[1],
        };
        let is_players = solver == Some("DrNykterstein");
        assert!(
            !is_own || is_players != kind.starts_with("allowed"),
            "{exercise:?}"
        );
    }
}

/// Without games of others and without mistakes of the kind the answer says so.
#[test]
fn nothing_to_learn_from() {
    let (view, _folder) = index(&[MISSED], FromMove::MIN);
    let made = made(&view, "Me", Some("allowed skewer"), 3);
    let [kind] = &made.mistakes[..] else {
        panic!("one kind: {:?}", made.mistakes);
    };
    assert_eq!((kind.count, kind.exercises, kind.models.len()), (0, 0, 0));
    // How masters are rated; which kind is short, and how many were requested.
    let models = kind.models_shortfall.as_deref().expect("a sentence");
    check_words(models, &["2300"], "models");
    let shortfall = made.shortfall().expect("a sentence");
    check_words(&shortfall, &["allowed skewer", "0", "3"], "exercises");
    assert_eq!(made.ended, Some(TrainingEnd::All));
}
