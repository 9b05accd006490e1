//! Difficulty, tactics, the evaluation curve and the engine do not contradict each other: what each of them names by
//! default does not lose more than a pawn by the judgement of a million nodes.
//!
//! The positions are every third one of `data/quality/queries_dev.tsv`, which are of grandmasters' games. Their
//! judgements are in `one_truth.tsv`: a search of the position, and one after a move; what the move loses is the
//! difference. A move that is not there is judged when it is named. `make test` asks one position in sixty, `make
//! test-all` one in twenty. All of them, and how many moves of whom lose how much:
//!
//! ```text
//! TABIYA_TRUTH=all cargo test -p tabiya-app --test tests -- one_truth --ignored --nocapture
//! ```
//!
//! `TABIYA_TRUTH=write` also judges all moves anew and writes the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use app::{Begin, Effort, Engines, Lines, Nodes, Pace, Pv, analyse, difficulty, motifs};
use coach::centipawns;
use engine::Score;
use pgn::parse_fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Position};

/// What a player calls a loss, in centipawns.
const PAWN: i32 = 100;

/// The nodes of the judgement.
const JUDGE: u64 = 1_000_000;

/// The lines of the page's engine, and the nodes of its first requests, each of which goes on where the one before
/// ended: as `web/src/views/analysis/thinking.ts` has them.
const PAGE: (u64, [(u64, Begin); 3]) = (
    3,
    [
        (20_000, Begin::Anew),
        (400_000, Begin::Anew),
        (2_000_000, Begin::Resume),
    ],
);

/// What is known of a position: the score of the best move, and of others what they lose.
#[derive(Default)]
struct Judged {
    best: Option<i32>,
    after: BTreeMap<String, i32>,
}

fn effort(nodes: u64) -> Effort {
    Effort {
        nodes: Nodes::new(nodes),
        ..Effort::default()
    }
}

fn first(engines: &Engines, begin: Begin, positions: &[Chess], effort: &Effort) -> Vec<Pv> {
    let pace = Pace::default();
    let found = analyse(engines, begin, positions, effort, None, &pace).expect("our engine");
    let best = found.into_iter().map(|found| found.expect("no deadline"));
    best.map(|mut found| found.pvs.swap_remove(0)).collect()
}

/// The first moves of lines, with their places.
fn moves(lines: &[Pv]) -> Vec<(usize, String)> {
    let first = |pv: &Pv| pv.moves.split(' ').next().unwrap_or_default().to_owned();
    lines.iter().map(first).enumerate().collect()
}

/// The score of a search by the judge, for a side.
fn judge(engines: &Engines, positions: &[Chess], side: Color) -> Vec<i32> {
    let scores = first(engines, Begin::Anew, positions, &effort(JUDGE)).into_iter();
    let of_white = scores.map(|pv| match (pv.cp, pv.mate, positions) {
        (Some(cp), _, _) => centipawns(Score::Cp(cp)),
        (None, Some(0), [mated]) => {
            let mated_is = centipawns(Score::Mate(0));
            mated.turn().fold_wb(mated_is, -mated_is)
        }
        (None, mate, _) => centipawns(Score::Mate(mate.unwrap_or(0))),
    });
    of_white.map(|cp| side.fold_wb(cp, -cp)).collect()
}

impl Judged {
    /// How much a move loses, in centipawns.
    fn loss(&mut self, engines: &Engines, position: &Chess, uci: &str) -> i32 {
        let side = position.turn();
        let known = std::slice::from_ref(position);
        let best = *self
            .best
            .get_or_insert_with(|| judge(engines, known, side)[0]);
        let after = *self.after.entry(uci.to_owned()).or_insert_with(|| {
            let m: UciMove = uci.parse().expect("UCI");
            let mut after = position.clone();
            after.play_unchecked(m.to_move(position).expect("a legal move"));
            judge(engines, &[after], side)[0]
        });
        best - after
    }
}

