//! PGN as people write it: what is read all the same.

use app::Pace;
use pgn::parse_fen;
use shakmaty::Position;
use shakmaty::san::SanPlus;
use similarity::{Query, Scoring};

use crate::import::{ingested, moves};

/// What it is, the text, the moves of the games in it.
const LENIENT: &[(&str, &[u8], &[&str])] = &[
    ("nothing", b"", &[]),
    ("white space", b" \r\n\n", &[]),
    ("no tags, no result", b"1. e4 e5 2. Nf3", &["e4 e5 Nf3"]),
    (
        "CRLF",
        b"[White \"A\"]\r\n\r\n1. e4 e5 *\r\n\r\n[White \"B\"]\r\n\r\n1. d4 *\r\n",
        &["e4 e5", "d4"],
    ),
    (
        "lone CR",
        b"[White \"A\"]\r\r1. e4 e5 *\r\r[White \"B\"]\r\r1. d4 *\r",
        &["e4 e5", "d4"],
    ),
    (
        "several on a line",
        b"1. e4 e5 1-0 1. d4 d5 0-1 1. c4 *",
        &["e4 e5", "d4 d5", "c4"],
    ),
    (
        "a comment after the result",
        b"1. e4 e5 1-0 {White won}\n\n1. d4 *\n",
        &["e4 e5", "d4"],
    ),
    (
        "a result in a variation",
        b"1. e4 e5 2. Nf3 (2. f4 exf4 {Spassky} 1-0\n) (2. d4 0-1\n) 2... Nc6 1-0",
        &["e4 e5 Nf3 Nc6"],
    ),
    (
        "an open comment and no Event",
        b"[White \"A\"]\n\n1. e4 {oh\n\n[White \"B\"]\n\n1. d4 *\n",
        &["e4", "d4"],
    ),
    (
        "tags in a comment",
        b"1. e4 {see\n[White \"A\"] there} e5 *",
        &["e4 e5"],
    ),
    (
        "marks",
        b"1.e4! e5?! 2.Nf3 +- $14 N 2...Nc6 = 3.Bb5+/- a6 *",
        &["e4 e5 Nf3 Nc6 Bb5 a6"],
    ),
    (
        "long algebraic",
        b"1. e2-e4 e7e5 2. Ng1-f3 Nb8c6 *",
        &["e4 e5 Nf3 Nc6"],
    ),
    (
        "figurines",
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 *".as_bytes(),
        &["e4 e5 Nf3 Nc6 Bb5"],
    ),
    (
        "UCI",
        b"1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 g8f6 4. e1g1 *",
        &["e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"],
    ),
    (
        "en passant, said so",
        b"1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 4. d4 e.p. *",
        &["e4 a6 e5 d5 exd6 cxd6 d4"],
    ),
    (
        "promotions",
        b"[FEN \"8/P6P/8/8/8/k7/8/K7 w - - 0 1\"]\n\n1. h8(N) Kb3 2. a8R Kc3 3. Nf7 Kb3 *",
        &["h8=N Kb3 a8=R Kc3 Nf7 Kb3"],
    ),
    (
        "no tags, no results",
        b"1. e4 e5 2. Nf3\n\n1. d4 d5 2. c4\n\n2... e6\n",
        &["e4 e5 Nf3", "d4 d5 c4 e6"],
    ),
    (
        "captures with a colon",
        b"1. e4 d5 2. e:d5 Q:d5 *",
        &["e4 d5 exd5 Qxd5"],
    ),
    (
        "signs",
        "1. e4\u{b1} e5\u{2a72} \u{221e} 2. Nf3, Nc6 *".as_bytes(),
        &["e4 e5 Nf3 Nc6"],
    ),
    (
        "tags alone",
        b"[White \"A\"]\n\n[White \"B\"]\n[Black \"C\"]\n\n[White \"D\"]\n\n1. e4 *",
        &["", "", "e4"],
    ),
    (
        "zero bytes",
        b"1. e4 e5\0 2. Nf3\0\0Nc6 *",
        &["e4 e5 Nf3 Nc6"],
    ),
    (
        "an empty FEN",
        b"[SetUp \"0\"]\n[FEN \"\"]\n\n1. e4 *",
        &["e4"],
    ),
    ("a BOM", b"\xef\xbb\xbf[White \"A\"]\n\n1. e4 *\n", &["e4"]),
    ("UTF-16", b"\xff\xfe1\0.\0 \0e\x004\0 \0*\0", &["e4"]),
    (
        "no blank lines",
        b"[White \"A\"]\n1. e4 *\n[White \"B\"]\n1. d4 *\n",
        &["e4", "d4"],
    ),
    (
        "a blank line within",
        b"[White \"A\"]\n\n1. e4\n\ne5 2. Nf3 *\n",
        &["e4 e5 Nf3"],
    ),
    (
        "results only between",
        b"1. e4 e5 1-0\n1. d4 d5 0-1\n\n1. c4 *\n",
        &["e4 e5", "d4 d5", "c4"],
    ),
    (
        "half results",
        b"1. e4 e5 1/2 1. d4 d5 1/2 {agreed}",
        &["e4 e5", "d4 d5"],
    ),
    (
        "moves on the line of a tag",
        b"[White \"A\"] [Result \"1-0\"] 1. e4 e5 1-0\n[White \"B\"] d4 d5 * 1. c4 *\n",
        &["e4 e5", "d4 d5", "c4"],
    ),
    (
        "comments among tags",
        b"; mine\n[White \"A\"]\n{good}\n[Black \"B\"]\n\n1. e4 *\n{next}\n[White \"C\"]\n\n1. d4 *",
        &["e4", "d4"],
    ),
    (
        "two moves in a word",
        b"1.e4e5 2.Nf3Nc6 3.Bb5a6 4.Ba4Nf6 5.O-OBe7\n\n1. d2d4d7d5",
        &["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "d4 d5"],
    ),
    (
        "numbers without dots",
        b"1 e4 e5 2 Nf3 Nc6 *",
        &["e4 e5 Nf3 Nc6"],
    ),
    (
        "wrong numbers",
        b"1. e4 7. e5 17... Nf3 *",
        &["e4 e5 Nf3"],
    ),
    (
        "Black's number after a blank line",
        b"1. e4\n\n1... e5 2. Nf3 *",
        &["e4 e5 Nf3"],
    ),
    (
        "comments",
        b"1. e4 {a [ ( ; % } e5 ; rest ) {\n% no\n2. Nf3 {two\n\nlines 1-0\n} Nc6 *",
        &["e4 e5 Nf3 Nc6"],
    ),
    (
        "an open comment",
        b"[Event \"x\"]\n\n1. e4 {oh\n[Event \"y\"]\n\n1. d4 *\n",
        &["e4", "d4"],
    ),
    (
        "variations",
        b"1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5 $1 2. Nf3!? *",
        &["e4 e5 Nf3"],
    ),
    (
        "castling with zeros",
        b"1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 *",
        &["Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O"],
    ),
    (
        "null moves",
        b"1. e4 -- 2. d4 Z0 3. c4 *",
        &["e4 -- d4 -- c4"],
    ),
    (
        "from a position",
        b"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 *",
        &["Kd7 e4"],
    ),
    (
        "Chess960",
        b"[Variant \"Chess960\"]\n[FEN \"4k2r/8/8/8/8/8/8/1R3KR1 w GB - 0 9\"]\n\n9. O-O *",
        &["O-O"],
    ),
    (
        "a variant that is none",
        b"[Variant \"From Position\"]\n\n1. e4 *",
        &["e4"],
    ),
    ("tags only", b"[White \"A\"]\n[Black \"B\"]\n\n*\n", &[""]),
    ("cut off", b"[White \"A\"]\n\n1. e4 e5 2. Nf", &["e4 e5"]),
    (
        "text around",
        b"Hello,\nhere are my games:\n\n[White \"A\"]\n\n1. e4 *\n\nBye\n",
        &["e4"],
    ),
    (
        "text before moves",
        b"Kasparov - Karpov\n1. e4 e5 1-0 White won\n1. d4 *\n",
        &["e4 e5", "d4"],
    ),
];

#[test]
fn read_leniently() {
    for (what, text, expected) in LENIENT {
        let outcome = ingested(text);
        assert_eq!(outcome.rejected, [], "{what}");
        assert!(outcome.error.is_none(), "{what}: {:?}", outcome.error);
        assert_eq!(moves(&outcome), *expected, "{what}");
    }
}

/// Set-up positions of pieces that no game can have: stored, found, replayed and written.
#[test]
fn impossible_material() {
    for fen in [
        "nnnnk3/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1",
        "4k3/8/8/8/8/RRR5/PPPPPPPP/4K3 w - - 0 1",
        "bbbbkbbb/8/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1",
        "4k3/ppp5/pppppp2/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1",
    ] {
        let start = parse_fen(fen).expect(fen);
        let m = start.legal_moves()[0];
        let san = SanPlus::from_move(start.clone(), m);
        let pgn = format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. {san} -- *\n");
        let outcome = ingested(pgn.as_bytes());
        assert_eq!((outcome.sum.games, outcome.sum.positions), (1, 3), "{fen}");
        let snapshot = outcome.index.snapshot().expect("a snapshot");
        let game = snapshot.game(1).expect("readable").expect("stored");
        let sans = game.sans();
        assert_eq!(sans, [san.to_string(), "--".to_owned()], "{fen}");
        let query = Query::new(&start, snapshot.statistics(), Scoring::default());
        let found = snapshot
            .nearest(query, 10, &Pace::default())
            .expect("an answer");
        let hit = found.hits.first().expect(fen);
        assert_eq!((hit.game, hit.ply), (1, 0), "{fen}");
    }
}
