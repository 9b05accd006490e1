//! `/metrics`: what is measured while serving, as Prometheus reads it.
//!
//! Source: `OpenMetrics` 1.0; for clients that do not ask for it, the older
//! [text format](https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format) 0.0.4.

use std::collections::HashSet;
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use similarity::Ingested;
use tokio::sync::watch;

use crate::problem::Problem;

/// The media type of `OpenMetrics`, as clients ask for it.
pub(crate) const OPENMETRICS: &str = "application/openmetrics-text";
/// The media type of an answer in `OpenMetrics`.
pub(crate) const OPENMETRICS_1: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The media type of an answer in the older format.
pub(crate) const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What is measured.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Histogram>,
    /// Connections that are open.
    pub(crate) connections: Gauge,
    searches: Gauge,
    analyses: Gauge,
    /// Requests that were turned away because their client makes too many.
    pub(crate) rate_limited: Counter,
    pub(crate) imported: Imported,
    engine_searches: Counter,
    games: Gauge,
    positions: Gauge,
    index_bytes: Gauge,
    segments: Gauge,
    /// Whether the index can be written to.
    pub(crate) writable: Gauge,
    uptime: Gauge<f64, AtomicU64>,
    started: Gauge<f64, AtomicU64>,
    resident: Gauge,
    open_files: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    /// As in the route table, e.g. `/api/games/{id}`.
    route: String,
    status: u16,
}

/// What has been imported over HTTP.
#[derive(Clone, Default)]
pub(crate) struct Imported {
    pub(crate) games: Counter,
    pub(crate) positions: Counter,
}

impl Imported {
    /// Counts what is new of an import's counts, and sends them to those who wait for them.
    pub(crate) fn count(&self, progress: &watch::Sender<Ingested>, sum: &Ingested) {
        progress.send_if_modified(|seen| {
            self.games.inc_by(sum.games - seen.games);
            self.positions.inc_by(sum.positions - seen.positions);
            std::mem::replace(seen, *sum) != *sum
        });
    }
}

/// The size of the index.
pub(crate) struct IndexNumbers {
    pub(crate) games: u64,
    pub(crate) positions: u64,
    pub(crate) bytes: u64,
    pub(crate) segments: usize,
}

/// The use of the processors.
pub(crate) struct LoadNumbers {
    /// Searches that wait or run.
    pub(crate) searches: usize,
    /// Analyses that wait or run.
    pub(crate) analyses: usize,
    /// Positions that the engine has searched.
    pub(crate) engine_searches: u64,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        // From a millisecond to 16 seconds.
        let histogram: fn() -> Histogram = || Histogram::new(exponential_buckets(0.001, 2.0, 15));
        let mut metrics = Metrics {
            registry: Registry::default(),
            requests: Family::new_with_constructor(histogram),
            connections: Gauge::default(),
            searches: Gauge::default(),
            analyses: Gauge::default(),
            rate_limited: Counter::default(),
            imported: Imported::default(),
            engine_searches: Counter::default(),
            games: Gauge::default(),
            positions: Gauge::default(),
            index_bytes: Gauge::default(),
            segments: Gauge::default(),
            writable: Gauge::default(),
            uptime: Gauge::default(),
            started: Gauge::default(),
            resident: Gauge::default(),
            open_files: Gauge::default(),
        };
        metrics.register();
        metrics
    }

    /// Registers all metrics, by the names that Prometheus knows them by.
    fn register(&mut self) {
        let registry = self.registry.sub_registry_with_prefix("tabiya");
        let build: Family<[(&str, &str); 1], Gauge> = Family::default();
        build
            .get_or_create(&[("version", env!("CARGO_PKG_VERSION"))])
            .set(1);
        registry.register("build_info", "Always 1; its label is the version", build);
        registry.register_with_unit(
            "http_request_duration",
            "Time from a request's head to its answer's, by route",
            Unit::Seconds,
            self.requests.clone(),
        );
        for (name, help, gauge) in [
            ("http_connections", "Open connections", &self.connections),
            (
                "searches_waiting_or_running",
                "Searches that wait or run",
                &self.searches,
            ),
            (
                "analyses_waiting_or_running",
                "Analyses that wait or run",
                &self.analyses,
            ),
            ("games", "Stored games", &self.games),
            ("positions", "Positions that can be found", &self.positions),
            (
                "index_size_bytes",
                "Size of the index on disk",
                &self.index_bytes,
            ),
            ("index_segments", "Open segments", &self.segments),
            (
                "index_writable",
                "1 if the index can be written to, 0 if its storage is full, read-only, gone or failing",
                &self.writable,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
        for (name, help, counter) in [
            ("rate_limited", "Requests answered 429", &self.rate_limited),
            (
                "engine_searches",
                "Positions that the engine searched",
                &self.engine_searches,
            ),
            (
                "imported_games",
                "Games imported over HTTP",
                &self.imported.games,
            ),
            (
                "imported_positions",
                "Positions imported over HTTP; their rate is the ingest rate",
                &self.imported.positions,
            ),
        ] {
            registry.register(name, help, counter.clone());
        }
        registry.register_with_unit(
            "uptime",
            "Time since the start",
            Unit::Seconds,
            self.uptime.clone(),
        );
        // The names are those of Prometheus's own clients.
        let registry = self.registry.sub_registry_with_prefix("process");
        registry.register_with_unit(
            "start_time",
            "Start time of the process, since 1970",
            Unit::Seconds,
            self.started.clone(),
        );
        if cfg!(target_os = "linux") {
            registry.register_with_unit(
                "resident_memory",
                "Resident memory, including mapped files",
                Unit::Bytes,
                self.resident.clone(),
            );
            registry.register(
                "open_fds",
                "Open files and connections",
                self.open_files.clone(),
            );
        }
    }

    /// Counts a request that was answered.
    pub(crate) fn request(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        // Clients can make up methods.
        let known = [
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PATCH,
            Method::DELETE,
            Method::OPTIONS,
        ];
        let method = match known.iter().position(|one| one == method) {
            Some(place) => ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"][place],
            None => "other",
        };
        let labels = RequestLabels {
            method,
            route: route.to_owned(),
            status: status.as_u16(),
        };
        self.requests
            .get_or_create(&labels)
            .observe(took.as_secs_f64());
    }

    /// All metrics; without those of the index if it is not open yet.
    pub(crate) fn text(
        &self,
        index: Option<IndexNumbers>,
        load: &LoadNumbers,
        uptime: Duration,
    ) -> Result<String, Problem> {
        if let Some(index) = index {
            self.games.set(index.games as i64);
            self.positions.set(index.positions as i64);
            self.index_bytes.set(index.bytes as i64);
            self.segments.set(index.segments as i64);
        }
        self.searches.set(load.searches as i64);
        self.analyses.set(load.analyses as i64);
        self.engine_searches
            .inner()
            .store(load.engine_searches, Relaxed);
        self.uptime.set(uptime.as_secs_f64());
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let started = now.unwrap_or_default().saturating_sub(uptime);
        self.started.set(started.as_secs_f64());
        self.resident.set(resident_bytes().unwrap_or_default());
        let open = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        self.open_files.set(open as i64);
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(Problem::internal)?;
        Ok(text)
    }
}

/// Returns the resident memory of this process, from the line `VmRSS: 123 kB` in `/proc/self/status`.
fn resident_bytes() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: i64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes << 10)
}

