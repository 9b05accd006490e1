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

/// The error of a field, with the name of its option.
pub(crate) fn of_option(error: Error) -> Error {
    let option = |field: &str| format!("--{}", long(field));
    match error {
        Error::Unreadable { field, why } => Error::Unreadable {
            field: option(&field),
            why,
        },
        Error::Impossible { field, why } => Error::Impossible {
            field: option(&field),
            why,
        },
        other => other,
    }
}
