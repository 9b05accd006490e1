//! The problems that requests may be answered with, as OpenAPI describes them.

use utoipa::IntoResponses;

use crate::problem::Problem;

/// What can be wrong with any request. (A 500 is a bug, and not part of what is promised.)
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum Unserved {
    /// The body did not arrive in time.
    #[response(status = 408, content_type = "application/problem+json")]
    Late(Problem),
    /// This client sends too many requests.
    #[response(status = 429, content_type = "application/problem+json", headers(("Retry-After" = u32, description = "Seconds to wait.")))]
    TooOften(Problem),
    /// Too many requests are waiting, there was no time to finish the work, the server is starting or stopping, or the
    /// storage of the index is read-only, gone or failing.
    #[response(status = 503, content_type = "application/problem+json", headers(("Retry-After" = u32, description = "Seconds after which trying again may help.")))]
    Busy(Problem),
}

/// What can be wrong with a JSON body.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadBody {
    /// It is not JSON, has another shape, or has a field that is not what it should be: not a FEN, no game in `pgn`.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// It is larger than 64 KiB; with `pgn`, than 1 MiB.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// Its `Content-Type` is not JSON.
    #[response(status = 415, content_type = "application/problem+json")]
    NotJson(Problem),
    /// A field asks for the impossible: an impossible position, an unknown theme or player, a number out of range.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with the query string.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadQuery {
    /// A parameter is unknown or of another type, or is not a FEN.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// A parameter asks for the impossible: an impossible position, a number out of range, an unknown player.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with an import.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadImport {
    /// There is no game in the body, or a parameter is unknown or of another type.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// The body is a form, or compressed in a way that is not supported.
    #[response(status = 415, content_type = "application/problem+json", headers(("Accept-Encoding" = String, description = "The compressions that are accepted.")))]
    NotGames(Problem),
    /// `fromMove` is out of range, or `collection` cannot be a name.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// Why games cannot be fetched.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum Unfetched {
    /// The site has no such player, or the account is closed.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    /// The site cannot be reached, or does not answer as it should.
    #[response(status = 502, content_type = "application/problem+json")]
    Away(Problem),
}

/// What can be wrong with games that are to be annotated.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadPgn {
    /// There is no game in the body, or a parameter is unknown or of another type.
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
    /// It is not a number.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// There is no such game.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
}

/// What can be wrong with the name of a player.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadName {
    /// It is not UTF-8.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// There is no game of such a player.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    /// It has no letter.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with the name of a collection, or with the query string.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadCollection {
    /// The name is not UTF-8, or a parameter is unknown or of another type.
    #[response(status = 400, content_type = "application/problem+json")]
    Unreadable(Problem),
    /// There is no such collection.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    /// The index is in a cluster, which has no collections.
    #[response(status = 422, content_type = "application/problem+json")]
    Impossible(Problem),
}

/// What can be wrong with the name of a collection that is to have another one.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum BadRename {
    /// There is no such collection.
    #[response(status = 404, content_type = "application/problem+json")]
    Missing(Problem),
    /// Another writer is writing to the index, or another collection has that name.
    #[response(status = 409, content_type = "application/problem+json")]
    Taken(Problem),
}

/// Why a client may not read from a private server.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum NotReading {
    /// The server is private, and there is neither a key nor its token in the request.
    #[response(status = 401, content_type = "application/problem+json", headers(("WWW-Authenticate" = String, description = "`Bearer`")))]
    NoKey(Problem),
    /// It is no key of the server, or one without the right to read.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
}

/// Why a client may not write.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum NotWriting {
    /// The server was started with a token or with keys, and there is none in the request.
    #[response(status = 401, content_type = "application/problem+json", headers(("WWW-Authenticate" = String, description = "`Bearer`")))]
    NoToken(Problem),
    /// It is another token, or a key without the right to write; or the server has neither, and the request does not
    /// come from a program on its machine.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
}

/// Why the index cannot be written now.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum NotNow {
    /// Another writer is writing to the index.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
}

/// The answer where writing fails until an operator acts.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum NoRoom {
    /// The disk of the index or of the snapshots is full.
    #[response(status = 507, content_type = "application/problem+json")]
    Full(Problem),
}

/// Why snapshots cannot be made or listed now.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers")]
pub(crate) enum NotSaving {
    /// Another snapshot is being made; or the server was started without a folder for snapshots, or has its index in a
    /// cluster.
    #[response(status = 409, content_type = "application/problem+json")]
    Conflict(Problem),
}
