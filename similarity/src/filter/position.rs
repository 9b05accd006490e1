//! What a filter asks of positions.

use std::ops::Range;
use std::sync::Arc;

use shakmaty::{Chess, Color, Position};

use crate::filter::field::fields;
use crate::games::facts::Facts;
use crate::passages::followed::PlySet;
use crate::passages::material::Material;
use crate::passages::move_query::MoveQuery;

fields! {
    /// Conditions on positions; all must hold. A field without a value has no effect.
    PositionFilter {
        /// Whose move it is: `white` or `black`.
        turn: Option<Color> = "turn", "To move", "white";
        /// The fewest half-moves before the position.
        min_ply: Option<u64> = "minPly", "First move", "20";
        /// The most half-moves before it.
        max_ply: Option<u64> = "maxPly", "Last move", "60";
        /// The pieces on the board, e.g. `KRPPkrpp`.
        material: Option<Material> = "material", "Material", "KRPPkrpp";
        /// Moves in SAN, e.g. `Bxh7+`, that the side to move plays within its next six: all of them, in any order.
        /// Without `x` a move may capture or not; check signs are ignored.
        played: Vec<MoveQuery> = "played", "Played within six moves", "Bxh7+,Ng5";
    }
}

impl PositionFilter {
    /// Returns the rule for these fields, except `played`, whose positions [`Rule::among`] adds after the look-up.
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
    pub fn with_moves_reversed(&self) -> PositionFilter {
        let moves = self.played.iter();
        PositionFilter {
            played: moves.map(|played| played.reversed()).collect(),
            ..self.clone()
        }
    }
}

/// What a filter asks of a position: [`Rule::admits`] is the test.
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
