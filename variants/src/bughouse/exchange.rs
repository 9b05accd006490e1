//! What a move wins or risks on its square, and whether it gives check, without playing it.

use engine::parts::Checks;
use shakmaty::{Chess, Move, Position, Role};

use super::values::Values;

/// What a move wins on its square if it is recaptured at most once: what it takes, less itself if the square
/// is defended. A piece that is taken by a cheaper one is lost even if its own would take back.
pub(crate) fn gain(chess: &Chess, m: Move, values: &Values) -> i32 {
    let swing = |role| values.swing(role);
    let board = chess.board();
    let to = m.to();
    let taken = m.capture().map_or(0, swing);
    let promoted = m
        .promotion()
        .map_or(0, |role| swing(role) - swing(Role::Pawn));
    let gain = taken + promoted;
    if m.role() == Role::King {
        return gain;
    }
    let mut occupied = board.occupied().with(to);
    if let Some(from) = m.from() {
        occupied = occupied.without(from);
    }
    let them = !chess.turn();
    let attackers = board.attacks_to(to, them, occupied);
    if attackers.is_empty() {
        return gain;
    }
    // What was promoted is taken as a pawn.
    let risk = swing(if m.promotion().is_some() {
        Role::Pawn
    } else {
        m.role()
    });
    let cheapest = Role::ALL
        .into_iter()
        .find(|&role| (attackers & board.by_role(role)).any());
    let own = board.attacks_to(to, chess.turn(), occupied);
    let own = m.from().map_or(own, |from| own.without(from));
    match cheapest {
        Some(Role::King) if own.any() => gain,
        Some(role) if own.any() => gain - (risk - swing(role)).max(0),
        _ => gain - risk,
    }
}

/// Whether a move gives check: castling, en passant and promotions do not count.
pub(crate) fn gives_check(checks: &Checks, m: Move) -> bool {
    match m {
        // As if it came from where it stands then.
        Move::Put { role, to } => checks.has(Move::Normal {
            role,
            from: to,
            capture: None,
            to,
            promotion: None,
        }),
        _ => checks.has(m),
    }
}
