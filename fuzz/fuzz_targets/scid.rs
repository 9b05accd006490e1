//! Databases of Scid.
//!
//! Laws: the PGN of a database is UTF-8; its games are the same from pieces of it, and with their texts kept; their
//! numbers ascend and are those of entries of the index; a game that is accepted is written and read again; an error has
//! a reason.
//!
//! The input is three files. Its first byte says of which version, the next two pairs how long index and names are.
#![no_main]

use std::fs;
use std::io::Read;

use libfuzzer_sys::fuzz_target;
use pgn::{Game, Games, ReadError, Rejected, open_pgn, parse, pgn_games};
use tabiya_fuzz::Pieces;
use tabiya_fuzz::games::folder;

type Outcome = Result<Game, Rejected>;

/// An entry of the index has 47 bytes in version 4, and 56 in version 5.
const SHORTEST_ENTRY: u64 = 47;

fuzz_target!(|input: &[u8]| {
    let Some((&[version, a, b, c, d], files)) = input.split_first_chunk() else {
        return;
    };
    let length = |low, high| usize::from(u16::from_le_bytes([low, high]));
    let (index, rest) = files.split_at(length(a, b).min(files.len()));
    let (names, games) = rest.split_at(length(c, d).min(rest.len()));
    let folder = folder();
    let version = if version % 2 == 0 { 4 } else { 5 };
    let file = |letter| folder.path().join(format!("base.s{letter}{version}"));
    for (letter, bytes) in [('i', index), ('n', names), ('g', games)] {
        fs::write(file(letter), bytes).expect("written");
    }
    let mut pgn = Vec::new();
    if let Err(error) = open_pgn(&file('i'), |_| ()).read_to_end(&mut pgn) {
        assert!(!ReadError::new("fuzz", &error).why.is_empty());
    }
    assert!(str::from_utf8(&pgn).is_ok());

    let games: Vec<Outcome> = pgn_games(&pgn[..])
        .map(|game| game.expect("readable"))
        .collect();
    let of_pieces = pgn_games(Pieces::new(&pgn)).map(|game| game.expect("readable"));
    assert!(of_pieces.eq(games.iter().cloned()), "pieces");
    assert_eq!(with_text(&pgn), games, "with text");
    let mut last = 0;
    for game in &games {
        let number = match game {
            Ok(game) => {
                written(game);
                game.id
            }
            Err(rejected) => {
                assert!(rejected.line == 0 && !rejected.reason.is_empty());
                rejected.game
            }
        };
        assert!(number > last && number <= index.len() as u64 / SHORTEST_ENTRY + 1);
        last = number;
    }
});

/// The games of a stream of which the text is kept.
fn with_text(stream: &[u8]) -> Vec<Outcome> {
    let mut games = Games::with_text(stream);
    let mut found = Vec::new();
    while let Some(raw) = games.next_game().expect("readable") {
        assert!(!raw.text.starts_with(b"%"));
        let parsed = parse(&raw).map_err(|reason| raw.rejected(reason));
        found.push(parsed.map(|parsed| Game {
            id: raw.ordinal,
            tags: parsed.tags,
            moves: parsed.moves,
            annotations: parsed.annotations,
        }));
    }
    found
}

/// Checks a game that has been accepted.
fn written(game: &Game) {
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
