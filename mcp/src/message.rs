//! Parses messages of the protocol, and makes the errors for invalid ones.

use app::Error;
use app::json::{not_json, read_object};
use http::StatusCode;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, CustomRequest,
    GetMeta, InitializeRequestParams, RequestId,
};
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
    serde_json::from_slice(text).map_err(|_| match serde_json::from_slice(text) {
        Err(error) => not_parsed(&not_json("the message", "", &error).to_string()),
        Ok(Value::Array(_)) => {
            let why = "batches are not supported: send one message at a time";
            invalid_request(why, None)
        }
        Ok(json) => {
            let why = format!("this is not a JSON-RPC 2.0 message: send e.g. {EXAMPLE}");
            invalid_request(&why, Some(&json))
        }
    })
}

/// Rejects a request with an unknown method, or with params that do not fit the method.
///
/// The SDK would reject it, too, but its message would be only the name of the method.
fn known(request: ClientRequest, id: &RequestId) -> Result<ClientRequest, Refusal> {
    let version = request.get_meta().protocol_version();
    // Versions without a handshake have no `ping`, either.
    let is_modern = version.is_some_and(|version| !version.has_initialize());
    let methods = METHODS
        .iter()
        .filter(|method| !is_modern || **method != "ping");
    let methods: Vec<&str> = methods.copied().collect();
    if !methods.contains(&request.method()) {
        let why = format!(
            "unknown method `{}`; the methods are {}",
            pgn::shortened(request.method()),
            methods.join(", ")
        );
        let status = if is_modern {
            StatusCode::NOT_FOUND
        } else {
            StatusCode::OK
        };
        return Err(Refusal {
            json: answer(-32601, &why, Some(&json!(id))),
            status,
        });
    }
    // The SDK reads a request as a custom one if its params do not fit its method.
    let ClientRequest::CustomRequest(request) = request else {
        return Ok(request);
    };
    with_params(request).map_err(|error| Refusal {
        json: answer(-32602, &error.to_string(), Some(&json!(id))),
        status: StatusCode::OK,
    })
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
