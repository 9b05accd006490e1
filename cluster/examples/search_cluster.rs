//! From a PGN file to the ten games most like a position, in an OpenSearch cluster.
//!
//! The index NAME is created unless it exists, and stays in the cluster.
//!
//! ```text
//! cargo run -p tabiya-cluster --example search_cluster -- http://127.0.0.1:9200 NAME GAMES.pgn "FEN"
//! ```

use std::error::Error;
use std::path::Path;

use cluster::{Address, Cluster, Layout};
use pgn::{Game, Games, open_pgn, parse, parse_fen};
use similarity::{Encoded, Encoder, Ingested, Query, Scoring, Store, considered, rerank};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, name, file, fen] = &arguments[..] else {
        return Err("usage: search URL NAME GAMES.pgn FEN".into());
    };
    let position = parse_fen(fen)?;

    // An index is some OpenSearch indices whose names begin alike. Any number of writers add games to it at once.
    let address = Address {
        urls: vec![url.clone()],
        name: name.clone(),
        user: None,
        ca: None,
    };
    let cluster = Cluster::open_or_create(address, Layout::default())?;
    let mut writer = cluster.writer()?;
    let mut sum = Ingested::default();
    let from_move = 13;
    let mut encoder = Encoder::new(from_move, writer.passage_positions());
    let mut games = Games::new(open_pgn(Path::new(file), |_bytes| {}));
    while let Some(raw) = games.next_game()? {
        // The cluster knows which games it has: the writer counts the duplicates.
        match parse(&raw).and_then(|game| encoder.encode(&game, |_key| None)) {
            Ok(Encoded::Game(game)) => {
                writer.add(*game, &mut sum)?;
            }
            Ok(Encoded::Duplicate(_)) => {}
            Err(reason) => {
                let game = raw.rejected(reason);
                eprintln!("line {}: {}", game.line, game.reason);
            }
        }
    }
    // A commit makes them seen.
    writer.commit(&mut sum)?;
    cluster.reload();
    println!(
        "{} games, {} positions, {} duplicates",
        sum.games, sum.positions, sum.duplicates
    );

    // A snapshot stays as it is, whatever is written meanwhile.
    let snapshot = cluster.snapshot()?;
    let query = Query::new(&position, snapshot.statistics(), Scoring::Tabiya);
    // The best by what is on the board, whose games say more: they are put in a new order by it.
    let considered = considered(&query, 10).unwrap_or(10);
    let nearest = snapshot.nearest(query, considered)?;
    let pool = snapshot.candidates(&nearest)?;
    let similar = rerank(nearest, &pool, None, 10);

    // A hit is a game and a ply; the query explains its score.
    for hit in &similar.hits {
        let game = snapshot.game(hit.game)?.ok_or("a game is missing")?;
        let found = game.positions().nth(usize::try_from(hit.ply)?);
        let (found, _) = found.ok_or("a position is missing")?;
        let player = |color| game.tags.get(color).unwrap_or("?");
        let (number, color) = Game::moved(&found);
        let explanation = similar.query.explain(&found);
        let reason = explanation.terms.first().map_or("", |term| &term.text);
        println!(
            "{:6.1}  {} - {}, after move {number} of {color}: {reason}",
            hit.score,
            player("White"),
            player("Black"),
        );
    }
    Ok(())
}
