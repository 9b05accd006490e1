//! Unknown players and collections: one rule for all routes.

use axum::http::Method;
use serde_json::{Value, json};

use crate::{EXAMPLE, Refused, check_answer, get, request, request_as, send};

/// The unknown name of a player and of a collection.
const NAME: &str = "Xyzzy";

const ANY: &str = "????????/????????/????????/????????/????????/????????/????????/????????";

/// Names of fields of a filter, and an unknown value of each.
fn fields() -> [(&'static str, Value); 5] {
    [
        ("player", json!(NAME)),
        ("opponent", json!(NAME)),
        ("white", json!(NAME)),
        ("black", json!(NAME)),
        ("collection", json!([NAME])),
    ]
}

/// Checks that a request is refused for an unknown name in a field.
async fn check_unknown(method: Method, path: &str, body: &Value, field: &str) {
    let case = format!("{path} {body} {field}");
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let (_, answer) = send(request(method, path, &body)).await;
    let lists = if field.ends_with("collection") {
        "/api/collections"
    } else {
        "/api/players"
    };
    check_answer(&answer, Refused(422, field, &[NAME, lists]), &case);
    let problem = answer.json();
    assert_eq!(
        (&problem["code"], &problem["field"]),
        (&json!("impossible"), &json!(field)),
        "{case}"
    );
}

#[tokio::test]
async fn in_a_filter() {
    for (path, request) in [
        ("/api/similar", json!({"fen": EXAMPLE})),
        ("/api/similar", json!({"fens": [EXAMPLE, EXAMPLE]})),
        (
            "/api/similar",
            json!({"fen": EXAMPLE, "analyse": {"depth": 1}}),
        ),
        ("/api/positions", json!({"fen": EXAMPLE})),
        ("/api/positions", json!({"pattern": ANY})),
        ("/api/report", json!({"player": "Carlsen"})),
    ] {
        for (name, value) in fields() {
            // The player of a report is beside the filter.
            if path == "/api/report" && name == "player" {
                continue;
            }
            let mut request = request.clone();
            request["filter"] = json!({name: value});
            check_unknown(Method::POST, path, &request, &format!("filter.{name}")).await;
        }
    }
    // A book that is a filter, too.
    for (name, value) in fields() {
        let request = json!({"player": "Carlsen", "book": {name: value}});
        check_unknown(
            Method::POST,
            "/api/report",
            &request,
            &format!("book.{name}"),
        )
        .await;
    }
}

#[tokio::test]
async fn in_a_query() {
    let fen = EXAMPLE.replace(' ', "_");
    for path in [format!("/api/similar?fen={fen}&"), "/api/games?".to_owned()] {
        for (name, _) in fields() {
            let path = format!("{path}{name}={NAME}");
            check_unknown(Method::GET, &path, &Value::Null, name).await;
        }
    }
    for (name, _) in fields() {
        let list = request_as(
            Method::GET,
            &format!("/api/games?{name}={NAME}"),
            "",
            "application/json",
        );
        let (_, answer) = send(list).await;
        check_answer(&answer, Refused(422, name, &[NAME]), name);
    }
    let path = format!("/api/players?q=a&collection={NAME}");
    check_unknown(Method::GET, &path, &Value::Null, "collection").await;
}

#[tokio::test]
async fn in_fields_of_their_own() {
    for (path, request, field) in [
        ("/api/report", json!({"player": NAME}), "player"),
        ("/api/training", json!({"player": NAME}), "player"),
        (
            "/api/training",
            json!({"player": NAME, "theme": "fork"}),
            "player",
        ),
        (
            "/api/training",
            json!({"player": NAME, "mistakes": true}),
            "player",
        ),
        (
            "/api/training",
            json!({"theme": "fork", "collection": [NAME]}),
            "collection",
        ),
        (
            "/api/training",
            json!({"fen": EXAMPLE, "plan": true, "collection": [NAME]}),
            "collection",
        ),
        (
            "/api/training",
            json!({"player": "Carlsen", "mistakes": true, "collection": ["Carlsen's games", NAME]}),
            "collection",
        ),
    ] {
        check_unknown(Method::POST, path, &request, field).await;
    }
}

/// An unknown name in a path is 404, and routes for clients of lichess answer as lichess does.
#[tokio::test]
async fn exceptions() {
    let (_, answer) = send(request(Method::GET, &format!("/api/players/{NAME}"), "")).await;
    check_answer(
        &answer,
        Refused(404, "", &[NAME, "/api/players"]),
        "in the path",
    );
    assert_eq!(answer.json()["code"], "notFound");
    for path in [
        format!("/player?player={NAME}&color=white"),
        format!("/player?player={NAME}&color=black&play=e2e4"),
    ] {
        let answer = get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        let found = answer.json();
        let counts = ["white", "draws", "black"].map(|name| found[name].as_u64());
        assert_eq!(
            (counts, &found["moves"]),
            ([Some(0); 3], &json!([])),
            "{path}"
        );
    }
    // They do not look at a player; a collection is not a parameter of lichess.
    for path in ["/masters", "/lichess"] {
        assert_eq!(
            get(&format!("{path}?player={NAME}")).await.body,
            get(path).await.body,
            "{path}"
        );
        check_unknown(
            Method::GET,
            &format!("{path}?collection={NAME}"),
            &Value::Null,
            "collection",
        )
        .await;
    }
}

/// A name that some game has passes, if only of the other colour or in another collection.
#[tokio::test]
async fn known_names() {
    for filter in [
        json!({"player": "carlsen", "since": "2030"}),
        json!({"white": "Edvardsen,R", "black": "edvardsen"}),
        json!({"player": "Carlsen", "opponent": "Edvardsen", "collection": ["carlsen's GAMES"]}),
    ] {
        let request_of = json!({"fen": EXAMPLE, "filter": filter}).to_string();
        let (_, answer) = send(request(Method::POST, "/api/similar", &request_of)).await;
        assert_eq!(answer.status, 200, "{filter}: {}", answer.body);
    }
}
