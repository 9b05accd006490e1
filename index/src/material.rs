//! The pieces of both sides, in number, e.g. `KRPPkrpp`.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, Color, Role};

use crate::term::Term;

/// The pieces of both sides, in number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// By role, pawns first; White's and Black's.
    counts: [[u8; 2]; 6],
}

/// The text does not say what there is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no material; it is like KRPPkrpp or KRPPvKRPP: one king a side, and sixteen pieces at most"
)]
pub struct ParseMaterialError(String);

impl Material {
    /// The material of a board.
    pub fn of(board: &Board) -> Material {
        Material {
            counts: Role::ALL.map(|role| {
                let pieces = board.by_role(role);
                [board.white(), board.black()].map(|side| (pieces & side).count() as u8)
            }),
        }
    }

    /// The terms of all positions that have it, which other positions have together only where
    /// captures or promotions bring one of them after the other.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
        roles.map(|role| {
            let [white, black] = self.counts[role as usize - 1];
            Term::piece_count(role, white.into(), black.into())
        })
    }
}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let wrong = || ParseMaterialError(crate::fen::shortened(text));
        let mut counts = [[0; 2]; 6];
        // As tablebases name it: `KRPPvKRPP`.
        let parts: Vec<&str> = text.trim().split(['v', 'V']).collect();
        for (side, part) in parts.iter().enumerate() {
            for c in part.chars() {
                let role = Role::from_char(c.to_ascii_lowercase()).ok_or_else(wrong)?;
                let color = match parts.len() {
                    1 => Color::from_white(c.is_ascii_uppercase()),
                    2 => Color::from_white(side == 0),
                    _ => return Err(wrong()),
                };
                counts[role as usize - 1][color.fold_wb(0, 1)] += 1_u8;
                if counts
                    .iter()
                    .flatten()
                    .map(|count| u32::from(*count))
                    .sum::<u32>()
                    > 32
                {
                    return Err(wrong());
                }
            }
        }
        let material = Material { counts };
        let pieces = |side| counts.iter().map(|counts| counts[side]).sum::<u8>();
        let possible =
            (0..2).all(|side| counts[5][side] == 1 && pieces(side) <= 16 && counts[0][side] <= 8);
        if possible { Ok(material) } else { Err(wrong()) }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            for role in Role::ALL.into_iter().rev() {
                let piece = role.of(color).char();
                for _ in 0..self.counts[role as usize - 1][color.fold_wb(0, 1)] {
                    write!(f, "{piece}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        for (text, written) in [
            ("KRPPkrpp", Some("KRPPkrpp")),
            ("PPRKppkr", Some("KRPPkrpp")),
            ("KRPPvKRPP", Some("KRPPkrpp")),
            ("krppvkrpp", Some("KRPPkrpp")),
            (" Kk ", Some("Kk")),
            ("KQQQQQQQQQk", Some("KQQQQQQQQQk")),
            ("KRPP", None),
            ("KKk", None),
            ("KPPPPPPPPPk", None),
            ("KXk", None),
            ("KvKvK", None),
            ("", None),
        ] {
            let material = text.parse::<Material>();
            let again = material.as_ref().ok().map(ToString::to_string);
            assert_eq!(again.as_deref(), written, "{text}");
        }
    }
}
