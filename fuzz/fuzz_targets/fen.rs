//! Positions as people write them.
//!
//! Laws: what is written is read as the same position, and so is a FEN with its spaces as underscores; a position has
//! a mirror image, whose mirror image it is; each legal move has a code of its own, and that is its code; an error
//! quotes the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pgn::{FenError, Played, fen, flipped, moves, parse_fen, shortened};
use shakmaty::Position;

fuzz_target!(|text: &str| {
    let position = match parse_fen(text) {
        Ok(position) => position,
        Err(error) => {
            let (FenError::Unreadable(quoted, why) | FenError::Impossible(quoted, why)) = &error;
            assert!(*quoted == shortened(text) && !why.is_empty(), "{error}");
            return;
        }
    };
    let written = fen(&position);
    let read = parse_fen(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(read, position, "{written}");
    assert_eq!(fen(&read), written);
    assert_eq!(parse_fen(&written.replace(' ', "_")), Ok(position.clone()));
    let mirrored = flipped(&position).unwrap_or_else(|error| panic!("{written}: {error}"));
    let again = flipped(&mirrored).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(fen(&again), written);
    let legal = position.legal_moves();
    assert_eq!(mirrored.legal_moves().len(), legal.len(), "{written}");
    for (m, ordinal) in legal.iter().zip(1..) {
        let code = moves::encode(&legal, *m);
        assert_eq!(
            code,
            u8::try_from(ordinal)
                .ok()
                .filter(|code| *code != moves::NULL),
            "{written}"
        );
        let played = code.and_then(|code| moves::decode(&position, code));
        assert!(
            code.is_none() || played == Some(Played::Move(*m)),
            "{written}"
        );
        let after = Played::Move(*m)
            .after(position.clone())
            .expect("a position");
        let written = fen(&after);
        assert_eq!(parse_fen(&written), Ok(after), "{written}");
    }
});
