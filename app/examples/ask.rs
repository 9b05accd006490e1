//! Asks an index for the positions most similar to one, and prints the answer as the HTTP API sends it.
//!
//! ```sh
//! tabiya ingest data/carlsen.pgn
//! cargo run -p tabiya-app --example ask -- tabiya-index
//! ```

use std::error::Error;
use std::path::PathBuf;

use app::{Database, FilterRequest, Limit, Place, SimilarRequest, Turn, Until, similar};
use pgn::parse_fen;

const FEN: &str = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or("tabiya-index".to_owned());
    let database = Database::open(&Place::Folder(PathBuf::from(folder)))?;
    // The index as of now: imports that follow change nothing in it.
    let view = database.snapshot()?;

    // A filter is written as people write it. An error names the field, e.g. `since`.
    let filter = FilterRequest {
        player: Some("carlsen magnus".to_owned()),
        since: Some("2001".parse()?),
        ..FilterRequest::default()
    };
    // Numbers have their ranges in their types: `Limit::of::<0>()` does not compile.
    let request = SimilarRequest {
        limit: Limit::of::<3>(),
        turn: Turn::Same,
        filter: Some(filter.parse()?),
        ..SimilarRequest::default()
    };

    // No engines, so that nothing is analysed; no deadline.
    let positions = [parse_fen(FEN)?];
    for answer in similar(&view, &positions, &request, None, &Until::default())? {
        let answer = answer?;
        for hit in &answer.hits {
            println!("{:7.3}  {}  {}", hit.score, hit.label, hit.fen);
        }
        println!("{}", serde_json::to_string_pretty(&answer)?);
    }
    Ok(())
}