/// `OpenMetrics` in the older format, in which a counter is described by the name that its number has, `..._total`, and
/// neither units nor an end are written.
pub(crate) fn older(openmetrics: &str) -> String {
    let type_of = |line: &str| {
        let (name, kind) = line.strip_prefix("# TYPE ")?.split_once(' ')?;
        (kind == "counter").then(|| name.to_owned())
    };
    let counters: HashSet<String> = openmetrics.lines().filter_map(type_of).collect();
    let mut text = String::with_capacity(openmetrics.len());
    for line in openmetrics.lines() {
        if line.starts_with("# UNIT ") || line == "# EOF" {
            continue;
        }
        let mut words = line.splitn(4, ' ');
        let [sign, what, name, rest] = std::array::from_fn(|_| words.next().unwrap_or_default());
        if sign == "#" && counters.contains(name) {
            text.extend(["# ", what, " ", name, "_total ", rest, "\n"]);
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use axum::http::{Method, StatusCode};

    use super::{IndexNumbers, LoadNumbers, Metrics, older};

    /// In both formats each metric has a help and then a type, by the name that its numbers have.
    #[test]
    fn each_metric_is_described() {
        let metrics = Metrics::new();
        metrics.request(&Method::GET, "/", StatusCode::OK, Duration::from_millis(3));
        let index = IndexNumbers {
            games: 1,
            positions: 2,
            bytes: 3,
            segments: 4,
        };
        let load = LoadNumbers {
            searches: 5,
            analyses: 6,
            engine_searches: 7,
        };
        let text = metrics.text(Some(index), &load, Duration::from_secs(8));
        let text = text.expect("text");
        for (text, is_older) in [(older(&text), true), (text, false)] {
            let (mut helped, mut typed) = (HashSet::new(), HashSet::new());
            let mut numbers = 0;
            for line in text.lines() {
                let words: Vec<&str> = line.split(' ').collect();
                match words[..] {
                    ["#", "HELP", name, _, ..] => assert!(helped.insert(name), "{line}"),
                    ["#", "TYPE", name, kind] => {
                        assert!(helped.contains(name) && typed.insert(name), "{line}");
                        let is_counter = kind == "counter";
                        assert_eq!(name.ends_with("_total"), is_counter && is_older, "{line}");
                    }
                    ["#", "UNIT", ..] | ["#", "EOF"] => assert!(!is_older, "{line}"),
                    _ => {
                        let name = line.split(['{', ' ']).next().expect("a name");
                        // The older format knows a counter by its whole name.
                        let parts = ["", "_bucket", "_count", "_sum", "_total"];
                        let parts = &parts[..parts.len() - usize::from(is_older)];
                        let of = |part: &&str| {
                            name.strip_suffix(*part).filter(|name| typed.contains(name))
                        };
                        assert!(parts.iter().any(|part| of(part).is_some()), "{line}");
                        numbers += 1;
                    }
                }
            }
            assert!(typed.len() > 10 && numbers > typed.len(), "{text}");
            let number = |name: &str| -> f64 {
                let line = text.lines().find_map(|line| line.strip_prefix(name));
                line.expect(name).trim().parse().expect("a number")
            };
            let version = env!("CARGO_PKG_VERSION");
            let build = format!("tabiya_build_info{{version=\"{version}\"}} 1\n");
            assert!(text.contains(&build), "{text}");
            let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("now");
            let since = now.as_secs_f64() - number("process_start_time_seconds");
            assert!((8.0..60.0).contains(&since), "{since}");
            if cfg!(target_os = "linux") {
                assert!(number("process_resident_memory_bytes") > 1e6);
                assert!(number("process_open_fds") >= 3.0);
            }
        }
    }
}
