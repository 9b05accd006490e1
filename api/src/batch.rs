//! One position in a request, or several.

use serde::Serialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// The most positions of a request. Guessed: a search each takes a second in all.
pub const MOST_FENS: usize = 64;

/// The answer to `fen`, or to `fens`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Batch<T> {
    /// To `fen`.
    One(T),
    /// To `fens`.
    Several {
        /// In the order of the request.
        results: Vec<Outcome<T>>,
    },
}

/// The answer to one of several, or why there is none.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Outcome<T> {
    /// The answer.
    Done(T),
    /// There is none.
    Refused {
        /// As in the request.
        fen: String,
        /// Why.
        problem: Problem,
    },
}

/// What a request asks for.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Asked<'a> {
    One(&'a str),
    Several(&'a [String]),
}

impl<'a> Asked<'a> {
    /// # Errors
    ///
    /// 400 if there is neither a `fen` nor `fens`, or both; 422 if there are none or too many of them.
    pub(crate) fn new(
        fen: Option<&'a String>,
        fens: Option<&'a Vec<String>>,
    ) -> Result<Asked<'a>, Problem> {
        match (fen, fens) {
            (Some(fen), None) => Ok(Asked::One(fen)),
            (None, Some(fens)) if (1..=MOST_FENS).contains(&fens.len()) => Ok(Asked::Several(fens)),
            (None, Some(fens)) => Err(Problem::impossible(format!(
                "fens: there are {}; there must be 1 to {MOST_FENS}",
                fens.len()
            ))),
            (None, None) => Err(Problem::unreadable("missing field `fen`")),
            (Some(_), Some(_)) => Err(Problem::unreadable(
                "fens: there is a fen, too; send one of them",
            )),
        }
    }

    /// The FENs, in their order.
    pub(crate) fn fens(self) -> impl Iterator<Item = &'a str> {
        let (one, several) = match self {
            Asked::One(fen) => (Some(fen), &[][..]),
            Asked::Several(fens) => (None, fens),
        };
        one.into_iter().chain(several.iter().map(String::as_str))
    }

    /// Answers them in their order.
    ///
    /// # Errors
    ///
    /// What is wrong with the only one.
    pub(crate) fn answered<T>(
        self,
        mut answer: impl FnMut(&str) -> Result<T, Problem>,
    ) -> Result<Batch<T>, Problem> {
        match self {
            Asked::One(fen) => answer(fen).map(Batch::One),
            Asked::Several(fens) => {
                let results = fens.iter().map(|fen| match answer(fen) {
                    Ok(answer) => Outcome::Done(answer),
                    Err(problem) => Outcome::Refused {
                        fen: fen.clone(),
                        problem: problem.told(),
                    },
                });
                Ok(Batch::Several {
                    results: results.collect(),
                })
            }
        }
    }
}
