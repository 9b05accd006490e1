//! Writing notes into the text of a game, which otherwise stays as it is.

use shakmaty::{Chess, Position};

use super::play::{Line, at};
use super::words::{Item, Kind};

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
    /// The word of the next move.
    next: Option<usize>,
}

/// The places of the moves of the main line.
pub(crate) fn places(text: &[u8], items: &[Item], line: &Line) -> Vec<Place> {
    let words: Vec<usize> = line.moves.iter().map(|(_, word)| *word).collect();
    let following = words.iter().skip(1).map(|word| Some(*word)).chain([None]);
    let pairs = words.iter().zip(following);
    pairs
        .map(|(word, next)| place(text, items, *word, next))
        .collect()
}

fn place(text: &[u8], items: &[Item], word: usize, next: Option<usize>) -> Place {
    let end = at(items, word).end;
    let bytes = &text[at(items, word)];
    let mut place = Place {
        comments: String::new(),
        has_mark: bytes.ends_with(b"!") || bytes.ends_with(b"?"),
        mark_at: end,
        comment_at: end,
        variation_at: end,
        next,
    };
    let mut in_group = true;
    for item in &items[word + 1..] {
        let inside = &text[item.at.clone()];
        match item.kind {
            Kind::Nag if in_group && place.comment_at == place.mark_at => {
                let marks = [&b"$1"[..], b"$2", b"$3", b"$4", b"$5", b"$6"];
                place.has_mark |= marks.contains(&inside) || !inside.starts_with(b"$");
                place.mark_at = item.at.end;
                place.comment_at = item.at.end;
                place.variation_at = item.at.end;
            }
            Kind::Nag => {}
            Kind::Comment | Kind::Rest if item.depth == 0 => {
                place.comments += &String::from_utf8_lossy(inside);
                if in_group {
                    place.comment_at = item.at.end;
                    place.variation_at = item.at.end;
                }
            }
            Kind::Close if item.depth == 1 => place.variation_at = item.at.end,
            Kind::Word | Kind::Result | Kind::Tag | Kind::OpenComment if item.depth == 0 => break,
            _ => in_group = false,
        }
    }
    place
}

/// The text with notes, one for each move.
pub(crate) fn write(
    text: &[u8],
    items: &[Item],
    line: &Line,
    places: &[Place],
    notes: &[Note],
) -> Vec<u8> {
    // Where, in which order, and what.
    let mut inserts: Vec<(usize, String)> = Vec::new();
    for ((place, note), position) in places.iter().zip(notes).zip(&line.positions) {
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
        if let Some(next) = place.next.filter(|_| wrote && position.turn().is_white()) {
            let number = number(position);
            if !is_numbered(text, items, next) {
                inserts.push((at(items, next).start, format!("{number}... ")));
            }
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
/// already.
pub(crate) fn left_alone(text: &[u8], items: &[Item], reason: &str) -> Vec<u8> {
    let comment = format!("{{ Not annotated: {}. }}", reason.replace('}', ")"));
    if String::from_utf8_lossy(text).contains(&comment) {
        return text.to_owned();
    }
    let first = items.iter().find(|item| item.kind != Kind::Tag);
    let (tags, moves) = text.split_at(first.map_or(text.len(), |item| item.at.start));
    let (before, after) = if moves.is_empty() {
        ("\n", "\n\n")
    } else {
        ("", " ")
    };
    [
        tags,
        before.as_bytes(),
        comment.as_bytes(),
        after.as_bytes(),
        moves,
    ]
    .concat()
}

fn number(position: &Chess) -> u32 {
    position.fullmoves().get()
}

/// Whether a move has its number before it.
fn is_numbered(text: &[u8], items: &[Item], word: usize) -> bool {
    let starts_with_number = |nth: usize| {
        let word = &text[at(items, nth)];
        word.first()
            .is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.')
            && word != b"0000"
    };
    let before = items[..word]
        .iter()
        .rposition(|item| item.depth == 0 && item.kind == Kind::Word);
    let is_number = |nth: usize| {
        let word = &text[at(items, nth)];
        word.iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'.')
    };
    let castles = text[at(items, word)].starts_with(b"0-0");
    starts_with_number(word) && !castles || before.is_some_and(is_number)
}
