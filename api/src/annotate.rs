//! `/api/annotate`: PGN in, the same PGN out, with comments, scores and marks.

use std::io::{Read, Write};

use ::training::{AnnotateError, Unannotated};
use engine::Analysis;
use serde::Deserialize;
use shakmaty::Chess;
use utoipa::IntoParams;

use crate::analyse::Effort;
use crate::analysts::{Analysts, Until};
use crate::extract::number;
use crate::problem::Problem;

/// How games are annotated; the fields of [`Effort`] are beside `eval`.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AnnotateRequest {
    /// Whether the engine scores every move and marks bad ones; false unless said.
    #[serde(default)]
    pub eval: bool,
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 127)]
    pub depth: Option<f64>,
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u64>, minimum = 1, maximum = 1_000_000_000_000u64)]
    pub nodes: Option<f64>,
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 3_600_000)]
    pub movetime_ms: Option<f64>,
}

/// Annotates the games of a stream of PGN, several at a time, in their order, and tells how many there are.
///
/// `see` is called with the number of games so far, and with those that could not be played through and
/// are written as they are.
///
/// # Errors
///
/// 400 if there is no game in it or it cannot be read, 422 for fields out of range, 503 if there was no
/// time for all of it, or another engine has failed.
pub fn annotate(
    request: &AnnotateRequest,
    read: impl Read,
    write: &mut impl Write,
    analysts: &Analysts,
    until: &Until,
    mut see: impl FnMut(u64, Vec<Unannotated>),
) -> Result<u64, Problem> {
    let effort = Effort {
        depth: request.depth,
        nodes: request.nodes,
        movetime_ms: request.movetime_ms,
        multi_pv: None,
    };
    let limits = effort.limits("")?;
    let analyse = |positions: &[Chess]| -> Result<Vec<Analysis>, Problem> {
        let found = analysts
            .analyse(positions, None, &limits, until)?
            .into_iter();
        let whole = found.map(|found| found.filter(|found| found.is_whole));
        let all: Option<Vec<Analysis>> = whole
            .map(|found| found.map(|found| found.analysis))
            .collect();
        all.ok_or_else(out_of_time)
    };
    let analyse: Option<&::training::Analyse<'_, Problem>> =
        if request.eval { Some(&analyse) } else { None };
    ::training::annotate(read, write, analyse, &mut see).map_err(|error| match error {
        AnnotateError::Analysis(problem) => problem,
        AnnotateError::Io(error) => Problem::unreadable(error.to_string()),
        AnnotateError::NoGame => Problem::unreadable(error.to_string()),
    })
}

/// What there is to say when time is up.
fn out_of_time() -> Problem {
    Problem {
        detail: "there was no time for all of it: send fewer games, or ask for fewer nodes"
            .to_owned(),
        ..Problem::busy()
    }
}
