//! Another engine as a program that speaks UCI, e.g. Stockfish.
//!
//! Unknown lines and words of its output are skipped. Source of the protocol:
//! <https://backscattering.de/chess/uci/>.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Analysis, Limits, Line, Score};
use index::Pace;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};

/// How long a program may take to begin, or to become ready. Guessed: large networks are read from
/// disk in a second.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may take to stop, or to end by itself at its limit of time. Guessed: a hundred times
/// what engines take.
const STOPPING: Duration = Duration::from_secs(1);

/// The interval at which a search checks whether to stop. Guessed: too short to notice.
const POLL: Duration = Duration::from_millis(5);

/// The number of lines that may wait to be read. Guessed; a program that prints more waits.
const LINES: usize = 1024;

/// A program that is running. It is killed when this is dropped.
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    pub(crate) path: PathBuf,
    /// The name that it gives itself.
    pub(crate) name: String,
    /// The names of its options, in lower case.
    options: Vec<String>,
}

/// Why a program can no longer be used.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It could not be started, or written to.
    Io(io::Error),
    /// It has ended.
    Ended,
    /// It has not printed this word in time.
    Silent(&'static str),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Io(error) => write!(f, "{error}"),
            Failure::Ended => f.write_str("it ended by itself"),
            Failure::Silent(word) => write!(f, "it does not say {word}: is it a UCI engine?"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            // It no longer reads what is written.
            io::ErrorKind::BrokenPipe => Failure::Ended,
            _ => Failure::Io(error),
        }
    }
}

