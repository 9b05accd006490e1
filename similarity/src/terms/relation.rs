//! What decides endgames: where kings, rooks and bishops stand to each other and to passed pawns.
//!
//! Two endgames with the same pieces on other squares are the same lesson where these agree. They count in the pool
//! only, so they cost no list of an index. The terms are those of any book on endgames, e.g. Müller and Lamprecht 2001,
//! "Fundamental Chess Endings".

use std::fmt;

use motifs::{ahead, opposite_bishops, passed};
use shakmaty::{Board, Chess, Color, File, Position, Rank, Square};

/// A relation of pieces. The colour is that of the pawn, else of the piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// Each side has one bishop, and they never meet.
    OppositeBishops,
    /// Each side has one bishop, both on squares of one colour.
    SameBishops,
    /// All pawns of the side are on one rook's file, and its only bishop does not control where they become queens.
    WrongBishop(Color),
    /// The enemy king stands in front of a passed pawn.
    Blocked(Color),
    /// The king stands in front of its own passed pawn, on the pawn's file or the next one.
    Led(Color),
    /// Only kings and pawns are left, and the enemy king is in the square of a passed pawn, or is not.
    Caught(Color),
    Escaping(Color),
    /// Only kings and pawns are left, and the kings stand on one line with one, three or five squares between; the
    /// side that is not to move has the opposition.
    Opposition(Color),
    /// A rook stands behind a passed pawn, its own or an enemy one, or in front of it. The first colour is the rook's.
    RookBehind(Color, Color),
    RookBefore(Color, Color),
    /// A rook keeps the enemy king away from its passed pawn: by a file or a rank between them.
    CutOff(Color),
}

impl Relation {
    /// How much it decides on a board, 0 to 1. Measured: with less for bishops or blocking kings fewer of the ten hits
    /// of docs/ranking.md's examples have them; with more for the others SQI7 falls.
    pub(crate) fn importance(self, board: &Board) -> f64 {
        let others = board.occupied() & !board.pawns() & !board.kings() & !board.bishops();
        match self {
            Relation::OppositeBishops if others.is_empty() => 0.5,
            Relation::Blocked(_) => 2.0 / (1.0 + board.pawns().count() as f64),
            _ => 0.1,
        }
    }

    /// What a player calls it.
    pub(crate) fn wording(self) -> String {
        match self {
            Relation::OppositeBishops => "bishops of opposite colours".to_owned(),
            Relation::SameBishops => "bishops of the same colour".to_owned(),
            Relation::WrongBishop(color) => {
                format!("{} bishop is the wrong one for its rook’s pawn", of(color))
            }
            Relation::Blocked(color) => format!("the king in front of {} passed pawn", of(color)),
            Relation::Led(color) => format!("{} king leads its passed pawn", of(color)),
            Relation::Caught(color) => {
                format!("the king is in the square of {} passed pawn", of(color))
            }
            Relation::Escaping(color) => format!("{} passed pawn outruns the king", of(color)),
            Relation::Opposition(color) => format!("{} king has the opposition", of(color)),
            Relation::RookBehind(rook, pawn) => {
                format!("{} rook behind {} passed pawn", of(rook), of(pawn))
            }
            Relation::RookBefore(rook, pawn) => {
                format!("{} rook in front of {} passed pawn", of(rook), of(pawn))
            }
            Relation::CutOff(color) => {
                format!("the king is cut off from {} passed pawn", of(color))
            }
        }
    }
}

fn of(color: Color) -> &'static str {
    color.fold_wb("White’s", "Black’s")
}

