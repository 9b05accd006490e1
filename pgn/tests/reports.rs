//! Malformed PGN of the kinds that public bug reports are about, and the games that must be read from it.
//!
//! Source: PGN standard, sections 4, 5, 7 and 8, and what python-chess, pgn-extract and chessops read.

use pgn::{Annotation, Correction, Game, Games, parse, parse_legal, pgn_games};

use crate::games::check_pieces;

/// The games of a text: result, moves with their marks; or why one is rejected.
fn read(pgn: &[u8]) -> Vec<String> {
    check_pieces(pgn);
    let games = pgn_games(pgn).map(|game| match game.expect("readable") {
        Ok(game) => {
            let mut text = game.tags.get("Result").unwrap_or("-").to_owned();
            for (ply, san) in (1..).zip(game.sans()) {
                text.extend([" ", &san]);
                for annotation in game.annotations.at(ply) {
                    if let Annotation::Nag(number) = annotation {
                        text.extend(["$", &number.to_string()]);
                    }
                }
            }
            text
        }
        Err(rejected) => format!("rejected: {}", rejected.reason),
    });
    games.collect()
}

/// Each text and its games.
fn check(cases: &[(&str, &[&str])]) {
    for (pgn, games) in cases {
        assert_eq!(read(pgn.as_bytes()), *games, "{pgn}");
    }
}

#[test]
fn tags_begin_a_game_wherever_they_stand() {
    check(&[
        (
            "1. d4 d5 1/2-1/2[Event \"B\"]\n1. e4 1-0",
            &["1/2-1/2 d4 d5", "1-0 e4"],
        ),
        ("1. d4 *[Event \"B\"]\n\n1. e4 1-0", &["- d4", "1-0 e4"]),
        ("1. d4 d5[Event \"B\"] 1. e4 *", &["- d4 d5", "- e4"]),
        ("1. d4 d5 [Event \"B\"] 1. e4 *", &["- d4 d5", "- e4"]),
        (
            "[Event \"A\"] 1. d4 1-0 [Event \"B\"] 1. e4 0-1[Event \"C\"] 1. c4 *",
            &["1-0 d4", "0-1 e4", "- c4"],
        ),
        (
            "[Event \"A\"][Result \"1-0\"] 1. d4 1-0[Event \"B\"][Result \"0-1\"] 1. e4 0-1",
            &["1-0 d4", "0-1 e4"],
        ),
        ("1. d4 $1[Event \"B\"]\n1. e4 *", &["- d4$1", "- e4"]),
        ("1. d4 {a}[Event \"B\"]\n1. e4 *", &["- d4", "- e4"]),
        ("1. d4 (1. c4 [Event \"B\"]\n1. e4 *", &["- d4", "- e4"]),
        // In a comment it is quoted; in a variation another tag is text.
        ("1. d4 {[Event \"B\"]} d5 *", &["- d4 d5"]),
        ("1. d4 (1. c4 [A \"B\"]) d5 *", &["- d4 d5"]),
    ]);
}

