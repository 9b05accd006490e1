//! Filters as requests have them: the fields of games and of positions in one object.
//!
//! [`similarity::Filter::fields`] says which fields there are. JSON, a query string and their description in the OpenAPI
//! document are made of that list here, the options of the command line in `src/args/filter.rs`.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::{Deserialize, Serialize};
use similarity::{CollectionName, Field, Filter, GameFilter, Given, Kind, MAX_NUMBER, Wrong};
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType,
};
use utoipa::openapi::{KnownFormat, RefOr, Required, Schema, SchemaFormat, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::collections::parse_collection;
use crate::error::Error;
use crate::schemas::one_of;

/// What games and positions must be like, as a request has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilterRequest(Filter);

/// How much passes a filter.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct Passed {
    /// The number of games with a position that passes.
    pub games: u64,
    /// The number of positions that pass.
    pub positions: u64,
}

impl FilterRequest {
    /// Sets a field of a query string or the command line.
    ///
    /// # Errors
    ///
    /// [`Error::Unreadable`] for a value of another kind, [`Error::Impossible`] for one that the field cannot have; both
    /// name the field.
    pub fn set(&mut self, field: &str, given: Given) -> Result<(), Error> {
        let wrong = |wrong| match wrong {
            Wrong::Kind(why) => Error::unreadable(field, why),
            Wrong::Value(why) => Error::impossible(field, why),
        };
        let set = self.0.set(field, given).map(|set| set.map_err(wrong));
        set.unwrap_or_else(|| Err(Error::unreadable(field, "there is no such field")))
    }

    /// Whether a field is set.
    pub fn has(&self, field: &str) -> bool {
        let Filter { games, positions } = &self.0;
        games
            .names()
            .chain(positions.names())
            .any(|name| name == field)
    }

    /// Whether no field is set.
    pub fn is_empty(&self) -> bool {
        *self == FilterRequest::default()
    }

    /// The filter.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`], if a field needs another one that is missing.
    pub fn filter(&self) -> Result<Filter, Error> {
        self.check()?;
        Ok(self.0.clone())
    }

    /// The filter of whole games.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`], if it asks anything of positions, or a field needs another one that is missing.
    pub fn games(&self) -> Result<GameFilter, Error> {
        self.check()?;
        match self.0.positions.names().next() {
            Some(field) => Err(Error::impossible(
                field,
                "it is about positions, and whole games are meant; leave it out",
            )),
            None => Ok(self.0.games.clone()),
        }
    }

    fn check(&self) -> Result<(), Error> {
        let check = self.0.games.check();
        check.map_err(|(field, why)| Error::impossible(field, why))
    }
}

impl<'de> Deserialize<'de> for FilterRequest {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<FilterRequest, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = FilterRequest;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<FilterRequest, M::Error> {
                let mut filter = Filter::default();
                let mut seen: Vec<&str> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    let field = Filter::fields().find(|field| field.name == name);
                    let is_new = field.is_none_or(|field| !seen.contains(&field.name));
                    seen.extend(field.map(|field| field.name));
                    map.next_value_seed(OfField {
                        name: &name,
                        field: field.filter(|_| is_new),
                        filter: &mut filter,
                    })?;
                }
                Ok(FilterRequest(filter))
            }
        }
        value.deserialize_map(Fields)
    }
}

/// The value of a field, which is read into a filter.
struct OfField<'a> {
    name: &'a str,
    /// `None` if there is no such field, or a second one.
    field: Option<&'static Field>,
    filter: &'a mut Filter,
}

impl<'de> DeserializeSeed<'de> for OfField<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        let Some(field) = self.field else {
            let known: Vec<&str> = Filter::fields().map(|field| field.name).collect();
            return Err(match known.iter().find(|name| **name == self.name) {
                Some(name) => D::Error::duplicate_field(name),
                // Same wording as serde's for a list known at compile time.
                None => D::Error::custom(format_args!(
                    "unknown field `{}`, expected one of `{}`",
                    self.name,
                    known.join("`, `")
                )),
            });
        };
        let Some(given) = value.deserialize_any(OfKind(field.kind))? else {
            return Ok(());
        };
        match self.filter.set(field.name, given) {
            Some(Err(Wrong::Kind(why) | Wrong::Value(why))) => Err(D::Error::custom(why)),
            _ => Ok(()),
        }
    }
}

/// Reads a JSON value of a kind, or null. As in a query string, the value may also be a number in a string, one item
/// for a list, or a year for a date.
struct OfKind(Kind);

