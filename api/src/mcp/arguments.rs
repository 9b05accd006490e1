//! The arguments of a tool, as a model sends them.

use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::problem::Problem;
use app::json::read_object;

/// Reads the arguments of a tool.
///
/// # Errors
///
/// 400 if they are of another shape, 422 for a number out of range.
pub(super) fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Problem> {
    Ok(read_object(Value::Object(arguments), "the arguments")?)
}
