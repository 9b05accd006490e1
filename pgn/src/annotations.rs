//! The annotations of a game: comments, marks (NAGs), variations, and what comments say
//! of clocks and evaluations.

mod bytes;
mod commands;
mod engines;
mod raw;
mod read;
mod variation;
mod without;

use std::borrow::Cow;

use shakmaty::Color;

use crate::notation::is_move;
use engines::EngineComment;

pub use commands::{Evaluation, Score, prose};
pub(crate) use commands::{hours_and_minutes, hundredths};
pub(crate) use raw::RawAnnotations;
pub(crate) use read::Reader;
pub use variation::{Variation, VariationMove};
pub use without::Part;

/// An annotation of a game. A variation is the annotations from its [`Annotation::Open`] to its
/// [`Annotation::Close`]; every one is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A comment: the text between its braces, or after its semicolon. UTF-8 is as in the file, other text is read as
    /// Windows-1252.
    Comment(String),
    /// A mark of the move before it, by its number: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, ...
    ///
    /// Source: PGN standard, section 10.
    Nag(u16),
    /// The beginning of a variation: moves instead of the last one.
    Open,
    /// A word of a variation as it was written, without marks at its end: a move, a move number, both, a result, or what
    /// is none of them.
    Word(String),
    /// The end of a variation.
    Close,
}

impl Annotation {
    /// As in PGN.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            // Of a comment to the end of its line.
            Annotation::Comment(text) if text.contains('}') => {
                let one_line = text.replace(['\n', '\r'], " ");
                format!(";{one_line}\n").into()
            }
            Annotation::Comment(text) => format!("{{{text}}}").into(),
            Annotation::Nag(number) => format!("${number}").into(),
            Annotation::Open => "(".into(),
            Annotation::Word(word) => word.as_str().into(),
            Annotation::Close => ")".into(),
        }
    }
}

/// The annotations of a game, in the order of its file.
///
/// ```
/// use shakmaty::Color;
///
/// let pgn = "1. e4 { [%clk 0:02:59] [%eval 0.3,20] } e5?! (1... c5 $1) 2. Nf3 {[%eval #-3]} *";
/// let game = pgn::pgn_games(pgn.as_bytes()).next().expect("a game")?.expect("legal moves");
/// let annotations = &game.annotations;
/// assert_eq!(game.clocks().after(1), Some(17_900));
/// let evaluation = annotations.evaluation(1, Color::White).expect("an evaluation");
/// assert_eq!((evaluation.score, evaluation.depth), (pgn::Score::Cp(30), Some(20)));
/// assert_eq!(annotations.nags(2).collect::<Vec<_>>(), [6]);
/// assert_eq!(annotations.evaluation(3, Color::White).map(|found| found.score), Some(pgn::Score::Mate(-3)));
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Each with the number of half-moves before it, ascending.
    all: Vec<(u32, Annotation)>,
}

impl Annotations {
    /// Annotations, each with the number of half-moves before it, ascending.
    pub(crate) fn new(all: Vec<(u32, Annotation)>) -> Annotations {
        Annotations { all }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All of them, each with the number of half-moves of the main line before it: 0 before the first move.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Annotation)> {
        let all = self.all.iter();
        all.map(|(ply, annotation)| (*ply as usize, annotation))
    }

    /// Those that stand after `ply` half-moves of the main line, before the next one; the variations among them are moves
    /// instead of half-move number `ply`.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = &Annotation> {
        let start = self.all.partition_point(|(at, _)| (*at as usize) < ply);
        let after = self.all[start..].iter();
        let at = after.take_while(move |(at, _)| *at as usize == ply);
        at.map(|(_, annotation)| annotation)
    }

    /// The comments after `ply` half-moves, without those in variations.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        self.of_main_line(ply).filter_map(|found| match found {
            Annotation::Comment(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The numbers of the marks of half-move number `ply`.
    pub fn nags(&self, ply: usize) -> impl Iterator<Item = u16> {
        self.of_main_line(ply).filter_map(|found| match found {
            Annotation::Nag(number) => Some(*number),
            _ => None,
        })
    }

    /// The command of the player's clock after half-move number `ply` as it is written, e.g. `0:02:59`; what it means,
    /// [`Clocks`](crate::Clocks) say.
    pub(crate) fn clock(&self, ply: usize) -> Option<&str> {
        self.comments(ply)
            .find_map(|text| commands::time(text, "clk"))
    }

    /// What an engine or a server has written of the player's clock after half-move number `ply`, in hundredths of a second.
    pub(crate) fn clock_of_engine(&self, ply: usize) -> Option<u32> {
        self.comments(ply)
            .find_map(|text| EngineComment::read(text)?.clock)
    }

    /// The time that half-move number `ply` took, in hundredths of a second: by a command (`[%emt 0:00:12]`), or the
    /// comment of an engine.
    ///
    /// Source: PGN Spec Supplement, <https://www.enpassant.dk/chess/palview/enhancedpgn.htm>.
    pub fn elapsed(&self, ply: usize) -> Option<u32> {
        let command = |text| commands::time(text, "emt").and_then(hundredths);
        let command = self.comments(ply).find_map(command);
        let of_engine = |text| EngineComment::read(text)?.elapsed;
        command.or_else(|| self.comments(ply).find_map(of_engine))
    }

    /// The evaluation of the position after half-move number `ply`, which is one of `mover`, from White's side: by a
    /// command (`[%eval 0.17]`, `[%eval #-3,20]`), or the comment of an engine.
    ///
    /// Source: <https://github.com/lichess-org/scalachess>, the exports of lichess.
    pub fn evaluation(&self, ply: usize, mover: Color) -> Option<Evaluation> {
        if let Some(evaluation) = self.comments(ply).find_map(commands::evaluation) {
            return Some(evaluation);
        }
        let mut read = self.comments(ply).filter_map(EngineComment::read);
        read.find_map(|read| {
            let evaluation = read.evaluation?;
            let is_reversed = read.is_of_mover && mover.is_black();
            Some(if is_reversed {
                evaluation.reversed()
            } else {
                evaluation
            })
        })
    }

    /// The number of words of variations that look like moves with English letters.
    pub(crate) fn words_like_moves(&self) -> usize {
        let words = self.all.iter().filter_map(|(_, found)| match found {
            Annotation::Word(word) => Some(word),
            _ => None,
        });
        words.filter(|word| is_move(word)).count()
    }

    /// Those after `ply` half-moves that are in no variation.
    fn of_main_line(&self, ply: usize) -> impl Iterator<Item = &Annotation> {
        let mut depth = 0_usize;
        self.at(ply).filter(move |annotation| {
            match annotation {
                Annotation::Open => depth += 1,
                Annotation::Close => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
    }
}
