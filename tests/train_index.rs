//! `tabiya train` from an index: by player, by theme, from similar positions; and plans.

use serde_json::{Value, json};

use crate::tabiya::{EXAMPLE, Folder, check_sentence, json, numbers};
use crate::train::{GAMES, last_numbers};

/// A fork that is missed, and one that is found in a game of masters.
const MISSED: &str = "\
[White \"Pupil\"]
[Black \"Ann\"]
[WhiteElo \"1500\"]
[FEN \"r3k3/7p/8/1N6/8/8/P6P/3K4 b - - 0 1\"]

1... h6 { [%eval 5.0] } 2. Ke1 { [%eval -2.0] } 2... Kd7 { [%eval -2.0] } *

[White \"Master\"]
[Black \"Teacher\"]
[WhiteElo \"2600\"]
[FEN \"r3k3/6pp/8/1N6/8/8/P5PP/3K4 b - - 0 1\"]

1... h6 2. Nc7+ Kd7 3. Nxa8 *
";

/// From an index: by a player, by a theme, by both, and from similar positions; and the plan.
#[test]
fn from_an_index() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    assert_eq!(
        folder.run(&["ingest", "games.pgn", "--from-move=1"]).code,
        Some(0)
    );
    let fen = "6k1/5ppp/8/r7/8/8/5PPP/3R2K1 w - - 1 2";
    for (source, wanted) in [
        (&["--player=Teacher, A."][..], &[1, 2][..]),
        (&["--player=pupil"], &[]),
        (&["--theme=mateIn1"], &[1, 2]),
        (&["--theme=MATEIN1", "--player=teacher"], &[1, 2]),
        (&["--theme=backRankWeakness", "--player=teacher"], &[2]),
        (&["--theme=fork"], &[]),
        (&["--theme=maroczy bind"], &[]),
        (&["--theme=back rank", "--player=teacher"], &[2]),
        (&["--theme=Gruenfeld"], &[]),
        (&[fen, "--player=teacher"], &[1, 2]),
        (&["--theme=mateIn1", "--min-rating=3000"], &[]),
        (&["--theme=mateIn1", "--limit=1"], &[1]),
    ] {
        let args = ["train", "--json", "--nodes=5000"];
        let output = folder.run(&[&args[..], source].concat());
        assert_eq!(output.code, Some(0), "{source:?}: {}", output.stderr);
        let answer = json(&output);
        let short = answer["ended"] != "limit";
        assert_eq!(
            short,
            !source.contains(&"--limit=1"),
            "{source:?}: {answer}"
        );
        let said = output.sentences();
        assert_eq!(said.len(), usize::from(short), "{source:?}: {said:?}");
        for sentence in said {
            let found = numbers(sentence)[0];
            assert_eq!(found, wanted.len() as u64, "{source:?}: {sentence}");
        }
        let exercises = answer["exercises"].as_array().expect("exercises");
        let mut games: Vec<_> = exercises
            .iter()
            .map(|exercise| exercise["game"]["id"].as_u64())
            .collect();
        games.sort_unstable();
        let wanted: Vec<_> = wanted.iter().copied().map(Some).collect();
        assert_eq!(games, wanted, "{source:?}: {answer}");
    }
    // The other game has little more in common with it than pawns at home; that makes it the last.
    let plan = json(&folder.run(&["train", fen, "--plan", "--json"]))["plan"].take();
    assert_eq!(
        (&plan["fen"], &plan["color"], &plan["games"]),
        (&json!(fen), &json!("white"), &json!(2))
    );
    let text = folder.run(&["train", fen, "--plan"]).stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, fen), "{text}");
    check_sentence(lines[1], &["white", "2"]);
}

/// A plan counts what strong players did in similar positions, each thing once a game.
#[test]
fn a_plan_counts_games() {
    let folder = Folder::new();
    let start = "r1b2rk1/pp2n1pp/2n1p3/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R b KQ - 0 1";
    let game = |white: &str, rating: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"B\"]\n[WhiteElo \"{rating}\"]\n[FEN \"{start}\"]\n\n{moves} *\n\n"
        )
    };
    let games = [
        game(
            "Strong",
            "2300",
            "1... Rf6 2. O-O Bd7 3. Re1 h6 4. Kf1 b6 5. Kg1",
        ),
        game("Known", "2700", "1... Rf6 2. Nh4 Bd7 3. O-O h6 4. Re1"),
        game("Nobody", "", "1... Rf6 2. O-O h6 3. Qg5"),
        game("Weak", "2299", "1... Rf6 2. O-O h6 3. Re1 Bd7 4. Qg5"),
    ];
    folder.file("games.pgn", games.concat());
    let ingested = folder.run(&["ingest", "games.pgn", "--from-move=1"]);
    assert_eq!(ingested.code, Some(0), "{}", ingested.stderr);
    let plan = json(&folder.run(&["train", EXAMPLE, "--plan", "--json"]))["plan"].take();
    let moves = plan["moves"].as_array().expect("moves");
    let rows: Vec<Value> = moves
        .iter()
        .map(|m| json!([m["piece"], m["to"], m["games"]]))
        .collect();
    assert_eq!(plan["games"], 3, "{plan}");
    assert_eq!(rows, [json!(["K", "g1", 3]), json!(["R", "e1", 2])]);
}

/// However many weaker players have been nearer to a position: the best hundred are of those who are strong.
#[test]
fn weak_players_keep_nobody_from_a_plan() {
    let folder = Folder::new();
    let game = |nth: usize, start: &str, rating: u32, moves: &str| {
        format!(
            "[White \"Player{nth}\"]\n[Black \"B\"]\n[WhiteElo \"{rating}\"]\n[FEN \"{start}\"]\n\n{moves} *\n\n"
        )
    };
    let exact = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R b KQ - 0 1";
    let other = "r1b3k1/pp2n2p/2n1prp1/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R b KQ - 0 1";
    let weak = (0..100).map(|nth| game(nth, exact, 2000, "1... Kh8 2. Qg5"));
    let strong = (100..102).map(|nth| game(nth, other, 2500, "1... Kh8 2. O-O"));
    folder.file("games.pgn", weak.chain(strong).collect::<String>());
    let ingested = folder.run(&["ingest", "games.pgn", "--from-move=1"]);
    assert_eq!(ingested.code, Some(0), "{}", ingested.stderr);
    let plan = json(&folder.run(&["train", EXAMPLE, "--plan", "--json"]))["plan"].take();
    let row = |m: &Value| json!([m["piece"], m["to"], m["games"]]);
    let moves: Vec<Value> = plan["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(row)
        .collect();
    assert_eq!(
        (&plan["games"], &moves[..]),
        (&json!(2), &[json!(["K", "g1", 2])][..]),
        "{plan}"
    );
}

/// Of a position the ten most similar games are looked at for each exercise; if there are no more, these are all.
#[test]
fn the_most_similar_games_or_all() {
    let start = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R b KQ - 0 1";
    for (games, ended) in [(9, "all"), (10, "all"), (11, "games")] {
        let folder = Folder::new();
        let game = |nth| {
            format!(
                "[White \"Player{nth}\"]\n[Black \"B\"]\n[FEN \"{start}\"]\n\n1... Kh8 2. Qg5 *\n\n"
            )
        };
        folder.file("games.pgn", (0..games).map(game).collect::<String>());
        let ingested = folder.run(&["ingest", "games.pgn", "--from-move=1"]);
        assert_eq!(ingested.code, Some(0), "{}", ingested.stderr);
        // None is as hard as that.
        let wanted = [
            "train",
            EXAMPLE,
            "--limit=1",
            "--min-rating=4000",
            "--nodes=1000",
            "--json",
        ];
        let answer = json(&folder.run(&wanted));
        assert_eq!(
            (&answer["games"], &answer["ended"]),
            (&json!(games.min(10)), &json!(ended))
        );
    }
}

/// Who is in no game of the index is no player who has found nothing.
#[test]
fn unknown_players() {
    let folder = Folder::new();
    folder.file("games.pgn", GAMES);
    folder.run(&["ingest", "games.pgn"]);
    for args in [
        &["--player=Techer"][..],
        &["--player=Techer", "--theme=fork"],
        &["--player=Techer", "6k1/5ppp/8/r7/8/8/5PPP/3R2K1 w - - 1 2"],
    ] {
        folder.check_refused("train", args, 1, &["--player:", "\"Techer\""]);
    }
}

/// A player's mistakes: of each kind its exercises and model games, or why there are none, as text and as JSON.
#[test]
fn of_mistakes() {
    let folder = Folder::new();
    folder.file("games.pgn", MISSED);
    let ingested = folder.run(&["ingest", "games.pgn", "--from-move=1"]);
    assert_eq!(ingested.code, Some(0));
    let args = [
        "train",
        "--mistakes",
        "--player=pupil",
        "--limit=1",
        "--nodes=5000",
    ];
    let text = folder.run(&args);
    assert_eq!((text.code, &*text.stderr), (Some(0), ""));
    let mistake = "r3k3/8/7p/1N6/8/8/P6P/3K4 w - - 0 2";
    let model = "r3k3/6p1/7p/1N6/8/8/P5PP/3K4 w - - 0 2";
    // By line: the mistake, how often, and what it cost; its exercise; a model game; why there are no more of them.
    let lines = [
        &["missed fork", "1", "0.5"][..],
        &[],
        &[mistake],
        &["white", "Nc7+"],
        &["fork"],
        &["1", "Pupil", "Ann", "Ke1"],
        &[],
        &["Nc7+", mistake],
        &[model],
        &["2", "Master", "Teacher", "1", "Nc7+"],
        &[],
        &["1", "5", "2300"],
        &[],
        &["1"],
    ];
    let found: Vec<&str> = text.stdout.lines().collect();
    assert_eq!(found.len(), lines.len(), "{}", text.stdout);
    for (line, words) in found.iter().zip(lines) {
        match words {
            [] => assert_eq!(*line, "", "{}", text.stdout),
            words => check_sentence(line, words),
        }
    }
    assert_eq!(last_numbers(&text.stdout), [1, 1], "{}", text.stdout);
    let answer = json(&folder.run(&[&args[..], &["--json", "--kind=missed fork"]].concat()));
    assert_eq!(answer["exercises"][0]["mistake"], "missed fork");
    assert_eq!(answer["mistakes"][0]["kind"], "missed fork");
    assert_eq!(answer["mistakes"][0]["models"][0]["game"]["id"], 2);
    let none = folder.run(&[&args[..], &["--color=black"]].concat());
    none.check_failed(1, &["--player:", "\"pupil\""]);
}
