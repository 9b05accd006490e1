//! The OpenAPI document, made of the route table and the wire types themselves.
//!
//! What their attributes cannot express is added here: that null stands for what is absent in answers, which fields of a
//! request exclude each other, and the examples, which are real requests and answers
//! (`examples/`, one file an operation; `tests/openapi.rs` holds the service to them).
//!
//! Source: OpenAPI 3.1.0, <https://spec.openapis.org/oas/v3.1.0>.

use std::collections::BTreeSet;
use std::mem;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::{batch, difficulty, importing, positions, report, routes, training};
use app::json::{fields, items};

/// The parts of the document that are neither routes nor types.
#[derive(OpenApi)]
#[openapi(
    info(title = "Tabiya", description = ABOUT, contact(name = "The authors of Tabiya"), license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")),
    servers((url = "/", description = "this server")),
    // Unless an operation says otherwise, only private servers want to know who asks.
    security((), ("token" = [])),
    components(schemas(importing::lines::ImportLine, training::TrainingLine)),
    tags(
        (name = "search", description = "Similar and equal positions"),
        (name = "positions", description = "Terms, motifs, analysis and difficulty of a position"),
        (name = "variants", description = "Progressive chess and bughouse"),
        (name = "games", description = "Games: reading, exporting, importing, annotating, removing"),
        (name = "operations", description = "Running the server, snapshots"),
    ),
)]
pub(crate) struct About;

const ABOUT: &str = "Finds chess positions like yours. JSON in and out; fields without a value are null, but absent in the explorer. \
    Pages of any origin may read. A FEN may be X-FEN or EPD, with `_` for spaces and without counters; it is \
    normalised and echoed. Errors are `application/problem+json` (RFC 9457).";

/// The document as JSON.
pub fn openapi() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", document()));
    &TEXT
}

/// The file of an operation in `examples/`: `{"path": .., "request": .., "response": ..}`, where only
/// the response is in all of them.
const EXAMPLES: &[(&str, &str)] = &[
    ("analyse", include_str!("../examples/analyse.json")),
    ("annotate", include_str!("../examples/annotate.json")),
    ("bughouse", include_str!("../examples/bughouse.json")),
    ("difficulty", include_str!("../examples/difficulty.json")),
    ("collections", include_str!("../examples/collections.json")),
    (
        "createSnapshot",
        include_str!("../examples/createSnapshot.json"),
    ),
    (
        "dropCollection",
        include_str!("../examples/dropCollection.json"),
    ),
    ("fetchGames", include_str!("../examples/fetchGames.json")),
    ("exportGames", include_str!("../examples/exportGames.json")),
    ("game", include_str!("../examples/game.json")),
    ("importGames", include_str!("../examples/importGames.json")),
    ("masters", include_str!("../examples/masters.json")),
    ("motifs", include_str!("../examples/motifs.json")),
    (
        "playerRecord",
        include_str!("../examples/playerRecord.json"),
    ),
    ("players", include_str!("../examples/players.json")),
    ("positions", include_str!("../examples/positions.json")),
    ("progressive", include_str!("../examples/progressive.json")),
    ("puzzle", include_str!("../examples/puzzle.json")),
    (
        "renameCollection",
        include_str!("../examples/renameCollection.json"),
    ),
    ("report", include_str!("../examples/report.json")),
    ("similar", include_str!("../examples/similar.json")),
    ("similarTo", include_str!("../examples/similarTo.json")),
    ("status", include_str!("../examples/status.json")),
    ("snapshots", include_str!("../examples/snapshots.json")),
    ("terms", include_str!("../examples/terms.json")),
    ("training", include_str!("../examples/training.json")),
];

