//! Records, reports and exercises of a few games.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use coach::record::{self, OpeningRecord, RecordGame, Results};
use coach::report::{self, Digest, Findings, MistakeKind, MoveCount, Tally};
use coach::{Choice, Criteria, GameExercise, Theme, exercises_of_games, files};
use pgn::{Game, pgn_games};
use shakmaty::{Chess, Color};

/// Two Sicilians and a game that the player loses to a mate on f7; the scores are from White's side.
const GAMES: &str = r#"
[White "Other"]
[Black "Player, P."]
[WhiteElo "1600"]
[BlackElo "1600"]
[Site "https://example.org/1"]
[Result "1-0"]

1. e4 { [%eval 0.2] } e5 { [%eval 0.2] } 2. Qh5 { [%eval 0.0] } Nc6 { [%eval 0.0] } 3. Bc4 { [%eval 0.0] } Nf6 { [%eval #1] } 4. Qxf7# 1-0

[White "Other"]
[Black "Player, P."]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[White "Player"]
[Black "Other"]
[Result "1-0"]

1. e4 c5 2. Nf3 Nc6 1-0
"#;

/// The games, each with the player's colour.
fn games() -> Vec<(Game, Color)> {
    let games = pgn_games(GAMES.as_bytes()).map(|game| game.expect("PGN").expect("a game"));
    games
        .map(|game| {
            let is_white = game.tags.get("White") != Some("Other");
            (game, Color::from_white(is_white))
        })
        .collect()
}

#[test]
fn records() {
    let games = games();
    let read = games
        .iter()
        .map(|(game, color)| RecordGame::new(game, *color));
    let read: Vec<RecordGame> = read.collect();
    assert_eq!(record::spelling(&read, |_| true), Some("Player, P."));
    assert_eq!(
        record::spelling(&read, |name| name == "Player"),
        Some("Player")
    );
    assert_eq!(record::spelling(&read, |_| false), None);
    let openings = record::openings(&read);
    let [sicilian, kings_pawn] = &openings[..] else {
        panic!("{openings:?}");
    };
    let described = |record: &OpeningRecord| {
        let Results {
            games,
            wins,
            draws,
            losses,
        } = record.results;
        let moves = record.line.moves.clone();
        (
            record.line.opening.name,
            moves,
            [games, wins, draws, losses],
        )
    };
    let expected = ("Sicilian Defense", "e4 c5".to_owned(), [2, 1, 1, 0]);
    assert_eq!(described(sicilian), expected);
    assert_eq!(described(kings_pawn).2, [1, 0, 0, 1]);
    assert!(record::structures(&read).is_empty());
}

/// Findings of all games, with a book that is the second of them.
fn findings(games: &[(Game, Color)]) -> Findings {
    let mut findings = Findings::new(true);
    let with_colors: Vec<(&Game, Color)> =
        games.iter().map(|(game, color)| (game, *color)).collect();
    let book: Vec<_> = games[1].0.positions().collect();
    let mut look_up = |position: &Chess| -> Result<Vec<MoveCount>, Infallible> {
        let known = book.iter().find(|(known, _)| known == position);
        Ok(known
            .and_then(|(_, played)| Some(((*played)?, 7)))
            .into_iter()
            .collect())
    };
    let Ok(()) = findings.read(&with_colors, &mut look_up);
    findings
}

#[test]
fn reports() {
    let games = games();
    let findings = findings(&games);
    let all = Tally::of(findings.digests());
    assert_eq!(
        all.results(),
        Results {
            games: 3,
            wins: 1,
            draws: 1,
            losses: 1
        }
    );
    // Of one game both ratings are known, and the scores around the player's three moves.
    assert_eq!((all.rated(), all.points(), all.expected()), (1, 0.0, 0.5));
    assert_eq!((all.evaluated(), findings.rating()), (3, Some(1600)));
    let evaluated = findings.digests().iter().map(Digest::is_evaluated);
    assert_eq!(evaluated.collect::<Vec<_>>(), [true, false, false]);
    assert!(report::time_trouble(findings.digests()).is_none());
    let white = report::openings(findings.digests(), Color::White);
    assert_eq!(white.len(), 1);
    let phases = report::phases(findings.digests());
    assert_eq!(
        phases.iter().map(|row| row.name).collect::<Vec<_>>(),
        ["opening"]
    );

    let kinds = report::by_kind(findings.mistakes());
    let [(kind, mistakes)] = &kinds[..] else {
        panic!("{kinds:?}");
    };
    let [mistake] = &mistakes[..] else {
        panic!("{mistakes:?}");
    };
    assert_eq!(Ok(*kind), "allowed mate".parse::<MistakeKind>());
    assert_eq!(
        (mistake.game, mistake.own.ply, mistake.taught_ply(*kind)),
        (1, 5, 6)
    );

    let exits = findings.exits().expect("a book");
    let [exit] = &exits.moves[..] else {
        panic!("{} moves", exits.moves.len());
    };
    assert_eq!((exit.game, exit.ply, exit.book.len()), (1, 1, 1));
    let first = [&exits.by_player, &exits.by_opponent].map(|tally| tally.results().games);
    assert_eq!((first, exits.in_book), ([1, 1], 1));
}

/// Exercises of the first game by a choice of `is_player` and a theme.
fn exercises(is_player: Option<&str>, theme: Option<Theme>) -> Vec<GameExercise> {
    let (game, _) = games().swap_remove(0);
    let choice = Choice {
        criteria: Criteria {
            limit: 3,
            ratings: [0, 4000],
            theme: theme.and_then(Theme::of_solution),
            known: Vec::new(),
            nodes: 5000,
            moments: 100,
            deadline: None,
            tablebase: None,
        },
        theme,
        is_player: is_player.map(|player| Box::new(move |name: &str| name == player) as _),
        mistake: None,
    };
    let mut made = Vec::new();
    let searched = exercises_of_games(
        &mut [(game, 1..usize::MAX)].into_iter(),
        &choice,
        &AtomicBool::new(false),
        &mut |exercise, game| {
            assert_eq!(exercise.exercise.moment.game, game.id);
            made.push(exercise);
        },
        &mut |_| (),
    );
    let searched = searched.expect("a few mebibytes");
    assert_eq!((searched.games, searched.next), (1, None));
    made
}

#[test]
fn exercises_of_the_player_to_move() {
    let mate = |exercise: &&GameExercise| exercise.exercise.moment.ply == 6;
    let all = exercises(None, None);
    assert_eq!(all.iter().filter(mate).count(), 1);
    assert_eq!(
        exercises(Some("Other"), None).iter().filter(mate).count(),
        1
    );
    assert_eq!(
        exercises(Some("Player, P."), None)
            .iter()
            .filter(mate)
            .count(),
        0
    );
    let of_theme = |name: &str| exercises(None, Some(name.parse().expect("a theme")));
    assert_eq!(of_theme("mateIn1").iter().filter(mate).count(), 1);
    assert_eq!(of_theme("fork").iter().filter(mate).count(), 0);
}

#[test]
fn files_of_an_exercise() {
    let found = exercises(Some("Other"), Some("mateIn1".parse().expect("a theme")));
    let [mate] = &found[..] else {
        panic!("{found:?}");
    };
    let csv = files::csv([mate]);
    let (head, row) = csv.split_once('\n').expect("two lines");
    let row = row.trim_end();
    let [_, moves, _, is_found, game] = [0, 2, 8, 10, 13].map(|column| {
        // The game has commas, so that it is in quotes, and last.
        row.splitn(14, ',').nth(column).expect("a column")
    });
    assert_eq!(head.split(',').count(), 14);
    assert_eq!((moves, is_found), ("g8f6 h5f7", "true"));
    assert!(game.starts_with("\"1 Other - Player, P."), "{game}");
    let pgn = files::pgn([mate]);
    let read: Vec<_> = pgn_games(pgn.as_bytes()).collect();
    assert!(
        matches!(&read[..], [Ok(Ok(game))] if game.plies() == 1),
        "{pgn}"
    );
    let anki = files::anki([mate]);
    let note = anki.lines().last().expect("a note");
    let fields: Vec<&str> = note.split('\t').collect();
    assert_eq!((fields.len(), fields[5]), (10, "\"h5f7\""));
    assert!(fields[8].contains("href="), "{note}");
}
