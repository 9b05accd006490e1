//! Reading positions as people write them.
//!
//! * X-FEN, Shredder-FEN and EPD, the latter with its operations (`bm Nf3;`), of which only the counters are read, `hmvc`
//!   and `fmvn`.
//! * `_` for spaces, any number of spaces.
//! * `startpos`, in any case, for the initial position, as in UCI.
//! * Missing fields: White to move, no castling, no en passant, counters `0 1`.
//! * Castling rights without king and rook in place, and an en-passant square that no pawn can
//!   use, are dropped.
//! * Chess960 castling is recognised by itself.
//! * A side may have other pieces than a game can have, e.g. nine knights, but no more than sixteen.
//!
//! What is left must be a position of chess: see [`FenError`].

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError, PositionErrorKinds,
    Setup,
};

/// Why a text is not a position of chess.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text cannot be read as a FEN.
    #[error("{0:?} is not a FEN: {1}")]
    Unreadable(String, String),
    /// It can be read, but no game of chess can reach it.
    #[error("{0:?} is not a possible position: {1}")]
    Impossible(String, String),
}

/// The position of a FEN or EPD, e.g. `r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1`.
///
/// # Errors
///
/// [`FenError::Unreadable`] for a text that is not a FEN, [`FenError::Impossible`] for a position
/// without exactly one king a side, with pawns on the first or last rank, with more than sixteen
/// pieces of a side, or with the side in check that has just moved.
pub fn parse_fen(text: &str) -> Result<Chess, FenError> {
    let unreadable = |why: &str| FenError::Unreadable(shortened(text), why.to_owned());
    let fields: Vec<&str> = text
        .split(|c: char| c == '_' || c.is_whitespace())
        .filter(|field| !field.is_empty())
        .collect();
    match fields[..] {
        [] => return Err(unreadable("it is empty")),
        [name] if name.eq_ignore_ascii_case("startpos") => return Ok(Chess::default()),
        _ => {}
    }
    // The fifth field of an EPD is its first operation, not a counter.
    let counted = |n: usize| {
        fields
            .get(n)
            .is_some_and(|field| field.parse::<u32>().is_ok())
    };
    let known = match (counted(4), counted(5)) {
        (true, true) => 6,
        (true, false) => 5,
        _ => 4,
    };
    if let Some(next) = fields.get(known) {
        if known > 4 {
            return Err(unreadable(&format!("{next:?} follows the counters")));
        } else if !next.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(unreadable(&format!(
                "{next:?} is not a number of half-moves"
            )));
        }
    }
    let mut written = fields[..known.min(fields.len())].join(" ");
    if known == 4 && fields.len() > known {
        let operations = fields[known..].join(" ");
        let [halfmoves, moves] = counters(&operations).map_err(|why| unreadable(&why))?;
        written = format!("{written} {halfmoves} {moves}");
    }
    let fen: Fen = written.parse().map_err(|error| unreadable(part(&error)))?;
    let setup = fen.into_setup();
    if setup.pockets.is_some() || setup.remaining_checks.is_some() {
        return Err(unreadable(ANOTHER_VARIANT));
    }
    position(setup).map_err(|why| FenError::Impossible(shortened(text), reasons(why)))
}

/// The counters that the operations of an EPD say, `hmvc` and `fmvn`; 0 and 1 where they say nothing.
///
/// Source: PGN standard, sections 16.2.5.13 and 16.2.5.14.
///
/// # Errors
///
/// One that is not a whole number.
fn counters(operations: &str) -> Result<[u32; 2], String> {
    let mut counters = [0, 1];
    for operation in operations.split(';') {
        let (code, operand) = operation.trim().split_once(' ').unwrap_or_default();
        let place = match code {
            "hmvc" => 0,
            "fmvn" => 1,
            _ => continue,
        };
        counters[place] = operand.trim().parse().map_err(|_| {
            let operand = shortened(operand);
            format!("the operation {code} must have a whole number, not {operand:?}")
        })?;
    }
    Ok(counters)
}

