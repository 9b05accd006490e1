//! What is read of comments, marks and variations, how it is written and how it is stored.

use pgn::{Annotation, Annotations, Game, Games, Part, Score, Variation, parse, pgn_games, prose};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::Color;

/// The only game of a stream.
pub(crate) fn game(pgn: &[u8]) -> Game {
    let mut games = pgn_games(pgn).map(|game| game.expect("readable"));
    let game = games.next().expect("a game").expect("legal moves");
    assert!(games.next().is_none(), "one game");
    game
}

/// Annotations in short: the number of half-moves before each, and how it is written.
fn in_short(annotations: &Annotations) -> Vec<String> {
    let all = annotations.iter();
    all.map(|(ply, annotation)| match annotation {
        Annotation::Comment(text) => format!("{ply} {{{text}}}"),
        Annotation::Nag(number) => format!("{ply} ${number}"),
        Annotation::Open => format!("{ply} ("),
        Annotation::Word(word) => format!("{ply} {word}"),
        Annotation::Close => format!("{ply} )"),
    })
    .collect()
}

/// What is written of a game and read again, and what is stored of it.
fn check_round_trips(game: &Game) {
    let stored = game.annotations.to_bytes();
    assert_eq!(
        Annotations::from_bytes(&stored).as_ref(),
        Some(&game.annotations)
    );
    assert_eq!(stored.is_empty(), game.annotations.is_empty());
    // Without tags and moves nothing is left but comments and a result.
    if game.moves.is_empty() && game.tags.iter().next().is_none() {
        return;
    }
    let pgn = game.pgn();
    let again = pgn_games(pgn.as_bytes()).map(|game| game.expect("readable"));
    let again: Vec<_> = again.collect();
    let [Ok(again)] = &again[..] else {
        panic!("{pgn:?}: {again:?}");
    };
    assert_eq!(again.annotations, game.annotations, "{pgn}");
    assert_eq!(
        (&again.moves, &again.tags),
        (&game.moves, &game.tags),
        "{pgn}"
    );
    assert_eq!(again.pgn(), pgn);
}

#[test]
fn each_stands_where_it_was() {
    for (pgn, wanted) in [
        ("1. e4 e5 *", &[][..]),
        ("{a} 1. e4 {b} {c} e5 *", &["0 {a}", "1 {b}", "1 {c}"]),
        (
            "1. {a} e4 1... {b} e5 2. {c} *",
            &["0 {a}", "1 {b}", "2 {c}"],
        ),
        ("1. e4 e5 1-0 {end}", &["2 {end}"]),
        ("1. e4! {a} $13 e5?! *", &["1 $1", "1 {a}", "1 $13", "2 $6"]),
        ("1. e4 !! e5 ± 2. Nf3 N *", &["1 $3", "2 $16", "3 $146"]),
        ("1. e4e5!? {a} *", &["2 $5", "2 {a}"]),
        ("1. ! e4 $ e5 $x $70000 *", &[]),
        (
            "1. e4 e5 (1... c5! 2. Nf3 (2. Nc3 {a}) d6 $14) (1... e6) 2. Nf3 *",
            &[
                "2 (", "2 1...", "2 c5", "2 $1", "2 2.", "2 Nf3", "2 (", "2 2.", "2 Nc3", "2 {a}",
                "2 )", "2 d6", "2 $14", "2 )", "2 (", "2 1...", "2 e6", "2 )",
            ],
        ),
        (
            "1. e4 (1. d4 (1. c4",
            &["1 (", "1 1.", "1 d4", "1 (", "1 1.", "1 c4", "1 )", "1 )"],
        ),
        ("1. e4 ) e5 <x (y)> 2. Nf3 *", &[]),
        (
            "1. e4 (what $9x is (this? h8(Q)) e8=(n)) *",
            &[
                "1 (", "1 what", "1 $9x", "1 is", "1 (", "1 this", "1 $2", "1 h8=Q", "1 )",
                "1 e8=n", "1 )",
            ],
        ),
        ("1. e4 ;a {b} c\ne5 *", &["1 {a {b} c}"]),
        (
            "1. e4 {} {never closed\n\n; [",
            &["1 {}", "1 {never closed\n\n; [}"],
        ),
        (
            "1. e4 {a\r\n\r\n  b\r% c\n} e5 *",
            &["1 {a\r\n\r\n  b\r% c\n}"],
        ),
        ("1. e4 {a\n\u{feff}b} e5 *", &["1 {a\n\u{feff}b}"]),
        (
            "1. e4 {\u{e4} \u{1f600} \0 {} e5 *",
            &["1 {\u{e4} \u{1f600} \0 {}"],
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n{a} 1... Kd7 {b} *",
            &["0 {a}", "1 {b}"],
        ),
    ] {
        let game = game(pgn.as_bytes());
        assert_eq!(in_short(&game.annotations), wanted, "{pgn}");
        check_round_trips(&game);
    }
}

