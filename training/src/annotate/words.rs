//! The words of PGN and where they stand in its text.

use std::ops::Range;

use shakmaty::san::SanPlus;

/// What a word is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `[White "Carlsen,M"]`
    Tag,
    /// A move, a move number, or both: `12.Nf3`.
    Word,
    /// `$6`, or `?!` on its own.
    Nag,
    /// A comment in braces, or the part of one that stands on a line.
    Comment,
    /// The same, where it is not closed yet.
    OpenComment,
    /// A comment to the end of the line, its ending included.
    Rest,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `*`
    Result,
}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) kind: Kind,
    pub(crate) at: Range<usize>,
    /// How many variations it is in; brackets are in the one that they enclose.
    pub(crate) depth: u32,
}

/// How far a text has been read.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) in_comment: bool,
    pub(crate) depth: u32,
    /// There was something other than tags.
    pub(crate) started: bool,
    /// The main line has had its result.
    pub(crate) ended: bool,
}

/// The words of a whole game.
pub(crate) fn of_game(text: &[u8]) -> Vec<Item> {
    let mut state = State::default();
    let mut items: Vec<Item> = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = match end {
            Some(end) if rest[end..].starts_with(b"\r\n") => end + 2,
            Some(end) => end + 1,
            None => rest.len(),
        };
        for mut item in read(&rest[..length], &mut state) {
            item.at = start + item.at.start..start + item.at.end;
            match items.last_mut() {
                // A comment of several lines.
                Some(last)
                    if last.kind == Kind::OpenComment
                        && matches!(item.kind, Kind::Comment | Kind::OpenComment) =>
                {
                    last.kind = item.kind;
                    last.at.end = item.at.end;
                }
                _ => items.push(item),
            }
        }
        start += length;
    }
    items
}

/// The words of a line.
pub(crate) fn read(line: &[u8], state: &mut State) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = 0;
    if line.starts_with(b"%") && !state.in_comment {
        return items;
    }
    if line.starts_with(b"\xef\xbb\xbf") {
        at = 3;
    }
    let mut push = |kind: Kind, at: Range<usize>, depth: u32| items.push(Item { kind, at, depth });
    while let Some(byte) = line.get(at) {
        let (rest, from) = (&line[at..], at);
        if state.in_comment {
            let end = rest.iter().position(|byte| *byte == b'}');
            state.in_comment = end.is_none();
            at += end.map_or(rest.len(), |end| end + 1);
            let kind = if end.is_some() {
                Kind::Comment
            } else {
                Kind::OpenComment
            };
            push(kind, from..at, state.depth);
            continue;
        }
        if is_space(*byte) {
            at += 1;
            continue;
        }
        if !state.started && tag_name(rest).is_some() {
            at += tag_length(rest);
            push(Kind::Tag, from..at, 0);
            continue;
        }
        state.started = true;
        match byte {
            b'{' => {
                let end = rest.iter().position(|byte| *byte == b'}');
                state.in_comment = end.is_none();
                at += end.map_or(rest.len(), |end| end + 1);
                let kind = if end.is_some() {
                    Kind::Comment
                } else {
                    Kind::OpenComment
                };
                push(kind, from..at, state.depth);
            }
            b';' => {
                at = line.len();
                push(Kind::Rest, from..at, state.depth);
            }
            b'(' => {
                state.depth += 1;
                at += 1;
                push(Kind::Open, from..at, state.depth);
            }
            b')' => {
                at += 1;
                push(Kind::Close, from..at, state.depth);
                state.depth = state.depth.saturating_sub(1);
            }
            _ => {
                let is_end = |b: &u8| is_space(*b) || b"{}();".contains(b);
                let mut length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
                if let [b'1' | b'8' | b'=', b'(', _, b')', ..] = rest[length - 1..] {
                    // h8(N): what a pawn becomes, no variation.
                    length += 3;
                }
                at += length;
                push(kind(&rest[..length]), from..at, state.depth);
            }
        }
    }
    items
}

/// Where on a line the next game begins: at a word after the result of the main line.
pub(crate) fn next_game(items: &[Item], state: &mut State) -> Option<usize> {
    for item in items {
        let is_word = matches!(item.kind, Kind::Word | Kind::Result);
        if item.depth > 0 || !is_word {
            continue;
        }
        if state.ended {
            return Some(item.at.start);
        }
        state.ended = item.kind == Kind::Result;
    }
    None
}

fn kind(word: &[u8]) -> Kind {
    match word {
        b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*" => Kind::Result,
        [b'$', ..] => Kind::Nag,
        _ if word.iter().all(|byte| b"!?".contains(byte)) => Kind::Nag,
        _ => Kind::Word,
    }
}

/// Zero bytes stand between words in files that a disk or a program has damaged.
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

/// The name of the tag that a text begins with.
pub(crate) fn tag_name(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(b"[")?.trim_ascii_start();
    let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = rest.iter().take_while(in_name).count();
    let quoted = rest[length..].trim_ascii_start().starts_with(b"\"");
    (length > 0 && quoted).then(|| &rest[..length])
}

/// How long the tag is that a line begins with: to the first quote with a bracket after it that is not
/// escaped; without one to the end.
fn tag_length(line: &[u8]) -> usize {
    let closes = |at: &usize| {
        let escapes = line[..*at]
            .iter()
            .rev()
            .take_while(|byte| **byte == b'\\')
            .count();
        line[*at] == b'"' && escapes % 2 == 0 && line[at + 1..].trim_ascii_start().starts_with(b"]")
    };
    let bracket = |quote: usize| line[quote..].iter().position(|byte| *byte == b']');
    let quote = (1..line.len()).find(closes);
    quote
        .and_then(|quote| Some(quote + bracket(quote)? + 1))
        .unwrap_or(line.len())
}

/// The value of a tag, without its quotes, its escapes undone.
pub(crate) fn tag_value(tag: &[u8]) -> String {
    let text = String::from_utf8_lossy(tag);
    let value = text
        .split_once('"')
        .map_or("", |(_, value)| value)
        .trim_end();
    let value = value.strip_suffix(']').unwrap_or(value).trim_end();
    let value = value.strip_suffix('"').unwrap_or(value);
    value.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// Whether text without tags begins with a move number or a move.
pub(crate) fn begins_like_movetext(text: &[u8]) -> bool {
    let items = of_game(text);
    let mut words = items.iter().filter(|item| item.kind == Kind::Word);
    let mut next = || words.next().map(|item| &text[item.at.clone()]);
    let is_move = |word: &[u8]| SanPlus::from_ascii(word).is_ok();
    let word = next().unwrap_or_default();
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &word[digits..] {
        // `7.5` is a number, `7.0-0` a move.
        [b'.', after @ ..] if digits > 0 => {
            !after.first().is_some_and(u8::is_ascii_digit) || after.starts_with(b"0-0")
        }
        // `12 e4`
        [] if digits > 0 => next().is_some_and(is_move),
        _ => is_move(word),
    }
}
