//! Compares the tactical motifs with the themes of Lichess's puzzles.
//!
//! Of a table with the columns `FEN`, `Moves` and `Themes`, separated by commas, as Lichess has it;
//! the FEN is before the opponent's move. The small one here, `puzzles.csv`, has 25 or more puzzles
//! of each theme and 25 of none: positions and solutions by Lichess (CC0), themes by its tagger
//! (lichess-puzzler, as ported in `chess-puzzler` 0.1.1 for Python). Another one is measured with
//!
//! ```text
//! TABIYA_PUZZLES=lichess_db_puzzle.csv cargo test --release -p tabiya-motifs puzzles -- --nocapture
//! ```
//!
//! A theme counts as found if its motif is seen where the solution uses it:
//!
//! | theme | motif |
//! |---|---|
//! | `mateIn1`, `mateIn2` | listed where the solver begins |
//! | `hangingPiece` | listed there for the piece that the solution takes |
//! | `backRankMate` | the enemy's back rank is weak there |
//! | `fork`, `skewer` | listed for a move of the solution |
//! | `discoveredAttack` | listed for the piece that a move of the solution takes out of the way |
//! | `pin` | the solver has one after one of its moves but the last |

use std::time::Instant;
use std::{env, fs};

use motifs::{Motif, MotifKind, motifs, static_motifs};
use shakmaty::attacks::ray;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

/// Lichess's themes, the motifs they are compared with, and per cent of the puzzles with the theme
/// in the small table that must be found: what is found less one puzzle. The themes are given by the
/// whole solution, the motifs by one position, so that some differ.
const THEMES: [(&str, MotifKind, usize); 8] = [
    ("mateIn1", MotifKind::MateIn1, 100),
    ("mateIn2", MotifKind::MateIn2, 100),
    ("hangingPiece", MotifKind::HangingPiece, 100),
    ("backRankMate", MotifKind::BackRankWeakness, 60),
    ("fork", MotifKind::Fork, 90),
    ("skewer", MotifKind::Skewer, 85),
    ("discoveredAttack", MotifKind::DiscoveredAttack, 70),
    ("pin", MotifKind::Pin, 70),
];

#[test]
fn puzzles() {
    let other = env::var("TABIYA_PUZZLES").ok();
    let text = other.as_ref().map_or_else(
        || include_str!("puzzles.csv").to_owned(),
        |path| fs::read_to_string(path).expect("the table of TABIYA_PUZZLES"),
    );
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = |name: &str| {
        let place = header.iter().position(|h| h.eq_ignore_ascii_case(name));
        place.unwrap_or_else(|| panic!("the table has no column {name}"))
    };
    let (fen, moves, themes) = (column("FEN"), column("Moves"), column("Themes"));

    // Found where the theme is, found elsewhere, not found.
    let mut counts = [[0_usize; 3]; THEMES.len()];
    let mut times = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let seen = kinds_used(fields[fen], fields[moves], &mut times);
        let given: Vec<&str> = fields[themes].split(' ').collect();
        for (count, (theme, kind, _)) in counts.iter_mut().zip(THEMES) {
            match (seen.contains(&kind), given.contains(&theme)) {
                (true, true) => count[0] += 1,
                (true, false) => count[1] += 1,
                (false, true) => count[2] += 1,
                (false, false) => {}
            }
        }
    }
    println!("theme             puzzles  precision  recall");
    for ([both, elsewhere, missed], (theme, _, least)) in counts.into_iter().zip(THEMES) {
        let given = both + missed;
        let percent = |of: usize| 100.0 * both as f64 / of as f64;
        let (precision, recall) = (percent(both + elsewhere), percent(given));
        println!("{theme:<16} {given:>8} {precision:>9.1}% {recall:>6.1}%");
        let enough = other.is_some() || 100 * both >= least * given;
        assert!(
            enough && given > 0,
            "{theme}: {recall:.1}% found, not {least}%"
        );
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "microseconds a position: median {}, 99% {}, most {}",
        at(50),
        at(99),
        at(100)
    );
}

/// The kinds of motif that a puzzle's solution uses; how many microseconds each list took is added
/// to `times`.
fn kinds_used(fen: &str, moves: &str, times: &mut Vec<u128>) -> Vec<MotifKind> {
    let fen: Fen = fen.parse().expect("a FEN");
    let mut position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
    let moves: Vec<&str> = moves.split(' ').collect();
    let solver = !position.turn();
    let mut seen = Vec::new();
    for (ply, uci) in moves.iter().enumerate() {
        let uci: UciMove = uci.parse().expect("a move");
        let m = uci.to_move(&position).expect("legal");
        if ply % 2 == 1 {
            let started = Instant::now();
            let motifs = motifs(&position);
            times.push(started.elapsed().as_micros());
            let used = motifs
                .iter()
                .filter(|motif| uses(motif, m, solver, ply == 1));
            seen.extend(used.map(|motif| motif.kind));
        }
        position.play_unchecked(m);
        if ply % 2 == 1 && ply + 1 < moves.len() {
            let pins = static_motifs(position.board());
            let pin = |motif: &Motif| motif.kind == MotifKind::Pin && motif.color == Some(solver);
            seen.extend(pins.into_iter().filter(pin).map(|motif| motif.kind));
        }
    }
    seen
}

/// Whether a move of the solution, the first or a later one, uses a motif.
fn uses(motif: &Motif, m: Move, solver: Color, first: bool) -> bool {
    match motif.kind {
        MotifKind::MateIn1 | MotifKind::MateIn2 => first,
        MotifKind::HangingPiece => first && motif.squares[0] == m.to(),
        MotifKind::BackRankWeakness => first && motif.color == Some(!solver),
        MotifKind::Fork | MotifKind::Skewer => motif.line.first() == Some(&m),
        MotifKind::DiscoveredAttack => {
            let line = ray(motif.squares[1], motif.squares[2]);
            m.from() == Some(motif.squares[0]) && !line.contains(m.to())
        }
        _ => false,
    }
}
