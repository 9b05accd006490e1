//! Numbers that say how hard a line is to find.

use engine::Score;
use motifs::{
    discovered_attacks, exchange, forks, hanging_pieces, mates_in_two, overloads, pins, skewers,
    value, weak_back_rank,
};
use shakmaty::attacks::king_attacks;
use shakmaty::{Board, Chess, Color, Position, Role, Square};

use super::line::Step;
use crate::difficulty::larin::Larin;

/// What stands for a number of a second move where there is none.
const MISSING: f64 = -9.0;

/// Features and their names, e.g. `rank1.first` 0.69: by a search of one ply one move looks better
/// than the first of the solution.
pub(crate) type Features = Vec<(String, f64)>;

/// The features of a line; none of an empty one.
///
/// A name ends in `.first` or `.second` for what is of one move of the solver, in `.sum`, `.most` or
/// `.last` for what is of all of them. Others are of the position, and of the end of the line.
pub(crate) fn features(steps: &[Step]) -> Features {
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
        return Features::new();
    };
    let moves: Vec<Vec<(&'static str, f64)>> = steps.iter().map(of_move).collect();
    let mut features = Features::new();
    let mut add = |name: String, value: f64| features.push((name, value));
    add("length".to_owned(), steps.len() as f64);
    for (nth, (name, value)) in moves[0].iter().enumerate() {
        let second = moves.get(1).map_or(MISSING, |second| second[nth].1);
        let mut values = moves.iter().map(|values| values[nth].1);
        add(format!("{name}.first"), *value);
        add(format!("{name}.second"), second);
        add(format!("{name}.sum"), values.clone().sum());
        add(
            format!("{name}.most"),
            values.clone().fold(f64::MIN, f64::max),
        );
        add(
            format!("{name}.last"),
            values.next_back().unwrap_or_default(),
        );
    }
    for (name, value) in of_position(first).into_iter().chain(of_end(first, last)) {
        add(name.to_owned(), value);
    }
    features
}

/// What is of one move of the solver.
fn of_move(step: &Step) -> Vec<(&'static str, f64)> {
    let Step {
        position,
        look,
        played,
        before,
    } = step;
    let (m, us) = (*played, position.turn());
    let board = position.board();
    let legal = position.legal_moves();
    let mut after = position.clone();
    after.play_unchecked(m);
    let checks = legal.iter().filter(|m| gives_check(position, **m)).count();
    let quiet = !m.is_capture() && !m.is_promotion() && !after.is_check();
    let gain = f64::from(exchange(position, m));

    let mut features = vec![("choice", (legal.len() as f64).ln())];
    for (glance, names) in look
        .glances
        .iter()
        .zip([["rank1", "loss1", "near1"], ["rank2", "loss2", "near2"]])
    {
        let own = glance.iter().find(|(other, _)| *other == m);
        let (Some((_, best)), Some((_, own))) = (glance.first(), own) else {
            features.extend(names.map(|name| (name, 0.0)));
            continue;
        };
        let better = glance.iter().filter(|(_, score)| score > own).count();
        let near = glance.iter().filter(|(_, score)| *score > own - 0.05);
        features.extend([
            (names[0], (1.0 + better as f64).ln()),
            (names[1], best - own),
            (names[2], (near.count() as f64).ln()),
        ]);
    }
    let seen = look.view(m);
    features.extend([
        ("nodes", (1.0 + seen.nodes as f64).ln()),
        ("depth", f64::from(seen.depth)),
        ("steady", seen.share),
        ("gap", seen.gap),
        ("score", seen.score),
        ("exchange", gain),
        ("sacrifice", -gain.min(0.0)),
        ("victim", m.capture().map_or(0.0, worth)),
        ("quiet", truth(quiet)),
        ("check", truth(after.is_check())),
        ("capture", truth(m.is_capture())),
        ("recapture", truth(before.is_some_and(|b| b.to() == m.to()))),
        (
            "promotion",
            m.promotion().map_or(0.0, |role| 10.0 - worth(role)),
        ),
        ("role", f64::from(m.role() as u8)),
        (
            "distance",
            m.from()
                .map_or(0.0, |from| f64::from(from.distance(m.to()))),
        ),
        (
            "backward",
            truth(m.from().is_some_and(|from| is_backward(us, from, m.to()))),
        ),
        (
            "attacked",
            truth(m.from().is_some_and(|from| is_attacked(board, us, from))),
        ),
        ("replies", (1.0 + after.legal_moves().len() as f64).ln()),
        ("captures", position.capture_moves().len() as f64),
        ("checks", checks as f64),
        ("inCheck", truth(position.is_check())),
        ("offers", best_capture(&after)),
    ]);
    features
}

