//! Numeric annotation glyphs (NAGs): what `$6` and `?!` mean, and other marks that people write.
//!
//! Source: PGN standard, section 10; 146 and 220:
//! <https://en.wikipedia.org/wiki/Portable_Game_Notation#Numeric_Annotation_Glyphs>.

/// The number of a word that is a mark, e.g. 6 for `$6` and `?!`; `None` for another word.
pub(crate) fn nag(word: &[u8]) -> Option<u16> {
    if let Some(number) = word.strip_prefix(b"$") {
        return str::from_utf8(number).ok()?.parse().ok();
    }
    suffix(word).or_else(|| {
        Some(match str::from_utf8(word).ok()? {
            "=" => 10,
            "∞" => 13,
            "⩲" | "+=" | "+/=" => 14,
            "⩱" | "=+" | "=/+" => 15,
            "±" | "+/-" => 16,
            "∓" | "-/+" => 17,
            "+-" => 18,
            "-+" => 19,
            "N" => 146,
            "D" => 220,
            _ => return None,
        })
    })
}

/// A word without the marks that it ends with, and their number, e.g. `Nf3` and 5 of `Nf3!?`.
pub(crate) fn split_suffix(word: &[u8]) -> (&[u8], Option<u16>) {
    if !word.ends_with(b"!") && !word.ends_with(b"?") {
        return (word, None);
    }
    let end = word.iter().rposition(|byte| !b"!?".contains(byte));
    let (word, marks) = word.split_at(end.map_or(0, |end| end + 1));
    (word, suffix(marks))
}

/// The number of marks like `?!`; of more than two the first two count.
fn suffix(marks: &[u8]) -> Option<u16> {
    if marks.iter().any(|byte| !b"!?".contains(byte)) {
        return None;
    }
    Some(match marks {
        [b'!'] => 1,
        [b'?'] => 2,
        [b'!', b'!', ..] => 3,
        [b'?', b'?', ..] => 4,
        [b'!', b'?', ..] => 5,
        [b'?', b'!', ..] => 6,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_their_numbers() {
        for (word, number) in [
            ("$0", Some(0)),
            ("$140", Some(140)),
            ("$65536", None),
            ("$", None),
            ("$x", None),
            ("!", Some(1)),
            ("??", Some(4)),
            ("!!!", Some(3)),
            ("?!?", Some(6)),
            ("±", Some(16)),
            ("-+", Some(19)),
            ("N", Some(146)),
            ("Nf3", None),
            ("Nf3!", None),
            ("", None),
        ] {
            assert_eq!(nag(word.as_bytes()), number, "{word}");
        }
    }

    #[test]
    fn marks_at_the_end_of_a_word() {
        for (word, plain, number) in [
            ("Nf3!?", "Nf3", Some(5)),
            ("12.e8=Q+?", "12.e8=Q+", Some(2)),
            ("Nf3", "Nf3", None),
            ("!", "", Some(1)),
            ("", "", None),
        ] {
            let (rest, found) = split_suffix(word.as_bytes());
            assert_eq!((rest, found), (plain.as_bytes(), number), "{word}");
        }
    }
}
