//! The clocks of a game, `[%clk 0:02:59]`, and whether `1:30` is hours and minutes.

use crate::annotations::{Annotations, hours_and_minutes, hundredths};
use crate::game::{Game, Tags};

/// The clocks of a game.
pub struct Clocks<'a> {
    annotations: &'a Annotations,
    /// Two numbers are hours and minutes, not minutes and seconds.
    hours_first: bool,
}

/// How far a clock after the first move may be from the limit of the time control, in parts of it. Guessed.
const NEAR: f64 = 0.2;

impl Game {
    /// The clocks of the game. Two numbers, as in `[%clk 1:30]`, are minutes and seconds, unless the game shows that they
    /// are hours and minutes: by a clock of three numbers before or after them, or by its time control.
    pub fn clocks(&self) -> Clocks<'_> {
        let annotations = &self.annotations;
        let plies = 0..=self.plies();
        let written: Vec<Option<&str>> = plies.map(|ply| annotations.clock(ply)).collect();
        Clocks {
            annotations,
            hours_first: hours_come_first(&written, &self.tags),
        }
    }
}

impl Clocks<'_> {
    /// What the clock of the player showed after half-move number `ply`, in hundredths of a second: by a command
    /// (`[%clk 0:02:59]`), or a comment of an engine or a server.
    ///
    /// Source: PGN Spec Supplement, <https://www.enpassant.dk/chess/palview/enhancedpgn.htm>.
    pub fn after(&self, ply: usize) -> Option<u32> {
        let Some(written) = self.annotations.clock(ply) else {
            return self.annotations.clock_of_engine(ply);
        };
        let hours = self.hours_first.then(|| hours_and_minutes(written));
        hours.flatten().or_else(|| hundredths(written))
    }
}

/// Whether clocks of two numbers are hours and minutes, by all clocks of the game.
fn hours_come_first(written: &[Option<&str>], tags: &Tags) -> bool {
    let two = |clock: &&str| clock.split(':').count() == 2;
    let mut ambiguous = written.iter().flatten().filter(|clock| two(clock));
    if !ambiguous.all(|clock| hours_and_minutes(clock).is_some()) {
        return false;
    }
    // Of a player: a clock of two numbers next to one of three.
    let (mut hours, mut minutes) = (0, 0);
    for (one, next) in written.iter().zip(written.iter().skip(2)) {
        let (Some(one), Some(next)) = (one, next) else {
            continue;
        };
        let (ambiguous, plain) = match (two(one), two(next)) {
            (true, false) => (one, next),
            (false, true) => (next, one),
            _ => continue,
        };
        match hundredths(plain).and_then(|plain| is_nearer_as_hours(ambiguous, plain)) {
            Some(true) => hours += 1,
            Some(false) => minutes += 1,
            None => {}
        }
    }
    if hours + minutes > 0 {
        return minutes == 0;
    }
    let limit = tags.get("TimeControl").and_then(limit);
    let first = written.iter().flatten().next().filter(|clock| two(clock));
    let (Some(limit), Some(first)) = (limit, first) else {
        return false;
    };
    let as_hours = hours_and_minutes(first).map_or(0, |hours| hours.abs_diff(limit));
    is_nearer_as_hours(first, limit) == Some(true) && f64::from(as_hours) <= NEAR * f64::from(limit)
}

/// Whether a clock of two numbers is nearer to a time in hundredths of a second if it is read as hours and minutes.
fn is_nearer_as_hours(clock: &str, time: u32) -> Option<bool> {
    let (hours, minutes) = (hours_and_minutes(clock)?, hundredths(clock)?);
    Some(hours.abs_diff(time) < minutes.abs_diff(time))
}

/// The limit of the first period of a time control, in hundredths of a second: of `40/7200+30:3600` two hours.
///
/// Source: PGN standard, section 9.6.1.
fn limit(time_control: &str) -> Option<u32> {
    let first = time_control.split(':').next()?;
    let seconds = first.rsplit('/').next()?.split('+').next()?;
    seconds.trim().parse::<u32>().ok()?.checked_mul(100)
}
