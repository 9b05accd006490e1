//! In which order moves are tried: those that are likely to refute first.

use shakmaty::{Bitboard, Move, Position, Square};

use crate::checks::Checks;
use crate::history::{Context, History, is_quiet};
use crate::moves::{Moves, quiet};
use crate::node::Node;
use crate::packed::Packed;
use crate::parameters::Parameters;
use crate::scored::{Scored, pick};
use crate::see::{exchange_value, wins};

/// The move of the transposition table.
const TABLE: i32 = 1 << 30;
/// Captures that do not lose, the largest gain first; then quiet moves, then losing captures.
const WINNING: i32 = 1 << 24;
/// Quiet moves that refuted other lines.
const REFUTING: i32 = 1 << 23;
const LOSING: i32 = -(1 << 24);

/// What moves are ordered by, in addition to history.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Hints {
    /// The best move of the transposition table.
    pub(crate) best: Packed,
    /// A quiet move that refuted at the same ply.
    pub(crate) killer: Packed,
    /// The quiet move that refuted the move before last time.
    pub(crate) counter: Packed,
    /// What the history of quiet moves depends on.
    pub(crate) context: Context,
}

/// What is to be tried next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    Captures,
    WinningCaptures,
    Killer,
    Counter,
    Quiets,
    Rest,
}

/// Hands out the moves of a position in order, and does no more work for it than it must: many a position is done
/// with after its first move.
///
/// Sources: <https://www.chessprogramming.org/Move_Ordering>,
/// <https://www.chessprogramming.org/Move_Generation#Staged_Move_Generation>,
/// <https://www.chessprogramming.org/MVV-LVA>, <https://www.chessprogramming.org/Killer_Heuristic>.
pub(crate) struct Picker<'a> {
    node: &'a Node,
    moves: Moves<'a>,
    hints: Hints,
    stage: Stage,
    /// Where its moves begin in the list that all plies share.
    base: usize,
    /// Where those begin that were not handed out yet.
    next: usize,
    quiets: Quiet,
}

/// Which quiet moves are to come.
#[derive(Copy, Clone, Debug)]
enum Quiet {
    All,
    Checks(Checks),
    None,
}

impl Quiet {
    /// Whether a quiet move is to come.
    fn has(&self, m: Move) -> bool {
        match self {
            Quiet::All => true,
            Quiet::Checks(checks) => checks.has(m),
            Quiet::None => false,
        }
    }
}

impl<'a> Picker<'a> {
    /// Hands out the legal moves of `node`.
    pub(crate) fn new(node: &'a Node, hints: Hints, scored: &[Scored]) -> Picker<'a> {
        Picker {
            node,
            moves: Moves::new(&node.chess),
            hints,
            stage: Stage::Table,
            base: scored.len(),
            next: scored.len(),
            quiets: Quiet::All,
        }
    }

    /// Hands out `ordered` as they come, for the root.
    pub(crate) fn ordered(
        node: &'a Node,
        hints: Hints,
        scored: &mut Vec<Scored>,
        ordered: impl Iterator<Item = Scored>,
    ) -> Picker<'a> {
        let mut picker = Picker::new(node, hints, scored);
        picker.stage = Stage::Rest;
        scored.extend(ordered);
        picker
    }

