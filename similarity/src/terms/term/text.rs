//! The notation of terms: written, and read again.

use std::fmt;
use std::str::FromStr;

use motifs::{Kind, PawnStructure};
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

use super::kind::centipawns;
use super::{BUCKETS, EVALUATIONS, Term, TermKind};

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

impl fmt::Display for TermKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TermKind::Naive { piece, square } => write!(f, "{}{square}", piece.char()),
            TermKind::Reachability { piece, square, .. } => {
                write!(f, "{}{square}|{:.2}", piece.char(), self.term().weight())
            }
            TermKind::Connectivity {
                actor,
                target,
                square,
            } => write!(
                f,
                "{}{}{}{square}",
                actor.char(),
                sign(actor, target),
                target.char()
            ),
            TermKind::Pawn { .. } | TermKind::Doubled { .. } | TermKind::Chain { .. } => {
                match self.structure() {
                    Some(structure) => structure.fmt(f),
                    None => Ok(()),
                }
            }
            TermKind::Islands { color, islands } => {
                write!(f, "{}({islands})", Role::Pawn.of(color).char())
            }
            TermKind::Connection { actor, target } => {
                write!(
                    f,
                    "{}{}{}",
                    actor.char(),
                    sign(actor, target),
                    target.char()
                )
            }
            TermKind::Hanging { piece, square } => write!(f, "?{}{square}", piece.char()),
            TermKind::CheaperAttacker { piece, square } => write!(f, "!{}{square}", piece.char()),
            TermKind::WinningCapture {
                actor,
                target,
                square,
            } => write!(f, "{}x{}{square}", actor.char(), target.char()),
            TermKind::PawnFile { file, white, black } => write_pawns(f, file.into(), white, black),
            TermKind::PieceCount { role, white, black } => {
                write!(f, "{}={white},{}={black}", role.upper_char(), role.char())
            }
            TermKind::PieceDifference { role, difference } => {
                write!(f, "{}-{}={difference}", role.upper_char(), role.char())
            }
            TermKind::Evaluation { series, bucket } => {
                let (from, to) = centipawns(series, bucket);
                write!(f, "cp={from}..{to}")
            }
        }
    }
}

/// `d(d4/d5-d7)`, `d-e(d4/d5-e6)`: all pawns of some neighbouring files.
pub(crate) fn write_pawns(
    f: &mut fmt::Formatter<'_>,
    files: Bitboard,
    white: Bitboard,
    black: Bitboard,
) -> fmt::Result {
    let squares = |pawns: Bitboard| {
        let squares: Vec<String> = pawns.into_iter().map(|pawn| pawn.to_string()).collect();
        squares.join("-")
    };
    let mut files = File::ALL
        .into_iter()
        .filter(|file| (files & Bitboard::from(*file)).any());
    if let Some(first) = files.next() {
        write!(f, "{}", first.char())?;
    }
    if let Some(last) = files.next_back() {
        write!(f, "-{}", last.char())?;
    }
    write!(f, "({}/{})", squares(white), squares(black))
}

/// `<` of a friend, `>` of an enemy.
fn sign(actor: Piece, target: Piece) -> char {
    if actor.color == target.color {
        '<'
    } else {
        '>'
    }
}

/// The text is not that of a term.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a term; terms look like Rb1, Ra1|0.89, Q>pa5, Q<Rb1, Id4, S{{c2-c3}}, W[c3/d4/e5], P(2), \
     Q>p, ?Nd5, !Nd5, Rxpe5, d(d4/d5-d7), R=2,r=1, R-r=1 or cp=50..100"
)]
pub struct ParseTermError(String);

impl FromStr for Term {
    type Err = ParseTermError;

    fn from_str(text: &str) -> Result<Term, ParseTermError> {
        let mut readings = [piece_term, pawn_term, material_term, evaluation_term].into_iter();
        let term = readings.find_map(|read| read(text));
        // Only the text that the term itself writes is its text.
        term.filter(|term| term.to_string() == text)
            .ok_or_else(|| ParseTermError(text.to_owned()))
    }
}

/// `Rb1`
fn standing(text: &str) -> Option<(Piece, Square)> {
    let piece = Piece::from_char(text.chars().next()?)?;
    Some((piece, text[1..].parse().ok()?))
}

/// `Rb1`, `Ra1|0.89`, `Q>pa5`, `Q<Rb1`, `Q>p`, `Q<R`, `?Nd5`, `!Nd5` or `Rxpe5`.
fn piece_term(text: &str) -> Option<Term> {
    let piece = |text: &str| Piece::from_char(text.parse().ok()?);
    if let Some((actor, target)) = text.split_once(['<', '>']) {
        let actor = piece(actor)?;
        if let Some(target) = piece(target) {
            return Some(Term::connection(actor, target));
        }
        let (target, square) = standing(target)?;
        return Some(Term::connectivity(actor, target, square));
    }
    if let Some((place, weight)) = text.split_once('|') {
        let (piece, square) = standing(place)?;
        return (1..=7)
            .map(|distance| Term::reachability(piece, square, distance))
            .find(|term| format!("{:.2}", term.weight()) == weight);
    }
    if let Some((actor, target)) = text.split_once('x') {
        let (target, square) = standing(target)?;
        return Some(Term::winning_capture(piece(actor)?, target, square));
    }
    let term = match text.chars().next()? {
        '?' => Term::hanging,
        '!' => Term::cheaper_attacker,
        _ => Term::naive,
    };
    let (piece, square) = standing(text.trim_start_matches(['?', '!']))?;
    Some(term(piece, square))
}

