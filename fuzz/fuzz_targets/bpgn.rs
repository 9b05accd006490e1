//! Bughouse games, boards and messages.
//!
//! Laws: a game that is written reads as the same game; its moves lead to its position; each legal move is read from
//! its SAN and from its UCI; a message is read from its words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use variants::bughouse::{Bpgn, Bughouse, Kind, Message, PocketBoard, Rules, Side};

fuzz_target!(|text: &str| {
    for game in Bpgn::all(text, Rules::USUAL) {
        match game {
            Ok(game) => written(&game),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if let Ok(game) = Bughouse::from_text(text, Rules::THESIS) {
        moves(&game);
        let written = game.to_string();
        let read = Bughouse::from_text(&written, Rules::THESIS);
        let read = read.unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(read.to_string(), written);
        assert_eq!(read.outcome(), game.outcome(), "{written}");
    }
    if let Ok(board) = PocketBoard::from_fen(text, Kind::Crazyhouse) {
        let written = board.to_string();
        let read = PocketBoard::from_fen(&written, Kind::Crazyhouse);
        let read = read.unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!((read.to_string(), read.key()), (written, board.key()));
    }
    if let Ok(messages) = Message::parse(text) {
        for message in messages {
            let words = message.to_string();
            assert_eq!(words.parse(), Ok(message), "{words}");
        }
    }
});

fn written(game: &Bpgn) {
    moves(&game.game);
    let text = game.to_string();
    let read: Bpgn = text
        .parse()
        .unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let sans = |game: &Bpgn| {
        game.plies
            .iter()
            .map(|ply| (ply.seat, ply.number, ply.san.clone(), ply.clock))
            .collect::<Vec<_>>()
    };
    assert_eq!(sans(&read), sans(game), "{text:?}");
    assert_eq!(read.tags, game.tags, "{text:?}");
    assert_eq!(
        (&read.result, read.game.to_string()),
        (&game.result, game.game.to_string()),
        "{text:?}"
    );
    assert_eq!(read.game.outcome(), game.game.outcome(), "{text:?}");
}

fn moves(game: &Bughouse) {
    for board in Side::ALL.map(|side| game.board(side)) {
        for m in board.legal_moves() {
            assert_eq!(board.parse_move(&board.san(m)), Some(m), "{board}");
            assert_eq!(board.parse_move(&board.uci(m)), Some(m), "{board}");
        }
    }
}
