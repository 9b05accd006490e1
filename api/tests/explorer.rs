//! Lichess's opening explorer: what its clients ask, byte for byte, and what is counted.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use api::Rules;
use axum::Router;
use axum::http::{Method, StatusCode};
use index::Index;
use serde_json::{Value, json};
use similarity::Ingested;
use tempfile::TempDir;

use crate::{get, own_engines, request, send_to};

#[tokio::test]
async fn clients() {
    let rows = include_str!("clients.tsv").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [client, path, content_type, fields] = columns[..] else {
            panic!("{row}")
        };
        let answer = get(path).await;
        assert_eq!(
            (answer.status, &*answer.content_type),
            (StatusCode::OK, content_type),
            "{client}: {path} {}",
            answer.body
        );
        for field in fields.split_whitespace() {
            let found = answer.json().pointer(field).cloned();
            assert!(found.is_some(), "{client}: {path} has no {field}");
        }
    }
}

/// The old paths answer as those that clients should ask.
#[tokio::test]
async fn old_paths() {
    for (old, new) in [
        ("/master?play=e2e4", "/masters?play=e2e4"),
        ("/master/pgn/3", "/masters/pgn/3"),
        (
            "/personal?player=Carlsen&color=black",
            "/player?player=Carlsen&color=black",
        ),
        (
            "/lichess/history?play=e2e4&moves=5",
            "/lichess?play=e2e4&moves=0&topGames=0&recentGames=0&history=true",
        ),
    ] {
        assert_eq!(get(old).await.body, get(new).await.body, "{old}");
    }
    let document = get("/openapi.json").await.json();
    for (path, deprecated) in [
        ("/masters", false),
        ("/lichess", false),
        ("/player", false),
        ("/masters/pgn/{id}", false),
        ("/master", true),
        ("/personal", true),
        ("/lichess/history", true),
        ("/master/pgn/{id}", true),
    ] {
        let is_deprecated = document["paths"][path]["get"]["deprecated"] == json!(true);
        assert_eq!(is_deprecated, deprecated, "{path}");
    }
}

/// White, Black, their ratings, date, result, moves.
const GAMES: &[[&str; 7]] = &[
    [
        "Ann",
        "Bob",
        "2700",
        "2600",
        "2020.03.01",
        "1-0",
        "1. e4 e5 2. Nf3 Nc6",
    ],
    [
        "Ann",
        "Ulf",
        "2800",
        "",
        "2021.01.05",
        "1-0",
        "1. e4 c5 2. Nf3 d6",
    ],
    [
        "Cid",
        "Ann",
        "2500",
        "2710",
        "2020.05.02",
        "0-1",
        "1. d4 d5 2. c4 e6",
    ],
    [
        "Ann",
        "Dan",
        "2701",
        "2400",
        "2020.05.07",
        "1/2-1/2",
        "1. e4 e5 2. Nf3 Nf6",
    ],
    [
        "Ann",
        "Eve",
        "2690",
        "2650",
        "2022.01.01",
        "*",
        "1. e4 e5 2. Bc4 d6",
    ],
    [
        "Ann",
        "Fay",
        "2700",
        "2500",
        "????.??.??",
        "0-1",
        "1. e4 e5",
    ],
    [
        "Ann",
        "Gus",
        "2651",
        "2300",
        "2020.??.??",
        "1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5",
    ],
];

/// A service over these games.
static SERVICE: LazyLock<(Router, TempDir)> = LazyLock::new(|| {
    let games = GAMES.iter().map(|[white, black, elo, other, date, result, moves]| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{other}\"]\n\
             [Date \"{date}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
        )
    });
    service(games.collect())
});

/// A service over the games of a PGN.
fn service(pgn: String) -> (Router, TempDir) {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    app::ingest(
        &mut writer,
        "games",
        std::io::Cursor::new(pgn),
        0,
        &mut Ingested::default(),
        |_, _| ControlFlow::Continue(()),
    )
    .expect("all games read");
    writer.commit().expect("a commit");
    drop(writer);
    (
        api::router(Arc::new(index), own_engines(), Rules::default()),
        folder,
    )
}

