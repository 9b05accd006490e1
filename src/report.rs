//! `tabiya report`: what a player's games say about the player.

use std::io::Write;
use std::time::{Duration, Instant};

use app::{
    MistakeExample, Nodes, Pace, REPORT_NODES, Report, ReportAnswer, ReportBook, ReportGames,
    ReportMistake, ReportRequest, ReportRow, ReportScore, ReportSide, ReportTime,
    parse_collections,
};
use clap::Args;
use clap::error::ErrorKind;
use similarity::GameFilter;

use crate::args::effort::EngineArgs;
use crate::args::filter::FilterArgs;
use crate::args::index::IndexArgs;
use crate::args::{of_option, ranged};
use crate::print::WrongUsage;
use crate::progress;

/// How long the engine works before the bar moves and Ctrl-C is looked at. Guessed.
const SLICE: Duration = Duration::from_secs(1);

/// The rows that the text shows of a table; JSON has all.
const ROWS: usize = 8;

/// Report on a player's games: results by opening, structure, phase and motif, and what the ratings predict;
/// time trouble; the costliest kinds of mistakes, with examples.
///
/// Scores of moves are those in the games, e.g. from lichess. With --analyse the engine adds what is missing, the newest
/// games first; Ctrl-C ends it, and the report is about what has been scored.
#[derive(Debug, Args)]
#[command(override_usage = "tabiya report --player <NAME> [OPTIONS]")]
pub(crate) struct ReportArgs {
    #[arg(long, value_name = "N", default_value_t = ReportGames::of::<1000>(), help = ranged("The number of games, the newest by their numbers", &ReportGames::range()))]
    games: ReportGames,

    /// Say where the games leave the openings of this collection; may be given several times.
    #[arg(long, value_name = "COLLECTION")]
    book: Vec<String>,

    /// Score the positions that have no score, and look at the mistakes, with the engine.
    #[arg(long)]
    analyse: bool,

    #[arg(long, value_name = "N", default_value_t = REPORT_NODES, requires = "analyse", help = ranged("Search each position to this number of nodes", &Nodes::range()))]
    nodes: Nodes,

    /// Stop analysing after this number of seconds.
    #[arg(long, value_name = "SECONDS", requires = "analyse")]
    seconds: Option<u32>,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &ReportArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let filter = args.filter.games()?;
    if filter.player.is_none() {
        let why = "--player: a player is required".to_owned();
        return Err(WrongUsage(ErrorKind::MissingRequiredArgument, why).into());
    }
    let view = args.index.open()?.snapshot()?;
    let collections = parse_collections(&args.book).map_err(of_option)?;
    let request = ReportRequest {
        filter,
        book: (!collections.is_empty()).then(|| GameFilter {
            collections,
            ..GameFilter::default()
        }),
        games: args.games,
    };
    let bar = progress::counted("games");
    let ticking = bar.clone();
    let reading = Pace::default().in_turns(move |_| {
        ticking.tick();
        true
    });
    let mut report = Report::new(&view, &request, &reading)?;
    if args.analyse {
        let engines = args.engine.start()?;
        let mut pace = Pace::default();
        pace.stop = crate::importing::stop_signal()?;
        pace.deadline = args
            .seconds
            .map(|seconds| Instant::now() + Duration::from_secs(seconds.into()));
        while !report.is_analysed() && !pace.is_over() {
            report.analyse(&view, &engines, args.nodes, &pace, SLICE)?;
            bar.set_position(report.analysed() as u64);
        }
    }
    bar.finish_and_clear();
    let response = report.response(&view)?;
    if json {
        return crate::print::json(out, &response);
    }
    print(out, &response)
}

fn print(out: &mut impl Write, report: &ReportAnswer) -> anyhow::Result<()> {
    let ReportAnswer {
        player,
        games,
        read,
        evaluated_games,
        ..
    } = report;
    write!(out, "{player}: {games} games")?;
    if read < games {
        write!(out, ", the newest {read} of them read")?;
    }
    writeln!(out, "; {evaluated_games} with scores")?;
    heading(out, "")?;
    row(out, "all games", &report.all)?;
    for (name, side) in [("with White", &report.white), ("with Black", &report.black)] {
        row(out, name, &side.score)?;
    }
    for (name, side) in [("White", &report.white), ("Black", &report.black)] {
        openings(out, name, side)?;
    }
    table(out, "Structures", &report.structures)?;
    table(out, "Motifs", &report.motifs)?;
    table(out, "Phases", &report.phases)?;
    if let Some(time) = &report.time {
        print_time(out, time)?;
    }
    if let Some(book) = &report.book {
        print_book(out, book)?;
    }
    if !report.mistakes.is_empty() {
        writeln!(out, "\nCostliest mistakes")?;
    }
    for mistake in &report.mistakes {
        print_mistake(out, mistake)?;
    }
    Ok(())
}

