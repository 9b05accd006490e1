//! What went wrong, as `application/problem+json`.
//!
//! ```json
//! {"type": "about:blank", "title": "Unprocessable Entity", "status": 422,
//!  "detail": "limit: 0 is out of range; it is a whole number from 1 to 1000",
//!  "code": "impossible", "field": "limit"}
//! ```
//!
//! Source: RFC 9457, of which `code` and `field` are extension members, <https://www.rfc-editor.org/rfc/rfc9457>.

use std::fmt;

use app::{Error, FetchError, withheld};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pgn::FenError;
use serde::{Serialize, Serializer};
use utoipa::openapi::{Object, ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// An error for the client: a status, and a sentence that names the field and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The HTTP status.
    pub(crate) status: StatusCode,
    /// One sentence.
    pub(crate) detail: String,
    /// Code for programs: one of [`CODES`].
    pub(crate) code: &'static str,
    /// The field of the request that is missing or wrong.
    pub(crate) field: Option<String>,
}

/// Codes of problems, each with the status whose default code it is, if any.
const CODES: [(&str, Option<StatusCode>); 18] = [
    ("malformed", Some(StatusCode::BAD_REQUEST)),
    ("missingField", None),
    ("unauthorized", Some(StatusCode::UNAUTHORIZED)),
    ("forbidden", Some(StatusCode::FORBIDDEN)),
    ("notFound", Some(StatusCode::NOT_FOUND)),
    ("methodNotAllowed", Some(StatusCode::METHOD_NOT_ALLOWED)),
    ("timeout", Some(StatusCode::REQUEST_TIMEOUT)),
    ("conflict", Some(StatusCode::CONFLICT)),
    ("tooLarge", Some(StatusCode::PAYLOAD_TOO_LARGE)),
    (
        "unsupportedMediaType",
        Some(StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ),
    ("impossible", Some(StatusCode::UNPROCESSABLE_ENTITY)),
    ("rateLimited", Some(StatusCode::TOO_MANY_REQUESTS)),
    ("internal", Some(StatusCode::INTERNAL_SERVER_ERROR)),
    ("siteFailed", Some(StatusCode::BAD_GATEWAY)),
    ("unavailable", Some(StatusCode::SERVICE_UNAVAILABLE)),
    ("crowded", None),
    ("opening", None),
    ("outOfTime", None),
];

impl Problem {
    /// `400 Bad Request`: it is not in the right form.
    pub(crate) fn unreadable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, detail)
    }

    /// `404 Not Found`.
    pub(crate) fn missing(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// `500 Internal Server Error`: not the fault of the client.
    pub(crate) fn internal(error: impl fmt::Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }

    /// The problem as the client may see it: one that is not its fault is logged, and its detail withheld.
    pub(crate) fn redacted(mut self) -> Problem {
        if self.status == StatusCode::INTERNAL_SERVER_ERROR {
            self.detail = withheld(&self).to_owned();
        }
        self
    }

    /// The problem that an answer breaks off with, which the client does not see: it is logged.
    pub(crate) fn broke_off(self, answer: &str) -> Problem {
        let problem = self.redacted();
        tracing::warn!("{answer} broke off: {problem}");
        problem
    }

    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        let code = CODES.iter().find(|(_, of)| *of == Some(status));
        let other = if status.is_server_error() {
            "internal"
        } else {
            "malformed"
        };
        Problem {
            status,
            detail: detail.into(),
            code: code.map_or(other, |(code, _)| code),
            field: None,
        }
    }
}

impl From<FenError> for Problem {
    fn from(error: FenError) -> Problem {
        Error::from(error).into()
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        let Some(detail) = error.for_clients() else {
            return Problem::internal(error);
        };
        let problem = Problem::new(status(&error), detail + advice(&error));
        let code = match &error {
            Error::Missing(_) => "missingField",
            Error::Crowded => "crowded",
            Error::Opening => "opening",
            Error::OutOfTime(_) => "outOfTime",
            _ => problem.code,
        };
        Problem {
            code,
            field: error.field().map(str::to_owned),
            ..problem
        }
    }
}

/// The route that helps against an error, if there is one.
fn advice(error: &Error) -> &'static str {
    match error {
        Error::NoCollection(_) | Error::UnknownCollection { .. } => {
            ": GET /api/collections lists them"
        }
        Error::NoPlayer(_) | Error::UnknownPlayer { .. } => {
            ": GET /api/players?q= lists the names that begin with given letters"
        }
        _ => "",
    }
}

