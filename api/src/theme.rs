//! What exercises are about: a motif or a named structure, by its name.

use deunicode::deunicode;
use motifs::{
    MotifKind, chances_but_mates, mates_in_one, mates_in_two, named_structures, static_motifs,
    structure_names,
};
use shakmaty::{Chess, Position};
use utoipa::openapi::{RefOr, Schema};

use crate::problem::Problem;
use crate::schemas::one_of;

/// A motif, e.g. `fork`, or a named structure, e.g. `Carlsbad structure`.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Theme {
    Motif(MotifKind),
    Structure(&'static str),
}

impl Theme {
    /// The one of a name, in upper or lower case, with accents or without: `maroczy bind`.
    ///
    /// # Errors
    ///
    /// 422 with all names if there is none of that name.
    pub(crate) fn new(name: &str) -> Result<Theme, Problem> {
        let plain = |name: &str| deunicode(name.trim()).to_lowercase();
        let wanted = plain(name);
        let found = Theme::all().find(|theme| plain(theme.name()) == wanted);
        found.ok_or_else(|| {
            let names = |structures: bool| {
                let all = Theme::all().filter(|theme| theme.is_structure() == structures);
                all.map(Theme::name).collect::<Vec<_>>().join(", ")
            };
            Problem::impossible(format!(
                "theme: there is no {name:.60?}; there are the motifs {}, and the structures {}",
                names(false),
                names(true)
            ))
        })
    }

    /// All of them, motifs first.
    fn all() -> impl Iterator<Item = Theme> {
        let motifs = MotifKind::ALL.into_iter().map(Theme::Motif);
        motifs.chain(structure_names().map(Theme::Structure))
    }

    fn is_structure(self) -> bool {
        matches!(self, Theme::Structure(_))
    }

    fn name(self) -> &'static str {
        match self {
            Theme::Motif(kind) => kind.name(),
            Theme::Structure(name) => name,
        }
    }

    /// The theme that the solution must have: that of a chance, which might be left aside; what stands on the board is
    /// there whatever is played.
    pub(crate) fn of_solution(self) -> Option<&'static str> {
        match self {
            Theme::Motif(kind) if kind.is_chance() => Some(kind.name()),
            _ => None,
        }
    }

    /// Whether it is in a position.
    pub(crate) fn is_in(self, position: &Chess) -> bool {
        let board = position.board();
        match self {
            Theme::Motif(wanted) => {
                let motifs = match wanted {
                    // To look for mates, in two moves above all, takes most of the time of all chances together.
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

/// The name of a motif or a structure, or null.
pub(crate) fn schema() -> RefOr<Schema> {
    one_of(Theme::all().map(Theme::name), true, None)
}
