//! `tabiya healthcheck`: whether a server is ready, for containers that have nothing else to ask with.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use crate::args::address;

/// Check whether a running server is ready: exit code 0 if it is, 1 if not.
#[derive(Debug, Args)]
pub(crate) struct HealthcheckArgs {
    /// The address and port that the server listens on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    address: SocketAddr,
}

/// How long the server may take. Guessed: a thousand times what it takes.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &HealthcheckArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let address = args.address;
    let status = status(args).with_context(|| format!("no answer from {address}"))?;
    if status.split(' ').nth(1) != Some("200") {
        bail!("{address} is not ready: {status}");
    }
    Ok(writeln!(out, "ready")?)
}

/// The first line of the answer.
fn status(args: &HealthcheckArgs) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&args.address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        args.address
    )?;
    let mut line = String::new();
    // Whatever answers here may be no server of ours.
    BufReader::new(stream.take(1 << 10)).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}
