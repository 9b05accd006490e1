//! The arguments of a tool, as a model sends them.

use app::Error;
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

use app::json::read_object;

/// Reads the arguments of a tool.
///
/// # Errors
///
/// The errors of [`read_object`].
pub(crate) fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Error> {
    read_object(Value::Object(arguments), "the arguments")
}
