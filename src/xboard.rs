//! `tabiya xboard`: an engine for chess, crazyhouse and bughouse that speaks the protocol of xboard.
//!
//! One thread reads what the interface says, another one thinks, this one decides. Source of the protocol:
//! <https://www.gnu.org/software/xboard/engine-intf.html>.

mod brain;
mod clock;
mod commands;
mod event;
mod game;
mod partner;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::Context;
use engine::{Analysis, Limits, Score, Tablebase};
use shakmaty::{ByColor, CastlingMode, Color, Move};
use variants::bughouse::{Kind, Pocket, RESERVE, Wishes, is_doomed};

use crate::lines::{lines, say};
use brain::{Brain, Task};
use clock::Timing;
use event::{Event, Thought};
use game::{Game, Variant};
use partner::{Partner, ptell};

/// The size of the hash table in mebibytes: by default, and at most. Guessed: enough for games of minutes, and
/// more than a search of hours fills.
const HASH: (usize, usize) = (32, 65_536);

/// How often the clock is looked at while a move is held back. Guessed: well below [`RESERVE`].
const PATIENCE: Duration = Duration::from_millis(100);

pub(crate) fn run(tablebase: Option<Arc<Tablebase>>) -> anyhow::Result<()> {
    let (sender, events) = channel();
    let listener = sender.clone();
    // It ends with the program: nothing can wake it while it waits for a line.
    std::thread::spawn(move || {
        let end = read_lines(&listener);
        let _ = listener.send(Event::End(end));
    });
    let mut interface = Interface::new(sender)?;
    interface.brain.tasks.send(Task::Tablebase(tablebase))?;
    interface.listen(&events)?;
    interface.abandon();
    let Brain { tasks, thread } = interface.brain;
    drop(tasks);
    let _ = thread.join();
    Ok(())
}

/// Tells the interface of a table that cannot be read; a line that begins so is for people who look into its log.
pub(crate) fn tell(sentence: &str) {
    say(&format!("# {sentence}"));
}

/// Passes on what the interface says until it, or the program, ends.
fn read_lines(listener: &Sender<Event>) -> io::Result<()> {
    for line in lines() {
        if listener.send(Event::Line(line?)).is_err() {
            break;
        }
    }
    Ok(())
}

/// What is being thought about.
struct Thinking {
    number: u64,
    /// The best move is wanted, not advice.
    of_move: bool,
    stop: Arc<AtomicBool>,
}

struct Interface {
    brain: Brain,
    /// Tasks so far.
    count: u64,
    thinking: Option<Thinking>,
    variant: Variant,
    game: Game,
    /// The colour it plays, if any.
    color: Option<Color>,
    over: bool,
    /// Whether it analyses whatever position there is.
    analysing: bool,
    timing: Timing,
    /// Whether it shows what it thinks.
    post: bool,
    pings: Vec<String>,
    partner: Partner,
    /// The move to make when there is no more sitting.
    sitting: Option<Move>,
    /// The most that was in hand before `holding` changed it, since the last move.
    held: Option<ByColor<Pocket>>,
}

impl Interface {
    fn new(events: Sender<Event>) -> anyhow::Result<Interface> {
        Ok(Interface {
            brain: Brain::start(events, HASH.0)?,
            count: 0,
            thinking: None,
            variant: Variant::Normal,
            game: Game::new(Variant::Normal),
            color: None,
            over: false,
            analysing: false,
            timing: Timing::new(),
            post: false,
            pings: Vec::new(),
            partner: Partner::default(),
            sitting: None,
            held: None,
        })
    }

    /// Obeys the interface until it quits.
    fn listen(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        loop {
            let patience = match self.sitting {
                Some(_) => PATIENCE,
                None => Duration::MAX,
            };
            match events.recv_timeout(patience) {
                Ok(Event::Line(line)) if line.trim() != "quit" => self.obey(line.trim())?,
                Ok(Event::End(end)) => return end.context("cannot read the standard input"),
                Ok(Event::Thought(number, thought)) => self.receive(number, thought)?,
                Err(RecvTimeoutError::Timeout) => self.stand_up(),
                _ => return Ok(()),
            }
            self.think()?;
            self.answer_pings();
        }
    }

