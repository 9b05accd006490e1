//! What a player needs from the partner, found by searching what would be if it came.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Limits, Score};
use shakmaty::{Color, Role};

use super::board::{DROPS, PocketBoard};
use super::message::Message;
use super::searcher::Searcher;
use super::values::Wishes;

/// How much a piece must better the score beyond its own worth to be wanted or feared, once and twice, in
/// centipawns. Guessed.
const BETTER: [i32; 2] = [250, 500];

/// A score as a number, mates far off all others.
fn number(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(moves) if moves > 0 => 30_000 - moves,
        Score::Mate(moves) => -30_000 - moves,
    }
}

/// Whether a score is a mate that is given or suffered.
fn is_mate(score: i32) -> bool {
    score.abs() > 20_000
}

/// The messages for a player's partner in a position: which pieces would mate the opponent or save it, and which
/// in the opponent's hand would mate it. `nodes` is what each of the eleven searches may take; with none left
/// by `stop` there are no messages.
pub fn needs(
    searcher: &mut Searcher,
    position: &PocketBoard,
    player: Color,
    nodes: u64,
    stop: &AtomicBool,
) -> Vec<Message> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut score = |position: &PocketBoard| {
        let wishes = Wishes::default();
        let found = searcher.search(position, &[], &limits, &wishes, stop, |_| ());
        let score = found.lines.first().map_or(0, |line| number(line.score));
        if position.turn() == player {
            score
        } else {
            -score
        }
    };
    let usual = score(position);
    let mut messages = Vec::new();
    for role in DROPS {
        for color in [player, !player] {
            let mut richer = position.clone();
            richer.add(color, role);
            // More of what is in hand already changes little.
            let held = *position.pockets().get(color).get(role);
            if held > 0 {
                continue;
            }
            let better = score(&richer) - usual;
            if stop.load(Relaxed) {
                return Vec::new();
            }
            let message = if color == player {
                Message::Want
            } else {
                Message::Fear
            };
            let gain = if color == player { better } else { -better };
            let decides = is_mate(usual + better) != is_mate(usual) && gain > 0;
            let gain = gain - worth(role);
            if decides {
                messages.push(message(role, 3));
            } else if is_mate(usual) {
                // All is decided, whatever comes.
            } else if gain >= BETTER[1] {
                messages.push(message(role, 2));
            } else if gain >= BETTER[0] {
                messages.push(message(role, 1));
            }
        }
    }
    messages
}

/// What a piece in hand is worth anyhow, in centipawns. Read: about those of Staňa 2017.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 200,
        Role::Queen => 750,
        _ => 400,
    }
}
