//! What the moves of a line do to each other: what is given up, lured away, or taken out of the way.

use shakmaty::attacks::between;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Rank, Role, Square};

use crate::danger::value;
use crate::tactics::pins;

/// What a move of a line does. The names are those of [lichess's themes](https://lichess.org/training/themes), where
/// there is one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineMotif {
    /// It attacks two or more pieces that are worth more or undefended, or the king.
    Fork,
    /// It pins a piece that was free.
    Pin,
    /// It takes, attacks, or goes past a defender that cannot move: what is pinned.
    AgainstPinned,
    /// It offers a piece: the enemy can take it for less.
    Offer,
    /// It takes something worth less than itself that is defended.
    ExchangeSacrifice,
    /// The answer takes it, and the next move attacks or takes the taker.
    Attraction,
    /// The answer moves a piece away from the square that the next move goes to.
    Deflection,
    /// It takes what defended a piece that the next move takes.
    CapturingDefender,
    /// It comes between a piece that the next move takes and its defender.
    Interference,
    /// The next move goes where it left, or through there.
    Clearance,
    /// A pawn goes to the sixth or seventh rank.
    AdvancedPawn,
    /// A pawn becomes a piece.
    Promotion,
}

impl LineMotif {
    /// What it is, after "with", e.g. `a fork`.
    pub fn name(self) -> &'static str {
        match self {
            LineMotif::Fork => "a fork",
            LineMotif::Pin => "a pin",
            LineMotif::AgainstPinned => "play against a pinned piece",
            LineMotif::Offer => "a piece offered",
            LineMotif::ExchangeSacrifice => "a piece given for less",
            LineMotif::Attraction => "an attraction",
            LineMotif::Deflection => "a deflection",
            LineMotif::CapturingDefender => "the defender taken",
            LineMotif::Interference => "an interference",
            LineMotif::Clearance => "a clearance",
            LineMotif::AdvancedPawn => "an advanced pawn",
            LineMotif::Promotion => "a promotion",
        }
    }
}

/// What the moves of the side to move do in a line of legal moves, each with the number of half-moves before it.
pub fn line_motifs(position: &Chess, line: &[Move]) -> Vec<(usize, LineMotif)> {
    let mut positions = vec![position.clone()];
    for m in line {
        let mut after = positions[positions.len() - 1].clone();
        after.play_unchecked(*m);
        positions.push(after);
    }
    let mut found = Vec::new();
    for ply in (0..line.len()).step_by(2) {
        let board = |nth: usize| positions[ply + nth].board();
        let mut motifs = of_move(board(0), board(1), line[ply], position.turn());
        if let Some([answer, next]) = line.get(ply + 1..ply + 3) {
            let boards = [board(0), board(1), board(2), board(3)];
            motifs.extend(of_three(
                boards,
                [line[ply], *answer, *next],
                position.turn(),
            ));
        }
        found.extend(motifs.into_iter().map(|motif| (ply, motif)));
    }
    found
}

/// What a move does by itself.
fn of_move(before: &Board, after: &Board, m: Move, us: Color) -> Vec<LineMotif> {
    let mut motifs = Vec::new();
    let (to, role) = (m.to(), m.promotion().unwrap_or(m.role()));
    let attacked = after.attacks_from(to) & after.by_color(!us);
    let is_target = |square: &Square| {
        let target = after.role_at(*square);
        target.is_some_and(|target| {
            target == Role::King
                || value(target) > value(role)
                || after.attacks_to(*square, !us, after.occupied()).is_empty()
        })
    };
    if (attacked & !after.pawns())
        .into_iter()
        .filter(is_target)
        .count()
        >= 2
    {
        motifs.push(LineMotif::Fork);
    }
    let (were, are) = (pinned(before, us), pinned(after, us));
    if (are & !were).any() {
        motifs.push(LineMotif::Pin);
    }
    let guards = before.attacks_to(to, !us, before.occupied());
    if (are & attacked).any() || were.contains(to) || (guards & were).any() {
        motifs.push(LineMotif::AgainstPinned);
    }
    let takers = after.attacks_to(to, !us, after.occupied());
    match m.capture() {
        Some(victim) if takers.any() && value(victim) < value(m.role()) => {
            motifs.push(LineMotif::ExchangeSacrifice);
        }
        None if takers.any() && is_offered(after, to, role, takers, us) => {
            motifs.push(LineMotif::Offer);
        }
        _ => {}
    }
    let rank = us.relative_rank(to.rank());
    if m.role() == Role::Pawn && matches!(rank, Rank::Sixth | Rank::Seventh) {
        motifs.push(LineMotif::AdvancedPawn);
    }
    if m.is_promotion() {
        motifs.push(LineMotif::Promotion);
    }
    motifs
}

/// The enemy's pieces that stand before their king, or before something better.
fn pinned(board: &Board, by: Color) -> Bitboard {
    pins(board, by).into_iter().map(|pin| pin.pinned).collect()
}

/// Whether nothing defends a piece, or a cheaper one can take it.
fn is_offered(board: &Board, square: Square, role: Role, takers: Bitboard, us: Color) -> bool {
    let is_cheaper = |taker: Square| {
        board
            .role_at(taker)
            .is_some_and(|taker| taker != Role::King && value(taker) < value(role))
    };
    board.attacks_to(square, us, board.occupied()).is_empty() || takers.into_iter().any(is_cheaper)
}