impl<'de> Visitor<'de> for OfKind {
    type Value = Option<Given>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Text | Kind::Date | Kind::Name(_) => "a string",
            Kind::Number => "a number",
            Kind::Texts(_) | Kind::Names(_) => "a list of strings",
        })
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
        if self.0 == Kind::Number && text.trim().parse::<f64>().is_err() {
            return Err(E::invalid_type(Unexpected::Str(text), &self));
        }
        Ok(Some(Given::Text(text.to_owned())))
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Self::Value, E> {
        self.number(number, Unexpected::Float(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
        self.number(number as f64, Unexpected::Unsigned(number))
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
        self.number(number as f64, Unexpected::Signed(number))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Self::Value, S::Error> {
        if !matches!(self.0, Kind::Texts(_) | Kind::Names(_)) {
            return Err(S::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut texts = Vec::new();
        while let Some(text) = list.next_element()? {
            texts.push(text);
        }
        Ok(Some(Given::Texts(texts)))
    }
}

impl PartialSchema for FilterRequest {
    fn schema() -> RefOr<Schema> {
        let about = "Conditions on games and positions; all must hold. Names are found as people write them:\n\
                     `Carlsen`, `carlsen magnus`, `Carlsen, M`.";
        RefOr::T(object_of(Filter::fields(), about))
    }
}

impl ToSchema for FilterRequest {}

/// Schema of a filter that applies to whole games.
#[derive(Copy, Clone, Debug)]
pub struct GameFields;

impl PartialSchema for GameFields {
    fn schema() -> RefOr<Schema> {
        RefOr::T(object_of(
            GameFilter::FIELDS.iter(),
            "Conditions on games; all must hold.",
        ))
    }
}

impl ToSchema for GameFields {}

/// The fields as parameters of a query string.
impl IntoParams for FilterRequest {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |field: &Field| {
            let (about, schema) = match field.kind {
                Kind::Texts(_) => (list(field, None), text()),
                Kind::Names(names) => (list(field, Some(names)), text()),
                Kind::Text | Kind::Date => (field.about.to_owned(), text()),
                Kind::Name(names) => (field.about.to_owned(), one_of(names.iter().copied())),
                Kind::Number => (field.about.to_owned(), number().schema_type(Type::Integer)),
            };
            let parameter = ParameterBuilder::new()
                .name(field.name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(about))
                .schema(Some(schema));
            parameter.build()
        };
        Filter::fields().map(parameter).collect()
    }
}

/// The description of a list in a query string.
fn list(field: &Field, names: Option<&[&str]>) -> String {
    let about = field.about;
    match names {
        None => format!("{about} Several with commas between them."),
        Some(names) => {
            let names = names.join("`, `");
            format!("{about} Several with commas between them: `{names}`.")
        }
    }
}

impl OfKind {
    fn number<E: serde::de::Error>(
        &self,
        number: f64,
        written: Unexpected,
    ) -> Result<Option<Given>, E> {
        match self.0 {
            Kind::Number => Ok(Some(Given::Number(number))),
            Kind::Date if number.fract() == 0.0 => Ok(Some(Given::Number(number))),
            _ => Err(E::invalid_type(written, self)),
        }
    }
}

/// Makes the schema of an object with these fields of a filter.
fn object_of(fields: impl Iterator<Item = &'static Field>, about: &str) -> Schema {
    let fields: Vec<&Field> = fields.collect();
    let schema = ObjectBuilder::new()
        .description(Some(about))
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    let schema = fields.iter().fold(schema, |schema, field| {
        schema.property(field.name, schema_of(field))
    });
    // Properties of a JSON object have no order, so `x-order` lists their names.
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let extensions = Extensions::builder().add("x-order", names).build();
    schema.extensions(Some(extensions)).into()
}

/// The schema of a field in JSON, null included.
fn schema_of(field: &Field) -> Schema {
    let nullable = |kind: Type| SchemaType::from_iter([kind, Type::Null]);
    let of_games = GameFilter::FIELDS
        .iter()
        .any(|of_games| of_games.name == field.name);
    let label = Extensions::builder()
        .add("x-label", field.title)
        .add("x-of", if of_games { "game" } else { "position" })
        .build();
    let described = |schema: ObjectBuilder| {
        let schema = schema.description(Some(field.about));
        schema.extensions(Some(label.clone())).into()
    };
    let array = |items: ObjectBuilder| {
        ArrayBuilder::new()
            .schema_type(nullable(Type::Array))
            .items(items)
            .description(Some(field.about))
            .extensions(Some(label.clone()))
    };
    match field.kind {
        Kind::Text | Kind::Date => described(
            text()
                .schema_type(nullable(Type::String))
                .examples([field.example]),
        ),
        Kind::Number => described(number().schema_type(nullable(Type::Integer))),
        Kind::Name(names) => OneOfBuilder::new()
            .item(one_of(names.iter().copied()))
            .item(ObjectBuilder::new().schema_type(Type::Null))
            .description(Some(field.about))
            .extensions(Some(label.clone()))
            .into(),
        Kind::Texts(longest) => array(text()).max_items(longest).into(),
        Kind::Names(names) => array(one_of(names.iter().copied())).into(),
    }
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn number() -> ObjectBuilder {
    ObjectBuilder::new()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(0))
        .maximum(Some(MAX_NUMBER))
}

/// Parses the names of collections.
///
/// # Errors
///
/// [`Error::Impossible`] for a text that cannot be one.
pub fn parse_collections(names: &[String]) -> Result<Vec<CollectionName>, Error> {
    let names = names.iter();
    names
        .map(|name| parse_collection("collection", name))
        .collect()
}

/// Reads the field `filter` of a request, if it has one.
///
/// # Errors
///
/// Those of [`FilterRequest::filter`]; their fields begin with `filter.`.
pub fn parse_filter(filter: Option<&FilterRequest>) -> Result<Option<Filter>, Error> {
    let filter = filter.map(FilterRequest::filter).transpose();
    filter.map_err(|error| error.within("filter."))
}
