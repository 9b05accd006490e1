//! The themes of an exercise, as lichess names them.
//!
//! Source: <https://lichess.org/training/themes>.

use engine::Score;
use motifs::{MotifKind, exchange, tactical_motifs, weak_back_rank};
use shakmaty::{Chess, Move, Position, Role};

/// The themes of a position and its solution, e.g. `fork`, `short`, `middlegame`.
pub(crate) fn themes(position: &Chess, solution: &[Move], score: Score) -> Vec<&'static str> {
    let mut themes: Vec<&'static str> = Vec::new();
    let us = position.turn();
    let mut before = position.clone();
    let (mut sacrifice, mut quiet) = (false, false);
    for (ply, m) in solution.iter().enumerate() {
        let mut after = before.clone();
        after.play_unchecked(*m);
        if ply % 2 == 0 {
            sacrifice |= exchange(&before, *m) <= -2;
            quiet |= !m.is_capture() && !m.is_promotion() && !after.is_check();
            themes.extend(tactics(&before, *m));
            match m.promotion() {
                Some(Role::Queen) => themes.push("promotion"),
                Some(_) => themes.push("underPromotion"),
                None => {}
            }
            themes.extend(m.is_en_passant().then_some("enPassant"));
            themes.extend(m.is_castle().then_some("castling"));
        }
        before = after;
    }
    if before.is_checkmate() {
        let back_rank = weak_back_rank(position.board(), !us).is_some();
        let last = solution.last().map(|m| m.promotion().unwrap_or(m.role()));
        if back_rank && matches!(last, Some(Role::Rook | Role::Queen)) {
            themes.push("backRankMate");
        }
        themes.push("mate");
        themes.push(match solution.len().div_ceil(2) {
            1 => "mateIn1",
            2 => "mateIn2",
            3 => "mateIn3",
            4 => "mateIn4",
            _ => "mateIn5",
        });
    } else {
        themes.push(match score {
            Score::Mate(_) => "mate",
            Score::Cp(600..) => "crushing",
            Score::Cp(200..) => "advantage",
            Score::Cp(_) => "equality",
        });
    }
    themes.extend(sacrifice.then_some("sacrifice"));
    themes.extend(quiet.then_some("quietMove"));
    themes.push(match solution.len().div_ceil(2) {
        1 => "oneMove",
        2 => "short",
        3 => "long",
        _ => "veryLong",
    });
    themes.push(phase(position));
    let mut seen = std::collections::BTreeSet::new();
    themes.retain(|theme| seen.insert(*theme));
    themes
}

/// The tactical motifs that a move is, e.g. `fork`: those of [`tactical_motifs`] but the mates.
pub fn tactics(position: &Chess, m: Move) -> impl Iterator<Item = &'static str> {
    let motifs = tactical_motifs(position).into_iter();
    let of_move = motifs.filter(move |motif| match motif.kind {
        MotifKind::DiscoveredAttack => motif.squares.first().copied() == m.from(),
        // What the defender cannot hold is taken.
        MotifKind::Overloading => motif.squares.iter().skip(1).any(|held| *held == m.to()),
        MotifKind::MateIn1 | MotifKind::MateIn2 => false,
        _ => motif.line.first() == Some(&m),
    });
    of_move.map(|motif| motif.kind.name())
}

/// `opening`, `middlegame` or `endgame`, by the pieces that are left and by the move number.
pub fn phase(position: &Chess) -> &'static str {
    let board = position.board();
    let pieces = board.occupied() & !board.pawns() & !board.kings();
    match pieces.count() {
        ..=6 => "endgame",
        11.. if position.fullmoves().get() <= 12 => "opening",
        _ => "middlegame",
    }
}
