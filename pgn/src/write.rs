//! The pieces that written PGN is made of: tag pairs, move numbers, and words in lines.

use std::fmt::Write as _;

use shakmaty::Color;

/// Writes a tag pair and the end of its line, e.g. `[White "Carlsen,M"]`.
///
/// Source: PGN standard, sections 7 and 8.1,
/// <http://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>.
pub fn write_tag(pgn: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(pgn, "[{name} \"{value}\"]");
}

/// What stands before a move of a side, with the number as in PGN: `12.` for White, `12...` for Black
/// where it comes first or after a comment or variation, otherwise nothing.
///
/// Source: PGN standard, section 8.2.2.
pub fn move_number(number: u32, side: Color, is_first: bool) -> Option<String> {
    match side {
        Color::White => Some(format!("{number}.")),
        Color::Black => is_first.then(|| format!("{number}...")),
    }
}

/// Writes the words of movetext in lines of at most 80 characters, which a longer word exceeds.
pub(crate) struct Words<'a> {
    pgn: &'a mut String,
    /// Characters of the current line.
    column: usize,
    /// The last word was an opening bracket, which the next one follows without a space.
    after_open: bool,
}

impl Words<'_> {
    pub(crate) fn new(pgn: &mut String) -> Words<'_> {
        Words {
            pgn,
            column: 0,
            after_open: false,
        }
    }

    /// Writes a word; one that ends in a line break ends its line.
    pub(crate) fn write(&mut self, word: &str) {
        // At the beginning of a line other words could be read as a tag or as a line to be skipped.
        let begins_line = word
            .starts_with(|first: char| first.is_ascii_alphanumeric() || "({$*;)-".contains(first));
        let length = word.chars().count();
        let joined = self.after_open || word == ")";
        if self.column + length >= 80 && self.column > 0 && begins_line && !joined {
            self.pgn.push('\n');
            self.column = 0;
        } else if self.column > 0 && !joined {
            self.pgn.push(' ');
            self.column += 1;
        } else if self.column == 0 && !begins_line {
            self.pgn.push_str("<> ");
            self.column = 3;
        }
        self.pgn.push_str(word);
        self.column += length;
        self.after_open = word == "(";
        if word.ends_with('\n') {
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        let mut pgn = String::new();
        write_tag(&mut pgn, "White", r#"the "\" man"#);
        assert_eq!(pgn, "[White \"the \\\"\\\\\\\" man\"]\n");
    }

    #[test]
    fn black_is_numbered_where_it_comes_first() {
        for (side, is_first, number) in [
            (Color::White, true, Some("7.")),
            (Color::White, false, Some("7.")),
            (Color::Black, true, Some("7...")),
            (Color::Black, false, None),
        ] {
            assert_eq!(move_number(7, side, is_first).as_deref(), number);
        }
    }
}
