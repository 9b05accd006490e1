//! `tabiya bench`: how fast an index answers, how small it is, and whether it is right.

mod report;

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use app::{
    Bounded, DEFAULT_FROM_MOVE, Database, Error, Import, Limit, Name, Pace, Place, Remarks, View,
    search, with_ideas,
};
use clap::Args;
use clap::error::ErrorKind;
use rayon::ThreadPoolBuilder;
use shakmaty::Chess;
use similarity::{Distinct, Filter, Query, Scoring, Selection, Similar};
use tempfile::TempDir;

use crate::args::fens::read_positions;
use crate::args::filter::FilterArgs;
use crate::args::index::IndexArgs;
use crate::args::{named, ranged};
use crate::bench::report::{
    Check, Ingest, Latency, Report, per, print_check, print_index, print_ingest, print_queries,
};
use crate::print::WrongUsage;
use crate::progress::{self, Progress};

/// The number of queries that are compared in one pass over all positions. Guessed: 40 MB of queries.
const IN_ONE_PASS: usize = 1000;

/// Measure an index: speed, size, and whether its answers are the same as by scoring every position.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[arg(
        long,
        value_name = "N",
        default_value_t = Queries::of::<200>(),
        help = format!(
            "The number of positions of random games to search for: {}; 0 with `--fens` for none. They are searched \
             one after the other: first by one thread, then by all processors, which share the work of each",
            Queries::range()
        )
    )]
    queries: Queries,

    #[arg(
        long,
        value_name = "N",
        help = format!(
            "How many of these positions, including those of `--fens`, are also answered by scoring every position, \
             for comparison: {}; by default all, 0 for none. This takes by far the longest: minutes for millions of \
             positions",
            Checked::range()
        )
    )]
    check: Option<Checked>,

    /// A file of further positions to search for, one FEN or EPD per line; `-` for standard input.
    #[arg(long, value_name = "FILE")]
    fens: Option<PathBuf>,

    /// PGN files or folders to measure ingest with, into an index that is deleted afterwards.
    #[arg(long, value_name = "FILE")]
    pgn: Vec<PathBuf>,

    #[arg(long, value_name = "N", default_value_t = Limit::of::<10>(), help = ranged("The number of positions to find", &Limit::range()))]
    limit: Limit,

    /// The scoring profile to measure.
    #[arg(long, value_name = "NAME", default_value = Scoring::default().name(), value_parser = named::<Scoring>())]
    scoring: Name<Scoring>,

    /// How the positions found must differ: `board`: different boards and different games; `game`: different games only.
    /// By default `board`, but `game` for `thesis`.
    #[arg(long, value_name = "WHAT", value_parser = named::<Distinct>())]
    distinct: Option<Name<Distinct>>,

    #[command(flatten)]
    filter: FilterArgs,

    #[arg(
        long,
        value_name = "N",
        default_value_t = Seed::of::<1>(),
        help = format!(
            "The seed of the random choice of positions: {}; the same seed draws the same positions",
            Seed::range()
        )
    )]
    seed: Seed,

    #[command(flatten)]
    index: IndexArgs,
}

/// A number of positions to search for.
type Queries = Bounded<0, 1_000_000>;
/// A number of positions to check the answers for.
type Checked = Bounded<0, { u64::MAX }>;
/// The seed of random numbers.
type Seed = Bounded<0, { u64::MAX }>;

