//! `tabiya uci`: a chess engine for graphical interfaces.
//!
//! One thread reads what the interface says, another one searches. Source of the protocol:
//! <https://backscattering.de/chess/uci/>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context;
use engine::{
    Analysis, Clock, Engine, Evaluation, Game, Limits, STACK, STRONGEST, Tablebase, WEAKEST,
};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, PositionError};

use crate::lines::{lines, say};
use crate::tablebase::{self, folders};

/// The size of the hash table in mebibytes: by default, as Stockfish has it, and at most. The most is guessed:
/// more than a search of hours fills.
const HASH: (usize, usize) = (16, 65_536);
/// Threads at most. Guessed: more than machines have processors.
const THREADS: usize = 512;
/// Lines at most. Read: no position that can be reached has more moves (Petrović 1964).
const LINES: usize = 218;
/// What a move takes on top of the search, in milliseconds: by default, and at most. Both are Stockfish's.
const OVERHEAD: (u64, u64) = (10, 5000);
/// The depth of `bench`, in plies.
const BENCH_DEPTH: u32 = 12;
/// The pieces of a position that the tablebase is asked about, at most. Read: Syzygy tables have up to seven.
const MEN: usize = 7;
/// A text that is empty, as the protocol writes it.
const EMPTY: &str = "<empty>";

pub(crate) fn run(tablebase: Option<Arc<Tablebase>>) -> anyhow::Result<()> {
    let mut interface = Interface::new()?;
    interface.idle()?.set_tablebase(tablebase);
    for line in lines() {
        let line = line.context("cannot read the standard input")?;
        let mut words = line.split_whitespace();
        // What is not known is skipped, word by word, as the protocol wants it.
        while let Some(word) = words.next() {
            let rest: Vec<&str> = words.clone().collect();
            match word {
                "uci" => introduce(),
                "isready" => say("readyok"),
                "setoption" => interface.set_option(&rest)?,
                "ucinewgame" => interface.idle()?.forget(),
                "position" => interface.set_position(&rest),
                "go" => interface.go(&rest)?,
                "stop" => interface.stop(),
                "ponderhit" => interface.ponder_hit(),
                "bench" => interface.bench(&rest)?,
                "quit" => {
                    interface.idle()?;
                    return Ok(());
                }
                _ => continue,
            }
            break;
        }
    }
    interface.idle()?;
    Ok(())
}

/// The engine, which a search takes away and gives back.
enum State {
    Idle(Box<Engine>),
    Searching(JoinHandle<Box<Engine>>),
    /// Only while it changes hands.
    Between,
}

struct Interface {
    state: State,
    game: Game,
    /// Set to end the search.
    stop: Arc<AtomicBool>,
    /// Whether the opponent's time runs.
    pondering: Arc<AtomicBool>,
    lines: usize,
    /// Whether it plays as a rating, and as which one.
    limited: bool,
    rating: u32,
    overhead: Duration,
    mode: CastlingMode,
}

impl Interface {
    fn new() -> anyhow::Result<Interface> {
        Ok(Interface {
            state: State::Idle(Box::new(Engine::new(HASH.0)?)),
            game: Game::default(),
            stop: Arc::default(),
            pondering: Arc::default(),
            lines: 1,
            limited: false,
            rating: STRONGEST,
            overhead: Duration::from_millis(OVERHEAD.0),
            mode: CastlingMode::Standard,
        })
    }

    /// The engine, once the search has ended.
    fn idle(&mut self) -> anyhow::Result<&mut Engine> {
        self.stop();
        let state = std::mem::replace(&mut self.state, State::Between);
        let engine = match state {
            State::Idle(engine) => engine,
            State::Searching(search) => search.join().ok().context("the search failed")?,
            State::Between => anyhow::bail!("the engine is lost"),
        };
        self.state = State::Idle(engine);
        match &mut self.state {
            State::Idle(engine) => Ok(engine),
            _ => anyhow::bail!("the engine is lost"),
        }
    }

    fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.ponder_hit();
    }

    /// The opponent has moved: the search may answer.
    fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
        if let State::Searching(search) = &self.state {
            search.thread().unpark();
        }
    }

    /// `name <words> [value <words>]`; names are compared without case, as the protocol wants it.
    fn set_option(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let words = words.strip_prefix(&["name"]).unwrap_or(words);
        let split = words.iter().position(|word| *word == "value");
        let (name, value) = words.split_at(split.unwrap_or(words.len()));
        let name = name.join(" ").to_ascii_lowercase();
        let value = value.get(1..).unwrap_or_default().join(" ");
        let number = value.parse::<usize>().ok();
        let within = |least: usize, most: usize| {
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} must be a number from {least} to {most}"))
        };
        let done = match name.as_str() {
            "hash" => match within(1, HASH.1) {
                Ok(size) => self
                    .idle()?
                    .set_hash(size)
                    .map_err(|error| error.to_string()),
                Err(sentence) => Err(sentence),
            },
            "threads" => match within(1, THREADS) {
                Ok(threads) => {
                    self.idle()?.set_threads(threads);
                    Ok(())
                }
                Err(sentence) => Err(sentence),
            },
            "multipv" => within(1, LINES).map(|lines| self.lines = lines),
            "move overhead" => within(0, OVERHEAD.1 as usize)
                .map(|overhead| self.overhead = Duration::from_millis(overhead as u64)),
            "clear hash" => {
                self.idle()?.forget();
                Ok(())
            }
            "uci_limitstrength" => {
                self.limited = value.eq_ignore_ascii_case("true");
                self.set_rating()?;
                Ok(())
            }
            "uci_elo" => match within(WEAKEST as usize, STRONGEST as usize) {
                Ok(rating) => {
                    self.rating = rating as u32;
                    self.set_rating()?;
                    Ok(())
                }
                Err(sentence) => Err(sentence),
            },
            "uci_chess960" => {
                self.mode = CastlingMode::from_chess960(value.eq_ignore_ascii_case("true"));
                Ok(())
            }
            "evaluation" => {
                let mut all = Evaluation::ALL.into_iter();
                match all.find(|choice| choice.name().eq_ignore_ascii_case(&value)) {
                    Some(evaluation) => {
                        self.idle()?.set_evaluation(evaluation);
                        Ok(())
                    }
                    None => Err(format!("there is no evaluation {value}")),
                }
            }
            "syzygypath" => match tablebase::open(&folders(value.replace(EMPTY, "")), complain) {
                Ok(tablebase) => {
                    if let Some(tablebase) = &tablebase {
                        let (files, men) = (tablebase.files(), tablebase.men());
                        say(&format!(
                            "info string {files} Syzygy tables, up to {men} pieces"
                        ));
                    }
                    self.idle()?.set_tablebase(tablebase);
                    Ok(())
                }
                Err(error) => Err(format!("{error}; the tables stay as they were")),
            },
            "syzygyprobelimit" => match within(0, MEN) {
                Ok(men) => {
                    self.idle()?.set_probe_limit(men);
                    Ok(())
                }
                Err(sentence) => Err(sentence),
            },
            // Ponder only says that the interface may ponder; others are not ours.
            _ => Ok(()),
        };
        if let Err(sentence) = done {
            say(&format!("info string {sentence}"));
        }
        Ok(())
    }

    fn set_rating(&mut self) -> anyhow::Result<()> {
        let rating = self.limited.then_some(self.rating);
        self.idle()?.set_rating(rating);
        Ok(())
    }

    /// `startpos` or `fen <fields>`, then perhaps `moves <moves>`.
    fn set_position(&mut self, words: &[&str]) {
        match read_position(words, self.mode) {
            Ok(game) => self.game = game,
            Err(error) => say(&format!(
                "info string {error:#}; the position stays as it was"
            )),
        }
    }

    fn go(&mut self, words: &[&str]) -> anyhow::Result<()> {
        self.idle()?;
        let command = GoCommand::parse(words, self.game.position());
        if let Some(depth) = command.perft {
            self.perft(depth);
            return Ok(());
        }
        let position = self.game.position();
        let clock = position.turn().fold_wb(command.white, command.black);
        let limits = Limits {
            depth: command.depth,
            nodes: command.nodes,
            time: command.time,
            clock: clock.left.map(|left| Clock {
                left,
                increment: clock.increment,
                moves_to_go: command.moves_to_go,
                overhead: self.overhead,
            }),
            mate: command.mate,
            moves: command.moves,
            lines: self.lines,
            pondering: Some(Arc::clone(&self.pondering)),
        };
        self.stop.store(false, Relaxed);
        self.pondering.store(command.ponder, Relaxed);
        let (stop, pondering) = (Arc::clone(&self.stop), Arc::clone(&self.pondering));
        let (game, mode) = (self.game.clone(), self.mode);
        let State::Idle(mut engine) = std::mem::replace(&mut self.state, State::Between) else {
            anyhow::bail!("the engine is lost");
        };
        let search = move || {
            let found = engine.search(&game, &limits, &stop, |found| report(found, mode));
            // These end only when the interface says so, which wakes this thread then.
            while (command.infinite || pondering.load(Relaxed)) && !stop.load(Relaxed) {
                thread::park();
            }
            report(&found, mode);
            let uci = |m: Move| m.to_uci(mode).to_string();
            let best = found.best_move().map_or("(none)".to_owned(), uci);
            match found.reply() {
                Some(reply) => say(&format!("bestmove {best} ponder {}", uci(reply))),
                None => say(&format!("bestmove {best}")),
            }
            engine
        };
        let builder = thread::Builder::new().stack_size(STACK);
        let search = builder.spawn(search).context("cannot start a thread")?;
        self.state = State::Searching(search);
        Ok(())
    }

    fn perft(&self, depth: u32) {
        let paths = engine::divide(self.game.position(), depth);
        for (m, count) in &paths {
            say(&format!("{}: {count}", m.to_uci(self.mode)));
        }
        let sum: u64 = paths.iter().map(|(_, count)| count).sum();
        say(&format!("\nNodes searched: {sum}"));
    }

    /// `bench [depth]`: the fingerprint, and the speed.
    fn bench(&mut self, words: &[&str]) -> anyhow::Result<()> {
        let depth = words.first().and_then(|word| word.parse().ok());
        let engine = self.idle()?;
        let (nodes, time) = engine::bench(engine, depth.unwrap_or(BENCH_DEPTH));
        let rate = nodes as f64 / time.as_secs_f64();
        say(&format!("{nodes} nodes {rate:.0} nps"));
        Ok(())
    }
}

