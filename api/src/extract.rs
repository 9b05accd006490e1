//! The parts of a request, or the problem with them.

use std::error::Error as _;
use std::time::Duration;

use app::json::{LARGEST_JSON, of_field, parse_object};
use app::{Error, FilterRequest, quoted};
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use serde::de::DeserializeOwned;
use similarity::{Filter, Given, Kind};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat};
use utoipa::openapi::{KnownFormat, Required, Type};

use crate::linger::linger;
use crate::problem::Problem;

/// The largest PGN to annotate or to make exercises of, in bytes. Guessed: a thousand games.
pub(crate) const LARGEST_PGN: usize = 1 << 20;

/// How long a body may take to arrive. Guessed: a megabyte on a slow line.
const LONGEST_BODY: Duration = Duration::from_secs(10);

/// A whole body. Rejected with 415 if it is compressed, 413 if it is too large, 408 if it does not come in time.
pub(crate) struct Whole(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Whole {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Whole, Problem> {
        if let Some(coding) = request.headers().get(header::CONTENT_ENCODING)
            && !coding.as_bytes().eq_ignore_ascii_case(b"identity")
        {
            let detail = format!(
                "Content-Encoding: {coding:?} is not accepted here; send the body uncompressed"
            );
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
        }
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
pub(crate) struct JsonBody<T, const MOST: usize = LARGEST_JSON>(pub(crate) T);

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
        Ok(JsonBody(parse_object(&body, "the body")?))
    }
}

/// The query string. Rejected with 400 if it is of another shape, 422 for a number out of range.
pub(crate) struct QueryString<T>(pub(crate) T);

impl<T: DeserializeOwned + IntoParams, S: Send + Sync> FromRequestParts<S> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryString<T>, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        own(query.split('&'), &[]).map(QueryString)
    }
}

/// Reads the parameters of `T`; an error about an unknown one also lists the names of `others`. An empty optional
/// parameter, as forms send it, counts as absent.
fn own<'q, T: DeserializeOwned + IntoParams>(
    pairs: impl Iterator<Item = &'q str>,
    others: &[&str],
) -> Result<T, Problem> {
    let parameters = T::into_params(|| Some(ParameterIn::Query)).into_iter();
    let optional: Vec<String> = parameters
        .filter(|parameter| !matches!(parameter.required, Required::True))
        .map(|parameter| parameter.name)
        .collect();
    let is_given = |pair: &&str| {
        let empty = pair.strip_suffix('=');
        !empty.is_some_and(|name| optional.iter().any(|known| known == name))
    };
    let pairs: Vec<&str> = pairs.filter(is_given).collect();
    read_query(&pairs.join("&"), others)
}

fn read_query<T: DeserializeOwned>(query: &str, others: &[&str]) -> Result<T, Problem> {
    let uri = Uri::builder().path_and_query(format!("/?{query}"));
    let uri = uri.build().map_err(Problem::internal)?;
    let Query(value) = Query::try_from_uri(&uri).map_err(|rejection| {
        // Without axum's own words before it.
        let why = rejection.source().map(ToString::to_string);
        let why = why.unwrap_or_else(|| rejection.body_text());
        let (field, why) = why.split_once(": ").unwrap_or(("", &why));
        let mut why = why.to_owned();
        if why.starts_with("unknown field ") {
            why.extend(others.iter().map(|name| format!(", `{name}`")));
        }
        of_field(field, "the query", &why)
    })?;
    Ok(value)
}

/// A query string with filter fields and other parameters; the latter take precedence where names collide.
/// Rejected with 400 if it is of another shape, 422 for a value that a parameter cannot have.
pub(crate) struct FilterQuery<T>(pub(crate) T, pub(crate) FilterRequest);

impl<T: DeserializeOwned + IntoParams, S: Send + Sync> FromRequestParts<S> for FilterQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<FilterQuery<T>, Problem> {
        let names = names::<T>();
        let (mut filter, mut others) = (FilterRequest::default(), Vec::new());
        let mut seen: Vec<(String, Vec<String>)> = Vec::new();
        let pairs = parts.uri.query().unwrap_or_default().split('&');
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let decoded: Vec<(String, String)> = read_query(pair, &[])?;
            let of_filter = |name: &String| {
                Filter::fields().any(|field| field.name == name) && !names.contains(name)
            };
            match decoded.into_iter().next() {
                Some((name, value)) if of_filter(&name) => {
                    match seen.iter_mut().find(|(known, _)| *known == name) {
                        None => seen.push((name, vec![value])),
                        // Many programs send each item of a list as a parameter.
                        Some((_, values)) if is_list(&name) => values.push(value),
                        Some(_) => {
                            return Err(Error::unreadable(&name, "it is given twice").into());
                        }
                    }
                }
                _ => others.push(pair),
            }
        }
        for (name, values) in seen {
            let value = values.join(",");
            // No field of a filter asks for anything when it is empty.
            if !value.is_empty() {
                filter.set(&name, Given::Text(value))?;
            }
        }
        let of_filter = Filter::fields().map(|field| field.name);
        let of_filter: Vec<&str> = of_filter
            .filter(|name| !names.iter().any(|own| own == name))
            .collect();
        Ok(FilterQuery(own(others.into_iter(), &of_filter)?, filter))
    }
}

/// Whether a field of a filter is a list.
fn is_list(name: &str) -> bool {
    let field = Filter::fields().find(|field| field.name == name);
    field.is_some_and(|field| matches!(field.kind, Kind::Texts(_) | Kind::Names(_)))
}

/// Names of parameters.
fn names<T: IntoParams>() -> Vec<String> {
    let parameters = T::into_params(|| Some(ParameterIn::Query)).into_iter();
    parameters.map(|parameter| parameter.name).collect()
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
pub(crate) const MOST_ID: u64 = (1 << 53) - 1;

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameId, Problem> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| Problem::unreadable(rejection.body_text()))?;
        id.parse().map(GameId).map_err(|_| {
            let why = format!("{} is not the number of a game", quoted(&id));
            Error::unreadable("id", why).into()
        })
    }
}
