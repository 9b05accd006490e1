//! Best-first search over positions.
//!
//! A position is reached once, whatever the order of the moves; of the positions that are left, the one that
//! seems nearest to mate is played on from. Positions from which no mate can arise in the moves left
//! ([`Cover`], [`Near`]) are dropped, so that the search also ends where there is no mate.

use std::ops::ControlFlow;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, Square};

use super::board::{Field, PAWN, ROOK, State, Step};
use super::cover::{Cover, Rest};
use super::near::Near;
use super::steps::steps;

/// Which mates a search looks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The most moves, from 1 on.
    pub(crate) moves: u8,
    /// Fewer will do, too.
    pub(crate) early: bool,
    /// How many mates are enough.
    pub(crate) mates: usize,
    /// A mate may leave evasions that give check.
    pub(crate) italian: bool,
}

/// The mates of a search, and whether they are all.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchResult {
    /// Series that mate, each to another position.
    pub(crate) series: Vec<Vec<Step>>,
    /// Whether there are no others, or for one mate, whether it is known if there is one.
    pub(crate) complete: bool,
    /// Positions played on from.
    pub(crate) states: u64,
}

/// How a position was reached, and how many moves a mate needs from it at least.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    step: Step,
    needs: u8,
}

struct Search<'a> {
    field: &'a Field,
    goal: Goal,
    cover: &'a Cover,
    near: Near<'a>,
    /// All positions met, in the order in which they were.
    seen: IndexMap<State, Node, FxBuildHasher>,
    /// Positions to play on from, by how promising they are, the best first.
    open: Vec<Vec<u32>>,
    /// The mating positions.
    mates: IndexSet<State, FxBuildHasher>,
    result: SearchResult,
}

/// Searches until `stop`, called now and then with the number of positions met, returns true.
pub(crate) fn search(
    field: &Field,
    start: &State,
    passing: Bitboard,
    goal: Goal,
    mut stop: impl FnMut(usize) -> bool,
) -> SearchResult {
    let flees_with_check = goal.italian && may_flee_with_check(field, start, goal.moves);
    let cover = Cover::new(field, start, passing, goal.moves, !flees_with_check);
    let mut search = Search {
        field,
        goal,
        cover: &cover,
        near: Near::new(&cover, field.king),
        seen: IndexMap::default(),
        open: Vec::new(),
        mates: IndexSet::default(),
        result: SearchResult::default(),
    };
    let root = Node {
        parent: 0,
        step: Step {
            from: start.king,
            to: start.king,
            promotion: None,
        },
        needs: 1,
    };
    search.seen.insert(*start, root);
    if goal.early || goal.moves == 1 {
        let mated = search.mate(start, passing, &[]);
        if mated.is_break() {
            return search.result;
        }
    }
    if goal.moves > 1 {
        search.later(0, 0);
    }
    // Most of those that are met may be ruled out at once: they count, too.
    let mut met: u64 = 0;
    while let Some(id) = search.next() {
        if met.is_multiple_of(64) && stop(search.seen.len()) {
            return search.result;
        }
        met += 1;
        let passing = if id == 0 { passing } else { Bitboard::EMPTY };
        if search.expand(id, passing).is_break() {
            return search.result;
        }
    }
    search.result.complete = true;
    search.result
}