#[test]
fn capture_signs_that_are_missing_or_too_much() {
    check(&[
        ("1. e4 d5 2. ed5 Qd5 *", &["- e4 d5 exd5 Qxd5"]),
        ("1. e4 d5 2. exd5 Qd5 3. Nc3 *", &["- e4 d5 exd5 Qxd5 Nc3"]),
        ("1. d4 e5 2. de5 d6 3. ed6 *", &["- d4 e5 dxe5 d6 exd6"]),
        // En passant.
        (
            "1. e4 a6 2. e5 d5 3. ed6 cd6 *",
            &["- e4 a6 e5 d5 exd6 cxd6"],
        ),
        (
            "1. Nc3 d5 2. Nf3 Nf6 3. Nd5 Nd5 *",
            &["- Nc3 d5 Nf3 Nf6 Nxd5 Nxd5"],
        ),
        ("1. e4 e5 2. Bxc4 Bxd6 *", &["- e4 e5 Bc4 Bd6"]),
        ("1. e4 exe5 *", &["- e4 e5"]),
        (
            "1. e4 fxe5 *",
            &["rejected: illegal move fxe5 (move 1, Black)"],
        ),
        (
            "[FEN \"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. ed8=Q+ *",
            &["- exd8=Q+"],
        ),
        (
            "[FEN \"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. ed8Q *",
            &["- exd8=Q+"],
        ),
        // Two knights can capture there: as written it is not legal, and mended it is not one move.
        (
            "[FEN \"4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1\"]\n\n1. Nd5 *",
            &["rejected: ambiguous move Nd5 (move 1, White)"],
        ),
        (
            "[FEN \"4k3/8/8/3p4/8/2N1N3/8/4K3 w - - 0 1\"]\n\n1. Ncd5 *",
            &["- Ncxd5"],
        ),
        // A small letter is a file, though the bishop can capture there, too.
        (
            "[FEN \"4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1\"]\n\n1. bc4 *",
            &["- bxc4"],
        ),
        // A pawn that captures says from which file.
        (
            "1. e4 d5 2. d5 *",
            &["rejected: illegal move d5 (move 2, White)"],
        ),
        ("1. e4 d5 2. e×d5 *", &["- e4 d5 exd5"]),
    ]);
}

#[test]
fn marks_glued_to_what_stands_before_them() {
    check(&[
        ("1. e4$1 e5$2 2. Nf3$5 *", &["- e4$1 e5$2 Nf3$5"]),
        ("1. e4 f6 2. Qh5+$1 g6 *", &["- e4 f6 Qh5+$1 g6"]),
        ("1. f3 e5 2. g4 Qh4#$1 0-1", &["0-1 f3 e5 g4 Qh4#$1"]),
        ("1. e4 $1$14 e5 *", &["- e4$1$14 e5"]),
        ("1. e4$1$14e5 *", &["- e4$1$14 e5"]),
        ("1. e4!$14 e5?!$6 *", &["- e4$1$14 e5$6$6"]),
        ("1. e4 $1! e5 *", &["- e4$1$1 e5"]),
        ("1. e4 e5 1-0$1", &["1-0 e4 e5$1"]),
        ("1. e4 e5 $1*", &["- e4 e5$1"]),
        ("1. e4$1(1. d4$2) e5 *", &["- e4$1$2 e5"]),
        ("1. e4$1{a} e5 *", &["- e4$1 e5"]),
    ]);
}

#[test]
fn white_space_and_dots_beyond_ascii() {
    let moves: &[&str] = &["- e4 e5 Nf3 Nc6"];
    for space in [
        "\u{a0}", "\u{202f}", "\u{2009}", "\u{3000}", "\u{2028}", "\u{2029}", "\u{85}", "\u{b}",
        "\u{c}", "\u{2003}", "\u{200b}", "\u{feff}",
    ] {
        let pgn = format!("1. e4{space}e5{space}2.{space}Nf3{space}Nc6{space}*{space}\n{space}\n");
        assert_eq!(read(pgn.as_bytes()), moves, "{space:?}");
        let tagged = format!("{space}[Event \"x\"]\n{space}\n1. e4 e5 2. Nf3 Nc6{space}*\n");
        assert_eq!(read(tagged.as_bytes()), moves, "{space:?}");
    }
    for pgn in [
        "1. e4 1…e5 2. Nf3 2…Nc6 *",
        "1. e4 … e5 2. Nf3 … Nc6 *",
        "1. e4…e5 2. Nf3…Nc6 *",
        "1. e4 1.…e5 2. Nf3 2.…Nc6 *",
    ] {
        assert_eq!(read(pgn.as_bytes()), moves, "{pgn}");
    }
    // In Windows-1252.
    assert_eq!(read(b"1. e4\xa0e5 2.\xa0Nf3 2\x85Nc6 *"), moves);
    assert_eq!(
        read("12… e5 *".as_bytes()),
        ["rejected: it begins with move 12, and no FEN tag says where"]
    );
}

