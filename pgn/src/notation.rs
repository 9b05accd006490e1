//! Moves as people write them.

/// A move in standard algebraic notation, from the ways people write it: castling with zeros, `e2-e4`, `e:d5`, figurines,
/// `exd6e.p.`, promotions without `=` or in brackets, `0000` for a null move; without marks.
pub(crate) fn standard_san(word: &str) -> String {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    match word {
        "0-0" | "O-O" => return "O-O".to_owned(),
        "0-0-0" | "O-O-O" => return "O-O-O".to_owned(),
        "0000" => return "--".to_owned(),
        _ => {}
    }
    let mut san: String = word
        .trim_end_matches("e.p.")
        .chars()
        .filter_map(|c| match c {
            '♔' | '♚' => Some('K'),
            '♕' | '♛' => Some('Q'),
            '♖' | '♜' => Some('R'),
            '♗' | '♝' => Some('B'),
            '♘' | '♞' => Some('N'),
            ':' => Some('x'),
            c => c.is_ascii_alphanumeric().then_some(c),
        })
        .collect();
    // A piece after the last rank is what a pawn becomes.
    if san.len() > 2
        && san.ends_with(|c: char| "QRBNqrbn".contains(c))
        && let Some(role) = san.pop()
    {
        san.push('=');
        san.push(role.to_ascii_uppercase());
    }
    san
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
            assert_eq!(standard_san(word), san, "{word}");
        }
    }
}
