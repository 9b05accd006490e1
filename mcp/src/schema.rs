//! Schemas of the arguments of tools, made from their types. They are as plain and short as hand-written ones, because
//! clients put all of them before the model in every conversation.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use rmcp::model::JsonObject;
use serde_json::{Value, json};
use utoipa::ToSchema;

use app::json::{fields, items};

/// The schema of the arguments of a tool. What may be absent may be null, too, but that is not said: models then send it.
pub(crate) fn of_arguments<T: ToSchema>() -> Arc<JsonObject> {
    // Plain data into memory does not fail.
    let json = |schema| serde_json::to_value(schema).unwrap_or_default();
    let mut named = Vec::new();
    T::schemas(&mut named);
    let named = named.into_iter();
    let named = named.map(|(name, schema)| (name, json(schema))).collect();
    let mut schema = json(T::schema());
    simplify(&mut schema, &named);
    let Value::Object(mut schema) = schema else {
        return Arc::default();
    };
    // The tool has a description of its own.
    schema.remove("description");
    Arc::new(schema)
}

/// Smallest maximum of a range that is too wide to tell a model anything. Guessed.
const ANY: u64 = 100_000;

/// Schemas by name.
type Named = HashMap<String, Value>;

/// Makes a schema and all that are in it plain.
fn simplify(schema: &mut Value, named: &Named) {
    resolve(schema, named);
    join(schema, named);
    let Some(keywords) = schema.as_object_mut() else {
        return;
    };
    // Numbers have ranges instead of formats, and no format exists for a FEN. Descriptions have the needed examples.
    keywords.retain(|keyword, _| !["format", "example", "examples"].contains(&&**keyword));
    // Labels of forms.
    keywords.retain(|keyword, _| !keyword.starts_with("x-"));
    // Every sensible number is in such a range.
    if keywords.get("maximum").and_then(Value::as_u64) >= Some(ANY) {
        keywords.remove("maximum");
        keywords.remove("minimum");
    }
    if let Some(Value::String(about)) = keywords.get_mut("description") {
        *about = about.replace('\n', " ");
    }
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
    for (_, field) in fields(schema, "properties") {
        simplify(field, named);
    }
    for part in items(schema, "oneOf") {
        simplify(part, named);
    }
    if let Some(item) = schema.get_mut("items") {
        simplify(item, named);
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
        let mut others = parts;
        others.retain(|part| *part != json!({"type": "null"}));
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
        *schema = joined.into();
        return;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rmcp::model::ListToolsResult;
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
        const PLAIN: [&str; 10] = [
            "additionalProperties",
            "description",
            "enum",
            "items",
            "maxItems",
            "maximum",
            "minimum",
            "properties",
            "required",
            "type",
        ];
        for tool in all() {
            let schema = Value::Object((*tool.input_schema).clone());
            assert_eq!(schema["type"], "object", "{}", tool.name);
            let mut found = BTreeSet::new();
            keywords(&schema, &tool.name, &mut found);
            let odd = found
                .iter()
                .find(|(keyword, _)| !PLAIN.contains(&&**keyword));
            assert_eq!(odd, None, "{}", tool.name);
        }
    }

    /// Clients put the whole list before the model, so it costs tokens in every conversation: at most 5,000. Measured:
    /// a token has 4.0 bytes in `o200k_base` and 4.1 in `cl100k_base`, so 15,500 bytes are at most 3,900 tokens. At 3.1
    /// bytes a token they would be 5,000.
    #[test]
    fn list_is_short() {
        let list = serde_json::to_vec(&ListToolsResult::with_all_items(all().to_vec()));
        let length = list.expect("JSON").len();
        assert!(length <= 15_500, "{length}");
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
