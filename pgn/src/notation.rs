//! Moves as people write them.

use pgn_reader::SanPlus;

use crate::text::{is_dash, with_hyphens};

/// A move in standard algebraic notation, from the ways people write it: castling with zeros, `e2-e4`, `e:d5`, figurines,
/// `exd6e.p.`, promotions without `=` or in brackets, `0000` for a null move; without marks. Empty if there are only marks;
/// `None` if there is a character in it that no move has.
pub(crate) fn standard_san(word: &str) -> Option<String> {
    // Signs beyond ASCII stand around a move, e.g. those of who stands better.
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric() && role(c).is_none();
    let word = word.trim_matches(is_sign);
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let word = word.trim_end_matches(is_sign);
    match &*with_hyphens(word) {
        "0-0" | "O-O" => return Some("O-O".to_owned()),
        "0-0-0" | "O-O-O" => return Some("O-O-O".to_owned()),
        "0000" => return Some("--".to_owned()),
        _ => {}
    }
    let mut san = String::with_capacity(word.len());
    for c in word.trim_end_matches("e.p.").chars() {
        match c {
            ':' | '×' => san.push('x'),
            c if c.is_ascii_alphanumeric() => san.push(c),
            // A figurine may be followed by how it is to be drawn.
            c if c.is_ascii() || is_dash(c) || matches!(c, '\u{fe0e}' | '\u{fe0f}') => {}
            c => san.push(role(c)?),
        }
    }
    // A piece after the last rank is what a pawn becomes.
    if san.len() > 2
        && san.ends_with(|c: char| "QRBNqrbn".contains(c))
        && let Some(role) = san.pop()
    {
        san.push('=');
        san.push(role.to_ascii_uppercase());
    }
    Some(san)
}

/// Whether a word is a move by its form, with a number before it or without.
pub(crate) fn is_move(word: &str) -> bool {
    let san = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    SanPlus::from_ascii(san.as_bytes()).is_ok()
}

/// The letter of the piece that a figurine shows.
fn role(figurine: char) -> Option<char> {
    match figurine {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        _ => None,
    }
}

/// The letters of pieces in languages other than English: king, queen, rook, bishop, knight.
///
/// Read: <https://en.wikipedia.org/wiki/Chess_notation#Algebraic_notation>, table "Piece names".
const LANGUAGES: [(&str, [&str; 5]); 14] = [
    ("German", ["K", "D", "T", "L", "S"]),
    ("French", ["R", "D", "T", "F", "C"]),
    ("Spanish", ["R", "D", "T", "A", "C"]),
    ("Portuguese", ["R", "D", "T", "B", "C"]),
    ("Dutch", ["K", "D", "T", "L", "P"]),
    ("Russian", ["Кр", "Ф", "Л", "С", "К"]),
    ("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    ("Polish", ["K", "H", "W", "G", "S"]),
    ("Czech", ["K", "D", "V", "S", "J"]),
    ("Hungarian", ["K", "V", "B", "F", "H"]),
    ("Finnish", ["K", "D", "T", "L", "R"]),
    ("Romanian", ["R", "D", "T", "N", "C"]),
    ("Icelandic", ["K", "D", "H", "B", "R"]),
    ("Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
];

/// The letters of pieces in a language.
#[derive(Copy, Clone)]
pub(crate) struct Letters {
    /// The language, e.g. `German`.
    pub(crate) language: &'static str,
    letters: [&'static str; 5],
}

impl Letters {
    /// The letters of each language except English.
    pub(crate) fn all() -> impl Iterator<Item = Letters> {
        let all = LANGUAGES.into_iter();
        all.map(|(language, letters)| Letters { language, letters })
    }

    /// A word with English letters; `None` if it has one that this language has not.
    pub(crate) fn translate(self, word: &str) -> Option<String> {
        let mut rest = word;
        let mut english = String::with_capacity(word.len());
        while let Some(c) = rest.chars().next() {
            let known = self.letters.iter().zip("KQRBN".chars());
            let known = known.filter(|(letter, _)| rest.starts_with(**letter));
            // `Кр` before `К`.
            if let Some((letter, role)) = known.max_by_key(|(letter, _)| letter.len()) {
                english.push(role);
                rest = &rest[letter.len()..];
            } else if c.is_uppercase() && c != 'O' {
                return None;
            } else {
                english.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
        Some(english)
    }
}

#[cfg(test)]
mod tests {
    use super::standard_san;

    #[test]
    fn as_the_standard_has_it() {
        for (word, san) in [
            ("Nf3", "Nf3"),
            ("e2-e4", "e2e4"),
            ("e:d5", "exd5"),
            ("♘f3", "Nf3"),
            ("♞bd7", "Nbd7"),
            ("exd6e.p.", "exd6"),
            ("h8Q", "h8=Q"),
            ("h8(Q)", "h8=Q"),
            ("h8/n", "h8=N"),
            ("e7e8q", "e7e8=Q"),
            ("0-0", "O-O"),
            ("0-0-0", "O-O-O"),
            ("0-0+", "O-O"),
            ("0-0-0#!", "O-O-O"),
            ("O-O+", "O-O"),
            ("Nf3+!?", "Nf3"),
            ("exd6e.p.+", "exd6"),
            ("0000", "--"),
            ("±", ""),
            ("N", "N"),
        ] {
            assert_eq!(standard_san(word).as_deref(), Some(san), "{word}");
        }
    }
}
