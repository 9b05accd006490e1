//! Filters: which games and positions may be found at all.
//!
//! Exactness is not touched by them: the answer is what scoring every position that passes would
//! give, and the statistics that scores depend on stay those of the whole index.

use std::ops::Range;
use std::sync::Arc;

use shakmaty::{Chess, Color, Position};

use crate::collection::CollectionName;
use crate::comment::CommentQuery;
use crate::facts::{Facts, GameResult};
use crate::followed::PlySet;
use crate::material::Material;
use crate::move_query::MoveQuery;
use crate::speed::Speed;
use pgn::Date;

/// What games and positions must be like to be found; all of it at once. What is `None` does not
/// matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// One of the players, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    pub player: Option<String>,
    /// The side of that player; without one of both players.
    pub color: Option<Color>,
    /// The other player.
    pub opponent: Option<String>,
    /// The player of the white pieces.
    pub white: Option<String>,
    /// The player of the black pieces.
    pub black: Option<String>,
    /// The smallest mean of both ratings, or of the one that is known, as lichess groups games.
    pub min_rating: Option<u64>,
    /// The greatest.
    pub max_rating: Option<u64>,
    /// The first day: the game was certainly not played before.
    pub since: Option<Date>,
    /// The last day: the game was certainly not played afterwards.
    pub until: Option<Date>,
    /// What its ECO code begins with, e.g. `B9`.
    pub eco: Option<String>,
    /// How it ended.
    pub result: Option<Ending>,
    /// Words of its event, e.g. `Norway Chess`.
    pub event: Option<String>,
    /// Words of its comments, e.g. `"minority attack"`.
    pub comment: Option<CommentQuery>,
    /// Whose move it is.
    pub turn: Option<Color>,
    /// The fewest half-moves before the position.
    pub min_ply: Option<u64>,
    /// The most.
    pub max_ply: Option<u64>,
    /// What stands on the board.
    pub material: Option<Material>,
    /// Groups of ratings, of which the mean must be in one: from this on, below that.
    pub ratings: Vec<Range<u64>>,
    /// The player of a side has at least this rating, or none that is known.
    pub strong: Option<(Color, u64)>,
    /// Moves that the side to move plays within its next six, all of them, in any order; [`MOST_MOVES`] at most.
    ///
    /// [`MOST_MOVES`]: crate::MOST_MOVES
    pub played: Vec<MoveQuery>,
    /// How fast the game was: one of these, if there are any; `None` is unknown.
    pub speeds: Vec<Option<Speed>>,
    /// Collections, of which the game is in one, if there are any.
    pub collections: Vec<CollectionName>,
}

/// How a game must have ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Like this.
    Is(GameResult),
    /// [`Filter::player`] has won.
    Win,
    /// [`Filter::player`] has lost.
    Loss,
}

impl Filter {
    /// The part of it that concerns positions by themselves: all but what is played in them.
    pub fn rule(&self) -> Rule {
        Rule {
            turn: self.turn,
            plies: self.min_ply.unwrap_or(0)
                ..self.max_ply.map_or(u64::MAX, |ply| ply.saturating_add(1)),
            material: self.material,
            followed: None,
        }
    }

    /// The same with the colours of the moves that are played reversed, for positions with the colours reversed.
    #[must_use]
    pub fn with_moves_reversed(&self) -> Filter {
        let moves = self.played.iter();
        Filter {
            played: moves.map(|played| played.reversed()).collect(),
            ..self.clone()
        }
    }

    /// What it asks of games; nothing of positions.
    #[must_use]
    pub fn of_games(&self) -> Filter {
        Filter {
            turn: None,
            min_ply: None,
            max_ply: None,
            material: None,
            played: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether it asks anything of positions, so that a game passes only if one of its positions does.
    pub fn asks_of_positions(&self) -> bool {
        *self != self.of_games()
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

/// The part of a filter that concerns positions.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    turn: Option<Color>,
    plies: Range<u64>,
    material: Option<Material>,
    /// The positions that the moves follow which must be played, if there are any such moves.
    followed: Option<Arc<PlySet>>,
}

impl Rule {
    /// The same for these positions only, if any are given: those that the moves follow which must be played.
    #[must_use]
    pub fn among(self, followed: Option<Arc<PlySet>>) -> Rule {
        Rule { followed, ..self }
    }

    /// The positions that the moves follow which must be played; `None` if there are no such moves.
    pub fn followed(&self) -> Option<&PlySet> {
        self.followed.as_deref()
    }

    /// How many of a game's indexed positions it admits, by their plies and whose move is first; material and what is
    /// played do not matter.
    pub fn positions(&self, indexed: &Range<u64>, facts: Facts) -> u64 {
        self.count(facts, &self.within(indexed))
    }

    /// Whether it admits a position of a game.
    #[inline]
    pub fn admits(&self, game: u64, ply: u64, position: &Chess) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && self.plies.contains(&ply)
            && self
                .material
                .is_none_or(|material| material == Material::of(position.board()))
            && self
                .followed
                .as_ref()
                .is_none_or(|followed| followed.has(game, ply))
    }

    /// The plies of some that it admits.
    #[inline]
    pub fn within(&self, plies: &Range<u64>) -> Range<u64> {
        plies.start.max(self.plies.start)..plies.end.min(self.plies.end)
    }

    /// How many positions of a game it admits, of those of some plies that it admits.
    #[inline]
    pub fn count(&self, facts: Facts, plies: &Range<u64>) -> u64 {
        let length = plies.end.saturating_sub(plies.start);
        match self.turn {
            None => length,
            Some(turn) if facts.turn(plies.start) == turn => length.div_ceil(2),
            Some(_) => length / 2,
        }
    }
}
