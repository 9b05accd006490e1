//! The filter by the name of an opening.

use serde_json::json;

use crate::{EXAMPLE, get, post};

/// Hits are of games of the opening, by the name that the games' own page shows.
#[tokio::test]
async fn filtered_by_opening() {
    for (text, family) in [
        ("Sicilian Najdorf", "Sicilian Defense: Najdorf Variation"),
        ("french defence", "French Defense"),
        ("King’s Indian", "King's Indian"),
    ] {
        let request = json!({"fen": EXAMPLE, "limit": 10, "filter": {"opening": text}});
        let answer = post("/api/similar", &request).await.json();
        let hits = answer["hits"].as_array().expect("hits");
        assert_eq!(hits.len(), 10, "{text}");
        for hit in hits {
            let id = &hit["game"]["id"];
            let game = get(&format!("/api/games/{id}")).await.json();
            let name = game["opening"]["name"].as_str().expect("a name");
            assert!(name.starts_with(family), "{text}: {name}");
        }
    }
}
