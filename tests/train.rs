//! `tabiya train`: exercises from files and from an index, in every format.

use pgn::parse_fen;
use serde_json::{Value, json};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use crate::tabiya::{Folder, Output, check_sentence, has_word, json, numbers};

/// A mate that is found, a game that does not play by the rules, and a mate that is missed.
pub(crate) const GAMES: &str = "\
[Event \"Lesson, the first\"]
[Site \"https://lichess.org/abcdefgh\"]
[White \"Teacher, Ann\"]
[Black \"Pupil\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Wrong\"]

1. e4 Ke3 *

[Event \"Lesson\"]
[Site \"Paris\"]
[White \"Ann Teacher\"]
[Black \"Pupil\"]
[FEN \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1\"]

1... Ra5 2. h3 *
";

/// Words of the message about the rejected game.
const REJECTED: [&str; 6] = ["games.pgn", "2", "8", "Ke3", "1", "Black"];

/// Checks the messages: about the rejected game, and that all positions of the other two were searched.
#[track_caller]
fn check_said(output: &Output) {
    let said = output.sentences();
    assert_eq!((output.code, said.len()), (Some(0), 2), "{said:?}");
    check_sentence(said[0], &REJECTED);
    // Exercises, positions, games.
    assert_eq!(numbers(said[1]), [2, 4, 2], "{said:?}");
}

fn trained(folder: &Folder, format: &str) -> String {
    let args = [
        "train",
        "--pgn=games.pgn",
        "--player=ann teacher",
        "--nodes=5000",
    ];
    let output = folder.run(&[&args[..], &[format]].concat());
    check_said(&output);
    output.stdout
}

/// The position after moves in UCI, all of them legal.
fn played(fen: &str, moves: &[&str]) -> Chess {
    let mut position = parse_fen(fen).expect("a FEN");
    for word in moves {
        let uci: UciMove = word.parse().expect("UCI");
        let m = uci.to_move(&position).expect("a legal move");
        position.play_unchecked(m);
    }
    position
}

/// Where there are as many as requested, there is no message.
#[test]
fn no_shortfall_is_reported_of_enough() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let args = ["train", "--pgn=games.pgn", "--limit=1", "--nodes=5000"];
    let output = folder.run(&[&args[..], &["--json"]].concat());
    let said = output.sentences();
    assert_eq!(said.len(), 1, "{said:?}");
    check_sentence(said[0], &REJECTED);
    assert_eq!(json(&output)["ended"], "limit");
    let text = folder.run(&[&args[..], &["--player=Teacher, Ann"]].concat());
    // The most promising position comes first, and is enough.
    assert_eq!(last_numbers(&text.stdout), [1, 1], "{}", text.stdout);
}

/// The numbers in the last line: of exercises and of positions that were searched.
pub(crate) fn last_numbers(text: &str) -> Vec<u64> {
    numbers(text.lines().last().unwrap_or_default())
}

/// All there is to say of the exercises: position, side, solution, alternatives, difficulty, theme, game.
#[test]
fn as_json() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let mut answer: Value = serde_json::from_str(&trained(&folder, "--json")).expect("JSON");
    assert_eq!(
        answer,
        serde_json::from_str::<Value>(&trained(&folder, "--format=json")).expect("JSON")
    );
    let reason = answer["rejected"][0]["reason"].take();
    check_sentence(reason.as_str().expect("a reason"), &["Ke3", "1", "Black"]);
    assert_eq!(
        answer["rejected"],
        json!([{"file": null, "game": 2, "line": 8, "reason": null}])
    );
    assert_eq!(
        [
            &answer["plan"],
            &answer["positions"],
            &answer["games"],
            &answer["ended"]
        ],
        [&Value::Null, &json!(4), &json!(2), &json!("all")]
    );
    let exercises = answer["exercises"].as_array().expect("exercises");
    // The first move of the solution, what was played, whether that was it, which game, and after how many half-moves.
    let mut rows: Vec<Value> = exercises
        .iter()
        .map(|exercise| {
            let [solution, played] = [&exercise["solution"][0]["san"], &exercise["played"]["san"]];
            json!([
                solution,
                played,
                exercise["found"],
                exercise["game"]["id"],
                exercise["ply"]
            ])
        })
        .collect();
    rows.sort_by_key(|row| row[3].as_u64());
    assert_eq!(
        rows,
        [
            json!(["Qxf7#", "Qxf7#", true, 1, 6]),
            json!(["Rd8#", "h3", false, 3, 1])
        ]
    );
    let mut last = 0;
    for exercise in exercises {
        let fen = exercise["fen"].as_str().expect("a FEN");
        let text = |value: &Value| value["uci"].as_str().expect("a move").to_owned();
        let before = exercise["previousFen"].as_str().expect("a FEN");
        let after = played(before, &[&text(&exercise["lastMove"])]);
        assert_eq!(pgn::fen(&after), fen);
        let solution: Vec<String> = exercise["solution"]
            .as_array()
            .expect("moves")
            .iter()
            .map(text)
            .collect();
        let solution: Vec<&str> = solution.iter().map(String::as_str).collect();
        assert!(played(fen, &solution).is_checkmate());
        let alternatives = exercise["alternatives"].as_array().expect("moves");
        assert_eq!(alternatives.len(), 3);
        for other in alternatives {
            assert_ne!(text(other), solution[0]);
            played(fen, &[&text(other)]);
            assert!(other["cp"].is_i64() != other["mate"].is_i64(), "{other}");
        }
        assert_eq!(
            (&exercise["mate"], &exercise["cp"]),
            (&json!(1), &Value::Null)
        );
        assert_eq!(exercise["color"], "white");
        let themes = exercise["themes"].as_array().expect("themes");
        assert!(themes.contains(&json!("mateIn1")), "{themes:?}");
        let rating = exercise["rating"].as_u64().expect("a rating");
        assert!(last <= rating, "the easiest comes first");
        last = rating;
    }
}

/// The same as text for people.
#[test]
fn as_text() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let text = trained(&folder, "--limit=5");
    // The solution, and words about the game: its number, the players, the ply, and what became of it.
    for (solution, words) in [
        ("Qxf7#", &["1", "Teacher, Ann", "Pupil", "6", "found"][..]),
        ("Rd8#", &["3", "Ann Teacher", "Pupil", "1", "h3"]),
    ] {
        let mut exercises = text.split("\n\n");
        let exercise = exercises.find(|exercise| exercise.contains(solution));
        let lines: Vec<&str> = exercise.expect(solution).lines().collect();
        assert_eq!(lines.len(), 4, "{lines:?}");
        check_sentence(lines[1], &["white", solution]);
        check_sentence(lines[3], words);
    }
    assert_eq!(last_numbers(&text), [2, 4], "{text}");
}

/// The same as PGN: read again it is two games, whose moves are the solutions.
#[test]
fn as_pgn() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let pgn = trained(&folder, "--format=pgn");
    let games: Vec<pgn::Game> = pgn::pgn_games(pgn.as_bytes())
        .map(|game| game.expect("readable").expect("a game"))
        .collect();
    let mut rows: Vec<_> = games
        .iter()
        .map(|game| {
            (
                game.tags.get("White"),
                game.tags.get("Result"),
                game.sans().join(" "),
            )
        })
        .collect();
    rows.sort_unstable();
    assert_eq!(
        rows,
        [
            (Some("Ann Teacher"), Some("*"), "Rd8#".to_owned()),
            (Some("Teacher, Ann"), Some("*"), "Qxf7#".to_owned())
        ]
    );
    // What is unknown, as the standard writes it.
    for game in &games {
        let unknown = ["Date", "Round"].map(|name| game.tags.get(name));
        assert_eq!(unknown, [Some("????.??.??"), Some("?")], "{pgn}");
    }
    // Before the solution is said which game it is of, at which ply, and whether it was found.
    for (moves, words) in [
        (" } 4. Qxf7# (4. ", &["found", "1", "6"][..]),
        (" } 2. Rd8# (2. ", &["h3", "3", "1"]),
    ] {
        let (before, _) = pgn.split_once(moves).expect(moves);
        let (_, comment) = before.rsplit_once("{ ").expect("a comment");
        check_sentence(comment, words);
    }
    // The alternatives are variations, each with its score.
    assert_eq!(pgn.matches(" (").count(), 6, "{pgn}");
}

/// The same as CSV: in lichess's columns the position before the opponent's move, that move and the solution.
#[test]
fn as_csv() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let csv = trained(&folder, "--format=csv");
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags,Found,Alternatives,Ply,Game"
        )
    );
    let mut rows: Vec<Vec<&str>> = lines.map(|line| line.splitn(14, ',').collect()).collect();
    rows.sort_by_key(|row| row[13]);
    for (row, solution) in rows.iter().zip(["h5f7", "d1d8"]) {
        assert!(row[0].len() == 5 && row[0].bytes().all(|byte| byte.is_ascii_alphanumeric()));
        let moves: Vec<&str> = row[2].split(' ').collect();
        assert_eq!(moves[1..], [solution]);
        assert!(played(row[1], &moves).is_checkmate());
        for number in &row[3..5] {
            assert!(
                number.parse().is_ok_and(|number: u32| number > 0),
                "{number}"
            );
        }
        assert_eq!(row[5..7], ["0", "0"]);
        assert!(row[7].split(' ').any(|theme| theme == "mateIn1"));
        let position = played(row[1], &moves[..1]);
        for other in row[11].split(' ') {
            let uci: UciMove = other.parse().expect("UCI");
            let m = uci.to_move(&position).expect("a legal move");
            assert_ne!(
                SanPlus::from_move(position.clone(), m).suffix,
                Some(shakmaty::san::Suffix::Checkmate)
            );
        }
    }
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&rows[0][8..11], rows[0][12]),
        (
            &[
                "https://lichess.org/abcdefgh",
                "Kings_Pawn_Game Kings_Pawn_Game_Wayward_Queen_Attack",
                "true"
            ][..],
            "6"
        )
    );
    assert_eq!(
        (&rows[1][8..11], rows[1][12]),
        (&["", "", "false"][..], "1")
    );
    assert_eq!(
        rows[0][13],
        "\"1 Teacher, Ann - Pupil, Lesson, the first, ?\""
    );
    assert_eq!(rows[1][13], "\"3 Ann Teacher - Pupil, Lesson, ?\"");
}

