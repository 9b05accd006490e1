//! The commands in comments: `[%clk 0:02:59]`, `[%eval 0.17]`.
//!
//! Source: PGN Spec Supplement, <https://www.enpassant.dk/chess/palview/enhancedpgn.htm>.

use std::ops::Range;

/// Who stands better, from White's side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Cp(i32),
    /// White mates in this many moves; if negative, Black does.
    Mate(i32),
}

/// What an engine said of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Who stands better.
    pub score: Score,
    /// How many half-moves it looked ahead, if the comment says so.
    pub depth: Option<u32>,
}

impl Evaluation {
    /// The same from the other side.
    pub(crate) fn reversed(self) -> Evaluation {
        let score = match self.score {
            Score::Cp(cp) => Score::Cp(-cp),
            Score::Mate(moves) => Score::Mate(-moves),
        };
        Evaluation { score, ..self }
    }
}

/// A command of a comment.
pub(crate) struct Command<'a> {
    /// Its bytes in the comment, brackets included.
    pub(crate) at: Range<usize>,
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
}

/// The commands of a comment. One that is not closed is none.
pub(crate) fn commands(text: &str) -> impl Iterator<Item = Command<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + text.get(from..)?.find("[%")?;
        let inside = &text[start + 2..];
        let length = inside.find(']')?;
        from = start + 2 + length + 1;
        let inside = &inside[..length];
        let name = inside.split(char::is_whitespace).next().unwrap_or(inside);
        Some(Command {
            at: start..from,
            name,
            value: inside[name.len()..].trim(),
        })
    })
}

/// A comment without its commands, and without the space at its ends.
pub fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut from = 0;
    for command in commands(text) {
        prose.push_str(&text[from..command.at.start]);
        from = command.at.end;
    }
    prose.push_str(&text[from..]);
    prose.trim().to_owned()
}

/// The time that the command of a name says, as it is written, e.g. `0:02:59.9` of `[%clk 0:02:59.9]`.
pub(crate) fn time<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let times = commands(text).filter(|command| command.name == name);
    let mut times = times.map(|command| command.value);
    times.find(|time| hundredths(time).is_some())
}

/// The evaluation of a comment.
pub(crate) fn evaluation(text: &str) -> Option<Evaluation> {
    let mut found = commands(text).filter(|command| command.name == "eval");
    found.find_map(|command| {
        let (score, depth) = match command.value.split_once(',') {
            Some((score, depth)) => (score.trim(), depth.trim().parse().ok()),
            None => (command.value, None),
        };
        let score = mate(score).or_else(|| pawns(score))?;
        Some(Evaluation { score, depth })
    })
}

/// The score `#-3`, `-#3` or `-M3`.
fn mate(score: &str) -> Option<Score> {
    let (sign, moves) = score.split_once(['#', 'M'])?;
    let moves: i32 = moves.parse().ok()?;
    match sign {
        "" | "+" => Some(Score::Mate(moves)),
        "-" if moves > 0 => Some(Score::Mate(-moves)),
        _ => None,
    }
}

/// A score in pawns, e.g. `-0.17`.
pub(crate) fn pawns(score: &str) -> Option<Score> {
    let pawns: f64 = score.parse().ok()?;
    // Scores of engines are far below this; infinity and NaN are no scores.
    let is_score = pawns.abs() < 1e6;
    is_score.then(|| Score::Cp((pawns * 100.0).round() as i32))
}

/// `h:mm`, or `h:mm.ss`, in hundredths of a second; `None` if it cannot be that, with ten hours or sixty minutes.
pub(crate) fn hours_and_minutes(time: &str) -> Option<u32> {
    let (time, seconds) = time.split_once('.').unwrap_or((time, "0"));
    let (hours, minutes) = time.split_once(':')?;
    let number = |text: &str, least: usize, below: u32| {
        let is_number = text.len() >= least && text.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = is_number.then(|| text.parse().ok())??;
        (number < below).then_some(number)
    };
    let (hours, minutes) = (number(hours, 1, 10)?, number(minutes, 2, 60)?);
    let seconds = number(seconds, 1, 60)?;
    Some((hours * 3600 + minutes * 60 + seconds) * 100)
}

