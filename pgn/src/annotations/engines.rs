//! Comments that engines and servers write without a command.
//!
//! | written by | comment | read as |
//! |---|---|---|
//! | CuteChess, fastchess, XBoard | `+0.16/17 0.3s` | the score from the player's side, the depth, the time of the move |
//! | TCEC | `d=32, mt=177000, tl=5463000, wv=0.05` | the depth, the time of the move and the player's clock in milliseconds, the score from White's side |
//! | ICC | `0:04:57` | the player's clock |
//!
//! Sources: `evalString` and `MoveEvaluation::scoreText` of <https://github.com/cutechess/cutechess>, the archive of
//! <https://tcec-chess.com>, <https://github.com/lichess-org/lila/issues/128>.

use super::commands::{Evaluation, Score, hundredths, pawns, prose};

/// The values in the comment of an engine or a server.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EngineComment {
    pub(crate) evaluation: Option<Evaluation>,
    /// The score is from the side of the player, not from White's.
    pub(crate) is_of_mover: bool,
    /// The time that the move took, in hundredths of a second.
    pub(crate) elapsed: Option<u32>,
    /// What the clock of the player showed, in hundredths of a second.
    pub(crate) clock: Option<u32>,
}

impl EngineComment {
    /// Reads a comment; `None` if it is none of an engine.
    pub(crate) fn read(comment: &str) -> Option<EngineComment> {
        let plain = prose(comment);
        cutechess(&plain)
            .or_else(|| tcec(&plain))
            .or_else(|| icc(&plain))
    }
}

/// Reads `+0.16/17 0.3s`; why the game ended may follow after a comma.
fn cutechess(comment: &str) -> Option<EngineComment> {
    let said = comment.split(',').next()?;
    let mut words = said.split_whitespace();
    let (score, depth) = words.next()?.split_once('/')?;
    let depth = depth.parse().ok()?;
    let time = words.next()?;
    let elapsed = hundredths(time.strip_suffix('s').unwrap_or(time))?;
    let score = match plies_to_mate(score) {
        // A mate is counted in half-moves.
        Some(plies) => Score::Mate(plies.signum() * (plies.abs() + 1) / 2),
        None => is_decimal(score).then(|| pawns(score))??,
    };
    words.next().is_none().then_some(EngineComment {
        evaluation: Some(Evaluation {
            score,
            depth: Some(depth),
        }),
        is_of_mover: true,
        elapsed: Some(elapsed),
        clock: None,
    })
}

/// Whether a text is a number with a point, e.g. `+0.16`; Rust reads `1.e4` as a number, too.
fn is_decimal(text: &str) -> bool {
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let signs = number.bytes().filter(|byte| !byte.is_ascii_digit());
    signs.eq(*b".")
}

/// The number of half-moves of `+M5` or `-M4`.
fn plies_to_mate(score: &str) -> Option<i32> {
    let (sign, plies) = score.split_once('M')?;
    let plies: u16 = plies.parse().ok()?;
    match sign {
        "" | "+" => Some(i32::from(plies)),
        "-" => Some(-i32::from(plies)),
        _ => None,
    }
}

/// Reads `d=32, mt=177000, tl=5463000, wv=0.05`, with other fields between them. How TCEC counts the moves to a mate is not
/// known, so that such a score is left out.
fn tcec(comment: &str) -> Option<EngineComment> {
    let field = |name| {
        let mut fields = comment.split(',').filter_map(|field| field.split_once('='));
        fields.find_map(|(key, value)| (key.trim() == name).then(|| value.trim()))
    };
    let depth: u32 = field("d")?.parse().ok()?;
    let (elapsed, clock) = (field("mt"), field("tl"));
    let score = field("wv").and_then(pawns);
    (elapsed.is_some() || clock.is_some() || score.is_some()).then(|| EngineComment {
        evaluation: score.map(|score| Evaluation {
            score,
            depth: Some(depth),
        }),
        is_of_mover: false,
        elapsed: elapsed.and_then(milliseconds),
        clock: clock.and_then(milliseconds),
    })
}

/// Milliseconds, or in older seasons `h:mm:ss`, in hundredths of a second.
fn milliseconds(time: &str) -> Option<u32> {
    if time.contains(':') {
        return hundredths(time);
    }
    time.parse::<u32>().ok().map(|time| time / 10)
}

/// Reads `0:04:57`.
fn icc(comment: &str) -> Option<EngineComment> {
    let lengths = comment.split(':').map(str::len);
    let is_clock = lengths.eq([1, 2, 2]) || comment.split(':').map(str::len).eq([2, 2, 2]);
    let clock = is_clock.then(|| hundredths(comment))??;
    Some(EngineComment {
        clock: Some(clock),
        ..EngineComment::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_engines() {
        let cp = |cp, depth| Some((Score::Cp(cp), depth));
        let mate = |moves, depth| Some((Score::Mate(moves), depth));
        for (comment, score, elapsed, clock) in [
            ("+0.16/17 0.3s", cp(16, 17), Some(30), None),
            (" -1.20/8 12s ", cp(-120, 8), Some(1200), None),
            ("0.00/1 0.000s", cp(0, 1), Some(0), None),
            (
                "0.00/25 1.2s, Draw by 3-fold repetition",
                cp(0, 25),
                Some(120),
                None,
            ),
            ("+0.25/13 12", cp(25, 13), Some(1200), None),
            ("+M1/20 0.01s, White mates", mate(1, 20), Some(1), None),
            ("+M5/20 0.01s", mate(3, 20), Some(1), None),
            ("-M4/20 0.01s", mate(-2, 20), Some(1), None),
            (
                "d=32, sd=59, mt=177000, tl=5463000, s=19874000, n=1, pv=e4, wv=0.05, R50=49",
                cp(5, 32),
                Some(17_700),
                Some(546_300),
            ),
            (
                "ev=0.00, d=23, mt=00:03:23, tl=01:26:37, wv=-0.40,",
                cp(-40, 23),
                Some(20_300),
                Some(519_700),
            ),
            ("d=9, mt=10, wv=M12", None, Some(1), None),
            ("0:04:57", None, None, Some(29_700)),
            ("01:04:57", None, None, Some(389_700)),
        ] {
            let read = EngineComment::read(comment).expect(comment);
            let found = read
                .evaluation
                .map(|found| (found.score, found.depth.unwrap_or(0)));
            assert_eq!(
                (found, read.elapsed, read.clock),
                (score, elapsed, clock),
                "{comment}"
            );
            assert_eq!(read.is_of_mover, comment.contains('/'), "{comment}");
        }
    }

    #[test]
    fn comments_of_people() {
        for comment in [
            "",
            "book",
            "1/2",
            "+0.16/17",
            "0.5/1 0.3s better",
            "16/17 0.3s",
            "1.e4/2 3",
            "4:57",
            "1:2:3",
            "at 0:04:57",
            "d=5",
            "wv=0.1",
            "White won 3.5/5 5 times",
        ] {
            assert_eq!(EngineComment::read(comment), None, "{comment}");
        }
    }
}
