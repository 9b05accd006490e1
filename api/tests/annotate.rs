//! Games with comments.

use std::convert::Infallible;
use std::path::Path;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use coach::annotate;
use pgn::Rejected;

use crate::{Refused, check_answer, send};
use testing::words::check_words;

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
    let scored = ask("?evals=true&nodes=5000", pgn).await;
    assert!(
        scored.body.contains("Nf6 $4 { [%eval #1]"),
        "{}",
        scored.body
    );
    // The name that the parameter had at first is still read.
    assert_eq!(ask("?eval=true&nodes=5000", pgn).await.body, scored.body);
    // A game that is left alone says so itself.
    let left = ask("?evals=true", "1. e4 e5 2. Ke3 *\n").await;
    assert_eq!(left.status, StatusCode::OK, "{}", left.body);
    let comment = left.body.strip_prefix("{ ");
    let comment = comment.and_then(|rest| rest.strip_suffix(" } 1. e4 e5 2. Ke3 *\n"));
    let comment = comment.unwrap_or_else(|| panic!("a comment: {}", left.body));
    check_words(comment, &["Ke3", "2", "White"], "a game left alone");
    let mut details = Vec::new();
    for body in ["\n", "0", "7.07e+16", "hello"] {
        let answer = ask("", body).await;
        details.push(check_answer(&answer, Refused(400, "", &["PGN"]), body));
    }
    // Nothing at all is another problem than no game.
    let [nothing, no_game, other @ ..] = &details[..] else {
        panic!("details");
    };
    assert_ne!(nothing, no_game);
    assert!(other.iter().all(|detail| detail == no_game), "{details:?}");
    for (query, expected) in [
        ("?evals=true&depth=128", Refused(422, "depth", &["128"])),
        ("?nodes=0", Refused(422, "nodes", &["0"])),
        ("?nodes=none", Refused(400, "nodes", &[])),
        (
            "?movetimeMs=3600001",
            Refused(422, "movetimeMs", &["3600001"]),
        ),
    ] {
        check_answer(&ask(query, pgn).await, expected, query);
    }
}