#[test]
fn text_in_windows_1252() {
    let game = game(b"1. e4 {J\xf6rg} (1. d4 J\xf6rg \xb1) *");
    assert_eq!(
        in_short(&game.annotations),
        ["1 {Jörg}", "1 (", "1 1.", "1 d4", "1 Jörg", "1 $16", "1 )"]
    );
    check_round_trips(&game);
}

#[test]
fn written_as_lichess_does() {
    let pgn = "[White \"A\"]\n\n1. e3 { [%clk 0:01:00] } 1... c5 { [%clk 0:01:00] } 2. c4 $1 e6 (2... e5 {b} 3.\nNc3) 3. d4 *\n";
    assert_eq!(game(pgn.as_bytes()).pgn(), pgn);
    // A comment that has a brace, and what could be taken for something else at the beginning of a line.
    let game = game(b"1. e4 ;a}b\n (%x ;c}\n <> [A \"b\"]) e5 *");
    assert_eq!(
        game.pgn(),
        "\n1. e4 ;a}b\n(%x ;c}\n<> [A \"b\"]) 1... e5 *\n"
    );
    check_round_trips(&game);
}

#[test]
fn variations_are_lines_of_moves() {
    let in_words = |variation: &Variation| {
        fn words(variation: &Variation) -> String {
            let mut text = variation.comments.join(" ");
            for played in &variation.moves {
                text.extend([" ", &played.played.san(&played.position)]);
                text.extend(played.nags.iter().map(|number| format!("${number}")));
                text.extend(
                    played
                        .comments
                        .iter()
                        .map(|comment| format!("{{{comment}}}")),
                );
                text.extend(
                    played
                        .variations
                        .iter()
                        .map(|line| format!("({})", words(line))),
                );
            }
            if !variation.rest.is_empty() {
                text.extend([" [", &variation.rest, "]"]);
            }
            text
        }
        words(variation)
    };
    for (pgn, ply, wanted) in [
        (
            "1. e4 (1. d4 d5! {a} (1... Nf6 2. c4) 2. c4) e5 *",
            1,
            &[" d4 d5$1{a}( Nf6 c4) c4"][..],
        ),
        ("1. e4 (1. d4) (1.c4e5 $1) e5 *", 1, &[" d4", " c4 e5$1"]),
        ("1. e4 e5 ({a} 1... -- 2. d4 1-0) *", 2, &["a -- d4"]),
        (
            "1. e4 (1. Ke4 {x} (1. d4) e5) (1. d4 x (y) z $3) *",
            1,
            &[" [Ke4 {x} (1. d4) e5]", " d4 [x (y) z $3]"],
        ),
        ("1. e4 e5 *", 1, &[]),
    ] {
        let game = game(pgn.as_bytes());
        let (before, _) = game.positions().nth(ply - 1).expect("a position");
        let lines: Vec<String> = game
            .annotations
            .variations(ply, &before)
            .iter()
            .map(in_words)
            .collect();
        assert_eq!(lines, wanted, "{pgn}");
    }
}

/// Many brackets neither reject a game nor end the program.
#[test]
fn deep_variations() {
    let pgn = format!("1. e4 {} e5 {{a}} *", "(d4 ".repeat(200_000));
    let game = game(pgn.as_bytes());
    assert_eq!(game.sans(), ["e4"]);
    let (start, _) = game.positions().next().expect("a position");
    let [variation] = &game.annotations.variations(1, &start)[..] else {
        panic!("one variation");
    };
    assert_eq!(variation.moves.len(), 1);
    check_round_trips(&game);
}