    /// Stops thinking and sitting, without a move.
    fn abandon(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Relaxed);
        }
        self.sitting = None;
    }

    /// Reports the result if the game is over on this board.
    fn end(&mut self) {
        if let Some(result) = self.game.result() {
            self.over = true;
            say(result);
        }
    }

    /// Begins to think, if it is our turn and nothing else is to be waited for.
    fn think(&mut self) -> anyhow::Result<()> {
        if self.analysing {
            return self.think_on();
        }
        let ours = self.color == Some(self.game.turn()) && !self.over;
        let busy = self
            .thinking
            .as_ref()
            .is_some_and(|thinking| thinking.of_move);
        if !ours || busy || self.sitting.is_some() || self.game.is_stuck() {
            return Ok(());
        }
        self.abandon();
        let stop = self.start(true);
        self.brain.tasks.send(Task::Move {
            number: self.count,
            game: self.game.clone(),
            limits: self.timing.limits(self.game.plies()),
            wishes: self.partner.wishes,
            stop,
        })?;
        Ok(())
    }

    /// Begins to analyse the position, unless that was begun or there is nothing to think about.
    fn think_on(&mut self) -> anyhow::Result<()> {
        if self.thinking.is_some() || self.game.is_stuck() {
            return Ok(());
        }
        let stop = self.start(false);
        self.brain.tasks.send(Task::Move {
            number: self.count,
            game: self.game.clone(),
            limits: Limits::default(),
            wishes: Wishes::default(),
            stop,
        })?;
        Ok(())
    }

    /// Begins another task; returns the flag that stops it.
    fn start(&mut self, of_move: bool) -> Arc<AtomicBool> {
        self.count += 1;
        let stop = Arc::<AtomicBool>::default();
        self.thinking = Some(Thinking {
            number: self.count,
            of_move,
            stop: Arc::clone(&stop),
        });
        stop
    }

    /// Acts on a result of the thread that thinks, unless it belongs to an earlier task.
    fn receive(&mut self, number: u64, thought: Thought) -> anyhow::Result<()> {
        let current = self.thinking.as_ref().map(|thinking| thinking.number);
        if current != Some(number) {
            return Ok(());
        }
        match thought {
            Thought::Progress(found) => self.report(&found),
            Thought::Advice(messages) => {
                self.thinking = None;
                self.partner.send(messages);
            }
            // It stays as it is, so that no other analysis begins before another position.
            Thought::Move(_) if self.analysing => {}
            Thought::Move(found) => {
                self.thinking = None;
                let (Some(m), Some(line)) = (found.best_move(), found.lines.first()) else {
                    return Ok(());
                };
                let doomed =
                    self.partner.present && self.game.is_bughouse() && is_doomed(line.score);
                if doomed || self.partner.must_sit {
                    // A piece that arrives may help.
                    self.sitting = Some(m);
                    self.stand_up();
                } else {
                    self.make(m);
                }
                if doomed && self.sitting.is_some() {
                    ptell("I am mated unless a piece comes: I sit. Tell me go to move.");
                }
                self.advise()?;
            }
        }
        Ok(())
    }

    /// Moves if there is no time left to sit.
    fn stand_up(&mut self) {
        if (!self.timing.is_timed() || self.timing.left() <= RESERVE)
            && let Some(m) = self.sitting.take()
        {
            self.make(m);
        }
    }

    fn make(&mut self, m: Move) {
        say(&format!("move {}", m.to_uci(CastlingMode::Standard)));
        self.timing.stop();
        self.held = None;
        self.game.play(m);
        self.end();
    }

    /// Thinks about what the partner should know.
    fn advise(&mut self) -> anyhow::Result<()> {
        let board = self
            .game
            .board()
            .filter(|board| board.kind() == Kind::Bughouse);
        if let (Some(player), Some(board)) = (self.color, board.cloned())
            && self.partner.present
            && !self.over
        {
            let stop = self.start(false);
            let number = self.count;
            self.brain.tasks.send(Task::Advice {
                number,
                board,
                player,
                stop,
            })?;
        }
        Ok(())
    }

    /// While it is our move, a ping is answered after it.
    fn answer_pings(&mut self) {
        if self
            .thinking
            .as_ref()
            .is_some_and(|thinking| thinking.of_move)
        {
            return;
        }
        for ping in self.pings.drain(..) {
            say(&format!("pong {ping}"));
        }
    }

    /// Depth, score, time in hundredths of a second, nodes, moves.
    fn report(&self, found: &Analysis) {
        let shown = self.post || self.analysing;
        let (true, Some(line)) = (shown, found.lines.first()) else {
            return;
        };
        let score = match line.score {
            Score::Cp(cp) => cp,
            Score::Mate(moves) if moves > 0 => 100_000 + moves,
            Score::Mate(moves) => moves - 100_000,
        };
        let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
        let moves: Vec<String> = line.moves.iter().map(uci).collect();
        say(&format!(
            "{} {score} {} {} {}",
            found.depth,
            found.time.as_millis() / 10,
            found.nodes,
            moves.join(" ")
        ));
    }
}
