//! Filters: which games and positions may be found at all.
//!
//! Exactness is not touched by them: the answer is what scoring every position that passes would
//! give, and the statistics that scores depend on stay those of the whole index.
//!
//! A field is one entry of [`GameFilter`] or [`PositionFilter`]: its name, its description, its type, which parses it. What
//! it means is a line of [`GameFilter::conditions`] or [`PositionFilter::rule`].

mod condition;
mod ending;
mod field;
mod game;
mod position;

pub use condition::{Condition, NameColumn, NumberColumn};
pub use ending::Ending;
pub use field::{Field, Given, Kind, MAX_NUMBER, Wrong};
pub use game::GameFilter;
pub use position::{PositionFilter, Rule};

/// What games and positions must be like to be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// What is asked of games.
    pub games: GameFilter,
    /// What is asked of positions; a game passes only if one of its positions does.
    pub positions: PositionFilter,
}

impl Filter {
    /// The fields that a request can have.
    pub fn fields() -> impl Iterator<Item = &'static Field> {
        GameFilter::FIELDS.iter().chain(PositionFilter::FIELDS)
    }

    /// Sets a field by its name; `None` if there is no such field.
    pub fn set(&mut self, name: &str, given: Given) -> Option<Result<(), Wrong>> {
        let of_games = GameFilter::FIELDS.iter().any(|field| field.name == name);
        if of_games {
            self.games.set(name, given)
        } else {
            self.positions.set(name, given)
        }
    }

    /// Whether it asks anything of positions, so that a game passes only if one of its positions does.
    pub fn asks_of_positions(&self) -> bool {
        self.positions != PositionFilter::default()
    }

    /// The same with the colours of the moves that are played reversed, for positions with the colours reversed.
    #[must_use]
    pub fn with_moves_reversed(&self) -> Filter {
        Filter {
            games: self.games.clone(),
            positions: self.positions.with_moves_reversed(),
        }
    }
}

impl From<GameFilter> for Filter {
    fn from(games: GameFilter) -> Filter {
        Filter {
            games,
            positions: PositionFilter::default(),
        }
    }
}

impl From<PositionFilter> for Filter {
    fn from(positions: PositionFilter) -> Filter {
        Filter {
            games: GameFilter::default(),
            positions,
        }
    }
}

/// A filter, and how much of an index passes it.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Games of which a position passes.
    pub games: u64,
    /// Positions that pass.
    pub positions: u64,
    rule: Rule,
    filter: Filter,
}

impl Selection {
    /// A filter that `positions` positions of `games` games pass; `rule` is what it asks of positions.
    pub fn new(filter: Filter, rule: Rule, games: u64, positions: u64) -> Selection {
        Selection {
            games,
            positions,
            rule,
            filter,
        }
    }

    /// What passes.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// What it asks of positions.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }
}
