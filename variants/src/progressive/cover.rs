//! How many moves a mate still needs, at least.
//!
//! The standing king stays where it is. In the mate it is attacked, and so is every square beside it
//! that none of its own pieces stands on. Each piece of the moving side that takes part attacks some of
//! these squares from where it ends, and gets there in no fewer moves than on a board where nothing
//! stands in its way. The cheapest choice of such ends that covers all squares is a lower bound.

use std::collections::VecDeque;

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::board::{Field, PAWN, PIECES, State, Step, index};

/// The king's place after [`PIECES`].
const KING: usize = 5;

/// The most moves that are counted: with more a piece gets wherever it can.
const FAR: u8 = 14;

/// Squares of the standing king's zone, its own and those beside it, one bit each.
pub(crate) type Zone = u16;

/// What a piece can cover.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// From where it stands.
    pub(crate) now: Zone,
    /// From elsewhere: moves needed and squares covered, the cheapest first, none that is no better
    /// than another.
    pub(crate) later: Vec<(u8, Zone)>,
    /// All squares of `later`, by the most moves.
    within: [Zone; FAR as usize + 1],
}

impl Reach {
    pub(crate) fn new(now: Zone, later: Vec<(u8, Zone)>) -> Reach {
        let within = std::array::from_fn(|moves| {
            let near = later
                .iter()
                .filter(|&&(cost, _)| usize::from(cost) <= moves);
            near.fold(0, |all, &(_, squares)| all | squares)
        });
        Reach { now, later, within }
    }
}

/// The bound, prepared for a field.
#[derive(Clone, Debug)]
pub(crate) struct Cover {
    /// The zone's bit of each square, 0 outside.
    bit: [Zone; 64],
    /// The zone's squares.
    zone: Bitboard,
    king: Square,
    /// By role and square.
    reach: Vec<Reach>,
    /// How many moves castling may save.
    castling: u8,
}

/// A piece in search of a better place.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    /// What it covers and no other does.
    now: Zone,
    reach: &'a Reach,
}

/// The pieces of a side but for one, and what they can cover in how many moves.
#[derive(Clone, Debug)]
pub(crate) struct Rest<'a> {
    pieces: Vec<Piece<'a>>,
    /// What they cover now.
    now: Zone,
    /// By squares to cover: below how many moves is known to be too few (the lower four bits), and how
    /// many below 15 are known to be enough.
    known: [u8; 512],
}

impl Cover {
    /// `moves` is the length of the series, `passing` squares of pawns to be taken en passant, `flights`
    /// whether the squares beside the king must be covered, too.
    pub(crate) fn new(
        field: &Field,
        start: &State,
        passing: Bitboard,
        moves: u8,
        flights: bool,
    ) -> Cover {
        let king = field.king;
        let beside = if flights {
            king_attacks(king)
        } else {
            Bitboard::EMPTY
        };
        let zone = beside.with(king);
        let mut bit = [0; 64];
        for (nth, square) in zone.into_iter().enumerate() {
            bit[square as usize] = 1 << nth;
        }
        let mut cover = Cover {
            bit,
            zone,
            king,
            reach: Vec::with_capacity(6 * 64),
            castling: if start.castling.any() { 2 } else { 0 },
        };
        let capturable = start.theirs | passing;
        for role in 0..=KING {
            for square in Square::ALL {
                let reach = cover.reach_of(role, square, capturable, moves);
                cover.reach.push(reach);
            }
        }
        cover
    }

    /// The squares that have to be covered: around the king, and its own.
    pub(crate) fn target(&self, state: &State) -> Zone {
        self.squares((self.zone & !state.theirs).with(self.king))
    }

    pub(crate) fn squares(&self, squares: Bitboard) -> Zone {
        let bits = squares.into_iter().map(|square| self.bit[square as usize]);
        bits.fold(0, |all, bit| all | bit)
    }

    /// The pieces but for the one on a square.
    pub(crate) fn rest(&self, state: &State, without: Square) -> Rest<'_> {
        let pieces = pieces(state).filter(|&(_, square)| square != without);
        Rest::new(pieces.map(|(role, square)| self.reach(role, square)))
    }

    pub(crate) fn reach(&self, role: usize, square: Square) -> &Reach {
        &self.reach[role * 64 + square as usize]
    }

    /// The moves that a mate needs at least after a step, from `least` to `most`, none if more. `rest`
    /// are the other pieces.
    pub(crate) fn needs(
        &self,
        rest: &mut Rest,
        step: Step,
        after: &State,
        least: u8,
        most: u8,
    ) -> Option<u8> {
        let saved = if after.castling.any() {
            self.castling
        } else {
            0
        };
        let role = if after.king == step.to {
            KING
        } else {
            let role = step.promotion.map(index);
            role.or_else(|| (0..PIECES.len()).find(|&role| after.pieces[role].contains(step.to)))?
        };
        let reach = &self.reach[role * 64 + step.to as usize];
        let target = self.target(after);
        let most = most + saved;
        let needs = (least..=most.min(FAR)).find(|&moves| {
            rest.covers(target & !reach.now, moves)
                || reach
                    .later
                    .iter()
                    .take_while(|&&(cost, _)| cost <= moves)
                    .any(|&(cost, squares)| rest.covers(target & !squares, moves - cost))
        });
        needs.or((most > FAR).then_some(FAR))
    }

    fn reach_of(&self, role: usize, from: Square, capturable: Bitboard, moves: u8) -> Reach {
        let mut seen = [Bitboard::EMPTY; 6];
        seen[role].add(from);
        let mut queue = VecDeque::from([(role, from, 0)]);
        let now = self.squares(attacks(role, from) & self.zone);
        let mut later: Vec<(u8, Zone)> = Vec::new();
        while let Some((role, square, cost)) = queue.pop_front() {
            if cost > 0 {
                let squares = self.squares(attacks(role, square) & self.zone);
                if squares != 0 && later.iter().all(|&(_, other)| squares & !other != 0) {
                    // Of the same cost, those that this one makes superfluous.
                    later.retain(|&(other, fewer)| other < cost || fewer & !squares != 0);
                    later.push((cost, squares));
                }
            }
            if cost == moves.min(FAR) {
                continue;
            }
            let mut go = |role: usize, to: Bitboard| {
                let fresh = to & !seen[role];
                seen[role] |= fresh;
                queue.extend(fresh.into_iter().map(|to| (role, to, cost + 1)));
            };
            match role {
                PAWN => {
                    let pawn = Bitboard::from_square(square);
                    let once = pawn.shift(8);
                    let twice = (once & Bitboard::from_rank(Rank::Third)).shift(8);
                    let taken = pawn_attacks(Color::White, square) & capturable;
                    let to = once | twice | taken;
                    if square.rank() == Rank::Seventh {
                        (1..PIECES.len()).for_each(|role| go(role, to));
                    } else {
                        go(PAWN, to);
                    }
                }
                KING => go(KING, attacks(KING, square) & !king_attacks(self.king)),
                _ => go(role, attacks(role, square).without(self.king)),
            }
        }
        Reach::new(now, later)
    }
}

