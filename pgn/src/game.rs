//! A game: its tags as in the file, its main line and its annotations, and how it is written as
//! PGN.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, KnownOutcome, Outcome, Position};

use crate::annotations::{Annotation, Annotations};
use crate::fen::parse_fen;
use crate::moves::{self, Played};
use crate::write::{Words, move_number, write_tag};

/// The tag pairs of a game in the order of its file, values as in the file, e.g.
/// `("White", "Carlsen,Magnus")`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(pub(crate) Vec<(String, String)>);

impl Tags {
    /// The value of a tag as in the file, e.g. `Carlsen,Magnus` for `White`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Name and value of each tag.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Names and values, a line each. Neither can hold a line break: it ends a tag in PGN.
    pub fn to_lines(&self) -> String {
        self.iter().fold(String::new(), |mut lines, (name, value)| {
            let _ = writeln!(lines, "{name}\n{value}");
            lines
        })
    }

    /// The inverse of [`Tags::to_lines`].
    pub fn from_lines(lines: &str) -> Tags {
        let mut lines = lines.lines().map(str::to_owned);
        let pairs = std::iter::from_fn(|| Some((lines.next()?, lines.next()?)));
        Tags(pairs.collect())
    }

    /// The position that the game starts from: that of its FEN tag, or the usual one.
    ///
    /// # Errors
    ///
    /// One sentence if the FEN tag is not a possible position.
    pub fn start(&self) -> Result<Chess, String> {
        match self.get("FEN").filter(|fen| !fen.trim().is_empty()) {
            Some(fen) => parse_fen(fen).map_err(|error| format!("the FEN tag {error}")),
            None => Ok(Chess::default()),
        }
    }
}

/// A game: tags, main line, and annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in its index or stream, from 1.
    pub id: u64,
    /// Its tags.
    pub tags: Tags,
    /// Its moves, as [`moves`] codes.
    pub moves: Vec<u8>,
    /// Its comments, marks and variations.
    pub annotations: Annotations,
}

impl Game {
    /// The game of these tags, a line for each name and each value, and moves, a byte each; without annotations.
    pub fn new(id: u64, tags: &str, moves: Vec<u8>) -> Game {
        Game {
            id,
            tags: Tags::from_lines(tags),
            moves,
            annotations: Annotations::default(),
        }
    }

    /// The winner by the Result tag; `None` for a draw or an unknown result.
    pub fn winner(&self) -> Option<Color> {
        match Outcome::from_ascii(self.tags.get("Result")?.trim().as_bytes()) {
            Ok(Outcome::Known(KnownOutcome::Decisive { winner })) => Some(winner),
            _ => None,
        }
    }

    /// The full-move number and the side of the move that led to `position`: `(23, White)`
    /// after 23. Ne5.
    pub fn moved(position: &Chess) -> (u32, Color) {
        let number = position.fullmoves().get();
        match position.turn() {
            Color::White => (number - 1, Color::Black),
            Color::Black => (number, Color::White),
        }
    }

    /// The positions of the game from its first on, each with the move played in it; `None` where
    /// the game ends. Ends early at a code that is not a legal move.
    pub fn positions(&self) -> impl Iterator<Item = (Chess, Option<Played>)> {
        let mut next = self.tags.start().ok();
        let mut codes = self.moves.iter();
        std::iter::from_fn(move || {
            let position = next.take()?;
            let played = codes
                .next()
                .and_then(|code| moves::decode(&position, *code));
            next = played.and_then(|played| played.after(position.clone()));
            Some((position, played))
        })
    }

    /// The number of half-moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves in standard algebraic notation, `--` for a null move.
    pub fn sans(&self) -> Vec<String> {
        self.positions()
            .filter_map(|(position, played)| Some(played?.san(&position)))
            .collect()
    }

    /// The game as PGN: all tags, the main line with its annotations in lines of at most 80 characters, the result. A comment
    /// is never broken, so that a line with one can be longer.
    ///
    /// Source: PGN standard, sections 8.1 and 8.2,
    /// <http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>.
    pub fn pgn(&self) -> String {
        let mut pgn = String::new();
        for (name, value) in self.tags.iter() {
            write_tag(&mut pgn, name, value);
        }
        pgn.push('\n');
        let mut words = Words::new(&mut pgn);
        let mut annotations = self.annotations.iter().peekable();
        // Black's move gets its number first, and after a comment or a variation.
        let mut is_first = true;
        for (ply, (position, played)) in self.positions().enumerate() {
            while let Some((_, annotation)) = annotations.next_if(|(at, _)| *at <= ply) {
                words.write(&annotation.text());
                is_first |= !matches!(annotation, Annotation::Nag(_));
            }
            let Some(played) = played else { break };
            let number = position.fullmoves().get();
            if let Some(number) = move_number(number, position.turn(), is_first) {
                words.write(&number);
            }
            words.write(&played.san(&position));
            is_first = false;
        }
        for (_, annotation) in annotations {
            words.write(&annotation.text());
        }
        words.write(self.termination());
        pgn.push('\n');
        pgn
    }

    /// The termination marker: the Result tag, or `*` where that is missing or something else.
    fn termination(&self) -> &str {
        match self.tags.get("Result").map(str::trim) {
            Some(result @ ("1-0" | "0-1" | "1/2-1/2")) => result,
            _ => "*",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_with_a_result() {
        let cases = [
            (None, "*"),
            (Some("1-0"), "1-0"),
            (Some("0-1"), "0-1"),
            (Some("1/2-1/2"), "1/2-1/2"),
            (Some("*"), "*"),
            (Some(" 1-0 "), "1-0"),
            (Some("1/2"), "*"),
            (Some("White wins"), "*"),
            (Some("{ 1. e4"), "*"),
            (Some(""), "*"),
        ];
        for (result, end) in cases {
            let tags = result.map(|result| ("Result".to_owned(), result.to_owned()));
            let game = Game {
                id: 1,
                tags: Tags(tags.into_iter().collect()),
                moves: Vec::new(),
                annotations: Annotations::default(),
            };
            let pgn = game.pgn();
            assert_eq!(pgn.lines().last(), Some(end), "{result:?}");
        }
    }
}
