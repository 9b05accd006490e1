//! Fragments of boards: squares that matter, and others that do not, e.g. all positions with a white
//! knight on d5 and an empty d4. The lists of terms leave few passages, which are replayed.

use pgn::shortened;
use rayon::prelude::*;
use shakmaty::{Bitboard, Chess, Color, File, Piece, Position, Rank, Square};
use tantivy::DocId;

use crate::error::Error;
use crate::explorer::Outcomes;
use crate::facts::GameResult;
use crate::filter::{Filter, Selection};
use crate::material::Material;
use crate::passage::Passage;
use crate::profile::Feature;
use crate::snapshot::Snapshot;
use crate::term::Term;
use crate::terms::terms;

/// The most passages that are replayed for a pattern.
///
/// Guessed: at about a microsecond a position, some tens of milliseconds of two threads.
pub const MOST_PASSAGES: usize = 20_000;

/// A fragment of a board, and what else is asked of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The squares that matter, and what must stand on each.
    squares: Vec<(Square, Option<Piece>)>,
    turn: Option<Color>,
    material: Option<Material>,
    terms: Vec<Term>,
}

/// The text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no pattern: there must be eight ranks of eight squares, from a8 to h1, with ? for any square, \
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

/// What of a passage has a pattern.
#[derive(Clone, Debug)]
pub struct Found {
    /// The id of its game.
    pub game: u64,
    /// How the game ended.
    pub result: GameResult,
    /// Half-moves of the game before the first position that has it.
    pub ply: u64,
    /// How many positions have it.
    pub positions: u64,
}

impl Found {
    /// What of the positions of a passage that `admits` admits has a pattern, if any; `None` if the passage cannot be
    /// replayed.
    pub fn new(
        pattern: &Pattern,
        passage: &Passage,
        result: GameResult,
        admits: impl Fn(u64, &Chess) -> bool,
    ) -> Option<Option<Found>> {
        let mut found: Option<Found> = None;
        passage.replay(|ply, position| {
            if admits(ply, position) && pattern.is_in(position) {
                let first = Found {
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
    /// What was found, by game and ply; so many games are told.
    pub fn new(found: &[Found], limit: usize, is_exact: bool) -> Matches {
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

impl Snapshot {
    /// The indexed positions that have a pattern and pass a filter; so many games are told. Where the terms
    /// leave too many passages, only the first ones are looked through.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn find(&self, pattern: &Pattern, filter: &Filter, limit: usize) -> Result<Matches, Error> {
        // If both name a material, it is looked for in what has the filter's.
        let filter = &Filter {
            material: filter.material.or(pattern.material),
            ..filter.clone()
        };
        let selection = if *filter == Filter::default() {
            None
        } else {
            Some(self.select(filter)?)
        };
        let terms = pattern.necessary();
        let candidates: Vec<Vec<(usize, DocId)>> = (0..self.segments().len())
            .into_par_iter()
            .with_max_len(1)
            .map(|number| {
                let docs = self.segments()[number].documents_with(&terms);
                let docs = docs.map_err(|error| self.failed(error))?.into_iter();
                let selected = |doc: &DocId| {
                    selection
                        .as_ref()
                        .is_none_or(|among| among.has(number, *doc))
                };
                Ok(docs.filter(selected).map(|doc| (number, doc)).collect())
            })
            .collect::<Result<_, Error>>()?;
        let mut candidates = candidates.concat();
        let is_exact = candidates.len() <= MOST_PASSAGES;
        candidates.truncate(MOST_PASSAGES);
        let found: Vec<Option<Found>> = candidates
            .par_iter()
            .map(|(number, doc)| self.find_in(*number, *doc, pattern, selection.as_deref()))
            .collect::<Result<_, Error>>()?;
        let mut found: Vec<Found> = found.into_iter().flatten().collect();
        found.sort_unstable_by_key(|found| (found.game, found.ply));
        Ok(Matches::new(&found, limit, is_exact))
    }

    fn find_in(
        &self,
        segment: usize,
        doc: DocId,
        pattern: &Pattern,
        selection: Option<&Selection>,
    ) -> Result<Option<Found>, Error> {
        // The first and the last document of a segment may be none.
        let Some(passage) = self.segments()[segment].passage(doc) else {
            return Ok(None);
        };
        let games = self.segments()[segment].games();
        let games = games.map_err(|error| self.failed(error))?;
        let Some(place) = games.of(doc) else {
            return Ok(None);
        };
        let result = games.rows[place].facts.result();
        let admits =
            |ply, position: &Chess| selection.is_none_or(|among| among.admits(ply, position));
        Found::new(pattern, &passage, result, admits)
            .ok_or_else(|| self.damaged(format!("game {} cannot be replayed", passage.game)))
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
        let position = crate::parse_fen(start).expect("a FEN");
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