/// The roles and places of the moving side's pieces.
pub(crate) fn pieces(state: &State) -> impl Iterator<Item = (usize, Square)> {
    let pieces = (0..PIECES.len()).flat_map(|role| {
        state.pieces[role]
            .into_iter()
            .map(move |square| (role, square))
    });
    pieces.chain([(KING, state.king)])
}

impl<'a> Rest<'a> {
    pub(crate) fn new(reaches: impl Iterator<Item = &'a Reach>) -> Rest<'a> {
        // Composed positions may have more.
        let mut pieces = Vec::with_capacity(16);
        let (mut once, mut twice) = (0, 0);
        for reach in reaches {
            twice |= once & reach.now;
            once |= reach.now;
            if !reach.later.is_empty() {
                let now = reach.now;
                pieces.push(Piece { now, reach });
            }
        }
        for piece in &mut pieces {
            piece.now &= !twice;
        }
        Rest {
            pieces,
            now: once,
            known: [0; 512],
        }
    }

    /// Whether they can cover squares in a number of moves.
    pub(crate) fn covers(&mut self, target: Zone, moves: u8) -> bool {
        let open = target & !self.now;
        if open == 0 {
            return true;
        }
        let known = &mut self.known[usize::from(target)];
        let (too_few, enough) = (*known & 15, 15 - (*known >> 4));
        if moves >= enough {
            return true;
        }
        if moves < too_few {
            return false;
        }
        let covered = covers(&mut self.pieces, target, open, 0, moves);
        *known = if covered {
            (15 - moves) << 4 | too_few
        } else {
            (15 - enough) << 4 | (moves + 1)
        };
        covered
    }
}

/// Whether pieces can cover what is `open` in a number of moves. Who moves gives up what it alone covers.
fn covers(pieces: &mut [Piece], target: Zone, open: Zone, covered: Zone, moves: u8) -> bool {
    if open == 0 {
        return true;
    }
    if moves == 0 {
        return false;
    }
    if moves == 1 {
        return pieces.iter().any(|piece| {
            let open = open | (piece.now & target & !covered);
            let near = piece.reach.later.iter().take_while(|&&(cost, _)| cost == 1);
            open & !piece.reach.within[1] == 0
                && near.into_iter().any(|&(_, squares)| open & !squares == 0)
        });
    }
    // Begin with a square that few can cover.
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for piece in pieces.iter() {
        let within = piece.reach.within[usize::from(moves)];
        thrice |= twice & within;
        twice |= once & within;
        once |= within;
    }
    if open & !once != 0 {
        return false;
    }
    let few = [open & !twice, open & !thrice, open];
    let few = few.into_iter().find(|&few| few != 0).unwrap_or(open);
    let next = few & few.wrapping_neg();
    let last = pieces.len() - 1;
    for nth in 0..pieces.len() {
        let piece = pieces[nth];
        if piece.reach.within[usize::from(moves)] & next == 0 {
            continue;
        }
        pieces.swap(nth, last);
        for &(cost, squares) in &piece.reach.later {
            if cost > moves {
                break;
            }
            if squares & next != 0 {
                let covered = covered | squares;
                let open = (open | (piece.now & target)) & !covered;
                if covers(&mut pieces[..last], target, open, covered, moves - cost) {
                    pieces.swap(nth, last);
                    return true;
                }
            }
        }
        pieces.swap(nth, last);
    }
    false
}

/// What a piece attacks where nothing stands in its way.
fn attacks(role: usize, square: Square) -> Bitboard {
    match PIECES.get(role) {
        Some(Role::Pawn) => pawn_attacks(Color::White, square),
        Some(Role::Knight) => knight_attacks(square),
        Some(Role::Bishop) => bishop_attacks(square, Bitboard::EMPTY),
        Some(Role::Rook) => rook_attacks(square, Bitboard::EMPTY),
        Some(_) => bishop_attacks(square, Bitboard::EMPTY) | rook_attacks(square, Bitboard::EMPTY),
        None => king_attacks(square),
    }
}
