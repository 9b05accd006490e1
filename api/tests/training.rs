//! Difficulty, exercises, and games with comments.

use std::convert::Infallible;
use std::path::Path;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use pgn::Rejected;
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};
use training::annotate;

use crate::{EXAMPLE, check_answer, check_problem, post, send};

/// Larin's own example, and his result.
const LARIN: &str = "3rk2B/pp3p1p/2p1b3/2q5/R3Q1n1/8/1P3PPP/1N2KBNR w K - 4 17";
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

#[tokio::test]
async fn difficulty() {
    let answer = post("/api/difficulty", &json!({"fen": LARIN})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let answer = answer.json();
    assert_eq!(answer["larin"], 1860);
    let number = |value: &Value| value.as_i64().expect("a number");
    let [least, most] = [0, 1].map(|end| number(&answer["interval"][end]));
    assert!((least..=most).contains(&number(&answer["rating"])));
    assert!(!answer["why"].as_array().expect("reasons").is_empty());

    // Moves in one text or in a list, and several positions.
    let mut answers = Vec::new();
    for solution in [json!("d1d8"), json!(["d1d8"])] {
        let body = json!({"fen": BACK_RANK, "solution": solution});
        answers.push(post("/api/difficulty", &body).await.json());
    }
    let [one, list] = &answers[..] else {
        panic!("two answers");
    };
    assert_eq!(one, list);
    assert!(number(&one["rating"]) < number(&answer["rating"]));
    let both = post("/api/difficulty", &json!({"fens": [LARIN, "nonsense"]})).await;
    assert_eq!(both.json()["results"][0]["larin"], 1860);
    assert_eq!(both.json()["results"][1]["problem"]["status"], 400);

    for (body, status, detail) in [
        (json!({}), 400, "fen"),
        (
            json!({"fen": BACK_RANK, "solution": "d1d9"}),
            400,
            "solution",
        ),
        (
            json!({"fen": BACK_RANK, "solution": "d1a2"}),
            422,
            "solution",
        ),
    ] {
        check_problem(Method::POST, "/api/difficulty", &body, status, detail).await;
    }
}

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
    ] {
        let mut request = crate::request(Method::POST, "/api/training", &body.to_string());
        let accept = accept.parse().expect("a value");
        request.headers_mut().insert(header::ACCEPT, accept);
        let (response, answer) = send(request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        assert_eq!(answer.content_type, media_type);
        let vary = response.headers().get_all(header::VARY);
        assert!(vary.iter().any(|vary| vary == "accept"));
        // What PGN and CSV have no place for.
        for (name, sentence) in [
            (
                "training-shortfall",
                "1 exercise, fewer than requested: 3 positions of 1 game were searched, and there are no more of this kind",
            ),
            (
                "training-rejected",
                "1 game: game 1, line 1: illegal move Ke3 (move 2, White)",
            ),
        ] {
            assert_eq!(response.headers()[name], sentence, "{media_type}");
        }
        answers.push(answer);
    }
    let answer = answers[0].json();
    assert_eq!(
        answer["rejected"],
        json!([{"file": null, "game": 1, "line": 1, "reason": "illegal move Ke3 (move 2, White)"}])
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
        (json!({"pgn": mate, "limit": 1}), 7, 1, "limit"),
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
        let mut request = crate::request(Method::POST, "/api/training", &ask.to_string());
        let accept = "text/csv, */*;q=0.1".parse().expect("a value");
        request.headers_mut().insert(header::ACCEPT, accept);
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

/// However many games are rejected, and whatever is in them, the header is short and in ASCII.
#[tokio::test]
async fn many_games_left_out() {
    let pgn = format!("{}{LESSON}", "1. Кф3 *\n\n".repeat(500));
    let ask = json!({"pgn": pgn, "nodes": 1000}).to_string();
    let (response, answer) = send(crate::request(Method::POST, "/api/training", &ask)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let rejected = response.headers()["training-rejected"].to_str();
    let rejected = rejected.expect("ASCII");
    assert!(
        rejected.starts_with(
            "501 games: game 1, line 1: cannot read \\u{41a}\\u{444}3 (move 1, White); game 2, "
        ),
        "{rejected}"
    );
    assert!(rejected.ends_with("; and 491 more"), "{rejected}");
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
    for (name, detail) in [
        (
            "Benoni",
            "theme: \"Benoni\" may be one of several: Symmetrical Benoni, Modern Benoni",
        ),
        (
            "pawn and fork",
            "theme: there is no theme \"pawn and fork\"; the motifs are",
        ),
        ("'-'", "theme: there is no theme \"'-'\"; the motifs are"),
    ] {
        let ask = json!({"pgn": pgn, "theme": name});
        check_problem(Method::POST, "/api/training", &ask, 422, detail).await;
    }
}

#[tokio::test]
async fn training_that_cannot_be() {
    let none = "send fen, pgn, player or theme: where exercises come from";
    for (body, status, detail) in [
        (json!({}), 400, none),
        (json!({"fen": null, "limit": 5}), 400, none),
        (
            json!({"theme": "fork", "plan": true}),
            422,
            "plan: it can only be used with fen",
        ),
        (
            json!({"fen": EXAMPLE, "player": "x", "plan": true}),
            422,
            "plan: it can only be used with fen",
        ),
        (
            json!({"pgn": LESSON, "fen": EXAMPLE}),
            400,
            "pgn: the request also has fen or plan",
        ),
        (
            json!({"pgn": "no game"}),
            400,
            "pgn: there is no game in it; is it PGN?",
        ),
        (
            json!({"pgn": ""}),
            400,
            "pgn: there is no game in it; is it PGN?",
        ),
        (json!({"fen": "nonsense"}), 400, "fen: "),
        (json!({"player": " ,"}), 422, "player: \" ,\" has no letter"),
        (
            json!({"player": "Nobody, N", "theme": "fork"}),
            422,
            "player: \"Nobody, N\" has no game in the index",
        ),
        (
            json!({"player": "Nobody, N", "fen": EXAMPLE}),
            422,
            "player: \"Nobody, N\" has no game in the index",
        ),
        (
            json!({"player": "Nobody, N", "pgn": LESSON}),
            422,
            "player: \"Nobody, N\" has no game in pgn",
        ),
        (
            json!({"theme": "frok"}),
            422,
            "theme: there is no theme \"frok\"; the motifs are isolated, ",
        ),
        (
            json!({"theme": ""}),
            422,
            ", mateIn2; the structures are Isolani, ",
        ),
        (
            json!({"theme": "fork", "limit": 201}),
            422,
            "limit: 201 is out of range",
        ),
        (
            json!({"theme": "fork", "nodes": 999}),
            422,
            "nodes: 999 is out of range",
        ),
        (
            json!({"theme": "fork", "maxRating": -1}),
            422,
            "maxRating: -1 is out of range",
        ),
        (
            json!({"theme": "fork", "minRating": 2000, "maxRating": 1000}),
            422,
            "minRating: it is above the highest rating",
        ),
    ] {
        check_problem(Method::POST, "/api/training", &body, status, detail).await;
    }
}

/// Ingest and annotate agree on how many games odd files have, where they begin, which are rejected, and why.
#[test]
fn two_readers_of_pgn_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/messy");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read(&path).expect("a file");
        let (mut games, mut rejected) = (0, Vec::new());
        for game in pgn::pgn_games(&text[..]) {
            games += 1;
            if let Err(game) = game.expect("readable") {
                rejected.push(game);
            }
        }
        let mut unannotated = Vec::new();
        let see = |_, games: Vec<Rejected>| unannotated.extend(games);
        let counted = annotate::<Infallible>(&text[..], &mut std::io::sink(), None, see);
        assert_eq!(counted.unwrap_or(0), games, "{}", path.display());
        assert_eq!(unannotated, rejected, "{}", path.display());
    }
}

#[tokio::test]
async fn annotated() {
    let ask = |query: &str, pgn: &'static str| {
        let request = Request::post(format!("/api/annotate{query}"))
            .header(header::CONTENT_TYPE, "application/x-chess-pgn")
            .body(Body::from(pgn))
            .expect("a request");
        async { send(request).await.1 }
    };
    let pgn = "1. e4 {Best by test.} e5 2. Qh5 (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    let plain = ask("", pgn).await;
    assert_eq!(plain.status, StatusCode::OK, "{}", plain.body);
    assert!(plain.body.contains("{Best by test.}") && plain.body.contains("(2. Nf3 Nc6)"));
    assert!(plain.body.contains("Wayward Queen Attack"));
    assert!(!plain.body.contains("%eval"));
    let scored = ask("?eval=true&nodes=5000", pgn).await;
    assert!(
        scored.body.contains("Nf6 $4 { [%eval #1]"),
        "{}",
        scored.body
    );
    // A game that is left alone says so itself.
    let left = ask("?eval=true", "1. e4 e5 2. Ke3 *\n").await;
    let said = "{ Not annotated: illegal move Ke3 (move 2, White). } 1. e4 e5 2. Ke3 *\n";
    assert_eq!((left.status, &*left.body), (StatusCode::OK, said));
    for (body, detail) in [
        ("\n", "there is no PGN in the body"),
        ("0", "there is no game in it; is it PGN?"),
        ("7.07e+16", "there is no game in it; is it PGN?"),
        ("hello", "there is no game in it; is it PGN?"),
    ] {
        check_answer(&ask("", body).await, 400, detail, body);
    }
    for (query, detail) in [
        ("?eval=true&depth=128", "depth: 128 is out of range"),
        ("?nodes=0", "nodes: 0 is out of range"),
        ("?movetimeMs=3600001", "movetimeMs: 3600001 is out of range"),
    ] {
        check_answer(&ask(query, pgn).await, 422, detail, query);
    }
    let refused = ask("?nodes=none", pgn).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.body);
    assert!(refused.body.contains("nodes"), "{}", refused.body);
}
