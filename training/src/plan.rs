//! Plans: what was played on from positions like one, move by move counted over games.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::{Color, Move, Role, Square};

/// How many half-moves on are looked at: three moves of the side to move.
const PLIES: usize = 6;

/// A move of a plan: a piece and where it went.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PlanMove {
    /// The piece.
    pub role: Role,
    /// Where it went.
    pub to: Square,
    /// In how many games it went there.
    pub games: usize,
}

/// What was played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games were counted.
    pub games: usize,
    /// The moves, the most frequent first; of equal ones pieces before pawns, then by square.
    pub moves: Vec<PlanMove>,
}

/// Counts the moves of `color` within six half-moves, each once a game; those of one game alone are left
/// out. Each game begins with the move that was played in a position like the one asked for.
pub fn plan<'a>(games: impl IntoIterator<Item = &'a [(Color, Move)]>, color: Color) -> Plan {
    let mut counts: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    let mut all = 0;
    for game in games {
        all += 1;
        let own = game.iter().take(PLIES).filter(|(mover, _)| *mover == color);
        let moves = own.map(|(_, m)| {
            // A castling king is told by where it lands.
            let to = m.castling_side().map_or(m.to(), |side| side.king_to(color));
            (m.role() as u8, to as u8)
        });
        for key in moves.collect::<BTreeSet<_>>() {
            *counts.entry(key).or_default() += 1;
        }
    }
    let told = counts.into_iter().filter(|(_, games)| *games > 1);
    let mut moves: Vec<PlanMove> = told
        .filter_map(|((role, to), games)| {
            Some(PlanMove {
                role: Role::try_from(role).ok()?,
                to: Square::try_from(to).ok()?,
                games,
            })
        })
        .collect();
    moves.sort_by_key(|m| {
        (
            std::cmp::Reverse(m.games),
            std::cmp::Reverse(m.role as u8),
            m.to,
        )
    });
    Plan { games: all, moves }
}