/// Checks what is answered, by path and JSON pointer, of lists the ids; null is what is null or absent.
async fn check<const N: usize>(cases: [(&str, &str, Value); N]) {
    for (path, pointer, expected) in cases {
        let (_, answer) = send_to(&SERVICE.0, request(Method::GET, path, "")).await;
        assert_eq!(answer.status, StatusCode::OK, "{path} {}", answer.body);
        let found = answer.json().pointer(pointer).cloned().unwrap_or_default();
        let found = match found {
            Value::Array(games) if pointer.ends_with("Games") => {
                games.iter().map(|game| game["id"].clone()).collect()
            }
            found => found,
        };
        assert_eq!(found, expected, "{path} {pointer} {}", answer.body);
    }
}

fn ids(ids: &[u64]) -> Value {
    ids.iter().map(u64::to_string).collect()
}

#[tokio::test]
async fn moves_and_games() {
    check([
        // A game without a result is none, and one that ended in a position did not go on from it.
        ("/masters", "/white", json!(3)),
        ("/masters", "/draws", json!(1)),
        ("/masters", "/black", json!(2)),
        ("/masters?play=e2e4,e7e5", "/white", json!(2)),
        ("/masters?play=e2e4,e7e5", "/black", json!(0)),
        ("/masters?play=e2e4,e7e5", "/moves/0/san", json!("Nf3")),
        ("/masters?play=e2e4,e7e5", "/moves/1", Value::Null),
        // Of who moves, to the nearest: (2700 + 2701 + 2651) / 3.
        (
            "/masters?play=e2e4,e7e5",
            "/moves/0/averageRating",
            json!(2684),
        ),
        ("/masters", "/moves/0/averageRating", json!(2710)),
        ("/masters", "/moves/0/game", Value::Null),
        ("/masters", "/moves/1/game/id", json!("3")),
        // Those of two rated players come first.
        ("/masters", "/topGames", ids(&[1, 3, 6, 4, 7, 2])),
        ("/masters?topGames=2", "/topGames", ids(&[1, 3])),
        ("/lichess", "/topGames", ids(&[1, 3, 6, 4])),
        ("/lichess", "/recentGames", ids(&[2, 7])),
        ("/lichess?topGames=1", "/topGames", ids(&[1])),
        (
            "/lichess?topGames=0&recentGames=1",
            "/recentGames",
            ids(&[2]),
        ),
    ])
    .await;
}

/// Top games by the sum of both ratings; games of one known rating or none come after all others, then the lower id.
#[tokio::test]
async fn top_games() {
    let ratings = [
        ("2500", "2501"),
        ("2800", ""),
        ("2502", "2500"),
        ("1000", "1100"),
        ("", "2850"),
        ("2501", "2501"),
        ("", ""),
        ("2400", "2601"),
        ("2800", "?"),
    ];
    let games = ratings.iter().zip('a'..).map(|((white, black), name)| {
        format!(
            "[White \"{name}{name}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[Result \"1-0\"]\n\n\
             1. e4 e5 1-0\n\n"
        )
    });
    let (service, _folder) = service(games.collect());
    for (path, expected) in [
        ("/masters", &[3, 6, 1, 8, 4, 5, 2, 9, 7][..]),
        ("/masters?topGames=1", &[3]),
        ("/lichess", &[3, 6, 1, 8]),
        ("/masters?play=e2e4&topGames=3", &[3, 6, 1]),
    ] {
        let (_, answer) = send_to(&service, request(Method::GET, path, "")).await;
        let answer = answer.json();
        let games = answer["topGames"].as_array().expect("games").iter();
        let found: Value = games.map(|game| game["id"].clone()).collect();
        assert_eq!(found, ids(expected), "{path}");
    }
}