impl fmt::Display for Relation {
    /// In notation, e.g. `=blocked:w`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color: Color| color.char();
        match *self {
            Relation::OppositeBishops => f.write_str("=B/b"),
            Relation::SameBishops => f.write_str("=Bb"),
            Relation::WrongBishop(color) => write!(f, "=wrong:{}", letter(color)),
            Relation::Blocked(color) => write!(f, "=blocked:{}", letter(color)),
            Relation::Led(color) => write!(f, "=led:{}", letter(color)),
            Relation::Caught(color) => write!(f, "=caught:{}", letter(color)),
            Relation::Escaping(color) => write!(f, "=escaping:{}", letter(color)),
            Relation::Opposition(color) => write!(f, "=opposition:{}", letter(color)),
            Relation::RookBehind(rook, pawn) => {
                write!(f, "=behind:{}{}", letter(rook), letter(pawn))
            }
            Relation::RookBefore(rook, pawn) => {
                write!(f, "=before:{}{}", letter(rook), letter(pawn))
            }
            Relation::CutOff(color) => write!(f, "=cut:{}", letter(color)),
        }
    }
}

/// The relations of a position, each once.
pub(crate) fn relations(position: &Chess) -> Vec<Relation> {
    let board = position.board();
    let mut found = Vec::new();
    found.extend(bishops(board));
    for color in Color::ALL {
        found.extend(is_wrong_bishop(board, color).then_some(Relation::WrongBishop(color)));
        for pawn in passed(board, color) {
            of_passed(position, color, pawn, &mut found);
        }
    }
    let only_pawns = (board.occupied() & !board.pawns() & !board.kings()).is_empty();
    if only_pawns && has_opposition(board) {
        found.push(Relation::Opposition(!position.turn()));
    }
    let mut each_once = Vec::with_capacity(found.len());
    for relation in found {
        if !each_once.contains(&relation) {
            each_once.push(relation);
        }
    }
    each_once
}

fn bishops(board: &Board) -> Option<Relation> {
    if opposite_bishops(board).is_some() {
        return Some(Relation::OppositeBishops);
    }
    let alone = |color: Color| (board.bishops() & board.by_color(color)).single_square();
    let [white, black] = [alone(Color::White)?, alone(Color::Black)?];
    (white.is_light() == black.is_light()).then_some(Relation::SameBishops)
}

fn is_wrong_bishop(board: &Board, color: Color) -> bool {
    let own = board.by_color(color);
    let (pawns, bishop) = (board.pawns() & own, (board.bishops() & own).single_square());
    let others = own & !board.pawns() & !board.kings() & !board.bishops();
    let Some(bishop) = bishop.filter(|_| pawns.any() && others.is_empty()) else {
        return false;
    };
    [File::A, File::H].into_iter().any(|file| {
        let queens = Square::from_coords(file, color.fold_wb(Rank::Eighth, Rank::First));
        pawns.into_iter().all(|pawn| pawn.file() == file) && queens.is_light() != bishop.is_light()
    })
}

/// The relations of a passed pawn.
fn of_passed(position: &Chess, color: Color, pawn: Square, found: &mut Vec<Relation>) {
    let board = position.board();
    let front = ahead(color, pawn.into());
    let behind = ahead(!color, pawn.into());
    let Some(own) = board.king_of(color) else {
        return;
    };
    let Some(enemy) = board.king_of(!color) else {
        return;
    };
    found.extend(front.contains(enemy).then_some(Relation::Blocked(color)));
    let leads = rank(color, own) > rank(color, pawn) && files_between(own, pawn) <= 1;
    found.extend(leads.then_some(Relation::Led(color)));
    for rooks in Color::ALL {
        let its = board.rooks() & board.by_color(rooks);
        found.extend(
            (its & behind)
                .any()
                .then_some(Relation::RookBehind(rooks, color)),
        );
        found.extend(
            (its & front)
                .any()
                .then_some(Relation::RookBefore(rooks, color)),
        );
    }
    let rooks = board.rooks() & board.by_color(color);
    if rooks
        .into_iter()
        .any(|rook| is_cut_off(color, rook, enemy, pawn))
    {
        found.push(Relation::CutOff(color));
    }
    if (board.occupied() & !board.pawns() & !board.kings()).is_empty() {
        let is_caught = is_in_square(position.turn(), color, pawn, enemy);
        found.push(if is_caught {
            Relation::Caught(color)
        } else {
            Relation::Escaping(color)
        });
    }
}