/// `h:mm:ss`, `mm:ss` or `ss`, with a fraction or without, in hundredths of a second.
pub(crate) fn hundredths(time: &str) -> Option<u32> {
    let (whole, fraction) = time.split_once('.').unwrap_or((time, ""));
    if whole.split(':').count() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = whole.split(':').try_fold(0_u32, |sum, part| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        let part: u32 = digits.then(|| part.parse().ok())??;
        sum.checked_mul(60)?.checked_add(part)
    })?;
    let digits = fraction.bytes().map(|byte| u32::from(byte - b'0'));
    let hundredths = digits
        .chain([0, 0])
        .take(2)
        .fold(0, |sum, digit| 10 * sum + digit);
    seconds.checked_mul(100)?.checked_add(hundredths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for (text, time_of) in [
            (" [%clk 0:02:59] ", Some(17_900)),
            ("[%clk 1:00:00.1]", Some(360_010)),
            ("[%clk 0:00:00.999]", Some(99)),
            ("so far [%eval 1.0] [%clk 10:05]", Some(60_500)),
            ("[%clk 7]", Some(700)),
            ("[%clk  0:00:01 ]", Some(100)),
            ("[%clk] [%clk x] [%clk 0:00:02]", Some(200)),
            ("[%clk 0:02", None),
            ("[%clock 0:02:59]", None),
            ("[%clk -1:00]", None),
            ("[%clk 0:+1:00]", None),
            ("[%clk 1:1:1:1]", None),
            ("[%clk 0:00:01.x]", None),
            ("[%clk 99999999:00:00]", None),
            ("[%clk 4294967295]", None),
            ("", None),
        ] {
            let found = time(text, "clk").and_then(hundredths);
            assert_eq!(found, time_of, "{text}");
        }
        let other = time("[%clk 0:00:05][%emt 0:00:01]", "emt");
        assert_eq!(other, Some("0:00:01"));
    }

    #[test]
    fn hours_come_first() {
        for (text, time) in [
            ("1:30", Some(540_000)),
            ("0:05", Some(30_000)),
            ("1:28.30", Some(531_000)),
            ("01:30", Some(540_000)),
            ("10:00", None),
            ("1:60", None),
            ("1:5", None),
            ("1:00:00", None),
            ("90", None),
            ("-1:30", None),
            ("1:+3", None),
        ] {
            assert_eq!(hours_and_minutes(text), time, "{text}");
        }
    }

    #[test]
    fn evaluations() {
        let cp = |cp, depth| Some((Score::Cp(cp), depth));
        for (text, wanted) in [
            ("[%eval 0.17]", cp(17, None)),
            ("[%eval -1.5,20]", cp(-150, Some(20))),
            ("[%eval +3]", cp(300, None)),
            ("[%eval 0.29] [%clk 0:00:01]", cp(29, None)),
            ("[%eval #3]", Some((Score::Mate(3), None))),
            ("[%eval #-3,18]", Some((Score::Mate(-3), Some(18)))),
            ("[%eval -M1]", Some((Score::Mate(-1), None))),
            ("[%eval +M12,30]", Some((Score::Mate(12), Some(30)))),
            ("[%eval -#2]", Some((Score::Mate(-2), None))),
            ("[%eval -M-2]", None),
            ("[%eval xM2]", None),
            ("[%eval #x]", None),
            ("[%eval inf]", None),
            ("[%eval NaN]", None),
            ("[%eval ]", None),
            ("0.17", None),
        ] {
            let found = evaluation(text).map(|found| (found.score, found.depth));
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn words_of_comments() {
        for (text, words) in [
            (" [%clk 0:02:59] ", ""),
            (
                " The minority attack. [%cal Gb4b5] Go! ",
                "The minority attack.  Go!",
            ),
            ("[%clk 0:02", "[%clk 0:02"),
            ("a [b] c", "a [b] c"),
        ] {
            assert_eq!(prose(text), words, "{text}");
        }
    }
}
