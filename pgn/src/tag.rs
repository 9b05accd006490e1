//! Tag pairs, and what else a line can begin with.

use memchr::{memchr, memchr_iter};
use pgn_reader::SanPlus;

use crate::text::DOTS;

/// A tag pair at the beginning of a line.
pub(crate) struct TagPair<'a> {
    pub(crate) name: &'a [u8],
    /// As it stands between the quotes, its escapes in place.
    pub(crate) value: &'a [u8],
    /// What follows it on the line.
    pub(crate) rest: &'a [u8],
}

/// Whether a line looks like `[Name "value`.
pub(crate) fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let name = name_length(rest);
    name > 0 && rest[name..].trim_ascii_start().starts_with(b"\"")
}

/// The bytes of a tag's name. The standard has letters, digits and underscores; others write hyphens, too, and letters of
/// their language.
fn name_length(text: &[u8]) -> usize {
    let in_name =
        |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte) || !byte.is_ascii();
    text.iter().take_while(in_name).count()
}

/// Whether a line begins like a tag pair and has no bracket at its end.
pub(crate) fn is_cut(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"[") && !line.trim_ascii_end().ends_with(b"]")
}

/// Whether the tag pair that a line begins goes on in the next one, as the standard's section 8.1 allows.
pub(crate) fn goes_on(line: &[u8], next: &[u8]) -> bool {
    let (line, next) = (line.trim_ascii(), next.trim_ascii());
    let Some(rest) = line.strip_prefix(b"[") else {
        return false;
    };
    let rest = rest.trim_ascii_start();
    let name = name_length(rest);
    let value = rest[name..].trim_ascii_start();
    match value.strip_prefix(b"\"") {
        // Its value is on the next line, or its name, too.
        None if value.is_empty() && name > 0 => next.starts_with(b"\""),
        None => value.is_empty() && is_tag(&[b"[", next].concat()),
        // Its bracket is there, or the end of its value.
        Some(value) if value.ends_with(b"\"") => next.starts_with(b"]"),
        Some(value) => !value.contains(&b'"') && !next.starts_with(b"[") && next.ends_with(b"\"]"),
    }
}

/// The tag pair that a line begins with, as [`is_tag`] knows it.
///
/// Its value ends at the quote before the closing bracket, so that one that forgot to escape its
/// quotes is read whole; without such a quote it ends with the line.
pub(crate) fn read_tag(line: &[u8]) -> Option<TagPair<'_>> {
    if !is_tag(line) {
        return None;
    }
    let line = line.trim_ascii_start().strip_prefix(b"[")?;
    let open = memchr(b'"', line)?;
    let (name, value) = (line[..open].trim_ascii(), &line[open + 1..]);
    let closes = |quote: &usize| {
        let before = value[..*quote].iter().rev();
        let escaped = before.take_while(|byte| **byte == b'\\').count() % 2 == 1;
        !escaped && value[quote + 1..].trim_ascii_start().starts_with(b"]")
    };
    if let Some(quote) = memchr_iter(b'"', value).find(closes) {
        let bracket = memchr(b']', &value[quote..])? + quote;
        return Some(TagPair {
            name,
            value: &value[..quote],
            rest: &value[bracket + 1..],
        });
    }
    let value = value.trim_ascii_end();
    let value = value.strip_suffix(b"]").unwrap_or(value);
    Some(TagPair {
        name,
        value: value.strip_suffix(b"\"").unwrap_or(value),
        rest: b"",
    })
}

/// Whether movetext can begin after the tags of a line: with a move, its number, or a comment.
pub(crate) fn is_movetext_after_tags(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'{' | b';')) || begins_like_movetext(text)
}

/// Whether text without tags begins with a move number or a move.
pub(crate) fn begins_like_movetext(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &text[digits..];
    if digits > 0
        && let Some(after) = rest.strip_prefix(b".")
    {
        // `7.5` is a number, `7.0-0` a move.
        return !after.first().is_some_and(u8::is_ascii_digit) || after.starts_with(b"0-0");
    }
    let rest = rest.trim_ascii_start();
    if digits > 0 && rest.starts_with(DOTS) {
        return true;
    }
    let word = &rest[..memchr(b' ', rest).unwrap_or(rest.len())];
    SanPlus::from_ascii(word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_before_the_bracket() {
        for (line, name, value, rest) in [
            ("[White \"Carlsen,M\"]", "White", "Carlsen,M", ""),
            (" [ White  \"A\" ] 1. e4", "White", "A", " 1. e4"),
            ("[A \"b\"][C \"d\"]", "A", "b", "[C \"d\"]"),
            ("[A \"say \"b\" twice\"]", "A", "say \"b\" twice", ""),
            ("[A \"b\\\"]\"]", "A", "b\\\"]", ""),
            ("[A \"b]", "A", "b", ""),
            ("[A \"b", "A", "b", ""),
        ] {
            assert!(is_tag(line.as_bytes()), "{line}");
            let tag = read_tag(line.as_bytes()).expect(line);
            let parts = [tag.name, tag.value, tag.rest].map(|part| str::from_utf8(part));
            assert_eq!(parts, [Ok(name), Ok(value), Ok(rest)], "{line}");
        }
        for line in [
            "[%eval 0.1]",
            "[ \"A\"]",
            "White \"A\"",
            "[White A]",
            "[On\0e \"A\"]",
        ] {
            assert!(!is_tag(line.as_bytes()), "{line}");
            assert!(read_tag(line.as_bytes()).is_none(), "{line}");
        }
    }

    #[test]
    fn begins_with_a_move_or_its_number() {
        for (text, begins) in [
            ("1. e4", true),
            ("1.e4", true),
            ("12...Nf6", true),
            ("7.0-0", true),
            ("12 e4", true),
            ("e4", true),
            ("7.5 of 9", false),
            ("hello", false),
            ("", false),
        ] {
            assert_eq!(begins_like_movetext(text.as_bytes()), begins, "{text}");
        }
    }
}
