//! What went wrong, as `application/problem+json`.
//!
//! ```json
//! {"type": "about:blank", "title": "Unprocessable Entity", "status": 422,
//!  "detail": "limit: 0 is out of range; it is a whole number from 1 to 1000"}
//! ```
//!
//! Source: RFC 9457, <https://www.rfc-editor.org/rfc/rfc9457>.

use std::fmt;

use app::{Error, FetchError, withheld};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pgn::FenError;
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// An error for the client: a status, and a sentence that names the field and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The HTTP status.
    pub(crate) status: StatusCode,
    /// One sentence.
    pub(crate) detail: String,
}

impl Problem {
    /// `400 Bad Request`: it is not in the right form.
    pub(crate) fn unreadable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, detail)
    }

    /// `422 Unprocessable Entity`: its form is right, and it asks for the impossible.
    pub(crate) fn impossible(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
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
        Problem {
            status,
            detail: detail.into(),
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
        match error.for_clients() {
            Some(detail) => Problem::new(status(&error), detail),
            None => Problem::internal(error),
        }
    }
}

/// The status of an error that clients may see; of an index, that is damage.
fn status(error: &Error) -> StatusCode {
    match error {
        Error::Malformed(_) | Error::Unreadable { .. } | Error::Pgn(_) => StatusCode::BAD_REQUEST,
        Error::Impossible { .. } => StatusCode::UNPROCESSABLE_ENTITY,
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
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wire = Wire {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or_default(),
            status: self.status.as_u16(),
            detail: &self.detail,
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
    use super::Problem;

    #[test]
    fn internal_errors_are_redacted() {
        let internal = Problem::internal("/secret/index: permission denied").redacted();
        assert_eq!(internal.status.as_u16(), 500);
        assert!(!internal.detail.contains("secret"), "{internal}");
        assert!(!internal.detail.contains("permission"), "{internal}");

        let impossible = Problem::impossible("limit");
        assert_eq!(impossible.clone().redacted(), impossible);
    }
}
