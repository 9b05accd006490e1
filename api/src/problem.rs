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

use app::{Error, Fault, FetchError, withheld};
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

/// The code of an index or a folder of snapshots that is gone.
pub(crate) const GONE: &str = "storageGone";

/// Codes of problems, each with the status whose default code it is, if any.
const CODES: [(&str, Option<StatusCode>); 22] = [
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
    ("storageFull", Some(StatusCode::INSUFFICIENT_STORAGE)),
    ("storageReadOnly", None),
    (GONE, None),
    ("storageFailed", None),
];

/// The seconds after which clients may try again where a storage fails. Guessed: an operator must act, so it is longer than
/// the minute that our clients wait at most before they ask again by themselves.
const OPERATOR_SECONDS: HeaderValue = HeaderValue::from_static("300");

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
        let code = match (&error, error.fault()) {
            (Error::Missing(_), _) => "missingField",
            (Error::Crowded, _) => "crowded",
            (Error::Opening, _) => "opening",
            (Error::OutOfTime(_), _) => "outOfTime",
            (_, Some(Fault::Full)) => "storageFull",
            (_, Some(Fault::ReadOnly | Fault::Denied)) => "storageReadOnly",
            (_, Some(Fault::Gone)) => GONE,
            (_, Some(Fault::Other)) => "storageFailed",
            (_, None) => problem.code,
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

/// The status of an error that clients may see.
fn status(error: &Error) -> StatusCode {
    if error.fault() == Some(Fault::Full) {
        return StatusCode::INSUFFICIENT_STORAGE;
    }
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
        // Another import or removal of this server does not come this far: see `Writing`.
        Error::InCluster(_) | Error::CollectionExists(_) | Error::AnotherWriter(_) => {
            StatusCode::CONFLICT
        }
        Error::Fetch(FetchError::Address(_)) => StatusCode::SERVICE_UNAVAILABLE,
        Error::Fetch(_) => StatusCode::BAD_GATEWAY,
        // What is not there for now, whatever is asked for.
        _ => StatusCode::SERVICE_UNAVAILABLE,
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
        let is_for_operators = problem.code.starts_with("storage");
        let mut response = (status, Json(problem)).into_response();
        let headers = response.headers_mut();
        let problem = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, problem);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let seconds = if is_for_operators {
                OPERATOR_SECONDS
            } else {
                HeaderValue::from_static("1")
            };
            headers.insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::path::Path;

    use app::Error;
    use axum::http::header;
    use axum::response::IntoResponse;

    use super::{CODES, Problem};

    #[test]
    fn internal_errors_are_redacted() {
        let internal = Problem::internal("/secret/index: permission denied").redacted();
        assert_eq!(internal.status.as_u16(), 500);
        assert!(!internal.detail.contains("secret"), "{internal}");
        assert!(!internal.detail.contains("permission"), "{internal}");

        let impossible = Problem::from(Error::impossible("limit", "0 is out of range"));
        assert_eq!(impossible.clone().redacted(), impossible);
    }

    /// The error of an index in a folder that is not there.
    fn of_folder(kind: ErrorKind) -> index::Error {
        index::Error::from_io(Path::new("/secret/index"), &kind.into())
    }

    fn stored(kind: ErrorKind) -> Error {
        of_folder(kind).into()
    }

    fn unlisted(kind: ErrorKind) -> Error {
        Error::NotListed(of_folder(kind))
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
            (stored(ErrorKind::StorageFull), 507, "storageFull", None),
            (
                stored(ErrorKind::ReadOnlyFilesystem),
                503,
                "storageReadOnly",
                None,
            ),
            (
                stored(ErrorKind::PermissionDenied),
                503,
                "storageReadOnly",
                None,
            ),
            (stored(ErrorKind::NotFound), 503, "storageGone", None),
            (stored(ErrorKind::Other), 503, "storageFailed", None),
            (unlisted(ErrorKind::StorageFull), 507, "storageFull", None),
            (unlisted(ErrorKind::NotFound), 503, "storageGone", None),
            (unlisted(ErrorKind::Other), 503, "storageFailed", None),
        ] {
            let problem = Problem::from(error);
            let found = (problem.status.as_u16(), problem.code);
            assert_eq!(found, (status, code), "{problem}");
            assert_eq!(problem.field.as_deref(), field, "{problem}");
            assert!(CODES.iter().any(|(known, _)| *known == code), "{code}");
            assert!(
                !problem.clone().redacted().detail.contains("secret"),
                "{code}"
            );
            let response = problem.into_response();
            let wait = response.headers().get(header::RETRY_AFTER);
            let expected = match (status, code.starts_with("storage")) {
                (503, true) => Some("300"),
                (503, false) => Some("1"),
                _ => None,
            };
            assert_eq!(wait.and_then(|wait| wait.to_str().ok()), expected, "{code}");
        }
    }
}