/// A game keeps its first million bytes of annotations, and is a game with more.
#[test]
fn more_than_is_kept() {
    let long = "x".repeat(300_000);
    let pgn = format!("1. e4! {{{long}}} e5 {{{long}}} 2. Nf3 ({long} {{{long}}}) Nc6? {{a}} *");
    let game = game(pgn.as_bytes());
    assert_eq!(game.sans(), ["e4", "e5", "Nf3", "Nc6"]);
    let kinds = game.annotations.iter().map(|(ply, found)| match found {
        Annotation::Comment(text) => (ply, text.len()),
        Annotation::Nag(_) => (ply, 0),
        _ => panic!("a part of a variation"),
    });
    let kinds: Vec<_> = kinds.collect();
    assert_eq!(kinds, [(1, 0), (1, 300_000), (2, 300_000), (4, 0)]);
    check_round_trips(&game);
    // One comment that is longer.
    let pgn = format!("1. e4 {{a}} {{{}}} e5 *", "x y\n".repeat(500_000));
    let one = self::game(pgn.as_bytes());
    assert_eq!(in_short(&one.annotations), ["1 {a}"]);
    assert_eq!(one.sans(), ["e4", "e5"]);
}

#[test]
fn clocks_and_evaluations_of_the_main_line() {
    let pgn = "{[%clk 0:09:00]} 1. e4 (1. d4 {[%clk 0:00:01] [%eval 9.0]}) {x} { [%eval -0.2,18] [%clk 0:02:59.9] } \
               e5 {[%emt 0:00:12]} 2. Nf3 { [%eval #-3] } *";
    let game = game(pgn.as_bytes());
    let annotations = &game.annotations;
    let clocks: Vec<_> = (0..4).map(|ply| game.clocks().after(ply)).collect();
    assert_eq!(clocks, [Some(54_000), Some(17_990), None, None]);
    assert_eq!(annotations.elapsed(2), Some(1_200));
    let evaluations: Vec<_> = (1..4)
        .map(|ply| {
            annotations
                .evaluation(ply, [Color::Black, Color::White][ply % 2])
                .map(|found| (found.score, found.depth))
        })
        .collect();
    assert_eq!(
        evaluations,
        [
            Some((Score::Cp(-20), Some(18))),
            None,
            Some((Score::Mate(-3), None))
        ]
    );
    assert_eq!(
        annotations.comments(1).map(prose).collect::<Vec<_>>(),
        ["x", ""]
    );
}

#[test]
fn parts_can_be_left_out() {
    let pgn = "{w} 1. e4! { [%eval 0.2] [%clk 0:01:00] } (1. d4 {a}) e5 { Good. [%clk 0:00:59] } *";
    let all = game(pgn.as_bytes()).annotations;
    let whole = in_short(&all);
    let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
    for (parts, wanted) in [
        (&[][..], &whole[..]),
        (
            &[Part::Comments, Part::Clocks, Part::Evals, Part::Variations],
            &[],
        ),
        (
            &[Part::Clocks],
            &[
                "0 {w}",
                "1 $1",
                "1 { [%eval 0.2] }",
                "1 (",
                "1 1.",
                "1 d4",
                "1 {a}",
                "1 )",
                "2 { Good. }",
            ],
        ),
        (
            &[Part::Comments, Part::Variations],
            &["1 { [%eval 0.2] [%clk 0:01:00] }", "2 { [%clk 0:00:59] }"],
        ),
        (
            &[Part::Comments, Part::Clocks, Part::Evals],
            &["1 (", "1 1.", "1 d4", "1 )"],
        ),
    ] {
        assert_eq!(in_short(&all.clone().without(parts)), wanted, "{parts:?}");
    }
}

/// Clocks and evaluations as the sites write them take two or three bytes a move.
#[test]
fn clocks_take_few_bytes() {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
    let played = moves.take(80).enumerate().map(|(ply, san)| {
        let (minutes, seconds) = ((300 - ply) / 60, (300 - ply) % 60);
        format!("{san} {{ [%eval 0.{ply:02}] [%clk 0:{minutes:02}:{seconds:02}] }} ")
    });
    let pgn: String = played.collect();
    let game = game(pgn.as_bytes());
    let stored = game.annotations.to_bytes();
    assert!(stored.len() < 3 * 80 + 30, "{} bytes", stored.len());
    check_round_trips(&game);
}

