//! Bughouse against real games and counted paths.

use proptest::prelude::*;
use shakmaty::{Color, Move, Role};
use variants::bughouse::{
    Bpgn, BpgnError, Bughouse, IllegalMove, Kind, Message, Outcome, PocketBoard, Rules, Seat, Side,
};

/// How many paths of `depth` moves there are.
fn perft(position: &PocketBoard, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth <= 1 {
        return moves.len() as u64;
    }
    let after = |m: Move| {
        let mut position = position.clone();
        position.play(m);
        perft(&position, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn crazyhouse_perft() {
    let mut positions = 0;
    let mut position = PocketBoard::new(Kind::Crazyhouse);
    for line in include_str!("../../data/suites/crazyhouse.perft").lines() {
        if let Some(fen) = line.strip_prefix("epd ") {
            position = PocketBoard::from_fen(fen, Kind::Crazyhouse).expect(fen);
            positions += 1;
        } else if let Some(count) = line.strip_prefix("perft ") {
            let (depth, count) = count.split_once(' ').expect("a depth and a count");
            let depth = depth.parse().expect("a depth");
            assert_eq!(
                perft(&position, depth).to_string(),
                count,
                "{position} {depth}"
            );
        }
    }
    assert_eq!(positions, 4);
}

const FILES: [(&str, usize); 2] = [
    (include_str!("../../data/variants/bughouse.bpgn"), 28),
    (include_str!("../../data/variants/bughouse_fics.bpgn"), 1),
];

fn games(text: &str) -> Vec<Bpgn> {
    let games = Bpgn::all(text, Rules::USUAL);
    games.collect::<Result<_, _>>().expect("games")
}

#[test]
fn real_games_are_written_as_they_were_read() {
    for (text, count) in FILES {
        let games = games(text);
        assert_eq!(games.len(), count);
        // Byte for byte, but for empty lines: every SAN, check and mate is that of the server.
        let lines = |text: &str| {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let written: String = games.iter().map(ToString::to_string).collect();
        for (one, other) in lines(&written).iter().zip(lines(text)) {
            assert_eq!(*one, other);
        }
        assert_eq!(lines(&written).len(), lines(text).len());
    }
}

#[test]
fn mates_are_those_of_the_servers() {
    let mut mates = 0;
    for (text, count) in FILES {
        for game in games(text) {
            let says_mate = game.plies.iter().any(|ply| ply.san.ends_with('#'));
            let Some(outcome) = game.game.outcome() else {
                assert!(!says_mate, "{game}");
                continue;
            };
            let Outcome::Mate(loser) = outcome else {
                panic!("{outcome} in {game}");
            };
            // chess.com's results are those of board A, of FICS that of the board that is over.
            let result = match loser.color {
                _ if count > 1 => outcome.result(),
                Color::White => "0-1",
                Color::Black => "1-0",
            };
            assert_eq!(result, game.result, "{game}");
            mates += 1;
        }
    }
    assert_eq!(mates, 18);
}

/// A position of bughouse, and whether it is mate, by the number of its moves.
#[test]
fn mate_is_what_no_drop_could_ever_help_against() {
    for (fen, kind, moves, mate) in [
        // A back rank: a piece between would help.
        (
            "6k1/5ppp/8/8/8/8/8/R3K2r[] w - - 0 1",
            Kind::Bughouse,
            3,
            false,
        ),
        (
            "4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1",
            Kind::Bughouse,
            0,
            false,
        ),
        (
            "4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1",
            Kind::Crazyhouse,
            0,
            true,
        ),
        // With a pawn nothing is gained on the last rank, with a knight it is.
        (
            "4R1k1/5ppp/8/8/8/8/8/4K3[p] b - - 0 1",
            Kind::Crazyhouse,
            0,
            true,
        ),
        (
            "4R1k1/5ppp/8/8/8/8/8/4K3[n] b - - 0 1",
            Kind::Crazyhouse,
            1,
            false,
        ),
        // Beside the king, by a knight, by two at once.
        (
            "5Rk1/5ppp/4N3/8/8/8/8/4K3[q] b - - 0 1",
            Kind::Bughouse,
            0,
            true,
        ),
        (
            "6rk/5Npp/8/8/8/8/8/4K3[q] b - - 0 1",
            Kind::Bughouse,
            0,
            true,
        ),
        (
            "6rk/5Npp/8/8/8/8/1B6/4K2R[q] b - - 0 1",
            Kind::Bughouse,
            0,
            true,
        ),
    ] {
        let position = PocketBoard::from_fen(fen, kind).expect(fen);
        assert_eq!(
            (position.legal_moves().len(), position.is_mate()),
            (moves, mate),
            "{fen}"
        );
        assert_eq!(position.is_stuck(), moves == 0, "{fen}");
    }
}

fn play(game: &mut Bughouse, moves: &str) {
    for word in moves.split_whitespace() {
        let (board, text) = word.split_at(1);
        let board = if board == "A" { Side::A } else { Side::B };
        let m = game.board(board).parse_move(text).expect(word);
        game.play(board, m).expect(word);
    }
}

#[test]
fn what_was_promoted_goes_over_as_a_pawn() {
    let start = "4k3/1P6/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let mut game = Bughouse::from_text(start, Rules::USUAL).expect(start);
    play(&mut game, "Ab8=Q+");
    assert!(game.to_string().starts_with("1Q~2k3/"), "{game}");
    let start = "1Q~2k3/8/3n4/8/8/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let mut game = Bughouse::from_text(start, Rules::USUAL).expect(start);
    assert!(game.board(Side::A).parse_move("Kd7").is_some());
    play(&mut game, "AKd7 AQxd6+ AKxd6");
    let [white, black] = [Color::White, Color::Black].map(|color| {
        let pocket = game.board(Side::B).pockets().get(color);
        (pocket.pawn, pocket.knight, pocket.queen)
    });
    assert_eq!((white, black), ((1, 0, 0), (0, 1, 0)));
}

#[test]
fn moves_are_meant_whatever_their_capture_sign() {
    let pawns = "4k3/8/8/3p4/2P1P3/8/8/4K3[N] w - - 0 1";
    let knights = "4k3/8/8/3p4/8/2N1N3/8/4K3[N] w - - 0 1";
    for (fen, text, uci) in [
        (pawns, "ed5", Some("e4d5")),
        (pawns, "cxd5", Some("c4d5")),
        (pawns, "exe5", Some("e4e5")),
        (pawns, "d5", None),
        (pawns, "N@d5", None),
        (knights, "Nd5", None),
        (knights, "Ncd5", Some("c3d5")),
        (knights, "Nexc4", Some("e3c4")),
    ] {
        let board = PocketBoard::from_fen(fen, Kind::Bughouse).expect(fen);
        let found = board.parse_move(text).map(|m| board.uci(m));
        assert_eq!(found.as_deref(), uci, "{text} in {fen}");
    }
}

#[test]
fn rules_differ_where_they_should() {
    let repeated = "ANf3 ANf6 ANg1 ANg8 ".repeat(2);
    for (rules, outcome) in [
        (Rules::USUAL, Some(Outcome::Repetition(Side::A))),
        (Rules::THESIS, None),
    ] {
        let mut game = Bughouse::new(rules);
        play(&mut game, &repeated);
        assert_eq!(game.outcome(), outcome);
    }
    let loser = Seat::from_char('b').expect("a seat");
    for (rules, outcome) in [
        (Rules::USUAL, Some(Outcome::Time(loser))),
        (Rules::THESIS, None),
    ] {
        let mut game = Bughouse::new(rules);
        game.flag(loser);
        assert_eq!(game.outcome(), outcome);
        assert_eq!(outcome.map_or("0-1", Outcome::result), "0-1");
    }
    // White's rook is captured on h1, and another one dropped there.
    let start = "4k3/8/8/8/8/8/6b1/4K2R[R] b K - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for (rules, castles) in [(Rules::USUAL, false), (Rules::THESIS, true)] {
        let mut game = Bughouse::from_text(start, rules).expect(start);
        play(&mut game, "ABxh1 AR@g1 ABd5 ARg2 ABxg2 BKd1 BKe7");
        assert_eq!(game.board(Side::B).pockets().black.rook, 0);
        assert_eq!(game.board(Side::B).pockets().white.rook, 2);
        let mut position =
            PocketBoard::from_fen("4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1", Kind::Bughouse)
                .expect("a position")
                .with_dropped_rook_castling(rules.dropped_rook_castles);
        for text in ["R@h1", "Ke7"] {
            position.play(position.parse_move(text).expect(text));
        }
        assert_eq!(position.parse_move("O-O").is_some(), castles);
    }
}

#[test]
fn a_game_that_has_ended_goes_no_further() {
    let mut game = Bughouse::new(Rules::USUAL);
    play(&mut game, "Ae4 Ae5 ABc4 ANc6 AQh5 ANf6 AQxf7");
    assert_eq!(game.outcome().map(Outcome::result), Some("1-0"));
    let m = game.board(Side::B).legal_moves()[0];
    assert_eq!(game.play(Side::B, m), Err(IllegalMove::Over));
    assert!(game.legal_moves(Side::B).is_empty());
    let mut game = Bughouse::new(Rules::USUAL);
    let illegal = Move::Put {
        role: Role::Queen,
        to: shakmaty::Square::E4,
    };
    assert_eq!(game.play(Side::B, illegal), Err(IllegalMove::Illegal));
}

#[test]
fn bad_texts_say_what_is_wrong() {
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    let one_board = Bughouse::from_text(fen, Rules::USUAL).expect_err("one board");
    assert!(one_board.text == fen && one_board.why.contains('|'));
    let turn = |text: &str, expected: &str| BpgnError::Turn {
        text: text.to_owned(),
        expected: expected.to_owned(),
    };
    let illegal = |text: &str| BpgnError::Illegal {
        label: "1A.".to_owned(),
        text: text.to_owned(),
    };
    for (text, expected) in [
        ("[Event \"x\"", BpgnError::Tag("[Event \"x\"".to_owned())),
        ("1A. e4 {never", BpgnError::Open("never".to_owned())),
        ("1A. e4 e5", BpgnError::Nobody("e5".to_owned())),
        ("1A. e4 2a. e5", turn("2a", "1a")),
        ("1a. e4", turn("1a", "1A")),
        ("1A. e5", illegal("e5")),
        ("1A. N@e4", illegal("N@e4")),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
            BpgnError::Start(one_board),
        ),
    ] {
        assert_eq!(text.parse::<Bpgn>(), Err(expected));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever stands in a text, it is read or refused.
    #[test]
    fn texts_do_no_harm(text in "([1-3A-Bab.{}\\[\\]\"|@+#/ \n-]|e4|Nf3|[a-h][1-8]|é|FEN|O-O|=Q){0,40}") {
        let _ = text.parse::<Bpgn>();
        let _ = Bpgn::all(&text, Rules::THESIS).count();
        let _ = Bughouse::from_text(&text, Rules::USUAL);
        let _ = Message::parse(&text);
        let _ = PocketBoard::new(Kind::Bughouse).parse_move(&text);
    }

    /// Random games: nothing gets lost between the boards, texts say all, and keys are those from scratch.
    #[test]
    fn games_hold_together(choices in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>()), 1..160)) {
        let mut game = Bughouse::new(Rules { threefold: false, ..Rules::USUAL });
        for (on_a, choice) in choices {
            let board = if on_a { Side::A } else { Side::B };
            let moves = game.legal_moves(board);
            if moves.is_empty() {
                continue;
            }
            let m = moves[choice.index(moves.len())];
            let position = game.board(board);
            prop_assert_eq!(position.parse_move(&position.san(m)), Some(m));
            prop_assert_eq!(position.parse_move(&position.uci(m)), Some(m));
            game.play(board, m).expect("legal");
        }
        let pieces: usize = Side::ALL.iter().map(|&board| {
            let position = game.board(board);
            let held: usize = position.pockets().iter().flat_map(|pocket| pocket.iter()).map(|&n| usize::from(n)).sum();
            shakmaty::Position::board(position.chess()).occupied().count() + held
        }).sum();
        prop_assert_eq!(pieces, 64);
        let text = game.to_string();
        let read = Bughouse::from_text(&text, game.rules()).expect("its own text");
        prop_assert_eq!(read.to_string(), text);
        for board in Side::ALL {
            prop_assert_eq!(read.board(board).key(), game.board(board).key());
            let mut moves = [&read, &game].map(|game| game.board(board).legal_moves());
            for moves in &mut moves {
                moves.sort_by_key(ToString::to_string);
            }
            prop_assert_eq!(&moves[0], &moves[1]);
        }
    }
}