/// The status of an error that clients may see; of an index, that is damage.
fn status(error: &Error) -> StatusCode {
    match error {
        Error::Malformed(_) | Error::Missing(_) | Error::Unreadable { .. } | Error::Pgn(_) => {
            StatusCode::BAD_REQUEST
        }
        Error::Impossible { .. }
        | Error::UnknownPlayer { .. }
        | Error::UnknownCollection { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        Error::NoGame(_)
        | Error::NoPlayer(_)
        | Error::NoCollection(_)
        | Error::Fetch(FetchError::NoAccount(_)) => StatusCode::NOT_FOUND,
        Error::OutOfTime(_)
        | Error::Crowded
        | Error::Opening
        | Error::Engine { .. }
        | Error::ClusterAway(_)
        | Error::Fetch(FetchError::Address(_))
        | Error::NotSaved(_)
        | Error::NotListed(_)
        | Error::Index(_) => StatusCode::SERVICE_UNAVAILABLE,
        // Another import or removal of this server does not come this far: see `Writing`.
        Error::InCluster(_) | Error::CollectionExists(_) | Error::AnotherWriter(_) => {
            StatusCode::CONFLICT
        }
        Error::Fetch(_) => StatusCode::BAD_GATEWAY,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Problem {}

/// A problem as it is sent.
///
/// Source: RFC 9457.
#[derive(Serialize, ToSchema)]
struct Wire<'a> {
    /// Always `about:blank`: the status says what kind of problem it is.
    r#type: &'static str,
    /// The name of the status.
    title: &'a str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong, in one sentence that names the field.
    detail: &'a str,
    #[schema(schema_with = codes)]
    code: &'a str,
    /// The missing or wrong field of the request, e.g. `filter.since`; null if no field is at fault.
    field: Option<&'a str>,
}

fn codes() -> Object {
    let codes = CODES.map(|(code, _)| code);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("Code for programs. One status may have several."))
        .enum_values(Some(codes))
        .build()
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wire = Wire {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or_default(),
            status: self.status.as_u16(),
            detail: &self.detail,
            code: self.code,
            field: self.field.as_deref(),
        };
        wire.serialize(serializer)
    }
}

impl PartialSchema for Problem {
    fn schema() -> RefOr<Schema> {
        Wire::schema()
    }
}

impl ToSchema for Problem {}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let problem = self.redacted();
        let status = problem.status;
        let mut response = (status, Json(problem)).into_response();
        let headers = response.headers_mut();
        let problem = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, problem);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::{CODES, Problem};
    use app::Error;

    #[test]
    fn internal_errors_are_redacted() {
        let internal = Problem::internal("/secret/index: permission denied").redacted();
        assert_eq!(internal.status.as_u16(), 500);
        assert!(!internal.detail.contains("secret"), "{internal}");
        assert!(!internal.detail.contains("permission"), "{internal}");

        let impossible = Problem::from(Error::impossible("limit", "0 is out of range"));
        assert_eq!(impossible.clone().redacted(), impossible);
    }

    /// Each problem has a code of the list, and the field that its sentence names.
    #[test]
    fn codes_and_fields() {
        for (error, status, code, field) in [
            (
                Error::Missing("fen".to_owned()),
                400,
                "missingField",
                Some("fen"),
            ),
            (
                Error::unreadable("filter.since", "x"),
                400,
                "malformed",
                Some("filter.since"),
            ),
            (
                Error::impossible("limit", "x"),
                422,
                "impossible",
                Some("limit"),
            ),
            (
                Error::UnknownPlayer {
                    field: "filter.opponent".to_owned(),
                    name: "\"x\"".to_owned(),
                },
                422,
                "impossible",
                Some("filter.opponent"),
            ),
            (Error::NoGame(5), 404, "notFound", None),
            (Error::Crowded, 503, "crowded", None),
            (Error::Opening, 503, "opening", None),
            (Error::OutOfTime("x"), 503, "outOfTime", None),
            (Error::Internal("x".to_owned()), 500, "internal", None),
        ] {
            let problem = Problem::from(error);
            let found = (problem.status.as_u16(), problem.code);
            assert_eq!(found, (status, code), "{problem}");
            assert_eq!(problem.field.as_deref(), field, "{problem}");
            assert!(CODES.iter().any(|(known, _)| *known == code), "{code}");
        }
    }
}