impl Search<'_> {
    fn later(&mut self, id: u32, promise: usize) {
        if self.open.len() <= promise {
            self.open.resize(promise + 1, Vec::new());
        }
        self.open[promise].push(id);
    }

    fn next(&mut self) -> Option<u32> {
        self.open.iter_mut().find_map(Vec::pop)
    }

    /// Plays on from a position; breaks off if that is enough.
    fn expand(&mut self, id: u32, passing: Bitboard) -> ControlFlow<()> {
        let Some((&state, &node)) = self.seen.get_index(id as usize) else {
            return ControlFlow::Continue(());
        };
        let left = self.goal.moves - state.ply;
        let near = left <= 3 && state.ply > 0 && state.castling.is_empty();
        if near && !self.near.may_mate(&state, left) {
            return ControlFlow::Continue(());
        }
        self.result.states += 1;
        let least = node.needs.saturating_sub(1).max(1);
        let mut rest: Option<(Square, Rest)> = None;
        let (field, cover) = (self.field, self.cover);
        steps::<false>(field, &state, passing, &mut |step, after| {
            let castled = step.from == state.king && state.pieces[ROOK].contains(step.to);
            let needs = if castled {
                // Two pieces have moved, and saved moves.
                let to = after.king;
                let mut rest = cover.rest(&after, to);
                cover.needs(&mut rest, Step { to, ..step }, &after, 1, left - 1)
            } else {
                let rest = match &mut rest {
                    Some((from, rest)) if *from == step.from => rest,
                    other => &mut other.insert((step.from, cover.rest(&state, step.from))).1,
                };
                cover.needs(rest, step, &after, least, left - 1)
            };
            let Some(needs) = needs else {
                return ControlFlow::Continue(());
            };
            if left == 2 {
                return self.mate(&after, Bitboard::EMPTY, &[(id, step)]);
            }
            let new = u32::try_from(self.seen.len()).unwrap_or(u32::MAX);
            if let indexmap::map::Entry::Vacant(entry) = self.seen.entry(after) {
                entry.insert(Node {
                    parent: id,
                    step,
                    needs,
                });
                let promise = promise(field, &after, needs, left - 1);
                self.later(new, promise);
                if self.goal.early {
                    return self.mate(&after, Bitboard::EMPTY, &[(id, step)]);
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Looks for moves that mate; breaks off if that is enough. `last` is how the position was reached,
    /// from a position that was met.
    fn mate(&mut self, state: &State, passing: Bitboard, last: &[(u32, Step)]) -> ControlFlow<()> {
        let field = self.field;
        steps::<true>(field, state, passing, &mut |step, mut after| {
            if state.pieces[PAWN].contains(step.from) && field.can_be_passed(&after, step) {
                after.stepped |= 1 << step.from.file().to_u32();
            }
            let mate = field.is_mate(&after, after.stepped)
                || self.goal.italian && field.is_progressive_mate(&after, after.stepped);
            // The same position, however long it took and whatever was moved last.
            (after.ply, after.stepped) = (0, 0);
            if !mate || !self.mates.insert(after) {
                return ControlFlow::Continue(());
            }
            let mut series = vec![step];
            if let &[(mut id, step)] = last {
                series.push(step);
                while id > 0 {
                    let node = self.seen[id as usize];
                    series.push(node.step);
                    id = node.parent;
                }
            }
            series.reverse();
            self.result.series.push(series);
            if self.result.series.len() < self.goal.mates {
                return ControlFlow::Continue(());
            }
            self.result.complete = self.goal.mates <= 1;
            ControlFlow::Break(())
        })
    }
}

/// How far from mate a position seems, in a small number; not a bound. Tried on the positions of
/// `data/variants/progressive_mates.tsv`: it halves what is searched by the bound alone.
fn promise(field: &Field, state: &State, needs: u8, left: u8) -> usize {
    let occupied = state.occupied().without(field.king);
    let zone = (king_attacks(field.king) & !state.theirs).with(field.king);
    let open = zone
        .into_iter()
        .filter(|&square| !state.attacks(square, occupied))
        .count();
    2 * usize::from(needs) + 2 * open + usize::from(left)
}

/// Whether the standing king could leave a line between an own slider and the moving side's king,
/// who may come to stand on it.
fn may_flee_with_check(field: &Field, start: &State, moves: u8) -> bool {
    let sliders = field.them[2] | field.them[3] | field.them[4];
    let beyond = sliders.into_iter().flat_map(|slider| {
        let line = shakmaty::attacks::ray(slider, field.king);
        let far =
            move |square: &Square| shakmaty::attacks::between(slider, *square).contains(field.king);
        line.into_iter().filter(far)
    });
    let castles = if start.castling.any() { 2 } else { 0 };
    beyond
        .into_iter()
        .any(|square| square.distance(start.king) <= u32::from(moves + castles))
}
