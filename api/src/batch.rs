//! One position in a request, or several.

use app::Error;
use pgn::parse_fen;
use serde::Serialize;
use serde_json::{Value, json};
use shakmaty::Chess;
use utoipa::ToSchema;

use crate::problem::Problem;

/// The most positions of a request. Guessed: a search each takes a second in all.
const MOST_FENS: usize = 64;

/// The answer to `fen`, or to `fens`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Batch<T> {
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
pub(crate) enum Outcome<T> {
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

/// Answers `fen` or each of `fens`; `answer` gets those that are positions, and answers each.
///
/// # Errors
///
/// 400 if there is neither a `fen` nor `fens`, or both; 422 if there are none or too many of them; what is wrong with
/// the only one.
pub(crate) fn answer<T, E: Into<Problem>>(
    fen: Option<&str>,
    fens: Option<&[String]>,
    answer: impl FnOnce(&[Chess]) -> Result<Vec<Result<T, E>>, Error>,
) -> Result<Batch<T>, Problem> {
    match (fen, fens) {
        (Some(fen), None) => {
            let mut answers = answer(&[parse_fen(fen)?])?;
            let answer = answers.pop().ok_or_else(Problem::busy)?;
            answer.map(Batch::One).map_err(Into::into)
        }
        (None, Some(fens)) if (1..=MOST_FENS).contains(&fens.len()) => {
            let parsed: Vec<_> = fens.iter().map(|fen| parse_fen(fen)).collect();
            let positions: Vec<Chess> = parsed.iter().flatten().cloned().collect();
            let mut answers = answer(&positions)?.into_iter();
            let outcome = |(fen, parsed): (&String, Result<Chess, _>)| {
                let answer = parsed.map_err(Problem::from).and_then(|_| {
                    let answer = answers.next().ok_or_else(Problem::busy)?;
                    answer.map_err(Into::into)
                });
                answer.map_or_else(
                    |problem| Outcome::Refused {
                        fen: fen.clone(),
                        problem: problem.redacted(),
                    },
                    Outcome::Done,
                )
            };
            let results = fens.iter().zip(parsed).map(outcome).collect();
            Ok(Batch::Several { results })
        }
        (None, Some(fens)) => Err(Problem::impossible(format!(
            "fens: there are {}; there must be 1 to {MOST_FENS}",
            fens.len()
        ))),
        (None, None) => Err(Problem::unreadable("missing field `fen`")),
        (Some(_), Some(_)) => Err(Problem::unreadable(
            "fens: the request also has fen; send only one of them",
        )),
    }
}

/// The fields of such a request that may come together.
pub(crate) fn ways_to_ask() -> Value {
    json!([
        {"required": ["fen"], "properties": {"fen": {"type": "string"}, "fens": {"type": "null"}}},
        {"required": ["fens"], "properties": {"fens": {"type": "array"}, "fen": {"type": "null"}}},
    ])
}
