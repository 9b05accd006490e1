//! The three OpenSearch indices that an index of Tabiya's is made of in a cluster, each made of a template of its name.
//!
//! | index | document | id |
//! |---|---|---|
//! | `NAME-games` | a game: tags and moves, columns for filters, the moves of its opening | its key, which duplicates share |
//! | `NAME-passages` | a passage: its terms, packed board and moves, columns for filters | key of the game, number, batch |
//! | `NAME-state` | the [`State`](crate::state::State), and a heartbeat of each writer | `state`, `writer-..` |
//!
//! A passage's terms are features of a `rank_features` field, named by the numbers of the terms. The value of all
//! of them is [`feature_of_length`]; in addition, features that every passage has say what its positions cost at least.

use serde_json::{Value, json};
use similarity::{Feature, Scoring};

use crate::address::Address;
use crate::client::{Client, Patience};
use crate::error::Error;
use crate::format::format;
use crate::state;

/// How an index is laid out when it is created.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Primary shards of games and of passages each.
    pub shards: u32,
    /// Copies of each shard, itself not counted.
    pub replicas: u32,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            shards: 2,
            replicas: 1,
        }
    }
}

/// The smallest value of a feature, Java's `Float.MIN_NORMAL`, 2^-126. In multiples of it, values take 11 bits of a
/// posting instead of 15: what is stored are the upper bits of a 32-bit float, less those of this one.
const LEAST: f32 = f32::MIN_POSITIVE;

/// |D| up to which values distinguish lengths. Guessed: thrice the longest.
const LONGEST: f32 = 512.0;

/// The value of a term's feature in a passage whose shortest position has `length` terms: 1/|D| in multiples,
/// rounded up to the 9 significant bits that are stored, so that bounds stay bounds.
pub(crate) fn feature_of_length(length: u64) -> f32 {
    let length = (length as f32).clamp(1.0, LONGEST);
    let value = (LEAST * LONGEST / length).next_up();
    f32::from_bits(((value.to_bits() >> 15) + 1) << 15)
}

/// What the p of norm(|D|) = norm(0) / (1 + p × |D|) is as the pivot of [`feature_of_length`].
pub(crate) fn pivot(p: f64) -> f64 {
    p * f64::from(LEAST) * f64::from(LONGEST)
}

/// A cost is stored as what it is less than this: features cannot lower a score. Whole numbers below it are exact in
/// 9 bits.
pub(crate) const MOST_COST: u64 = 511;

/// The value of the feature of a cost, in steps.
pub(crate) fn feature_of_cost(steps: u64) -> f32 {
    LEAST * (MOST_COST + 1 - steps.min(MOST_COST)) as f32
}

/// What the value of a cost's feature is times, so that a step counts `step`.
pub(crate) fn boost_of_cost(step: f64) -> f64 {
    step / f64::from(LEAST)
}

/// The name of the feature of what a profile costs.
pub(crate) fn profile_name(scoring: &Scoring) -> String {
    format!("c{}", scoring.name())
}

/// The name of the feature of what the terms of a feature count.
pub(crate) fn cost_name(feature: Feature) -> String {
    format!("f{}", feature.name())
}

/// Whether another template is to be preferred to ours, of the same names. Guessed: those of OpenSearch's own have 100
/// to 200, those for all indices less.
const PRIORITY: u32 = 500;

/// Creates an index where there is none: its templates, and of them the indices.
pub(crate) fn create(client: &Client, address: &Address, layout: Layout) -> Result<(), Error> {
    let indices = [
        (address.games(), layout.shards, games()),
        (address.passages(), layout.shards, passages()),
        // The last one: where it is, the others are.
        (address.state(), 1, json!({"enabled": false})),
    ];
    for (name, shards, mut mappings) in indices {
        mappings["_meta"] = json!({"tabiya": format()});
        let settings = json!({"index": {
            "number_of_shards": shards,
            "number_of_replicas": layout.replicas,
            // Writers refresh when they publish; this is for segments that are merged later.
            "refresh_interval": "30s",
        }});
        let template = json!({
            "index_patterns": [name],
            "priority": PRIORITY,
            "_meta": {"tabiya": format()},
            "template": {"settings": settings, "mappings": mappings},
        });
        let path = format!("/_index_template/{name}");
        client.json("PUT", &path, &template, Patience::Write)?;
        let path = format!("/{name}?wait_for_active_shards=1&timeout=60s");
        let answer = client.send("PUT", &path, b"", Patience::Write)?;
        let exists = answer.reason().contains("already exists");
        if answer.status >= 300 && !exists {
            return Err(answer.failure());
        }
    }
    state::create(client, address)
}

