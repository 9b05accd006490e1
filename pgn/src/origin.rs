//! Where a game comes from that was not in PGN: a line before the PGN that is made of it.
//!
//! ```text
//! %tabiya game 17
//! %tabiya game 18: illegal move e2e5 (move 3, White)
//! ```
//!
//! Other programs skip lines that begin with `%`: PGN standard, section 6.

/// A game of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Its number in the database, from 1.
    pub(crate) number: u64,
    /// Why it cannot be read; empty if it can.
    pub(crate) damage: String,
}

const BEGINNING: &str = "%tabiya game ";

impl Origin {
    /// The origin that a line of a stream names.
    pub(crate) fn read(line: &[u8]) -> Option<Origin> {
        let line = line.strip_prefix(BEGINNING.as_bytes())?;
        let line = std::str::from_utf8(line).ok()?;
        let (number, damage) = line.split_once(": ").unwrap_or((line, ""));
        Some(Origin {
            number: number.parse().ok()?,
            damage: damage.to_owned(),
        })
    }

    /// The line, with its end.
    pub(crate) fn line(&self) -> String {
        let Origin { number, damage } = self;
        let colon = if damage.is_empty() { "" } else { ": " };
        let damage = damage.replace(char::is_control, " ");
        format!("{BEGINNING}{number}{colon}{damage}\n")
    }
}
