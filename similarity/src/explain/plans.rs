//! How positions are handled: what was played next in the games of hits.

use std::collections::HashMap;

use pgn::Game;
use shakmaty::{Color, Role, Square};

use crate::games::facts::Facts;
use crate::passages::explorer::{Outcomes, Ratings};
use crate::passages::moment::Moment;

/// That a piece went to a square within the next six moves of its side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Whose piece.
    pub color: Color,
    /// Which one; of a castling the king, of a promotion the pawn.
    pub role: Role,
    /// Where to.
    pub square: Square,
    /// How the games ended in which it did.
    pub outcomes: Outcomes,
    /// The mean rating of who played it; `None` if none is known.
    pub average_rating: Option<u64>,
}

/// What was played next in some games, most often first; each move counts once a game. Games with `true` are like the
/// query with the colours reversed, and what was played in them is reversed, too.
pub fn plans(games: &[(Game, Moment, bool)]) -> Vec<Plan> {
    let mut plans: HashMap<(Color, Role, Square), (Outcomes, Ratings)> = HashMap::new();
    for (game, moment, flipped) in games {
        let facts = Facts::new(&game.tags, Color::White, 0);
        for (color, (role, square)) in moment.moves() {
            let key = if *flipped {
                (color.other(), role, square.flip_vertical())
            } else {
                (color, role, square)
            };
            let (outcomes, ratings) = plans.entry(key).or_default();
            let mut of_game = Outcomes::default();
            of_game.count(facts.result());
            if *flipped {
                std::mem::swap(&mut of_game.white, &mut of_game.black);
            }
            *outcomes += of_game;
            ratings.count(facts.rating(color));
        }
    }
    let mut plans: Vec<Plan> = plans
        .into_iter()
        .map(|((color, role, square), (outcomes, ratings))| Plan {
            color,
            role,
            square,
            outcomes,
            average_rating: ratings.mean(),
        })
        .collect();
    plans.sort_by_key(|plan| {
        let games = std::cmp::Reverse(plan.outcomes.games());
        (games, plan.color.is_black(), plan.role, plan.square)
    });
    plans
}
