//! Schemas of fields whose types do not describe them: texts in a known form, one of some names.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use similarity::{Feature, PENALTY_NAME};
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder};
use utoipa::openapi::{RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without.
// The pattern matches the board, which every FEN begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(
    format = "fen",
    pattern = r"^[\s_]*[1-8KQRBNPkqrbnp~]+(/[1-8KQRBNPkqrbnp~]+){7}",
    example = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
)]
pub struct Fen(pub String);

impl Deref for Fen {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl From<&Chess> for Fen {
    fn from(position: &Chess) -> Fen {
        Fen(pgn::fen(position))
    }
}

/// A position: FEN, X-FEN or EPD; empty for the usual start, as in Lichess's explorer.
#[derive(ToSchema)]
#[schema(
    format = "fen",
    pattern = r"^([\s_]*[1-8KQRBNPkqrbnp~]+(/[1-8KQRBNPkqrbnp~]+){7}|$)",
    example = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
)]
#[expect(dead_code, reason = "it describes a string")]
pub struct ExplorerFen(String);

/// A board of bughouse: FEN with the pieces in hand in brackets, and `~` behind promoted pieces; spaces or `_`.
#[derive(ToSchema)]
#[schema(
    format = "bughouse-fen",
    pattern = r"^[\s_]*[1-8KQRBNPkqrbnp~]+(/[1-8KQRBNPkqrbnp~]+){7}",
    example = "r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9"
)]
#[expect(dead_code, reason = "it describes a string")]
pub struct BughouseFen(String);

/// Games in Portable Game Notation.
#[derive(ToSchema)]
#[schema(format = "pgn")]
#[expect(dead_code, reason = "it describes a text")]
pub struct Pgn(String);

/// Games in Portable Game Notation, as a body of their own.
// As bytes: generated clients then send and read them as they are, and do not make JSON of them.
#[derive(ToSchema)]
#[schema(format = "binary")]
#[expect(dead_code, reason = "it describes a body")]
pub struct PgnFile(String);

/// Puzzles as lichess has them, <https://database.lichess.org/#puzzles>.
#[derive(ToSchema)]
#[schema(format = "csv")]
#[expect(dead_code, reason = "it describes a text")]
pub struct Csv(String);

/// Notes that Anki imports, <https://docs.ankiweb.net/importing/text-files.html>.
#[derive(ToSchema)]
#[schema(format = "tsv")]
#[expect(dead_code, reason = "it describes a text")]
pub struct Tsv(String);

/// A type that only describes the values of a field. The field adds its own description.
macro_rules! described {
    ($(#[$about:meta])* $name:ident, $schema:expr) => {
        $(#[$about])*
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                RefOr::T($schema.into())
            }
        }

        impl ToSchema for $name {}
    };
}

described!(
    /// Moves in UCI with spaces between them, or a list of them.
    Moves,
    moves()
);
described!(
    /// Weights by name.
    Weights,
    weights()
);

/// A move in UCI, castling as `e1g1` or, in Chess960, as king takes rook.
const UCI: &str = "[a-h][1-8][a-h][1-8][qrbnQRBN]?";

fn moves() -> OneOfBuilder {
    let text = |pattern: String| {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(pattern))
    };
    let line = text(format!("^ *{UCI}( +{UCI})* *$")).examples(["h5h7 g8h7 e2h5"]);
    let list = ArrayBuilder::new()
        .items(text(format!("^{UCI}$")))
        .min_items(Some(1));
    OneOfBuilder::new().item(line).item(list)
}

fn weights() -> ObjectBuilder {
    let weight = ObjectBuilder::new()
        .schema_type(Type::Number)
        .minimum(Some(0))
        .maximum(Some(100))
        .build();
    let names = Feature::all().map(Feature::name).chain([PENALTY_NAME]);
    let weights =
        ObjectBuilder::new().additional_properties(Some(AdditionalProperties::FreeForm(false)));
    names.fold(weights, |weights, name| {
        weights.property(name, weight.clone())
    })
}

/// One of some names.
pub(crate) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
}
