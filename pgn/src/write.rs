//! The pieces that written PGN is made of: tag pairs and move numbers.

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