pub(crate) fn run(args: &BenchArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let queries = args.queries.get() as usize;
    if queries == 0 && args.fens.is_none() {
        let nothing = "--queries 0 leaves nothing to measure: add --fens FILE";
        return Err(WrongUsage(ErrorKind::MissingRequiredArgument, nothing.to_owned()).into());
    }
    // What cannot be read is reported before anything is measured.
    let fens = match &args.fens {
        Some(file) => Some((file.display().to_string(), read_positions(file)?)),
        None => None,
    };
    let filter = args.filter.filter()?;
    let files = pgn_files(&args.pgn)?;

    let started = Instant::now();
    let index = args.index.open()?;
    let snapshot = index.snapshot()?;
    let open_ms = milliseconds(started.elapsed());
    let statistics = snapshot.statistics().clone();
    ensure!(
        statistics.positions > 0,
        "the index has no positions to query: ingest games first"
    );
    let mut random = fastrand::Rng::with_seed(args.seed.get());
    let mut sets = Vec::new();
    if queries > 0 {
        let drawn = snapshot.drawn_positions(&mut random, queries)?;
        sets.push(("index".to_owned(), drawn));
    }
    sets.extend(fens);
    let most = sets.iter().map(|(_, boards)| boards.len()).max();
    let warming = snapshot.drawn_positions(&mut random, most.unwrap_or(1))?;

    // What the games have been drawn from has read of the index already.
    drop((snapshot, index));
    let index = args.index.open()?;
    let snapshot = index.snapshot()?;
    let asked = Asked::new(&snapshot, args, filter.as_ref())?;
    let started = Instant::now();
    asked.search(&warming[0])?;
    let first_query_ms = milliseconds(started.elapsed());

    let bytes = index.bytes()?;
    let opening_bytes = snapshot.opening_bytes()?;
    let mut report = Report {
        games: statistics.games,
        positions: statistics.positions,
        bytes,
        opening_bytes,
        bytes_per_position: per(
            bytes - opening_bytes.unwrap_or_default(),
            statistics.positions,
        ),
        open_ms,
        first_query_ms,
        ingest: None,
        queries: Vec::new(),
        check: None,
        error: None,
    };
    let bench = Bench {
        args,
        asked,
        sets,
        warming,
        files,
    };
    let measured = if json {
        bench.measure(&mut report, &mut io::sink())
    } else {
        bench.measure(&mut report, out)
    };
    if json {
        report.error = measured.as_ref().err().map(|error| format!("{error:#}"));
        crate::print::json(out, &report)?;
    }
    measured.map(|()| ExitCode::SUCCESS)
}

/// The PGN files that are meant, each of which can be opened.
fn pgn_files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        for file in pgn::pgn_files(path) {
            let file = file?;
            let mut stream = pgn::open_pgn(&file, |_| {});
            stream
                .read(&mut [0])
                .with_context(|| file.display().to_string())?;
            files.push(file);
        }
    }
    Ok(files)
}

/// What is measured.
struct Bench<'a> {
    args: &'a BenchArgs,
    asked: Asked<'a>,
    /// Where queries are from, and they.
    sets: Vec<(String, Vec<Chess>)>,
    /// Asked before others, to warm the caches.
    warming: Vec<Chess>,
    files: Vec<PathBuf>,
}

impl Bench<'_> {
    /// Measures one thing after the other, and prints each as soon as it is known: what comes later
    /// may take minutes, or fail.
    fn measure(&self, report: &mut Report, out: &mut impl Write) -> anyhow::Result<()> {
        print_index(report, out)?;
        let measured = self.measure_queries(report);
        print_queries(&report.queries, out)?;
        measured?;
        if !self.files.is_empty() {
            print_ingest(report.ingest.insert(ingest(&self.files)?), out)?;
        }
        let most = self
            .args
            .check
            .map_or(usize::MAX, |check| check.get() as usize);
        let boards = self.sets.iter().flat_map(|(_, set)| set.iter().take(most));
        let boards: Vec<&Chess> = boards.collect();
        if !boards.is_empty() {
            let check = report.check.insert(check(&self.asked, &boards)?);
            print_check(check, out)?;
            ensure!(
                check.same == check.queries,
                "{} of {} answers differ from scoring every position",
                check.queries - check.same,
                check.queries
            );
        }
        Ok(())
    }

    fn measure_queries(&self, report: &mut Report) -> anyhow::Result<()> {
        let all = rayon::current_num_threads();
        for (from, boards) in &self.sets {
            for threads in BTreeSet::from([1, all]) {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
                let latency = || latency(&self.asked, from, boards, &self.warming);
                report.queries.push(pool.install(latency)?);
            }
        }
        Ok(())
    }
}

/// What is asked for each position.
struct Asked<'a> {
    snapshot: &'a View,
    limit: usize,
    scoring: Scoring,
    distinct: Option<Distinct>,
    /// What passes the filter, if there is one.
    selection: Option<Arc<Selection>>,
}