/// Checks that there is an index, and that it is of this format.
pub(crate) fn check(client: &Client, address: &Address) -> Result<(), Error> {
    for name in [address.state(), address.games(), address.passages()] {
        let answer = client.send("GET", &format!("/{name}/_mapping"), b"", Patience::Read)?;
        match answer.status {
            404 => return Err(Error::Missing(address.name.clone())),
            300.. => return Err(answer.failure()),
            _ => {}
        }
        let json = answer.json()?;
        let found = json[&name]["mappings"]["_meta"]["tabiya"].as_str();
        if found != Some(&format()) {
            return Err(Error::Format {
                name: address.name.clone(),
                found: found.unwrap_or("of another program").to_owned(),
            });
        }
    }
    Ok(())
}

/// Adds the fields that an index of an older Tabiya lacks. Documents that it has stay without them: their games count as
/// those of unknown speed.
///
/// # Errors
///
/// [`Error::Unavailable`] if the cluster does not answer, [`Error::Refused`] if the user may not do that.
pub(crate) fn extend(client: &Client, address: &Address) -> Result<(), Error> {
    for (name, aggregated) in [(address.games(), true), (address.passages(), false)] {
        let path = format!("/{name}/_mapping");
        let known = client.json("GET", &path, &Value::Null, Patience::Write)?;
        if known[&name]["mappings"]["properties"]["speed"].is_null() {
            let fields = json!({"properties": {"speed": speed(aggregated)}});
            client.json("PUT", &path, &fields, Patience::Write)?;
        }
    }
    Ok(())
}

/// The name of the speed of a game; absent if it is unknown.
fn speed(aggregated: bool) -> Value {
    json!({"type": "keyword", "doc_values": aggregated})
}

/// What filters need to know of a game, in games and passages; `aggregated` fields are counted, too.
fn metadata(aggregated: bool) -> Value {
    // What a term can hold: 32,766 bytes.
    let text = json!({"type": "keyword", "doc_values": aggregated, "ignore_above": 8191});
    let number = json!({"type": "integer", "doc_values": aggregated});
    json!({
        "batch": {"type": "long", "doc_values": false},
        "game": {"type": "long"},
        "facts": {"type": "long", "index": false},
        "white": text, "black": text, "event": text, "eco": text,
        "result": {"type": "keyword", "doc_values": aggregated},
        "speed": speed(aggregated),
        "rating": number, "whiteRating": number, "blackRating": number,
        "date": {"type": "integer", "index": false, "doc_values": aggregated},
        "earliest": {"type": "integer", "doc_values": false},
        "latest": {"type": "integer", "doc_values": false},
    })
}

fn games() -> Value {
    let mut fields = metadata(true);
    fields["span"] = json!({"type": "long", "index": false});
    fields["opening"] = json!({"type": "long", "doc_values": false});
    fields["tags"] = json!({"type": "keyword", "index": false, "doc_values": false});
    fields["moves"] = json!({"type": "keyword", "index": false, "doc_values": false});
    json!({
        "dynamic": "strict",
        "_source": {"includes": ["game", "batch", "tags", "moves"]},
        "properties": fields,
    })
}

fn passages() -> Value {
    let mut fields = metadata(false);
    fields["terms"] = json!({"type": "rank_features"});
    fields["ply"] = json!({"type": "integer"});
    fields["last"] = json!({"type": "integer", "doc_values": false});
    fields["material"] = json!({"type": "long", "doc_values": false});
    for name in ["board0", "board1", "board2", "moves", "moves1"] {
        fields[name] = json!({"type": "long", "index": false});
    }
    json!({
        "dynamic": "strict",
        "_source": {"enabled": false},
        "_routing": {"required": true},
        "properties": fields,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether Lucene stores it as it is: only the upper 17 bits are.
    fn is_stored_whole(value: f32) -> bool {
        value.to_bits().trailing_zeros() >= 15
    }

    #[test]
    fn stored_values_bound() {
        for length in 1..=600 {
            let value = feature_of_length(length);
            assert!(is_stored_whole(value), "{length}");
            let exact = f64::from(LEAST) * f64::from(LONGEST) / length as f64;
            assert!(value.is_normal() && f64::from(value) >= exact, "{length}");
            assert!(
                length > 512 || f64::from(value) <= exact * 1.009,
                "{length}"
            );
        }
        for steps in 0..=600 {
            let value = feature_of_cost(steps);
            assert!(value.is_normal() && is_stored_whole(value), "{steps}");
        }
    }
}
