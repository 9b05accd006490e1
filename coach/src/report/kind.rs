//! Kinds of mistakes by their names.

use std::fmt;
use std::str::FromStr;

use motifs::MotifKind;
use pgn::quoted;

use crate::theme::Theme;

/// Motif of a mistake by which a mate was allowed or missed; it is no kind of motif of its own.
pub(crate) const MATE: &str = "mate";

/// The phases of a game.
const PHASES: [&str; 3] = ["opening", "middlegame", "endgame"];

/// How a mistake came about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MistakeWay {
    /// It allowed something.
    Allowed,
    /// It missed something.
    Missed,
}

impl MistakeWay {
    /// Both of them, in the order of their names.
    pub const ALL: [MistakeWay; 2] = [MistakeWay::Allowed, MistakeWay::Missed];

    /// Its name, e.g. `missed`.
    pub fn name(self) -> &'static str {
        match self {
            MistakeWay::Allowed => "allowed",
            MistakeWay::Missed => "missed",
        }
    }
}

/// A kind of mistake: what was allowed or missed, or else the phase. Its name is `missed fork`, `allowed mate`, `endgame`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MistakeKind {
    /// How it came about, if it has a motif.
    pub how: Option<MistakeWay>,
    /// What was allowed or missed: a tactical motif by its name, e.g. `fork`, or `mate`.
    pub motif: Option<&'static str>,
    /// Phase of the game, `opening`, `middlegame` or `endgame`, of a mistake without a motif.
    pub phase: Option<&'static str>,
}

impl FromStr for MistakeKind {
    type Err = String;

    /// Finds the kind of a name as people write it: `missed` or `allowed` and a tactical motif or `mate`; or a phase.
    ///
    /// # Errors
    ///
    /// A sentence that names all kinds.
    fn from_str(name: &str) -> Result<MistakeKind, String> {
        let name = name.trim();
        let words = name.split_once(char::is_whitespace);
        let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
        let how = words.and_then(|(first, rest)| {
            let how = MistakeWay::ALL.iter().find(|how| same(how.name(), first))?;
            Some((*how, rest.trim()))
        });
        let phase = PHASES.into_iter().find(|phase| same(phase, name));
        match (how, phase) {
            (Some((how, rest)), _) => {
                let motif = if same(rest, MATE) {
                    Some(MATE)
                } else {
                    let theme = rest.parse::<Theme>().ok();
                    theme.and_then(Theme::of_solution).filter(is_tactical)
                };
                let motif = motif.ok_or_else(|| unknown(name))?;
                Ok(MistakeKind {
                    how: Some(how),
                    motif: Some(motif),
                    phase: None,
                })
            }
            (None, Some(phase)) => Ok(MistakeKind {
                how: None,
                motif: None,
                phase: Some(phase),
            }),
            (None, None) => Err(unknown(name)),
        }
    }
}

/// Whether a mistake can be of a chance of this name: mates are one kind together.
fn is_tactical(name: &&'static str) -> bool {
    let mates = [MotifKind::MateIn1, MotifKind::MateIn2];
    mates.iter().all(|mate| mate.name() != *name)
}

fn unknown(name: &str) -> String {
    let motifs = MotifKind::ALL
        .into_iter()
        .filter(|kind| kind.is_chance())
        .map(MotifKind::name)
        .filter(is_tactical);
    let motifs: Vec<&str> = motifs.collect();
    let (phases, motifs) = (PHASES.join(", "), motifs.join(", "));
    format!(
        "{} is not a kind of mistake: use missed or allowed and one of {MATE}, {motifs}; or one of {phases}",
        quoted(name)
    )
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.how, self.motif) {
            (Some(how), Some(motif)) => write!(f, "{} {motif}", how.name()),
            _ => f.write_str(self.phase.unwrap_or("other")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MistakeKind;

    #[test]
    fn names_of_kinds() {
        for (written, name) in [
            ("missed fork", "missed fork"),
            ("  Allowed  MATE ", "allowed mate"),
            ("missed hanging piece", "missed hangingPiece"),
            ("allowed hangingPiece", "allowed hangingPiece"),
            ("Endgame", "endgame"),
        ] {
            let kind: MistakeKind = written.parse().expect(written);
            assert_eq!(kind.to_string(), name);
            assert_eq!(name.parse(), Ok(kind));
        }
        for written in [
            "",
            "missed",
            "missed isolated",
            "missed mateIn1",
            "missed Carlsbad structure",
            "lost fork",
            "fork",
            "late endgame",
        ] {
            assert!(written.parse::<MistakeKind>().is_err(), "{written}");
        }
    }
}
