//! The pieces of both sides, in number, e.g. `KRPPkrpp`, and the numbers under which the passages are
//! listed that have them.
//!
//! Pieces only become fewer, and other ones, so that the positions of a passage with some material are a run
//! without a gap, of which each half of the passage has a part: a list for each material and part gives the positions without a look at a board.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use shakmaty::{Board, Chess, Color, Position, Role};

use crate::passages::passage::MAX_POSITIONS;
use crate::terms::term::Term;

/// The pieces of both sides, in number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// By role, pawns first; White's and Black's.
    counts: [[u8; 2]; 6],
}

/// The text does not say what there is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a material signature, like KRPPkrpp or KRPPvKRPP: one king and at most sixteen pieces a side"
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

    /// Terms of all positions that have it, which other positions have together only where captures or promotions
    /// bring one of them after the other.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Term> {
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::King);
        roles.map(|role| {
            let [white, black] = self.counts[role as usize - 1];
            Term::piece_count(role, white.into(), black.into())
        })
    }

    /// The number of a run of positions with it: of each kind and side, pawns first, how many there are, in four
    /// bits, which is enough beside a king; then the first and the last position of the run in its half of the passage;
    /// above all of that, which half.
    fn number(&self, half: u64, run: &Range<u64>) -> u64 {
        let kinds = self.counts[..Role::King as usize - 1].as_flattened();
        let kinds = kinds
            .iter()
            .fold(0, |number, count| number << 4 | u64::from(*count));
        half * SECOND + (kinds * HALF + run.start) * HALF + run.end - 1
    }

    /// The numbers of all runs of positions with it, in each half of a passage, which has one for each of its own.
    pub fn numbers(&self) -> [RangeInclusive<u64>; HALVES] {
        let of_half = |half| self.number(half, &(0..1))..=self.number(half, &(HALF - 1..HALF));
        std::array::from_fn(|half| of_half(half as u64))
    }

    /// The positions of a passage, counted from its first one, that have the material of a number.
    pub fn run(number: u64) -> Range<u64> {
        let first = number / SECOND * HALF;
        first + number / HALF % HALF..first + number % HALF + 1
    }
}

/// How many positions a passage had at most when these numbers were made; a longer passage has the others in its second half.
const HALF: u64 = 8;

const HALVES: usize = MAX_POSITIONS.div_ceil(HALF as usize);

/// What the numbers of the second half are greater by: more than any of the first.
const SECOND: u64 = (HALF * HALF) << 40;

/// The numbers of the runs of a passage.
pub(crate) fn of_passage(positions: &[Chess]) -> Vec<u64> {
    let materials: Vec<Material> = positions
        .iter()
        .map(|position| Material::of(position.board()))
        .collect();
    let halves = (0..).zip(materials.chunks(HALF as usize));
    let runs = halves.flat_map(|(half, materials)| {
        let mut first = 0;
        materials.chunk_by(PartialEq::eq).map(move |same| {
            let run = first..first + same.len() as u64;
            first = run.end;
            same[0].number(half, &run)
        })
    });
    runs.collect()
}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let wrong = || ParseMaterialError(pgn::shortened(text));
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
    use shakmaty::Chess;
    use shakmaty::san::San;

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

    /// Each position of a passage is in one run, with its own material.
    #[test]
    fn runs_cover_a_passage() {
        let game = "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 c6 Nf3 Bg4 h3 Bxf3 Qxf3 e6";
        let mut positions = vec![Chess::default()];
        for san in game.split(' ') {
            let last = positions.last().expect("a position");
            let san: San = san.parse().expect("a move");
            let m = san.to_move(last).expect("a legal move");
            positions.push(last.clone().play(m).expect("legal"));
        }
        for passage in positions.windows(MAX_POSITIONS).chain(positions.chunks(3)) {
            let runs = of_passage(passage);
            let found = passage.iter().zip(0..).map(|(position, place)| {
                let numbers = Material::of(position.board()).numbers();
                let mut having = runs.iter().filter(|number| {
                    numbers.iter().any(|numbers| numbers.contains(number))
                        && Material::run(**number).contains(&place)
                });
                having.next().is_some() && having.next().is_none()
            });
            assert!(found.into_iter().all(|once| once), "{runs:?}");
            let covered: u64 = runs
                .iter()
                .map(|number| Material::run(*number))
                .map(|run| run.end - run.start)
                .sum();
            assert_eq!(covered, passage.len() as u64);
        }
    }

    /// Numbers of different materials are apart.
    #[test]
    fn numbers_tell_materials_apart() {
        let materials = [
            "Kk",
            "KPk",
            "Kkp",
            "KNk",
            "KQk",
            "Kkq",
            "KRPPkrpp",
            "KQQQQQQQQQQQQQQQk",
        ];
        let mut numbers = materials
            .map(|text| text.parse::<Material>().expect("material").numbers())
            .concat();
        numbers.sort_by_key(|numbers| *numbers.start());
        assert!(
            numbers
                .windows(2)
                .all(|pair| pair[0].end() < pair[1].start()),
            "{numbers:?}"
        );
    }
}
