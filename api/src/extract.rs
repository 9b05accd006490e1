//! What a request carries, or the problem with it.

use std::error::Error as _;
use std::fmt;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::{self, DeserializeOwned, Deserializer, Expected, Unexpected, Visitor};

use crate::problem::Problem;

/// A JSON body. Rejected with 415 if it does not say that it is JSON, 413 if it is too large,
/// 400 if it is empty, not JSON, or of another shape.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Problem> {
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let is_json = content_type
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|mime| mime.trim().eq_ignore_ascii_case("application/json"));
        let body = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| Problem::new(rejection.status(), rejection.body_text()))?;
        if body.trim_ascii().is_empty() {
            let hint =
                r#"the body is empty: send JSON like {"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}"#;
            return Err(Problem::unreadable(hint));
        }
        if !is_json {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be JSON: send the header Content-Type: application/json",
            ));
        }
        let unreadable = |error| format!("the body cannot be read: {error}");
        let mut json = serde_json::Deserializer::from_slice(&body);
        let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
            let field = error.path().to_string();
            let error = error.into_inner();
            Problem::unreadable(if field == "." {
                unreadable(error)
            } else {
                format!("{field}: {error}")
            })
        })?;
        json.end()
            .map_err(|error| Problem::unreadable(unreadable(error)))?;
        Ok(JsonBody(value))
    }
}

/// The query string. Rejected with 400 if it is of another shape.
pub(crate) struct QueryString<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryString<T>, Problem> {
        Query::from_request_parts(parts, state)
            .await
            .map(|Query(value)| QueryString(value))
            .map_err(|rejection| {
                // Without axum's own words before it.
                let why = rejection.source().map(ToString::to_string);
                Problem::unreadable(why.unwrap_or_else(|| rejection.body_text()))
            })
    }
}

/// A number, as JSON has it or as the text of a query string.
pub(crate) fn number<'de, D: Deserializer<'de>>(field: D) -> Result<Option<f64>, D::Error> {
    struct Number;
    impl Visitor<'_> for Number {
        type Value = Option<f64>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_f64<E>(self, number: f64) -> Result<Option<f64>, E> {
            Ok(Some(number))
        }

        fn visit_u64<E>(self, number: u64) -> Result<Option<f64>, E> {
            Ok(Some(number as f64))
        }

        fn visit_i64<E>(self, number: i64) -> Result<Option<f64>, E> {
            Ok(Some(number as f64))
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Option<f64>, E> {
            let number = text.parse().map_err(|_| wrong(text, &self))?;
            Ok(Some(number))
        }

        fn visit_unit<E>(self) -> Result<Option<f64>, E> {
            Ok(None)
        }
    }
    field.deserialize_any(Number)
}

/// True or false, as JSON has them or as the text of a query string.
pub(crate) fn truth<'de, D: Deserializer<'de>>(field: D) -> Result<Option<bool>, D::Error> {
    struct Truth;
    impl Visitor<'_> for Truth {
        type Value = Option<bool>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("true or false")
        }

        fn visit_bool<E>(self, truth: bool) -> Result<Option<bool>, E> {
            Ok(Some(truth))
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Option<bool>, E> {
            let truth = text.parse().map_err(|_| wrong(text, &self))?;
            Ok(Some(truth))
        }

        fn visit_unit<E>(self) -> Result<Option<bool>, E> {
            Ok(None)
        }
    }
    field.deserialize_any(Truth)
}

/// The error that a text is not what is expected.
fn wrong<E: de::Error>(text: &str, expected: &dyn Expected) -> E {
    E::invalid_value(Unexpected::Str(text), expected)
}

/// The number of a game in the path. Rejected with 400 if it is no number.
pub(crate) struct GameId(pub(crate) u64);

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameId, Problem> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
        id.parse()
            .map(GameId)
            .map_err(|_| Problem::unreadable(format!("id: {id:?} is not the number of a game")))
    }
}
