//! PGN as `annotate` reads and writes it.
//!
//! Laws: it reads and rejects the games that `ingest` does; nothing of the text is lost; what it writes has the same
//! games with the same moves, with and without scores; to annotate it again changes nothing.
#![no_main]

use std::convert::Infallible;
use std::time::Duration;

use coach::{Analyse, AnnotateError, annotate};
use engine::{Analysis, Line, Score};
use libfuzzer_sys::fuzz_target;
use pgn::{Rejected, pgn_games};
use shakmaty::{Chess, Move, Position};
use tabiya_fuzz::{Pieces, is_within};

fuzz_target!(|stream: &[u8]| {
    if tabiya_fuzz::names_origins(stream) {
        return;
    }
    let (moves, rejected) = read(stream);
    for analyse in [None, Some(&analyse as &Analyse<'_, Infallible>)] {
        let Some((games, left, written)) = annotated(stream, analyse) else {
            assert!(moves.is_empty(), "no game");
            continue;
        };
        assert_eq!((games, &left), (moves.len() as u64, &rejected));
        let is_utf16 = stream.starts_with(b"\xff\xfe") || stream.starts_with(b"\xfe\xff");
        assert!(is_utf16 || is_within(stream, &written), "something is lost");
        let text = String::from_utf8_lossy(&written);
        assert_eq!(read(&written).0, moves, "{text:?}");
        let again = annotated(&written, analyse).map(|(.., written)| written);
        let again = again.map(|again| String::from_utf8_lossy(&again).into_owned());
        assert!(again.as_deref() == Some(&*text), "{again:?} of {text:?}");
    }
});

/// The moves of the games of a stream as `ingest` reads them, and those rejected.
fn read(stream: &[u8]) -> (Vec<Option<Vec<u8>>>, Vec<Rejected>) {
    let (mut moves, mut rejected) = (Vec::new(), Vec::new());
    for game in pgn_games(stream).map(|game| game.expect("readable")) {
        moves.push(game.as_ref().ok().map(|game| game.moves.clone()));
        rejected.extend(game.err());
    }
    (moves, rejected)
}

/// The number of games, those left alone, and what is written; `None` if there is no game.
fn annotated(
    stream: &[u8],
    analyse: Option<&Analyse<'_, Infallible>>,
) -> Option<(u64, Vec<Rejected>, Vec<u8>)> {
    let (mut written, mut rejected) = (Vec::new(), Vec::new());
    let see = |_, left: Vec<Rejected>| rejected.extend(left);
    match annotate(Pieces::new(stream), &mut written, analyse, see) {
        Ok(games) => Some((games, rejected, written)),
        Err(AnnotateError::NoGame) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Scores and lines that depend on the position alone, good and bad ones.
fn analyse(positions: &[Chess]) -> Result<Vec<Analysis>, Infallible> {
    let analysis = |position: &Chess| {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Analysis::without_moves(position);
        }
        let number = position
            .board()
            .occupied()
            .0
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            >> 32;
        let score = match number % 8 {
            0 => Score::Mate(1 + (number >> 8) as i32 % 9),
            1 => Score::Mate(-1 - (number >> 8) as i32 % 9),
            _ => Score::Cp((number >> 8) as i32 % 1000 - 500),
        };
        let mut moves: Vec<Move> = Vec::new();
        let mut position = position.clone();
        for step in 0..number as usize % 4 + 1 {
            let legal = position.legal_moves();
            let Some(m) = legal.get((number as usize + step) % legal.len().max(1)) else {
                break;
            };
            moves.push(*m);
            position.play_unchecked(*m);
        }
        let lines = vec![Line { score, moves }];
        Analysis {
            depth: 1,
            seldepth: 1,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            tbhits: 0,
            lines,
        }
    };
    Ok(positions.iter().map(analysis).collect())
}