fn heading(out: &mut impl Write, title: &str) -> anyhow::Result<()> {
    let columns = [
        "games", "won", "drawn", "lost", "points", "expected", "loss",
    ];
    let columns = columns.map(|column| format!("{column:>9}")).concat();
    Ok(writeln!(out, "\n{title:<44}{columns}")?)
}

/// A line of a table.
fn row(out: &mut impl Write, name: &str, score: &ReportScore) -> anyhow::Result<()> {
    let results = &score.score;
    let name: String = name.chars().take(42).collect();
    let rated = |number: f64| match score.rated {
        0 => "-".to_owned(),
        _ => format!("{number:.1}"),
    };
    let loss = score
        .average_loss
        .map_or("-".to_owned(), |loss| format!("{loss:.0}"));
    Ok(writeln!(
        out,
        "  {name:<42}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{loss:>9}",
        results.games,
        results.wins,
        results.draws,
        results.losses,
        rated(score.points),
        rated(score.expected),
    )?)
}

fn openings(out: &mut impl Write, color: &str, side: &ReportSide) -> anyhow::Result<()> {
    if side.openings.is_empty() {
        return Ok(());
    }
    heading(out, &format!("Openings with {color}"))?;
    for opening in side.openings.iter().take(ROWS) {
        let name = format!("{} {}", opening.opening.eco, opening.opening.name);
        row(out, &name, &opening.score)?;
    }
    Ok(())
}

fn table(out: &mut impl Write, title: &str, rows: &[ReportRow]) -> anyhow::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    heading(out, title)?;
    for shown in rows.iter().take(ROWS) {
        let of = shown
            .side
            .map_or(String::new(), |side| format!(" of the {side}"));
        row(out, &format!("{}{of}", shown.name), &shown.score)?;
    }
    Ok(())
}

fn print_time(out: &mut impl Write, time: &ReportTime) -> anyhow::Result<()> {
    heading(out, "Time")?;
    row(out, "games with time trouble, moves in it", &time.trouble)?;
    row(out, "games without, all other moves", &time.calm)?;
    let (moves, hurried, lost) = (time.moves, time.moves_in_trouble, time.lost_on_time);
    Ok(writeln!(
        out,
        "  {hurried} of {moves} moves with less than a tenth of the time left; {lost} games lost on time"
    )?)
}

fn print_book(out: &mut impl Write, book: &ReportBook) -> anyhow::Result<()> {
    heading(out, "Leaving the book")?;
    row(out, "the player first", &book.by_player)?;
    row(out, "the opponent first", &book.by_opponent)?;
    for exit in book.exits.iter().take(ROWS) {
        let known = exit.book.iter().map(|known| &known.played.san[..]);
        let known: Vec<&str> = known.collect();
        let (fen, played) = (&exit.fen, &exit.played.san);
        row(
            out,
            &format!("{played}, not {}", known.join(" ")),
            &exit.score,
        )?;
        writeln!(out, "    {fen}")?;
    }
    Ok(())
}

fn print_mistake(out: &mut impl Write, mistake: &ReportMistake) -> anyhow::Result<()> {
    let what = mistake.kind();
    let (count, cost, hurried) = (mistake.count, mistake.cost, mistake.in_time_trouble);
    let times = if count == 1 { "time" } else { "times" };
    writeln!(
        out,
        "  {what}: {count} {times}, {cost:.1} points, {hurried} in time trouble"
    )?;
    for example in mistake.examples.iter().take(2) {
        print_example(out, example)?;
    }
    Ok(())
}

fn print_example(out: &mut impl Write, example: &MistakeExample) -> anyhow::Result<()> {
    let MistakeExample {
        game,
        ply,
        fen,
        played,
        before,
        after,
        ..
    } = example;
    let best = example
        .best
        .as_ref()
        .map_or(String::new(), |best| format!(", {} was best", best.san));
    let reply = example
        .reply
        .as_ref()
        .map_or(String::new(), |reply| format!(", {} follows", reply.san));
    writeln!(out, "    {fen}")?;
    Ok(writeln!(
        out,
        "      game {}, ply {ply}: {} ({before} → {after}){best}{reply}",
        game.id, played.san
    )?)
}
