//! Terms in words, e.g. `White’s rook on b1` for `Rb1`.

use motifs::Kind;
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::TermKind;
use super::kind::centipawns;

impl TermKind {
    /// It in words, as a player says them: a phrase without a full stop.
    pub fn wording(self) -> String {
        match self {
            TermKind::Naive { piece, square } => format!("{} on {square}", of_piece(piece)),
            TermKind::Reachability { piece, square, .. } => {
                format!("{} can go to {square}", of_piece(piece))
            }
            TermKind::Connectivity {
                actor,
                target,
                square,
            } => {
                let (verb, target) = (acts(actor, target), name(target.role));
                format!("{} {verb} the {target} on {square}", of_piece(actor))
            }
            TermKind::Pawn {
                kind,
                color,
                square,
            } => {
                let what = match kind {
                    Kind::Isolated => "isolated",
                    Kind::Passed => "passed",
                    Kind::ProtectedPassed => "a protected passed pawn",
                    _ => "backward",
                };
                format!(
                    "{color}’s pawn on {square} is {what}",
                    color = color_name(color)
                )
            }
            TermKind::Doubled { color, .. } => {
                let pawns = listed(&self.squares());
                format!("{}’s pawns on {pawns} are doubled", color_name(color))
            }
            TermKind::Chain { color, .. } => {
                format!(
                    "{}’s pawn chain {}",
                    color_name(color),
                    listed(&self.squares())
                )
            }
            TermKind::Islands { color, islands } => {
                let noun = if islands == 1 { "island" } else { "islands" };
                format!("{} has {islands} pawn {noun}", color_name(color))
            }
            TermKind::Connection { actor, target } => {
                let (verb, target) = (acts(actor, target), name(target.role));
                format!("{} {verb} a {target}", of_piece(actor))
            }
            TermKind::Hanging { piece, square } => format!("{} on {square} hangs", of_piece(piece)),
            TermKind::CheaperAttacker { piece, square } => {
                let piece = of_piece(piece);
                format!("{piece} on {square} is attacked by a less valuable piece")
            }
            TermKind::WinningCapture {
                actor,
                target,
                square,
            } => {
                let target = name(target.role);
                format!("{} wins the {target} on {square}", of_piece(actor))
            }
            TermKind::PawnFile { white, black, .. } => pawns_in_words(white, black),
            TermKind::PieceCount { role, white, black } => {
                format!("{}s: White {white}, Black {black}", name(role))
            }
            TermKind::PieceDifference { role, difference } => {
                let role = name(role);
                match difference {
                    0 => format!("the same number of {role}s"),
                    1 => format!("White has 1 more {role}"),
                    2.. => format!("White has {difference} more {role}s"),
                    -1 => format!("Black has 1 more {role}"),
                    _ => format!("Black has {} more {role}s", -difference),
                }
            }
            TermKind::Evaluation { series, bucket } => {
                let (from, to) = centipawns(series, bucket);
                let pawns =
                    |cp: i32| format!("{:.2}", f64::from(cp) / 100.0).replace('-', "\u{2212}");
                format!("evaluation between {} and {}", pawns(from), pawns(to))
            }
        }
    }
}

pub(crate) fn color_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

pub(crate) fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `White’s rook`
pub(crate) fn of_piece(piece: Piece) -> String {
    format!("{}’s {}", color_name(piece.color), name(piece.role))
}

/// `pawns: White d4; Black d5, d7`
pub(crate) fn pawns_in_words(white: Bitboard, black: Bitboard) -> String {
    let squares = |pawns: Bitboard| match pawns.into_iter().collect::<Vec<_>>()[..] {
        [] => "none".to_owned(),
        ref pawns => listed(pawns),
    };
    format!("pawns: White {}; Black {}", squares(white), squares(black))
}

/// `c2, c3`
fn listed(squares: &[Square]) -> String {
    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
    squares.join(", ")
}

fn acts(actor: Piece, target: Piece) -> &'static str {
    if actor.color == target.color {
        "defends"
    } else {
        "attacks"
    }
}

#[cfg(test)]
mod tests {
    use crate::Term;

    #[test]
    fn terms_in_words() {
        for (text, words, squares) in [
            ("qa5", "Black’s queen on a5", "a5"),
            ("Ra1|0.89", "White’s rook can go to a1", "a1"),
            ("Q>pa5", "White’s queen attacks the pawn on a5", "a5"),
            ("Q<Rb1", "White’s queen defends the rook on b1", "b1"),
            ("r>N", "Black’s rook attacks a knight", ""),
            ("B<N", "White’s bishop defends a knight", ""),
            ("?Nd5", "White’s knight on d5 hangs", "d5"),
            (
                "!nd5",
                "Black’s knight on d5 is attacked by a less valuable piece",
                "d5",
            ),
            ("Rxpe5", "White’s rook wins the pawn on e5", "e5"),
            ("Id4", "White’s pawn on d4 is isolated", "d4"),
            ("fd4", "Black’s pawn on d4 is passed", "d4"),
            (
                "'fa5",
                "Black’s pawn on a5 is a protected passed pawn",
                "a5",
            ),
            ("lc7", "Black’s pawn on c7 is backward", "c7"),
            ("S{c2-c3}", "White’s pawns on c2, c3 are doubled", "c2 c3"),
            ("w[e6/d5/c4]", "Black’s pawn chain e6, d5, c4", "e6 d5 c4"),
            ("P(2)", "White has 2 pawn islands", ""),
            ("p(1)", "Black has 1 pawn island", ""),
            ("d(d4/d5-d7)", "pawns: White d4; Black d5, d7", "d4 d5 d7"),
            ("b(/b7)", "pawns: White none; Black b7", "b7"),
            ("N=1,n=2", "knights: White 1, Black 2", ""),
            ("R-r=0", "the same number of rooks", ""),
            ("R-r=1", "White has 1 more rook", ""),
            ("R-r=-2", "Black has 2 more rooks", ""),
            ("cp=-75..75", "evaluation between −0.75 and 0.75", ""),
            ("cp=0..50", "evaluation between 0.00 and 0.50", ""),
        ] {
            let kind = text.parse::<Term>().expect(text).kind();
            assert_eq!(kind.wording(), words, "{text}");
            let named: Vec<String> = kind.squares().iter().map(ToString::to_string).collect();
            assert_eq!(named.join(" "), squares, "{text}");
        }
    }
}
