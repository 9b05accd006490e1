//! `fields`: selects members of hits, so that a list of ten hits has 4 kB rather than 80.
//!
//! The OpenAPI document describes neither this parameter nor the shorter answers: generated clients rely on hits that
//! have all members.

use app::{Error, GameHeader, Hit, SimilarAnswer, quoted};
use serde_json::{Map, Value, to_value};
use utoipa::PartialSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::problem::Problem;

/// The members that hits keep: `fen`, or `game.id` for a member of an object in a hit.
pub(crate) struct Fields(Vec<String>);

impl Fields {
    /// Selects members by their names.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] for an unknown name.
    pub(crate) fn new(names: &[String]) -> Result<Fields, Error> {
        let mut known = members::<Hit>();
        known.extend(
            members::<GameHeader>()
                .iter()
                .map(|name| format!("game.{name}")),
        );
        match names.iter().find(|name| !known.contains(name)) {
            None => Ok(Fields(names.to_vec())),
            Some(name) => {
                let why = format!(
                    "{} is not a member of a hit; the members are {}",
                    quoted(name),
                    known.join(", ")
                );
                Err(Error::impossible("fields", why))
            }
        }
    }

    /// True if any of the members needs an explanation of the hit.
    pub(crate) fn explain(&self) -> bool {
        self.has("explanation") || self.has("summary")
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|given| given == name)
    }

    /// Returns the answer with these members of its hits only.
    ///
    /// # Errors
    ///
    /// An internal problem if the answer cannot be serialized, which is a bug.
    pub(crate) fn of_hits(&self, answer: &SimilarAnswer) -> Result<Value, Problem> {
        let mut answer = to_value(answer).map_err(Problem::internal)?;
        let hits = answer["hits"].as_array_mut();
        for hit in hits.into_iter().flatten().filter_map(Value::as_object_mut) {
            self.keep(hit);
        }
        Ok(answer)
    }

    fn keep(&self, hit: &mut Map<String, Value>) {
        hit.retain(|name, value| {
            if self.has(name) {
                return true;
            }
            let inner = value.as_object_mut();
            inner.is_some_and(|inner| {
                inner.retain(|member, _| self.has(&format!("{name}.{member}")));
                !inner.is_empty()
            })
        });
    }
}

/// Returns the names of a type's members.
fn members<T: PartialSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.properties.into_keys().collect(),
        _ => Vec::new(),
    }
}