fn read_position(words: &[&str], mode: CastlingMode) -> anyhow::Result<Game> {
    let split = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(split.unwrap_or(words.len()));
    let position = match start {
        ["startpos"] => Chess::default(),
        ["fen", fields @ ..] => {
            let text = fields.join(" ");
            let fen: Fen = text.parse().with_context(|| format!("bad FEN {text}"))?;
            // Odd castling rights and more pieces than a game can have do no harm.
            fen.into_position(mode)
                .or_else(PositionError::ignore_invalid_castling_rights)
                .or_else(PositionError::ignore_invalid_ep_square)
                .or_else(PositionError::ignore_too_much_material)
                .or_else(PositionError::ignore_impossible_check)
                .with_context(|| format!("bad FEN {text}"))?
        }
        _ => anyhow::bail!("a position is startpos or fen"),
    };
    let mut game = Game::new(position);
    for word in moves.iter().skip(1) {
        let uci: UciMove = word.parse().with_context(|| format!("bad move {word}"))?;
        let m = uci.to_move(game.position());
        game.play(m.with_context(|| format!("illegal move {word}"))?);
    }
    Ok(game)
}

/// A side's clock as the interface sends it.
#[derive(Copy, Clone, Default)]
struct Side {
    left: Option<Duration>,
    increment: Duration,
}