#[test]
fn dashes_of_all_lengths() {
    let opening = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";
    let mut dashes: Vec<String> = "-‐‑‒–—―−".chars().map(String::from).collect();
    dashes.push("\u{fe63}".to_owned());
    for dash in dashes {
        for (castling, result) in [
            ("0{}0", "1{}0"),
            ("O{}O", "0{}1"),
            ("0{}0!", "1/2{}1/2"),
            ("O{}O", "½{}½"),
        ] {
            let (castling, result) = (castling.replace("{}", &dash), result.replace("{}", &dash));
            let pgn = format!("{opening} 4. {castling} Nf6 {result}\n\n1. d4 *");
            let wanted = result.replace(&dash, "-").replace('½', "1/2");
            let mark = if castling.ends_with('!') { "$1" } else { "" };
            assert_eq!(
                read(pgn.as_bytes()),
                [
                    format!("{wanted} e4 e5 Nf3 Nc6 Bc4 Bc5 O-O{mark} Nf6"),
                    "- d4".to_owned()
                ],
                "{pgn}"
            );
        }
        let pgn = format!("1. e2{dash}e4 e7{dash}e5 *");
        assert_eq!(read(pgn.as_bytes()), ["- e4 e5"], "{pgn}");
    }
}

#[test]
fn letters_of_other_languages() {
    // The same game in each.
    let english = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. O-O O-O 6. Re1 Qe8 7. Kf1 *";
    let wanted = ["- e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 Qe8 Kf1"];
    for [king, queen, rook, bishop, knight] in [
        ["K", "Q", "R", "B", "N"],
        ["K", "D", "T", "L", "S"],
        ["R", "D", "T", "F", "C"],
        ["R", "D", "T", "A", "C"],
        ["R", "D", "T", "B", "C"],
        ["K", "D", "T", "L", "P"],
        ["Кр", "Ф", "Л", "С", "К"],
        ["Кр", "Ф", "Т", "С", "К"],
        ["K", "H", "W", "G", "S"],
        ["K", "D", "V", "S", "J"],
        ["K", "V", "B", "F", "H"],
        ["K", "D", "H", "B", "R"],
        ["Ρ", "Β", "Π", "Α", "Ι"],
    ] {
        let letter = |c: char| match c {
            'K' => king.to_owned(),
            'Q' => queen.to_owned(),
            'R' => rook.to_owned(),
            'B' => bishop.to_owned(),
            'N' => knight.to_owned(),
            c => c.to_string(),
        };
        let pgn: String = english.chars().map(letter).collect();
        assert_eq!(read(pgn.as_bytes()), wanted, "{pgn}");
    }
    check(&[
        // Not the whole game is German.
        (
            "1. e4 e5 2. Sf3 Nc6 *",
            &["rejected: cannot read Sf3 (move 2, White)"],
        ),
        ("1. Юf3 *", &["rejected: cannot read Юf3 (move 1, White)"]),
        (
            "1. e4 e5 2. Ｎf3 *",
            &["rejected: cannot read Ｎf3 (move 2, White)"],
        ),
        (
            "1. e4 e5 2. 馬f3 Nc6 *",
            &["rejected: cannot read 馬f3 (move 2, White)"],
        ),
        (
            "1. e4 e5 2. Néf3 Nc6 *",
            &["rejected: cannot read Néf3 (move 2, White)"],
        ),
        // A knight in Russian, and nothing that it could be in English.
        ("1. Кf3 d5 *", &["- Nf3 d5"]),
        ("1. ♘f3 ♞f6 *", &["- Nf3 Nf6"]),
        ("1. ♘\u{fe0e}f3 d5± *", &["- Nf3 d5"]),
    ]);
}

