//! `tabiya healthcheck`: whether a server is ready, for containers that have nothing else to ask with.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;

use crate::args::address;

/// Check whether a running server is ready: exit code 0 if it is, 1 if not.
#[derive(Debug, Args)]
pub(crate) struct HealthcheckArgs {
    /// The address and port that the server listens on; 0.0.0.0 or `[::]` means this machine.
    #[arg(
        long,
        env = "TABIYA_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080",
        value_parser = address
    )]
    address: SocketAddr,
}

/// How long the server may take. Guessed: a thousand times what it takes.
const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &HealthcheckArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let address = reachable(args.address);
    let status = status(address).with_context(|| format!("no answer from {address}"))?;
    if status.split(' ').nth(1) != Some("200") {
        bail!("{address} is not ready: {status}");
    }
    Ok(writeln!(out, "ready")?)
}

/// The address at which this machine reaches a server that listens on one.
fn reachable(mut listen: SocketAddr) -> SocketAddr {
    if listen.ip().is_unspecified() {
        listen.set_ip(match listen.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    listen
}

/// The first line of the answer.
fn status(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut line = String::new();
    // Whatever answers here may be no server of ours.
    BufReader::new(stream.take(1 << 10)).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}
