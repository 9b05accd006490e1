//! Fragments of boards: squares that matter, and others that do not, e.g. all positions with a white
//! knight on d5 and an empty d4.

use pgn::shortened;
use shakmaty::{Bitboard, Chess, Color, File, Piece, Position, Rank, Square};

use crate::games::facts::GameResult;
use crate::passages::explorer::Outcomes;
use crate::passages::material::Material;
use crate::passages::passage::Passage;
use crate::terms::of_position::terms;
use crate::terms::profile::Feature;
use crate::terms::term::Term;

/// The most passages that are replayed for a pattern.
///
/// Guessed: at about a microsecond a position, some tens of milliseconds of two threads.
pub const MOST_PASSAGES: usize = 13_000;

/// A fragment of a board, and what else is asked of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The squares that matter, and what must stand on each.
    squares: Vec<(Square, Option<Piece>)>,
    turn: Option<Color>,
    material: Option<Material>,
    terms: Vec<Term>,
}

/// The text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a pattern: it must have eight ranks of eight squares, from a8 to h1, with ? for any square, \
     - or a number for empty ones, e.g. ????????/????????/????????/???N????/????????/????????/????????/????????, \
     and then w or b if it matters whose move it is"
)]
pub struct ParsePatternError(String);

impl Pattern {
    /// The pattern of a board as in a FEN, in which `?` is any square and `-` an empty one as `1` is; `w` or
    /// `b` may follow, for whose move it is. All of `terms` must be there.
    ///
    /// # Errors
    ///
    /// [`ParsePatternError`] for another text.
    pub fn new(
        text: &str,
        material: Option<Material>,
        terms: Vec<Term>,
    ) -> Result<Pattern, ParsePatternError> {
        let wrong = || ParsePatternError(shortened(text));
        let mut fields = text
            .split(|c: char| c == '_' || c.is_whitespace())
            .filter(|field| !field.is_empty());
        let board = fields.next().ok_or_else(wrong)?;
        let turn = match fields.next() {
            None | Some("?" | "-") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(_) => return Err(wrong()),
        };
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 8 || fields.next().is_some() {
            return Err(wrong());
        }
        let mut squares = Vec::new();
        for (text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
            let mut files = File::ALL.into_iter();
            for c in text.chars() {
                let mut next = || files.next().map(|file| Square::from_coords(file, rank));
                match c {
                    '?' => {
                        next().ok_or_else(wrong)?;
                    }
                    '-' => squares.push((next().ok_or_else(wrong)?, None)),
                    '1'..='8' => {
                        for _ in 0..c.to_digit(10).unwrap_or(0) {
                            squares.push((next().ok_or_else(wrong)?, None));
                        }
                    }
                    c => {
                        let piece = Piece::from_char(c).ok_or_else(wrong)?;
                        squares.push((next().ok_or_else(wrong)?, Some(piece)));
                    }
                }
            }
            if files.next().is_some() {
                return Err(wrong());
            }
        }
        Ok(Pattern {
            squares,
            turn,
            material,
            terms,
        })
    }

    /// Whether a position has it.
    pub fn is_in(&self, position: &Chess) -> bool {
        let board = position.board();
        self.turn.is_none_or(|turn| turn == position.turn())
            && self
                .squares
                .iter()
                .all(|(square, piece)| board.piece_at(*square) == *piece)
            && self
                .material
                .is_none_or(|material| material == Material::of(board))
            && (self.terms.is_empty() || {
                let terms = terms(position);
                self.terms
                    .iter()
                    .all(|term| terms.binary_search(term).is_ok())
            })
    }

    /// What stands on the board, if it matters.
    pub fn material(&self) -> Option<Material> {
        self.material
    }

    /// Terms without which no passage has it; its material is not among them.
    pub fn necessary(&self) -> Vec<Term> {
        let pieces = self
            .squares
            .iter()
            .filter_map(|(square, piece)| piece.map(|piece| Term::naive(piece, *square)));
        let mut terms: Vec<Term> = pieces.collect();
        let known: Bitboard = self.squares.iter().map(|(square, _)| *square).collect();
        let pawns = |color: Color| -> Bitboard {
            let pawns = self
                .squares
                .iter()
                .filter(|(_, piece)| *piece == Some(color.pawn()));
            pawns.map(|(square, _)| *square).collect()
        };
        // Where nothing of a file is open, its pawns are known.
        let inner = !Bitboard::from(Rank::First) & !Bitboard::from(Rank::Eighth);
        for file in File::ALL {
            if (Bitboard::from(file) & inner & !known).is_empty() {
                terms.push(Term::pawn_file(
                    file,
                    pawns(Color::White),
                    pawns(Color::Black),
                ));
            }
        }
        // Of these a passage has the nearest only.
        let listed = self
            .terms
            .iter()
            .filter(|term| term.feature() != Feature::Reachability);
        terms.extend(listed);
        terms
    }
}