/// What is of the position.
fn of_position(step: &Step) -> Vec<(&'static str, f64)> {
    let Step {
        position, played, ..
    } = step;
    let (m, us) = (*played, position.turn());
    let board = position.board();
    let count = |role: Role, color: Color| board.by_piece(role.of(color)).count() as f64;
    let forks = forks(position);
    let hanging = hanging_pieces(position);
    let best = step.look.last().and_then(|last| last.lines.first());
    let mate = match best.map(|line| line.score) {
        Some(Score::Mate(moves)) => f64::from(moves),
        _ => 0.0,
    };
    let to_king = board.king_of(!us).map_or(0, |king| king.distance(m.to()));
    // Whatever it threatens, a check comes first.
    let threat = position
        .clone()
        .swap_turn()
        .map_or(9.0, |passed| best_capture(&passed));
    vec![
        ("ownPawns", count(Role::Pawn, us)),
        ("ownKnights", count(Role::Knight, us)),
        ("ownBishops", count(Role::Bishop, us)),
        ("ownRooks", count(Role::Rook, us)),
        ("ownQueens", count(Role::Queen, us)),
        ("otherPawns", count(Role::Pawn, !us)),
        ("otherKnights", count(Role::Knight, !us)),
        ("otherBishops", count(Role::Bishop, !us)),
        ("otherRooks", count(Role::Rook, !us)),
        ("otherQueens", count(Role::Queen, !us)),
        ("men", board.occupied().count() as f64),
        ("balance", balance(board, us)),
        ("threat", threat),
        ("kingZone", around_king(board, !us)),
        ("ownKingZone", around_king(board, us)),
        ("toKing", f64::from(to_king)),
        ("fork", truth(forks.iter().any(|fork| fork.by == m))),
        ("forks", forks.len() as f64),
        (
            "skewer",
            truth(skewers(position).iter().any(|skewer| skewer.by == m)),
        ),
        (
            "discovered",
            truth(
                discovered_attacks(position)
                    .iter()
                    .any(|attack| Some(attack.moving) == m.from()),
            ),
        ),
        ("hanging", hanging.len() as f64),
        (
            "takesHanging",
            truth(hanging.iter().any(|hanging| hanging.capture == m)),
        ),
        ("pins", pins(board, us).len() as f64),
        ("otherPins", pins(board, !us).len() as f64),
        ("overloads", overloads(board, !us).len() as f64),
        ("backRank", truth(weak_back_rank(board, !us).is_some())),
        ("mateInTwo", mates_in_two(position).len() as f64),
        ("mate", mate),
        ("larin", f64::from(Larin::new(position).rating())),
    ]
}

/// What is of the end of the line.
fn of_end(first: &Step, last: &Step) -> Vec<(&'static str, f64)> {
    let us = first.position.turn();
    let mut end = last.position.clone();
    end.play_unchecked(last.played);
    let balance_then = balance(end.board(), us);
    vec![
        ("mates", truth(end.is_checkmate())),
        ("gain", balance_then - balance(first.position.board(), us)),
        ("endBalance", balance_then),
    ]
}

fn truth(is: bool) -> f64 {
    f64::from(u8::from(is))
}

fn worth(role: Role) -> f64 {
    f64::from(value(role))
}

/// Material of a side less that of the other, in pawns.
fn balance(board: &Board, color: Color) -> f64 {
    let of = |color: Color| -> f64 {
        let pieces = board.by_color(color) & !board.kings();
        pieces
            .into_iter()
            .filter_map(|square| board.role_at(square))
            .map(worth)
            .sum()
    };
    of(color) - of(!color)
}

/// How often the other side attacks the squares around the king.
fn around_king(board: &Board, color: Color) -> f64 {
    let Some(king) = board.king_of(color) else {
        return 0.0;
    };
    let zone = king_attacks(king).with(king).into_iter();
    let attackers = zone.map(|square| board.attacks_to(square, !color, board.occupied()).count());
    attackers.sum::<usize>() as f64
}

fn is_attacked(board: &Board, us: Color, square: Square) -> bool {
    board.attacks_to(square, !us, board.occupied()).any()
}

fn is_backward(color: Color, from: Square, to: Square) -> bool {
    color.fold_wb(to.rank() < from.rank(), to.rank() > from.rank())
}

fn gives_check(position: &Chess, m: shakmaty::Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_check()
}

/// The most that the side to move wins by a capture, in pawns.
fn best_capture(position: &Chess) -> f64 {
    let captures = position.capture_moves().into_iter();
    let gains = captures.map(|m| f64::from(exchange(position, m)));
    gains.fold(0.0, f64::max)
}
