//! One position in a request, or several.

use std::borrow::Cow;

use app::Error;
use pgn::parse_fen;
use serde::Serialize;
use serde_json::{Map, Value, json};
use shakmaty::Chess;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::problem::Problem;

/// The most positions of a request. Guessed: a search each takes a second in all.
const MOST_FENS: usize = 64;

/// The answer to `fen`, or to `fens`.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Outcome<T> {
    /// The answer.
    Done(T),
    /// There is none.
    Refused(Refusal),
}

/// Why there is no answer to one of several.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// As in the request.
    fen: String,
    /// Why.
    problem: Problem,
}

/// By hand, since derived generics are written out where they are used: generators of clients need a name for each
/// of the alternatives.
impl<T: ToSchema> PartialSchema for Batch<T> {
    fn schema() -> RefOr<Schema> {
        let schema = OneOfBuilder::new()
            .description(Some("The answer to `fen`, or to `fens`."))
            .item(Ref::from_schema_name(T::name()))
            .item(Ref::from_schema_name(results_name::<T>()));
        RefOr::T(schema.into())
    }
}

impl<T: ToSchema> ToSchema for Batch<T> {
    fn name() -> Cow<'static, str> {
        format!("Batch_{}", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        let outcome_name = format!("Outcome_{}", T::name());
        let outcome = OneOfBuilder::new()
            .description(Some("The answer to one of several, or why there is none."))
            .item(Ref::from_schema_name(T::name()))
            .item(Ref::from_schema_name(Refusal::name()));
        let list = ArrayBuilder::new()
            .items(Ref::from_schema_name(&outcome_name))
            .description(Some("In the order of the request."));
        let results = ObjectBuilder::new()
            .description(Some("The answers to `fens`."))
            .property("results", list)
            .required("results");
        schemas.extend([
            (T::name().into(), T::schema()),
            (Refusal::name().into(), Refusal::schema()),
            (outcome_name, RefOr::T(outcome.into())),
            (results_name::<T>(), RefOr::T(results.into())),
        ]);
        T::schemas(schemas);
        Refusal::schemas(schemas);
    }
}

/// The name of the schema of the answers to `fens`.
fn results_name<T: ToSchema>() -> String {
    format!("Results_{}", T::name())
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
            let answer = answers.pop().ok_or(Error::Crowded)?;
            answer.map(Batch::One).map_err(Into::into)
        }
        (None, Some(fens)) if (1..=MOST_FENS).contains(&fens.len()) => {
            let parsed: Vec<_> = fens.iter().map(|fen| parse_fen(fen)).collect();
            let positions: Vec<Chess> = parsed.iter().flatten().cloned().collect();
            let mut answers = answer(&positions)?.into_iter();
            let outcome = |(fen, parsed): (&String, Result<Chess, _>)| {
                let answer = parsed.map_err(Problem::from).and_then(|_| {
                    let answer = answers.next().ok_or(Error::Crowded)?;
                    answer.map_err(Into::into)
                });
                answer.map_or_else(
                    |problem| {
                        Outcome::Refused(Refusal {
                            fen: fen.clone(),
                            problem: problem.redacted(),
                        })
                    },
                    Outcome::Done,
                )
            };
            let results = fens.iter().zip(parsed).map(outcome).collect();
            Ok(Batch::Several { results })
        }
        (None, Some(fens)) => {
            let count = fens.len();
            let why = format!("it has {count} items, not 1 to {MOST_FENS}");
            Err(Error::impossible("fens", why).into())
        }
        (None, None) => Err(Error::Missing("fen".to_owned()).into()),
        (Some(_), Some(_)) => {
            let why = "the request also has fen; send only one of them";
            Err(Error::unreadable("fens", why).into())
        }
    }
}

/// Which fields of such a request may come together, as keywords of its schema.
pub(crate) fn ways_to_ask() -> Value {
    json!({
        "if": way(&["fens"], &[]),
        "then": way(&[], &["fen"]),
        "else": way(&["fen"], &[]),
    })
}

/// The schema of one way to ask: with some fields, and without others.
pub(crate) fn way(with: &[&str], without: &[&str]) -> Value {
    let given = |name: &&str| {
        let schema = match *name {
            "fens" => json!({"type": "array", "items": {"type": "string"}}),
            "plan" | "mistakes" => json!({"enum": [true]}),
            _ => json!({"type": "string"}),
        };
        ((*name).to_owned(), schema)
    };
    let absent = |name: &&str| {
        let schema = match *name {
            "plan" | "mistakes" => json!({"enum": [false]}),
            _ => json!({"type": "null"}),
        };
        ((*name).to_owned(), schema)
    };
    let properties = with.iter().map(given).chain(without.iter().map(absent));
    // The last keyword says what holds anyway: Redocly takes other fields of an example for mistakes without it.
    json!({
        "required": with,
        "properties": properties.collect::<Map<_, _>>(),
        "unevaluatedProperties": true,
    })
}
