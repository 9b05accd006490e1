//! Exercises: from where, which, how many, and as lines.

use axum::http::{Method, StatusCode, header};
use futures_util::StreamExt;
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};
use tower::ServiceExt;

use crate::{EXAMPLE, Refused, check_answer, check_problem, post, request_as, send};
use testing::words::check_words;

/// The solutions of exercises can be played, and their ratings rise, between those requested.
#[tokio::test]
async fn training() {
    for source in [json!({"player": "carlsen"}), json!({"fen": EXAMPLE})] {
        let mut ask = source;
        ask["limit"] = json!(3);
        ask["maxRating"] = json!(2500);
        ask["nodes"] = json!(2000);
        let answer = post("/api/training", &ask).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let answer = answer.json();
        let exercises = answer["exercises"].as_array().expect("exercises");
        assert!(!exercises.is_empty(), "{ask}");
        let mut last = 0;
        for exercise in exercises {
            let fen: Fen = exercise["fen"]
                .as_str()
                .and_then(|fen| fen.parse().ok())
                .expect("a FEN");
            let mut position: Chess = fen
                .into_position(CastlingMode::Standard)
                .expect("a position");
            for m in exercise["solution"].as_array().expect("moves") {
                let uci: UciMove = m["uci"]
                    .as_str()
                    .and_then(|m| m.parse().ok())
                    .expect("a move");
                position.play_unchecked(uci.to_move(&position).expect("legal"));
            }
            let rating = exercise["rating"].as_i64().expect("a rating");
            assert!((last..=2500).contains(&rating), "{exercise}");
            last = rating;
        }
    }
    let plan = post("/api/training", &json!({"fen": EXAMPLE, "plan": true})).await;
    let plan = plan.json()["plan"].take();
    assert!(plan["games"].as_u64() > Some(10));
    assert_eq!(plan["color"], "white");
    let moves = plan["moves"].as_array().expect("moves");
    assert!(!moves.is_empty());
    for m in moves {
        let piece = m["piece"].as_str().expect("a piece");
        assert!(
            m["games"].as_u64() > Some(1) && "PNBRQK".contains(piece),
            "{m}"
        );
    }
}

/// Exercises of a theme have it, and a player's are his moves, however his name is written.
#[tokio::test]
async fn themes_and_players() {
    let ask = json!({"theme": "fork", "player": "Magnus Carlsen", "limit": 2, "nodes": 5000});
    let answer = post("/api/training", &ask).await.json();
    let exercises = answer["exercises"].as_array().expect("exercises");
    assert!(!exercises.is_empty(), "{answer}");
    for exercise in exercises {
        let themes = exercise["themes"].as_array().expect("themes");
        assert!(themes.contains(&json!("fork")), "{exercise}");
        let color = exercise["color"].as_str().expect("a side");
        let name = exercise["game"][color]["name"].as_str();
        assert!(
            name.is_some_and(|name| name.starts_with("Carlsen")),
            "{exercise}"
        );
        let [solution, played] = [&exercise["solution"][0], &exercise["played"]];
        assert_eq!(exercise["found"], json!(solution == played));
    }
}

/// A mate that is found, after a game that does not play by the rules.
const LESSON: &str =
    "1. e4 e5 2. Ke3 *\n\n[White \"Teacher\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

