//! JSON: reading the objects that requests are, and changing documents in place.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::error::Error;

/// The largest request as JSON, in bytes. Guessed: a FEN has less than a hundred.
pub const LARGEST_JSON: usize = 64 << 10;

/// Parses a text that is one JSON object; errors name the field, or else the whole, e.g. `the body`.
///
/// # Errors
///
/// Those of [`read_object`].
pub fn parse_object<T: DeserializeOwned>(text: &[u8], whole: &str) -> Result<T, Error> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = read_object(&mut json, whole)?;
    json.end().map_err(|error| unreadable(whole, &error))?;
    Ok(value)
}

/// Reads a JSON object; errors name the field, or else the whole, e.g. `the body`.
///
/// # Errors
///
/// [`Error::Malformed`] or [`Error::Unreadable`] if it is of another shape, [`Error::Impossible`] for a number out of
/// range.
pub fn read_object<'de, T: Deserialize<'de>>(
    json: impl Deserializer<'de, Error = serde_json::Error>,
    whole: &str,
) -> Result<T, Error> {
    let Object(value) = serde_path_to_error::deserialize(json).map_err(|error| {
        let field = field(error.path());
        let error = error.into_inner();
        let (place, why) = (place(&error), error.to_string());
        let why = why.strip_suffix(&place).unwrap_or(&why);
        if error.is_data() && is_of_type(why) {
            Error::impossible(&field, why)
        } else if why.starts_with("missing field") {
            Error::Malformed(why.to_owned())
        } else if field.is_empty() {
            unreadable(whole, &error)
        } else {
            Error::unreadable(&field, error)
        }
    })?;
    Ok(value)
}

/// True if one of our types rejected a value of the right kind; false for errors of serde and the standard library.
///
/// Source: the functions of [`serde::de::Error`], and what the standard library says of numbers and truth values.
pub fn is_of_type(why: &str) -> bool {
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

fn unreadable(whole: &str, error: &serde_json::Error) -> Error {
    Error::Malformed(format!("{whole} cannot be read: {error}"))
}

/// Where in a JSON document an error is, as `serde_json` ends its sentences.
fn place(error: &serde_json::Error) -> String {
    format!(" at line {} column {}", error.line(), error.column())
}

/// A value that is read from a JSON object only: what serde derives also takes a list of the fields in their order.
struct Object<T>(T);

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

/// Reads a JSON object in a field, or null, for `deserialize_with`.
pub fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    field: D,
) -> Result<Option<T>, D::Error> {
    let object = Option::<Object<T>>::deserialize(field)?;
    Ok(object.map(|Object(value)| value))
}

/// Returns the fields of the object in a field, to be changed in place; none without one.
pub fn fields<'a>(
    of: &'a mut Value,
    name: &str,
) -> impl Iterator<Item = (&'a String, &'a mut Value)> {
    let object = of.get_mut(name).and_then(Value::as_object_mut);
    object.into_iter().flatten()
}

/// Returns the items of the list in a field, to be changed in place; none without one.
pub fn items<'a>(of: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = of.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::parse_object;
    use crate::error::Error;
    use crate::similar::Limit;

    #[derive(Debug, Deserialize)]
    struct Request {
        limit: Limit,
    }

    /// A value of another kind is unreadable, one of the right kind that is out of range impossible, whatever the value says.
    #[test]
    fn wrong_kinds_and_wrong_values() {
        for (value, is_impossible) in [
            ("0", true),
            ("-1", true),
            ("1.5", true),
            ("1e20", true),
            ("1001", true),
            ("\"1\"", false),
            ("null", false),
            ("true", false),
            ("[1]", false),
            ("{}", false),
            (
                "\"0 is out of range; it is a whole number from 1 to 1000\"",
                false,
            ),
        ] {
            let body = format!(r#"{{"limit": {value}}}"#);
            let read = parse_object::<Request>(body.as_bytes(), "the body");
            let error = read.map(|request| request.limit).expect_err(value);
            match error {
                Error::Impossible { .. } => assert!(is_impossible, "{value}: {error}"),
                Error::Unreadable { .. } | Error::Malformed(_) => {
                    assert!(!is_impossible, "{value}: {error}");
                }
                _ => panic!("{value}: {error}"),
            }
        }
    }
}
