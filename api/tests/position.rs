//! Facts about one position: its terms, its motifs, the engine's analysis.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{EXAMPLE, Refused, check_answer, check_problem, post};
use testing::words::check_words;

#[tokio::test]
async fn terms() {
    let answer = post("/api/terms", &json!({"fen": "4k3/8/8/8/8/8/4P3/4K3_w"}))
        .await
        .json();
    assert_eq!(answer["fen"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(answer["naive"], json!(["Pe2", "Ke1", "ke8"]));
    assert_eq!(
        answer["reachability"][0],
        json!({"term": "Pe3", "weight": 0.890_625})
    );
    assert_eq!(answer["connectivity"], json!(["K<Pe2"]));
    assert_eq!(answer["pawns"], json!(["Ie2", "Fe2", "P(1)", "p(0)"]));
}

#[tokio::test]
async fn motifs() {
    let answer = post(
        "/api/motifs",
        &json!({"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}),
    )
    .await
    .json();
    let mut isolated = answer["motifs"][0].clone();
    let text = isolated["text"].take();
    check_words(text.as_str().expect("a text"), &["White", "e2"], "isolated");
    assert_eq!(
        isolated,
        json!({
            "kind": "isolated", "color": "white", "squares": ["e2"], "pieces": ["P"], "moves": [],
            "term": "Ie2", "text": null,
        })
    );
    assert_eq!(
        (&answer["opening"], &answer["structures"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(
        answer["squares"]
            .as_array()
            .expect("squares")
            .iter()
            .find(|square| square["square"] == "e2"),
        Some(&json!({
            "square": "e2", "piece": "P", "kinds": ["isolated", "passed", "pawnMajority"],
        }))
    );
}

/// One with moves: what stands where, what is played, what it is called.
#[tokio::test]
async fn motifs_with_moves() {
    let answer = post("/api/motifs", &json!({"fen": "r3k3/8/8/1N6/8/8/8/4K3_w"}))
        .await
        .json();
    let fork = answer["motifs"].as_array();
    let mut fork = fork
        .and_then(|motifs| motifs.last())
        .expect("a fork")
        .clone();
    let text = fork["text"].take();
    let words = ["White", "Nc7+", "Black", "a8", "e8"];
    check_words(text.as_str().expect("a text"), &words, "fork");
    assert_eq!(
        fork,
        json!({
            "kind": "fork", "color": "white", "squares": ["b5", "c7", "a8", "e8"],
            "pieces": ["N", null, "r", "k"], "moves": [{"uci": "b5c7", "san": "Nc7+"}], "term": null,
            "text": null,
        })
    );
    let answer = post(
        "/api/motifs",
        &json!({"fen": "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"}),
    )
    .await
    .json();
    let mate = answer["motifs"]
        .as_array()
        .and_then(|motifs| motifs.last())
        .expect("a mate");
    assert_eq!(
        (&mate["kind"], mate["moves"].as_array().map(Vec::len)),
        (&json!("mateIn2"), Some(3))
    );
    let last = mate["moves"][2]["san"].as_str().expect("SAN");
    assert!(last.ends_with('#'), "{mate}");
}

/// A fork that loses the queen is no chance, unless chances are not confirmed.
#[tokio::test]
async fn chances_that_lose_are_left_out() {
    let chances = async |fen: &str, nodes: Value| {
        let answer = post("/api/motifs", &json!({"fen": fen, "nodes": nodes})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let motifs = answer.json()["motifs"].take();
        let motifs = motifs.as_array().expect("motifs").clone().into_iter();
        let with_moves = motifs.filter(|motif| motif["moves"] != json!([]));
        with_moves
            .map(|mut motif| motif["moves"][0]["uci"].take())
            .collect::<Vec<_>>()
    };
    let loses = "2kr3r/pp2bppp/2n1b3/1N6/1P1N4/P3q3/4B1PP/2RQK2R w K - 2 17";
    assert_eq!(chances(loses, json!(0)).await, ["d4c6"]);
    for nodes in [Value::Null, json!(20_000)] {
        assert!(chances(loses, nodes).await.is_empty());
    }
    let wins = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
    assert_eq!(chances(wins, Value::Null).await, ["b5c7"]);
    let answer = post("/api/motifs", &json!({"fen": wins, "nodes": 1_000_001})).await;
    let expected = Refused(422, "nodes", &["1000001", "0", "1000000"]);
    check_answer(&answer, expected, "nodes");
}

/// Several positions are answered in their order, each as it is alone, or with its own problem.
#[tokio::test]
async fn motifs_of_several_positions() {
    let fens = ["r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "nonsense", EXAMPLE];
    let several = post("/api/motifs", &json!({ "fens": fens })).await;
    assert_eq!(several.status, StatusCode::OK, "{}", several.body);
    let several = several.json();
    let results = several["results"].as_array().expect("results");
    assert_eq!(results.len(), fens.len());
    for (fen, result) in fens.into_iter().zip(results) {
        let alone = post("/api/motifs", &json!({ "fen": fen })).await;
        if alone.status == StatusCode::OK {
            assert_eq!(*result, alone.json(), "{fen}");
        } else {
            let refused = json!({"fen": fen, "problem": alone.json()});
            assert_eq!((alone.status, result), (StatusCode::BAD_REQUEST, &refused));
        }
    }
    let many = |count| json!({ "fens": vec![EXAMPLE; count] });
    let most = post("/api/motifs", &many(64)).await.json();
    assert_eq!(most["results"].as_array().map(Vec::len), Some(64));
    for (body, expected) in [
        (many(65), Refused(422, "fens", &["65", "1", "64"])),
        (many(0), Refused(422, "fens", &["0", "1", "64"])),
        (json!({}), Refused(400, "", &["fen"])),
        (
            json!({"fen": EXAMPLE, "fens": [EXAMPLE]}),
            Refused(400, "fens", &["fen"]),
        ),
    ] {
        check_problem(Method::POST, "/api/motifs", &body, expected).await;
    }
}

#[tokio::test]
async fn structures_and_openings() {
    let chain = "rnbqkbnr/pp3ppp/4p3/2ppP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4";
    let answer = post("/api/motifs", &json!({"fen": chain})).await.json();
    assert_eq!(
        answer["opening"],
        json!({"eco": "C02", "name": "French Defense: Advance Variation"})
    );
    let structure = &answer["structures"][0];
    assert_eq!(
        (&structure["name"], &structure["color"], &structure["grade"]),
        (&json!("French chain"), &json!("white"), &json!(0.97))
    );
    for text in [
        &structure["about"],
        &structure["plans"]["white"],
        &structure["plans"]["black"],
    ] {
        assert!(
            text.as_str().is_some_and(|text| text.ends_with('.')),
            "{structure}"
        );
    }
}

/// The weaker the rating, the fewer moves are looked at, and fewer than at full strength, which the strongest
/// rating is; each twice alike.
#[tokio::test]
async fn analysis_as_a_rating() {
    let mut nodes = Vec::new();
    for elo in [json!(800), json!(1500), json!(2199), Value::Null] {
        let ask = json!({"fen": EXAMPLE, "elo": elo, "nodes": 200_000});
        let (one, other) = (
            post("/api/analyse", &ask).await,
            post("/api/analyse", &ask).await,
        );
        assert_eq!(one.status, StatusCode::OK, "{}", one.body);
        let (one, other) = (one.json(), other.json());
        assert_eq!(one["pvs"], other["pvs"], "{elo}");
        nodes.push(one["nodes"].as_u64().expect("a number"));
    }
    assert!(nodes.is_sorted_by(|one, next| one < next), "{nodes:?}");
    // The next one is as strong as ever, and so is the strongest rating.
    let full = json!({"fen": EXAMPLE, "nodes": 200_000});
    let full = post("/api/analyse", &full).await.json();
    let strongest = json!({"fen": EXAMPLE, "elo": 2600, "nodes": 200_000});
    let strongest = post("/api/analyse", &strongest).await.json();
    assert_eq!(full["nodes"].as_u64(), nodes.last().copied(), "{full}");
    for field in ["nodes", "pvs"] {
        assert_eq!(full[field], strongest[field], "{field}");
    }

    for (elo, words) in [
        (json!(799), ["799", "800", "2600"]),
        (json!(1000.5), ["1000.5", "800", "2600"]),
    ] {
        let body = json!({"fen": EXAMPLE, "elo": elo});
        let expected = Refused(422, "elo", &words);
        check_problem(Method::POST, "/api/analyse", &body, expected).await;
    }
}
