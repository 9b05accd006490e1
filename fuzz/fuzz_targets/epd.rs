//! Positions with operations, as test suites have them.
//!
//! Laws: operations change nothing of the position but its counters; the counters of a FEN change nothing but the counters; and what
//! is seen in a position is seen in its mirror image.
#![no_main]

use libfuzzer_sys::fuzz_target;
use motifs::{mates_in_one, motifs, opening, pesto, static_motifs};
use pgn::{fen, flipped, parse_fen};
use shakmaty::{Chess, Position};

fuzz_target!(|line: &str| {
    let is_space = |c: char| c == '_' || c.is_whitespace();
    let fields: Vec<&str> = line
        .split(is_space)
        .filter(|field| !field.is_empty())
        .collect();
    let Ok(position) = parse_fen(line) else {
        return;
    };
    let four = fields[..fields.len().min(4)].join(" ");
    let bare = parse_fen(&four).unwrap_or_else(|error| panic!("{four}: {error}"));
    let board = |text: String| {
        text.split(' ')
            .take(4)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(board(fen(&bare)), board(fen(&position)), "{line}");
    if fields.len() >= 4 {
        let operations = format!("{four} bm Nf3; id \"fuzz\";");
        assert_eq!(parse_fen(&operations), Ok(bare.clone()), "{operations}");
        let counted = format!("{four} 0 1");
        assert_eq!(parse_fen(&counted), Ok(bare.clone()), "{counted}");
    }
    let mirrored = flipped(&position).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(pesto(position.board()), -pesto(mirrored.board()), "{line}");
    // Chances are not counted: which of two equal pieces captures first may change what an exchange wins.
    let on_board = |position: &Chess| static_motifs(position.board()).len();
    assert_eq!(on_board(&position), on_board(&mirrored), "{line}");
    let mates = |position: &Chess| mates_in_one(position).len();
    assert_eq!(mates(&position), mates(&mirrored), "{line}");
    assert!(
        motifs(&position)
            .iter()
            .all(|motif| !motif.sentence(&position).is_empty()),
        "{line}"
    );
    assert!(opening(&position).is_none_or(|opening| !opening.name.is_empty()));
});
