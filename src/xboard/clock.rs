//! The time that `tabiya xboard` has.

use std::time::{Duration, Instant};

use engine::{Clock, Limits};

/// What a move takes on top of the search. Guessed: a chess server adds its part to the interface's.
const OVERHEAD: Duration = Duration::from_millis(40);

/// No clock is taken to show more, nor an increment to be more, so that sums and products of them fit: three
/// decades. Guessed.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Limits of a move: a clock or an exact time, and perhaps a depth on top.
pub(crate) struct Timing {
    /// Moves to a time control; none: all of them.
    moves: Option<u32>,
    increment: Duration,
    /// What the clocks show at the beginning.
    base: Duration,
    /// For each move.
    pub(crate) exact: Option<Duration>,
    pub(crate) depth: Option<u32>,
    /// What our clock showed, and when the interface sent it.
    left: Duration,
    set_at: Instant,
}

impl Timing {
    /// Five minutes for forty moves, as the protocol has it.
    pub(crate) fn new() -> Timing {
        let base = Duration::from_mins(5);
        Timing {
            moves: Some(40),
            increment: Duration::ZERO,
            base,
            exact: None,
            depth: None,
            left: base,
            set_at: Instant::now(),
        }
    }

    /// `40 5 0`, `0 2:30 1.5`: moves, minutes or minutes and seconds, seconds. None if it is nothing of the
    /// kind; all stays as it was, then.
    pub(crate) fn set_level(&mut self, text: &str) -> Option<()> {
        let mut words = text.split_whitespace();
        let moves: u32 = words.next()?.parse().ok()?;
        let base = words.next()?;
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let [minutes, seconds]: [u32; 2] = [minutes.parse().ok()?, seconds.parse().ok()?];
        let base = Duration::from_secs(u64::from(minutes) * 60 + u64::from(seconds));
        self.increment = in_seconds(words.next()?)?;
        self.moves = (moves > 0).then_some(moves);
        self.exact = None;
        self.base = base.min(LONGEST);
        self.left = self.base;
        self.set_at = Instant::now();
        Some(())
    }

    /// Another game at the same level: full clocks, neither exact time nor depth.
    pub(crate) fn reset(&mut self) {
        (self.exact, self.depth) = (None, None);
        self.left = self.base;
        self.set_at = Instant::now();
    }

    /// What our clock shows, in hundredths of a second.
    pub(crate) fn set(&mut self, left: &str) -> Option<()> {
        self.left = hundredths(left)?.min(LONGEST);
        self.set_at = Instant::now();
        Some(())
    }

    /// Our clock runs from now on.
    pub(crate) fn start(&mut self) {
        self.set_at = Instant::now();
    }

    /// We have moved.
    pub(crate) fn stop(&mut self) {
        self.left = self.left() + self.increment;
        self.set_at = Instant::now();
    }

    /// What our clock shows while it runs.
    pub(crate) fn left(&self) -> Duration {
        self.left.saturating_sub(self.set_at.elapsed())
    }

    /// Whether there is a clock that it plays by.
    pub(crate) fn is_timed(&self) -> bool {
        self.exact.is_none()
    }

    /// What the next move may take, by the moves of both sides so far.
    pub(crate) fn limits(&self, plies: usize) -> Limits {
        let made = (plies / 2) as u32;
        let clock = Clock {
            left: self.left(),
            increment: self.increment,
            moves_to_go: self.moves.map(|moves| moves - made % moves),
            overhead: OVERHEAD,
        };
        Limits {
            depth: self.depth,
            time: self.exact.map(|time| time.saturating_sub(OVERHEAD)),
            clock: self.is_timed().then_some(clock),
            ..Limits::default()
        }
    }
}

/// A time in seconds, perhaps with a fraction.
pub(crate) fn in_seconds(text: &str) -> Option<Duration> {
    let seconds = Duration::try_from_secs_f64(text.parse().ok()?);
    Some(seconds.ok()?.min(LONGEST))
}

/// What a clock shows, from hundredths of a second; one that has run out has a negative number.
pub(crate) fn hundredths(text: &str) -> Option<Duration> {
    let left = u64::try_from(text.parse::<i64>().ok()?).unwrap_or(0);
    Some(Duration::from_millis(left.saturating_mul(10)))
}