/// `Id4`, `'Fd4`, `S{c2-c3}`, `W[c3/d4/e5]`, `P(2)` or `d(d4/d5-d7)`.
fn pawn_term(text: &str) -> Option<Term> {
    let letter = text.trim_start_matches('\'').chars().next()?;
    let rest = text.split_once(letter)?.1;
    let squares = |text: &str, separator: char| -> Option<Bitboard> {
        text.split(separator)
            .map(|square| square.parse::<Square>().ok())
            .collect()
    };
    let bare = rest.trim_matches(['{', '}', '[', ']', '(', ')']);
    let color = Color::from_white(letter.is_ascii_uppercase());
    let (kind, pawns) = match letter.to_ascii_uppercase() {
        'I' => (Kind::Isolated, squares(bare, '-')?),
        'F' if text.starts_with('\'') => (Kind::ProtectedPassed, squares(bare, '-')?),
        'F' if !rest.starts_with('(') => (Kind::Passed, squares(bare, '-')?),
        'L' => (Kind::Backward, squares(bare, '-')?),
        'S' => (
            Kind::Doubled,
            squares(bare, '-').filter(|group| group.more_than_one())?,
        ),
        'W' => (
            Kind::Chain,
            squares(bare, '/').filter(|run| (3..=6).contains(&run.count()))?,
        ),
        'P' => {
            let islands = bare.parse().ok().filter(|islands| *islands < 5)?;
            return Some(Term::islands(color, islands));
        }
        _ => {
            let file = File::from_char(letter)?;
            let pawns = |text: &str| match text {
                "" => Some(Bitboard::EMPTY),
                text => squares(text, '-'),
            };
            let (white, black) = bare.split_once('/')?;
            // A square has one pawn.
            let (white, black) = (pawns(white)?, pawns(black)?);
            return (white & black)
                .is_empty()
                .then(|| Term::pawn_file(file, white, black));
        }
    };
    Some(Term::pawns(PawnStructure { kind, color, pawns }))
}

/// `R=2,r=1` or `R-r=1`.
fn material_term(text: &str) -> Option<Term> {
    let role = Role::from_char(text.chars().next()?.to_ascii_lowercase());
    let role = role.filter(|role| *role != Role::King)?;
    let (left, right) = text.split_once('=')?;
    if left.len() > 1 {
        let difference = right
            .parse()
            .ok()
            .filter(|d: &isize| d.unsigned_abs() <= 10)?;
        return Some(TermKind::PieceDifference { role, difference }.term());
    }
    let (white, black) = right.split_once(',')?;
    let black = black.split_once('=')?.1;
    Some(Term::piece_count(
        role,
        white.parse().ok()?,
        black.parse().ok()?,
    ))
}

/// `cp=50..100`
fn evaluation_term(text: &str) -> Option<Term> {
    let (from, to) = text.strip_prefix("cp=")?.split_once("..")?;
    let wanted = (from.parse().ok()?, to.parse().ok()?);
    let buckets = (0..EVALUATIONS.len() as u16)
        .flat_map(|series| (0..BUCKETS).map(move |bucket| (series, bucket)));
    let mut buckets = buckets.filter(|(series, bucket)| centipawns(*series, *bucket) == wanted);
    buckets
        .next()
        .map(|(series, bucket)| Term::evaluation(series, bucket))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motifs::{chains, doubled};
    use shakmaty::Board;

    /// A board with the structure's pawns and nothing else.
    fn board(structure: PawnStructure) -> Board {
        let mut board = Board::empty();
        for square in structure.pawns {
            let piece = Role::Pawn.of(structure.color);
            board.set_piece_at(square, piece);
        }
        board
    }

    /// Not those ids that no position can have: groups and runs that are none, or leave the board.
    fn exists(term: Term) -> bool {
        let Some(structure) = term.kind().structure() else {
            return true;
        };
        let board = board(structure);
        match term.kind() {
            TermKind::Doubled { color, .. } => doubled(&board, color).eq([structure.pawns]),
            TermKind::Chain { color, length, .. } => {
                chains(&board, color).eq([structure.pawns])
                    && structure.pawns.count() == usize::from(length)
            }
            _ => true,
        }
    }

    #[test]
    fn every_term_has_its_own_text_and_back() {
        let mut texts = std::collections::HashSet::new();
        for term in Term::all().filter(|t| exists(*t)) {
            let text = term.to_string();
            assert_eq!(text.parse(), Ok(term), "{text}");
            assert!(texts.insert(text.clone()), "{text} twice");
        }
        assert!(texts.len() > 33_000, "{}", texts.len());
    }

    #[test]
    fn texts_that_are_no_terms() {
        for text in [
            "",
            "R",
            "Rb9",
            "?R",
            "??Rb1",
            "?!Rb1",
            "RxPe5x",
            "d(d1/)",
            "d(d4/d4)",
            "d(e4/)",
            "R=12,r=1",
            "K=1,k=1",
            "R-r=11",
            "R-r=+1",
            "cp=10..60",
            "Xb1",
            "Ra1|0.90",
            "Ra1|",
            "Q>",
            "Q>pa",
            "Q<pa5",
            "Q>Ra5",
            "QQ>pa5",
            "S{c2}",
            "S{c3-c2}",
            "S{c2-d3}",
            "W[c3/d4]",
            "W[c3/d4/e6]",
            "W[e5/d4/c3]",
            "w[c3/d4/e5]",
            "P(5)",
            "P(x)",
            "''Fd4",
            "'Id4",
            "Id4 ",
            "é",
            "Ré4",
            "?é4",
        ] {
            assert_eq!(text.parse::<Term>(), Err(ParseTermError(text.to_owned())));
        }
    }
}
