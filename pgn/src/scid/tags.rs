//! The tags of a game, from its entry in the index and the names.

use super::index::Entry;
use super::names::{Kind, Names};
use crate::game::Tags;

/// The kinds of ratings, by number, as in the names of their tags: `WhiteElo`.
///
/// Source: `ratingTypeNames` in `game.cpp` of Scid 5.0.2, <https://github.com/benini/scid>.
const RATINGS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF"];
/// How many codes there are from A00 to A01, both included once: A00, A00a, A00a1 to A00z4.
const CODES: u32 = 131;

/// The tags of a game, in the order in which Scid exports them; `None` if one of its names is missing.
pub(crate) fn tags(entry: &Entry, names: &Names) -> Option<Tags> {
    let result = ["*", "1-0", "0-1", "1/2-1/2"][(entry.result & 3) as usize];
    let mut tags = Tags::default();
    let mut push = |name: &str, value: String| tags.assign(name, &value);
    push("Event", names.get(Kind::Event, entry.event)?);
    push("Site", names.get(Kind::Site, entry.site)?);
    push("Date", date(entry.date));
    push("Round", names.get(Kind::Round, entry.round)?);
    push("White", names.get(Kind::Player, entry.white)?);
    push("Black", names.get(Kind::Player, entry.black)?);
    push("Result", result.to_owned());
    for (side, (rating, kind)) in [("White", entry.white_rating), ("Black", entry.black_rating)] {
        if rating > 0 {
            let kind = RATINGS.get(kind as usize).unwrap_or(&RATINGS[0]);
            push(&format!("{side}{kind}"), rating.to_string());
        }
    }
    if let Some(code) = entry.eco.checked_sub(1) {
        push("ECO", eco(code));
    }
    if entry.event_date > 0 {
        push("EventDate", date(entry.event_date));
    }
    if entry.chess960 {
        push("Variant", "Chess960".to_owned());
    }
    Some(tags)
}

impl Tags {
    /// Gives a tag a value, in its place if it is there.
    ///
    /// What cannot stand in PGN goes: a name has letters, digits and `_`, a value no line breaks.
    pub(crate) fn assign(&mut self, name: &str, value: &str) {
        let name: String = name
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let value = value.replace(char::is_control, " ");
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            _ if name.is_empty() => {}
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }
}

/// A date of eleven bits for the year, four for the month and five for the day, of which each is 0 if it is unknown.
fn date(bits: u32) -> String {
    let known = |number: u32, width: usize| match number {
        0 => "?".repeat(width),
        number => format!("{number:0width$}"),
    };
    let (year, month, day) = (bits >> 9, bits >> 5 & 15, bits & 31);
    format!("{}.{}.{}", known(year, 4), known(month, 2), known(day, 2))
}

/// The code of an opening, e.g. `B12` or, with Scid's own letters and digits, `B12a1`.
fn eco(code: u32) -> String {
    let (basic, extension) = (code / CODES, code % CODES);
    let letter = |first: u8, n: u32| char::from(first + n as u8);
    let mut eco = format!("{}{:02}", letter(b'A', basic / 100), basic % 100);
    if let Some(extension) = extension.checked_sub(1) {
        eco.push(letter(b'a', extension / 5));
        if extension % 5 > 0 {
            eco.push(letter(b'0', extension % 5));
        }
    }
    eco
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (year, month, day, text) in [
            (2024, 5, 17, "2024.05.17"),
            (1886, 1, 0, "1886.01.??"),
            (850, 0, 0, "0850.??.??"),
            (0, 0, 0, "????.??.??"),
        ] {
            assert_eq!(date(year << 9 | month << 5 | day), text);
        }
    }

    #[test]
    fn openings() {
        for (code, text) in [
            (0, "A00"),
            (1, "A00a"),
            (2, "A00a1"),
            (6, "A00b"),
            (130, "A00z4"),
            (131, "A01"),
            (131 * 499 + 5, "E99a4"),
        ] {
            assert_eq!(eco(code), text);
        }
    }

    #[test]
    fn what_cannot_stand_in_pgn_goes() {
        let mut tags = Tags::default();
        tags.assign("White Team", "a\nb");
        tags.assign("(", "c");
        tags.assign("Black", "d");
        tags.assign("WhiteTeam", "e");
        let tags: Vec<_> = tags.iter().collect();
        assert_eq!(tags, [("WhiteTeam", "e"), ("Black", "d")]);
    }
}
