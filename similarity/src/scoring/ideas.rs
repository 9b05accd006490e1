//! The terms of what either side would play.

use pgn::Played;
use shakmaty::{Chess, Color, Position};

use crate::scoring::idea::Ideas;
use crate::terms::term::Term;

/// How much each own move of the engine's line counts, the first one first. Guessed.
pub(super) const IDEA_MOVES: [f64; 3] = [1.0, 0.5, 0.25];

/// What a piece counts that is already where the line puts it, as a share of one that could go there. Guessed.
pub(super) const IDEA_DONE: f64 = 0.5;

/// Where clear ideas of both sides put pieces, with the place of the move among the side's own.
pub(super) fn idea_terms(position: &Chess, ideas: &Ideas) -> Vec<(usize, Term)> {
    let mut terms: Vec<(usize, Term)> = Vec::new();
    for color in Color::ALL {
        let idea = ideas.get(color).as_ref();
        let Some(idea) = idea.filter(|idea| idea.is_clear(position, color)) else {
            continue;
        };
        let own = idea.line.iter().step_by(2).take(IDEA_MOVES.len());
        for (place, m) in own.enumerate() {
            let Some((role, to)) = Played::Move(*m).key(color) else {
                continue;
            };
            let term = Term::naive(role.of(color), to);
            let is_there = position.board().piece_at(to) == Some(role.of(color));
            if !is_there && !terms.iter().any(|(_, known)| *known == term) {
                terms.push((place, term));
            }
        }
    }
    terms
}
