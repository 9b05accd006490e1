//! What a move was worth, by the engine's scores before and after it.

use engine::{Analysis, Score};
use pgn::move_number;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};

use crate::chances::chances;

/// How many half-moves of the better line are shown. Guessed.
const SHOWN: usize = 8;

/// How bad a move was.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// Its number in PGN.
    pub(crate) fn nag(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "$6",
            Mark::Mistake => "$2",
            Mark::Blunder => "$4",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "Inaccuracy",
            Mark::Mistake => "Mistake",
            Mark::Blunder => "Blunder",
        }
    }
}

/// What there is to say of a move.
pub(crate) struct Verdict {
    pub(crate) mark: Mark,
    /// `(0.12 → -0.80) Mistake. Nf3 was best.`
    pub(crate) text: String,
    /// The better line, e.g. `12. Nf3 Nc6 13. d4`.
    pub(crate) better: String,
}

/// A score from White's side.
pub(crate) fn of_white(position: &Chess, analysis: &Analysis) -> Option<Score> {
    let score = analysis.lines.first()?.score;
    Some(match position.turn() {
        Color::White => score,
        Color::Black => score.opposite(),
    })
}

/// A score as lichess writes it: `0.31`, `#-3`.
pub fn written(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}

/// Judges the move from one position to the next; none if it was no mistake.
pub(crate) fn judge(
    position: &Chess,
    played: shakmaty::Move,
    before: &Analysis,
    next: &Chess,
    after: &Analysis,
) -> Option<Verdict> {
    let best = before.best_move().filter(|best| *best != played)?;
    let own = before.lines.first()?.score;
    let then = after.lines.first()?.score.opposite();
    let mark = mark(own, then)?;
    let scores = (of_white(position, before)?, of_white(next, after)?);
    let san = SanPlus::from_move(position.clone(), best);
    Some(Verdict {
        mark,
        text: format!(
            "({} → {}) {}. {san} was best.",
            written(scores.0),
            written(scores.1),
            mark.name()
        ),
        better: line(position, before),
    })
}

/// How bad it is that a score, from the view of who moved, became another.
///
/// Source: lila's `Advice`,
/// <https://github.com/lichess-org/lila/blob/master/modules/tree/src/main/Advice.scala>: a loss of winning chances, from
/// -1 to 1, of 0.1, 0.2 or 0.3; where a mate comes in or is lost, by the centipawns of the other score.
pub fn mark(before: Score, after: Score) -> Option<Mark> {
    let by = |cp: i32| match cp {
        1000.. => Mark::Inaccuracy,
        701.. => Mark::Mistake,
        _ => Mark::Blunder,
    };
    match (before, after) {
        (Score::Mate(0..), Score::Mate(0..)) => None,
        (Score::Mate(1..), Score::Cp(cp)) => Some(by(cp)),
        (Score::Mate(1..), Score::Mate(_)) => Some(Mark::Blunder),
        (Score::Cp(cp), Score::Mate(moves)) if moves <= 0 => Some(by(-cp)),
        (Score::Cp(_), Score::Cp(_)) => match chances(before) - chances(after) {
            0.3.. => Some(Mark::Blunder),
            0.2.. => Some(Mark::Mistake),
            0.1.. => Some(Mark::Inaccuracy),
            _ => None,
        },
        _ => None,
    }
}

/// The best line in SAN with its move numbers.
fn line(position: &Chess, analysis: &Analysis) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    let moves = analysis.lines.first().map_or(&[][..], |line| &line.moves);
    for m in moves.iter().take(SHOWN) {
        let number = position.fullmoves().get();
        words.extend(move_number(number, position.turn(), words.is_empty()));
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Mark, Score, mark};

    #[test]
    fn marks_are_lichess_s() {
        let cp = Score::Cp;
        for (before, after, wanted) in [
            (cp(0), cp(-54), None),
            (cp(0), cp(-55), Some(Mark::Inaccuracy)),
            (cp(0), cp(-111), Some(Mark::Mistake)),
            (cp(0), cp(-169), Some(Mark::Blunder)),
            // Won is won, and lost is lost.
            (cp(900), cp(700), None),
            (cp(-900), cp(-2000), None),
            (cp(100), Score::Mate(-3), Some(Mark::Blunder)),
            (cp(-800), Score::Mate(-3), Some(Mark::Mistake)),
            (cp(-1200), Score::Mate(-3), Some(Mark::Inaccuracy)),
            (Score::Mate(2), cp(1500), Some(Mark::Inaccuracy)),
            (Score::Mate(2), cp(800), Some(Mark::Mistake)),
            (Score::Mate(2), cp(300), Some(Mark::Blunder)),
            (Score::Mate(2), Score::Mate(-2), Some(Mark::Blunder)),
            (Score::Mate(2), Score::Mate(5), None),
            (Score::Mate(-5), Score::Mate(-2), None),
        ] {
            assert_eq!(mark(before, after), wanted, "{before} to {after}");
        }
    }
}