/// The arguments of `go`.
#[derive(Default)]
struct GoCommand {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    white: Side,
    black: Side,
    moves_to_go: Option<u32>,
    mate: Option<u32>,
    moves: Vec<Move>,
    infinite: bool,
    ponder: bool,
    perft: Option<u32>,
}

impl GoCommand {
    fn parse(words: &[&str], position: &Chess) -> GoCommand {
        let mut command = GoCommand::default();
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            // Clocks that have run out are sent as negative numbers.
            let number = rest
                .clone()
                .next()
                .and_then(|word| word.parse::<i64>().ok());
            let number = number.map(|number| u64::try_from(number).unwrap_or(0));
            let small = number.map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            let time = number.map(Duration::from_millis);
            match *word {
                "depth" => command.depth = small,
                "nodes" => command.nodes = number,
                "movetime" => command.time = time,
                "wtime" => command.white.left = time,
                "btime" => command.black.left = time,
                "winc" => command.white.increment = time.unwrap_or_default(),
                "binc" => command.black.increment = time.unwrap_or_default(),
                "movestogo" => command.moves_to_go = small,
                "mate" => command.mate = small,
                "perft" => command.perft = small,
                "infinite" => command.infinite = true,
                "ponder" => command.ponder = true,
                "searchmoves" => {
                    let moves = rest.clone().map_while(|word| word.parse::<UciMove>().ok());
                    let legal = moves.filter_map(|uci| uci.to_move(position).ok());
                    command.moves = legal.collect();
                }
                _ => {}
            }
        }
        command
    }
}

/// `info` lines, one for each line found.
fn report(found: &Analysis, mode: CastlingMode) {
    let Analysis {
        depth,
        seldepth,
        nodes,
        time,
        hashfull,
        tbhits,
        lines,
    } = found;
    let rate = *nodes as f64 / time.as_secs_f64().max(1e-6);
    let time = time.as_millis();
    for (line, number) in lines.iter().zip(1..) {
        let moves = line.moves.iter().map(|m| m.to_uci(mode).to_string());
        let moves = moves.collect::<Vec<_>>().join(" ");
        let score = line.score;
        say(&format!(
            "info depth {depth} seldepth {seldepth} multipv {number} score {score} nodes {nodes} \
             nps {rate:.0} hashfull {hashfull} tbhits {tbhits} time {time} pv {moves}"
        ));
    }
}

/// Tells the interface of a table that cannot be read.
pub(crate) fn complain(sentence: &str) {
    say(&format!("info string {sentence}"));
}

/// The engine's name and its options.
fn introduce() {
    say(concat!("id name Tabiya ", env!("CARGO_PKG_VERSION")));
    say("id author the Tabiya authors");
    let (least, most) = HASH;
    say(&format!(
        "option name Hash type spin default {least} min 1 max {most}"
    ));
    say(&format!(
        "option name Threads type spin default 1 min 1 max {THREADS}"
    ));
    say(&format!(
        "option name MultiPV type spin default 1 min 1 max {LINES}"
    ));
    say("option name Ponder type check default false");
    say("option name Clear Hash type button");
    let (usual, most) = OVERHEAD;
    say(&format!(
        "option name Move Overhead type spin default {usual} min 0 max {most}"
    ));
    say(&format!(
        "option name SyzygyPath type string default {EMPTY}"
    ));
    say(&format!(
        "option name SyzygyProbeLimit type spin default {MEN} min 0 max {MEN}"
    ));
    say("option name UCI_Chess960 type check default false");
    say("option name UCI_LimitStrength type check default false");
    say(&format!(
        "option name UCI_Elo type spin default {STRONGEST} min {WEAKEST} max {STRONGEST}"
    ));
    let names = Evaluation::ALL.map(|evaluation| format!(" var {}", evaluation.name()));
    let usual = Evaluation::default().name();
    say(&format!(
        "option name Evaluation type combo default {usual}{}",
        names.concat()
    ));
    say("uciok");
}
