//! A message of the protocol, and the answer to a text that is none.

use app::json::not_json;
use rmcp::model::ClientJsonRpcMessage;
use serde_json::{Value, json};

/// Parses a message.
///
/// # Errors
///
/// The answer: an error of JSON-RPC 2.0.
pub(crate) fn parse(text: &[u8]) -> Result<ClientJsonRpcMessage, Value> {
    serde_json::from_slice(text).map_err(|_| match serde_json::from_slice(text) {
        Err(error) => {
            let why = not_json("the message", "", &error).to_string();
            answer(-32700, &why, None)
        }
        Ok(Value::Array(_)) => {
            let why = "batches are not part of the offered versions of the protocol: send one message at a time";
            invalid_request(why, None)
        }
        Ok(json) => {
            let why = "the message is not one of JSON-RPC 2.0, e.g. {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";
            invalid_request(why, Some(&json))
        }
    })
}

/// The answer to JSON that is not a request. It has the id of what was meant as one.
pub(crate) fn invalid_request(why: &str, json: Option<&Value>) -> Value {
    let request = json.filter(|json| json["method"].is_string());
    let id = request.map(|request| &request["id"]);
    answer(-32600, why, id.filter(|id| id.is_string() || id.is_i64()))
}

/// An error of JSON-RPC 2.0; its id is null if nobody knows which request it is about.
fn answer(code: i32, why: &str, id: Option<&Value>) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}})
}
