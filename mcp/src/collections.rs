//! The tool `collections`.

use app::doors::Doors;
use app::{CollectionAnswer, Error, View};
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::read;

/// Nothing is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {}

/// The collections, whose names `filter.collection` takes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Listed {
    /// In the order of their names.
    collections: Vec<CollectionAnswer>,
    /// How many collections were left out to keep the answer short.
    left_out: usize,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let Arguments {} = read(arguments)?;
    let list = |view: &View| Ok::<_, Error>(app::collections(view).collections);
    let found = Listed {
        collections: doors.on_snapshot(list).await?,
        left_out: 0,
    };
    short(&found, &["collections"])
}