#[test]
fn results_where_the_tag_says_nothing() {
    check(&[
        ("[Result \"*\"]\n\n1. e4 1-0", &["1-0 e4"]),
        ("[Result \"?\"]\n\n1. e4 0-1", &["0-1 e4"]),
        ("[Result \"\"]\n\n1. e4 1/2-1/2", &["1/2-1/2 e4"]),
        ("[Result \" \"]\n\n1. e4 1/2", &["1/2-1/2 e4"]),
        ("1. e4 1-0", &["1-0 e4"]),
        // A tag that says something counts.
        ("[Result \"0-1\"]\n\n1. e4 1-0", &["0-1 e4"]),
        ("[Result \"1-0\"]\n\n1. e4 *", &["1-0 e4"]),
        ("[Result \"*\"]\n\n1. e4 *", &["* e4"]),
        ("[Result \"*\"]\n\n1. e4", &["* e4"]),
    ]);
}

#[test]
fn games_that_both_players_have_lost() {
    let opening = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5";
    let tag = "[Result \"0-0\"]";
    for (pgn, wanted) in [
        (format!("{tag}\n\n{opening} 0-0"), format!("0-0 {moves}")),
        (format!("{tag}\n\n{opening} 0–0\n"), format!("0-0 {moves}")),
        (format!("{tag}\n\n0-0"), "0-0".to_owned()),
        (format!("{tag}\n\n{opening} *"), format!("0-0 {moves}")),
        // Castling: the tag says something else, or moves follow.
        (
            format!("[Result \"1-0\"]\n\n{opening} 4. 0-0 1-0"),
            format!("1-0 {moves} O-O"),
        ),
        (
            format!("{tag}\n\n{opening} 4. 0-0 d6 0-0"),
            format!("0-0 {moves} O-O d6"),
        ),
        (format!("{opening} 4. 0-0"), format!("- {moves} O-O")),
        // Castling is not legal.
        ("1. e4 e5 0-0".to_owned(), "0-0 e4 e5".to_owned()),
        ("0-0\n\n".to_owned(), String::new()),
    ] {
        let games = read(pgn.as_bytes());
        assert_eq!(games.first().map_or("", |game| game), wanted, "{pgn}");
    }
    let two = format!("{tag}\n\n0-0\n\n[Event \"next\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    assert_eq!(read(two.as_bytes()), ["0-0", "1-0 e4 e5"]);
}

#[test]
fn tags_over_lines() {
    for (pgn, wanted) in [
        ("[Event\n\"a\"\n]\n\n1. e4 *", "a"),
        ("[Event\n   \"a\"]\n\n1. e4 *", "a"),
        ("[\nEvent \"a\"]\n\n1. e4 *", "a"),
        ("[Event \"a\"\n]\n\n1. e4 *", "a"),
        ("[Event\r\n\"a\"\r\n]\r\n\r\n1. e4 *", "a"),
        ("[Event \"a\nb\"]\n\n1. e4 *", "a b"),
        ("[Event \"a\r\nb\"]\r\n1. e4 *", "a b"),
        ("[Event-Date \"a\"]\n[Event \"b\"]\n\n1. e4 *", "b"),
        ("[Événement \"a\"]\n[Event \"b\"]\n\n1. e4 *", "b"),
        // Not closed, and the next one begins.
        ("[Event \"a\"\n[White \"b\"]\n\n1. e4 *", "a"),
    ] {
        let games = pgn_games(pgn.as_bytes()).map(|game| game.expect("readable").expect("a game"));
        let games: Vec<_> = games.collect();
        assert_eq!(games.len(), 1, "{pgn}");
        assert_eq!(games[0].tags.get("Event"), Some(wanted), "{pgn}");
        assert_eq!(games[0].sans(), ["e4"], "{pgn}");
    }
}

#[test]
fn tags_that_a_comment_quotes() {
    check(&[
        (
            "1. e4 {the tags are\n[Event \"y\"]\n[White \"Cedar\"]\nas printed} e5 2. Nf3 *",
            &["- e4 e5 Nf3"],
        ),
        ("1. e4 {\n\n[Event \"y\"]\n\n1. d4 *} e5 *", &["- e4 e5"]),
        ("1. e4 {\n[White \"y\"] } e5 *", &["- e4 e5"]),
        ("1. e4 (1. d4 {\n[Event \"y\"]}) e5 *", &["- e4 e5"]),
        ("{\n[Event \"y\"]\n} 1. e4 e5 *", &["- e4 e5"]),
        // Never closed: the next game is not swallowed.
        ("1. e4 {open\n\n[Event \"y\"]\n\n1. d4 *", &["- e4", "- d4"]),
        (
            "1. e4 {open\n[Event \"y\"]\n\n1. d4 {a} d5 *",
            &["- e4", "- d4 d5"],
        ),
        (
            "1. e4 {open\n\n[White \"y\"]\n\n1. d4 d5 *\n\n[White \"z\"]\n\n1. c4 {a} *",
            &["- e4", "- d4 d5", "- c4"],
        ),
    ]);
}

/// The variations of a game with German letters, and how it is written: in English as a whole.
#[test]
fn letters_in_variations() {
    let pgn = "1. e4 e5 2. Sf3 (2. Lc4 Sf6 {D. Weiß} 3. Dh5 (3. 0-0 Sxe4) g6? Tusch) Sc6 *";
    let game = pgn_games(pgn.as_bytes()).next().expect("a game");
    let game = game.expect("readable").expect("legal moves");
    let written =
        "1. e4 e5 2. Nf3 (2. Bc4 Nf6 {D. Weiß} 3. Qh5 (3. 0-0 Nxe4) g6 $2 Tusch) 2... Nc6 *";
    assert_eq!(
        game.pgn().split_whitespace().collect::<Vec<_>>(),
        written.split_whitespace().collect::<Vec<_>>()
    );
    let (before, _) = game.positions().nth(2).expect("a position");
    let [variation] = &game.annotations.variations(3, &before)[..] else {
        panic!("one variation");
    };
    assert_eq!((variation.moves.len(), &*variation.rest), (4, "Tusch"));
    // A king in French, a knight in Finnish: it stays as it is.
    let pgn = "1. e4 e5 2. Dh5 (2. Re2) Df6 *";
    let game = pgn_games(pgn.as_bytes()).next().expect("a game");
    let game = game.expect("readable").expect("legal moves");
    assert_eq!(
        game.pgn().split_whitespace().collect::<Vec<_>>(),
        "1. e4 e5 2. Qh5 (2. Re2) 2... Qf6 *"
            .split_whitespace()
            .collect::<Vec<_>>()
    );
}

/// The corrections of a game, and what each sentence names.
type Said<'a> = &'a [(Correction, &'a [&'a str])];