fn position(setup: Setup) -> Result<Chess, PositionErrorKinds> {
    let mode = CastlingMode::detect(&setup);
    let sides = [setup.board.white(), setup.board.black()];
    let is_stored = sides.iter().all(|side| side.count() <= MOST_PIECES);
    let position = Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        // More checkers than one move can give do no harm to similarity.
        .or_else(PositionError::ignore_impossible_check);
    let position = match position {
        Err(error) if is_stored => error.ignore_too_much_material(),
        position => position,
    };
    position.map_err(|error| error.kinds())
}

/// The same position with the colours reversed: White's pieces are Black's on the other side of the
/// board, and the other side is to move.
///
/// # Errors
///
/// [`FenError::Impossible`], which no position is known to cause.
pub fn flipped(position: &Chess) -> Result<Chess, FenError> {
    let setup = position.to_setup(EnPassantMode::Legal).into_mirrored();
    self::position(setup).map_err(|why| FenError::Impossible(fen(position), reasons(why)))
}

/// The FEN of a position as Tabiya writes it: X-FEN, an en-passant square only if it can be used.
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The most pieces of a side, which may be others than a game can have: nine knights, as people set up positions. What is
/// stored of a position has room for these, and the moves of whatever pieces are at most 270, which is what shakmaty has
/// room for.
const MOST_PIECES: usize = 16;

const ANOTHER_VARIANT: &str = "it is of another variant";

/// Which part of a FEN is wrong, and what it should be.
fn part(error: &ParseFenError) -> &'static str {
    match error {
        // What follows the eighth rank is read as a pocket.
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            "the board must be eight ranks of eight squares, from a8 to h1, \
             e.g. 4k3/8/8/8/8/8/PPPP4/4K3"
        }
        ParseFenError::InvalidTurn => "the side to move must be w or b",
        ParseFenError::InvalidCastling => "the castling rights must be like KQkq, or -",
        ParseFenError::InvalidEpSquare => "the en-passant square must be like e3, or -",
        ParseFenError::InvalidHalfmoveClock | ParseFenError::InvalidFullmoves => {
            "the counters must be whole numbers"
        }
        ParseFenError::InvalidRemainingChecks => ANOTHER_VARIANT,
        ParseFenError::InvalidFen => "it must be like 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1",
    }
}

/// What is wrong with a position, in words.
fn reasons(kinds: PositionErrorKinds) -> String {
    const REASONS: [(PositionErrorKinds, &str); 6] = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (
            PositionErrorKinds::TOO_MANY_KINGS,
            "there are too many kings",
        ),
        (
            PositionErrorKinds::PAWNS_ON_BACKRANK,
            "there are pawns on the first or last rank",
        ),
        (
            PositionErrorKinds::TOO_MUCH_MATERIAL,
            "a side has more than sixteen pieces",
        ),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that has just moved is in check",
        ),
    ];
    REASONS
        .into_iter()
        .filter(|(kind, _)| kinds.contains(*kind))
        .map(|(_, reason)| reason)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The text, or the first 100 characters of it and `...`: errors quote what came from outside.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text from outside in quotes, shortened; line breaks and quotes in it are escaped.
