//! The moves of a series.

use std::ops::ControlFlow;

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::board::{Field, PAWN, PIECES, ROOK, State, Step};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// What a generator of moves knows of a position.
struct Scan<'a> {
    field: &'a Field,
    state: &'a State,
    occupied: Bitboard,
    /// Pieces whose moves may leave the own king in check: all if it is in check.
    careful: Bitboard,
    /// Pieces whose moves may uncover a check.
    uncovering: Bitboard,
    /// From where pieces check, by [`PIECES`].
    checking: [Bitboard; 5],
}

/// Legal moves that give no check (or `CHECKING`: those that do), with the state after each.
/// `passing` are the squares where a pawn may be taken en passant.
pub(crate) fn steps<const CHECKING: bool>(
    field: &Field,
    state: &State,
    passing: Bitboard,
    visit: &mut impl FnMut(Step, State) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let occupied = state.occupied();
    // Every series begins with an answer to a check, if there is one; later there is none.
    let in_check = state.ply == 0 && field.attacks(state, state.king, occupied);
    let diagonal = bishop_attacks(field.king, occupied);
    let straight = rook_attacks(field.king, occupied);
    let ours = state.ours();
    let scan = Scan {
        field,
        state,
        occupied,
        careful: if in_check {
            Bitboard::FULL
        } else {
            field.pins(state, occupied) & ours
        },
        uncovering: state.screens(field.king, occupied) & ours,
        checking: [
            pawn_attacks(Color::Black, field.king),
            knight_attacks(field.king),
            diagonal,
            straight,
            diagonal | straight,
        ],
    };
    scan.pawns::<CHECKING>(passing, visit)?;
    for (nth, role) in PIECES.into_iter().enumerate().skip(1) {
        for from in state.pieces[nth] {
            let reach = match role {
                Role::Knight => knight_attacks(from),
                Role::Bishop => bishop_attacks(from, occupied),
                Role::Rook => rook_attacks(from, occupied),
                _ => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            };
            let uncovers = scan.uncovering.contains(from);
            let mut reach = reach & !ours;
            if !uncovers {
                let checking = scan.checking[nth];
                reach &= if CHECKING { checking } else { !checking };
            }
            for to in reach {
                let step = Step {
                    from,
                    to,
                    promotion: None,
                };
                scan.visit::<CHECKING>(step, uncovers, visit)?;
            }
        }
    }
    scan.king::<CHECKING>(ours, in_check, visit)
}

impl Scan<'_> {
    /// Plays a move and shows it, if it is legal; where it is not known whether it checks (`unsure`),
    /// only if it does what is wanted.
    fn visit<const CHECKING: bool>(
        &self,
        step: Step,
        unsure: bool,
        visit: &mut impl FnMut(Step, State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let after = self.field.play(self.state, step);
        if unsure && after.attacks(self.field.king, after.occupied()) != CHECKING {
            return ControlFlow::Continue(());
        }
        if self.careful.contains(step.from)
            && self.field.attacks(&after, after.king, after.occupied())
        {
            return ControlFlow::Continue(());
        }
        visit(step, after)
    }

    fn pawns<const CHECKING: bool>(
        &self,
        passing: Bitboard,
        visit: &mut impl FnMut(Step, State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let free = !self.occupied;
        for from in self.state.pieces[PAWN] {
            let pawn = Bitboard::from_square(from);
            let once = pawn.shift(8) & free;
            let twice = (once & Bitboard::from_rank(Rank::Third)).shift(8) & free;
            let attacked = pawn_attacks(Color::White, from);
            let passed = attacked & passing;
            let normal = once | twice | (attacked & self.state.theirs);
            let uncovers = self.uncovering.contains(from);
            for to in normal {
                let promotion = None;
                let mut step = Step {
                    from,
                    to,
                    promotion,
                };
                if to.rank() == Rank::Eighth {
                    for role in PROMOTIONS {
                        step.promotion = Some(role);
                        self.visit::<CHECKING>(step, true, visit)?;
                    }
                } else if uncovers || self.checking[PAWN].contains(to) == CHECKING {
                    self.visit::<CHECKING>(step, uncovers, visit)?;
                }
            }
            for to in passed {
                let step = Step {
                    from,
                    to,
                    promotion: None,
                };
                let after = self.field.play(self.state, step);
                let occupied = after.occupied();
                if after.attacks(self.field.king, occupied) == CHECKING
                    && !self.field.attacks(&after, after.king, occupied)
                {
                    visit(step, after)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn king<const CHECKING: bool>(
        &self,
        ours: Bitboard,
        in_check: bool,
        visit: &mut impl FnMut(Step, State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (field, state) = (self.field, self.state);
        let from = state.king;
        let uncovers = self.uncovering.contains(from);
        if uncovers || !CHECKING {
            let without = self.occupied.without(from);
            for to in king_attacks(from) & !ours & !king_attacks(field.king) {
                let mut left = *state;
                left.theirs.discard(to);
                if !field.attacks(&left, to, without) {
                    let step = Step {
                        from,
                        to,
                        promotion: None,
                    };
                    let after = field.play(state, step);
                    if uncovers && after.attacks(field.king, after.occupied()) != CHECKING {
                        continue;
                    }
                    visit(step, after)?;
                }
            }
        }
        if in_check {
            return ControlFlow::Continue(());
        }
        for rook in state.castling & state.pieces[ROOK] {
            let step = Step {
                from,
                to: rook,
                promotion: None,
            };
            if self.may_castle(rook) {
                self.visit::<CHECKING>(step, true, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the way is free for king and rook, and the king's is not attacked.
    fn may_castle(&self, rook: Square) -> bool {
        let king = self.state.king;
        let (king_file, rook_file) = if rook > king {
            (File::G, File::F)
        } else {
            (File::C, File::D)
        };
        let king_to = Square::from_coords(king_file, king.rank());
        let rook_to = Square::from_coords(rook_file, king.rank());
        let others = self.occupied.without(king).without(rook);
        let kings_way = between(king, king_to).with(king_to);
        let rooks_way = between(rook, rook_to).with(rook_to);
        ((kings_way | rooks_way) & others).is_empty()
            && kings_way
                .into_iter()
                .all(|square| !self.field.attacks(self.state, square, others))
            // The rook may have hidden the king from a check, as in Chess960.
            && !self.field.attacks(
                self.state,
                king_to,
                others.with(king_to).with(rook_to),
            )
    }
}
