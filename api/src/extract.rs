//! The parts of a request, or the problem with them.

use std::error::Error as _;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use app::{FilterRequest, quoted};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use similarity::{Filter, Given};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat};
use utoipa::openapi::{KnownFormat, Required, Type};

use crate::linger::linger;
use crate::problem::Problem;

/// The largest JSON body in bytes. Guessed: a FEN has less than a hundred.
pub(crate) const LARGEST_BODY: usize = 64 << 10;

/// The largest PGN to annotate or to make exercises of, in bytes. Guessed: a thousand games.
pub(crate) const LARGEST_PGN: usize = 1 << 20;

/// How long a body may take to arrive. Guessed: a megabyte on a slow line.
const LONGEST_BODY: Duration = Duration::from_secs(10);

/// A whole body. Rejected with 413 if it is too large, 408 if it does not come in time.
pub(crate) struct Whole(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Whole {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Whole, Problem> {
        let body = tokio::time::timeout(LONGEST_BODY, Bytes::from_request(request, state));
        let body = body.await.map_err(|_| {
            let seconds = LONGEST_BODY.as_secs();
            let detail = format!("the body did not arrive within {seconds} seconds");
            Problem::new(StatusCode::REQUEST_TIMEOUT, detail)
        })?;
        let refused =
            |rejection: BytesRejection| Problem::new(rejection.status(), rejection.body_text());
        body.map(Whole).map_err(refused)
    }
}

/// A JSON body of at most this number of bytes. Rejected with 415 if its type is not JSON, 413 if it is too
/// large, 400 if it is empty, not JSON, or of another shape, 422 for a number out of range.
pub(crate) struct JsonBody<T, const MOST: usize = LARGEST_BODY>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync, const MOST: usize> FromRequest<S> for JsonBody<T, MOST> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T, MOST>, Problem> {
        let announced = request.headers().get(header::CONTENT_LENGTH);
        let announced = announced.and_then(|length| length.to_str().ok()?.parse().ok());
        if announced.is_some_and(|length: u64| length > MOST as u64) {
            linger(request);
            let detail = format!("length limit exceeded: a body has at most {MOST} bytes");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
        }
        let content_type = request.headers().get(header::CONTENT_TYPE);
        let is_json = content_type
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split(';').next())
            .is_some_and(|mime| mime.trim().eq_ignore_ascii_case("application/json"));
        let Whole(body) = Whole::from_request(request, state).await?;
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
        let mut json = serde_json::Deserializer::from_slice(&body);
        let value = read_object(&mut json, "the body")?;
        json.end().map_err(|error| unreadable("the body", &error))?;
        Ok(JsonBody(value))
    }
}

/// Reads a JSON object; errors name the field, or else the whole, e.g. `the body`.
///
/// # Errors
///
/// 400 if it is of another shape, 422 for a number out of range.
pub(crate) fn read_object<'de, T: Deserialize<'de>>(
    json: impl Deserializer<'de, Error = serde_json::Error>,
    whole: &str,
) -> Result<T, Problem> {
    let Object(value) = serde_path_to_error::deserialize(json).map_err(|error| {
        let field = field(error.path());
        let error = error.into_inner();
        let (place, why) = (place(&error), error.to_string());
        let why = why.strip_suffix(&place).unwrap_or(&why);
        if error.is_data() && is_of_type(why) {
            Problem::impossible(format!("{field}: {why}"))
        } else if why.starts_with("missing field") {
            Problem::unreadable(why)
        } else if field.is_empty() {
            unreadable(whole, &error)
        } else {
            Problem::unreadable(format!("{field}: {error}"))
        }
    })?;
    Ok(value)
}

/// True if one of our types rejected a value of the right kind; false for errors of serde and the standard library.
///
/// Source: the functions of [`serde::de::Error`], and what the standard library says of numbers and truth values.
fn is_of_type(why: &str) -> bool {
    const OF_OTHERS: [&str; 11] = [
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        "unknown variant ",
        "unknown field ",
        "missing field ",
        "duplicate field ",
        "invalid digit ",
        "invalid float literal",
        "cannot parse ",
        "provided string was not ",
    ];
    !OF_OTHERS.iter().any(|beginning| why.starts_with(beginning))
}

/// Path of the field that was being read, e.g. `filter.player`; empty for the whole document. Where the document is cut off
/// within a name, the path ends before that name.
fn field(path: &serde_path_to_error::Path) -> String {
    let field = path.to_string();
    let named = match path.iter().next_back() {
        Some(serde_path_to_error::Segment::Unknown) => field.strip_suffix('?').unwrap_or(&field),
        _ => &field,
    };
    named.strip_suffix('.').unwrap_or(named).to_owned()
}

fn unreadable(whole: &str, error: &serde_json::Error) -> Problem {
    Problem::unreadable(format!("{whole} cannot be read: {error}"))
}

/// Where in a JSON document an error is, as `serde_json` ends its sentences.
fn place(error: &serde_json::Error) -> String {
    format!(" at line {} column {}", error.line(), error.column())
}

