//! Playing the main line of a game through.

use std::ops::Range;

use pgn::standard_san;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position, PositionError};

use super::words::{Item, Kind, tag_value};

/// A game that was played through.
pub(crate) struct Line {
    /// The positions from the first on, one more than moves.
    pub(crate) positions: Vec<Chess>,
    /// The moves, `None` for a null move, and the words that say them.
    pub(crate) moves: Vec<(Option<Move>, usize)>,
}

/// Plays the main line through; a word of it is an item of depth 0. What is cut off at the end is left out.
///
/// # Errors
///
/// The reason for which it cannot be played, e.g. `illegal move Ke3 (move 12, Black)`.
pub(crate) fn play(text: &[u8], items: &[Item]) -> Result<Line, String> {
    let mut position = start(text, items)?;
    let mut line = Line {
        positions: vec![position.clone()],
        moves: Vec::new(),
    };
    let mut words = items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.depth == 0 && item.kind == Kind::Word)
        .peekable();
    while let Some((nth, item)) = words.next() {
        let Some(word) = move_of(&text[item.at.clone()]) else {
            continue;
        };
        let found = match find(&position, &word) {
            // The text was cut off in the middle of a move.
            Err("cannot read") if words.peek().is_none() => break,
            found => found,
        };
        let where_ = || {
            let mover = position.turn().fold_wb("White", "Black");
            format!("{word:.20} (move {}, {mover})", position.fullmoves())
        };
        let played = found.map_err(|why| format!("{why} {}", where_()))?;
        position = match played {
            Some(m) => position
                .clone()
                .play(m)
                .map_err(|_| format!("illegal move {}", where_()))?,
            None => position
                .clone()
                .swap_turn()
                .map_err(|_| format!("in check, and yet a null move {}", where_()))?,
        };
        line.moves.push((played, nth));
        line.positions.push(position.clone());
    }
    Ok(line)
}

/// The position that a game starts from.
fn start(text: &[u8], items: &[Item]) -> Result<Chess, String> {
    let tag = |name: &str| {
        let tags = items.iter().filter(|item| item.kind == Kind::Tag);
        let mut texts = tags.map(|item| &text[item.at.clone()]);
        texts.find_map(|tag| {
            (super::words::tag_name(tag)? == name.as_bytes()).then(|| tag_value(tag))
        })
    };
    let variant = tag("Variant").unwrap_or_default();
    let plain: String = variant
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    match plain.to_ascii_lowercase().as_str() {
        "" | "standard" | "chess" | "normal" | "fromposition" | "chess960" | "fischerandom"
        | "fischerrandom" | "freestyle" => {}
        _ => return Err(format!("the variant {variant:?} is not supported")),
    }
    let Some(fen) = tag("FEN").filter(|fen| !fen.trim().is_empty()) else {
        return Ok(Chess::default());
    };
    let wrong = |why: &dyn std::fmt::Display| format!("the FEN tag {fen:?} cannot be read: {why}");
    let setup = fen
        .parse::<Fen>()
        .map_err(|error| wrong(&error))?
        .into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| wrong(&error))
}

/// The move in a word, without its number and marks; `None` if there is none.
fn move_of(word: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(word);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match text.as_bytes().get(digits) {
        Some(b'.') => text[digits..].trim_start_matches('.'),
        None if digits > 0 && text != "0000" => "",
        _ => &text,
    };
    if matches!(rest, "--" | "Z0" | "0000" | "@@@@") {
        return Some("--".to_owned());
    }
    let rest = rest.trim_end_matches(|c| "!?+#-/=".contains(c));
    let says_nothing =
        matches!(rest, "e.p." | "ep" | "N" | "D") || !rest.chars().any(char::is_alphanumeric);
    (!says_nothing).then(|| rest.to_owned())
}

/// The move that a word means: as the standard has it, or with zeros for castling, dashes, figurines,
/// `e.p.`, `h8Q`, `h8(Q)`, or as UCI.
fn find(position: &Chess, word: &str) -> Result<Option<Move>, &'static str> {
    let san = San::from_ascii(word.as_bytes())
        .or_else(|_| San::from_ascii(standard_san(word).as_bytes()))
        .map_err(|_| "cannot read")?;
    if san == San::Null {
        return Ok(None);
    }
    match san.to_move(position) {
        Ok(m) => Ok(Some(m)),
        Err(SanError::AmbiguousSan) => Err("ambiguous move"),
        Err(SanError::IllegalSan) => {
            let uci = UciMove::from_ascii(standard_san(word).as_bytes());
            let m = uci.ok().and_then(|uci| uci.to_move(position).ok());
            m.map(Some).ok_or("illegal move")
        }
    }
}

/// Where a word stands.
pub(crate) fn at(items: &[Item], nth: usize) -> Range<usize> {
    items[nth].at.clone()
}
