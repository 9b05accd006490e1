//! Arguments of tools as models send them, often of another type than the schema has.

use app::Error;
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

use app::json::read_object;

/// Reads the arguments of a tool.
///
/// # Errors
///
/// The errors of [`read_object`].
pub(crate) fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Error> {
    read_object(Value::Object(arguments), "the arguments")
}

/// Converts arguments of another type than the schema has, where only one value can be meant: a number or a truth value
/// in a string, a whole number for a string, one item or a string with commas for a list, a list or an object as JSON
/// in a string. Null counts as absent; so does an empty string for an object.
pub(crate) fn fit(arguments: &mut JsonObject, schema: &JsonObject) {
    let fields = schema.get("properties").and_then(Value::as_object);
    arguments.retain(|name, value| {
        let schema = fields.and_then(|fields| fields.get(name));
        let Some(Value::Object(schema)) = schema else {
            return !value.is_null();
        };
        fit_value(value, schema);
        !value.is_null()
    });
}

fn fit_value(value: &mut Value, schema: &JsonObject) {
    match (schema.get("type").and_then(Value::as_str), &mut *value) {
        (Some("string"), Value::Number(number)) => {
            if let Some(text) = written(number) {
                *value = Value::String(text);
            }
        }
        (Some("integer" | "number"), Value::String(text)) => {
            if let Ok(number) = text.trim().parse() {
                *value = Value::Number(number);
            }
        }
        (Some("boolean"), Value::String(text)) => {
            if let Ok(truth) = text.trim().to_ascii_lowercase().parse() {
                *value = Value::Bool(truth);
            }
        }
        (Some("array"), _) => {
            fit_list(value);
            let schema = schema.get("items").and_then(Value::as_object);
            if let Value::Array(items) = value {
                items.retain(|item| !item.is_null());
                for item in items {
                    schema.inspect(|schema| fit_value(item, schema));
                }
            }
        }
        (Some("object"), _) => {
            fit_object(value);
            if let Value::Object(fields) = value {
                fit(fields, schema);
            }
        }
        _ => {}
    }
}

/// Converts JSON in a string into an object; an empty string becomes null.
pub(crate) fn fit_object(value: &mut Value) {
    let Value::String(text) = &*value else {
        return;
    };
    if text.trim().is_empty() {
        *value = Value::Null;
    } else if let Ok(json) = serde_json::from_str::<Option<JsonObject>>(text) {
        *value = json.map_or(Value::Null, Value::Object);
    }
}

/// Converts one item, a string with commas between items, or JSON in a string into a list.
fn fit_list(value: &mut Value) {
    match value {
        Value::String(text) => {
            let json = serde_json::from_str::<Vec<Value>>(text);
            let items = || {
                let items = text.split(',').map(str::trim);
                let items = items.filter(|item| !item.is_empty());
                items.map(Value::from).collect()
            };
            *value = Value::Array(json.unwrap_or_else(|_| items()));
        }
        Value::Number(_) | Value::Bool(_) => *value = Value::Array(vec![value.take()]),
        _ => {}
    }
}

/// Joins the moves in a field with spaces, if they are a list, or JSON of one in a string.
pub(crate) fn join_moves(arguments: &mut JsonObject, field: &str) {
    let Some(value) = arguments.get_mut(field) else {
        return;
    };
    let list = match &*value {
        Value::String(text) => serde_json::from_str::<Vec<Value>>(text).ok(),
        other => other.as_array().cloned(),
    };
    let Some(list) = list else {
        return;
    };
    let items = list.iter().filter(|item| !item.is_null());
    if let Some(items) = items.map(Value::as_str).collect::<Option<Vec<&str>>>() {
        *value = Value::String(items.join(" "));
    }
}

/// Writes a whole number as a string: `2010` for 2010.0. `None` for a fraction, and for a number so large that parsing
/// may have rounded it.
fn written(number: &Number) -> Option<String> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !number.is_f64() {
        return Some(number.to_string());
    }
    let whole = number.as_f64();
    let whole = whole.filter(|whole| whole.fract() == 0.0 && whole.abs() < EXACT);
    whole.map(|whole| whole.to_string())
}

#[cfg(test)]
mod tests {
    use rmcp::model::JsonObject;
    use serde_json::{Value, json};

    use super::{fit, join_moves};
    use crate::tools::all;