fn document() -> Value {
    let mut about = About::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(
            "The token in TABIYA_TOKEN, or a key that the server's operator has made. A server with neither lets only \
             programs on its own machine write. A private server wants one for reading, too.",
        ));
    let components = about.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer.build()));
    about.merge(routes::described());
    // Serializing plain data into memory does not fail.
    let mut document = serde_json::to_value(&about).unwrap_or_default();
    let requests = reachable(&document, "requestBody");
    for (name, schema) in fields(&mut document["components"], "schemas") {
        if !requests.contains(name) {
            all_required(schema);
        }
        simplify(schema);
        if let Some((_, keywords)) = KEYWORDS.iter().find(|(other, _)| other == name)
            && let (Value::Object(keywords), Some(schema)) = (keywords(), schema.as_object_mut())
        {
            schema.extend(keywords);
        }
    }
    for (_, operation) in operations(&mut document) {
        // A parameter of the operation's own comes before a field of a filter that has the same name.
        let parameters = operation.get_mut("parameters");
        if let Some(parameters) = parameters.and_then(Value::as_array_mut) {
            let mut seen = BTreeSet::new();
            parameters.retain(|parameter| seen.insert(parameter["name"].to_string()));
        }
        let of_player = operation["operationId"] == "player";
        for parameter in items(operation, "parameters") {
            flatten(&mut parameter["schema"]);
            not_null(&mut parameter["schema"]);
            if of_player
                && ["player", "color"]
                    .iter()
                    .any(|name| parameter["name"] == *name)
            {
                parameter["required"] = true.into();
            }
            // An empty field of a form counts as absent. utoipa has no attribute for that.
            if parameter["in"] == "query" && parameter["required"] == false {
                parameter["allowEmptyValue"] = true.into();
            }
        }
        let id = operation["operationId"].as_str().unwrap_or_default();
        if let Some((_, example)) = EXAMPLES.iter().find(|(name, _)| *name == id) {
            exemplify(operation, example);
        }
    }
    document
}

