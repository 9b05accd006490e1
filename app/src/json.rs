//! JSON: reading the objects that requests are, and changing documents in place.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use crate::error::{Error, quoted};

/// The largest request as JSON, in bytes. Guessed: a FEN has less than a hundred.
pub const LARGEST_JSON: usize = 64 << 10;

/// Parses a text that is one JSON object; errors name the field, or else the whole, e.g. `the body`.
///
/// # Errors
///
/// The errors of [`read_object`].
pub fn parse_object<T: DeserializeOwned>(text: &[u8], whole: &str) -> Result<T, Error> {
    // Some programs begin with a byte order mark.
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = read_object(&mut json, whole)?;
    json.end().map_err(|error| not_json(whole, "", &error))?;
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
        if !error.is_data() {
            return not_json(whole, &field, &error);
        }
        let (place, why) = (place(&error), error.to_string());
        let why = why.strip_suffix(&place).unwrap_or(&why);
        of_field(&field, whole, why)
    })?;
    Ok(value)
}

/// Makes the error of a field, or of the whole if `field` is empty, from the message of serde or one of our types.
pub fn of_field(field: &str, whole: &str, why: &str) -> Error {
    let named = |beginning: &str| {
        let (name, _) = why.strip_prefix(beginning)?.split_once('`')?;
        let within = if field.is_empty() { "" } else { "." };
        Some(format!("{field}{within}{name}"))
    };
    if let Some(field) = named("missing field `") {
        Error::Missing(field)
    } else if let Some(field) = named("duplicate field `") {
        Error::unreadable(&field, "it is given twice")
    } else {
        match in_words(why) {
            None => Error::impossible(field, why),
            Some(why) if field.is_empty() => Error::Malformed(format!("{whole}: {why}")),
            Some(why) => Error::unreadable(field, why),
        }
    }
}

/// Rewords a message of serde or the standard library about a value, so that it is about a request. `None` if one of
/// our types rejected a value of the right kind, with a message of its own.
///
/// Source: the functions of [`serde::de::Error`], and the standard library's messages about numbers and truth values.
fn in_words(why: &str) -> Option<String> {
    let parts = |beginning: &str| why.strip_prefix(beginning)?.rsplit_once(", expected ");
    let names = |names: &str| {
        let names = names.strip_prefix("one of ").unwrap_or(names);
        names.replace(" or ", ", ").replace('`', "")
    };
    if let Some((found, expected)) = parts("invalid type: ") {
        let (found, expected) = (found_in_words(found), expected_in_words(expected));
        return Some(format!("{found} is not {expected}"));
    }
    if let Some((found, _)) = parts("invalid value: ") {
        return Some(format!("{} is out of range", found_in_words(found)));
    }
    if let Some((count, expected)) = parts("invalid length ") {
        // What serde derives also takes a list of an object's fields.
        if expected.starts_with("struct ") {
            return Some("a list is not an object".to_owned());
        }
        return Some(format!("it has {count} items, not {expected}"));
    }
    if let Some((found, known)) = parts("unknown variant ") {
        let found = quoted(found.trim_matches('`'));
        return Some(format!("{found} is not one of {}", names(known)));
    }
    if let Some((_, known)) = parts("unknown field ") {
        return Some(format!("unknown field; the fields are {}", names(known)));
    }
    if why.starts_with("unknown field ") {
        return Some("unknown field; no fields are accepted here".to_owned());
    }
    let others = [
        ("invalid digit ", "it is not a whole number"),
        ("cannot parse ", "it is empty"),
        ("invalid float literal", "it is not a number"),
        ("provided string was not ", "it is neither true nor false"),
    ];
    let mut others = others.into_iter();
    let other = others.find(|(beginning, _)| why.starts_with(beginning));
    other.map(|(_, words)| words.to_owned())
}

/// A value as serde writes it, as the request has it.
fn found_in_words(found: &str) -> String {
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        // `string "10"`, `integer `5``, `floating point `1.5``, `boolean `true``; `null`.
        _ => match found.find(['"', '`']) {
            Some(begin) => pgn::shortened(found[begin..].trim_matches('`')),
            None => found.to_owned(),
        },
    }
}

