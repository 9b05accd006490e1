//! The tool `collections`.

use app::{CollectionResponse, Error, View};
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mcp::answer::short;
use crate::mcp::arguments::read;
use crate::problem::Problem;
use crate::server::Server;

/// Nothing is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {}

/// The collections, whose names `filter.collection` takes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listed {
    /// In the order of their names.
    #[schema(inline)]
    collections: Vec<CollectionResponse>,
    /// How many collections were left out to keep the answer short.
    left_out: usize,
}

pub(super) async fn call(
    server: &Server,
    arguments: JsonObject,
) -> Result<CallToolResult, Problem> {
    let Arguments {} = read(arguments)?;
    let list = |view: &View| Ok::<_, Error>(app::collections(view).collections);
    let found = Listed {
        collections: server.doors.on_snapshot(list).await?,
        left_out: 0,
    };
    short(&found, &["collections"])
}
