//! The filter of what is played after a position.

use serde_json::{Value, json};

use crate::{EXAMPLE, get, post};

/// The moves of a hit's side to move, without check signs, within its next six.
async fn next_moves(hit: &Value) -> Vec<String> {
    let path = format!("/api/games/{}", hit["game"]["id"]);
    let game = get(&path).await.json();
    let moves = game["moves"].as_str().expect("moves").split(' ');
    let ply = hit["ply"].as_u64().expect("a ply") as usize;
    let next = moves.skip(ply).step_by(2).take(6);
    next.map(|san| san.trim_end_matches(['+', '#']).to_owned())
        .collect()
}

/// What is played after hits; of those with the colours reversed, with the colours reversed.
#[tokio::test]
async fn filtered_by_what_is_played() {
    let filter = json!({"played": ["Rd8+", "Kg2"]});
    let request = json!({"fen": EXAMPLE, "filter": filter, "flip": true});
    let answer = post("/api/similar", &request).await.json();
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 10, "{answer}");
    let mut flipped = 0;
    for hit in hits {
        let is_flipped = hit["flipped"] == true;
        flipped += usize::from(is_flipped);
        let next = next_moves(hit).await;
        let [rook, king] = if is_flipped {
            ["d1", "g7"]
        } else {
            ["d8", "g2"]
        };
        for (piece, target) in [('R', rook), ('K', king)] {
            let is_like = |san: &String| san.starts_with(piece) && san.ends_with(target);
            assert!(next.iter().any(is_like), "{next:?} {hit}");
        }
    }
    assert!((1..10).contains(&flipped), "{flipped}");

    let request = json!({"fen": EXAMPLE, "filter": {"played": ["O-O"]}});
    let answer = post("/api/similar", &request).await.json();
    let fen = EXAMPLE.replace(' ', "_");
    let over_get = get(&format!("/api/similar?fen={fen}&played=O-O"))
        .await
        .json();
    assert_eq!(over_get["hits"], answer["hits"]);
    assert_eq!(over_get["passed"], answer["passed"]);
    let hits = answer["hits"].as_array().expect("hits");
    assert_eq!(hits.len(), 10, "{answer}");
    for hit in hits {
        let next = next_moves(hit).await;
        assert!(next.contains(&"O-O".to_owned()), "{next:?}");
    }
    let check = json!({"fen": EXAMPLE, "filter": {"played": ["O-O+"]}});
    let check = post("/api/similar", &check).await.json();
    assert_eq!(check["hits"], answer["hits"]);
}
