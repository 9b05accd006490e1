//! The media types of answers, and which of them a client prefers.

use axum::http::{HeaderMap, header};

/// JSON.
pub(crate) const JSON: &str = "application/json";
/// PGN, as lichess has it.
pub(crate) const PGN: &str = "application/x-chess-pgn";
/// A page.
pub(crate) const HTML: &str = "text/html";
/// CSV.
pub(crate) const CSV: &str = "text/csv";
/// Text in columns.
pub(crate) const TSV: &str = "text/tab-separated-values";
/// Lines of JSON, as lichess has it.
pub(crate) const NDJSON: &str = "application/x-ndjson";
/// Text, which generated clients read where they know nothing of the type of its own.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// Media type of text in `Accept`, without a charset.
pub(crate) const PLAIN_TEXT: &str = "text/plain";

/// The media type of a text: its own, or `text/plain` to those who put that first.
pub(crate) fn text_type(headers: &HeaderMap, own: &'static str) -> &'static str {
    if preferred(headers, JSON, &[own, PLAIN_TEXT]) == PLAIN_TEXT {
        TEXT
    } else {
        own
    }
}

/// Returns the media type among `others` that the Accept header prefers to `default`, by weight and then by position,
/// or else `default`. A wildcard matches `default` only.
///
/// Source: RFC 9110, section 12.5.1.
pub(crate) fn preferred(
    headers: &HeaderMap,
    default: &'static str,
    others: &[&'static str],
) -> &'static str {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase();
    let weight_of = |names: &[&str]| -> Option<(f32, usize)> {
        accept.split(',').enumerate().find_map(|(place, range)| {
            let mut parts = range.split(';').map(str::trim);
            names.contains(&parts.next()?).then(|| {
                let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
                (weight.unwrap_or(1.0), place)
            })
        })
    };
    let mut best = (default, weight_of(&[default, "application/*", "*/*"]));
    for name in others {
        let found = weight_of(&[name]).filter(|(weight, _)| *weight > 0.0);
        let is_better = |(weight, place): (f32, usize)| {
            let (_, best) = best;
            best.is_none_or(|(other, at)| weight > other || weight >= other && place < at)
        };
        if found.is_some_and(is_better) {
            best = (name, found);
        }
    }
    best.0
}
