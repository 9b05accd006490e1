//! The opening of a game: all its variations together.

use std::collections::BTreeMap;

use motifs::{Opening, opening};
use pgn::{Game, Played};
use shakmaty::Chess;

/// An opening without its variation, and moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpeningLine {
    /// Code of the position after `moves`, and its name without a variation: `Sicilian Defense`.
    pub opening: Opening,
    /// Moves from the usual start to that position, in standard algebraic notation: `e4 c5`.
    pub moves: String,
}

impl OpeningLine {
    /// Returns the opening of a game, by its positions, and the moves that first led to it; `None` for a game that does
    /// not begin from the usual start, or has no named position.
    pub(crate) fn of(game: &Game, line: &[(Chess, Option<Played>)]) -> Option<OpeningLine> {
        if game.tags.get("FEN").is_some() {
            return None;
        }
        let named = line.iter().enumerate();
        let named = named.filter_map(|(ply, (position, _))| Some((ply, opening(position)?)));
        let named: Vec<(usize, Opening)> = named.collect();
        let (_, last) = named.last()?;
        let (ply, first) = named
            .iter()
            .find(|(_, opening)| family(opening) == family(last))?;
        let moves = line[..*ply].iter();
        let moves = moves.filter_map(|(position, played)| Some((*played)?.san(position)));
        let (eco, name) = (first.eco, family(first));
        Some(OpeningLine {
            opening: Opening { eco, name },
            moves: moves.collect::<Vec<_>>().join(" "),
        })
    }
}

/// Returns the name of an opening without its variation.
fn family(opening: &Opening) -> &'static str {
    opening.name.split(':').next().unwrap_or(opening.name)
}

/// Openings by name, each with a sum over its games.
pub(crate) struct Openings<'a, T>(BTreeMap<&'static str, (T, Lines<'a>)>);

/// How often each line that leads to an opening was played.
type Lines<'a> = BTreeMap<(&'a str, Opening), u64>;

impl<'a, T: Default> Openings<'a, T> {
    pub(crate) fn new() -> Openings<'a, T> {
        Openings(BTreeMap::new())
    }

    /// Counts the opening of one more game; returns the sum, to which the game is to be added.
    pub(crate) fn count(&mut self, line: &'a OpeningLine) -> &mut T {
        let (sum, lines) = self.0.entry(line.opening.name).or_default();
        *lines.entry((&line.moves, line.opening)).or_default() += 1;
        sum
    }

    /// Returns each opening with the moves by which it was most often reached, and its sum.
    pub(crate) fn all(self) -> impl Iterator<Item = (OpeningLine, T)> {
        self.0.into_values().filter_map(|(sum, lines)| {
            let ((moves, opening), _) = lines.into_iter().max_by_key(|(_, games)| *games)?;
            let moves = moves.to_owned();
            Some((OpeningLine { opening, moves }, sum))
        })
    }
}
