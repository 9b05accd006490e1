//! `fields`: the members of hits that a client shows, so that a list of ten has 4 kB rather than 80.
//!
//! Neither the request nor the answer is in the document: in it hits have all their members, and clients that are
//! generated of it rely on them.

use app::{Error, GameHeader, Hit, SimilarAnswer, quoted};
use serde_json::{Map, Value, to_value};
use utoipa::PartialSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::problem::Problem;

/// The members of hits that are given: `fen`, or `game.id` of an object in one.
pub(crate) struct Fields(Vec<String>);

impl Fields {
    /// Some of the members that there are.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] for another name.
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

    /// Whether any of them takes an explanation.
    pub(crate) fn explain(&self) -> bool {
        self.has("explanation") || self.has("summary")
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|given| given == name)
    }

    /// An answer whose hits have these members only.
    ///
    /// # Errors
    ///
    /// None that is not a bug.
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

/// The names of the members of a type.
fn members<T: PartialSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.properties.into_keys().collect(),
        _ => Vec::new(),
    }
}
