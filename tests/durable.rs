//! Nothing is lost and nothing is wrong, whatever happens to an import: killed at random moments,
//! stopped, out of disk, searched meanwhile; and damage is noticed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use index::{Index, Pace, Snapshot};
use pgn::{Game, parse_fen};
use similarity::{Query, Scoring};

use crate::tabiya::{EXAMPLE, Folder, check_sentence, has_word, numbers};

/// How often an import is killed at some moment. [`crate::faults`] ends one at each operation on its files.
const KILLS: usize = 15;

/// Magnus Carlsen's 2,851 games.
fn carlsen() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/carlsen.pgn");
    file.to_str().expect("UTF-8").to_owned()
}

/// They, one by one: each but the last ends with the beginning of the next one's first tag, so that any of them
/// that follow each other are the file's text.
fn carlsens_games() -> Vec<String> {
    let pgn = fs::read_to_string(carlsen()).expect("readable");
    let games = pgn.split_inclusive("\r\n\r\n[Event ");
    games.map(str::to_owned).collect()
}

/// How many of Carlsen's games an import that is killed has. Guessed: as many commits as with all of them, in a
/// quarter of the time.
const GAMES: usize = 700;

/// The command that imports `games.pgn` with some twenty commits.
const IMPORT: [&str; 4] = ["ingest", "--commit-every", "2500", "games.pgn"];

/// A folder with [`GAMES`] games in `games.pgn`.
fn folder_with_games() -> Folder {
    let folder = Folder::new();
    folder.file("games.pgn", carlsens_games()[..GAMES].concat());
    folder
}

/// An import under way.
fn importing(folder: &Folder) -> Child {
    folder
        .command(&IMPORT)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary")
}

fn index(folder: &Folder) -> Index {
    Index::open(&folder.path().join("tabiya-index")).expect("an index")
}

fn games_stored(folder: &Folder) -> u64 {
    let snapshot = index(folder).snapshot().expect("a snapshot");
    snapshot.statistics().games
}

fn games(snapshot: &Snapshot) -> Vec<Game> {
    let ids = 1..=snapshot.statistics().last_game;
    ids.map(|id| snapshot.game(id).expect("readable").expect("stored"))
        .collect()
}

fn check_sound(index: &Index) {
    let found = Index::verify(index.path(), |_, _| ()).expect("readable");
    assert_eq!(found.problems, [""; 0]);
}

#[test]
fn killed_at_random_moments() {
    let whole = folder_with_games();
    let started = Instant::now();
    assert!(importing(&whole).wait().expect("its end").success());
    let duration = started.elapsed();
    let whole_index = index(&whole);
    check_sound(&whole_index);
    let whole = whole_index.snapshot().expect("a snapshot");
    let all = games(&whole);
    assert_eq!(all.len(), GAMES);

    let mut folder = folder_with_games();
    let mut kills = 0;
    // How much was committed when a kill came, in games.
    let mut seen = BTreeSet::new();
    // On a busy machine more of them come at the same moments.
    while kills < KILLS || seen.len() <= 5 && kills < 5 * KILLS {
        let mut child = importing(&folder);
        sleep(duration.mul_f64(fastrand::f64()));
        let killed = child.try_wait().expect("its state").is_none();
        child.kill().expect("killed");
        child.wait().expect("its end");
        if !folder.path().join("tabiya-index/meta.json").exists() {
            kills += usize::from(killed);
            continue;
        }
        let index = index(&folder);
        check_sound(&index);
        let snapshot = index.snapshot().expect("a snapshot");
        let stored = games(&snapshot);
        // The first of them, whole and under the numbers that they always get.
        assert!(all.starts_with(&stored));
        let done = stored.len() == all.len();
        if done {
            assert_eq!(snapshot.statistics(), whole.statistics());
        }
        if killed {
            kills += 1;
            seen.insert(stored.len());
        }
        if done {
            folder = folder_with_games();
        }
    }
    assert!(
        seen.len() > 5,
        "the kills all came at the same moments: {seen:?}"
    );

    // What is left goes in, and the answers are those of an import that nobody disturbed.
    let rest = folder.run(&IMPORT);
    assert_eq!((rest.code, rest.stderr.as_str()), (Some(0), ""));
    let index = index(&folder);
    check_sound(&index);
    let snapshot = index.snapshot().expect("a snapshot");
    assert!(games(&snapshot) == all);
    assert_eq!(snapshot.statistics(), whole.statistics());
    let position = parse_fen(EXAMPLE).expect("a FEN");
    let similar = |snapshot: &Snapshot| {
        let query = Query::new(&position, snapshot.statistics(), Scoring::Thesis);
        let similar = snapshot.nearest(query, 10, &Pace::default());
        similar.expect("an answer").hits
    };
    assert_eq!(similar(&snapshot), similar(&whole));
}

