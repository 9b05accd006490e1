//! The test that the tablebase agrees with a retrograde analysis of three pieces.
//!
//! Source: <https://www.chessprogramming.org/Retrograde_Analysis>.

use std::path::PathBuf;

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, Move, Piece, Position, Role,
    Setup, Square,
};
use shakmaty_syzygy::Wdl;

use crate::tablebase::Tablebase;

/// White's king, Black's king and White's other piece.
type Squares = [Square; 3];

/// The positions of White's king and a piece against Black's king.
struct Solved {
    role: Role,
    /// By [`index`]: the plies until White mates, or to a promotion that wins, if White can.
    plies: Vec<Option<u32>>,
}

/// What a move leads to.
enum Next {
    Won,
    Drawn,
    /// A position of the same pieces, by its [`index`].
    At(usize),
}

/// All squares with White's king on the files a to d: the other half of the board mirrors it.
fn all() -> impl Iterator<Item = (Color, Squares)> {
    let pairs = |king| Square::ALL.map(|other| [king, other]);
    let kings = Square::ALL.into_iter().filter(|king| king.file() < File::E);
    let squares = kings
        .flat_map(pairs)
        .flat_map(|[king, other]| Square::ALL.map(|square| [king, other, square]));
    squares.flat_map(|squares| Color::ALL.map(|turn| (turn, squares)))
}

fn index(turn: Color, squares: Squares) -> usize {
    let squares = if squares[0].file() < File::E {
        squares
    } else {
        squares.map(Square::flip_horizontal)
    };
    let sum = squares
        .iter()
        .fold(0, |sum, square| sum * 64 + usize::from(*square));
    2 * sum + turn as usize
}

/// The position, if it is legal.
fn position(role: Role, turn: Color, squares: Squares) -> Option<Chess> {
    let pieces = [Role::King.of(Color::White), Role::King.of(Color::Black)];
    let pieces: [Piece; 3] = [pieces[0], pieces[1], role.of(Color::White)];
    let mut board = Board::empty();
    for (square, piece) in squares.into_iter().zip(pieces) {
        board.set_piece_at(square, piece);
    }
    let is_whole =
        board.occupied() == Bitboard::from_iter(squares) && board.occupied().count() == 3;
    let setup = Setup {
        board,
        turn,
        ..Setup::empty()
    };
    let position = is_whole.then(|| setup.position(CastlingMode::Standard).ok());
    position.flatten()
}

impl Solved {
    /// `promoted` are the pieces that a pawn can win with.
    fn new(role: Role, promoted: &[&Solved]) -> Solved {
        let mut open: Vec<(usize, Color, Vec<Next>)> = Vec::new();
        let mut solved = Solved {
            role,
            plies: vec![None; 2 * 64 * 64 * 64],
        };
        for (turn, squares) in all() {
            let Some(position) = position(role, turn, squares) else {
                continue;
            };
            if position.is_checkmate() {
                solved.plies[index(turn, squares)] = Some(0);
                continue;
            }
            let moves = position.legal_moves();
            let next = moves.iter().map(|m| next(squares, turn, *m, promoted));
            open.push((index(turn, squares), turn, next.collect()));
        }
        for ply in 1.. {
            let before = open.len();
            let is_won = |next: &Next| match next {
                Next::Won => true,
                Next::Drawn => false,
                Next::At(index) => solved.plies[*index].is_some_and(|plies| plies < ply),
            };
            let (won, left) = open.into_iter().partition(|(_, turn, next)| match turn {
                Color::White => next.iter().any(is_won),
                Color::Black => !next.is_empty() && next.iter().all(is_won),
            });
            let won: Vec<_> = won;
            for (index, ..) in &won {
                solved.plies[*index] = Some(ply);
            }
            open = left;
            if open.len() == before {
                break;
            }
        }
        solved
    }
}

fn next(squares: Squares, turn: Color, m: Move, promoted: &[&Solved]) -> Next {
    let [king, other, piece] = squares;
    if m.is_capture() {
        return Next::Drawn;
    }
    let squares = match (turn, m.role()) {
        (Color::Black, _) => [king, m.to(), piece],
        (Color::White, Role::King) => [m.to(), other, piece],
        (Color::White, _) => [king, other, m.to()],
    };
    let Some(promotion) = m.promotion() else {
        return Next::At(index(!turn, squares));
    };
    let solved = promoted.iter().find(|solved| solved.role == promotion);
    let plies = solved.and_then(|solved| solved.plies[index(!turn, squares)]);
    plies.map_or(Next::Drawn, |_| Next::Won)
}

/// The tables of the repository.
pub(crate) fn tablebase() -> Tablebase {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/syzygy"));
    Tablebase::open(&[folder], |sentence| panic!("{sentence}")).expect("tables")
}

#[test]
fn the_tablebase_agrees() {
    let tablebase = tablebase();
    let [queen, rook] = [Role::Queen, Role::Rook].map(|role| Solved::new(role, &[]));
    let pawn = Solved::new(Role::Pawn, &[&queen, &rook]);
    // How many legal positions there are is known: twice as many on the whole board.
    for (solved, positions) in [(queen, 184_226), (rook, 199_556), (pawn, 165_676)] {
        let mut count = 0;
        for (turn, squares) in all() {
            let Some(position) = position(solved.role, turn, squares) else {
                continue;
            };
            count += 1;
            let plies = solved.plies[index(turn, squares)];
            let wdl = match (plies, turn) {
                (None, _) => Wdl::Draw,
                (Some(_), Color::White) => Wdl::Win,
                (Some(_), Color::Black) => Wdl::Loss,
            };
            let fen = shakmaty::fen::Fen::from_position(&position, EnPassantMode::Legal);
            assert_eq!(tablebase.wdl(&position), Some(wdl), "{fen}");
            // A probe of the distance takes several of the outcome.
            if solved.role == Role::Pawn || count % 8 != 0 {
                continue;
            }
            let distance = tablebase.dtz(&position).expect("a table");
            // Without pawns, only the mate ends what is counted, and to be mated counts as a ply.
            let wanted =
                turn.fold_wb(1, -1) * plies.unwrap_or(0).max(u32::from(wdl != Wdl::Draw)) as i32;
            let is_near = (distance - wanted).abs() <= 1;
            assert!(is_near, "{fen}: {distance}, {wanted}");
        }
        assert_eq!(count, positions, "{:?}", solved.role);
    }
}
