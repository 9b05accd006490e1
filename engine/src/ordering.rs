//! In which order moves are tried: those that are likely to refute first.

use shakmaty::{Move, MoveList, Position};

use crate::history::{Before, History, is_quiet};
use crate::node::Node;
use crate::packed::Packed;
use crate::see::{exchange_value, wins};

/// A move and how early it is to be tried.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

/// The move of the transposition table.
const TABLE: i32 = 1 << 30;
/// Captures that do not lose, the largest gain first; then quiet moves, then losing captures.
const WINNING: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const COUNTER: i32 = 1 << 22;
const LOSING: i32 = -(1 << 24);

/// What the order goes by, beside history.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Hints {
    /// The best move of the transposition table.
    pub(crate) best: Packed,
    /// A quiet move that refuted at the same ply.
    pub(crate) killer: Packed,
    /// Where pieces went before.
    pub(crate) before: Before,
}

/// What is to be tried next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    Captures,
    WinningCaptures,
    Quiets,
    Rest,
}

/// Hands out the moves of a position in order, and does no more work for it than is asked for:
/// many a position is done with after its first move.
///
/// Sources: <https://www.chessprogramming.org/Move_Ordering>,
/// <https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>,
/// <https://www.chessprogramming.org/MVV-LVA>, <https://www.chessprogramming.org/Killer_Heuristic>.
pub(crate) struct Picker<'a> {
    node: &'a Node,
    moves: &'a MoveList,
    hints: Hints,
    stage: Stage,
    /// Where its moves begin in the list that all plies share.
    base: usize,
    /// Where those begin that were not handed out yet.
    next: usize,
    skip_quiets: bool,
}

impl<'a> Picker<'a> {
    /// Hands out `moves`, the legal moves of `node`.
    pub(crate) fn new(
        node: &'a Node,
        moves: &'a MoveList,
        hints: Hints,
        scored: &[Scored],
    ) -> Picker<'a> {
        Picker {
            node,
            moves,
            hints,
            stage: Stage::Table,
            base: scored.len(),
            next: scored.len(),
            skip_quiets: false,
        }
    }

    /// Hands out `ordered` as they come, for the root.
    pub(crate) fn ordered(
        node: &'a Node,
        moves: &'a MoveList,
        hints: Hints,
        scored: &mut Vec<Scored>,
        ordered: impl Iterator<Item = Move>,
    ) -> Picker<'a> {
        let mut picker = Picker::new(node, moves, hints, scored);
        picker.stage = Stage::Rest;
        let in_order = ordered
            .zip(0..)
            .map(|(m, n): (Move, i32)| Scored { m, score: -n });
        scored.extend(in_order);
        picker
    }

    /// No quiet move is to come at all.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Of the quiet moves that are left only those are to come that are `spared`.
    pub(crate) fn drop_quiets(&self, scored: &mut Vec<Scored>, spared: impl Fn(Move) -> bool) {
        let mut kept = self.next;
        for index in self.next..scored.len() {
            let m = scored[index].m;
            if !is_quiet(m) || spared(m) {
                scored.swap(kept, index);
                kept += 1;
            }
        }
        scored.truncate(kept);
    }

    /// The moves that were handed out, but for those marked as pruned.
    pub(crate) fn tried<'s>(&self, scored: &'s [Scored]) -> impl Iterator<Item = Move> + use<'s> {
        let tried = scored[self.base..self.next].iter();
        tried
            .filter(|scored| scored.score != PRUNED)
            .map(|scored| scored.m)
    }

    /// Marks the move handed out last as pruned.
    pub(crate) fn prune(&self, scored: &mut [Scored]) {
        scored[self.next - 1].score = PRUNED;
    }

    /// Takes its moves off the list.
    pub(crate) fn finish(self, scored: &mut Vec<Scored>) {
        scored.truncate(self.base);
    }

    /// The next move to try.
    pub(crate) fn next(&mut self, scored: &mut Vec<Scored>, history: &History) -> Option<Scored> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Captures;
                    let best = self.hints.best;
                    let mut moves = self.moves.iter();
                    if best != Packed::NONE
                        && let Some(m) = moves.find(|m| Packed::new(**m) == best)
                        && !(self.skip_quiets && is_quiet(*m))
                    {
                        let found = Scored {
                            m: *m,
                            score: TABLE,
                        };
                        scored.push(found);
                        self.next += 1;
                        return Some(found);
                    }
                }
                Stage::Captures => {
                    self.stage = Stage::WinningCaptures;
                    let turn = self.node.chess.turn();
                    for m in self.moves {
                        if !is_quiet(*m) && Packed::new(*m) != self.hints.best {
                            let gain = m.capture().map_or(0, exchange_value) * 16;
                            let score = WINNING + gain + history.capture(turn, *m);
                            scored.push(Scored { m: *m, score });
                        }
                    }
                }
                Stage::WinningCaptures => match self.pick(scored) {
                    Some(found) if found.score > WINNING / 2 => {
                        if wins(&self.node.chess, found.m, 0) {
                            self.next += 1;
                            return Some(found);
                        }
                        scored[self.next].score += LOSING - WINNING;
                    }
                    _ => self.stage = Stage::Quiets,
                },
                Stage::Quiets => {
                    self.stage = Stage::Rest;
                    if !self.skip_quiets {
                        self.append_quiets(scored, history);
                    }
                }
                Stage::Rest => {
                    let found = self.pick(scored)?;
                    self.next += 1;
                    return Some(found);
                }
            }
        }
    }

    fn append_quiets(&self, scored: &mut Vec<Scored>, history: &History) {
        let turn = self.node.chess.turn();
        let counter = history.counter(self.hints.before);
        for m in self.moves {
            let packed = Packed::new(*m);
            if !is_quiet(*m) || packed == self.hints.best {
                continue;
            }
            let class = if m.promotion().is_some() {
                LOSING
            } else if packed == self.hints.killer {
                KILLER
            } else if packed == counter {
                COUNTER
            } else {
                0
            };
            let score = class + history.quiet(turn, *m, self.hints.before);
            scored.push(Scored { m: *m, score });
        }
    }

    /// Brings the best of the moves that are left to their front, and tells it.
    fn pick(&self, scored: &mut [Scored]) -> Option<Scored> {
        let rest = scored.get_mut(self.next..)?;
        let best = (0..rest.len()).max_by_key(|index| rest[*index].score)?;
        rest.swap(0, best);
        Some(rest[0])
    }
}

/// The score of a move that was not searched.
const PRUNED: i32 = i32::MIN;

/// What history says of a quiet move scored so; 0 for the table's move, of which it says nothing.
pub(crate) fn history(score: i32) -> i32 {
    let classes = [TABLE, KILLER, COUNTER].into_iter();
    let class = classes
        .map(|class| (class, score - class))
        .find(|(class, _)| score >= class / 2);
    class.map_or(score, |(_, history)| history)
}

/// Whether a move scored so is a capture that loses.
pub(crate) fn is_losing(score: i32) -> bool {
    score < LOSING / 2
}