/// A limit on the size of files stands in for a full disk: writing fails in the middle of a file.
#[cfg(unix)]
#[test]
fn out_of_disk() {
    let folder = Folder::new();
    folder.file("first.pgn", "[White \"A\"]\n\n1. e4 *\n");
    assert_eq!(folder.run(&["ingest", "first.pgn"]).code, Some(0));
    let output = Command::new("sh")
        .arg("-c")
        .arg("trap '' XFSZ; ulimit -f 2000; exec \"$0\" ingest \"$1\"")
        .args([env!("CARGO_BIN_EXE_tabiya"), &carlsen()])
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    // A slow machine says how far it is, too.
    let mut lines = stderr
        .lines()
        .skip_while(|line| line.contains(" positions/s"));
    let line = lines.next().expect("a line");
    let error = line.strip_prefix("tabiya: ").expect("a sentence");
    // The games that are committed.
    check_sentence(error, &["./tabiya-index", "1"]);
    assert_eq!(lines.next(), None, "{stderr}");
    assert_eq!(games_stored(&folder), 1);
    check_sound(&index(&folder));

    assert_eq!(folder.run(&["ingest", &carlsen()]).code, Some(0));
    assert_eq!(games_stored(&folder), 2852);
    check_sound(&index(&folder));
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.expect("kill").success());
}

/// Whether a process has a handler for Ctrl-C.
#[cfg(unix)]
fn catches_ctrl_c(process: &Child) -> bool {
    let id = process.id().to_string();
    let output = Command::new("ps")
        .args(["-o", "caught=", "-p", &id])
        .output()
        .expect("ps");
    // In hexadecimal; the lowest bit is signal 1, and SIGINT is signal 2.
    let caught = String::from_utf8(output.stdout).expect("ASCII");
    let caught = u64::from_str_radix(caught.trim(), 16);
    caught.expect("a mask of signals") & 0b10 != 0
}

/// Waits until an import handles signals, which it does before it opens its first file.
#[cfg(unix)]
fn wait_for_handlers(folder: &Folder, import: &Child) {
    let deadline = Instant::now() + Duration::from_secs(20);
    // It makes the index first; before that the process may still be the shell that starts it.
    let meta = folder.path().join("tabiya-index/meta.json");
    while !(meta.exists() && catches_ctrl_c(import)) {
        assert!(Instant::now() < deadline, "the import does not begin");
        sleep(Duration::from_millis(10));
    }
}

/// Ctrl-C is noticed while nothing comes: before the first byte of standard input, and before anybody
/// opens the other end of a named pipe.
#[cfg(unix)]
#[test]
fn stopped_before_the_first_byte() {
    for file in ["-", "pipe.pgn"] {
        let folder = Folder::new();
        let pipe = Command::new("mkfifo")
            .arg(folder.path().join("pipe.pgn"))
            .status();
        assert!(pipe.expect("mkfifo").success());
        let mut child = folder
            .command(&["ingest", file])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the binary");
        let stdin = child.stdin.take();
        wait_for_handlers(&folder, &child);
        signal(&child, "-INT");
        let deadline = Instant::now() + Duration::from_secs(20);
        let ended = loop {
            if let Some(ended) = child.try_wait().expect("its state") {
                break ended;
            }
            if Instant::now() > deadline {
                child.kill().expect("killed");
                panic!("Ctrl-C does not end an import from {file}");
            }
            sleep(Duration::from_millis(10));
        };
        assert_eq!(ended.code(), Some(1), "{file}");
        drop(stdin);
    }
}

/// An import under `nohup` goes on when its terminal is closed.
#[cfg(unix)]
#[test]
fn a_closed_terminal() {
    let folder = Folder::new();
    let tabiya = folder.command(&[]);
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" ingest -"])
        .arg(tabiya.get_program())
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell");
    wait_for_handlers(&folder, &child);
    signal(&child, "-HUP");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"1. e4 e5 *").expect("read");
    drop(stdin);
    assert!(child.wait().expect("its end").success());
    assert_eq!(games_stored(&folder), 1);
}

