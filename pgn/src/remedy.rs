//! What is put right in a game, and what is left out of it.

/// A kind of what is not in order in a game, and of what is done about it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remedy {
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

/// What was done about a game: of each kind the first place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remedies(Vec<(Remedy, String)>);

impl Remedies {
    /// Of each kind in one sentence what was done first, e.g. `Ncd5 is read as Ncxd5 (move 12, White)`.
    pub fn iter(&self) -> impl Iterator<Item = (Remedy, &str)> {
        let all = self.0.iter();
        all.map(|(remedy, what)| (*remedy, what.as_str()))
    }

    /// Adds what was done, unless it is not the first of its kind.
    pub(crate) fn add(&mut self, remedy: Remedy, what: impl FnOnce() -> String) {
        if self.0.iter().all(|(other, _)| *other != remedy) {
            self.0.push((remedy, what()));
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
