//! Messages of the protocol, and the answers to texts that are none.

use app::Error;
use app::json::{not_json, read_object};
use http::StatusCode;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientJsonRpcMessage, ClientRequest, CustomRequest,
    GetMeta, InitializeRequestParams, RequestId,
};
use serde_json::{Value, json};

use crate::arguments::fit_object;

/// Methods of requests that are answered.
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

/// An answer to a message that goes no further.
pub(crate) struct Refusal {
    /// An error of JSON-RPC 2.0.
    pub(crate) json: Value,
    /// Status over HTTP.
    pub(crate) status: StatusCode,
}

/// Parses a message.
///
/// # Errors
///
/// It is not a message, or a request of an unknown method or with params that the method does not take.
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
        let why = format!("the message is empty: send one of JSON-RPC 2.0, e.g. {EXAMPLE}");
        return Err(not_parsed(&why));
    }
    serde_json::from_slice(text).map_err(|_| match serde_json::from_slice(text) {
        Err(error) => not_parsed(&not_json("the message", "", &error).to_string()),
        Ok(Value::Array(_)) => {
            let why = "batches are not part of the offered versions of the protocol: send one message at a time";
            invalid_request(why, None)
        }
        Ok(json) => {
            let why = format!("the message is not one of JSON-RPC 2.0, e.g. {EXAMPLE}");
            invalid_request(&why, Some(&json))
        }
    })
}

/// Rejects a request of an unknown method, and one with params that its method does not take.
///
/// The SDK would do so, too, but with the name of the method as the only word.
fn known(request: ClientRequest, id: &RequestId) -> Result<ClientRequest, Refusal> {
    let version = request.get_meta().protocol_version();
    // Versions without a handshake have no ping, either.
    let is_modern = version.is_some_and(|version| !version.has_initialize());
    let methods = METHODS
        .iter()
        .filter(|method| !is_modern || **method != "ping");
    let methods: Vec<&str> = methods.copied().collect();
    if !methods.contains(&request.method()) {
        let why = format!(
            "there is no method `{}` here; the methods are {}",
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
    // The SDK reads a request as this one if its params are not those of its method.
    let ClientRequest::CustomRequest(request) = request else {
        return Ok(request);
    };
    with_params(request).map_err(|error| Refusal {
        json: answer(-32602, &error.to_string(), Some(&json!(id))),
        status: StatusCode::OK,
    })
}

/// Reads params that the SDK did not understand: a call may have its arguments as JSON in a text.
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
    let why = format!("the params are not those of {}", request.method);
    Err(Error::Malformed(why))
}

/// Returns the answer to a text that is not JSON.
fn not_parsed(why: &str) -> Refusal {
    Refusal {
        json: answer(-32700, why, None),
        status: StatusCode::BAD_REQUEST,
    }
}

/// Returns the answer to JSON that is not a request. It has the id of what was meant as one.
pub(crate) fn invalid_request(why: &str, json: Option<&Value>) -> Refusal {
    // With a result or an error it is an answer, whose id is one of ours.
    let is_answer = |json: &Value| json.get("result").or(json.get("error")).is_some();
    let id = json.filter(|json| !is_answer(json)).map(|json| &json["id"]);
    let id = id.filter(|id| id.is_string() || id.is_number());
    Refusal {
        json: answer(-32600, why, id),
        status: StatusCode::BAD_REQUEST,
    }
}

/// Makes an error of JSON-RPC 2.0; its id is null if nobody knows which request it is about.
fn answer(code: i32, why: &str, id: Option<&Value>) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}})
}