    /// No quiet move is to come at all.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = Quiet::None;
    }

    /// Of the quiet moves that are left only those are to come that give check.
    pub(crate) fn drop_quiets(&mut self, scored: &mut Vec<Scored>, checks: Checks) {
        self.quiets = Quiet::Checks(checks);
        let mut kept = self.next;
        for index in self.next..scored.len() {
            let m = scored[index].m;
            if !is_quiet(m) || checks.has(m) {
                scored.swap(kept, index);
                kept += 1;
            }
        }
        scored.truncate(kept);
    }

    /// Whether only those quiet moves are to come that give check.
    pub(crate) fn has_dropped(&self) -> bool {
        matches!(self.quiets, Quiet::Checks(_))
    }

    /// Whether no move was handed out.
    pub(crate) fn is_untouched(&self) -> bool {
        self.next == self.base
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
    pub(crate) fn next(
        &mut self,
        parameters: &Parameters,
        scored: &mut Vec<Scored>,
        history: &History,
    ) -> Option<Scored> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Captures;
                    if let Some(m) = self.moves.find(self.hints.best)
                        && (!is_quiet(m) || self.quiets.has(m))
                    {
                        let found = Scored { m, score: TABLE };
                        scored.push(found);
                        self.next += 1;
                        return Some(found);
                    }
                }
                Stage::Captures => {
                    self.stage = Stage::WinningCaptures;
                    self.append_captures(scored, history);
                }
                Stage::WinningCaptures => match pick(scored, self.next) {
                    Some(found) if found.score > WINNING / 2 => {
                        if wins(&self.node.chess, found.m, 0) {
                            self.next += 1;
                            return Some(found);
                        }
                        scored[self.next].score += LOSING - WINNING;
                    }
                    _ => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::Counter;
                    let found = self.hinted(self.hints.killer, scored);
                    if found.is_some() {
                        return found;
                    }
                }
                Stage::Counter => {
                    self.stage = Stage::Quiets;
                    if self.hints.counter != self.hints.killer {
                        let found = self.hinted(self.hints.counter, scored);
                        if found.is_some() {
                            return found;
                        }
                    }
                }
                Stage::Quiets => {
                    self.stage = Stage::Rest;
                    self.append_quiets(parameters, scored, history);
                }
                Stage::Rest => {
                    let found = pick(scored, self.next)?;
                    self.next += 1;
                    return Some(found);
                }
            }
        }
    }

    /// A quiet move that refuted another line, before the others are looked at.
    fn hinted(&mut self, hint: Packed, scored: &mut Vec<Scored>) -> Option<Scored> {
        if hint == self.hints.best {
            return None;
        }
        let m = self.moves.find(hint)?;
        if !is_quiet(m) || !self.quiets.has(m) {
            return None;
        }
        let found = Scored { m, score: REFUTING };
        scored.push(found);
        let last = scored.len() - 1;
        scored.swap(self.next, last);
        self.next += 1;
        Some(found)
    }

    fn append_captures(&self, scored: &mut Vec<Scored>, history: &History) {
        let turn = self.node.chess.turn();
        let gone = Gone::new([self.hints.best]);
        let score = |m: Move| {
            let gain = m.capture().map_or(0, exchange_value) * 16;
            let score = WINNING + gain + history.capture(turn, m);
            Scored { m, score }
        };
        let mut rare = Vec::new();
        self.moves.captures(
            |role, from, targets| {
                for to in gone.others(from, targets) {
                    scored.push(score(self.moves.capture(role, from, to)));
                }
            },
            |m| rare.push(m),
        );
        let left = rare.into_iter().filter(|m| !gone.has(*m));
        scored.extend(left.map(score));
    }

    fn append_quiets(&self, parameters: &Parameters, scored: &mut Vec<Scored>, history: &History) {
        let checks = match self.quiets {
            Quiet::All => None,
            Quiet::Checks(checks) => Some(checks),
            Quiet::None => return,
        };
        let context = self.hints.context;
        let quiets = history.quiets(parameters, self.node.chess.turn(), context);
        let threats = context.threats;
        let gone = Gone::new([self.hints.best, self.hints.killer, self.hints.counter]);
        let mut rare = Vec::new();
        self.moves.quiets(
            threats.all(),
            |role, from, targets| {
                let known = quiets.of(role, from);
                let (attacked, value) = threats.escape(role);
                let leaving = if attacked.contains(from) { value } else { 0 };
                let wanted = checks.map_or(targets, |checks| targets & checks.squares(role, from));
                for to in gone.others(from, wanted) {
                    let m = quiet(role, from, to);
                    let arriving = if attacked.contains(to) { value } else { 0 };
                    let score = known.score(to) + leaving - arriving;
                    scored.push(Scored { m, score });
                }
            },
            |m| rare.push(m),
        );
        // Underpromotions come last.
        let class = |m: Move| if m.promotion().is_some() { LOSING } else { 0 };
        let left = |m: &Move| !gone.has(*m) && checks.is_none_or(|checks| checks.has(*m));
        scored.extend(rare.into_iter().filter(left).map(|m| Scored {
            m,
            score: class(m) + quiets.score(m),
        }));
    }
}

/// Moves that were handed out before the others of their kind.
struct Gone<const N: usize> {
    moves: [Packed; N],
    /// Where they come from.
    from: Bitboard,
}

impl<const N: usize> Gone<N> {
    fn new(moves: [Packed; N]) -> Gone<N> {
        let from = moves
            .iter()
            .fold(Bitboard::EMPTY, |all, m| all | Bitboard(1 << m.squares().0));
        Gone { moves, from }
    }

    /// Where else a piece can go than they do. Promotions do not count.
    fn others(&self, from: Square, targets: Bitboard) -> Bitboard {
        if !self.from.contains(from) {
            return targets;
        }
        let squares = self.moves.iter().map(|m| m.squares());
        let here = squares.filter(|squares| squares.0 == from as usize);
        here.fold(targets, |left, (_, to)| left & !Bitboard(1 << to))
    }

    fn has(&self, m: Move) -> bool {
        self.moves.iter().any(|packed| packed.is(m))
    }
}

/// The score of a move that was not searched.
const PRUNED: i32 = i32::MIN;

/// Whether a move scored so is a capture that loses.
pub(crate) fn is_losing(score: i32) -> bool {
    score < LOSING / 2
}
