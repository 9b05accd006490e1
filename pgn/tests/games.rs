//! Where games begin and end, with and without their texts.

use std::fmt::Write as _;

use pgn::{Games, Kind, RawGame, parse, pgn_games};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// What is read of each game: its number and line, and its moves or why it is rejected.
fn read(pgn: &[u8]) -> Vec<(u64, u64, Result<String, String>)> {
    let mut lines = Games::new(pgn);
    pgn_games(pgn)
        .map(|game| {
            let raw = lines.next_game().expect("readable").expect("the game");
            match game.expect("readable") {
                Ok(game) => (game.id, raw.line, Ok(game.sans().join(" "))),
                Err(left) => (left.game, left.line, Err(left.reason)),
            }
        })
        .collect()
}

/// The moves of each game, all of which can be played.
fn moves(pgn: &str) -> Vec<String> {
    let games = read(pgn.as_bytes()).into_iter();
    games.map(|(_, _, moves)| moves.expect("moves")).collect()
}

/// The pieces of a stream with their texts.
fn pieces(pgn: &[u8]) -> Vec<RawGame> {
    let mut games = Games::with_text(pgn);
    std::iter::from_fn(|| games.next_piece().expect("readable")).collect()
}

/// With texts the games are the same, and no byte is lost.
pub(crate) fn check_pieces(pgn: &[u8]) -> Vec<RawGame> {
    let pieces = pieces(pgn);
    let text: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert_eq!(text, pgn);
    let games = pieces.iter().filter(|piece| piece.ordinal > 0);
    let alike: Vec<_> = games
        .map(|game| match parse(game) {
            Ok(parsed) => {
                let words = game.tokens.iter().filter(|token| token.is_main()).count();
                assert!(parsed.words.is_sorted());
                assert!(parsed.words.iter().all(|word| (*word as usize) < words));
                let game = pgn::Game {
                    id: game.ordinal,
                    tags: parsed.tags,
                    moves: parsed.moves,
                    annotations: parsed.annotations,
                };
                Ok(game.sans().join(" "))
            }
            Err(reason) => Err(reason),
        })
        .collect();
    let wanted: Vec<_> = read(pgn).into_iter().map(|(_, _, moves)| moves).collect();
    assert_eq!(alike, wanted);
    for piece in &pieces {
        let mut from = 0;
        for token in &piece.tokens {
            assert!(from <= token.at.start && token.at.start < token.at.end);
            assert!(token.at.end <= piece.text.len());
            from = token.at.end;
        }
    }
    pieces
}

#[test]
fn reserved_tokens_lose_no_game() {
    for pgn in [
        "1. e4 <reserved> e5 *",
        "1. e4 <Nf6 (x) {y}> e5 *",
        "1. e4<a><b>e5 *",
        "<x> 1. e4 e5 *",
        "1. e4 (1. d4 <)> d5) e5 *",
        "1. e4 {<} e5 {>} *",
        // Each bracket is a token of its own.
        "1. e4 < e5 *",
        "1. e4 > e5 *",
        "1. e4 <\n> e5 *",
    ] {
        assert_eq!(moves(pgn), ["e4 e5"], "{pgn}");
        check_pieces(pgn.as_bytes());
    }
}

#[test]
fn comments_end_at_the_first_brace() {
    assert_eq!(moves("1. e4 {a {b} e5 *"), ["e4 e5"]);
    assert_eq!(moves("1. e4 {a\n% b\n; c} e5 *"), ["e4 e5"]);
    assert_eq!(moves("[A \"b\"] {a\nb} 1. e4 e5 *"), ["e4 e5"]);
    let pieces = check_pieces(b"1. e4 {a\n\nb} e5 *");
    let comments = pieces[0].tokens.iter();
    let comments: Vec<_> = comments
        .filter(|token| token.kind == Kind::Comment)
        .map(|token| &pieces[0].text[token.at.clone()])
        .collect();
    assert_eq!(comments, [b"{a\n\nb}"]);
}

