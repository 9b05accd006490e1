//! `tabiya xboard`: an engine for chess, crazyhouse and bughouse that speaks the protocol of xboard.
//!
//! One thread reads what the interface says, another one thinks, this one decides. Source of the protocol:
//! <https://www.gnu.org/software/xboard/engine-intf.html>.

mod brain;
mod clock;
mod game;
mod partner;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use engine::{Analysis, Score};
use shakmaty::{ByColor, CastlingMode, Color, Move};
use variants::bughouse::{Kind, Pocket};

use brain::{Brain, Task, Thought};
use clock::Timing;
use game::{Game, Variant, read_pocket};
use partner::{Partner, tell};

/// The size of the hash table in mebibytes: unless said, and at most.
const HASH: (usize, usize) = (32, 65_536);

/// Whoever sits moves when no more than this is left. Guessed: time enough for some quick moves.
const RESERVE: Duration = Duration::from_secs(3);

/// How often someone who sits looks at the clock.
const PATIENCE: Duration = Duration::from_millis(100);

/// Mates in so many moves are sat out. Guessed.
const DOOMED: i32 = 4;

/// Commands that need nothing done: what they say is known, not wanted, or the interface's own business.
const IGNORED: [&str; 18] = [
    "xboard", "accepted", "rejected", "random", "hard", "easy", "computer", "name", "rating",
    "ics", "hint", "bk", "draw", "pause", "resume", "cores", "egtpath", "option",
];

/// What this thread waits for.
pub(crate) enum Event {
    /// The interface says something.
    Line(String),
    /// It has gone away.
    End,
    /// The task of this number got on.
    Thought(u64, Thought),
}

pub(crate) fn run() -> anyhow::Result<()> {
    let (sender, events) = channel();
    let listener = sender.clone();
    // It ends with the program: nothing can wake it while nobody says anything.
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            // Bytes that are no UTF-8 are no command either.
            let Ok(line) = line else { continue };
            if listener.send(Event::Line(line)).is_err() {
                return;
            }
        }
        let _ = listener.send(Event::End);
    });
    let mut interface = Interface::new(sender)?;
    interface.listen(&events)?;
    interface.abandon();
    let Brain { tasks, thread } = interface.brain;
    drop(tasks);
    let _ = thread.join();
    Ok(())
}

/// Writes a line. Where nobody listens, it goes unsaid.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

