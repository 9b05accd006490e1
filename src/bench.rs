//! `tabiya bench`: how fast an index answers, how small it is, and whether it is right.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use index::{Index, Ingested, Query, Scoring, Snapshot, parse_fen};
use rayon::ThreadPoolBuilder;
use serde::Serialize;
use shakmaty::{Board, Position};
use tempfile::TempDir;

use crate::cli::BenchArgs;

/// What was measured.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    games: u64,
    positions: u64,
    bytes: u64,
    bytes_per_position: f64,
    open_ms: f64,
    first_query_ms: f64,
    ingest: Option<Ingest>,
    queries: Vec<Latency>,
    check: Option<Check>,
}

/// How fast PGN became an index.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Ingest {
    games: u64,
    positions: u64,
    seconds: f64,
    positions_per_second: u64,
    bytes_per_position: f64,
}

/// How long queries took, one after the other.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Latency {
    /// Where they are from: `index`, or the file of FENs.
    from: String,
    queries: usize,
    threads: usize,
    mean_ms: f64,
    p50_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    max_ms: f64,
    /// The median.
    passages_scored: usize,
}

/// The same queries by scoring every position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Check {
    queries: usize,
    /// How many answers were the same, to the last bit of every score.
    same: usize,
    search_ms: f64,
    /// One pass over all positions for all queries, divided by their number.
    exhaustive_ms: f64,
    /// How many times faster the search was.
    ratio: f64,
}

