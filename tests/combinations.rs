//! Who asks with a combination gets games in which it is played.

use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use crate::tabiya::{Folder, json};

/// Positions of `data/themes/tactics.tsv`, two of a group, and of `data/puzzles/lichess.csv.zst`, with the combination's
/// first move.
const COMBINATIONS: [(&str, &str); 20] = [
    (
        "2r2rk1/p2Np2p/2p1P1p1/3p1PQ1/3P4/7P/PP2q1P1/5RK1 b - - 0 1",
        "Qxf1+",
    ),
    ("6k1/5r1p/p2N4/nppP2q1/2P5/1P2N3/PQ5P/7K w - - 0 1", "Qh8+"),
    (
        "6k1/1qrRb1pp/1p2Pn2/5p2/1P6/PQ2P1P1/1B3P1P/6K1 w - - 0 1",
        "Rd8+",
    ),
    (
        "1r4k1/5pp1/p3b1np/q1rNPp2/3R4/1P4P1/PK4BP/3RQ3 b - - 0 1",
        "Rc2+",
    ),
    (
        "1R1b2rk/7r/8/3Pp1q1/P3Ppp1/3Q2P1/7P/3R1B1K b - - 0 1",
        "Rxh2+",
    ),
    ("8/1pQ2ppk/2b1p2p/3q4/6N1/6KP/P4PP1/7r w - - 0 1", "Nf6+"),
    (
        "r3r1k1/2p5/1pNp2b1/pQ3pq1/2PPp1R1/P1P1P1n1/6P1/3BR1K1 b - - 0 1",
        "Ne2+",
    ),
    (
        "rn2r1k1/5q1p/pB1Rb1pQ/4pN2/2p3P1/2P4R/P1P4P/6K1 w - - 0 1",
        "Ne7+",
    ),
    ("8/6kp/5pp1/4R3/3Q4/1P4PP/rpq2P1K/8 b - - 0 1", "Qxf2+"),
    (
        "4rrk1/4Qppp/p2P1n2/1p6/3p4/PB6/1PP3Pq/1K1RR3 w - - 0 1",
        "Bxf7+",
    ),
    (
        "2k1rR2/2p1Q2p/1pq3p1/1pN1b3/6rn/2P1B3/PP5P/3R1K2 b - - 0 1",
        "Rg1+",
    ),
    (
        "6k1/5p2/2b1p1p1/3q3p/8/3PQPP1/r3B1K1/2R5 b - - 0 1",
        "Qxf3+",
    ),
    (
        "3r4/pp2R1bk/7p/3n2pQ/4NqP1/PBP5/1P5P/1K6 w - - 0 1",
        "Nxg5+",
    ),
    (
        "1k1r3r/pPp3p1/8/1P5q/2QpN2b/P5P1/4P2n/2RR2K1 b - - 0 1",
        "Nf3+",
    ),
    (
        "1r1k3r/p1p3b1/1pB1R1n1/1P1p2p1/6n1/B1N5/P1P3PP/5R1K w - - 0 1",
        "Rf8+",
    ),
    (
        "rq4k1/pp1nrppp/4bn2/6R1/3QP3/P4PN1/4B1PP/2B2RK1 w - - 0 1",
        "Rxg7+",
    ),
    (
        "r6r/pp2kb2/3p1p2/1N1Pp3/3bP3/P2B2P1/1P1Q2PP/7K b - - 7 28",
        "Rxh2+",
    ),
    (
        "k6r/1p4p1/1PpR1p2/p7/P3PQ2/2q3Pr/2PR3P/7K b - - 1 31",
        "Rxh2+",
    ),
    (
        "3q2kr/1p1n2p1/p1p2r2/P1Pp2QP/1P1Pp2R/4P3/4B3/2K4R b - - 2 44",
        "Rf1+",
    ),
    ("4r1k1/p1p2ppp/2Q5/8/q7/P6P/1P3PP1/2R3K1 b - - 0 22", "Re1+"),
];

/// Of ten hits, in how many games the combination's first move is played within the next six moves of its side.
const AT_LEAST: usize = 3;

#[test]
fn combinations_are_found() {
    let puzzles = puzzles();
    let folder = Folder::new();
    folder.file("puzzles.pgn", pgn(&puzzles));
    assert_eq!(folder.run(&["ingest", "puzzles.pgn"]).code, Some(0));
    let (mut sum, mut sum_without) = (0, 0);
    for (fen, san) in COMBINATIONS {
        let played = |more: &[&str]| {
            let args = [&["similar", fen, "--json"], more].concat();
            let response = json(&folder.run(&args));
            let hits = response["hits"].as_array().expect("hits");
            assert_eq!(hits.len(), 10, "{fen}");
            // The puzzle itself is no evidence.
            let others = hits.iter().filter(|hit| hit["identical"] == false);
            let plays = others.filter(|hit| {
                let id = hit["game"]["id"].as_u64().expect("a number") as usize;
                let ply = hit["ply"].as_u64().expect("a number") as usize;
                puzzles[id - 1].plays(ply, fen.contains(" w "), san)
            });
            plays.count()
        };
        let found = played(&[]);
        assert!(found >= AT_LEAST, "{found} of ten with {san}: {fen}");
        sum += found;
        sum_without += played(&["--no-idea"]);
    }
    println!("{sum} of 200, without ideas {sum_without}");
    assert!(sum > 5 * sum_without, "{sum} {sum_without}");
}

/// A puzzle: the move that leads to it, and the solution.
struct Puzzle {
    start: Chess,
    fen: String,
    sans: Vec<String>,
}

impl Puzzle {
    /// Whether this move is among the next six of a side.
    fn plays(&self, ply: usize, by_white: bool, san: &str) -> bool {
        let starts = self.start.turn().is_white() == by_white;
        let of_side = |nth: &usize| nth.is_multiple_of(2) == starts;
        let next = (ply..self.sans.len()).filter(of_side).take(6);
        let bare = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
        next.map(|nth| bare(&self.sans[nth]))
            .any(|next| next == bare(san))
    }
}

fn puzzles() -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/puzzles/lichess.csv.zst");
    let file = fs::File::open(path).expect("the puzzles");
    let text = io::read_to_string(zstd::Decoder::new(file).expect("zstd")).expect("text");
    text.lines().skip(1).map(puzzle).collect()
}

/// Of a line `fen,moves,rating`.
fn puzzle(line: &str) -> Puzzle {
    let mut cells = line.split(',');
    let fen = cells.next().expect("a FEN").to_owned();
    let moves = cells.next().expect("moves");
    let start: Fen = fen.parse().expect("a FEN");
    let start: Chess = start
        .into_position(CastlingMode::Standard)
        .expect("a position");
    let mut position = start.clone();
    let sans = moves.split(' ').map(|uci| {
        let uci: UciMove = uci.parse().expect("a move");
        let m = uci.to_move(&position).expect("a legal move");
        SanPlus::from_move_and_play_unchecked(&mut position, m).to_string()
    });
    Puzzle {
        sans: sans.collect(),
        start,
        fen,
    }
}

fn pgn(puzzles: &[Puzzle]) -> String {
    let mut pgn = String::new();
    for (nth, Puzzle { fen, sans, .. }) in puzzles.iter().enumerate() {
        let sans = sans.join(" ");
        write!(
            pgn,
            "[Round \"{nth}\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{sans} *\n\n"
        )
        .expect("memory");
    }
    pgn
}
