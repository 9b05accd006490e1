//! Schemas of fields whose types do not describe them: texts in a known form, one of some names.

use serde_json::Value;
use similarity::{Distinct, Family, Feature, PENALTY_NAME, Scoring};
use utoipa::ToSchema;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType,
};
use utoipa::openapi::{RefOr, Schema, Type};

/// A position: FEN, X-FEN or EPD, with spaces or `_`, with counters or without.
#[derive(ToSchema)]
#[schema(
    format = "fen",
    example = "r1b3k1/pp2n1pp/2n1pr2/q2p4/P1pP4/2P2NP1/2PQ1PBP/R1B1K2R w KQ - 0 1"
)]
#[expect(dead_code, reason = "it describes a string")]
pub struct Fen(String);

/// A board of bughouse: FEN with the pieces in hand in brackets, and `~` behind promoted pieces; spaces or `_`.
#[derive(ToSchema)]
#[schema(
    format = "bughouse-fen",
    example = "r1bqk2r/ppp2ppp/8/8/8/8/PPP2PPP/R1BQ~K2R[NPbp] w KQkq - 0 9"
)]
#[expect(dead_code, reason = "it describes a string")]
pub struct BughouseFen(String);

/// Games in Portable Game Notation.
#[derive(ToSchema)]
#[schema(format = "pgn")]
#[expect(dead_code, reason = "it describes a text")]
pub struct Pgn(String);

/// Puzzles as lichess has them, <https://database.lichess.org/#puzzles>.
#[derive(ToSchema)]
#[schema(format = "csv")]
#[expect(dead_code, reason = "it describes a text")]
pub struct Csv(String);

/// The name of a scoring profile, or null.
pub fn scoring() -> RefOr<Schema> {
    let usual = Scoring::default().name();
    one_of(Scoring::ALL.map(Scoring::name), true, Some(usual))
}

/// `any`, `same`, a side or null.
pub fn turn() -> RefOr<Schema> {
    one_of(["any", "same", "white", "black"], true, Some("any"))
}

/// `board`, `game` or null.
pub fn distinct() -> RefOr<Schema> {
    one_of(Distinct::ALL.map(Distinct::name), true, None)
}

/// `white`, `black` or null.
pub fn side() -> RefOr<Schema> {
    one_of(["white", "black"], true, None)
}

/// `white` or `black`.
pub fn color() -> RefOr<Schema> {
    one_of(["white", "black"], false, None)
}

/// How a game ended, or null.
pub fn result() -> RefOr<Schema> {
    one_of(
        ["white", "black", "draw", "unknown", "win", "loss"],
        true,
        None,
    )
}

/// A variant that the explorer has games of, or null.
pub fn variant() -> RefOr<Schema> {
    one_of(
        ["standard", "chess", "chess960", "fromPosition"],
        true,
        Some("standard"),
    )
}

/// `italian`, `scottish` or null.
pub fn progressive_rules() -> RefOr<Schema> {
    one_of(["italian", "scottish"], true, None)
}

/// `usual`, `thesis` or null.
pub fn bughouse_rules() -> RefOr<Schema> {
    one_of(["usual", "thesis"], true, Some("usual"))
}

/// `a` or `b`.
pub fn bughouse_board() -> RefOr<Schema> {
    one_of(["a", "b"], false, None)
}

/// `last`, `series` or null.
pub fn en_passant() -> RefOr<Schema> {
    one_of(["last", "series"], true, None)
}

/// A move in UCI, castling as `e1g1` or, in Chess960, as king takes rook.
const UCI: &str = "[a-h][1-8][a-h][1-8][qrbnQRBN]?";

/// Moves in UCI with spaces between them, a list of them, or null.
pub fn moves() -> RefOr<Schema> {
    let text = |pattern: String| {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(pattern))
    };
    let line = text(format!("^ *{UCI}( +{UCI})* *$")).examples(["h5h7 g8h7 e2h5"]);
    let list = ArrayBuilder::new()
        .items(text(format!("^{UCI}$")))
        .min_items(Some(1));
    let null = ObjectBuilder::new().schema_type(Type::Null);
    RefOr::T(OneOfBuilder::new().item(null).item(line).item(list).into())
}

/// The name of a family of terms.
pub fn family() -> RefOr<Schema> {
    one_of(Family::ALL.map(Family::name), false, None)
}

/// Weights by name, or null.
pub fn weights() -> RefOr<Schema> {
    let weight = ObjectBuilder::new()
        .schema_type(Type::Number)
        .minimum(Some(0))
        .maximum(Some(100))
        .build();
    let names = Feature::all().map(Feature::name).chain([PENALTY_NAME]);
    let weights = ObjectBuilder::new()
        .schema_type(SchemaType::Array(vec![Type::Object, Type::Null]))
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    let weights = names.fold(weights, |weights, name| {
        weights.property(name, weight.clone())
    });
    RefOr::T(weights.into())
}

/// One of some names, or null.
pub(crate) fn one_of<'a>(
    names: impl IntoIterator<Item = &'a str>,
    or_null: bool,
    usual: Option<&str>,
) -> RefOr<Schema> {
    let names = names.into_iter().map(Value::from);
    let null = or_null.then_some(Value::Null);
    let types = [Type::String]
        .into_iter()
        .chain(or_null.then_some(Type::Null));
    let schema = ObjectBuilder::new()
        .schema_type(types.collect::<SchemaType>())
        .enum_values(Some(names.chain(null)))
        .default(usual.map(Value::from));
    RefOr::T(schema.into())
}