/// A file that Anki imports: headers, and a note for each exercise, whose columns are named as fields of notes are.
/// tools/notes.py imports such files with Anki itself.
#[test]
fn as_anki() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    let notes = trained(&folder, "--format=anki");
    let (headers, rows) = notes.split_at(notes.find("\n\"").expect("a row") + 1);
    assert_eq!(
        headers,
        "#separator:tab\n#html:true\n#notetype:Basic\n\
         #columns:Front\tBack\tPGN\ttextField\tFEN\tMoves\tSolution\tRating\tSource\tTags\n#tags column:10\n"
    );
    let mut rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    rows.sort_by_key(|row| row[5]);
    assert_eq!(rows.len(), 2);
    let [
        front,
        back,
        pgn,
        text,
        fen,
        moves,
        solution,
        rating,
        source,
        tags,
    ] = rows[0][..]
    else {
        panic!("{:?}", rows[0]);
    };
    let position = "6k1/5ppp/8/r7/8/8/5PPP/3R2K1 w - - 1 2";
    assert_eq!(fen, format!("\"{position}\""));
    assert_eq!((moves, solution), ("\"d1d8\"", "\"2. Rd8#\""));
    let quoted =
        format!("\"[SetUp \"\"1\"\"] [FEN \"\"{position}\"\"] [Result \"\"*\"\"] 2. Rd8# *\"");
    assert_eq!(pgn, quoted);
    assert!(front.starts_with("\"<table ") && has_word(front, "White"));
    assert!(has_word(front, "Ra5"), "{front}");
    assert_eq!(front.matches("</td>").count(), 64);
    assert_eq!(
        [front.matches('♙').count(), front.matches('♜').count()],
        [3, 1]
    );
    assert!(back.starts_with("\"<b>2. Rd8#</b><br>"), "{back}");
    let rating = rating.trim_matches('"');
    check_sentence(text, &["White", rating, "3 Ann Teacher - Pupil"]);
    assert_eq!(source, "\"3 Ann Teacher - Pupil, Lesson, ?\"");
    assert!(tags.split(['"', ' ']).any(|tag| tag == "mateIn1"), "{tags}");
}

