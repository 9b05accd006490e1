//! What there is to know before the hits are read.

use shakmaty::{Chess, Position};

use crate::database::View;
use crate::error::Error;

/// How many men a position has at least that games reach in their openings; others are not looked for. Guessed: six
/// captures a side in twelve moves.
const OPENING_MEN: usize = 20;

/// What is said of a position of openings. Usually none of its games has it indexed, and it is true if some have.
const OPENING: &str = "games reached this position in their openings, and it is not among the hits: look up the exact \
    position to see what was played";

/// That games had a position in their openings, if it is not found among the hits.
///
/// # Errors
///
/// What the index reports.
pub(super) fn notice(
    view: &View,
    position: &Chess,
    is_found: bool,
) -> Result<Option<String>, Error> {
    let is_full = position.board().occupied().count() >= OPENING_MEN;
    let is_missed = !is_found && is_full && view.is_opening(position)?;
    Ok(is_missed.then(|| OPENING.to_owned()))
}
