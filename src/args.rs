//! Arguments that several subcommands share.

pub(crate) mod effort;
pub(crate) mod fens;
pub(crate) mod filter;
pub(crate) mod index;
pub(crate) mod scoring;
pub(crate) mod sites;
pub(crate) mod tablebase;

use std::net::SocketAddr;

use app::{Error, Name, Named};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

use crate::print::WrongUsage;

/// The help of a number: what it is, and its range.
pub(crate) fn ranged(what: &str, range: &str) -> String {
    format!("{what}: {range}")
}

/// Parser of a name.
pub(crate) fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = Name<T>> {
    PossibleValuesParser::new(Name::<T>::all()).try_map(|word| word.parse::<Name<T>>())
}

/// Parses an address to listen on.
pub(crate) fn address(text: &str) -> Result<SocketAddr, &'static str> {
    let form = "it must be an IP address and a port, like 127.0.0.1:8080";
    text.parse().map_err(|_| form)
}

/// The option of a field, e.g. `min-rating` of `minRating`.
pub(crate) fn long(field: &str) -> String {
    let letters = field.chars().map(|c| match c {
        'A'..='Z' => format!("-{}", c.to_ascii_lowercase()),
        other => other.to_string(),
    });
    letters.collect()
}

/// Wrong usage: the value of an option is not one of the names that it takes.
pub(crate) fn wrong_name(error: Error) -> WrongUsage {
    WrongUsage(ErrorKind::InvalidValue, of_option(error).to_string())
}

/// The error of a field, with the name of its option.
pub(crate) fn of_option(error: Error) -> Error {
    error.with_field(|field| format!("--{}", long(field)))
}

/// Names the option instead of the field in an error about an unknown name: `--book` for `book.collection`, otherwise
/// e.g. `--opponent` for `filter.opponent`. Any other error stays as it is.
pub(crate) fn of_unknown(error: anyhow::Error) -> anyhow::Error {
    let is_unknown = matches!(
        error.downcast_ref(),
        Some(Error::UnknownPlayer { .. } | Error::UnknownCollection { .. })
    );
    if !is_unknown {
        // It keeps its context, which a downcast would drop.
        return error;
    }
    let option = |field: &str| match field.rsplit_once('.') {
        Some(("book", _)) => "--book".to_owned(),
        Some((_, field)) => format!("--{}", long(field)),
        None if field.starts_with("--") => field.to_owned(),
        None => format!("--{}", long(field)),
    };
    error
        .downcast::<Error>()
        .map_or_else(|error| error, |error| error.with_field(option).into())
}