/// The Variant tag says the variant of a game; a game without one is standard chess.
#[tokio::test]
async fn variants() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (service, _folder) = service(format!(
        "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
         [Variant \"Chess960\"]\n[FEN \"{start}\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
         [Variant \"From Position\"]\n[FEN \"{start}\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e6 1/2-1/2\n\n\
         [Variant \"Standard\"]\n[Result \"1-0\"]\n\n1. e4 c6 1-0\n"
    ));
    for (query, outcomes) in [
        ("", [2, 0, 0]),
        ("variant=standard", [2, 0, 0]),
        ("variant=chess", [2, 0, 0]),
        ("variant=chess960", [0, 0, 1]),
        ("variant=fromPosition", [0, 1, 0]),
        ("variant=chess960&ratings=2500", [0, 0, 0]),
    ] {
        let path = format!("/lichess?{query}");
        let (_, answer) = send_to(&service, request(Method::GET, &path, "")).await;
        let answer = answer.json();
        let found = ["white", "draws", "black"].map(|of| answer[of].as_u64());
        assert_eq!(found, outcomes.map(Some), "{query} {answer}");
    }
}

#[tokio::test]
async fn months() {
    let month = |month: &str, [white, draws, black]: [u64; 3]| json!({"month": month, "white": white, "draws": draws, "black": black});
    check([
        ("/lichess", "/history", Value::Null),
        ("/lichess?history=no", "/history", Value::Null),
        (
            "/lichess?history=yes&play=d2d4",
            "/history",
            json!([month("2020-05", [0, 0, 1])]),
        ),
        (
            "/lichess/history",
            "/history/0",
            month("2020-03", [1, 0, 0]),
        ),
        (
            "/lichess/history",
            "/history/1",
            month("2020-04", [0, 0, 0]),
        ),
        (
            "/lichess/history",
            "/history/2",
            month("2020-05", [0, 1, 1]),
        ),
        (
            "/lichess/history",
            "/history/10",
            month("2021-01", [1, 0, 0]),
        ),
        ("/lichess/history", "/history/11", Value::Null),
        (
            "/lichess/history?since=2020-02",
            "/history/1",
            month("2020-03", [1, 0, 0]),
        ),
        (
            "/lichess/history?since=0001-01&until=2020-03",
            "/history/0/month",
            json!("1952-01"),
        ),
        ("/lichess/history?play=h2h4", "/history", json!([])),
    ])
    .await;
}

#[tokio::test]
async fn of_a_player() {
    check([
        // From the player's side, whoever moves; won 2, drew 1, lost 1 of 4 against 2450.
        ("/player?player=Ann&color=white", "/moves/0/white", json!(3)),
        (
            "/player?player=Ann&color=white",
            "/moves/0/averageOpponentRating",
            json!(2450),
        ),
        (
            "/player?player=Ann&color=white",
            "/moves/0/performance",
            json!(2541),
        ),
        (
            "/player?player=Ann&color=white",
            "/moves/0/averageRating",
            Value::Null,
        ),
        (
            "/player?player=Ann&color=white&play=e2e4",
            "/moves/0/averageOpponentRating",
            json!(2450),
        ),
        (
            "/player?player=Ann&color=white&play=e2e4,e7e5",
            "/moves/0/performance",
            json!(2710),
        ),
        (
            "/player?player=Ann&color=white&play=e2e4",
            "/moves/0/averageRating",
            Value::Null,
        ),
        // Nobody knows how good Ulf is.
        (
            "/player?player=Ann&color=white&play=e2e4",
            "/moves/1/san",
            json!("c5"),
        ),
        (
            "/player?player=Ann&color=white&play=e2e4",
            "/moves/1/performance",
            Value::Null,
        ),
        (
            "/player?player=Ann&color=black",
            "/moves/0/performance",
            json!(3300),
        ),
        (
            "/player?player=Cid&color=white",
            "/moves/0/performance",
            json!(1910),
        ),
        (
            "/player?player=Dan&color=black",
            "/moves/0/performance",
            json!(2701),
        ),
        (
            "/player?player=Ann&color=white",
            "/recentGames",
            ids(&[2, 4, 1, 7, 6]),
        ),
        ("/player?player=Ann&color=white", "/topGames", Value::Null),
    ])
    .await;
}
