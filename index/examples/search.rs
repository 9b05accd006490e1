//! From a PGN file to the ten games most like a position.
//!
//! ```text
//! cargo run -p tabiya-index --example search -- GAMES.pgn "FEN"
//! ```

use std::error::Error;
use std::path::Path;

use index::{Index, Pace};
use pgn::{Game, Games, open_pgn, parse, parse_fen};
use similarity::{Encoded, Encoder, Ingested, Query, Scoring, Store, considered, rerank};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, fen] = &arguments[..] else {
        return Err("usage: search GAMES.pgn FEN".into());
    };
    let position = parse_fen(fen)?;

    // An index is a folder. One writer at a time adds games to it, and a commit makes them seen.
    let folder = tempfile::tempdir()?;
    let index = Index::create(folder.path())?;
    let mut writer = index.writer()?;
    let mut sum = Ingested::default();
    let from_move = 13;
    let mut encoder = Encoder::new(from_move, writer.passage_positions());
    let mut games = Games::new(open_pgn(Path::new(file), |_bytes| {}));
    while let Some(raw) = games.next_game()? {
        // The writer knows which games it has, and counts the duplicates.
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
    writer.commit()?;
    writer.close()?;
    println!("{} games, {} positions", sum.games, sum.positions);

    // A snapshot stays as it is, whatever is written meanwhile.
    let snapshot = index.snapshot()?;
    let query = Query::new(&position, snapshot.statistics(), Scoring::Tabiya);
    // The best by what is on the board, whose games say more: they are put in a new order by it.
    let considered = considered(&query, 10).unwrap_or(10);
    let nearest = snapshot.nearest(query, considered, &Pace::default())?;
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
