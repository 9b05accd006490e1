//! Patterns, material and moves that are searched for.
//!
//! Laws: a pattern is in a position if and only if each of its squares is; a position that has it has each of the
//! terms without which none has it; material and moves mean the same with the colours reversed twice.
//!
//! The input has a line each: a position, a pattern, material, a move.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pgn::{flipped, parse_fen};
use shakmaty::{Chess, Color, File, Piece, Position, Rank, Square};
use similarity::{Material, MoveQuery, Pattern, terms};

fuzz_target!(|text: &str| {
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let position = parse_fen(line()).unwrap_or_default();
    let (pattern, material, played) = (line(), line(), line());
    let of_position = terms(&position);
    if let Ok(read) = Pattern::new(pattern, None, Vec::new()) {
        let is_there = read.is_in(&position);
        assert_eq!(is_there, stands(pattern, &position), "{pattern}");
        let necessary = read.necessary();
        let has = |term| of_position.binary_search(term).is_ok();
        assert!(
            !is_there || necessary.iter().all(has),
            "{pattern}: {necessary:?}"
        );
    }
    if let Ok(read) = material.parse::<Material>() {
        let written = read.to_string();
        assert_eq!(written.parse(), Ok(read), "{written}");
        let numbers = read.numbers();
        assert!(
            numbers
                .iter()
                .all(|numbers| numbers.start() < numbers.end())
        );
    }
    let own = Material::of(position.board());
    assert!(
        own.to_string().parse() == Ok(own) || too_much(&position),
        "{own}"
    );
    if let Ok(query) = played.parse::<MoveQuery>() {
        assert_eq!(query.reversed().reversed(), query, "{played}");
        let mirrored = flipped(&position).expect("a mirror image");
        let count = |query: MoveQuery, position: &Chess| {
            let legal = position.legal_moves();
            legal.into_iter().filter(|m| query.is(*m)).count()
        };
        assert_eq!(
            count(query, &position),
            count(query.reversed(), &mirrored),
            "{played}"
        );
        // Of each list the position before the move or the one after it has a term.
        for m in position.legal_moves().into_iter().filter(|m| query.is(*m)) {
            let mut after = position.clone();
            after.play_unchecked(m);
            let after = terms(&after);
            for list in query.necessary(position.turn()) {
                let has = |term| {
                    of_position.binary_search(term).is_ok() || after.binary_search(term).is_ok()
                };
                assert!(list.iter().any(has), "{played}: {list:?}");
            }
        }
    }
});

/// Whether each square of a pattern is as the board is, without a list of them.
fn stands(pattern: &str, position: &Chess) -> bool {
    let is_space = |c: char| c == '_' || c.is_whitespace();
    let mut fields = pattern.split(is_space).filter(|field| !field.is_empty());
    let board = fields.next().expect("a board");
    let turn = match fields.next() {
        Some("w") => Some(Color::White),
        Some("b") => Some(Color::Black),
        _ => None,
    };
    let ranks = board.split('/').zip(Rank::ALL.into_iter().rev());
    let fits = ranks.into_iter().all(|(text, rank)| {
        let wide: String = text
            .chars()
            .flat_map(|c| match c.to_digit(10) {
                Some(empty) => vec!['-'; empty as usize],
                None => vec![c],
            })
            .collect();
        wide.chars().zip(File::ALL).all(|(c, file)| {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            match c {
                '?' => true,
                '-' => piece.is_none(),
                c => piece == Piece::from_char(c),
            }
        })
    });
    fits && turn.is_none_or(|turn| turn == position.turn())
}

/// More pieces than a signature has: `parse_fen` refuses them but for promotions.
fn too_much(position: &Chess) -> bool {
    let board = position.board();
    Color::ALL
        .into_iter()
        .any(|color| board.by_color(color).count() > 16)
}
