//! The commands of an interface, and what `tabiya xboard` does at each: methods of [`Interface`], because they change
//! its state.

use std::sync::atomic::Ordering::Relaxed;

use shakmaty::{ByColor, Color};
use variants::bughouse::Pocket;

use crate::lines::say;
use crate::tablebase::{self, folders};

use super::brain::Task;
use super::clock::{hundredths, in_seconds};
use super::game::{Game, Variant, read_pocket};
use super::partner::Partner;
use super::{HASH, Interface, tell};

/// Commands that are accepted and ignored.
const IGNORED: [&str; 19] = [
    ".", "xboard", "accepted", "rejected", "random", "hard", "easy", "computer", "name", "rating",
    "ics", "hint", "bk", "draw", "pause", "resume", "cores", "option", "exit",
];

fn complain(why: &str, line: &str) {
    say(&format!("Error ({why}): {line}"));
}

impl Interface {
    /// Obeys a line of the interface.
    pub(super) fn obey(&mut self, line: &str) -> anyhow::Result<()> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = rest.parse::<u32>().ok();
        let done = match word {
            "variant" => match Variant::from_name(rest) {
                Some(variant) => Some(self.set_variant(variant, self.color)?),
                None => None,
            },
            "level" => self.timing.set_level(rest),
            "st" => in_seconds(rest).map(|time| self.timing.exact = Some(time)),
            "sd" => number.map(|depth| self.timing.depth = Some(depth)),
            "time" => self.timing.set(rest),
            // The opponent's clock is understood, and nothing is made of it.
            "otim" => hundredths(rest).map(drop),
            "memory" => match number.map(|size| size as usize) {
                Some(size) if (1..=HASH.1).contains(&size) => {
                    self.abandon();
                    Some(self.brain.tasks.send(Task::Memory(size))?)
                }
                _ => None,
            },
            "holding" => self.hold(rest),
            "egtpath" => {
                self.set_tablebase(rest, line)?;
                Some(())
            }
            _ => Some(self.obey_word(word, rest, line)?),
        };
        if done.is_none() {
            complain("this is not understood", line);
        }
        Ok(())
    }

    /// Obeys a command whose `rest` cannot be wrong, or that reports itself what is wrong with it.
    fn obey_word(&mut self, word: &str, rest: &str, line: &str) -> anyhow::Result<()> {
        match word {
            "" => {}
            "protover" => introduce(),
            "new" => {
                self.timing.reset();
                self.set_variant(Variant::Normal, Some(Color::Black))?;
            }
            "setboard" => match Game::from_fen(self.variant, rest) {
                Ok(game) => self.begin(game, self.color),
                Err(error) => say(&format!("tellusererror Illegal position: {error:#}")),
            },
            "force" => self.play_as(None),
            "go" => self.play_as(Some(self.game.turn())),
            "playother" => self.play_as(Some(!self.game.turn())),
            "analyze" => self.analyze(true),
            "exit" if self.analysing => self.analyze(false),
            "usermove" => self.user_move(rest),
            "?" => self.move_now(),
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "result" => {
                self.abandon();
                self.over = true;
            }
            "ping" => self.pings.push(rest.to_owned()),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "partner" => self.partner = Partner::meet(rest),
            "ptell" => self.listen_to_partner(rest),
            known if IGNORED.contains(&known) => {}
            // Moves may come without `usermove`, too.
            _ if rest.is_empty() && self.game.parse_move(word).is_some() => self.user_move(word),
            _ => complain("unknown command", line),
        }
        Ok(())
    }

    /// Plays this colour from now on, or none.
    fn play_as(&mut self, color: Option<Color>) {
        self.abandon();
        self.color = color;
        self.analysing = false;
        self.timing.start();
    }

    /// Shows what it thinks of whatever position there is from now on, or no longer; it plays no side.
    fn analyze(&mut self, analysing: bool) {
        self.play_as(None);
        self.analysing = analysing;
        self.over = self.game.result().is_some();
    }

    /// Takes moves back.
    fn undo(&mut self, plies: usize) {
        self.abandon();
        self.game.undo(plies);
        self.over = self.game.result().is_some();
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

    /// `syzygy PATH`: where the endgame tablebase is. Those of other types are not read.
    fn set_tablebase(&mut self, rest: &str, line: &str) -> anyhow::Result<()> {
        let Some(("syzygy", path)) = rest.split_once(char::is_whitespace) else {
            return Ok(());
        };
        match tablebase::open(&folders(path.trim()), tell) {
            Ok(tablebase) => {
                self.abandon();
                self.brain.tasks.send(Task::Tablebase(tablebase))?;
            }
            Err(error) => complain(&error.to_string(), line),
        }
        Ok(())
    }

    fn user_move(&mut self, text: &str) {
        let held = self.held.take();
        let played = match self.game.parse_move(text) {
            _ if self.over && !self.analysing => None,
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
        if !self.analysing {
            self.end();
        }
    }

    /// `[PN] [Q]`: what White and Black have in hand, and perhaps what just came.
    fn hold(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split_whitespace();
        let (white, black) = (read_pocket(words.next()?)?, read_pocket(words.next()?)?);
        let before = self.game.board().map(|board| *board.pockets());
        if self.game.hold(white, black) {
            self.held = before.map(|before| most(before, self.held.unwrap_or_default()));
            // There may be a better move now, or one at last.
            self.abandon();
            if !self.over {
                self.end();
            }
        }
        Some(())
    }

    fn listen_to_partner(&mut self, words: &str) {
        if !self.partner.present {
            return;
        }
        let told_to_sit = self.partner.must_sit;
        self.partner.obey(words);
        let go = words.trim().eq_ignore_ascii_case("go");
        if (go || told_to_sit && !self.partner.must_sit)
            && let Some(m) = self.sitting.take()
        {
            self.make(m);
        }
    }

    fn move_now(&mut self) {
        if let Some(m) = self.sitting.take() {
            self.make(m);
        } else if let Some(thinking) = self.thinking.as_ref().filter(|_| !self.analysing) {
            thinking.stop.store(true, Relaxed);
        }
    }
}

/// The larger number of each piece.
fn most(one: ByColor<Pocket>, other: ByColor<Pocket>) -> ByColor<Pocket> {
    let larger = |(one, other): (Pocket, Pocket)| one.zip(other).map(|(one, other)| one.max(other));
    one.zip(other).map(larger)
}

/// Lists the features of the engine.
fn introduce() {
    say("feature done=0");
    say(concat!(
        "feature myname=\"Tabiya ",
        env!("CARGO_PKG_VERSION"),
        "\""
    ));
    say("feature variants=\"normal,crazyhouse,bughouse\"");
    say("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0");
    say("feature reuse=1 analyze=1 colors=0 ics=0 name=0 pause=0 memory=1 smp=0 debug=0");
    say("feature egt=\"syzygy\"");
    say("feature done=1");
}
