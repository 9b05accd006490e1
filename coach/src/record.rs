//! A player's record: results, openings and named structures of games.
//!
//! What is absent: which games are the player's. The caller says so, and of which colour.

mod lasting;
mod opening;
mod results;
mod whose;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pgn::Game;
use shakmaty::Color;

pub(crate) use lasting::{Lasting, Standing, structures as structures_of_game};
pub use opening::OpeningLine;
pub(crate) use opening::Openings;
pub use results::Results;
pub use whose::Whose;

/// The most openings, and the most structures, of a list. Guessed: more than fit on a screen.
const MOST_LISTED: usize = 30;

/// A game of a player, as a record counts it.
#[derive(Clone, Debug)]
pub struct RecordGame {
    id: u64,
    name: Option<String>,
    results: Results,
    opening: Option<OpeningLine>,
    structures: Vec<Lasting>,
}

impl RecordGame {
    /// Reads a game of the player of this colour.
    pub fn new(game: &Game, color: Color) -> RecordGame {
        let line: Vec<_> = game.positions().collect();
        let name = game.tags.get(color.fold_wb("White", "Black"));
        RecordGame {
            id: game.id,
            name: name.map(str::to_owned),
            results: Results::of_game(game, color),
            opening: OpeningLine::of(game, &line),
            structures: structures_of_game(&line, color),
        }
    }
}

/// An opening of a player: all its variations together.
#[derive(Clone, Debug)]
pub struct OpeningRecord {
    /// The opening, and the moves by which it was most often reached.
    pub line: OpeningLine,
    /// Results of the games with it.
    pub results: Results,
}

/// A named structure in a player's games.
#[derive(Clone, Debug)]
pub struct StructureRecord {
    /// Its name, e.g. `Carlsbad structure`.
    pub name: &'static str,
    /// Whose it is; `None` if it is the same for both.
    pub side: Option<Whose>,
    /// Results of the games with it.
    pub results: Results,
    /// Id of the last game with it.
    pub game: u64,
    /// The ply at which it first stood in that game.
    pub ply: usize,
}

/// Returns the most frequent spelling of the player's name, of those that `is_meant` admits; `None` without any.
pub fn spelling<'a>(
    games: impl IntoIterator<Item = &'a RecordGame>,
    is_meant: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let mut spellings: BTreeMap<&str, u64> = BTreeMap::new();
    for game in games {
        if let Some(name) = game.name.as_deref().filter(|name| is_meant(name)) {
            *spellings.entry(name).or_default() += 1;
        }
    }
    let most = spellings.into_iter().max_by_key(|(_, games)| *games);
    most.map(|(name, _)| name)
}

/// Returns the openings of some games, the most frequent first; 30 at most.
pub fn openings(games: &[RecordGame]) -> Vec<OpeningRecord> {
    let mut openings: Openings<Results> = Openings::new();
    for game in games {
        if let Some(line) = &game.opening {
            *openings.count(line) += game.results;
        }
    }
    let listed = openings.all();
    let mut listed: Vec<_> = listed
        .map(|(line, results)| OpeningRecord { line, results })
        .collect();
    listed.sort_by_key(|opening| Reverse(opening.results.games));
    listed.truncate(MOST_LISTED);
    listed
}

/// Returns the named structures of some games, the most frequent first: those that were the best named one of the board
/// for eight half-moves or more; 30 at most.
pub fn structures<'a>(games: impl IntoIterator<Item = &'a RecordGame>) -> Vec<StructureRecord> {
    let mut structures: BTreeMap<_, StructureRecord> = BTreeMap::new();
    for game in games {
        for Lasting { name, side, plies } in &game.structures {
            let record = structures
                .entry((*name, *side))
                .or_insert_with(|| StructureRecord {
                    name,
                    side: *side,
                    results: Results::default(),
                    game: 0,
                    ply: 0,
                });
            record.results += game.results;
            if game.id >= record.game {
                (record.game, record.ply) = (game.id, plies[0] as usize);
            }
        }
    }
    let mut listed: Vec<_> = structures.into_values().collect();
    listed.sort_by_key(|structure| Reverse(structure.results.games));
    listed.truncate(MOST_LISTED);
    listed
}
