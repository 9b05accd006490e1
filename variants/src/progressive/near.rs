//! Whether two or three moves can be enough, with the other side's pieces in the way.
//!
//! As long as no piece of the moving side makes two moves, a piece that captures stays where the captured
//! piece stood: nothing is removed from the lines. Only one that moves twice can capture and go on.

use rustc_hash::FxHashMap;
use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::board::{PAWN, PIECES, State};
use super::cover::{Cover, Reach, Rest, Zone, pieces};

/// What a piece can cover while certain pieces of the other side stand.
#[derive(Clone, Debug)]
struct Ends {
    /// Now, and after one move.
    reach: Reach,
    /// After two moves, of which the first captures nothing.
    quiet: Vec<Zone>,
    /// After two moves, of which the first captures.
    capturing: Vec<Zone>,
}

/// The test, with what it has worked out before.
#[derive(Debug)]
pub(crate) struct Near<'a> {
    cover: &'a Cover,
    king: Square,
    places: FxHashMap<(Bitboard, usize, Square), usize>,
    ends: Vec<Ends>,
}

impl<'a> Near<'a> {
    pub(crate) fn new(cover: &'a Cover, king: Square) -> Near<'a> {
        Near {
            cover,
            king,
            places: FxHashMap::default(),
            ends: Vec::new(),
        }
    }

    /// Whether two or three moves (`left`) may mate: if not, they cannot. Castling and en passant are
    /// to be no longer possible.
    pub(crate) fn may_mate(&mut self, state: &State, left: u8) -> bool {
        let places = pieces(state).map(|(role, square)| self.place(state.theirs, role, square));
        let places: Vec<usize> = places.collect();
        let ends = &self.ends;
        let target = self.cover.target(state);
        // Nobody moves twice.
        let reaches = places.iter().map(|&place| &ends[place].reach);
        if Rest::new(reaches).covers(target, left) {
            return true;
        }
        // One does; with three moves another one makes the third.
        let others = left - 2;
        pieces(state).enumerate().any(|(nth, (role, square))| {
            let these = &ends[places[nth]];
            let reaches = places.iter().enumerate().filter(|&(other, _)| other != nth);
            let reaches = reaches.map(|(_, &place)| &ends[place].reach);
            let mut rest = Rest::new(reaches);
            if these
                .quiet
                .iter()
                .any(|&squares| rest.covers(target & !squares, others))
            {
                return true;
            }
            if these.capturing.is_empty() && left < 3 {
                return false;
            }
            let mut rest = self.cover.rest(state, square);
            let reach = self.cover.reach(role, square);
            these
                .capturing
                .iter()
                .any(|&squares| rest.covers(target & !squares, others))
                || left == 3
                    && (rest.covers(target & !reach.now, 0)
                        || reach
                            .later
                            .iter()
                            .any(|&(cost, squares)| cost <= 3 && rest.covers(target & !squares, 0)))
        })
    }

    fn place(&mut self, theirs: Bitboard, role: usize, square: Square) -> usize {
        if let Some(&place) = self.places.get(&(theirs, role, square)) {
            return place;
        }
        let ends = self.ends(theirs, role, square);
        self.ends.push(ends);
        self.places
            .insert((theirs, role, square), self.ends.len() - 1);
        self.ends.len() - 1
    }

    fn ends(&self, theirs: Bitboard, role: usize, from: Square) -> Ends {
        let now = self.covered(theirs, role, from);
        let (mut one, mut quiet, mut capturing) = (Vec::new(), Vec::new(), Vec::new());
        for (role, to) in moves(theirs, role, from, self.king) {
            keep(&mut one, self.covered(theirs, role, to));
            let left = theirs.without(to);
            let ends = if theirs.contains(to) {
                &mut capturing
            } else {
                &mut quiet
            };
            for (role, to) in moves(left, role, to, self.king) {
                keep(ends, self.covered(left, role, to));
            }
        }
        Ends {
            reach: Reach::new(now, one.into_iter().map(|squares| (1, squares)).collect()),
            quiet,
            capturing,
        }
    }

    /// What a piece covers past the other side's pieces but their king.
    fn covered(&self, theirs: Bitboard, role: usize, square: Square) -> Zone {
        let occupied = theirs.without(self.king);
        self.cover.squares(attacks(occupied, role, square))
    }
}

/// Adds squares unless others are no worse, and takes those out that are no better.
fn keep(ends: &mut Vec<Zone>, squares: Zone) {
    if ends.iter().all(|&other| squares & !other != 0) {
        ends.retain(|&fewer| fewer & !squares != 0);
        ends.push(squares);
    }
}

/// Roles and squares after a move past the other side's pieces, as if no own ones were in the way.
fn moves(
    theirs: Bitboard,
    role: usize,
    from: Square,
    king: Square,
) -> impl Iterator<Item = (usize, Square)> {
    let to = if role == PAWN {
        let once = Bitboard::from_square(from).shift(8) & !theirs;
        let twice = (once & Bitboard::from_rank(Rank::Third)).shift(8) & !theirs;
        once | twice | (pawn_attacks(Color::White, from) & theirs)
    } else {
        attacks(theirs, role, from)
    };
    let promotes = role == PAWN && from.rank() == Rank::Seventh;
    let roles = if promotes {
        1..PIECES.len()
    } else {
        role..role + 1
    };
    to.without(king)
        .into_iter()
        .flat_map(move |to| roles.clone().map(move |role| (role, to)))
}

fn attacks(occupied: Bitboard, role: usize, square: Square) -> Bitboard {
    match PIECES.get(role) {
        Some(Role::Pawn) => pawn_attacks(Color::White, square),
        Some(Role::Knight) => knight_attacks(square),
        Some(Role::Bishop) => bishop_attacks(square, occupied),
        Some(Role::Rook) => rook_attacks(square, occupied),
        Some(_) => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        None => king_attacks(square),
    }
}