/// Ctrl-C ends an import with every game so far committed; the same command goes on from there.
#[cfg(unix)]
#[test]
fn stopped() {
    let folder = Folder::new();
    // An import that waits for more.
    let mut child = folder
        .command(&["--json", "ingest", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let mut stdin = child.stdin.take().expect("piped");
    let games = carlsens_games();
    // A game of the first half is reported when it has been looked at, and with it those before.
    let broken = games[..1200].concat() + "\"broken\"]\n\n1. e5 *\n\n[Event ";
    let text = broken + &games[1200..2000].concat();
    let written = spawn(move || stdin.write_all(text.as_bytes()).map(|()| stdin));
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !["e5", "1", "White"]
        .iter()
        .all(|word| has_word(&line, word))
    {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).expect("UTF-8"), 0, "it goes on");
    }
    signal(&child, "-INT");
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("UTF-8");
    let output = child.wait_with_output().expect("its end");
    drop(written.join());

    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    let last: serde_json::Value =
        serde_json::from_str(stdout.lines().last().expect("a line")).expect("JSON");
    // It is stopping, and it has stopped; one of the games is part of the one before it, if both were read.
    let contained = last["corrections"].as_array().expect("a list").len();
    let said: Vec<&str> = rest.lines().collect();
    assert_eq!(said.len(), 2 + contained, "{rest}");
    assert!(said.iter().all(|line| line.starts_with("tabiya: ")));
    assert!(has_word(said[0], "Ctrl-C") && said[0] != said[1], "{rest}");
    let games = games_stored(&folder);
    assert_eq!(last["games"], games);
    assert!(games >= 1200, "{games}");
    check_sound(&index(&folder));

    let rest = folder.run(&["--json", "ingest", &carlsen()]);
    let rest: serde_json::Value = serde_json::from_str(&rest.stdout).expect("JSON");
    assert_eq!(
        (&rest["games"], &rest["duplicates"]),
        (&(2851 - games).into(), &games.into())
    );
}

/// While another process imports, every answer is that of scoring every position of the commit that
/// it was asked of.
#[test]
fn searched_during_an_import() {
    let folder = Folder::new();
    folder.file("first.pgn", "[White \"A\"]\n\n1. e4 *\n");
    assert_eq!(folder.run(&["ingest", "first.pgn"]).code, Some(0));
    let index = index(&folder);
    let position = parse_fen(EXAMPLE).expect("a FEN");
    let mut child = folder
        .command(&["ingest", "--commit-every", "10000", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary");
    let mut stdin = child.stdin.take().expect("piped");
    let games = carlsens_games();
    let mut commits = BTreeSet::new();
    // Some 10,000 positions at a time, so that it is not done before it was asked a few times, however busy the
    // machine is.
    for some in games.chunks(150) {
        stdin.write_all(some.concat().as_bytes()).expect("read");
        let snapshot = index.snapshot().expect("a snapshot");
        let query = Query::new(&position, snapshot.statistics(), Scoring::Thesis);
        let similar = snapshot.nearest(query, 10, &Pace::default());
        let query = Query::new(&position, snapshot.statistics(), Scoring::Thesis);
        let expected = snapshot.exhaustive(&[query], 10, |_| {}).expect("readable");
        assert_eq!(similar.expect("an answer").hits, expected[0]);
        commits.insert(snapshot.statistics().games);
    }
    drop(stdin);
    assert!(child.wait().expect("its end").success());
    assert_eq!(games_stored(&folder), 2852);
    assert!(commits.len() > 3, "{commits:?}");
}

/// What is done to a file of an index, and the message about it.
#[test]
fn damage_is_noticed() {
    let folder = Folder::new();
    assert_eq!(folder.run(&["ingest", &carlsen()]).code, Some(0));
    let sound = folder.run(&["verify"]);
    assert_eq!((sound.code, sound.stderr.as_str()), (Some(0), ""));
    assert_eq!(numbers(&sound.stdout), [2851, 190_130]);
    for ending in ["idx", "term", "fast", "store"] {
        let files = fs::read_dir(folder.path().join("tabiya-index")).expect("a folder");
        let file = files
            .map(|file| file.expect("a file").path())
            .find(|file| file.extension().is_some_and(|found| found == ending))
            .expect("such a file");
        let bytes = fs::read(&file).expect("readable");
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 1;
        fs::write(&file, &flipped).expect("written");
        let name = file.file_name().expect("a name").to_string_lossy();
        folder.run(&["verify"]).check_failed(1, &[&name]);
        fs::write(&file, &bytes).expect("written");
    }
    assert_eq!(folder.run(&["verify"]).code, Some(0));
}
