//! Games and passages as documents.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use pgn::{Annotations, Date, Game};
use serde_json::{Map, Value, json};
use shakmaty::Color;
use similarity::{EncodedGame, Facts, Feature, GameResult, Passage, Scoring, Speed};

use crate::response::column;
use crate::schema::{cost_name, feature_of_cost, reached, terms_of_cost};

/// The id of a game's document, and where its passages are routed to: its key in base64, 11 characters.
pub(crate) fn id(key: u64) -> String {
    URL_SAFE_NO_PAD.encode(key.to_be_bytes())
}

/// The id of a passage's document: the key of its game, its number and its batch; OpenSearch stores its bytes.
pub(crate) fn passage_id(key: u64, number: usize, batch: u64) -> String {
    let batch = batch.to_be_bytes();
    let number = (number as u16).to_be_bytes();
    URL_SAFE_NO_PAD.encode([&key.to_be_bytes()[..], &number, &batch[3..]].concat())
}

/// How results are written.
pub(crate) fn result(result: GameResult) -> &'static str {
    match result {
        GameResult::Unknown => "unknown",
        GameResult::Won(Color::White) => "white",
        GameResult::Won(Color::Black) => "black",
        GameResult::Drawn => "draw",
    }
}

/// The plies of a game's indexed positions and whose move is first, in one number.
pub(crate) fn span(game: &EncodedGame) -> u64 {
    let plies = game.facts.plies();
    let first = game.passages.first();
    let first = first.map_or(plies + 1, |passage| passage.ply);
    let black_first = u64::from(game.facts.turn(0).is_black());
    first << 32 | plies << 1 | black_first
}

/// The inverse of [`span`]: the plies, and facts that know whose move is first.
pub(crate) fn of_span(span: u64) -> (std::ops::Range<u64>, Facts) {
    let plies = span >> 1 & 0x7fff_ffff;
    (span >> 32..plies + 1, Facts((span & 1) << 2))
}

/// What games and passages have in common.
fn metadata(id: u64, batch: u64, game: &EncodedGame) -> Map<String, Value> {
    let facts = game.facts;
    let date = facts.date();
    let [white, black, event, eco] = &game.names;
    let eco = eco.as_ref().map(|eco| eco.trim().to_ascii_uppercase());
    let fields = [
        ("game", json!(id)),
        ("batch", json!(batch)),
        ("white", json!(white)),
        ("black", json!(black)),
        ("event", json!(event)),
        ("eco", json!(eco)),
        ("result", json!(result(facts.result()))),
        ("speed", json!(facts.speed().map(Speed::name))),
        ("rating", json!(facts.average_rating())),
        ("whiteRating", json!(facts.rating(Color::White))),
        ("blackRating", json!(facts.rating(Color::Black))),
        ("date", json!(date.map(Date::to_bits))),
        (
            "earliest",
            json!(date.map(|date| date.earliest().to_bits())),
        ),
        ("latest", json!(date.map(|date| date.latest().to_bits()))),
    ];
    let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
    fields
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The document of a game.
pub(crate) fn of_game(id: u64, batch: u64, game: &EncodedGame) -> String {
    let mut fields = metadata(id, batch, game);
    let opening = game.opening.iter().map(|number| number.cast_signed());
    fields.insert("facts".to_owned(), json!(game.facts.0.cast_signed()));
    fields.insert("opening".to_owned(), opening.collect());
    fields.insert("span".to_owned(), json!(span(game)));
    fields.insert("tags".to_owned(), json!(game.tags));
    fields.insert("moves".to_owned(), json!(moves_text(game)));
    Value::Object(fields).to_string()
}

/// The moves in base64; after a space, if there are any, the annotations. They have no field of their own: which fields
/// documents give back cannot be changed in an index that is there.
fn moves_text(game: &EncodedGame) -> String {
    let mut text = STANDARD.encode(&game.moves);
    if !game.annotations.is_empty() {
        text.push(' ');
        STANDARD.encode_string(&game.annotations, &mut text);
    }
    text
}

/// The game of a document's source.
pub(crate) fn game(source: &Value) -> Option<Game> {
    let text = source["moves"].as_str()?;
    let (moves, annotations) = text.split_once(' ').unwrap_or((text, ""));
    let moves = STANDARD.decode(moves).ok()?;
    let game = Game::new(source["game"].as_u64()?, source["tags"].as_str()?, moves);
    let annotations = STANDARD.decode(annotations).ok()?;
    Some(Game {
        annotations: Annotations::from_bytes(&annotations)?,
        ..game
    })
}

/// The ids and documents of a game's passages.
pub(crate) fn of_passages(id: u64, batch: u64, game: &EncodedGame) -> Vec<(String, String)> {
    let common = Value::Object(metadata(id, batch, game)).to_string();
    let common = common.trim_end_matches('}');
    let mut documents = Vec::new();
    for (number, (passage, terms)) in game.passages().enumerate() {
        let mut text = String::with_capacity(16 * terms.len() + common.len() + 1000);
        let stored = Passage {
            game: id,
            ply: passage.ply,
            row: passage.row,
        };
        // Into memory nothing fails to be written.
        let _ = write!(
            text,
            r#"{common},"ply":{},"last":{},"passage":"{}","material":{:?},"terms":["#,
            passage.ply,
            stored.ply + stored.positions() as u64 - 1,
            column(&stored, game.facts),
            passage.material,
        );
        for (term, _) in terms {
            if *term == term.query_term() {
                let _ = write!(text, r#""{}","#, term.id());
            }
            if matches!(term.feature(), Feature::Naive | Feature::Reachability) {
                let _ = write!(text, r#""{}","#, reached(term.query_term()));
            }
        }
        for (scoring, cost) in Scoring::STORED.iter().zip(passage.least.costs) {
            for term in terms_of_cost(scoring, cost) {
                let _ = write!(text, r#""{term}","#);
            }
        }
        close(&mut text, r#"],"costs":{"#);
        for feature in Feature::penalised() {
            let least = passage.least.rarities[feature as usize];
            let (name, value) = (cost_name(feature), feature_of_cost(least));
            let _ = write!(text, r#""{name}":{value:e},"#);
        }
        close(&mut text, "}}");
        documents.push((passage_id(game.keys.own, number, batch), text));
    }
    documents
}

/// Ends a list, without the comma after its last item.
fn close(text: &mut String, end: &str) {
    if text.ends_with(',') {
        text.pop();
    }
    text.push_str(end);
}

#[cfg(test)]
mod tests {
    use similarity::{Encoder, MAX_POSITIONS};

    use super::*;

    #[test]
    fn games_come_back_with_their_annotations() {
        for pgn in [
            "[White \"A\"]\n\n1. e4 {best} e5!? (1... c5) 2. Nf3 { [%clk 0:01:00] } *",
            "1. e4 e5 *",
        ] {
            let mut games = pgn::Games::new(pgn.as_bytes());
            let raw = games.next_game().expect("readable").expect("a game");
            let parsed = pgn::parse(&raw).expect("legal moves");
            let encoded = Encoder::new(0, MAX_POSITIONS).encode(&parsed, |_| None);
            let encoded = encoded.expect("32 pieces").game().expect("no duplicate");
            let source = serde_json::from_str(&of_game(7, 1, &encoded)).expect("JSON");
            let game = game(&source).expect("a game");
            assert_eq!(game.moves, parsed.moves, "{pgn}");
            assert_eq!(game.annotations, parsed.annotations, "{pgn}");
        }
    }
}
