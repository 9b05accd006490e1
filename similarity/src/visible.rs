//! Characters that are seen, of names that people give and others read.

use unicode_general_category::{GeneralCategory, get_general_category};

/// Letters and a symbol that look like nothing or like spaces.
///
/// Read: the characters of Unicode's `Default_Ignorable_Code_Point` that are letters, and its blank pattern of Braille.
const BLANK: [char; 5] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}', '\u{2800}'];

/// Part of a name that is not seen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invisible {
    /// A character that is not seen, or changes how others are shown.
    #[error("U+{:04X} is not a visible character: leave it out", u32::from(*.0))]
    Character(char),
    /// All of it: it has nothing but spaces, and marks without a character to stand on.
    #[error("it has no visible character")]
    All,
}

/// Checks that a name can be seen, and that it changes nothing around it: right-to-left marks turn a whole line.
///
/// # Errors
///
/// The first of its characters that is not seen: controls, formats (ZWJ and ZWNJ, too), separators of lines, private
/// and unassigned ones; [`Invisible::All`] if there is no visible character.
pub fn check_visible(name: &str) -> Result<(), Invisible> {
    use GeneralCategory::{
        Control, EnclosingMark, Format, LineSeparator, NonspacingMark, ParagraphSeparator,
        PrivateUse, SpaceSeparator, SpacingMark, Unassigned,
    };
    let is_hidden = |c: &char| {
        let category = get_general_category(*c);
        let hidden = [
            Control,
            Format,
            LineSeparator,
            ParagraphSeparator,
            PrivateUse,
            Unassigned,
        ];
        hidden.contains(&category) || BLANK.contains(c)
    };
    if let Some(c) = name.chars().find(is_hidden) {
        return Err(Invisible::Character(c));
    }
    let spaces_and_marks = [SpaceSeparator, NonspacingMark, EnclosingMark, SpacingMark];
    let is_seen = |c: char| !spaces_and_marks.contains(&get_general_category(c));
    if name.chars().any(is_seen) {
        Ok(())
    } else {
        Err(Invisible::All)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_seen() {
        let hidden = |c| Err(Invisible::Character(c));
        for (name, expected) in [
            ("mine", Ok(())),
            ("März 2024", Ok(())),
            ("Партии", Ok(())),
            ("משחקים", Ok(())),
            ("لیگ", Ok(())),
            ("대국", Ok(())),
            ("♟\u{fe0f} e\u{301}", Ok(())),
            ("?", Ok(())),
            ("", Err(Invisible::All)),
            (" \u{a0}\u{3000}", Err(Invisible::All)),
            ("\u{301}", Err(Invisible::All)),
            ("\u{fe0f}", Err(Invisible::All)),
            ("\u{200b}", hidden('\u{200b}')),
            ("\u{feff}mine", hidden('\u{feff}')),
            ("\u{202e}evil", hidden('\u{202e}')),
            ("a\u{2066}b", hidden('\u{2066}')),
            ("a\u{200d}b", hidden('\u{200d}')),
            ("a\u{ad}b", hidden('\u{ad}')),
            ("a\u{2028}b", hidden('\u{2028}')),
            ("a\u{2029}b", hidden('\u{2029}')),
            ("a\u{1b}[31m", hidden('\u{1b}')),
            ("a\u{9b}", hidden('\u{9b}')),
            ("\u{e000}", hidden('\u{e000}')),
            ("\u{378}", hidden('\u{378}')),
            ("\u{e0041}", hidden('\u{e0041}')),
            ("\u{3164}", hidden('\u{3164}')),
            ("\u{2800}", hidden('\u{2800}')),
        ] {
            assert_eq!(check_visible(name), expected, "{name:?}");
        }
        assert!(
            Invisible::Character('\u{ad}')
                .to_string()
                .starts_with("U+00AD ")
        );
        assert!(
            Invisible::Character('\u{202e}')
                .to_string()
                .starts_with("U+202E ")
        );
    }
}