#[test]
fn what_is_put_right_is_said() {
    let long = format!("1. e4 {{{}}} e5 *", "x".repeat(1_100_000));
    let cases: &[(&str, Said)] = &[
        ("1. e4 e5 2. Nf3 1-0", &[]),
        ("[Result \"1-0\"]\n\n1. e4 e5 0-1", &[]),
        (
            "1. e4 d5 2. ed5 Qd5 *",
            &[(Correction::CaptureSign, &["exd5", "ed5", "2", "White"])],
        ),
        (
            "1. e4 e5 2. Bxc4 Nxf6 *",
            &[(Correction::CaptureSign, &["Bxc4", "Bc4", "2", "White"])],
        ),
        (
            "1. e4 e5 2. Sf3 Sc6 *",
            &[(Correction::Language, &["German"])],
        ),
        (
            "1. e4 e5 2. Sf3 Sf6 3. Se5 *",
            &[
                (Correction::CaptureSign, &["Ne5", "Nxe5", "3", "White"]),
                (Correction::Language, &["German"]),
            ],
        ),
        (
            "1. e4e5 2. Nf3Nc6 *",
            &[(Correction::JoinedMoves, &["e4e5", "1"])],
        ),
        (
            "[Result \"*\"]\n\n1. e4 e5 1-0",
            &[(Correction::Result, &["1-0", "*"])],
        ),
        (
            "[Result \"?\"]\n\n1. e4 e5 2. Nf3 0-0",
            &[(Correction::Result, &["0-0", "?"])],
        ),
        ("1. e4 e5 2. Nf", &[(Correction::CutOff, &["Nf"])]),
        (&long, &[(Correction::Annotations, &[])]),
    ];
    for (pgn, said) in cases {
        let short = &pgn[..pgn.len().min(80)];
        let mut games = Games::new(pgn.as_bytes());
        let raw = games.next_game().expect("readable").expect("a game");
        let game = parse(&raw).expect("legal moves");
        let kinds: Vec<Correction> = game.corrections.iter().map(|(kind, _)| kind).collect();
        let wanted: Vec<Correction> = said.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, wanted, "{short}");
        for ((_, sentence), (_, names)) in game.corrections.iter().zip(*said) {
            let names_all = names.iter().all(|name| sentence.contains(name));
            assert!(names_all && !sentence.is_empty(), "{short}: {sentence}");
        }
    }
}

