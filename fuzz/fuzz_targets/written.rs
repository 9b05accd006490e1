//! Games as people write them: legal moves in notation of all kinds, with marks, comments and white space of all kinds.
//!
//! Law: what is read is what was written, move by move; or the game is rejected.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pgn::pgn_games;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, Role};

/// What stands between two words.
const SPACES: [&str; 12] = [
    " ", " ", "\n", "\r\n", "\t", "  ", "\u{a0}", "\u{2009}", "\u{202f}", "\u{3000}", "\u{c}",
    "\u{b}",
];

/// What stands after a move.
const MARKS: [&str; 16] = [
    "",
    "",
    "",
    "",
    "!",
    "?!",
    "$1",
    " $14",
    "$1$14",
    "+",
    "#",
    " {a comment}",
    "{[%clk 0:01:00]}",
    " (1. d4 d5 (1... Nf6))",
    " ; to the end of the line\n",
    " ±",
];

/// What stands between the number of a move and the move: of White's the first two.
const DOTS: [&str; 6] = [".", ". ", "...", "... ", "… ", "…"];

/// How a game ends.
const ENDS: [&str; 8] = [
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "1–0",
    "½-½",
    "1-0[Event \"next\"]",
    "* {done}",
];

/// Letters of pieces, from the knight to the king.
const LETTERS: [[&str; 5]; 4] = [
    ["N", "B", "R", "Q", "K"],
    ["♘", "♗", "♖", "♕", "♔"],
    ["S", "L", "T", "D", "K"],
    ["К", "С", "Л", "Ф", "Кр"],
];

fuzz_target!(|choices: &[u8]| {
    let mut choices = choices.iter().copied();
    let mut choose = move || choices.next();
    let Some((letters, tags)) = choose().zip(choose()) else {
        return;
    };
    let letters = LETTERS[usize::from(letters) % LETTERS.len()];
    let mut pgn = match tags % 3 {
        0 => String::new(),
        1 => "[Event \"written\"]\n\n".to_owned(),
        _ => "[White \"A\"] ".to_owned(),
    };
    let mut position = Chess::default();
    let mut played = Vec::new();
    let of = |list: &[&'static str], nth: u8| list[usize::from(nth) % list.len()];
    while let (Some(which), Some(how), Some(space)) = (choose(), choose(), choose()) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(which) % legal.len()];
        let is_white = position.turn().is_white();
        if is_white || space % 5 == 0 {
            let dots = if is_white { &DOTS[..2] } else { &DOTS[2..] };
            pgn += &format!("{}{}", position.fullmoves(), of(dots, space / 5));
        }
        pgn += &written(&position, m, how % 16, letters);
        pgn += of(&MARKS, space);
        pgn += of(&SPACES, how);
        played.push(SanPlus::from_move(position.clone(), m).san.to_string());
        position.play_unchecked(m);
    }
    if played.is_empty() {
        return;
    }
    pgn += of(&ENDS, tags / 3);
    let games = pgn_games(pgn.as_bytes()).map(|game| game.expect("readable"));
    let games: Vec<_> = games.collect();
    if let Some(Ok(game)) = games.first() {
        let read: Vec<String> = game
            .sans()
            .iter()
            .map(|san| san.trim_end_matches(['+', '#']).to_owned())
            .collect();
        assert_eq!(read, played, "{pgn}");
    }
    // Nothing of it is another game.
    assert!(games.len() <= 2, "{pgn}");
    if let Some(second) = games.get(1) {
        let is_next = second.as_ref().is_ok_and(|game| game.plies() == 0);
        assert!(is_next && pgn.ends_with("\"next\"]"), "{pgn}");
    }
});

/// A move in one of sixteen ways.
fn written(position: &Chess, m: Move, how: u8, letters: [&str; 5]) -> String {
    let san = SanPlus::from_move(position.clone(), m);
    let plain = san.san.to_string();
    let text = match (how, m) {
        (1, _) => return UciMove::from_move(m, CastlingMode::Standard).to_string(),
        (2, Move::Normal { .. } | Move::EnPassant { .. }) => plain.replace('x', ""),
        (3, Move::Normal { role, .. }) if !m.is_capture() && role != Role::Pawn => {
            let (before, square) = plain.split_at(plain.len() - 2);
            format!("{before}x{square}")
        }
        (4, Move::Normal { role, from, .. }) if role != Role::Pawn => {
            let to = &plain[plain.len() - 2..];
            let sign = if m.is_capture() { "x" } else { "-" };
            format!("{}{from}{sign}{to}", &plain[..1])
        }
        (
            5,
            Move::Normal {
                role: Role::Pawn,
                from,
                to,
                promotion: None,
                ..
            },
        ) => {
            format!("{from}{}{to}", if m.is_capture() { "x" } else { "–" })
        }
        (6, _) => plain.replace('x', ":"),
        (7, _) => plain.replace('=', ""),
        (8, _) if plain.contains('=') => plain.replace('=', "(") + ")",
        (9, Move::EnPassant { .. }) => plain + "e.p.",
        (10, Move::Castle { .. }) => plain.replace('O', "0"),
        (11, Move::Castle { .. }) => plain.replace('-', "–"),
        // Without what tells it from another piece's move.
        (
            12,
            Move::Normal {
                role,
                to,
                promotion: None,
                ..
            },
        ) => San::Normal {
            role,
            file: m
                .from()
                .filter(|_| role == Role::Pawn && m.is_capture())
                .map(|from| from.file()),
            rank: None,
            capture: m.is_capture(),
            to,
            promotion: None,
        }
        .to_string(),
        (13, _) => format!("{san}"),
        _ => plain,
    };
    let english = "NBRQK";
    let letter = |c: char| english.find(c).map(|at| letters[at]);
    text.chars()
        .map(|c| letter(c).map_or_else(|| c.to_string(), str::to_owned))
        .collect()
}
