//! Moves as Scid stores them: the number of a piece in a list, and where it goes in four bits.
//!
//! Source: `bytebuf.h` and `position.cpp` of Scid 5.0.2, <https://github.com/benini/scid>.

use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square};

use super::bytes::Bytes;
use crate::moves::Played;

/// A position, and the pieces of each side in the order of Scid's list.
#[derive(Clone)]
pub(crate) struct Pieces {
    pub(crate) position: Chess,
    white: List,
    black: List,
}

/// The squares of the pieces of a side. The king is the first one.
#[derive(Clone)]
struct List {
    squares: [Square; 16],
    count: usize,
}

/// A move, legal or not.
pub(crate) enum Step {
    /// The side to move passes.
    Null,
    Castle(CastlingSide),
    Other {
        from: Square,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Pieces {
    /// The usual position: the king, the other pieces from a to h, the pawns from a to h.
    pub(crate) fn usual() -> Pieces {
        let list = |pieces: Rank, pawns: Rank| {
            let files = [
                File::E,
                File::A,
                File::B,
                File::C,
                File::D,
                File::F,
                File::G,
                File::H,
            ];
            let pieces = files.map(|file| Square::from_coords(file, pieces));
            let pawns = File::ALL.map(|file| Square::from_coords(file, pawns));
            let mut list = List::default();
            list.squares[..8].copy_from_slice(&pieces);
            list.squares[8..].copy_from_slice(&pawns);
            list.count = 16;
            list
        };
        Pieces {
            position: Chess::default(),
            white: list(Rank::First, Rank::Second),
            black: list(Rank::Eighth, Rank::Seventh),
        }
    }

    /// Another position: the pieces in the order of its FEN, the king changed places with the first one.
    /// `None` if a side has more than sixteen.
    pub(crate) fn of(position: Chess) -> Option<Pieces> {
        let (mut white, mut black) = (List::default(), List::default());
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                if let Some(piece) = position.board().piece_at(square) {
                    let list = piece.color.fold_wb(&mut white, &mut black);
                    list.push(square, piece.role == Role::King)?;
                }
            }
        }
        Some(Pieces {
            position,
            white,
            black,
        })
    }

    fn list(&mut self, side: Color) -> &mut List {
        side.fold_wb(&mut self.white, &mut self.black)
    }

    /// The move that begins with a byte; the moves of queens along diagonals have a second one. `None` if there is no
    /// such piece, or it would leave the board.
    pub(crate) fn step(&self, byte: u8, rest: &mut Bytes<'_>) -> Option<Step> {
        let turn = self.position.turn();
        let list = turn.fold_wb(&self.white, &self.black);
        let from = *list.squares[..list.count].get(usize::from(byte >> 4))?;
        let role = self.position.board().role_at(from)?;
        let code = i32::from(byte & 15);
        let (at, file, rank) = (
            i32::from(from),
            i32::from(from.file()),
            i32::from(from.rank()),
        );
        let mut promotion = None;
        let to = match role {
            Role::Pawn => {
                let (by, role) = pawn(code);
                promotion = role;
                at + turn.fold_wb(by, -by)
            }
            Role::Knight => at + one_of(&[-17, -15, -10, -6, 6, 10, 15, 17], code)?,
            Role::Bishop => {
                let by = (code & 7) - file;
                if code < 8 { at + 9 * by } else { at - 7 * by }
            }
            Role::Queen if code == file => i32::from(rest.byte()?) - 64,
            Role::Rook | Role::Queen if code < 8 => 8 * rank + code,
            Role::Rook | Role::Queen => 8 * (code - 8) + file,
            Role::King => match code {
                0 => return Some(Step::Null),
                9 => return Some(Step::Castle(CastlingSide::QueenSide)),
                10 => return Some(Step::Castle(CastlingSide::KingSide)),
                _ => at + one_of(&[-9, -8, -7, -1, 1, 7, 8, 9], code)?,
            },
        };
        Some(Step::Other {
            from,
            to: Square::try_from(to).ok()?,
            promotion,
        })
    }