/// Castling rights of Chess960 are read again as what they are.
#[test]
fn chess960_stays_chess960() {
    let folder = Folder::new();
    let start = "6k1/5ppp/8/8/8/8/r4PPP/1R1K4 b B - 0 1";
    let game = format!("[Variant \"Chess960\"]\n[FEN \"{start}\"]\n\n1... Ra5 2. h3 *\n");
    folder.file("games.pgn", game);
    let args = ["train", "--pgn=games.pgn", "--nodes=5000", "--format=pgn"];
    let pgn = folder.run(&args).stdout;
    let tags =
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/r7/8/8/5PPP/1R1K4 w Q - 1 2\"]\n";
    assert!(pgn.contains(tags) && pgn.contains(" 2. Rb8# ("), "{pgn}");
}

/// Whether somebody is in games that cannot be played through is not known.
#[test]
fn games_that_cannot_be_played_through() {
    let folder = Folder::new();
    folder.file("games.pgn", "[White \"Ann\"]\n\n1. e5 *\n");
    for args in [&["--player=Techer"][..], &["--theme=fork"], &[]] {
        let output = folder.run(&[&["train", "--pgn=games.pgn"], args].concat());
        let said = output.sentences();
        assert_eq!(
            (output.code, said.len()),
            (Some(0), 2),
            "{args:?}: {said:?}"
        );
        check_sentence(said[0], &["games.pgn", "1", "e5", "White"]);
        // No exercise; what was searched is not counted.
        assert_eq!(numbers(said[1]), [0], "{said:?}");
    }
}

