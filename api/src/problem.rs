//! What went wrong, as `application/problem+json`.
//!
//! ```json
//! {"type": "about:blank", "title": "Unprocessable Entity", "status": 422,
//!  "detail": "limit: 0 is out of range; it goes from 1 to 1000"}
//! ```
//!
//! Source: RFC 9457, <https://www.rfc-editor.org/rfc/rfc9457>.

use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use index::{FenError, shortened};
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// An error for the client: a status, and a sentence that names the field and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status.
    pub status: StatusCode,
    /// One sentence.
    pub detail: String,
}

impl Problem {
    /// `400 Bad Request`: it cannot be read.
    pub fn unreadable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, detail)
    }

    /// `422 Unprocessable Entity`: it can be read, but is impossible.
    pub fn impossible(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// `404 Not Found`.
    pub fn missing(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// `503 Service Unavailable`: trying again will help.
    pub(crate) fn busy() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many requests are waiting: try again in a second",
        )
    }

    /// `500 Internal Server Error`: ours.
    pub(crate) fn internal(error: impl fmt::Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }

    /// What the client is told: of what is ours it is logged what happened, and not told.
    pub(crate) fn told(mut self) -> Problem {
        if self.status == StatusCode::INTERNAL_SERVER_ERROR {
            tracing::error!("{self}");
            "something went wrong on the server; its log says what".clone_into(&mut self.detail);
        }
        self
    }

    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem {
            status,
            detail: detail.into(),
        }
    }
}

/// What a client wrote, in quotes; of a long text the beginning.
pub(crate) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

impl From<FenError> for Problem {
    /// 400 for what is no FEN, 422 for a position that cannot be.
    fn from(error: FenError) -> Problem {
        let detail = format!("fen: {error}");
        match error {
            FenError::Unreadable(..) => Problem::unreadable(detail),
            FenError::Impossible(..) => Problem::impossible(detail),
        }
    }
}

impl From<cluster::Error> for Problem {
    /// 409 while somebody else writes, 503 for a cluster that does not answer in full.
    fn from(error: cluster::Error) -> Problem {
        match error {
            cluster::Error::Unavailable(what) => {
                tracing::warn!("the cluster does not answer in full: {what}");
                let detail = "the cluster does not answer in full: try again in a moment";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
            }
            // Those of this server have been told apart by their turn.
            cluster::Error::Folder(index::Error::Busy(_)) => Problem::new(
                StatusCode::CONFLICT,
                "another process is writing to the index: try again when it has finished",
            ),
            error => Problem::internal(error),
        }
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
        let problem = self.told();
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