    /// The position after a move.
    ///
    /// # Errors
    ///
    /// It is a pass out of check.
    pub(crate) fn play(&mut self, played: Played) -> Result<(), &'static str> {
        let turn = self.position.turn();
        let before = self.position.clone();
        self.position = played.after(before).ok_or("null move while in check")?;
        match played {
            Played::Null => {}
            Played::Move(m @ Move::Castle { king, rook }) => {
                let list = self.list(turn);
                let places = (list.place(king), list.place(rook));
                if let Some(side) = m.castling_side() {
                    list.put(places.0, side.king_to(turn));
                    list.put(places.1, side.rook_to(turn));
                }
            }
            Played::Move(m) => {
                if m.is_capture() {
                    let rank = m.from().filter(|_| m.is_en_passant());
                    let rank = rank.map_or(m.to().rank(), Square::rank);
                    let square = Square::from_coords(m.to().file(), rank);
                    self.list(turn.other()).remove(square);
                }
                let list = self.list(turn);
                let place = m.from().and_then(|from| list.place(from));
                list.put(place, m.to());
            }
        }
        Ok(())
    }
}

/// How far a pawn moves, as White, and what it becomes.
fn pawn(code: i32) -> (i32, Option<Role>) {
    let role = match code {
        3..=5 => Some(Role::Queen),
        6..=8 => Some(Role::Rook),
        9..=11 => Some(Role::Bishop),
        12..=14 => Some(Role::Knight),
        15 => return (16, None),
        _ => None,
    };
    (7 + code % 3, role)
}

/// Number `code` of some numbers, from 1.
fn one_of(numbers: &[i32], code: i32) -> Option<i32> {
    let nth = usize::try_from(code).ok()?.checked_sub(1)?;
    numbers.get(nth).copied()
}

impl Step {
    /// The move if it is legal.
    pub(crate) fn played(&self, position: &Chess) -> Option<Played> {
        let legal = position.legal_moves();
        let is_it = |m: &&Move| match self {
            Step::Null => false,
            Step::Castle(side) => m.castling_side() == Some(*side),
            Step::Other {
                from,
                to,
                promotion,
            } => {
                !m.is_castle()
                    && m.from() == Some(*from)
                    && m.to() == *to
                    && m.promotion() == *promotion
            }
        };
        match self {
            Step::Null => Some(Played::Null),
            _ => legal.iter().find(is_it).copied().map(Played::Move),
        }
    }

    /// The move in words of PGN, legal or not: `O-O`, `e2e4`.
    pub(crate) fn text(&self) -> String {
        match *self {
            Step::Null => "--".to_owned(),
            Step::Castle(CastlingSide::KingSide) => "O-O".to_owned(),
            Step::Castle(CastlingSide::QueenSide) => "O-O-O".to_owned(),
            Step::Other {
                from,
                to,
                promotion,
            } => UciMove::Normal {
                from,
                to,
                promotion,
            }
            .to_string(),
        }
    }
}

impl Default for List {
    fn default() -> List {
        List {
            squares: [Square::A1; 16],
            count: 0,
        }
    }
}

impl List {
    /// Adds a piece; a king takes the place of the first one, which becomes the last.
    fn push(&mut self, square: Square, is_king: bool) -> Option<()> {
        *self.squares.get_mut(self.count)? = square;
        if is_king {
            self.squares.swap(0, self.count);
        }
        self.count += 1;
        Some(())
    }

    /// The place in the list of the piece on a square.
    fn place(&self, square: Square) -> Option<usize> {
        self.squares[..self.count]
            .iter()
            .position(|at| *at == square)
    }

    /// Puts the piece of a place on a square.
    fn put(&mut self, place: Option<usize>, square: Square) {
        if let Some(at) = place.and_then(|place| self.squares.get_mut(place)) {
            *at = square;
        }
    }

    /// Removes the piece on a square: the last one of the list takes its place.
    fn remove(&mut self, square: Square) {
        if let Some(place) = self.place(square) {
            self.count -= 1;
            self.squares[place] = self.squares[self.count];
        }
    }
}