/// The table: FEN, the score of the best move for the side to move, and of other moves `UCI:score`.
fn read(table: &str) -> BTreeMap<String, Judged> {
    let row = |row: &str| {
        let (fen, rest) = row.split_once('\t').expect("two columns");
        let (best, moves) = rest.split_once('\t').expect("three columns");
        let after = moves.split_whitespace().map(|word| {
            let (uci, score) = word.split_once(':').expect("a move and its score");
            (uci.to_owned(), score.parse().expect("a score"))
        });
        let judged = Judged {
            best: best.parse().ok(),
            after: after.collect(),
        };
        (fen.to_owned(), judged)
    };
    table.lines().skip(1).map(row).collect()
}

#[test]
fn what_is_named_does_not_lose() {
    check(60, "");
}

#[test]
#[ignore = "slow: two minutes"]
fn in_more_positions() {
    let task = std::env::var("TABIYA_TRUTH").unwrap_or_default();
    check(if task.is_empty() { 20 } else { 1 }, &task);
}

/// Checks every `step`-th position; with the task `write`, rewrites the table.
fn check(step: usize, task: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let queries = fs::read_to_string(here.join("../data/quality/queries_dev.tsv")).expect("data");
    let fens = queries.lines().skip(1).step_by(3);
    let fens = fens.map(|row| row.split('\t').nth(1).expect("a FEN").to_owned());
    let fens: Vec<String> = fens.step_by(step).collect();
    let positions: Vec<Chess> = fens
        .iter()
        .map(|fen| parse_fen(fen).expect("a FEN"))
        .collect();
    let table = here.join("tests/one_truth.tsv");
    let mut judged = match task {
        "write" => BTreeMap::new(),
        _ => read(&fs::read_to_string(&table).expect("the table")),
    };

    let engines = Engines::new(None, None).expect("our engine");
    let pace = Pace::default();
    let mut named: BTreeMap<&str, Vec<(usize, String)>> = BTreeMap::new();
    // The last pass over the curve of a game asks for the same.
    let by_default = first(&engines, Begin::Anew, &positions, &Effort::default());
    named.insert("engine, curve", moves(&by_default));
    let (lines, requests) = PAGE;
    // One after the other, as the page asks.
    let on_page = positions.iter().map(|position| {
        let position = std::slice::from_ref(position);
        let pvs = requests.map(|(nodes, begin)| {
            let effort = Effort {
                multi_pv: Lines::new(lines),
                ..effort(nodes)
            };
            first(&engines, begin, position, &effort).swap_remove(0)
        });
        pvs.into_iter().next_back().expect("requests")
    });
    named.insert("engine on the page", moves(&on_page.collect::<Vec<_>>()));
    let rated = difficulty(&engines, &positions, None, &pace).expect("our engine");
    let best = rated
        .into_iter()
        .map(|rated| rated.expect("legal moves").best.uci);
    named.insert("difficulty", best.enumerate().collect());
    let seen = motifs(&engines, &positions, None, &pace).expect("our engine");
    let chances = seen.into_iter().enumerate().flat_map(|(place, seen)| {
        let motifs = seen.expect("no deadline").motifs.into_iter();
        let moves = motifs.filter_map(move |motif| Some((place, motif.moves.first()?.uci.clone())));
        moves.collect::<Vec<_>>()
    });
    named.insert("tactics", chances.collect());

    let mut faults = Vec::new();
    for (who, moves) in &named {
        let mut losses = Vec::new();
        for (place, uci) in moves {
            let known = judged.entry(fens[*place].clone()).or_default();
            let loss = known.loss(&engines, &positions[*place], uci);
            losses.push(loss);
            if loss > PAWN {
                faults.push(format!("{who}: {uci} loses {loss} in {}", fens[*place]));
            }
        }
        let more = |than: i32| losses.iter().filter(|loss| **loss > than).count();
        println!(
            "{who}: {} moves; more than 25 cp lose {}, 50: {}, 100: {}",
            losses.len(),
            more(25),
            more(50),
            more(PAWN)
        );
    }
    if task == "write" {
        let mut text = "fen\tbest\tafter\n".to_owned();
        for (fen, judged) in &judged {
            let after = judged
                .after
                .iter()
                .map(|(uci, score)| format!("{uci}:{score}"));
            let after = after.collect::<Vec<_>>().join(" ");
            let best = judged.best.unwrap_or_default();
            writeln!(text, "{fen}\t{best}\t{after}").expect("memory");
        }
        fs::write(&table, text).expect("the table can be written");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