impl<'a> Asked<'a> {
    fn new(
        snapshot: &'a View,
        args: &BenchArgs,
        filter: Option<&Filter>,
    ) -> anyhow::Result<Asked<'a>> {
        let selection = filter.map(|filter| snapshot.select(filter));
        Ok(Asked {
            snapshot,
            limit: args.limit.get() as usize,
            scoring: args.scoring.0,
            distinct: args.distinct.map(|Name(distinct)| distinct),
            selection: selection.transpose()?,
        })
    }

    /// The query for a position, and for what the engine would play in it.
    fn query(&self, board: &Chess) -> Query {
        let mut query = Query::new(board, self.snapshot.statistics(), self.scoring);
        if let Some(distinct) = self.distinct {
            query = query.with_distinct(distinct);
        }
        if let Some(selection) = &self.selection {
            query = query.among(Arc::clone(selection));
        }
        with_ideas(query)
    }

    fn search(&self, board: &Chess) -> Result<Similar, Error> {
        search(
            self.snapshot,
            self.query(board),
            self.limit,
            &Pace::default(),
        )
    }
}

/// Asks all queries once, after as many others that warm the caches.
fn latency(
    asked: &Asked<'_>,
    from: &str,
    boards: &[Chess],
    warming: &[Chess],
) -> anyhow::Result<Latency> {
    for board in warming {
        asked.search(board)?;
    }
    let mut times = Vec::with_capacity(boards.len());
    let mut scored = Vec::with_capacity(boards.len());
    for board in boards {
        let started = Instant::now();
        let similar = asked.search(board)?;
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

/// The nearest rank: the smallest value that this percentage does not exceed.
fn percentile<T>(sorted: &[T], percent: usize) -> &T {
    &sorted[(sorted.len() * percent).div_ceil(100).max(1) - 1]
}

/// Answers queries by the search and by scoring every position, both before the best are put in a new order; the times are
/// those without the engine.
fn check(asked: &Asked<'_>, boards: &[&Chess]) -> anyhow::Result<Check> {
    let Asked {
        snapshot, limit, ..
    } = *asked;
    let mut search_ms = 0.0;
    let search = |board: &&Chess| {
        let query = asked.query(board);
        let started = Instant::now();
        let similar = snapshot.nearest(query, limit, &Pace::default())?;
        search_ms += milliseconds(started.elapsed());
        Ok(similar.hits)
    };
    let found = boards.iter().map(search);
    let found = found.collect::<Result<Vec<_>, Error>>()?;
    let positions = snapshot.statistics().positions;
    crate::print::complain(&format!(
        "scoring all {positions} positions for {} queries, to compare",
        boards.len()
    ));
    let passes = boards.len().div_ceil(IN_ONE_PASS) as u64;
    let bar = progress::bar(passes * positions, "positions");
    let mut exhaustive_ms = 0.0;
    let mut expected = Vec::with_capacity(boards.len());
    for boards in boards.chunks(IN_ONE_PASS) {
        let queries: Vec<Query> = boards.iter().map(|board| asked.query(board)).collect();
        let started = Instant::now();
        let hits = snapshot.exhaustive(&queries, limit, |more| bar.inc(more));
        exhaustive_ms += milliseconds(started.elapsed());
        expected.extend(hits.inspect_err(|_| bar.finish_and_clear())?);
    }
    bar.finish_and_clear();
    let same = found.iter().zip(&expected);
    let same = same.filter(|(found, expected)| found == expected);
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
    let index = Database::open_or_create(&Place::Folder(folder.path().to_owned()))?;
    let mut import = Import::new(&index, DEFAULT_FROM_MOVE)?;
    let mut progress = Progress::new(files);
    for file in files {
        let name = file.display().to_string();
        let stream = pgn::open_pgn(file, progress.counter());
        import.read(&name, stream, |sum, _| {
            progress.show(sum);
            ControlFlow::Continue(())
        })?;
    }
    let (sum, finished) = import.finish(&mut Remarks::default(), || false);
    finished?;
    progress.finish();
    let seconds = started.elapsed().as_secs_f64();
    Ok(Ingest {
        games: sum.games,
        positions: sum.positions,
        seconds,
        positions_per_second: (sum.positions as f64 / seconds) as u64,
        bytes_per_position: per(
            index.bytes()? - index.snapshot()?.opening_bytes()?.unwrap_or_default(),
            sum.positions,
        ),
    })
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
