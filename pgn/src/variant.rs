//! Variants: the rules of a game, and the position from which it began.

use crate::fen::quoted;
use crate::game::Tags;

/// Variant of a game, as its Variant tag names it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Chess from the usual start, or no tag.
    #[default]
    Standard,
    /// Chess960.
    Chess960,
    /// Chess from another position.
    FromPosition,
}

impl Variant {
    /// The variant of a game by its tags.
    ///
    /// # Errors
    ///
    /// One sentence with the variant of a game that is not played by the rules of chess.
    pub fn of_game(tags: &Tags) -> Result<Variant, String> {
        let variant = tags.get("Variant").unwrap_or_default();
        let plain: String = variant
            .chars()
            .filter(|c| c.is_alphanumeric())
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match plain.as_str() {
            "" | "standard" | "chess" | "normal" => Ok(Variant::Standard),
            "chess960" | "fischerandom" | "fischerrandom" | "freestyle" => Ok(Variant::Chess960),
            "fromposition" => Ok(Variant::FromPosition),
            _ => Err(format!("the variant {} is not supported", quoted(variant))),
        }
    }

    /// The number that stands for it in an index: 0, 1 or 2.
    pub fn to_bits(self) -> u64 {
        self as u64
    }

    /// The inverse of [`Variant::to_bits`]; of any other number the usual one.
    pub fn from_bits(bits: u64) -> Variant {
        match bits {
            1 => Variant::Chess960,
            2 => Variant::FromPosition,
            _ => Variant::Standard,
        }
    }
}
