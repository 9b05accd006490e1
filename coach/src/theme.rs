//! The theme of exercises: a motif or a named structure, by its name.

use std::str::FromStr;

use deunicode::deunicode;
use motifs::{
    MotifKind, chances_but_mates, mates_in_one, mates_in_two, named_structures, static_motifs,
    structure_names,
};
use pgn::quoted;
use shakmaty::{Chess, Position};

/// A motif, e.g. `fork`, or a named structure, e.g. `Carlsbad structure`.
#[derive(Copy, Clone, Debug)]
pub enum Theme {
    /// A motif.
    Motif(MotifKind),
    /// A named structure, by its name.
    Structure(&'static str),
}

impl FromStr for Theme {
    type Err = String;

    /// Finds the theme of a name as people write it, e.g. `maroczy bind`, `Gruenfeld`, `rook on seventh`: the whole name,
    /// or some of its words if no other theme has them.
    ///
    /// # Errors
    ///
    /// A sentence with all names if none matches, with those that match if there are several.
    fn from_str(name: &str) -> Result<Theme, String> {
        let plain = |name: &str| deunicode(name.trim()).to_lowercase();
        let exactly = Theme::all().find(|theme| plain(theme.name()) == plain(name));
        if let Some(theme) = exactly {
            return Ok(theme);
        }
        let typed = words(name);
        let is_meant = |theme: &Theme| {
            let words = words(theme.name());
            !typed.is_empty() && typed.iter().all(|word| words.contains(word))
        };
        let meant: Vec<Theme> = Theme::all().filter(is_meant).collect();
        let wholly = |theme: &&Theme| words(theme.name()).len() == typed.len();
        match (&meant[..], meant.iter().find(wholly)) {
            ([one], _) | (_, Some(one)) => Ok(*one),
            ([], _) => {
                let names = |structures: bool| {
                    names(Theme::all().filter(|theme| theme.is_structure() == structures))
                };
                let (motifs, structures) = (names(false), names(true));
                Err(format!(
                    "there is no theme {}; the motifs are {motifs}; the structures are {structures}",
                    quoted(name)
                ))
            }
            (several, _) => {
                let several = names(several.iter().copied());
                Err(format!("{} may be one of several: {several}", quoted(name)))
            }
        }
    }
}

impl Theme {
    /// All themes, motifs first.
    pub fn all() -> impl Iterator<Item = Theme> {
        let motifs = MotifKind::ALL.into_iter().map(Theme::Motif);
        motifs.chain(structure_names().map(Theme::Structure))
    }

    fn is_structure(self) -> bool {
        matches!(self, Theme::Structure(_))
    }

    /// Its name, e.g. `fork`, `Carlsbad structure`.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Motif(kind) => kind.name(),
            Theme::Structure(name) => name,
        }
    }

    /// The theme that a solution must have; `None` unless it is a tactical chance, as other themes do not depend on the
    /// move.
    pub fn of_solution(self) -> Option<&'static str> {
        match self {
            Theme::Motif(kind) if kind.is_chance() => Some(kind.name()),
            _ => None,
        }
    }

    /// True if a position has it.
    pub(crate) fn is_in(self, position: &Chess) -> bool {
        let board = position.board();
        match self {
            Theme::Motif(wanted) => {
                let motifs = match wanted {
                    // Of all chances mates take most of the time, those in two moves above all.
                    MotifKind::MateIn1 => return !mates_in_one(position).is_empty(),
                    MotifKind::MateIn2 => return !mates_in_two(position).is_empty(),
                    _ if wanted.is_chance() => chances_but_mates(position),
                    _ => static_motifs(board),
                };
                motifs.iter().any(|motif| motif.kind == wanted)
            }
            Theme::Structure(name) => named_structures(board)
                .iter()
                .any(|structure| structure.name == name),
        }
    }
}

fn names(themes: impl Iterator<Item = Theme>) -> String {
    themes.map(Theme::name).collect::<Vec<_>>().join(", ")
}

/// The words of a name in one spelling of several: without accents, an umlaut as its vowel alone (`ue` is `u`), `center` as
/// `centre`; `rookOnSeventh` is three, and so is `mateIn1`.
fn words(name: &str) -> Vec<String> {
    // An abbreviation that shares no word with the name.
    let name = if name.trim().eq_ignore_ascii_case("IQP") {
        "isolani"
    } else {
        name
    };
    let mut apart = String::new();
    let mut last = ' ';
    for c in deunicode(name).chars().filter(|c| *c != '\'') {
        if last.is_ascii_lowercase() && (c.is_ascii_uppercase() || c.is_ascii_digit()) {
            apart.push(' ');
        }
        apart.push(c.to_ascii_lowercase());
        last = c;
    }
    let words = apart.split(|c: char| !c.is_ascii_alphanumeric());
    let spelled = words.filter(|word| !word.is_empty()).map(|word| {
        let word = word
            .replace("ue", "u")
            .replace("oe", "o")
            .replace("ae", "a");
        word.replace("center", "centre")
    });
    spelled.collect()
}
