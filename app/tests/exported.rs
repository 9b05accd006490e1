//! What is exported, imported and exported again is equal.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};
use similarity::GameFilter;

use crate::import::{Outcome, ingested};
use app::RemarkKind;

/// What stands between moves.
const BETWEEN: [&str; 24] = [
    "",
    "",
    "",
    "",
    "{a comment}",
    "{[%clk 1:30]}",
    "{ [%eval -0.17] }",
    "{+0.16/17 0.3s}",
    "{ü — 中}",
    "{\"quoted\" [Event \"x\"]}",
    "; to the end\n",
    "(1. e4 e5 {x} (1... c5 $3))",
    "(no move)",
    "!",
    "$14",
    "$1$2",
    "±",
    "\u{a0}",
    "\n",
    "\r\n",
    "e.p.",
    "+",
    "#",
    "--",
];

/// Values of tags.
const VALUES: [&str; 14] = [
    "",
    "?",
    "*",
    "1-0",
    "0-0",
    "Carlsen, Magnus",
    "Müller \\\"K\\\"",
    "Jose\u{301}",
    "back\\\\slash",
    "] [",
    "2026.11.29",
    "3.1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "Chess960",
];

/// Names of tags.
const NAMES: [&str; 12] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "ECO",
    "WhiteElo",
    "My-Tag",
    "Übung",
    "TimeControl",
];

/// A game: its tags, moves by their places among the legal ones, what stands after each, and its end.
type Written = (
    Vec<(&'static str, &'static str)>,
    Vec<(usize, &'static str)>,
    &'static str,
);

fn pgn((tags, moves, end): &Written) -> String {
    let mut pgn = String::new();
    for (name, value) in tags {
        pgn.extend(["[", name, " \"", value, "\"]\n"]);
    }
    pgn.push('\n');
    let mut position = Chess::default();
    for (place, after) in moves {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[place % legal.len()];
        if position.turn().is_white() {
            pgn.extend([&*position.fullmoves().to_string(), ". "]);
        }
        let san = SanPlus::from_move(position.clone(), m).to_string();
        pgn.extend([&san, " ", after, " "]);
        if *after == "--" {
            break;
        }
        position.play_unchecked(m);
    }
    pgn + end + "\n\n"
}

/// All games as an export writes them.
fn exported(outcome: &Outcome) -> String {
    let snapshot = outcome.index.snapshot().expect("a snapshot");
    let ids = snapshot
        .games_that_pass(&GameFilter::default())
        .expect("ids");
    let games = snapshot.games(&ids).expect("games");
    games.iter().map(|game| game.pgn() + "\n").collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn exported_imported_and_exported(
        games in vec(
            (
                vec((select(&NAMES[..]), select(&VALUES[..])), 0..6),
                vec((any::<usize>(), select(&BETWEEN[..])), 0..40),
                select(&["*", "1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0-0", ""][..]),
            ),
            1..8,
        )
    ) {
        let text: String = games.iter().map(pgn).collect();
        let first = ingested(text.as_bytes());
        let once = exported(&first);
        let second = ingested(once.as_bytes());
        prop_assert_eq!(&second.rejected, &[]);
        prop_assert_eq!(second.sum.games, first.sum.games, "{}", once);
        let is_contained = |(kind, _): &(RemarkKind, _)| *kind == RemarkKind::Contained;
        prop_assert!(second.said.iter().all(is_contained), "{:?}", second.said);
        prop_assert_eq!(exported(&second), once);
    }
}
