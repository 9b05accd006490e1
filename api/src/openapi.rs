//! The OpenAPI document, made of the route table and the wire types themselves.
//!
//! What their attributes cannot say is added here: that null stands for what is absent in answers, that
//! `fen` and `fens` exclude each other, and the examples, which are real requests and answers
//! (`examples/`, one file an operation; `tests/openapi.rs` holds the service to them).
//!
//! Source: OpenAPI 3.1.0, <https://spec.openapis.org/oas/v3.1.0>.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use utoipa::IntoResponses;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use crate::problem::Problem;
use crate::routes;

/// What the document says beside routes and types.
#[derive(OpenApi)]
#[openapi(
    info(title = "Tabiya", description = ABOUT, license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later")),
    servers((url = "/", description = "this server")),
    tags(
        (name = "search", description = "Positions like a given one"),
        (name = "positions", description = "What a position says"),
        (name = "variants", description = "Progressive chess"),
        (name = "games", description = "Games in and out"),
        (name = "operations", description = "For those who run the server"),
    ),
)]
pub(crate) struct About;

const ABOUT: &str = "Finds chess positions like yours. JSON in and out; null rather than absent in answers. \
    Pages of any origin may read. A FEN may be X-FEN or EPD, with `_` for spaces and without counters; it is \
    normalised and echoed. What is wrong is said as `application/problem+json` (RFC 9457).";

/// What can be wrong with any request. (A 500 is a mistake of ours, and no part of what is promised.)
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum Unserved {
    /// It took too long, its body included.
    #[response(status = 408, content_type = "application/problem+json")]
    Late(Problem),
    /// This client asks too often.
    #[response(status = 429, content_type = "application/problem+json", headers(("Retry-After" = u32, description = "Seconds to wait.")))]
    TooOften(Problem),
    /// Too many requests are waiting, or the server is starting or stopping.
    #[response(status = 503, content_type = "application/problem+json", headers(("Retry-After" = u32, description = "Seconds after which trying again may help.")))]
    Busy(Problem),
}

/// What can be wrong with a JSON body.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadBody {
    /// It cannot be read: no JSON, another shape, no FEN, no game in `pgn`.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// It is larger than 64 KiB; with `pgn`, than 1 MiB.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// It is not said to be JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    NotJson(Problem),
    /// It can be read, and cannot be: an impossible position, an unknown theme or player, a number out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with the query string.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadQuery {
    /// It cannot be read: a parameter that is unknown or of another type, no FEN.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// It can be read, and cannot be: an impossible position, a number out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with an import.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadImport {
    /// There is no game in the body, or a parameter cannot be read.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// The body is a form, or compressed in another way.
    #[response(status = 415, content_type = "application/problem+json", headers(("Accept-Encoding" = String, description = "What it may be compressed with.")))]
    NotGames(Problem),
    /// `fromMove` is out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with games that are to be annotated.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadPgn {
    /// There is no game in the body, or a parameter cannot be read.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// The body is larger than 1 MiB.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// A number is out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with the id of a game.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadId {
    /// It is no number.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// There is no such game.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
}

/// Why somebody may not write, or not now.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum NotWriting {
    /// The server was started with a token, and there is none in the request.
    #[response(status = 401, content_type = "application/problem+json", headers(("WWW-Authenticate" = String, description = "`Bearer`")))]
    NoToken(Problem),
    /// It is another token; or the server has none, and this is no program on its machine.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// Somebody else is writing to the index.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
}

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
    ("game", include_str!("../examples/game.json")),
    ("importGames", include_str!("../examples/importGames.json")),
    ("masters", include_str!("../examples/masters.json")),
    ("motifs", include_str!("../examples/motifs.json")),
    ("players", include_str!("../examples/players.json")),
    ("positions", include_str!("../examples/positions.json")),
    ("progressive", include_str!("../examples/progressive.json")),
    ("puzzle", include_str!("../examples/puzzle.json")),
    ("similar", include_str!("../examples/similar.json")),
    ("similarTo", include_str!("../examples/similarTo.json")),
    ("status", include_str!("../examples/status.json")),
    ("terms", include_str!("../examples/terms.json")),
    ("training", include_str!("../examples/training.json")),
];