pub fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn read_as_people_write_them() {
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let cases = [
            (
                "nnnnk3/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1".into(),
                "nnnnk3/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1".into(),
            ),
            (
                format!("{initial} w KQkq - 0 1"),
                format!("{initial} w KQkq - 0 1"),
            ),
            (
                format!("{initial}_w_KQkq_-_0_1"),
                format!("{initial} w KQkq - 0 1"),
            ),
            (
                format!("  {initial}\tw  KQkq -\n"),
                format!("{initial} w KQkq - 0 1"),
            ),
            (
                format!("{initial} w KQkq - bm e4; id \"start 1\";"),
                format!("{initial} w KQkq - 0 1"),
            ),
            (
                format!("{initial} w KQkq - hmvc 5; fmvn 12;"),
                format!("{initial} w KQkq - 5 12"),
            ),
            (
                format!("{initial} w KQkq - bm e4; fmvn 12; id \"hmvc 7\";"),
                format!("{initial} w KQkq - 0 12"),
            ),
            (
                format!("{initial} w KQkq - hmvc 5"),
                format!("{initial} w KQkq - 5 1"),
            ),
            ("startpos".into(), format!("{initial} w KQkq - 0 1")),
            (" StartPos\n".into(), format!("{initial} w KQkq - 0 1")),
            (
                format!("{initial} w HAha -"),
                format!("{initial} w KQkq - 0 1"),
            ),
            (initial.to_owned(), format!("{initial} w - - 0 1")),
            (
                format!("{initial} b KQkq e3 7 9"),
                format!("{initial} b KQkq - 7 9"),
            ),
            (
                format!("{initial} w KQkq - 0 0"),
                format!("{initial} w KQkq - 0 1"),
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1".into(),
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".into(),
            ),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3".into(),
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3".into(),
            ),
            (
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9".into(),
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9".into(),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(
                parse_fen(&text).map(|position| fen(&position)),
                Ok(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn refused() {
        let mut reasons_given = BTreeSet::new();
        let board = part(&ParseFenError::InvalidBoard);
        for (text, reason) in [
            ("hello", board),
            ("startpos moves e2e4", board),
            ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", board),
            ("8/8/8/8/8/8/8 w - - 0 1", board),
            ("4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1", ANOTHER_VARIANT),
            (
                "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
                part(&ParseFenError::InvalidTurn),
            ),
        ] {
            let error = FenError::Unreadable(text.to_owned(), reason.to_owned());
            assert_eq!(parse_fen(text), Err(error));
            reasons_given.insert(reason.to_owned());
        }
        // The field that is wrong, in quotes.
        for (text, field) in [
            ("", ""),
            (" _ ", ""),
            ("4k3/8/8/8/8/8/8/4K3 w - - -5 1", "\"-5\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4", "\"e4\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc five;", "hmvc"),
            ("4k3/8/8/8/8/8/8/4K3 w - - fmvn -1;", "fmvn"),
        ] {
            let error = parse_fen(text).expect_err(text);
            let FenError::Unreadable(quoted, reason) = error else {
                panic!("{error:?}");
            };
            assert_eq!(quoted, text);
            assert!(reason.contains(field), "{text}: {reason}");
            reasons_given.insert(reason);
        }
        for (text, kinds) in [
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                &[
                    PositionErrorKinds::EMPTY_BOARD,
                    PositionErrorKinds::MISSING_KING,
                ][..],
            ),
            (
                "8/8/8/8/8/8/8/4K3 w - - 0 1",
                &[PositionErrorKinds::MISSING_KING],
            ),
            (
                "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
                &[PositionErrorKinds::TOO_MANY_KINGS],
            ),
            (
                "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
                &[PositionErrorKinds::PAWNS_ON_BACKRANK],
            ),
            (
                "rnbqkbnr/pppppppp/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                &[PositionErrorKinds::TOO_MUCH_MATERIAL],
            ),
            (
                "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
                &[PositionErrorKinds::OPPOSITE_CHECK],
            ),
        ] {
            let reason = kinds.iter().map(|kind| reasons(*kind));
            let reason = reason.collect::<Vec<_>>().join(", ");
            let error = FenError::Impossible(text.to_owned(), reason.clone());
            assert_eq!(parse_fen(text), Err(error));
            reasons_given.insert(reason);
        }
        // The board, the variant, the side to move; nothing, three wrong counters, a field too many; and the positions.
        assert_eq!(reasons_given.len(), 3 + 5 + 6, "{reasons_given:?}");
        assert!(!reasons_given.contains(""));
    }
}
