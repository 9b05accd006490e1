//! What `tabiya bench` measured: as JSON, and as text.

use std::io::Write;

use serde::{Serialize, Serializer};

/// What was measured.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    pub(super) games: u64,
    pub(super) positions: u64,
    /// All files.
    pub(super) bytes: u64,
    /// What of them only the search for exact positions needs; unknown of a cluster, which is 0 in JSON.
    #[serde(serialize_with = "or_zero")]
    pub(super) opening_bytes: Option<u64>,
    /// Without that, where it is known.
    pub(super) bytes_per_position: f64,
    pub(super) open_ms: f64,
    pub(super) first_query_ms: f64,
    pub(super) ingest: Option<Ingest>,
    pub(super) queries: Vec<Latency>,
    pub(super) check: Option<Check>,
    /// Why not everything was measured, or that answers differ.
    pub(super) error: Option<String>,
}

/// How fast PGN became an index.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ingest {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) seconds: f64,
    pub(super) positions_per_second: u64,
    pub(super) bytes_per_position: f64,
}

/// How long queries took, one after the other, each by all threads.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Latency {
    /// Where they are from: `index`, or the file of FENs.
    pub(super) from: String,
    pub(super) queries: usize,
    pub(super) threads: usize,
    pub(super) mean_ms: f64,
    pub(super) p50_ms: f64,
    pub(super) p95_ms: f64,
    pub(super) p99_ms: f64,
    pub(super) max_ms: f64,
    /// The median.
    pub(super) passages_scored: usize,
}

/// The same queries by scoring every position.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Check {
    pub(super) queries: usize,
    /// The number of answers that were the same, to the last bit of every score.
    pub(super) same: usize,
    pub(super) search_ms: f64,
    /// One pass over all positions for up to a thousand queries, divided by their number.
    pub(super) exhaustive_ms: f64,
    /// How many times faster the search was.
    pub(super) ratio: f64,
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn or_zero<S: Serializer>(number: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    number.unwrap_or_default().serialize(to)
}

/// Bytes a position; 0 without positions.
pub(super) fn per(bytes: u64, positions: u64) -> f64 {
    bytes as f64 / positions.max(1) as f64
}

pub(super) fn print_index(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    let openings = match report.opening_bytes {
        Some(bytes) => format!("and {:.1} for openings", per(bytes, report.positions)),
        None => "with an unknown part for openings".to_owned(),
    };
    writeln!(
        out,
        "{} games, {} positions, {} bytes: {:.1} a position, {openings}",
        report.games, report.positions, report.bytes, report.bytes_per_position,
    )?;
    writeln!(
        out,
        "opened in {:.1} ms, first query {:.1} ms",
        report.open_ms, report.first_query_ms
    )?;
    Ok(())
}

pub(super) fn print_queries(queries: &[Latency], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\nqueries  threads   p50 ms   p95 ms   p99 ms   max ms  mean ms  \
         passages scored (median)  from"
    )?;
    for latency in queries {
        writeln!(
            out,
            "{:7}  {:7}  {:7.2}  {:7.2}  {:7.2}  {:7.2}  {:7.2}  {:24}  {}",
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
    writeln!(out, "(one query at a time, on the given number of threads)")?;
    Ok(())
}

pub(super) fn print_ingest(ingest: &Ingest, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\ningest: {} games, {} positions in {:.1} s, {} positions/s, {:.1} bytes a position",
        ingest.games,
        ingest.positions,
        ingest.seconds,
        ingest.positions_per_second,
        ingest.bytes_per_position
    )?;
    Ok(())
}

pub(super) fn print_check(check: &Check, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "\n{} of {} answers the same as by scoring every position; {:.2} ms against {:.1} ms, {:.0} times faster",
        check.same, check.queries, check.search_ms, check.exhaustive_ms, check.ratio
    )?;
    Ok(())
}