/// Games that go wrong, and the moves that are kept of them if that is asked for, with the move that they stop at.
#[test]
fn legal_moves_are_kept_if_asked_for() {
    for (pgn, moves, stops_at) in [
        ("1. e4 e5 2. Ke3 Nc6 3. Bb5 *", "e4 e5", Some("Ke3")),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Ne2 1-0",
            "e4 e5 Nf3 Nc6",
            Some("Ne2"),
        ),
        ("1. e4 e5 2. Nf3 hello 3. Bb5 *", "e4 e5 Nf3", Some("hello")),
        ("1. e4 e5 2. Сf3 Nc6 *", "e4 e5", Some("Сf3")),
        (
            "1. Nf3 Nf6 2. Nc3 Nc6 3. Nd4 Ne4 4. Nb5 Nb4 5. Nd3 *",
            "Nf3 Nf6 Nc3 Nc6 Nd4 Ne4",
            Some("Nb5"),
        ),
        ("1. e4 e5 2. Nf3 *", "e4 e5 Nf3", None),
        ("1. e5 e5 *", "", Some("e5")),
        (
            "[Result \"1-0\"]\n\n1. e4 {a} e5 {b} (1... c5 {c}) 2. e4 {d} Nc6 *",
            "e4 e5",
            Some("e4"),
        ),
    ] {
        let mut games = Games::new(pgn.as_bytes());
        let raw = games.next_game().expect("readable").expect("a game");
        let whole = parse(&raw);
        match (parse_legal(&raw), stops_at) {
            (Ok(game), stops_at) => {
                let said = game.corrections.iter();
                let mut said = said.filter(|(kind, _)| *kind == Correction::IllegalMove);
                let said = said.next().map(|(_, sentence)| sentence.to_owned());
                // The same sentence as of a game that is rejected.
                assert_eq!(said, whole.err(), "{pgn}");
                assert_eq!(said.is_some(), stops_at.is_some(), "{pgn}");
                let said = said.unwrap_or_default();
                assert!(said.contains(stops_at.unwrap_or_default()), "{pgn}: {said}");
                let game = Game {
                    id: 1,
                    tags: game.tags,
                    moves: game.moves,
                    annotations: game.annotations,
                };
                assert_eq!(game.sans().join(" "), moves, "{pgn}");
                let text = game.pgn();
                assert!(!text.contains("{d}"), "{text}");
                let again = pgn_games(text.as_bytes()).next().expect("a game");
                assert_eq!(again.expect("readable").expect("legal"), game, "{pgn}");
            }
            (Err(why), Some(word)) => {
                assert!(moves.is_empty() && why.contains(word), "{pgn}: {why}");
            }
            (Err(why), None) => panic!("{pgn}: {why}"),
        }
    }
}