/// The name of a schema, and keywords of it.
type Keywords = (&'static str, fn() -> Value);

/// The keywords that utoipa does not know: `if`, `then` and `else` of requests with fields that exclude each other,
/// of which generators of clients make no types, the schema of a line in lines, and what a line of progress has not.
const KEYWORDS: [Keywords; 10] = [
    ("AnalyseRequest", batch::ways_to_ask),
    ("DifficultyRequest", difficulty::ways_to_ask),
    ("ImportLines", importing::lines::lines_schema),
    ("IngestProgress", importing::lines::progress_schema),
    ("MotifsRequest", batch::ways_to_ask),
    ("PositionsRequest", positions::ways_to_ask),
    ("ReportLines", report::lines_schema),
    ("SimilarRequest", batch::ways_to_ask),
    ("TrainingLines", training::lines_schema),
    ("TrainingRequest", training::ways_to_ask),
];

/// Makes a schema and its fields as plain as those that people write.
fn simplify(schema: &mut Value) {
    for (_, field) in fields(schema, "properties") {
        flatten(field);
        hoist(field);
        untype_items(field);
    }
    hoist(schema);
    items(schema, "allOf").for_each(simplify);
}

/// Joins the parts that utoipa makes of an inline type with a default, a description or null: into one schema, as it
/// makes of a primitive type. One of some names, or null, stays so: of a null among the names generators make a name.
fn flatten(schema: &mut Value) {
    if let Some(Value::Array(parts)) = schema.get_mut("oneOf") {
        let within = parts
            .drain(..)
            .flat_map(|mut part| match part.get_mut("oneOf") {
                Some(Value::Array(parts)) => mem::take(parts),
                _ => vec![part],
            });
        *parts = within.collect();
    }
    for composed in ["oneOf", "allOf"] {
        let parts = schema[composed].as_array().cloned().unwrap_or_default();
        let null = json!({"type": "null"});
        let has_null = composed == "oneOf" && parts.contains(&null);
        let mut inline = parts.iter().filter(|part| **part != null);
        let (Some(Value::Object(number)), false) = (
            inline.next(),
            composed == "oneOf" && inline.next().is_some(),
        ) else {
            continue;
        };
        let Some(kind) = number.get("type").and_then(Value::as_str) else {
            continue;
        };
        if has_null && number.contains_key("enum") {
            continue;
        }
        let mut joined = number.clone();
        if has_null {
            joined.insert("type".to_owned(), json!([kind, "null"]));
        }
        let others = parts
            .iter()
            .skip(1)
            .chain([&*schema])
            .filter_map(Value::as_object);
        for (name, value) in others.flatten().filter(|(name, _)| *name != composed) {
            joined.entry(name.as_str()).or_insert_with(|| value.clone());
        }
        *schema = joined.into();
        return;
    }
}

/// Moves what is said beside a `$ref` of alternatives to all of them: of a field that may be null it describes the
/// field, and openapi-generator fails at it in a schema of two types.
fn hoist(schema: &mut Value) {
    let mut descriptions = Vec::new();
    for part in items(schema, "oneOf") {
        let is_reference = part.get("$ref").is_some();
        let part = part.as_object_mut().filter(|_| is_reference);
        descriptions.extend(part.and_then(|part| part.remove("description")));
    }
    if let ([description], Some(schema)) = (&descriptions[..], schema.as_object_mut()) {
        schema
            .entry("description")
            .or_insert_with(|| description.clone());
    }
}

/// Says without `type` that items may be null: openapi-generator's `rust` makes a list of them that cannot read null.
fn untype_items(schema: &mut Value) {
    let types = schema.pointer("/items/type").and_then(Value::as_array);
    if let Some([kind, null]) = types.map(Vec::as_slice)
        && *null == "null"
    {
        schema["items"] = json!({"if": {"not": {"type": "null"}}, "then": {"type": kind.clone()}});
    }
}

/// The operations, each with its path.
fn operations(document: &mut Value) -> impl Iterator<Item = (&str, &mut Value)> {
    fields(document, "paths").flat_map(|(path, item)| {
        let operations = item.as_object_mut().into_iter().flatten();
        operations.map(move |(_, operation)| (path.as_str(), operation))
    })
}

/// The names of the schemas that parts of operations, e.g. their `requestBody`, lead to.
fn reachable(document: &Value, part: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut to_see: Vec<&Value> = Vec::new();
    for item in document["paths"]
        .as_object()
        .into_iter()
        .flat_map(Map::values)
    {
        to_see.extend(
            item.as_object()
                .into_iter()
                .flat_map(Map::values)
                .map(|operation| &operation[part]),
        );
    }
    while let Some(value) = to_see.pop() {
        let reference = value["$ref"].as_str();
        let name = reference.and_then(|path| path.strip_prefix("#/components/schemas/"));
        if let Some(name) = name
            && names.insert(name.to_owned())
        {
            to_see.push(&document["components"]["schemas"][name]);
        }
        match value {
            Value::Object(fields) => to_see.extend(fields.values()),
            Value::Array(items) => to_see.extend(items),
            _ => {}
        }
    }
    names
}

/// Null rather than absent: what is answered has all its fields, but for those that are neither required nor null,
/// which the explorer leaves out as lichess does.
fn all_required(schema: &mut Value) {
    if let Some(properties) = schema["properties"].as_object() {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let is_there =
            |name: &str, field: &Value| required.contains(&name.into()) || may_be_null(field);
        let names = properties
            .iter()
            .filter(|(name, field)| is_there(name, field));
        schema["required"] = names.map(|(name, _)| name.clone()).collect();
    }
    for composed in ["allOf", "oneOf"] {
        items(schema, composed).for_each(all_required);
    }
}

/// Whether null is one of the values of a schema.
fn may_be_null(schema: &Value) -> bool {
    let in_list = |name: &str, null: Value| {
        schema[name]
            .as_array()
            .is_some_and(|list| list.contains(&null))
    };
    in_list("type", "null".into()) || in_list("oneOf", json!({"type": "null"}))
}

/// A query string has no null.
fn not_null(schema: &mut Value) {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|name| name != "null");
        if let [one] = &types[..] {
            schema["type"] = one.clone();
        }
    }
    if let Some(parts) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        parts.retain(|part| part["type"] != "null");
        if let [one] = &parts[..] {
            *schema = one.clone();
        }
    }
}

/// Puts a real request and its answer into the description of an operation.
fn exemplify(operation: &mut Value, example: &str) {
    // The tests find a file that is not JSON.
    let example: Value = serde_json::from_str(example).unwrap_or_default();
    let contents = |of: Option<&mut Value>, value: &Value| {
        let media = of.into_iter().flat_map(|of| fields(of, "content"));
        for (_, media) in media.filter(|(name, _)| value.is_string() != name.ends_with("/json")) {
            media["example"] = value.clone();
        }
    };
    if let Some(request) = example.get("request") {
        contents(operation.get_mut("requestBody"), request);
    }
    let response = &example["response"];
    contents(operation.pointer_mut("/responses/200"), response);
    for (name, value) in example["parameters"].as_object().into_iter().flatten() {
        let parameters = items(operation, "parameters");
        for parameter in parameters.filter(|parameter| parameter["name"] == **name) {
            parameter["example"] = value.clone();
        }
    }
}