/// What a move does together with the answer and the next move; `boards` are before and after each of them.
fn of_three(boards: [&Board; 4], moves: [Move; 3], us: Color) -> Vec<LineMotif> {
    let mut motifs = Vec::new();
    let [before, after, answered, last] = boards;
    let [m, answer, next] = moves;
    let (to, target) = (m.to(), next.to());
    let is_lured = answer.to() == to;
    if is_lured && (target == to || last.attacks_from(target).contains(to)) {
        motifs.push(LineMotif::Attraction);
    }
    let left = answer
        .from()
        .filter(|from| *from != to && target != answer.to());
    if left.is_some_and(|from| {
        after.attacks_from(from).contains(target)
            && !answered.attacks_from(answer.to()).contains(target)
    }) {
        motifs.push(LineMotif::Deflection);
    }
    if next.is_capture() {
        if m.is_capture() && target != to && before.attacks_from(to).contains(target) {
            motifs.push(LineMotif::CapturingDefender);
        }
        let defenders = before.attacks_to(target, !us, before.occupied()) & after.by_color(!us);
        let cut_off = defenders & !after.attacks_to(target, !us, after.occupied());
        if cut_off
            .into_iter()
            .any(|defender| between(defender, target).contains(to))
        {
            motifs.push(LineMotif::Interference);
        }
    }
    if let (Some(from), Some(next_from)) = (m.from(), next.from())
        && (from == target || between(next_from, target).contains(from))
    {
        motifs.push(LineMotif::Clearance);
    }
    motifs
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    fn motifs(fen: &str, line: &str) -> Vec<(usize, LineMotif)> {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let mut after = position.clone();
        let moves = line.split(' ').map(|word| {
            let uci: UciMove = word.parse().expect("UCI");
            let m = uci.to_move(&after).expect("a legal move");
            after.play_unchecked(m);
            m
        });
        let moves: Vec<Move> = moves.collect();
        line_motifs(&position, &moves)
    }

    /// Each motif in a position made for it, and what is near it.
    #[test]
    fn what_moves_do() {
        use LineMotif::*;
        type Found = &'static [(usize, LineMotif)];
        let cases: [(&str, &str, Found); 15] = [
            // The knight attacks king and rook; without the rook the king alone.
            ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", &[(0, Fork)]),
            ("4k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", &[]),
            // The rook pins the knight; on the next file it does not.
            (
                "4k3/4n3/8/8/8/8/8/R5K1 w - - 0 1",
                "a1e1",
                &[(0, Pin), (0, AgainstPinned)],
            ),
            ("4k3/4n3/8/8/8/8/8/R5K1 w - - 0 1", "a1d1", &[]),
            // The queen pins one pawn and offers itself to the other.
            (
                "6k1/5pp1/7p/8/2B5/8/3Q4/6K1 w - - 0 1",
                "d2g5",
                &[(0, Pin), (0, AgainstPinned), (0, Offer)],
            ),
            ("6k1/5pp1/8/8/2B5/8/3Q4/6K1 w - - 0 1", "d2d1", &[]),
            // A rook for a defended knight; for one that nothing defends it wins a piece.
            (
                "6k1/1p6/2n5/8/8/8/8/2R3K1 w - - 0 1",
                "c1c6",
                &[(0, ExchangeSacrifice)],
            ),
            ("6k1/p7/2n5/8/8/8/8/2R3K1 w - - 0 1", "c1c6", &[]),
            // The rook lures the king to where the knight checks it and attacks the queen.
            (
                "5qk1/8/8/8/5N2/8/8/6KR w - - 0 1",
                "h1h8 g8h8 f4g6",
                &[(0, Offer), (0, Attraction), (2, Fork)],
            ),
            // The taker leaves the square that the queen goes to; or is taken itself.
            (
                "1r1q2k1/8/8/8/8/8/1R6/3Q2K1 w - - 0 1",
                "b2b8 d8b8 d1d5",
                &[(0, Pin), (0, AgainstPinned), (0, Deflection)],
            ),
            (
                "2rr2k1/8/8/8/8/8/2R5/2Q3K1 w - - 0 1",
                "c2c8 d8c8 c1c8",
                &[
                    (0, Pin),
                    (0, AgainstPinned),
                    (0, Attraction),
                    (0, Clearance),
                ],
            ),
            // The rook takes the knight that defended the bishop.
            (
                "6k1/8/2b5/8/1n6/8/8/1RQ3K1 w - - 0 1",
                "b1b4 g8f8 c1c6",
                &[(0, CapturingDefender)],
            ),
            // The bishop comes between the rook and its queen.
            (
                "3q3k/8/8/3r4/8/6B1/8/3R2K1 w - - 0 1",
                "g3d6 h8g8 d1d5",
                &[(0, AgainstPinned), (0, Offer), (0, Interference)],
            ),
            // The rook leaves its file to the queen.
            (
                "6k1/8/8/8/8/8/4R3/4Q1K1 w - - 0 1",
                "e2a2 g8h7 e1e7",
                &[(0, Clearance)],
            ),
            // A pawn on its way.
            (
                "8/8/2P4k/8/8/8/7K/8 w - - 0 1",
                "c6c7 h6g6 c7c8q",
                &[(0, AdvancedPawn), (2, Promotion)],
            ),
        ];
        for (fen, line, expected) in cases {
            assert_eq!(motifs(fen, line), expected, "{fen} {line}");
        }
    }
}