#[test]
fn a_tag_that_comes_again_begins_a_game() {
    let pgn = "[A \"1\"]\n\n[B \"2\"]\n[C \"3\"] [D \"4\"]\n\n[D \"5\"]\n\n1. e4 e5 *\n";
    let games = read(pgn.as_bytes());
    assert_eq!(
        games,
        [(1, 1, Ok(String::new())), (2, 6, Ok("e4 e5".into()))]
    );
    check_pieces(pgn.as_bytes());
}

/// Tags with blank lines between them are looked up, not compared with one another.
#[test]
fn many_tags_with_blank_lines() {
    let mut pgn = String::new();
    for number in 0..80_000 {
        let _ = writeln!(pgn, "[A{number} \"\"]\n");
    }
    pgn.push_str("1. e4 e5 *\n");
    assert_eq!(moves(&pgn), ["e4 e5"]);
}

#[test]
fn long_lines_are_cut_between_words() {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 * ";
    let count = (3 << 20) / game.len();
    for (between, lines) in [("", 0), ("\r", 1)] {
        let pgn = [game, between].concat().repeat(count);
        let games = read(pgn.as_bytes());
        assert_eq!(games.len(), count);
        for (nth, (_, line, moves)) in games.into_iter().enumerate() {
            assert_eq!(moves.as_deref(), Ok("e4 e5 Nf3 Nc6 Bb5 a6"));
            assert_eq!(line, 1 + lines * nth as u64);
        }
    }
}

#[test]
fn a_long_tag_is_longer_than_a_game_can_be() {
    let mut overlong = RawGame::default();
    overlong.overlong = true;
    let why = parse(&overlong).expect_err("overlong");
    let tag = "x".repeat(3_000_000);
    for pgn in [
        format!("[White \"{tag}\"]\n\n1. e4 *"),
        format!("[White \"{tag}\"] 1. e4 *"),
    ] {
        assert_eq!(read(pgn.as_bytes())[0], (1, 1, Err(why.clone())));
    }
}

/// A game of which the text is too long to be kept is one game, and the next one is found.
#[test]
fn long_texts_come_in_pieces() {
    let comment = format!("{{{}}} ", "1. d4 Ke4 [A \"b\"]\n".repeat(200_000));
    let pgn = format!("[A \"b\"]\n\n1. e4 {comment}{comment}{comment}e5 *\n\n1. d4 *\n");
    assert_eq!(moves(&pgn), ["e4 e5", "d4"]);
    let pieces = pieces(pgn.as_bytes());
    let text: Vec<u8> = pieces.iter().flat_map(|piece| piece.text.clone()).collect();
    assert!(text == pgn.as_bytes());
    assert!(pieces.iter().all(|piece| piece.text.len() < 5 << 20));
    let games: Vec<_> = pieces.iter().filter(|piece| piece.ordinal > 0).collect();
    let [first, second] = games[..] else {
        panic!("{} games", games.len());
    };
    assert_eq!((first.line, first.overlong), (1, true));
    assert_eq!((second.line, second.overlong), (600_005, false));
}

/// What PGN is made of, and what it is not.
const PARTS: [&str; 34] = [
    "1. e4 ",
    "e5 ",
    "2. Nf3 ",
    "Nc6 ",
    "e4e5 ",
    "xyz ",
    "--",
    "$1 ",
    "!? ",
    "1-0 ",
    "* ",
    "1.",
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    ";",
    "%",
    " ",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\0",
    "\u{feff}",
    "[Event \"x\"]\n",
    "[White \"A\"]\n",
    "[White \"A\"] 1. d4 ",
    "[A \"b\"] {",
    "[A \"b",
    "\"]",
    "h8( )",
];

proptest! {
    #[test]
    fn no_byte_is_lost(parts in vec(select(&PARTS[..]), 0..60)) {
        check_pieces(parts.concat().as_bytes());
    }
}