fn document() -> Value {
    let mut about = About::openapi();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(
            "The token in TABIYA_TOKEN. A server without one lets programs on its own machine write, and nobody else.",
        ));
    let components = about.components.get_or_insert_default();
    components.add_security_scheme("token", SecurityScheme::Http(bearer.build()));
    about.merge(routes::described());
    // Serializing plain data into memory does not fail.
    let mut document = serde_json::to_value(&about).unwrap_or_default();
    let asked = reachable(&document, "requestBody");
    for (name, schema) in fields(&mut document["components"], "schemas") {
        if !asked.contains(name) {
            all_required(schema);
        } else if let Some(ways) = ways_to_ask(&schema["properties"]) {
            schema["oneOf"] = ways;
        }
    }
    for (_, operation) in operations(&mut document) {
        let of_player = operation["operationId"] == "player";
        for parameter in items(operation, "parameters") {
            not_null(&mut parameter["schema"]);
            if of_player
                && ["player", "color"]
                    .iter()
                    .any(|name| parameter["name"] == *name)
            {
                parameter["required"] = true.into();
            }
        }
        let id = operation["operationId"].as_str().unwrap_or_default();
        if let Some((_, example)) = EXAMPLES.iter().find(|(name, _)| *name == id) {
            exemplify(operation, example);
        }
    }
    document
}

/// Of fields that exclude each other, which ones may be asked with together.
fn ways_to_ask(fields: &Value) -> Option<Value> {
    let has = |name: &str| fields[name].is_object();
    let none = json!({"type": "null"});
    let ways = if has("pattern") {
        json!([
            {"required": ["fen"], "properties": {
                "fen": {"type": "string"}, "pattern": none, "material": none, "terms": none,
            }},
            {"required": ["pattern"], "properties": {"pattern": {"type": "string"}, "fen": none}},
        ])
    } else if has("theme") {
        let text =
            |name: &str| json!({"required": [name], "properties": {name: {"type": "string"}}});
        let without_plan = json!({"enum": [false]});
        json!([
            {"required": ["fen", "plan"], "properties": {
                "fen": {"type": "string"}, "plan": {"enum": [true]}, "pgn": none, "player": none, "theme": none,
            }},
            {"required": ["fen"], "properties": {"fen": {"type": "string"}, "pgn": none, "plan": without_plan}},
            {"required": ["pgn"], "properties": {"pgn": {"type": "string"}, "fen": none, "plan": without_plan}},
            {"anyOf": [text("player"), text("theme")], "properties": {
                "fen": none, "pgn": none, "plan": without_plan,
            }},
        ])
    } else if has("fens") {
        let mut several = json!({"fens": {"type": "array"}, "fen": none});
        if has("solution") {
            several["solution"] = none.clone();
        }
        json!([
            {"required": ["fen"], "properties": {"fen": {"type": "string"}, "fens": none}},
            {"required": ["fens"], "properties": several},
        ])
    } else {
        return None;
    };
    Some(ways)
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
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        values.retain(|value| !value.is_null());
    }
}

/// Puts a real request and its answer into the description of an operation.
fn exemplify(operation: &mut Value, example: &str) {
    // A file that is no JSON is seen by the tests.
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

/// The fields of an object in a field, none if there is no such.
fn fields<'a>(of: &'a mut Value, name: &str) -> impl Iterator<Item = (&'a String, &'a mut Value)> {
    let object = of.get_mut(name).and_then(Value::as_object_mut);
    object.into_iter().flatten()
}

/// The items of a list in a field, none if there is no such.
fn items<'a>(of: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    let list = of.get_mut(name).and_then(Value::as_array_mut);
    list.into_iter().flatten()
}