#[test]
fn damaged_bytes_are_refused() {
    // A variation that is not closed, one that is not open, an unknown shape, texts and numbers that are cut off.
    for bytes in [
        &[1][..],
        &[2],
        &[6],
        &[3, 9, b'x'],
        &[4, 0xff, 0xff, 0xff, 0x7f],
        &[5, 1, 7],
        &[0x80],
        &[3, 1, 0xff],
    ] {
        assert_eq!(Annotations::from_bytes(bytes), None, "{bytes:?}");
    }
    let game = game(b"1. e4 { [%clk 0:01:00] } e5 { [%eval 0.1] } *");
    let mut stored = game.annotations.to_bytes();
    stored.pop();
    assert_eq!(Annotations::from_bytes(&stored), None);
}

/// A comment that is repeated by a byte each does not fill the memory.
#[test]
fn repeated_comments_have_an_end() {
    let mut bytes = vec![5, 1, 3, 0xc0, 0x84, 0x3d];
    bytes.extend(std::iter::repeat_n(b'x', 1_000_000));
    assert!(Annotations::from_bytes(&bytes).is_some());
    bytes.extend([6; 1000]);
    assert_eq!(Annotations::from_bytes(&bytes), None);
}

/// What comments, marks and variations are made of, and what they are not.
const PARTS: [&str; 44] = [
    "1. e4 ",
    "e5 ",
    "2. Nf3 ",
    "Nc6! ",
    "e4e5?? ",
    "-- ",
    "$1 ",
    "!? ",
    "= ",
    "N ",
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
    "[A \"b\"] ",
    "[Event \"x\"]\n",
    "h8( )",
    "h8(\u{e4})",
    "{a}",
    "{ [%clk 0:01:00] } ",
    "[%clk 1:00:00.1]",
    "[%eval -0.07]",
    "[%eval #3]",
    "[%clk 01:00:00]",
    "[%eval -0.00]",
    "(1. d4 d5) ",
    "\u{e4} ",
    "$x! ",
    "+- ",
    "]",
];

proptest! {
    /// What is read of any text is written so that it is read again, and comes back from what is stored.
    #[test]
    fn whatever_is_read_is_given_back(parts in vec(select(&PARTS[..]), 0..60)) {
        let pgn = parts.concat();
        let mut games = Games::new(pgn.as_bytes());
        while let Some(raw) = games.next_game().expect("readable") {
            if let Ok(parsed) = parse(&raw) {
                check_round_trips(&Game {
                    id: raw.ordinal,
                    tags: parsed.tags,
                    moves: parsed.moves,
                    annotations: parsed.annotations,
                });
            }
        }
    }

    /// Any clocks and evaluations, however they are written.
    #[test]
    fn all_values_are_given_back(values in vec((0_u32..4_000_000, any::<i32>(), 0_usize..8), 0..40)) {
        let of_values = values.into_iter().map(|(time, cp, form)| {
            let (hours, minutes, seconds) = (time / 36_000, time / 600 % 60, time / 10 % 60);
            let pawns = f64::from(cp) / 100.0;
            match form {
                0 => format!("{{ [%clk {hours}:{minutes:02}:{seconds:02}] }} "),
                1 => format!("{{[%clk {hours}:{minutes:02}:{seconds:02}.{}]}} ", time % 10),
                2 => format!("{{[%clk {hours}:{minutes}:{seconds}.0]}} "),
                3 => format!("{{[%eval {pawns:.2}]}} "),
                4 => format!("{{[%eval {pawns}] [%clk {hours}:{minutes:02}:{seconds:02}]}} "),
                5 => format!("{{[%eval +{pawns:.2}][%eval #{cp}]}} "),
                6 => "-- ".to_owned(),
                _ => format!("{{[%clk  0:00:0{}] [%clk 0:00:0{}] }} ", time % 10, time % 7),
            }
        });
        let comments: String = of_values.collect();
        let pgn = format!("[White \"A\"]\n\n{comments}");
        check_round_trips(&game(pgn.as_bytes()));
    }

    /// Bytes of any kind are annotations or not.
    #[test]
    fn bytes_of_any_kind(bytes in vec(0_u8..12, 0..40)) {
        if let Some(annotations) = Annotations::from_bytes(&bytes) {
            prop_assert_eq!(Annotations::from_bytes(&annotations.to_bytes()), Some(annotations));
        }
    }
}