/// The positions that have a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matches {
    /// How the games that have it ended.
    pub outcomes: Outcomes,
    /// How many positions have it.
    pub positions: u64,
    /// Whether these are all; if not, there may be more.
    pub is_exact: bool,
    /// Game and ply of the first position of each game, in game order.
    pub hits: Vec<(u64, u64)>,
}

/// The positions of a passage that have a pattern.
#[derive(Clone, Debug)]
pub struct PassageMatch {
    /// The id of its game.
    pub game: u64,
    /// How the game ended.
    pub result: GameResult,
    /// Half-moves of the game before the first position that has it.
    pub ply: u64,
    /// How many positions have it.
    pub positions: u64,
}

impl PassageMatch {
    /// The positions of a passage that have a pattern, of those that `admits` admits, if there are any; `None` if the
    /// passage cannot be replayed.
    pub fn new(
        pattern: &Pattern,
        passage: &Passage,
        result: GameResult,
        admits: impl Fn(u64, &Chess) -> bool,
    ) -> Option<Option<PassageMatch>> {
        let mut found: Option<PassageMatch> = None;
        passage.replay(|ply, position| {
            if admits(ply, position) && pattern.is_in(position) {
                let first = PassageMatch {
                    game: passage.game,
                    result,
                    ply,
                    positions: 0,
                };
                found.get_or_insert(first).positions += 1;
            }
        })?;
        Some(found)
    }
}

impl Matches {
    /// The matches of all passages, sorted by game and ply; `limit` is how many games are listed.
    pub fn new(found: &[PassageMatch], limit: usize, is_exact: bool) -> Matches {
        let mut matches = Matches {
            outcomes: Outcomes::default(),
            positions: found.iter().map(|found| found.positions).sum(),
            is_exact,
            hits: Vec::new(),
        };
        for of_game in found.chunk_by(|one, next| one.game == next.game) {
            matches.outcomes.count(of_game[0].result);
            if matches.hits.len() < limit {
                matches.hits.push((of_game[0].game, of_game[0].ply));
            }
        }
        matches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_held_against_boards() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let any = "????????/".repeat(7) + "????????";
        let cases = [
            (any.clone(), Some(true)),
            (format!("{any} w"), Some(true)),
            (format!("{any}_b"), Some(false)),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".to_owned(),
                Some(true),
            ),
            (
                "rnbqkbnr/pppppppp/--------/8/8/8/PPPPPPPP/RNBQKBNR".to_owned(),
                Some(true),
            ),
            (
                "????????/????????/3-4/8/8/???-????/?P??????/R???????".to_owned(),
                Some(true),
            ),
            (
                "????????/????????/????????/???N????/????????/????????/????????/????????"
                    .to_owned(),
                Some(false),
            ),
            (
                "-???????/????????/????????/????????/????????/????????/????????/????????"
                    .to_owned(),
                Some(false),
            ),
            (
                "????????/????????/????????/????????/????????/????????/????????".to_owned(),
                None,
            ),
            (
                "?????????/????????/????????/????????/????????/????????/????????/????????"
                    .to_owned(),
                None,
            ),
            (
                "???????/????????/????????/????????/????????/????????/????????/????????".to_owned(),
                None,
            ),
            ("9/8/8/8/8/8/8/8".to_owned(), None),
            ("8?/8/8/8/8/8/8/8".to_owned(), None),
            (
                "x???????/????????/????????/????????/????????/????????/????????/????????"
                    .to_owned(),
                None,
            ),
            (format!("{any} x"), None),
            (format!("{any} w KQkq"), None),
            (String::new(), None),
        ];
        let position = pgn::parse_fen(start).expect("a FEN");
        for (text, expected) in cases {
            let pattern = Pattern::new(&text, None, Vec::new()).ok();
            assert_eq!(
                pattern.map(|pattern| pattern.is_in(&position)),
                expected,
                "{text}"
            );
        }
    }
}
