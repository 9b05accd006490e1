//! Writing notes into the text of a game, which otherwise stays as it is.

use pgn::{Kind, RawGame, Token};
use shakmaty::Position;

use super::line::Line;

/// What is written about a move of the main line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Note {
    /// A mark, e.g. `$6`.
    pub(crate) nag: Option<&'static str>,
    /// A comment, without its braces.
    pub(crate) comment: String,
    /// A variation, without its brackets.
    pub(crate) variation: String,
}

/// What the file has about a move already, and where more of it goes.
pub(crate) struct Place {
    /// The comments of the file.
    pub(crate) comments: String,
    /// There is a mark already.
    pub(crate) has_mark: bool,
    mark_at: usize,
    comment_at: usize,
    variation_at: usize,
}

/// The places of the moves of the main line.
pub(crate) fn places(game: &RawGame, line: &Line) -> Vec<Place> {
    let moves = line.moves.iter();
    moves.map(|(_, token)| place(game, *token)).collect()
}

fn place(game: &RawGame, token: usize) -> Place {
    let at = game.tokens[token].at.clone();
    let (end, bytes) = (at.end, &game.text[at]);
    let mut place = Place {
        comments: String::new(),
        has_mark: bytes.ends_with(b"!") || bytes.ends_with(b"?"),
        mark_at: end,
        comment_at: end,
        variation_at: end,
    };
    let mut in_group = true;
    for token in &game.tokens[token + 1..] {
        let inside = &game.text[token.at.clone()];
        match token.kind {
            Kind::Nag if in_group && place.comment_at == place.mark_at => {
                let marks = [&b"$1"[..], b"$2", b"$3", b"$4", b"$5", b"$6"];
                place.has_mark |= marks.contains(&inside) || !inside.starts_with(b"$");
                place.mark_at = token.at.end;
                place.comment_at = token.at.end;
                place.variation_at = token.at.end;
            }
            Kind::Nag => {}
            Kind::Comment | Kind::LineComment if token.depth == 0 => {
                place.comments += &String::from_utf8_lossy(inside);
                if in_group {
                    place.comment_at = token.at.end;
                    place.variation_at = token.at.end;
                }
            }
            Kind::Close if token.depth == 1 => place.variation_at = token.at.end,
            Kind::Word | Kind::Result | Kind::Tag | Kind::OpenComment if token.depth == 0 => break,
            _ => in_group = false,
        }
    }
    place
}

/// The text with notes, one for each move.
pub(crate) fn write(game: &RawGame, line: &Line, places: &[Place], notes: &[Note]) -> Vec<u8> {
    let text = &game.text;
    // Where, in which order, and what.
    let mut inserts: Vec<(usize, String)> = Vec::new();
    for (ply, (place, note)) in places.iter().zip(notes).enumerate() {
        let position = &line.positions[ply];
        if let Some(nag) = note.nag {
            inserts.push((place.mark_at, format!(" {nag}")));
        }
        if !note.comment.is_empty() {
            inserts.push((place.comment_at, format!(" {{ {} }}", note.comment)));
        }
        if !note.variation.is_empty() {
            inserts.push((place.variation_at, format!(" ({})", note.variation)));
        }
        let wrote = !note.comment.is_empty() || !note.variation.is_empty();
        let next = line.moves.get(ply + 1);
        if let Some((_, next)) = next.filter(|_| wrote && position.turn().is_white())
            && !is_numbered(game, *next)
        {
            let number = position.fullmoves();
            inserts.push((game.tokens[*next].at.start, format!("{number}... ")));
        }
    }
    inserts.sort_by_key(|(at, _)| *at);
    let mut written = Vec::with_capacity(text.len() + text.len() / 2);
    let mut from = 0;
    for (at, insert) in inserts {
        written.extend_from_slice(&text[from..at]);
        // After a comment to the end of the line: on a line of its own.
        let at_start = written.ends_with(b"\n") || written.ends_with(b"\r");
        let alone = at_start && insert.starts_with(' ');
        let insert = if alone { &insert[1..] } else { &insert };
        written.extend_from_slice(insert.as_bytes());
        let next = text.get(at);
        if alone {
            written.push(b'\n');
        } else if next.is_some_and(|byte| !byte.is_ascii_whitespace()) && !insert.ends_with(' ') {
            written.push(b' ');
        }
        from = at;
    }
    written.extend_from_slice(&text[from..]);
    written
}

/// The text of a game that cannot be annotated, with a comment before its moves that says why, if it does not say so
/// already. Where neither tags nor the beginning of the stream stand before its moves, the comment would belong to
/// what does: it stands after the first word, then.
pub(crate) fn left_alone(game: &RawGame, reason: &str, begins_stream: bool) -> Vec<u8> {
    let text = &game.text;
    let comment = format!("{{ Not annotated: {}. }}", reason.replace('}', ")"));
    if String::from_utf8_lossy(text).contains(&comment) {
        return text.to_owned();
    }
    let has_tags = game.tokens.iter().any(|token| token.kind == Kind::Tag);
    let first_word = game.tokens.iter().find(|token| token.is_main());
    let first = game.tokens.iter().find(|token| token.kind != Kind::Tag);
    let (at, before, after) = match (first_word, first) {
        (Some(word), _) if !has_tags && !begins_stream => (word.at.end, " ", ""),
        (_, Some(first)) => (first.at.start, "", " "),
        _ => (text.len(), "\n", "\n\n"),
    };
    let (so_far, rest) = text.split_at(at);
    // Between the comment and what follows at once.
    let joined = rest.first().is_some_and(|byte| !byte.is_ascii_whitespace());
    let after = if joined { " " } else { after };
    [
        so_far,
        before.as_bytes(),
        comment.as_bytes(),
        after.as_bytes(),
        rest,
    ]
    .concat()
}

/// Whether a move has its number before it.
fn is_numbered(game: &RawGame, token: usize) -> bool {
    let word = |token: &Token| &game.text[token.at.clone()];
    let is_digit_or_dot = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let this = word(&game.tokens[token]);
    let starts_with_number = this.first().is_some_and(is_digit_or_dot) && this != b"0000";
    let before = game.tokens[..token]
        .iter()
        .rfind(|token| token.depth == 0 && token.kind == Kind::Word);
    starts_with_number && !this.starts_with(b"0-0")
        || before.is_some_and(|token| word(token).iter().all(is_digit_or_dot))
}