impl Program {
    /// Starts a program, waits until it has answered `uci`, and says where endgame tablebases are, if it has an option
    /// for that.
    pub(crate) fn start(path: &Path, tablebases: &[PathBuf]) -> Result<Program, Failure> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (sender, lines) = sync_channel(LINES);
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Ended);
        };
        thread::Builder::new()
            .name("engine output".to_owned())
            .spawn(move || {
                // Ends with the program, or with the receiver.
                for line in BufReader::new(output).split(b'\n') {
                    let Ok(line) = line else { break };
                    let line = String::from_utf8_lossy(&line).trim().to_owned();
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            })?;
        let mut program = Program {
            child,
            input,
            lines,
            path: path.to_owned(),
            name: path.display().to_string(),
            options: Vec::new(),
        };
        program.write("uci")?;
        let introduction = program.wait_for("uciok")?;
        for line in introduction {
            if let Some(name) = line.strip_prefix("id name ") {
                name.trim().clone_into(&mut program.name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or_default();
                program.options.push(name.trim().to_ascii_lowercase());
            }
        }
        // Where a path has the character that separates them, no list has it.
        if let Ok(list) = std::env::join_paths(tablebases)
            && !list.is_empty()
        {
            program.set("SyzygyPath", list.to_string_lossy())?;
        }
        Ok(program)
    }

    /// Searches a position until a limit is reached or it is time to stop; as a player of a rating does, if the
    /// program has options for that.
    pub(crate) fn search(
        &mut self,
        position: &Chess,
        rating: Option<u32>,
        limits: &Limits,
        pace: &Pace,
    ) -> Result<Analysis, Failure> {
        let start = Instant::now();
        let mode = position.castles().mode();
        self.set("MultiPV", limits.lines.max(1))?;
        self.set("UCI_Chess960", mode == CastlingMode::Chess960)?;
        self.set("UCI_LimitStrength", rating.is_some())?;
        if let Some(rating) = rating {
            self.set("UCI_Elo", rating)?;
        }
        self.write("ucinewgame")?;
        self.write("isready")?;
        self.wait_for("readyok")?;
        self.write(&format!("position fen {}", pgn::fen(position)))?;
        self.write(&go(limits))?;
        let own_end = limits.time.map(|time| Instant::now() + time + STOPPING);
        let mut found = Info::default();
        let mut stopped: Option<Instant> = None;
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) => {
                    let mut words = line.split_ascii_whitespace();
                    match words.next() {
                        Some("info") => found.read(words, position),
                        Some("bestmove") => break,
                        _ => {}
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            if let Some(stopped) = stopped {
                if now > stopped + STOPPING {
                    return Err(Failure::Silent("bestmove"));
                }
            } else if pace.is_over() || own_end.is_some_and(|end| now > end) {
                self.write("stop")?;
                stopped = Some(now);
            }
        }
        Ok(Analysis {
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            time: start.elapsed(),
            hashfull: found.hashfull,
            tbhits: found.tbhits,
            lines: found.lines.into_values().map(|(line, _)| line).collect(),
        })
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Sets an option if the program has it.
    fn set(&mut self, name: &str, value: impl fmt::Display) -> io::Result<()> {
        if self.options.contains(&name.to_ascii_lowercase()) {
            self.write(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// Waits for a line that is this word, and returns the lines before it.
    fn wait_for(&mut self, word: &'static str) -> Result<Vec<String>, Failure> {
        let end = Instant::now() + PATIENCE;
        let mut before = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line == word => return Ok(before),
                Ok(line) => before.push(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Ended),
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Silent(word)),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that begins a search.
fn go(limits: &Limits) -> String {
    let parts = [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
        ("movetime", limits.time.map(|time| time.as_millis() as u64)),
    ];
    let parts = parts.iter().filter_map(|(name, value)| {
        let value = (*value)?;
        Some(format!(" {name} {value}"))
    });
    match parts.collect::<String>() {
        none if none.is_empty() => "go infinite".to_owned(),
        some => format!("go{some}"),
    }
}

/// What the `info` lines of a search have reported so far.
#[derive(Debug, Default)]
struct Info {
    depth: u32,
    seldepth: u32,
    nodes: u64,
    hashfull: u32,
    tbhits: u64,
    /// By `multipv`: the line, and whether its score is only a bound.
    lines: BTreeMap<usize, (Line, bool)>,
}

impl Info {
    /// Reads the words after `info`.
    fn read<'a>(&mut self, mut words: impl Iterator<Item = &'a str>, position: &Chess) {
        let (mut multipv, mut score, mut moves) = (1, None, Vec::new());
        let mut is_bound = false;
        while let Some(word) = words.next() {
            let mut number = || words.next()?.parse::<i64>().ok();
            match word {
                "depth" => update(&mut self.depth, number()),
                "seldepth" => update(&mut self.seldepth, number()),
                "nodes" => update(&mut self.nodes, number()),
                "hashfull" => update(&mut self.hashfull, number()),
                "tbhits" => update(&mut self.tbhits, number()),
                "multipv" => update(&mut multipv, number()),
                "score" => {
                    let kind = words.next();
                    let number = words.next().and_then(|word| word.parse().ok());
                    score = match (kind, number) {
                        (Some("cp"), Some(number)) => Some(Score::Cp(number)),
                        (Some("mate"), Some(number)) => Some(Score::Mate(number)),
                        _ => None,
                    };
                }
                "lowerbound" | "upperbound" => is_bound = true,
                "pv" => moves = line(position, &mut words),
                // The rest of the line is for people.
                "string" => break,
                _ => {}
            }
        }
        let known = self.lines.get(&multipv);
        let is_better = !is_bound || known.is_none_or(|(_, is_bound)| *is_bound);
        if let Some(score) = score
            && !moves.is_empty()
            && is_better
        {
            self.lines
                .insert(multipv, (Line { score, moves }, is_bound));
        }
    }
}

/// Sets a number to what was read, if that fits.
fn update<T: TryFrom<i64>>(number: &mut T, read: Option<i64>) {
    if let Some(read) = read.and_then(|read| T::try_from(read).ok()) {
        *number = read;
    }
}

/// The moves of a line, up to the first illegal one.
fn line<'a>(position: &Chess, words: &mut impl Iterator<Item = &'a str>) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words {
        let uci = word.parse::<UciMove>().ok();
        let Some(m) = uci.and_then(|uci| uci.to_move(&position).ok()) else {
            break;
        };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What engines print, and what is read of it: the lines, and depth, seldepth, nodes.
    #[test]
    fn info_is_read_leniently() {
        let cases = [
            (
                "depth 12 seldepth 20 multipv 1 score cp 31 nodes 4000 nps 9 hashfull 3 tbhits 0 time 4 pv e2e4 e7e5",
                "1: cp 31 e2e4 e7e5; 12 20 4000",
            ),
            ("depth 3 score mate 2 pv g1f3", "1: mate 2 g1f3; 3 0 0"),
            // An illegal move ends the line; castling may be the king's move or Chess960's.
            ("score cp 5 pv e2e4 e7e4 d2d4", "1: cp 5 e2e4; 0 0 0"),
            // No line, no score, no number, other words, and none at all.
            ("depth 7 currmove e2e4 currmovenumber 1", "; 7 0 0"),
            ("depth 7 pv e2e4", "; 7 0 0"),
            ("depth x score cp y pv e2e4", "; 0 0 0"),
            ("string depth 9 score cp 1 pv e2e4", "; 0 0 0"),
            (
                "score cp -7 wdl 1 2 3 nodes 12 pv d2d4",
                "1: cp -7 d2d4; 0 0 12",
            ),
            ("", "; 0 0 0"),
        ];
        for (words, expected) in cases {
            let mut found = Info::default();
            found.read(words.split_ascii_whitespace(), &Chess::default());
            assert_eq!(text(&found), expected, "{words}");
        }
    }

    /// A bound does not take the place of a score; a score takes that of a bound.
    #[test]
    fn bounds_are_for_want_of_better() {
        let mut found = Info::default();
        for (words, expected) in [
            ("score cp 9 lowerbound pv e2e4", "1: cp 9 e2e4; 0 0 0"),
            ("score cp 5 pv d2d4", "1: cp 5 d2d4; 0 0 0"),
            ("score cp 80 upperbound pv e2e4", "1: cp 5 d2d4; 0 0 0"),
            (
                "multipv 2 score cp 4 pv c2c4",
                "1: cp 5 d2d4, 2: cp 4 c2c4; 0 0 0",
            ),
        ] {
            found.read(words.split_ascii_whitespace(), &Chess::default());
            assert_eq!(text(&found), expected, "{words}");
        }
    }

    fn text(found: &Info) -> String {
        let lines = found.lines.iter().map(|(number, (line, _))| {
            let moves = line
                .moves
                .iter()
                .map(|m| format!(" {}", m.to_uci(CastlingMode::Standard)));
            format!("{number}: {}{}", line.score, moves.collect::<String>())
        });
        let lines = lines.collect::<Vec<_>>().join(", ");
        format!(
            "{lines}; {} {} {}",
            found.depth, found.seldepth, found.nodes
        )
    }
}
