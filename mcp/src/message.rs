//! Parses messages of the protocol, and makes the errors for invalid ones.

use app::Error;
use app::json::{not_json, read_object};
use http::StatusCode;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, CustomRequest,
    GetMeta, InitializeRequestParams, JsonObject, RequestId,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arguments::fit_object;

/// Methods that the server answers.
const METHODS: [&str; 8] = [
    "initialize",
    "server/discover",
    "ping",
    "tools/list",
    "tools/call",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
];

/// The error for a message that does not reach the SDK.
pub(crate) struct Refusal {
    /// The error, in JSON-RPC 2.0.
    pub(crate) json: Value,
    /// Status over HTTP.
    pub(crate) status: StatusCode,
}

/// Params that methods share, of which the SDK ignores some that it cannot read.
#[derive(Deserialize)]
struct SharedParams {
    #[serde(rename = "_meta")]
    _meta: Option<JsonObject>,
    cursor: Option<String>,
}

/// Parses a message.
///
/// # Errors
///
/// The text is not a message, the method of a request is unknown, or its params do not fit the method.
pub(crate) fn parse(text: &[u8]) -> Result<ClientJsonRpcMessage, Refusal> {
    match read(text.trim_ascii_end())? {
        ClientJsonRpcMessage::Request(mut request) => {
            request.request = known(request.request, &request.id)?;
            Ok(ClientJsonRpcMessage::Request(request))
        }
        other => Ok(other),
    }
}

fn read(text: &[u8]) -> Result<ClientJsonRpcMessage, Refusal> {
    const EXAMPLE: &str = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#;
    if text.is_empty() {
        let why = format!("the message is empty: send a JSON-RPC 2.0 message, e.g. {EXAMPLE}");
        return Err(not_parsed(&why));
    }
    let json: Value = serde_json::from_slice(text)
        .map_err(|error| not_parsed(&not_json("the message", "", &error).to_string()))?;
    if json.is_array() {
        let why = "batches are not supported: send one message at a time";
        return Err(invalid_request(why, None));
    }
    check_shared_params(&json)?;
    ClientJsonRpcMessage::deserialize(&json).map_err(|_| {
        let why = format!("this is not a JSON-RPC 2.0 message: send e.g. {EXAMPLE}");
        invalid_request(&why, Some(&json))
    })
}

/// Rejects a request whose params are no object, or have shared ones that are none.
///
/// The SDK takes it for no message, or ignores them.
fn check_shared_params(json: &Value) -> Result<(), Refusal> {
    let (id, params) = (&json["id"], &json["params"]);
    let is_request = json["jsonrpc"] == "2.0" && (id.is_string() || id.is_number());
    let Some(method) = json["method"].as_str().filter(|_| is_request) else {
        return Ok(());
    };
    if params.is_null() {
        return Ok(());
    }
    let wrong = match read_object::<SharedParams>(params, "params") {
        Ok(SharedParams {
            cursor: Some(cursor),
            ..
        }) if method.ends_with("/list") && !cursor.is_empty() => {
            let why = "there is no page after the first: leave it out";
            Error::unreadable("cursor", why)
        }
        Ok(_) => return Ok(()),
        Err(error) => error,
    };
    check_method(method, false, id)?;
    Err(invalid_params(&wrong, id))
}

/// Rejects a request with an unknown method, or with params that do not fit the method.
///
/// The SDK would reject it, too, but its message would be only the name of the method.
fn known(request: ClientRequest, id: &RequestId) -> Result<ClientRequest, Refusal> {
    let version = request.get_meta().protocol_version();
    // Versions without a handshake have no `ping`, either.
    let is_modern = version.is_some_and(|version| !version.has_initialize());
    check_method(request.method(), is_modern, &json!(id))?;
    // The SDK reads a request as a custom one if its params do not fit its method.
    let ClientRequest::CustomRequest(request) = request else {
        return Ok(request);
    };
    with_params(request).map_err(|error| invalid_params(&error, &json!(id)))
}

fn check_method(method: &str, is_modern: bool, id: &Value) -> Result<(), Refusal> {
    let methods = METHODS
        .iter()
        .filter(|method| !is_modern || **method != "ping");
    let methods: Vec<&str> = methods.copied().collect();
    if methods.contains(&method) {
        return Ok(());
    }
    let why = format!(
        "unknown method `{}`; the methods are {}",
        pgn::shortened(method),
        methods.join(", ")
    );
    let status = if is_modern {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    Err(Refusal {
        json: answer(-32601, &why, Some(id)),
        status,
    })
}

fn invalid_params(error: &Error, id: &Value) -> Refusal {
    Refusal {
        json: answer(-32602, &error.to_string(), Some(id)),
        status: StatusCode::OK,
    }
}

/// Reads params that the SDK did not understand: a call may have its arguments as JSON in a string.
fn with_params(request: CustomRequest) -> Result<ClientRequest, Error> {
    let mut params = request.params.unwrap_or_else(|| json!({}));
    if request.method == "tools/call" {
        if let Some(arguments) = params.get_mut("arguments") {
            fit_object(arguments);
        }
        let params: CallToolRequestParams = read_object(params, "params")?;
        let mut call = CallToolRequest::new(params);
        call.extensions = request.extensions;
        return Ok(call.into());
    }
    if request.method == "initialize" {
        read_object::<InitializeRequestParams>(params, "params")?;
    }
    let why = format!("the params do not fit the method {}", request.method);
    Err(Error::Malformed(why))
}

/// Returns the error for a text that is not JSON.
fn not_parsed(why: &str) -> Refusal {
    Refusal {
        json: answer(-32700, why, None),
        status: StatusCode::BAD_REQUEST,
    }
}

/// Returns the error for JSON that is not a message. The error has the id of the JSON, unless that is a response.
pub(crate) fn invalid_request(why: &str, json: Option<&Value>) -> Refusal {
    // JSON with a result or an error is a response, whose `id` is one of the server's.
    let is_answer = |json: &Value| json.get("result").or(json.get("error")).is_some();
    let id = json.filter(|json| !is_answer(json)).map(|json| &json["id"]);
    let id = id.filter(|id| id.is_string() || id.is_number());
    Refusal {
        json: answer(-32600, why, id),
        status: StatusCode::BAD_REQUEST,
    }
}

/// Makes an error of JSON-RPC 2.0; its `id` is null if the request is unknown.
fn answer(code: i32, why: &str, id: Option<&Value>) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}})
}
