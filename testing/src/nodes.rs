//! A real OpenSearch cluster of two nodes on loopback, from Maven Central.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// The cluster of all tests, if there can be one.
static NODES: LazyLock<Option<Mutex<Nodes>>> =
    LazyLock::new(|| Nodes::start(&RELEASE).map(Mutex::new));

/// An OpenSearch: the Maven project of its libraries, where they are kept, and the Java that it needs.
pub struct Release {
    /// Folder of the Maven project, relative to the repository.
    pub project: &'static str,
    /// Folder of the fetched libraries, relative to the repository.
    pub kept: &'static str,
    /// Oldest version of Java that runs it.
    pub java: u32,
}

/// The one that the documents name.
const RELEASE: Release = Release {
    project: "tests/cluster",
    kept: "target/opensearch",
    java: 11,
};

/// A cluster: its first node is its manager and lives, its second one only has data.
pub struct Nodes {
    java: PathBuf,
    libraries: PathBuf,
    folder: TempDir,
    ports: [u16; 4],
    first: Child,
    second: Child,
}

/// The cluster, for one test at a time; without Java and Maven there is none, which is said.
pub fn nodes() -> Option<MutexGuard<'static, Nodes>> {
    let nodes = NODES.as_ref()?;
    Some(nodes.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A port below those that systems give to whoever asks for any, so that nothing takes it before the node does.
fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let mut ports = std::iter::repeat_with(|| fastrand::u16(10_000..32_000));
    ports.find(is_free).expect("a free port")
}

/// A Java of at least this version: the one in the path, or one in `/usr/lib/jvm`.
fn java(least: u32) -> Option<PathBuf> {
    let beside = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let beside = beside.map(|entry| entry.path().join("bin/java"));
    let mut all = [PathBuf::from("java")].into_iter().chain(beside);
    all.find(|java| version(java).is_some_and(|version| version >= least))
}

