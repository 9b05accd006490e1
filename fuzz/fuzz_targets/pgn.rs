//! PGN as `ingest` reads it.
//!
//! Laws: the games are the same from pieces of the stream and with their texts kept; these texts are the stream, and
//! tokens are in them; a rejection names a line of it; and a game that is written reads as the same game, with its
//! comments, marks and variations, which also come back from the bytes that are stored of them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pgn::{Annotations, Game, Games, RawGame, Rejected, Token, parse, pgn_games};
use tabiya_fuzz::Pieces;

type Outcome = Result<Game, Rejected>;

fuzz_target!(|stream: &[u8]| {
    if tabiya_fuzz::names_origins(stream) {
        return;
    }
    let games: Vec<Outcome> = pgn_games(stream)
        .map(|game| game.expect("readable"))
        .collect();
    let of_pieces = pgn_games(Pieces::new(stream)).map(|game| game.expect("readable"));
    assert!(of_pieces.eq(games.iter().cloned()), "pieces");
    let is_utf16 = stream.starts_with(b"\xff\xfe") || stream.starts_with(b"\xfe\xff");
    let with_text = with_text(stream, is_utf16);
    assert_eq!(with_text, games, "with text");
    // LF, CRLF and CR end a line; UTF-16 takes fewer.
    let lines = 1 + stream.iter().filter(|byte| b"\r\n".contains(byte)).count() as u64;
    for (outcome, ordinal) in games.iter().zip(1..) {
        match outcome {
            Err(rejected) => {
                assert_eq!(rejected.game, ordinal);
                assert!(
                    is_utf16 || (1..=lines).contains(&rejected.line),
                    "{rejected:?}"
                );
                assert!(!rejected.reason.is_empty());
            }
            Ok(game) => written(game, ordinal),
        }
    }
});

/// The games of a stream of which the text is kept.
fn with_text(stream: &[u8], is_utf16: bool) -> Vec<Outcome> {
    let (mut games, mut text, mut found) = (Games::with_text(stream), Vec::new(), Vec::new());
    while let Some(raw) = games.next_piece().expect("readable") {
        text.extend_from_slice(&raw.text);
        tokens(&raw);
        if raw.ordinal > 0 {
            found.push(outcome(&raw));
        }
    }
    assert!(is_utf16 || text == stream, "the texts are the stream");
    assert_eq!(games.count(), found.len() as u64);
    found
}

fn tokens(raw: &RawGame) {
    let mut end = 0;
    for token in &raw.tokens {
        assert!(
            token.at.start >= end && token.at.end > token.at.start,
            "{token:?}"
        );
        end = token.at.end;
    }
    assert!(end <= raw.text.len());
}

fn outcome(raw: &RawGame) -> Outcome {
    let parsed = parse(raw).map_err(|reason| raw.rejected(reason))?;
    assert_eq!(parsed.positions.len(), parsed.moves.len() + 1);
    assert_eq!(parsed.words.len(), parsed.moves.len());
    let words = raw
        .tokens
        .iter()
        .filter(|token| Token::is_main(token))
        .count();
    assert!(parsed.words.is_sorted());
    assert!(parsed.words.iter().all(|word| (*word as usize) < words));
    Ok(Game {
        id: raw.ordinal,
        tags: parsed.tags,
        moves: parsed.moves,
        annotations: parsed.annotations,
    })
}

/// Checks a game that has been accepted.
fn written(game: &Game, ordinal: u64) {
    assert_eq!(game.id, ordinal);
    assert_eq!(game.positions().count(), game.plies() + 1);
    let stored = Game {
        annotations: Annotations::from_bytes(&game.annotations.to_bytes()).expect("its own bytes"),
        ..Game::new(ordinal, &game.tags.to_lines(), game.moves.clone())
    };
    assert_eq!(stored, *game);
    for (nth, (position, _)) in game.positions().enumerate() {
        game.annotations.variations(nth + 1, &position);
    }
    // Without tags and moves nothing is left but a result.
    if game.moves.is_empty() && game.tags.iter().next().is_none() {
        return;
    }
    let text = game.pgn();
    let again: Vec<Outcome> = pgn_games(text.as_bytes())
        .map(|game| game.expect("readable"))
        .collect();
    let [Ok(again)] = &again[..] else {
        panic!("{text:?}: {again:?}")
    };
    assert_eq!(again.moves, game.moves, "{text:?}");
    assert_eq!(again.tags, game.tags, "{text:?}");
    assert_eq!(again.annotations, game.annotations, "{text:?}");
}