/// The rank from a side's own, 0 to 7.
fn rank(color: Color, square: Square) -> u32 {
    u32::from(color.relative_rank(square.rank()))
}

fn files_between(one: Square, other: Square) -> u32 {
    one.file().distance(other.file())
}

/// Whether a rook keeps the enemy king from a pawn of its side: the king would have to cross the rook's file, or its
/// rank to come before the pawn.
fn is_cut_off(color: Color, rook: Square, king: Square, pawn: Square) -> bool {
    let (file, from, to) = (
        rook.file(),
        king.file().min(pawn.file()),
        king.file().max(pawn.file()),
    );
    let by_file = from < file && file < to;
    let by_rank = rank(color, king) < rank(color, rook) && rank(color, rook) <= rank(color, pawn);
    by_file || by_rank
}

/// Whether a king comes to a pawn before or with its promotion.
fn is_in_square(turn: Color, color: Color, pawn: Square, king: Square) -> bool {
    // From its first rank a pawn goes two squares at once.
    let moves = 7 - rank(color, pawn).max(2);
    let goal = Square::from_coords(pawn.file(), color.fold_wb(Rank::Eighth, Rank::First));
    let first = u32::from(turn != color);
    goal.distance(king) <= moves + first
}

/// Whether the kings stand on one line with an odd number of squares between them.
fn has_opposition(board: &Board) -> bool {
    let kings = [Color::White, Color::Black].map(|color| board.king_of(color));
    let [Some(white), Some(black)] = kings else {
        return false;
    };
    let files = white.file().distance(black.file());
    let ranks = white.rank().distance(black.rank());
    let is_line = files == 0 || ranks == 0 || files == ranks;
    is_line && matches!(files.max(ranks), 2 | 4 | 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of the books, with what they are there for.
    #[test]
    fn what_decides_endgames() {
        use Color::{Black, White};
        use Relation::*;
        let cases: [(&str, &[Relation]); 11] = [
            // Opposite bishops; on one colour; a bishop and a knight.
            ("8/5k2/4b3/8/8/2B5/5K2/8 w - - 0 1", &[OppositeBishops]),
            ("8/5k2/5b2/8/8/2B5/5K2/8 w - - 0 1", &[SameBishops]),
            ("8/5k2/5n2/8/8/2B5/5K2/8 w - - 0 1", &[]),
            // The bishop does not control h8.
            ("8/8/8/4k3/7P/2K5/8/5B2 w - - 0 1", &[WrongBishop(White)]),
            // Passive defence.
            (
                "6k1/8/6K1/6P1/8/8/r7/5R2 b - - 0 1",
                &[Blocked(White), Led(White)],
            ),
            // Lucena: the king is cut off by the c-file.
            (
                "1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1",
                &[Led(White), CutOff(White)],
            ),
            // Tarrasch: rooks behind passed pawns.
            (
                "8/6k1/R7/P7/8/8/5K2/r7 w - - 0 1",
                &[RookBefore(White, White), RookBehind(Black, White)],
            ),
            // The square of the pawn, with either side to move.
            ("8/8/8/P3k3/8/8/8/7K b - - 0 1", &[Caught(White)]),
            ("8/8/8/P3k3/8/8/8/7K w - - 0 1", &[Escaping(White)]),
            // The opposition: White has it if Black is to move.
            (
                "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1",
                &[Blocked(White), Led(White), Caught(White), Opposition(White)],
            ),
            (
                "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
                &[Blocked(White), Led(White), Caught(White), Opposition(Black)],
            ),
        ];
        for (fen, expected) in cases {
            let position = pgn::parse_fen(fen).expect("a FEN");
            assert_eq!(relations(&position), expected, "{fen}");
            let mirrored = pgn::flipped(&position).expect("legal");
            assert_eq!(relations(&mirrored).len(), expected.len(), "{fen}");
        }
    }
}
