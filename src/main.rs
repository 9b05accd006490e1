//! `tabiya`: finds chess positions like yours.
//!
//! Each subcommand has one file with its arguments; `args` has those that several share.
//!
//! Exit codes: 0 done, 1 failed (one sentence on standard error), 2 wrong usage.

mod analyse;
mod annotate;
mod args;
mod bench;
mod collections;
mod completions;
mod difficulty;
mod doctor;
mod export;
mod fetch;
mod healthcheck;
mod importing;
mod ingest;
mod keys;
mod lines;
#[cfg(feature = "cluster")]
mod local_copy;
mod man;
mod mcp;
mod motifs;
mod output;
mod perft;
mod players;
mod positions;
mod print;
mod progress;
mod progressive;
mod quality;
mod remove;
mod report;
mod serve;
mod similar;
mod snapshot;
mod tablebase;
mod terminal;
mod terms;
mod train;
mod uci;
mod upgrade;
mod verify;
mod xboard;

use std::io::{self, IsTerminal, Write, stdout};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::print::WrongUsage;
use crate::terminal::Terminal;

// musl's own is slow with threads.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Finds chess positions like yours: PGN collections in, similar positions out.
#[derive(Debug, Parser)]
#[command(
    name = "tabiya",
    version,
    arg_required_else_help = true,
    after_help = EXAMPLES
)]
struct Cli {
    /// Print JSON instead of text: that of the HTTP API where there is a matching route.
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
To begin with:
  tabiya ingest my-games.pgn
  tabiya similar \"r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1\"";

#[derive(Debug, Subcommand)]
enum Command {
    Ingest(ingest::IngestArgs),
    Fetch(fetch::FetchArgs),
    Similar(similar::SimilarArgs),
    Positions(positions::PositionsArgs),
    Players(players::PlayersArgs),
    /// Show the terms by which a position is compared, by family.
    Terms(args::fens::FenArgs),
    Motifs(motifs::MotifsArgs),
    Analyse(analyse::AnalyseArgs),
    Annotate(annotate::AnnotateArgs),
    Difficulty(difficulty::DifficultyArgs),
    Train(train::TrainArgs),
    Report(report::ReportArgs),
    Serve(serve::ServeArgs),
    Keys(keys::KeysArgs),
    Mcp(mcp::McpArgs),
    Healthcheck(healthcheck::HealthcheckArgs),
    /// Print the OpenAPI description of the HTTP API, the same as `/openapi.json`.
    Openapi,
    Collections(collections::CollectionsArgs),
    Remove(remove::RemoveArgs),
    Export(export::ExportArgs),
    Snapshot(snapshot::SnapshotArgs),
    Restore(snapshot::RestoreArgs),
    Verify(verify::VerifyArgs),
    Doctor(doctor::DoctorArgs),
    Upgrade(upgrade::UpgradeArgs),
    /// Run as a chess engine that speaks UCI on standard input and output.
    Uci(args::tablebase::TablebaseArgs),
    /// Run as an engine for chess, crazyhouse and bughouse that speaks the xboard protocol on standard input and output.
    Xboard(args::tablebase::TablebaseArgs),
    Perft(perft::PerftArgs),
    Progressive(progressive::ProgressiveArgs),
    Bench(bench::BenchArgs),
    Quality(quality::QualityArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

fn main() -> ExitCode {
    let (cli, command) = read();
    #[cfg(unix)]
    survive_file_limits();
    let mut out: Box<dyn Write> = if stdout().is_terminal() {
        Box::new(Terminal::new(stdout()))
    } else {
        Box::new(stdout())
    };
    match run(&cli, &mut out) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if let Some(WrongUsage(kind, sentence)) = error.downcast_ref() {
                let mut cli = Cli::command();
                cli.build();
                let command = cli.find_subcommand(&command).cloned();
                command.unwrap_or(cli).error(*kind, sentence).exit();
            }
            let error = args::of_unknown(error);
            print::complain(&format!("{error:#}{}", advice(&cli.command, &error)));
            ExitCode::FAILURE
        }
    }
}

/// Makes a write beyond the limit of file sizes (`ulimit -f`, `LimitFSIZE=`) an error, as on a full disk: without a handler
/// its signal ends the process.
#[cfg(unix)]
fn survive_file_limits() {
    // If the handler cannot be set, only that error is lost.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Parses the command line and returns it with the name of the command. Wrong usage ends the process.
fn read() -> (Cli, String) {
    let matches = Cli::command().try_get_matches();
    let matches = matches.unwrap_or_else(|error| with_likely_names(error).exit());
    #[cfg(feature = "cluster")]
    if let Some((_, of_command)) = matches.subcommand()
        && args::index::is_ambiguous(of_command)
    {
        let both = "--index and --cluster (or TABIYA_CLUSTER): an index is in a folder or in a cluster, \
                    use only one of them";
        Cli::command()
            .error(clap::error::ErrorKind::ArgumentConflict, both)
            .exit();
    }
    let command = matches.subcommand_name().unwrap_or_default().to_owned();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    (cli, command)
}

/// Removes unlikely commands from clap's suggestions for an unknown one. Commands that begin with the same letter or
/// have the same letters stay; others have little in common with it, e.g. `bench` with `nosuch`.
fn with_likely_names(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let sorted = |name: &str| {
        let mut letters: Vec<char> = name.chars().collect();
        letters.sort_unstable();
        letters
    };
    let (first, letters) = (typed.chars().next(), sorted(typed));
    if let Some(ContextValue::Strings(mut names)) = error.remove(ContextKind::SuggestedSubcommand) {
        names.retain(|name| name.chars().next() == first || sorted(name) == letters);
        if names.is_empty() {
            // This is the line that introduces the suggestions.
            error.remove(ContextKind::Suggested);
        } else {
            let names = ContextValue::Strings(names);
            error.insert(ContextKind::SuggestedSubcommand, names);
        }
    }
    error
}

fn run(cli: &Cli, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    // Engines search on its threads.
    let threads = rayon::ThreadPoolBuilder::new().stack_size(engine::STACK);
    threads.build_global()?;
    match &cli.command {
        Command::Analyse(args) => analyse::run(args, cli.json, out)?,
        Command::Annotate(args) => annotate::run(args, cli.json, out)?,
        Command::Bench(args) => return bench::run(args, cli.json, out),
        Command::Difficulty(args) => difficulty::run(args, cli.json, out)?,
        Command::Ingest(args) => return ingest::run(args, cli.json, out),
        Command::Fetch(args) => return fetch::run(args, cli.json, out),
        Command::Similar(args) => similar::run(args, cli.json, out)?,
        Command::Positions(args) => positions::run(args, cli.json, out)?,
        Command::Players(args) => players::run(args, cli.json, out)?,
        Command::Train(args) => train::run(args, cli.json, out)?,
        Command::Terms(args) => terms::run(args, cli.json, out)?,
        Command::Motifs(args) => motifs::run(args, cli.json, out)?,
        Command::Uci(args) => uci::run(args.open(uci::complain)?)?,
        Command::Xboard(args) => xboard::run(args.open(xboard::tell)?)?,
        Command::Perft(args) => perft::run(args, cli.json, out)?,
        Command::Progressive(args) => progressive::run(args, cli.json, out)?,
        Command::Quality(args) => quality::run(args, cli.json, out)?,
        Command::Collections(args) => collections::run(args, cli.json, out)?,
        Command::Report(args) => report::run(args, cli.json, out)?,
        Command::Remove(args) => return remove::run(args, cli.json, out),
        Command::Export(args) => export::run(args, cli.json, out)?,
        Command::Snapshot(args) => snapshot::save(args, cli.json, out)?,
        Command::Restore(args) => snapshot::restore(args, cli.json, out)?,
        Command::Doctor(args) => return doctor::run(args, cli.json, out),
        Command::Verify(args) => return verify::run(args, cli.json, out),
        Command::Upgrade(args) => upgrade::run(args, cli.json, out)?,
        Command::Serve(args) => serve::run(args, cli.json, out)?,
        Command::Keys(args) => keys::run(args, cli.json, out)?,
        Command::Mcp(args) => mcp::run(args)?,
        Command::Healthcheck(args) => healthcheck::run(args, out)?,
        Command::Completions(args) => completions::run(args, Cli::command(), out)?,
        Command::Man(args) => man::run(args, Cli::command())?,
        Command::Openapi => out.write_all(api::openapi().as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The command or the options that help against an error of a command, if there are any.
fn advice(command: &Command, error: &anyhow::Error) -> String {
    match error.downcast_ref() {
        Some(app::Error::Index(index::Error::Missing(path))) => {
            let path = path.display();
            let make = format!(": make one with `tabiya ingest --index {path} FILE.pgn`");
            match command {
                Command::Serve(_) => {
                    format!(
                        "{make}, or begin with an empty one: `mkdir -p {path}`, then serve again"
                    )
                }
                _ => make,
            }
        }
        Some(app::Error::Index(index::Error::Outdated { path, .. })) => {
            format!(" with `tabiya upgrade --index {}`", path.display())
        }
        Some(app::Error::NoCollection(_) | app::Error::UnknownCollection { .. }) => {
            ": `tabiya collections` lists them".to_owned()
        }
        Some(app::Error::UnknownPlayer { .. }) => {
            ": `tabiya players NAME` lists the names that begin with given letters".to_owned()
        }
        #[cfg(feature = "cluster")]
        Some(app::Error::Cluster(app::ClusterError::Missing(name))) => {
            format!(": make one with `tabiya ingest --cluster URL --cluster-index {name} FILE.pgn`")
        }
        #[cfg(feature = "cluster")]
        Some(app::Error::Cluster(
            app::ClusterError::Format { .. } | app::ClusterError::Damaged { .. },
        )) => ", with --cluster-index".to_owned(),
        #[cfg(feature = "cluster")]
        Some(app::Error::Cluster(app::ClusterError::Refused(_))) => {
            ": see --cluster-user and TABIYA_CLUSTER_PASSWORD".to_owned()
        }
        _ => String::new(),
    }
}

/// Whether the reader of the output has closed it, e.g. `| head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let json = error
        .downcast_ref::<serde_json::Error>()
        .and_then(serde_json::Error::io_error_kind);
    io.or(json) == Some(io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn the_flags_agree_with_each_other() {
        Cli::command().debug_assert();
    }
}
