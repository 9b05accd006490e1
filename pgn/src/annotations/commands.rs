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

/// The time of the command of a name in hundredths of a second, e.g. 17,990 of `[%clk 0:02:59.9]`.
pub(crate) fn time(text: &str, name: &str) -> Option<u32> {
    let mut times = commands(text).filter(|command| command.name == name);
    times.find_map(|command| hundredths(command.value))
}

/// The evaluation of a comment.
pub(crate) fn evaluation(text: &str) -> Option<Evaluation> {
    let mut found = commands(text).filter(|command| command.name == "eval");
    found.find_map(|command| {
        let (score, depth) = match command.value.split_once(',') {
            Some((score, depth)) => (score.trim(), depth.trim().parse().ok()),
            None => (command.value, None),
        };
        let score = if let Some(moves) = score.strip_prefix('#') {
            Score::Mate(moves.parse().ok()?)
        } else {
            let pawns: f64 = score.parse().ok()?;
            // The engines' scores are far below; infinity and what is no number are not.
            let is_score = pawns.abs() < 1e6;
            Score::Cp(is_score.then_some((pawns * 100.0).round() as i32)?)
        };
        Some(Evaluation { score, depth })
    })
}

/// `h:mm:ss`, `mm:ss` or `ss`, with a fraction or without, in hundredths of a second.
fn hundredths(time: &str) -> Option<u32> {
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
            assert_eq!(time(text, "clk"), time_of, "{text}");
        }
        assert_eq!(time("[%clk 0:00:05][%emt 0:00:01]", "emt"), Some(100));
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