fn complain(why: &str, line: &str) {
    say(&format!("Error ({why}): {line}"));
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
    /// The colour it plays; none: none.
    color: Option<Color>,
    over: bool,
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
            timing: Timing::new(),
            post: false,
            pings: Vec::new(),
            partner: Partner::default(),
            sitting: None,
            held: None,
        })
    }

    /// Until the interface has had enough.
    fn listen(&mut self, events: &Receiver<Event>) -> anyhow::Result<()> {
        loop {
            let patience = match self.sitting {
                Some(_) => PATIENCE,
                None => Duration::MAX,
            };
            match events.recv_timeout(patience) {
                Ok(Event::Line(line)) if line.trim() != "quit" => self.obey(line.trim())?,
                Ok(Event::Thought(number, thought)) => self.hear(number, thought)?,
                Err(RecvTimeoutError::Timeout) => self.stand_up(),
                _ => return Ok(()),
            }
            self.think()?;
            self.answer_pings();
        }
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<()> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = rest.parse::<u32>().ok();
        let done = match word {
            "" => Some(()),
            "protover" => {
                introduce();
                Some(())
            }
            "new" => {
                self.timing.depth = None;
                self.set_variant(Variant::Normal, Some(Color::Black))?;
                Some(())
            }
            "variant" => match Variant::read(rest) {
                Some(variant) => Some(self.set_variant(variant, self.color)?),
                None => None,
            },
            "setboard" => {
                match Game::from_fen(self.variant, rest) {
                    Ok(game) => self.begin(game, self.color),
                    Err(error) => say(&format!("tellusererror Illegal position: {error:#}")),
                }
                Some(())
            }
            "force" | "playother" | "go" => {
                self.abandon();
                let turn = self.game.turn();
                self.color = match word {
                    "force" => None,
                    "go" => Some(turn),
                    _ => Some(!turn),
                };
                self.timing.start();
                Some(())
            }
            "usermove" => {
                self.user_move(rest);
                Some(())
            }
            "?" => {
                self.move_now();
                Some(())
            }
            "undo" | "remove" => {
                self.abandon();
                self.game.undo(if word == "undo" { 1 } else { 2 });
                self.over = self.game.result().is_some();
                Some(())
            }
            "result" => {
                self.abandon();
                self.over = true;
                Some(())
            }
            "ping" => {
                self.pings.push(rest.to_owned());
                Some(())
            }
            "post" | "nopost" => {
                self.post = word == "post";
                Some(())
            }
            "level" => self.timing.set_level(rest),
            "st" => number.map(|seconds| {
                self.timing.exact = Some(Duration::from_secs(seconds.into()));
            }),
            "sd" => number.map(|depth| self.timing.depth = Some(depth)),
            "time" => self.timing.set(false, rest),
            "otim" => self.timing.set(true, rest),
            "memory" => match number.map(|size| size as usize) {
                Some(size) if (1..=HASH.1).contains(&size) => {
                    self.abandon();
                    Some(self.brain.tasks.send(Task::Memory(size))?)
                }
                _ => None,
            },
            "holding" => self.hold(rest),
            "partner" => {
                self.partner = Partner::meet(rest);
                Some(())
            }
            "ptell" => {
                self.listen_to_partner(rest);
                Some(())
            }
            known if IGNORED.contains(&known) => Some(()),
            // Moves may come without `usermove`, too.
            _ if rest.is_empty() && self.game.read(word).is_some() => {
                self.user_move(word);
                Some(())
            }
            _ => {
                complain("unknown command", line);
                Some(())
            }
        };
        if done.is_none() {
            complain("this is not understood", line);
        }
        Ok(())
    }

    fn set_variant(&mut self, variant: Variant, color: Option<Color>) -> anyhow::Result<()> {
        self.variant = variant;
        self.begin(Game::new(variant), color);
        self.brain.tasks.send(Task::Forget)?;
        self.partner.begin();
        Ok(())
    }

    /// A game to go on from.
    fn begin(&mut self, game: Game, color: Option<Color>) {
        self.abandon();
        (self.game, self.color) = (game, color);
        self.over = self.game.result().is_some();
        self.held = None;
        self.timing.start();
    }

    /// Thinks no more, and sits no more; nothing comes of it.
    fn abandon(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Relaxed);
        }
        self.sitting = None;
    }

    fn user_move(&mut self, text: &str) {
        let held = self.held.take();
        let played = match self.game.read(text) {
            _ if self.over => None,
            Some(m) => {
                self.game.play(m);
                Some(())
            }
            None => held.and_then(|held| self.game.play_late_drop(text, &held)),
        };
        if played.is_none() {
            say(&format!("Illegal move: {text}"));
            return;
        }
        self.abandon();
        self.timing.start();
        self.end();
    }

    /// Says so if the game is over on this board.
    fn end(&mut self) {
        if let Some(result) = self.game.result() {
            self.over = true;
            say(result);
        }
    }

    /// `[PN] [Q]`: what White and Black have in hand, and perhaps what just came.
    fn hold(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        let (white, black) = (read_pocket(words.next()?)?, read_pocket(words.next()?)?);
        let before = self.game.house().map(|house| *house.pockets());
        if self.game.hold(white, black) {
            self.held = before.map(|before| most(before, self.held.unwrap_or_default()));
            // There may be a better move now, or one at last.
            self.abandon();
            self.end();
        }
        Some(())
    }

    fn listen_to_partner(&mut self, words: &str) {
        if !self.partner.present {
            return;
        }
        let told_to_sit = self.partner.must_sit;
        self.partner.hear(words);
        let go = words.trim().eq_ignore_ascii_case("go");
        if (go || told_to_sit && !self.partner.must_sit)
            && let Some(m) = self.sitting.take()
        {
            self.make(m);
        }
    }

    /// Begins to think, if it is our turn and nothing else is to be waited for.
    fn think(&mut self) -> anyhow::Result<()> {
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

    /// Another task; tells the flag that stops it.
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

    fn move_now(&mut self) {
        if let Some(m) = self.sitting.take() {
            self.make(m);
        } else if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Relaxed);
        }
    }

    fn hear(&mut self, number: u64, thought: Thought) -> anyhow::Result<()> {
        let current = self.thinking.as_ref().map(|thinking| thinking.number);
        if current != Some(number) {
            return Ok(());
        }
        match thought {
            Thought::Progress(found) => self.report(&found),
            Thought::Advice(tells) => {
                self.thinking = None;
                self.partner.tell(tells);
            }
            Thought::Move(found) => {
                self.thinking = None;
                let (Some(m), Some(line)) = (found.best_move(), found.lines.first()) else {
                    return Ok(());
                };
                let doomed =
                    self.partner.present && self.game.is_bughouse() && is_doomed(line.score);
                if doomed || self.partner.must_sit {
                    // A man that arrives may help.
                    self.sitting = Some(m);
                    self.stand_up();
                } else {
                    self.make(m);
                }
                if doomed && self.sitting.is_some() {
                    tell("I am mated unless a man comes: I sit. Tell me go to move.");
                }
                self.advise()?;
            }
        }
        Ok(())
    }

    /// Moves if the time does not allow to sit any longer.
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
        let house = self
            .game
            .house()
            .filter(|house| house.kind() == Kind::Bughouse);
        if let (Some(player), Some(house)) = (self.color, house.cloned())
            && self.partner.present
            && !self.over
        {
            let stop = self.start(false);
            let number = self.count;
            self.brain.tasks.send(Task::Advice {
                number,
                house,
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
        let (true, Some(line)) = (self.post, found.lines.first()) else {
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

/// The larger number of each man.
fn most(one: ByColor<Pocket>, other: ByColor<Pocket>) -> ByColor<Pocket> {
    let larger = |(one, other): (Pocket, Pocket)| one.zip(other).map(|(one, other)| one.max(other));
    one.zip(other).map(larger)
}

/// Mated soon, whatever we do.
fn is_doomed(score: Score) -> bool {
    matches!(score, Score::Mate(moves) if (-DOOMED..=0).contains(&moves))
}

/// Says what it can do.
fn introduce() {
    say("feature done=0");
    say(concat!(
        "feature myname=\"Tabiya ",
        env!("CARGO_PKG_VERSION"),
        "\""
    ));
    say("feature variants=\"normal,crazyhouse,bughouse\"");
    say("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0");
    say("feature reuse=1 analyze=0 colors=0 ics=0 name=0 pause=0 memory=1 smp=0 debug=0");
    say("feature done=1");
}
