//! Corrections of a game: what the reader puts right in it, and what it leaves out.

/// A kind of correction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Correction {
    /// The sign of a capture is missing or too much: the one legal move that fits is played.
    CaptureSign,
    /// The pieces have letters of another language, which fits the whole game.
    Language,
    /// Two moves are one word: both are played.
    JoinedMoves,
    /// The Result tag says nothing: the result after the moves counts.
    Result,
    /// The last word is cut off: it is left out.
    CutOff,
    /// There are more comments and variations than are kept: the rest is left out.
    Annotations,
    /// A word is not a legal move: it is left out with all that follows, as [`parse_legal`](crate::parse_legal) does.
    IllegalMove,
}

/// The corrections of a game, the first of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corrections(Vec<(Correction, String)>);

impl Corrections {
    /// The kind of each, and one sentence, e.g. `Ncd5 is read as Ncxd5 (move 12, White)`.
    pub fn iter(&self) -> impl Iterator<Item = (Correction, &str)> {
        let all = self.0.iter();
        all.map(|(correction, what)| (*correction, what.as_str()))
    }

    /// Adds a correction, if it is the first of its kind.
    pub(crate) fn add(&mut self, correction: Correction, what: impl FnOnce() -> String) {
        if self.0.iter().all(|(other, _)| *other != correction) {
            self.0.push((correction, what()));
        }
    }

    /// The number of kinds so far.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets all but the first kinds.
    pub(crate) fn truncate(&mut self, kinds: usize) {
        self.0.truncate(kinds);
    }
}
