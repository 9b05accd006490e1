//! Standard output on a terminal: names and comments of games are shown there, and do not steer it.

use std::io::{self, Write};

/// Output to a terminal, in which characters that steer it are replaced by `�`.
///
/// An escape begins a command, e.g. to clear the screen or to change the title; marks of direction turn the rest of the
/// line around. What goes to a file or another program is not changed.
pub(crate) struct Terminal<W> {
    to: W,
    /// The beginning of a character, or of a line break, of which the rest has not come yet.
    begun: Vec<u8>,
}

impl<W> Terminal<W> {
    pub(crate) fn new(to: W) -> Terminal<W> {
        let begun = Vec::new();
        Terminal { to, begun }
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let mut end = match str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        if self.begun[..end].ends_with(b"\r") {
            end -= 1;
        }
        let whole: Vec<u8> = self.begun.drain(..end).collect();
        let shown = shown(&String::from_utf8_lossy(&whole));
        self.to.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A text for a terminal: as it is, with `�` for each character that would steer it.
pub(crate) fn shown(text: &str) -> String {
    text.replace("\r\n", "\n").replace(steers, "\u{fffd}")
}

/// Whether a terminal takes a character for a command, or for a mark that changes the direction of a line.
///
/// Read: Unicode's property `Bidi_Control`.
fn steers(c: char) -> bool {
    let is_mark = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_break = matches!(c, '\u{2028}' | '\u{2029}');
    is_mark || is_break || c.is_control() && !matches!(c, '\n' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_replaced() {
        for (text, expected) in [
            ("1. e4 e5\n\tKäse ♞ משחק\n", "1. e4 e5\n\tKäse ♞ משחק\n"),
            ("a\r\nb", "a\nb"),
            ("a\rb", "a\u{fffd}b"),
            ("\u{1b}[31mred\u{7}", "\u{fffd}[31mred\u{fffd}"),
            ("\u{9b}2J\u{7f}\0", "\u{fffd}2J\u{fffd}\u{fffd}"),
            ("Anand\u{202e}evil", "Anand\u{fffd}evil"),
            (
                "\u{2067}x\u{2069}\u{200f}\u{61c}",
                "\u{fffd}x\u{fffd}\u{fffd}\u{fffd}",
            ),
            ("a\u{2028}b", "a\u{fffd}b"),
            // Needed to write Persian, and in emoji.
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ] {
            // However it comes: at once, or byte by byte.
            for size in [1, 2, 3, 100] {
                let mut terminal = Terminal::new(Vec::new());
                for bytes in text.as_bytes().chunks(size) {
                    terminal.write_all(bytes).expect("written");
                }
                let found = String::from_utf8(terminal.to).expect("UTF-8");
                assert_eq!(found, expected, "{text:?} by {size}");
            }
        }
    }

    #[test]
    fn what_is_no_utf8_is_replaced() {
        let mut terminal = Terminal::new(Vec::new());
        terminal.write_all(b"a\xffb\x9b").expect("written");
        assert_eq!(terminal.to, "a\u{fffd}b\u{fffd}".as_bytes());
    }
}