    /// Values by the type of their field: as sent, and as converted; `null` is absent.
    fn forms(kind: &str) -> Vec<(Value, Value)> {
        let same = |value: Value| (value.clone(), value);
        let mut forms = match kind {
            "integer" => vec![
                (json!("10"), json!(10)),
                (json!(" 10.0 "), json!(10.0)),
                (json!("-1"), json!(-1)),
                same(json!("ten")),
                same(json!("")),
                same(json!([10])),
            ],
            "string" => vec![
                (json!(2010), json!("2010")),
                (json!(2010.0), json!("2010")),
                (json!(u64::MAX), json!("18446744073709551615")),
                (json!(i64::MIN), json!("-9223372036854775808")),
                (json!(9_007_199_254_740_993_i64), json!("9007199254740993")),
                same(json!(9_007_199_254_740_992.0)),
                same(json!(1e20)),
                same(json!(1.5)),
                same(json!(2010.1)),
                same(json!(" white ")),
                same(json!("[\"a\"]")),
                same(json!(true)),
                same(json!(["a"])),
            ],
            "boolean" => vec![
                (json!("true"), json!(true)),
                (json!("False "), json!(false)),
                same(json!("yes")),
                same(json!(1)),
            ],
            "array" => vec![
                (json!("blitz"), json!(["blitz"])),
                (json!(" blitz, rapid,"), json!(["blitz", "rapid"])),
                (json!("[\"blitz\", 5]"), json!(["blitz", "5"])),
                (json!(2010), json!(["2010"])),
                (json!([2010]), json!(["2010"])),
                (json!(["a", null]), json!(["a"])),
                (json!("[null, \"a\"]"), json!(["a"])),
                same(json!([1.5])),
                same(json!(["a,b"])),
                same(json!({"a": 1})),
            ],
            "object" => vec![
                (json!("{}"), json!({})),
                (json!({"unknown": null}), json!({})),
                (json!("{\"since\": 2010}"), json!({"since": "2010"})),
                (json!(""), Value::Null),
                (json!(" null "), Value::Null),
                same(json!("{since: 2010}")),
                same(json!([])),
                same(json!(5)),
            ],
            other => panic!("{other}"),
        };
        forms.push((Value::Null, Value::Null));
        forms
    }

    /// Fields of a schema and of the objects in it: the path and the type of each.
    fn paths(schema: &Value, path: &[String], found: &mut Vec<(Vec<String>, String)>) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let path = [path, std::slice::from_ref(name)].concat();
            let kind = field["type"].as_str().expect("a type").to_owned();
            found.push((path.clone(), kind));
            paths(field, &path, found);
        }
    }

    /// An object with a value at a path; without one if it is null.
    fn at(path: &[String], value: &Value) -> Value {
        match path {
            [] => value.clone(),
            [name] if value.is_null() => json!({ name: null }),
            [name, rest @ ..] => json!({ name: at(rest, value) }),
        }
    }

    #[test]
    fn every_field_of_every_tool() {
        let mut count = 0;
        for tool in all() {
            let schema = &*tool.input_schema;
            let mut found = Vec::new();
            paths(&Value::Object(schema.clone()), &[], &mut found);
            for (path, kind) in found {
                for (sent, read) in forms(&kind) {
                    let object = |value: &Value| -> JsonObject {
                        serde_json::from_value(at(&path, value)).expect("an object")
                    };
                    let mut arguments = object(&sent);
                    fit(&mut arguments, schema);
                    let mut expected = object(&read);
                    if read.is_null() {
                        expected = match &path[..] {
                            [_] => JsonObject::new(),
                            [outer, _] => object(&Value::Null)
                                .into_iter()
                                .map(|_| (outer.clone(), json!({})))
                                .collect(),
                            _ => panic!("{path:?}"),
                        };
                    }
                    assert_eq!(arguments, expected, "{} {path:?} {sent}", tool.name);
                    count += 1;
                }
            }
        }
        assert!(count > 400, "{count}");
    }

    #[test]
    fn lists_of_moves() {
        let same = |value: Value| (value.clone(), value);
        for (sent, read) in [
            same(json!("e2e4,e7e5")),
            same(json!(" e2e4, e7e5,")),
            (json!(["e2e4", null, "e7e5 g1f3"]), json!("e2e4 e7e5 g1f3")),
            (json!("[\"e2e4\", \"e7e5\"]"), json!("e2e4 e7e5")),
            (json!([]), json!("")),
            same(json!("")),
            same(json!([5])),
            same(json!(true)),
        ] {
            let object = |value: Value| JsonObject::from_iter([("moves".to_owned(), value)]);
            let mut arguments = object(sent.clone());
            join_moves(&mut arguments, "moves");
            assert_eq!(arguments, object(read), "{sent}");
        }
    }
}
