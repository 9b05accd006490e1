//! Schemas of arguments and answers, of the types themselves, as plain as those that people write.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Value, json};
use utoipa::ToSchema;

use app::json::{fields, items};

/// The schema of the arguments of a tool. What may be absent may be null, too, but that is not said: models then send it.
pub(crate) fn of_arguments<T: ToSchema>() -> Arc<JsonObject> {
    schema_of::<T>(false)
}

/// The schema of the answer of a tool. All its fields are there; some may be null.
pub(crate) fn of_answer<T: ToSchema>() -> Arc<JsonObject> {
    schema_of::<T>(true)
}

fn schema_of<T: ToSchema>(is_answer: bool) -> Arc<JsonObject> {
    // Plain data into memory does not fail.
    let json = |schema| serde_json::to_value(schema).unwrap_or_default();
    let mut named = Vec::new();
    T::schemas(&mut named);
    let named = named.into_iter();
    let named = named.map(|(name, schema)| (name, json(schema))).collect();
    let mut schema = json(T::schema());
    simplify(&mut schema, is_answer, &named);
    match schema {
        Value::Object(schema) => Arc::new(schema),
        _ => Arc::default(),
    }
}

/// Schemas by name.
type Named = HashMap<String, Value>;

/// Makes a schema and all that are in it plain.
fn simplify(schema: &mut Value, is_answer: bool, named: &Named) {
    resolve(schema, named);
    join(schema, named);
    let Some(keywords) = schema.as_object_mut() else {
        return;
    };
    // Of numbers the range says it, and there is none for a FEN.
    keywords.remove("format");
    // Labels of forms.
    keywords.retain(|keyword, _| !keyword.starts_with("x-"));
    if let Some(example) = keywords.remove("example") {
        keywords.insert("examples".to_owned(), json!([example]));
    }
    if let Some(Value::String(about)) = keywords.get_mut("description") {
        *about = about.replace('\n', " ");
    }
    if is_answer {
        let fields = keywords.get("properties").and_then(Value::as_object);
        if let Some(all) = fields.map(|fields| fields.keys().cloned().collect()) {
            keywords.insert("required".to_owned(), all);
        }
    } else {
        for list in ["type", "enum"] {
            if let Some(Value::Array(values)) = keywords.get_mut(list) {
                values.retain(|value| *value != "null" && !value.is_null());
            }
        }
        let kinds = keywords.get("type").and_then(Value::as_array);
        if let Some([kind]) = kinds.map(Vec::as_slice) {
            let kind = kind.clone();
            keywords.insert("type".to_owned(), kind);
        }
    }
    for (_, field) in fields(schema, "properties") {
        simplify(field, is_answer, named);
    }
    for part in items(schema, "oneOf") {
        simplify(part, is_answer, named);
    }
    if let Some(item) = schema.get_mut("items") {
        simplify(item, is_answer, named);
    }
}

/// Puts a schema in place of its name: the field's own words count.
fn resolve(schema: &mut Value, named: &Named) {
    let path = schema["$ref"].as_str();
    let name = path.and_then(|path| path.strip_prefix("#/components/schemas/"));
    let Some(Value::Object(mut whole)) = name.and_then(|name| named.get(name)).cloned() else {
        return;
    };
    let own = schema.as_object().into_iter().flatten();
    let own = own.filter(|(keyword, _)| *keyword != "$ref");
    whole.extend(own.map(|(keyword, value)| (keyword.clone(), value.clone())));
    *schema = whole.into();
}

/// Joins the parts that utoipa makes of an inline type with a description or null: the field's own words count.
fn join(schema: &mut Value, named: &Named) {
    for composed in ["oneOf", "allOf"] {
        let parts = schema[composed].as_array().cloned().unwrap_or_default();
        let (nulls, mut others): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|part| *part == json!({"type": "null"}));
        // The second part of two in `allOf` has the description.
        let (part, words) = match &mut others[..] {
            [part] => (part, None),
            [part, words] if composed == "allOf" => (part, words.get("description").cloned()),
            _ => continue,
        };
        resolve(part, named);
        let Value::Object(joined) = part else {
            continue;
        };
        let mut joined = mem::take(joined);
        joined.extend(words.map(|words| ("description".to_owned(), words)));
        let own = schema.as_object().into_iter().flatten();
        let own = own.filter(|(keyword, _)| *keyword != composed);
        joined.extend(own.map(|(keyword, value)| (keyword.clone(), value.clone())));
        if !nulls.is_empty() {
            if let Some(kind) = joined.get("type").cloned() {
                joined.insert("type".to_owned(), json!([kind, "null"]));
            }
            if let Some(Value::Array(values)) = joined.get_mut("enum") {
                values.push(Value::Null);
            }
        }
        *schema = joined.into();
        return;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use crate::tools::all;

    /// The keywords of schemas, with the path of each.
    fn keywords(schema: &Value, path: &str, found: &mut BTreeSet<(String, String)>) {
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            found.insert((keyword.clone(), path.to_owned()));
            let parts = value.as_object().filter(|_| keyword == "properties");
            for (name, part) in parts.into_iter().flatten() {
                keywords(part, &format!("{path}.{name}"), found);
                // What models know of a field is what is said of it.
                assert!(part["description"].is_string(), "{path}.{name}");
            }
            if keyword == "items" {
                keywords(value, &format!("{path}[]"), found);
            }
        }
    }

    /// Plain ones only: what models and validators of all clients know.
    #[test]
    fn schemas_are_plain() {
        const PLAIN: [&str; 11] = [
            "additionalProperties",
            "description",
            "enum",
            "examples",
            "items",
            "maxItems",
            "maximum",
            "minimum",
            "properties",
            "required",
            "type",
        ];
        for tool in all() {
            let answer = tool.output_schema.as_deref().cloned().map(Value::Object);
            for schema in [Some(Value::Object((*tool.input_schema).clone())), answer] {
                let schema = schema.expect("a schema");
                assert_eq!(schema["type"], "object", "{}", tool.name);
                let mut found = BTreeSet::new();
                keywords(&schema, &tool.name, &mut found);
                let odd = found
                    .iter()
                    .find(|(keyword, _)| !PLAIN.contains(&&**keyword));
                assert_eq!(odd, None, "{}", tool.name);
            }
        }
    }

    /// Ranges are those of the types that read them.
    #[test]
    fn arguments_have_ranges() {
        for (tool, field, least, most) in [
            ("similar_positions", "limit", 1, 10),
            ("explorer", "moves", 1, 12),
            ("explorer", "games", 0, 8),
            ("analyse", "depth", 1, 127),
            ("analyse", "multiPv", 1, 218),
            ("analyse", "elo", 800, 2600),
            ("exercises", "maxRating", 0, 4000),
        ] {
            let schema = &all().iter().find(|one| one.name == tool).expect(tool);
            let field = &schema.input_schema["properties"][field];
            assert_eq!(field["type"], "integer", "{tool} {field}");
            let range = (field["minimum"].as_u64(), field["maximum"].as_u64());
            assert_eq!(range, (Some(least), Some(most)), "{tool} {field}");
        }
    }
}
