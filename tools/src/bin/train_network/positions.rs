//! Which positions of a game are learned from: they follow from its moves and a random generator, so that no file need
//! have them.

use std::ops::Range;

use motifs::value;
use shakmaty::{Chess, Move, Position};

use crate::games::{Game, line, sorted_moves};

/// Places of a game at which positions are taken: nearly all of them. Guessed.
const PLACES: usize = 80;
/// Places are among the first positions of a game: what comes later is mostly the same again.
const FIRST: usize = 256;
/// Captures played out after random moves at most.
const CAPTURES: usize = 4;

/// A position to learn from.
pub(crate) struct Chosen {
    pub(crate) position: Chess,
    /// Whether moves led to it that were not played in its game.
    pub(crate) is_varied: bool,
}

/// The positions of a game to learn from: at each place its own for variation 0, and for every other variation one that
/// random moves reach. Each is quiet, and has a legal move.
pub(crate) fn choose(
    game: &Game,
    variations: Range<usize>,
    random: &mut fastrand::Rng,
) -> Vec<Chosen> {
    let line = line(game);
    let mut plies = random.choose_multiple(0..line.len().min(FIRST), PLACES);
    plies.sort_unstable();
    let mut chosen = Vec::new();
    for ply in plies {
        for variation in variations.clone() {
            let is_varied = variation > 0;
            let mut position = line[ply].clone();
            if is_varied {
                vary(&mut position, random);
            }
            if is_quiet(&position) && !position.legal_moves().is_empty() {
                chosen.push(Chosen {
                    position,
                    is_varied,
                });
            }
        }
    }
    chosen
}

/// Plays random moves, mostly one, and then takes what hangs.
fn vary(position: &mut Chess, random: &mut fastrand::Rng) {
    let count = [1, 1, 1, 1, 1, 2, 2, 3, 4, 6][random.usize(..10)];
    for _ in 0..count {
        let legal = sorted_moves(position);
        if legal.is_empty() {
            return;
        }
        let place = random.usize(..legal.len());
        position.play_unchecked(legal[place]);
    }
    for _ in 0..CAPTURES {
        let legal = sorted_moves(position);
        let Some(place) = winning_capture(position, &legal) else {
            return;
        };
        position.play_unchecked(legal[place]);
    }
}

/// Whether the side to move is neither in check nor wins something at once.
fn is_quiet(position: &Chess) -> bool {
    !position.is_check() && winning_capture(position, &sorted_moves(position)).is_none()
}

/// The place of a capture of a piece worth more than its capturer, or of one that nothing defends: the largest.
fn winning_capture(position: &Chess, legal: &[Move]) -> Option<usize> {
    let board = position.board();
    let gain = |m: &Move| m.capture().map_or(0, value);
    let wins = |m: &Move| {
        let defenders = board.attacks_to(m.to(), !position.turn(), board.occupied());
        gain(m) > value(m.role()) || gain(m) > 0 && defenders.is_empty()
    };
    let winning = (0..legal.len()).filter(|place| wins(&legal[*place]));
    winning.max_by_key(|place| gain(&legal[*place]))
}
