//! When two games are the same game.
//!
//! They are if they have the same moves from the same start, and the players have the same
//! surnames, whatever their dates and events: collections write `Carlsen,M`, `Carlsen, Magnus`
//! or `Magnus Carlsen`, and few agree on the event. The same short draw between other players is another game.

use shakmaty::{Chess, EnPassantMode, fen::Epd};

use pgn::Tags;

/// A key that only copies of a game share, except for a chance of one in 2^64 per pair.
///
/// `moves` are the [`pgn::moves`] codes played from `start`.
pub fn duplicate_key(tags: &Tags, start: &Chess, moves: &[u8]) -> u64 {
    let name = |color| surname(tags.get(color).unwrap_or_default());
    // Of the usual start some say so with a FEN tag.
    let start = Epd::from_position(start, EnPassantMode::Legal);
    let mut text = format!("{}\n{}\n{start}\n", name("White"), name("Black")).into_bytes();
    text.extend_from_slice(moves);
    if moves.is_empty() {
        // Nothing was played: only the tags distinguish such games.
        text.extend_from_slice(tags.to_lines().as_bytes());
    }
    xxhash_rust::xxh3::xxh3_64(&text)
}

/// `carlsen` for `Carlsen,M`, `Carlsen, Magnus`, `GM Magnus Carlsen` and `Carlsen M.`; of several
/// words the last, `wely` for `van Wely, Loek`, as it is unknown which word of `Loek van Wely` begins it.
fn surname(name: &str) -> String {
    let before_comma = name.split(',').next().unwrap_or(name);
    let in_full = |word: &&str| word.trim_end_matches('.').chars().count() > 1;
    let words = before_comma.split(|c: char| c.is_whitespace() || c == '-');
    let surname = words.rev().find(in_full);
    surname.unwrap_or(before_comma).trim().to_lowercase()
}
