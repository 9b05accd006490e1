//! The tools as a server of the SDK, over whatever transport.

use std::borrow::Cow;
use std::sync::Arc;

use app::doors::{CLIENT, Client, Doors};
use http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};
use tracing::{Instrument, Span};

use crate::tools;

/// Instructions that the server gives to a model.
const INSTRUCTIONS: &str = "Facts about chess positions from a collection of real games, and from an engine. Positions \
    are FENs: copy them as they are. Answers name their games; cite players, event and year, and do not invent moves, \
    games or scores. Engine scores are from White's side. `leftOut` counts what did not fit into an answer: ask for less, \
    or with a filter. Usually: motifs and analyse for a position, explorer for what was played in it, similar_positions \
    and plans for how such positions are played, exercises to train them.";

/// Offered versions of the protocol, the oldest first. 2025-03-26 is left out because it is the only one that requires
/// servers to accept batches.
pub(crate) const VERSIONS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2024_11_05,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// Client and span of a request, which the tools find in its parts.
#[derive(Clone)]
pub(crate) struct Asker {
    pub(crate) client: Client,
    pub(crate) span: Span,
}

impl Default for Asker {
    /// On standard input there is one client.
    fn default() -> Asker {
        Asker {
            client: None,
            span: Span::none(),
        }
    }
}

/// The tools, over whatever transport.
#[derive(Clone)]
pub(crate) struct Tools {
    pub(crate) doors: Arc<Doors>,
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("tabiya", env!("CARGO_PKG_VERSION")).with_title("Tabiya");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(VERSIONS)
    }

    /// Answers with the requested version if it is offered, or else with the newest older one, which a client of
    /// 2025-03-26 knows, too. If there is no older one, it answers with the latest.
    fn negotiate_initialize(
        &self,
        request: &InitializeRequestParams,
    ) -> Result<InitializeResult, ErrorData> {
        let mut versions = VERSIONS
            .iter()
            .filter(|version| version.has_initialize())
            .rev();
        let latest = ProtocolVersion::LATEST_WITH_INITIALIZE;
        let version = versions.find(|version| **version <= request.protocol_version);
        let mut info = self.get_info();
        info.protocol_version = version.cloned().unwrap_or(latest);
        Ok(info)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all().to_vec()))
    }

    // Clients ask for these whether or not the server says that it has some.
    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::default())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::default())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::default())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let work = tools::call(&self.doors, &request.name, arguments);
        // The SDK works on a task of its own.
        let asker = context.extensions.get::<Parts>();
        let asker = asker.and_then(|parts| parts.extensions.get::<Asker>());
        let Asker { client, span } = asker.cloned().unwrap_or_default();
        tokio::select! {
            answer = CLIENT.scope(client, work).instrument(span) => answer.map(Into::into),
            // Cancelled, or gone: the work ends with its future.
            () = context.ct.cancelled() => Err(ErrorData::internal_error("cancelled", None)),
        }
    }
}
