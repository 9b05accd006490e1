//! Text of unknown encoding, and its dots and dashes beyond ASCII.

use encoding_rs::WINDOWS_1252;

/// Three dots as one character.
pub(crate) const DOTS: &[u8] = "…".as_bytes();

/// Text as UTF-8, or else as Windows-1252, of which Latin-1 is a part.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

/// A text with a hyphen for each dash.
pub(crate) fn with_hyphens(text: &str) -> String {
    let plain = text.chars().map(|c| if is_dash(c) { '-' } else { c });
    plain.collect()
}

/// Whether a character is a dash, of whatever length: of Unicode's category Pd the Latin ones, and the minus sign.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
    )
}