/// One's own games come with the request; the answer is JSON, PGN or CSV.
#[tokio::test]
async fn games_of_one_s_own() {
    let body = json!({"pgn": LESSON, "player": "teacher", "nodes": 5000});
    let mut answers = Vec::new();
    for (accept, media_type) in [
        ("*/*", "application/json"),
        ("application/x-chess-pgn", "application/x-chess-pgn"),
        ("text/csv", "text/csv"),
        (
            "text/csv;q=0.5, application/x-chess-pgn",
            "application/x-chess-pgn",
        ),
        ("text/csv;q=0.5, application/json;q=0.1", "text/csv"),
        ("text/tab-separated-values", "text/tab-separated-values"),
    ] {
        let request = request_as(Method::POST, "/api/training", &body.to_string(), accept);
        let (response, answer) = send(request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert_eq!(answer.content_type, media_type);
        let vary = response.headers().get_all(header::VARY);
        assert!(vary.iter().any(|vary| vary == "accept"));
        // What PGN and CSV have no place for: numbers of positions and exercises; the game, its line, move and side.
        for (name, words) in [
            ("training-shortfall", &["3", "1"][..]),
            ("training-rejected", &["1", "Ke3", "2", "White"]),
        ] {
            let sentence = response.headers()[name].to_str().expect("ASCII");
            check_words(sentence, words, media_type);
        }
        answers.push(answer);
    }
    let mut answer = answers[0].json();
    let reason = answer["rejected"][0]["reason"].take();
    let reason = reason.as_str().expect("a reason");
    check_words(reason, &["Ke3", "2", "White"], "rejected");
    assert_eq!(
        answer["rejected"],
        json!([{"file": null, "game": 1, "line": 1, "reason": null}])
    );
    let [exercise] = &answer["exercises"].as_array().expect("exercises")[..] else {
        panic!("one exercise: {answer}");
    };
    assert_eq!(
        (&exercise["solution"][0]["uci"], &exercise["found"]),
        (&json!("h5f7"), &json!(true))
    );
    assert!(
        answers[1].body.contains(" 4. Qxf7# (4. "),
        "{}",
        answers[1].body
    );
    assert!(
        answers[2].body.starts_with("PuzzleId,FEN,Moves,Rating,"),
        "{}",
        answers[2].body
    );
    assert!(
        answers[2].body.contains(",g8f6 h5f7,"),
        "{}",
        answers[2].body
    );

    let anki = &answers.last().expect("answers").body;
    assert!(anki.starts_with("#separator:tab\n#html:true\n"), "{anki}");
    assert!(anki.contains("\t\"h5f7\"\t\"4. Qxf7#\"\t"), "{anki}");

    // More than other bodies may have, and more than this one may.
    for (comment, status) in [(100 << 10, 200), (1 << 20, 413)] {
        let pgn = format!("{{ {} }} {LESSON}", "x".repeat(comment));
        let answer = post(
            "/api/training",
            &json!({"pgn": pgn, "player": "teacher", "nodes": 1000}),
        )
        .await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
}

/// Why there are no more exercises: what was requested, how many positions and games were looked at, why it ended.
#[tokio::test]
async fn why_training_ended() {
    let mate = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    for (mut ask, positions, games, ended) in [
        // The mate is the most promising position, and searched first.
        (json!({"pgn": mate, "limit": 1}), 1, 1, "limit"),
        (json!({"pgn": mate}), 7, 1, "all"),
        (
            json!({"pgn": mate, "theme": "Carlsbad structure"}),
            0,
            1,
            "all",
        ),
        (
            json!({"fen": EXAMPLE, "theme": "mateIn1", "limit": 1}),
            0,
            10,
            "games",
        ),
    ] {
        ask["nodes"] = json!(1000);
        let (text, accept) = (ask.to_string(), "text/csv, */*;q=0.1");
        let request = request_as(Method::POST, "/api/training", &text, accept);
        let (response, _) = send(request).await;
        let shortfall = response.headers().get("training-shortfall");
        assert_eq!(shortfall.is_some(), ended != "limit", "{ask}");
        assert!(
            !response.headers().contains_key("training-rejected"),
            "{ask}"
        );

        let answer = post("/api/training", &ask).await.json();
        assert_eq!(answer["ended"], ended, "{ask}: {answer}");
        let looked_at = [&answer["positions"], &answer["games"]];
        assert_eq!(looked_at, [&json!(positions), &json!(games)], "{ask}");
    }
    let plan = post("/api/training", &json!({"fen": EXAMPLE, "plan": true})).await;
    assert_eq!(plan.json()["ended"], Value::Null);
}

/// The FENs of exercises, sorted.
fn fens(exercises: &[Value]) -> Vec<String> {
    let mut fens: Vec<_> = exercises.iter().map(|one| one["fen"].to_string()).collect();
    fens.sort();
    fens
}

/// In lines there are the same exercises as in JSON, as they are made, then the rest; a request that cannot be answered is
/// a problem.
#[tokio::test]
async fn training_in_lines() {
    let in_lines = |ask: &Value| {
        let (text, accept) = (ask.to_string(), "application/x-ndjson");
        request_as(Method::POST, "/api/training", &text, accept)
    };
    let lines = async |ask: &Value| send(in_lines(ask)).await;
    let ask = json!({"fen": EXAMPLE, "limit": 3, "nodes": 2000});
    let (response, text) = lines(&ask).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "application/x-ndjson");
    let mut exercises: Vec<Value> = (text.body.lines())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let mut rest = exercises.pop().expect("a last line");
    let answer = post("/api/training", &ask).await.json();
    let all = answer["exercises"].as_array().expect("exercises");
    assert!(!all.is_empty());
    assert_eq!(fens(&exercises), fens(all));
    assert_eq!(rest["exercises"], json!([]));
    rest["exercises"] = answer["exercises"].clone();
    assert_eq!(rest, answer);

    // The first part is one line with an exercise, and the last line comes later.
    let service = crate::SERVICE.0.clone();
    let answer_in_parts = service.oneshot(in_lines(&ask)).await.expect("infallible");
    let mut parts = answer_in_parts.into_body().into_data_stream();
    let first = parts.next().await.expect("a part").expect("a line");
    let first: Value = serde_json::from_slice(&first).expect("one line");
    assert!(first.get("fen").is_some() && first.get("exercises").is_none());
    assert!(parts.next().await.is_some());

    let (response, text) = lines(&json!({"player": "Nobody, At All"})).await;
    assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let expected = Refused(422, "player", &["Nobody, At All"]);
    check_answer(&text, expected, "in lines");
}

/// Exercises one at a time, each request going on where the one before ended, are as many as there are. Most games have
/// none.
#[tokio::test]
async fn one_exercise_at_a_time() {
    let base = json!({"theme": "mateIn1", "nodes": 1000});
    let mut ask = base.clone();
    ask["limit"] = json!(200);
    let answer = post("/api/training", &ask).await.json();
    assert_eq!(
        (&answer["ended"], &answer["next"]),
        (&json!("all"), &Value::Null)
    );
    let all = answer["exercises"].as_array().expect("exercises");
    let mut found: Vec<Value> = Vec::new();
    let mut ask = base;
    ask["limit"] = json!(1);
    loop {
        ask["without"] = found.iter().map(|one| one["fen"].clone()).collect();
        let answer = post("/api/training", &ask).await.json();
        found.extend_from_slice(answer["exercises"].as_array().expect("exercises"));
        ask["skip"] = answer["next"].clone();
        if ask["skip"].is_null() {
            break;
        }
    }
    assert!(all.len() > 3, "{}", all.len());
    assert_eq!(fens(&found), fens(all));
}

/// However many games are rejected, and whatever is in them, the header is short and in ASCII.
#[tokio::test]
async fn many_games_left_out() {
    let pgn = format!("{}{LESSON}", "1. Кф3 *\n\n".repeat(500));
    let ask = json!({"pgn": pgn, "nodes": 1000}).to_string();
    let (response, answer) = send(crate::request(Method::POST, "/api/training", &ask)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let rejected = response.headers()["training-rejected"].to_str();
    let rejected = rejected.expect("ASCII");
    // How many there are, what is wrong with the first ten, and how many more.
    let parts: Vec<&str> = rejected.split("; ").collect();
    assert_eq!(parts.len(), 11, "{rejected}");
    let first = ["501", "1", "\\u{41a}\\u{444}3", "White"];
    for (part, words) in [(0, &first[..]), (1, &["2"]), (9, &["10"]), (10, &["491"])] {
        check_words(parts[part], words, rejected);
    }
    let all = answer.json()["rejected"].as_array().map(Vec::len);
    assert_eq!(all, Some(501));

    let long = format!("[FEN \"{}\"]\n\n1. e4 *\n\n", "♔".repeat(500));
    let ask = json!({"pgn": long.repeat(20) + LESSON, "nodes": 1000}).to_string();
    let (response, _) = send(crate::request(Method::POST, "/api/training", &ask)).await;
    let rejected = &response.headers()["training-rejected"];
    assert!((1000..2500).contains(&rejected.len()), "{rejected:?}");
}

/// Names of themes as people write them: some words of one, other spellings; or which ones it may be.
#[tokio::test]
async fn themes_by_other_names() {
    let pgn = "1. d4 *";
    for name in [
        "Grünfeld centre",
        "Gruenfeld",
        "grunfeld",
        "GRÜNFELD",
        "Gru\u{308}nfeld",
        "Gruenfeld center",
        "Gruenfeld Centre",
        "Maroczy",
        "maróczy bind",
        "Kings Indian",
        "King’s Indian chain",
        "IQP",
        "Caro Kann",
        "carlsbad",
        "najdorf",
        "rook on seventh",
        "rook-on-seventh",
        "bishop pair",
        "BISHOPPAIR",
        "Hanging pawns",
        "mate in 1",
        "back rank",
    ] {
        let answer = post("/api/training", &json!({"pgn": pgn, "theme": name})).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.body);
    }
    // With those that it may be, or all.
    for (name, words) in [
        ("Benoni", ["Symmetrical Benoni", "Modern Benoni"]),
        ("pawn and fork", ["pawn and fork", "isolated"]),
        ("'-'", ["'-'", "isolated"]),
    ] {
        let ask = json!({"pgn": pgn, "theme": name});
        let expected = Refused(422, "theme", &words);
        check_problem(Method::POST, "/api/training", &ask, expected).await;
    }
}

#[tokio::test]
async fn training_that_cannot_be() {
    let no_king = "8/8/8/8/8/8/8/8 w - - 0 1";
    let none = Refused(400, "", &["fen", "pgn", "player", "theme"]);
    for (body, expected) in [
        (json!({}), none),
        (json!({"fen": null, "limit": 5}), none),
        (
            json!({"theme": "fork", "plan": true}),
            Refused(422, "plan", &["fen"]),
        ),
        (
            json!({"fen": EXAMPLE, "player": "x", "plan": true}),
            Refused(422, "plan", &["fen"]),
        ),
        (
            json!({"pgn": LESSON, "fen": EXAMPLE}),
            Refused(400, "pgn", &["fen", "plan"]),
        ),
        (json!({"pgn": "no game"}), Refused(400, "pgn", &["PGN"])),
        (json!({"pgn": ""}), Refused(400, "pgn", &["PGN"])),
        (
            json!({"fen": "nonsense"}),
            Refused(400, "fen", &["nonsense"]),
        ),
        (
            json!({"theme": "fork", "without": [EXAMPLE, "nonsense"]}),
            Refused(400, "without[1]", &["nonsense"]),
        ),
        (
            json!({"theme": "fork", "without": [no_king]}),
            Refused(422, "without[0]", &[no_king]),
        ),
        (
            json!({"theme": "fork", "without": vec![EXAMPLE; 1001]}),
            Refused(400, "without", &["1000"]),
        ),
        (
            json!({"fen": EXAMPLE, "skip": 10_001}),
            Refused(422, "skip", &["10000"]),
        ),
        (json!({"player": " ,"}), Refused(422, "player", &[" ,"])),
        (
            json!({"player": "Nobody, N", "theme": "fork"}),
            Refused(422, "player", &["Nobody, N"]),
        ),
        (
            json!({"player": "Nobody, N", "fen": EXAMPLE}),
            Refused(422, "player", &["Nobody, N"]),
        ),
        (
            json!({"player": "Nobody, N", "pgn": LESSON}),
            Refused(422, "player", &["Nobody, N", "pgn"]),
        ),
        (
            json!({"theme": "frok"}),
            Refused(422, "theme", &["frok", "isolated"]),
        ),
        (
            json!({"theme": ""}),
            Refused(422, "theme", &["mateIn2", "Isolani"]),
        ),
        (
            json!({"theme": "fork", "limit": 201}),
            Refused(422, "limit", &["201"]),
        ),
        (
            json!({"theme": "fork", "nodes": 999}),
            Refused(422, "nodes", &["999"]),
        ),
        (
            json!({"theme": "fork", "maxRating": -1}),
            Refused(422, "maxRating", &["-1"]),
        ),
        (
            json!({"theme": "fork", "minRating": 2000, "maxRating": 1000}),
            Refused(422, "minRating", &[]),
        ),
    ] {
        check_problem(Method::POST, "/api/training", &body, expected).await;
    }
}
