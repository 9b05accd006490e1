//! The opening of a game: all its variations together.

use std::collections::BTreeMap;

use motifs::opening;
use pgn::{Game, Played};
use shakmaty::Chess;

use crate::motifs::Opening;

/// The opening of a game without its variation, and the moves that first lead to it, in standard algebraic notation.
/// None for a game that does not begin from the usual start.
pub(crate) fn opened(game: &Game, line: &[(Chess, Option<Played>)]) -> Option<(Opening, String)> {
    if game.tags.get("FEN").is_some() {
        return None;
    }
    let named = line.iter().enumerate();
    let named =
        named.filter_map(|(ply, (position, _))| Some((ply, Opening::from(opening(position)?))));
    let named: Vec<(usize, Opening)> = named.collect();
    let (_, last) = named.last()?;
    let (ply, first) = named
        .iter()
        .find(|(_, opening)| family(opening) == family(last))?;
    let moves = line[..*ply].iter();
    let moves = moves.filter_map(|(position, played)| Some((*played)?.san(position)));
    let (eco, name) = (first.eco, family(first));
    Some((Opening { eco, name }, moves.collect::<Vec<_>>().join(" ")))
}

/// The name of an opening without its variation.
fn family(opening: &Opening) -> &'static str {
    opening.name.split(':').next().unwrap_or(opening.name)
}

/// Openings, each with something about its games.
pub(crate) struct Openings<'a, T>(BTreeMap<&'static str, (T, Lines<'a>)>);

/// How often each line that leads to an opening was played.
type Lines<'a> = BTreeMap<(&'a str, Opening), u64>;

impl<'a, T: Default> Openings<'a, T> {
    pub(crate) fn new() -> Openings<'a, T> {
        Openings(BTreeMap::new())
    }

    /// What is known of the opening of a game, which is one more.
    pub(crate) fn of(&mut self, (opening, moves): &'a (Opening, String)) -> &mut T {
        let (known, lines) = self.0.entry(opening.name).or_default();
        *lines.entry((moves, *opening)).or_default() += 1;
        known
    }

    /// All of them, each with the moves by which it was most often reached.
    pub(crate) fn all(self) -> impl Iterator<Item = (Opening, String, T)> {
        self.0.into_values().filter_map(|(known, lines)| {
            let ((moves, opening), _) = lines.into_iter().max_by_key(|(_, games)| *games)?;
            Some((opening, moves.to_owned(), known))
        })
    }
}