#[test]
fn what_cannot_be_trained() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.file("words.txt", "These are words, and no game.\n");
    folder.file("empty.pgn", "");
    let fen = "6k1/5ppp/8/r7/8/8/5PPP/3R2K1 w - - 1 2";
    let shortened = format!("\"{}...\"", "x".repeat(100));
    for (args, code, words) in [
        (&[][..], 2, &["required", "--pgn <FILE>"][..]),
        (&[fen, "--pgn=games.pgn"], 2, &["'[FEN]'", "'--pgn <FILE>'"]),
        (
            &["--theme=fork", "--plan"],
            2,
            &["'--theme <NAME>'", "'--plan'"],
        ),
        (
            &[fen, "--theme=fork", "--plan"],
            2,
            &["'--theme <NAME>'", "'--plan'"],
        ),
        (
            &["--pgn=games.pgn", "--limit=0"],
            2,
            &["'0'", "--limit", "1", "200"],
        ),
        (
            &["--pgn=games.pgn", "--nodes=999"],
            2,
            &["'999'", "--nodes", "1000"],
        ),
        (
            &["--pgn=games.pgn", "--format=xml"],
            2,
            &["'xml'", "--format", "anki"],
        ),
        (
            &[fen, "--plan", "--format=csv"],
            1,
            &["--format:", "plan", "json"],
        ),
        (
            &[fen, "--plan", "--format=anki"],
            1,
            &["--format:", "plan", "json"],
        ),
        (&["--mistakes"], 2, &["required", "--player <NAME>"]),
        (
            &["--mistakes", "--player=x", "--theme=fork"],
            2,
            &["'--mistakes'", "'--theme <NAME>'"],
        ),
        (
            &["--player=x", "--kind=missed fork"],
            2,
            &["required", "--mistakes"],
        ),
        (
            &["--mistakes", "--player=x", "--kind=lost fork"],
            2,
            &["--kind:", "\"lost fork\"", "missed", "allowed", "mate"],
        ),
        (&["--pgn=missing.pgn"], 1, &["missing.pgn"]),
        (&["--pgn=words.txt"], 1, &["words.txt", "PGN"]),
        (&["--pgn=empty.pgn"], 1, &["empty.pgn", "PGN"]),
        (
            &["--pgn=games.pgn", "--theme=frok"],
            2,
            &["--theme:", "\"frok\"", "isolated", "fork"],
        ),
        // Of a long text its beginning is repeated.
        (
            &["--pgn=games.pgn", &format!("--theme={}", "x".repeat(5000))],
            2,
            &["--theme:", &shortened, "isolated"],
        ),
        (
            &["--pgn=games.pgn", "--player=?!"],
            1,
            &["--player:", "\"?!\""],
        ),
        (
            &["--pgn=games.pgn", "--player=Techer"],
            1,
            &["--player:", "\"Techer\"", "games.pgn"],
        ),
        (
            &["--pgn=games.pgn", "--min-rating=2000", "--max-rating=1000"],
            1,
            &["--min-rating:"],
        ),
        (&["--theme=fork"], 1, &["./tabiya-index"]),
    ] {
        folder.check_refused("train", args, code, words);
    }
}