/// A value that is read from a JSON object only: what serde derives also takes a list of the fields in their order.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Object<T>, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, fields: M) -> Result<Object<T>, M::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }
        value.deserialize_map(Fields(PhantomData))
    }
}

/// A JSON object in a field, or null.
pub(crate) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    field: D,
) -> Result<Option<T>, D::Error> {
    let object = Option::<Object<T>>::deserialize(field)?;
    Ok(object.map(|Object(value)| value))
}

/// The query string. Rejected with 400 if it is of another shape, 422 for a number out of range.
pub(crate) struct QueryString<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryString<T>, Problem> {
        read_query(&parts.uri).map(QueryString)
    }
}

fn read_query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    let read = Query::try_from_uri(uri).map(|Query(value)| value);
    read.map_err(|rejection| {
        // Without axum's own words before it.
        let why = rejection.source().map(ToString::to_string);
        let why = why.unwrap_or_else(|| rejection.body_text());
        match why.split_once(": ") {
            Some((_, sentence)) if is_of_type(sentence) => Problem::impossible(why),
            _ => Problem::unreadable(why),
        }
    })
}

/// A query string with filter fields and other parameters; the latter take precedence where names collide.
/// Rejected with 400 if it is of another shape, 422 for a value that a parameter cannot have.
pub(crate) struct FilterQuery<T>(pub(crate) T, pub(crate) FilterRequest);

impl<T: DeserializeOwned + IntoParams, S: Send + Sync> FromRequestParts<S> for FilterQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<FilterQuery<T>, Problem> {
        let own = names::<T>();
        let (mut filter, mut seen, mut others) = (FilterRequest::default(), Vec::new(), Vec::new());
        let pairs = parts.uri.query().unwrap_or_default().split('&');
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let decoded: Vec<(String, String)> = read_query(&with_query(pair)?)?;
            let of_filter = |name: &String| {
                Filter::fields().any(|field| field.name == name) && !own.contains(name)
            };
            match decoded.into_iter().next() {
                Some((name, _)) if seen.contains(&name) => {
                    return Err(Problem::unreadable(format!("duplicate field `{name}`")));
                }
                Some((name, value)) if of_filter(&name) => {
                    filter.set(&name, Given::Text(value))?;
                    seen.push(name);
                }
                _ => others.push(pair),
            }
        }
        let own = read_query(&with_query(&others.join("&"))?)?;
        Ok(FilterQuery(own, filter))
    }
}

/// Names of parameters.
fn names<T: IntoParams>() -> Vec<String> {
    let parameters = T::into_params(|| Some(ParameterIn::Query)).into_iter();
    parameters.map(|parameter| parameter.name).collect()
}

fn with_query(query: &str) -> Result<Uri, Problem> {
    let uri = Uri::builder().path_and_query(format!("/?{query}")).build();
    uri.map_err(Problem::internal)
}

/// The number of a game in the path. Rejected with 400 if it is not a number.
pub(crate) struct GameId(pub(crate) u64);

impl IntoParams for GameId {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(1))
            .maximum(Some(MOST_ID));
        let id = ParameterBuilder::new()
            .name("id")
            .parameter_in(ParameterIn::Path)
            .description(Some("The number of the game."))
            .required(Required::True)
            .schema(Some(id));
        vec![id.build()]
    }
}

/// The largest id in the description: what a JavaScript number holds exactly.
const MOST_ID: u64 = (1 << 53) - 1;

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameId, Problem> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
        id.parse().map(GameId).map_err(|_| {
            Problem::unreadable(format!("id: {} is not the number of a game", quoted(&id)))
        })
    }
}

#[cfg(test)]
mod tests {
    use app::Limit;
    use axum::http::StatusCode;
    use serde::Deserialize;

    use super::read_object;

    #[derive(Debug, Deserialize)]
    struct Request {
        limit: Limit,
    }

    /// A value of another kind is a 400, one of the right kind that is out of range a 422, whatever the value says.
    #[test]
    fn wrong_kinds_and_wrong_values() {
        for (value, status) in [
            ("0", StatusCode::UNPROCESSABLE_ENTITY),
            ("-1", StatusCode::UNPROCESSABLE_ENTITY),
            ("1.5", StatusCode::UNPROCESSABLE_ENTITY),
            ("1e20", StatusCode::UNPROCESSABLE_ENTITY),
            ("1001", StatusCode::UNPROCESSABLE_ENTITY),
            ("\"1\"", StatusCode::BAD_REQUEST),
            ("null", StatusCode::BAD_REQUEST),
            ("true", StatusCode::BAD_REQUEST),
            ("[1]", StatusCode::BAD_REQUEST),
            ("{}", StatusCode::BAD_REQUEST),
            (
                "\"0 is out of range; it is a whole number from 1 to 1000\"",
                StatusCode::BAD_REQUEST,
            ),
        ] {
            let body = format!(r#"{{"limit": {value}}}"#);
            let mut json = serde_json::Deserializer::from_str(&body);
            let read = read_object::<Request>(&mut json, "the body");
            let problem = read.map(|request| request.limit).expect_err(value);
            assert_eq!(problem.status, status, "{value}: {problem}");
        }
    }
}