/// What serde expected, as a request has it.
fn expected_in_words(expected: &str) -> &str {
    match expected {
        "a string" | "string" | "str" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i32" | "i64" => "a whole number",
        _ if expected.starts_with("struct ") => "an object",
        _ => expected,
    }
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

/// Makes the error of a document that is not JSON. `field` is the field in which it ends too early or has the mistake;
/// empty outside of fields.
pub fn not_json(whole: &str, field: &str, error: &serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let why = if error.is_eof() {
        "it ends too early".to_owned()
    } else {
        let why = error.to_string();
        let why = why.strip_suffix(&place(error)).unwrap_or(&why);
        let known = SYNTAX.iter().find(|(words, _)| why.starts_with(words));
        known.map_or(why, |(_, words)| words).to_owned()
    };
    let within = if field.is_empty() {
        String::new()
    } else {
        format!(" in {field}")
    };
    Error::Malformed(format!(
        "{whole} is not JSON: {why}{within} (line {line}, column {column})"
    ))
}

/// Beginnings of what `serde_json` says of broken JSON, each with words for people. Source: its `ErrorCode`.
const SYNTAX: [(&str, &str); 8] = [
    ("expected value", "a value is missing or malformed"),
    ("expected ident", "a value is missing or malformed"),
    ("expected `:`", "a colon is missing"),
    ("expected `,`", "a comma or a closing bracket is missing"),
    (
        "key must be a string",
        "the name of a field is not in double quotes",
    ),
    ("trailing characters", "something follows its end"),
    ("trailing comma", "nothing follows a comma"),
    ("invalid unicode code point", "a text is not UTF-8"),
];

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

/// Reads a list, a string with commas between items, or null, for `deserialize_with`.
pub fn list<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    field: D,
) -> Result<Option<Vec<T>>, D::Error> {
    struct Items<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
        type Value = Option<Vec<T>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(None)
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            let items = text.split(',').map(str::trim);
            let items = items.filter(|item| !item.is_empty());
            let items = items.map(|item| T::deserialize(item.into_deserializer()));
            items.collect::<Result<_, _>>().map(Some)
        }

        fn visit_seq<S: SeqAccess<'de>>(self, list: S) -> Result<Self::Value, S::Error> {
            Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(Some)
        }
    }
    field.deserialize_any(Items(PhantomData))
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
    use crate::names::TurnName;
    use crate::similar::Limit;

    #[derive(Debug, Deserialize)]
    struct Request {
        limit: Limit,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    #[expect(dead_code, reason = "only errors matter")]
    struct Several {
        fen: String,
        fens: Option<Vec<String>>,
        explain: Option<bool>,
        nodes: Option<u32>,
        within: Option<Within>,
        turn: Option<TurnName>,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only errors matter")]
    struct Within {
        depth: u32,
    }

    /// What is wrong is said of a field, in words of a request and not of serde; of what is not JSON, where.
    #[test]
    fn sentences() {
        for (body, expected) in [
            ("{}", "missing field `fen`"),
            (r#"{"fen": 5}"#, "fen: 5 is not a text"),
            (r#"{"fen": 1.5}"#, "fen: 1.5 is not a text"),
            (r#"{"fen": null}"#, "fen: null is not a text"),
            (r#"{"fen": ["a"]}"#, "fen: a list is not a text"),
            (r#"{"fen": {"a": 1}}"#, "fen: an object is not a text"),
            (r#"{"fen": "a", "fens": "b"}"#, "fens: \"b\" is not a list"),
            (
                r#"{"fen": "a", "fens": [true]}"#,
                "fens[0]: true is not a text",
            ),
            (
                r#"{"fen": "a", "explain": "yes"}"#,
                "explain: \"yes\" is not true or false",
            ),
            (r#"{"fen": "a", "nodes": -1}"#, "nodes: -1 is out of range"),
            (
                r#"{"fen": "a", "nodes": "a, expected b"}"#,
                "nodes: \"a, expected b\" is not a whole number",
            ),
            (
                r#"{"fen": "a", "nodes": 5000000000}"#,
                "nodes: 5000000000 is out of range",
            ),
            (r#"{"fen": "a", "within": 5}"#, "within: 5 is not an object"),
            (
                r#"{"fen": "a", "within": {}}"#,
                "missing field `within.depth`",
            ),
            (
                r#"{"fen": "a", "fan": "b"}"#,
                "fan: unknown field; the fields are fen, fens, explain, nodes, within, turn",
            ),
            (r#"{"fen": "a", "fen": "b"}"#, "fen: it is given twice"),
            (
                r#"{"fen": "a", "turn": "both"}"#,
                "turn: \"both\" is not one of any, same, white, black",
            ),
            (
                "{fen: 1}",
                "the body is not JSON: the name of a field is not in double quotes (line 1, column 2)",
            ),
            (
                r#"{"fen": }"#,
                "the body is not JSON: a value is missing or malformed in fen (line 1, column 9)",
            ),
            (
                r#"{"fen": "a" "b"}"#,
                "the body is not JSON: a comma or a closing bracket is missing (line 1, column 13)",
            ),
            (
                r#"{"fen": "a"}}"#,
                "the body is not JSON: something follows its end (line 1, column 13)",
            ),
            (
                r#"{"fen": "a""#,
                "the body is not JSON: it ends too early (line 1, column 11)",
            ),
            (
                r#"{"fen": "a",}"#,
                "the body is not JSON: nothing follows a comma (line 1, column 13)",
            ),
            (r#"["a"]"#, "the body: a list is not an object"),
        ] {
            let error = parse_object::<Several>(body.as_bytes(), "the body").expect_err(body);
            assert_eq!(error.to_string(), expected, "{body}");
        }
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
