//! `tabiya`: finds chess positions like yours.
//!
//! Exit codes: 0 done, 1 failed (one sentence on standard error), 2 wrong usage.

mod analyse;
mod annotate;
mod bench;
mod cli;
mod difficulty;
mod fens;
mod healthcheck;
mod ingest;
mod lines;
mod motifs;
mod perft;
mod pgn;
mod players;
mod positions;
mod progress;
mod progressive;
mod progressive_game;
mod quality;
mod remove;
mod serve;
mod similar;
mod terms;
mod train;
mod uci;
mod verify;
mod xboard;

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    match run(&Cli::read(), &mut io::stdout()) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}{}", advice(&error)));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    match &cli.command {
        Command::Analyse(args) => analyse::run(args, cli.json, out)?,
        Command::Annotate(args) => annotate::run(args, out)?,
        Command::Bench(args) => return bench::run(args, cli.json, out),
        Command::Difficulty(args) => difficulty::run(args, cli.json, out)?,
        Command::Ingest(args) => return ingest::run(args, cli.json, out),
        Command::Similar(args) => similar::run(args, cli.json, out)?,
        Command::Positions(args) => positions::run(args, cli.json, out)?,
        Command::Players(args) => players::run(args, cli.json, out)?,
        Command::Train(args) => train::run(args, cli.json, out)?,
        Command::Terms(args) => terms::run(args, cli.json, out)?,
        Command::Motifs(args) => motifs::run(args, cli.json, out)?,
        Command::Uci => uci::run()?,
        Command::Xboard => xboard::run()?,
        Command::Perft(args) => perft::run(args, cli.json, out)?,
        Command::Progressive(args) => progressive::run(args, cli.json, out)?,
        Command::Quality(args) => quality::run(args, cli.json, out)?,
        Command::Remove(args) => return remove::run(args, cli.json, out),
        Command::Verify(args) => return verify::run(args, cli.json, out),
        Command::Serve(args) => serve::run(args, cli.json, out)?,
        Command::Healthcheck(args) => healthcheck::run(args, out)?,
        Command::Openapi => out.write_all(api::openapi().as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that helps against an error, if there is one.
fn advice(error: &anyhow::Error) -> String {
    let folder = |path: &Path| {
        let path = path.display();
        format!(": make one with `tabiya ingest --index {path} FILE.pgn`")
    };
    match (error.downcast_ref(), error.downcast_ref()) {
        (Some(index::Error::Missing(path)), _)
        | (_, Some(cluster::Error::Folder(index::Error::Missing(path)))) => folder(path),
        (_, Some(cluster::Error::Missing(name))) => format!(
            ": make one with `tabiya ingest --cluster URL --cluster-index {name} FILE.pgn`"
        ),
        _ => String::new(),
    }
}

/// Says a sentence on standard error; where nobody listens, it goes unsaid.
fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "tabiya: {sentence}");
}

/// Prints one JSON document.
fn print_json(out: &mut impl Write, document: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document)?;
    Ok(writeln!(out)?)
}

/// Whoever read our output has enough of it, e.g. `| head`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let json = error
        .downcast_ref::<serde_json::Error>()
        .and_then(serde_json::Error::io_error_kind);
    io.or(json) == Some(ErrorKind::BrokenPipe)
}