pub(crate) fn run(args: &BenchArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let index = Index::open(&args.index.index)?;
    let snapshot = index.snapshot()?;
    let open_ms = milliseconds(started.elapsed());
    let statistics = snapshot.statistics();
    ensure!(
        statistics.positions > 0,
        "the index has no positions to ask for: ingest games first"
    );

    let mut random = fastrand::Rng::with_seed(args.seed);
    let drawn = drawn_queries(&snapshot, &mut random, args.queries)?;
    let warming = drawn_queries(&snapshot, &mut random, args.queries)?;
    let started = Instant::now();
    search(&snapshot, &warming[0], args)?;
    let first_query_ms = milliseconds(started.elapsed());

    let mut sets = vec![("index".to_owned(), drawn)];
    if let Some(file) = &args.fens {
        sets.push((file.display().to_string(), fens(file)?));
    }
    let all = rayon::current_num_threads();
    let mut queries = Vec::new();
    for (from, boards) in &sets {
        for threads in [1, all] {
            if threads == 1 || all > 1 {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
                let latency = pool.install(|| latency(&snapshot, from, boards, &warming, args))?;
                queries.push(latency);
            }
        }
    }
    let check = match args.check {
        0 => None,
        count => {
            let boards = sets
                .iter()
                .flat_map(|(_, boards)| boards.iter().take(count));
            Some(check(
                &snapshot,
                &boards.cloned().collect::<Vec<_>>(),
                args,
            )?)
        }
    };
    let bytes = index.bytes()?;
    let report = Report {
        games: statistics.games,
        positions: statistics.positions,
        bytes,
        bytes_per_position: per(bytes, statistics.positions),
        open_ms,
        first_query_ms,
        ingest: match &args.pgn[..] {
            [] => None,
            files => Some(ingest(files)?),
        },
        queries,
        check,
    };
    if json {
        crate::print_json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    match &report.check {
        Some(check) if check.same < check.queries => {
            bail!(
                "{} of {} answers differ from scoring every position",
                check.queries - check.same,
                check.queries
            );
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Positions of random games, from ply 25 on where a game goes so far.
fn drawn_queries(
    snapshot: &Snapshot,
    random: &mut fastrand::Rng,
    count: usize,
) -> anyhow::Result<Vec<Board>> {
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let id = random.u64(1..=snapshot.statistics().last_game);
        // Ids of removed games are left free.
        let Some(game) = snapshot.game(id)? else {
            continue;
        };
        let first = if game.plies() < 25 { 0 } else { 25 };
        let ply = random.usize(first..=game.plies());
        boards.extend(
            game.positions()
                .nth(ply)
                .map(|(position, _)| position.board().clone()),
        );
    }
    Ok(boards)
}

/// The positions of a file, a FEN or EPD a line.
fn fens(file: &Path) -> anyhow::Result<Vec<Board>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let boards = lines
        .map(|(number, line)| match parse_fen(line) {
            Ok(position) => Ok(position.board().clone()),
            Err(error) => bail!("{}, line {number}: {error}", file.display()),
        })
        .collect::<anyhow::Result<Vec<Board>>>()?;
    ensure!(
        !boards.is_empty(),
        "{}: there is no FEN in it",
        file.display()
    );
    Ok(boards)
}

fn search(
    snapshot: &Snapshot,
    board: &Board,
    args: &BenchArgs,
) -> Result<index::Similar, index::Error> {
    snapshot.similar(board, args.limit.into(), Scoring::Thesis)
}

/// Asks all queries once, after as many others that warm the caches.
fn latency(
    snapshot: &Snapshot,
    from: &str,
    boards: &[Board],
    warming: &[Board],
    args: &BenchArgs,
) -> anyhow::Result<Latency> {
    for board in warming {
        search(snapshot, board, args)?;
    }
    let mut times = Vec::with_capacity(boards.len());
    let mut scored = Vec::with_capacity(boards.len());
    for board in boards {
        let started = Instant::now();
        let similar = search(snapshot, board, args)?;
        times.push(milliseconds(started.elapsed()));
        scored.push(similar.passages_scored);
    }
    times.sort_by(f64::total_cmp);
    scored.sort_unstable();
    Ok(Latency {
        from: from.to_owned(),
        queries: boards.len(),
        threads: rayon::current_num_threads(),
        mean_ms: times.iter().sum::<f64>() / times.len() as f64,
        p50_ms: *percentile(&times, 50),
        p95_ms: *percentile(&times, 95),
        p99_ms: *percentile(&times, 99),
        max_ms: *percentile(&times, 100),
        passages_scored: *percentile(&scored, 50),
    })
}

/// The nearest rank: the smallest value that so many per cent do not exceed.
fn percentile<T>(sorted: &[T], percent: usize) -> &T {
    &sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

/// Answers queries by the search and by scoring every position.
fn check(snapshot: &Snapshot, boards: &[Board], args: &BenchArgs) -> anyhow::Result<Check> {
    let started = Instant::now();
    let found = boards
        .iter()
        .map(|board| search(snapshot, board, args))
        .collect::<Result<Vec<_>, _>>()?;
    let search_ms = milliseconds(started.elapsed());
    let queries: Vec<Query> = boards
        .iter()
        .map(|board| Query::new(board, snapshot.statistics()))
        .collect();
    crate::complain(&format!(
        "scoring all {} positions for {} queries, to compare",
        snapshot.statistics().positions,
        queries.len()
    ));
    let started = Instant::now();
    let expected = snapshot.exhaustive(&queries, args.limit.into(), |_| {})?;
    let exhaustive_ms = milliseconds(started.elapsed());
    let same = found
        .iter()
        .zip(&expected)
        .filter(|(found, expected)| found.hits == **expected);
    Ok(Check {
        queries: boards.len(),
        same: same.count(),
        search_ms: search_ms / boards.len() as f64,
        exhaustive_ms: exhaustive_ms / boards.len() as f64,
        ratio: exhaustive_ms / search_ms,
    })
}

/// Indexes PGN files in a folder of their own, which is gone afterwards.
fn ingest(files: &[PathBuf]) -> anyhow::Result<Ingest> {
    let folder = TempDir::new()?;
    let started = Instant::now();
    let index = Index::create(folder.path())?;
    let mut writer = index.writer()?;
    let mut sum = Ingested::default();
    for path in files.iter().flat_map(|path| index::pgn_files(path)) {
        let path = path?;
        let name = path.display().to_string();
        let stream = index::open_pgn(&path, |_| {});
        let unwatched = |_: &Ingested, _| ControlFlow::Continue(());
        index::ingest(&mut writer, &name, stream, 13, &mut sum, unwatched)?;
    }
    writer.commit()?;
    writer.close()?;
    let seconds = started.elapsed().as_secs_f64();
    Ok(Ingest {
        games: sum.games,
        positions: sum.positions,
        seconds,
        positions_per_second: (sum.positions as f64 / seconds) as u64,
        bytes_per_position: per(index.bytes()?, sum.positions),
    })
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// Bytes a position; 0 without positions.
fn per(bytes: u64, positions: u64) -> f64 {
    bytes as f64 / positions.max(1) as f64
}

fn print(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} games, {} positions, {} bytes, {:.1} a position",
        report.games, report.positions, report.bytes, report.bytes_per_position
    )?;
    writeln!(
        out,
        "opened in {:.1} ms, first query {:.1} ms",
        report.open_ms, report.first_query_ms
    )?;
    if let Some(ingest) = &report.ingest {
        writeln!(
            out,
            "ingest: {} games, {} positions in {:.1} s, {} positions/s, {:.1} bytes a position",
            ingest.games,
            ingest.positions,
            ingest.seconds,
            ingest.positions_per_second,
            ingest.bytes_per_position
        )?;
    }
    writeln!(
        out,
        "\nqueries  threads   p50 ms   p95 ms   p99 ms   max ms  mean ms  passages scored  from"
    )?;
    for latency in &report.queries {
        writeln!(
            out,
            "{:7}  {:7}  {:7.2}  {:7.2}  {:7.2}  {:7.2}  {:7.2}  {:15}  {}",
            latency.queries,
            latency.threads,
            latency.p50_ms,
            latency.p95_ms,
            latency.p99_ms,
            latency.max_ms,
            latency.mean_ms,
            latency.passages_scored,
            latency.from
        )?;
    }
    if let Some(check) = &report.check {
        writeln!(
            out,
            "\n{} of {} answers the same as by scoring every position; {:.2} ms against {:.1} ms, {:.0} times faster",
            check.same, check.queries, check.search_ms, check.exhaustive_ms, check.ratio
        )?;
    }
    Ok(())
}