/// The version that a Java says it has: of `openjdk version "17.0.15" 2025-04-15`, 17.
fn version(java: &Path) -> Option<u32> {
    let output = Command::new(java).arg("-version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let digits = text.split('"').nth(1)?.split(['.', '-']).next()?;
    digits.parse().ok()
}

/// OpenSearch's libraries, fetched once.
fn libraries(project: &Path, folder: &Path) -> Option<PathBuf> {
    fs::create_dir_all(folder).expect("a folder");
    // Other test programs may fetch them, too.
    let lock = File::create(folder.join("lock")).expect("a lock");
    lock.lock().expect("the lock");
    let (libraries, whole) = (folder.join("libraries"), folder.join("whole"));
    if !whole.exists() {
        let fetched = Command::new("mvn")
            .args(["-q", "-B", "dependency:copy-dependencies"])
            .arg(format!("-DoutputDirectory={}", libraries.display()))
            .current_dir(project)
            .status();
        if !fetched.is_ok_and(|status| status.success()) {
            return None;
        }
        fs::write(whole, "").expect("a mark");
    }
    Some(libraries)
}

impl Nodes {
    /// Starts both nodes and waits for them; `None`, which it says, without Java or Maven.
    pub fn start(release: &Release) -> Option<Nodes> {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let project = repository.join(release.project);
        let Some(java) = java(release.java) else {
            eprintln!(
                "SKIPPED: no Java {} here for {}",
                release.java, release.project
            );
            return None;
        };
        let Some(libraries) = libraries(&project, &repository.join(release.kept)) else {
            eprintln!("SKIPPED: Maven cannot fetch OpenSearch, so no cluster to test");
            return None;
        };
        let folder = TempDir::new().expect("a temporary folder");
        let source = repository.join("tests/cluster/Node.java");
        fs::copy(source, folder.path().join("Node.java")).expect("a copy");
        let ports = [(); 4].map(|()| free_port());
        let [first, second] =
            [true, false].map(|is_first| node(&java, &libraries, folder.path(), ports, is_first));
        let nodes = Nodes {
            java,
            libraries,
            folder,
            ports,
            first,
            second,
        };
        nodes.wait_for(2);
        Some(nodes)
    }

    /// The addresses of both.
    pub fn urls(&self) -> Vec<String> {
        let [first, second, ..] = self.ports;
        [first, second]
            .map(|port| format!("http://127.0.0.1:{port}"))
            .to_vec()
    }

    /// Status and JSON of what the first one answers.
    pub fn get(&self, path: &str) -> (u16, Value) {
        let request = ureq::get(format!("{}{path}", self.urls()[0]));
        let request = request.config().http_status_as_error(false).build();
        let mut answer = request.call().expect("an answer");
        let text = answer.body_mut().read_to_string().expect("a body");
        let json = serde_json::from_str(&text).expect("JSON");
        (answer.status().as_u16(), json)
    }

    /// Waits until the state of an index, once there is one, is as is wanted: until an import has come so far.
    pub fn wait_for_state(&self, index: &str, is_wanted: impl Fn(&Value) -> bool) {
        let path = format!("/{index}-state/_doc/state");
        let started = Instant::now();
        loop {
            let (status, state) = self.get(&path);
            if status == 200 && is_wanted(&state["_source"]) {
                return;
            }
            assert!(started.elapsed() < Duration::from_mins(1), "no news");
            sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the cluster has this number of nodes and its indices are ready.
    pub fn wait_for(&self, nodes: usize) {
        let started = Instant::now();
        let status = if nodes == 2 { "green" } else { "yellow" };
        loop {
            let url = format!(
                "{}/_cluster/health?wait_for_nodes={nodes}&wait_for_status={status}&timeout=5s",
                self.urls()[0]
            );
            let healthy = ureq::get(url).call();
            if healthy.is_ok_and(|answer| answer.status() == 200) {
                return;
            }
            assert!(
                started.elapsed() < Duration::from_mins(3),
                "no cluster: {}",
                self.trouble()
            );
            sleep(Duration::from_millis(200));
        }
    }

    /// Why there is no whole cluster: what it says, and how the logs end.
    fn trouble(&self) -> String {
        let mut trouble = Vec::new();
        for path in ["_cluster/health", "_cluster/allocation/explain"] {
            let answer = ureq::get(format!("{}/{path}", self.urls()[0])).call();
            let text = answer.and_then(|mut answer| answer.body_mut().read_to_string());
            trouble.push(format!("{path}: {text:?}"));
        }
        for name in ["first", "second"] {
            let log = fs::read_to_string(self.folder.path().join(name).join("log"));
            let log = log.unwrap_or_else(|error| error.to_string());
            let lines: Vec<&str> = log.lines().collect();
            let end = lines[lines.len().saturating_sub(30)..].join("\n");
            trouble.push(format!("log of the {name}:\n{end}"));
        }
        trouble.join("\n")
    }

    /// Kills the second node.
    pub fn kill_second(&mut self) {
        self.second.kill().expect("killed");
        self.second.wait().expect("its end");
    }

    /// Kills both.
    pub fn kill_all(&mut self) {
        self.kill_second();
        self.first.kill().expect("killed");
        self.first.wait().expect("its end");
    }

    /// Starts the nodes that are dead, and waits until the cluster is whole.
    pub fn revive(&mut self) {
        for (child, is_first) in [(&mut self.first, true), (&mut self.second, false)] {
            if child.try_wait().expect("its state").is_some() {
                let folder = self.folder.path();
                *child = node(&self.java, &self.libraries, folder, self.ports, is_first);
            }
        }
        self.wait_for(2);
    }

    /// Stops the second node where it is, until what is returned is dropped.
    pub fn freeze_second(&self) -> Frozen {
        signal("-STOP", self.second.id());
        Frozen(self.second.id())
    }
}

/// A process that is stopped.
pub struct Frozen(u32);

impl Drop for Frozen {
    fn drop(&mut self) {
        signal("-CONT", self.0);
    }
}

fn signal(signal: &str, process: u32) {
    let sent = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(sent.expect("kill").success());
}

fn node(java: &Path, libraries: &Path, folder: &Path, ports: [u16; 4], is_first: bool) -> Child {
    let [http, other_http, transport, other_transport] = ports;
    let (name, roles, http, own) = if is_first {
        ("first", "cluster_manager,data", http, transport)
    } else {
        ("second", "data", other_http, other_transport)
    };
    let home = folder.join(name);
    fs::create_dir_all(home.join("config")).expect("a folder");
    let log = File::create(home.join("log")).expect("a log");
    let mut child = Command::new(java)
        .args(["-Xms512m", "-Xmx512m"])
        // A node lives for a minute or two: it spends less on compiling itself.
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
        .arg(libraries.join("*"))
        .arg(folder.join("Node.java"))
        .arg(name)
        .arg(&home)
        .args([http, own, transport].map(|port| port.to_string()))
        .arg(roles)
        // It ends when we do.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("java");
    if is_first {
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let started = lines.any(|line| line.is_ok_and(|line| line == "started"));
        assert!(
            started,
            "{}",
            fs::read_to_string(home.join("log")).expect("the log")
        );
    }
    child
}
