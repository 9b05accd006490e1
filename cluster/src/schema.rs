//! The three OpenSearch indices that an index of Tabiya's is made of in a cluster, each made of a template of its name.
//!
//! | index | document | id |
//! |---|---|---|
//! | `NAME-games` | a game: tags and moves, columns for filters, the moves of its opening | its key, which duplicates share |
//! | `NAME-passages` | a passage: its terms, packed board and moves, columns for filters | key of the game, number, batch |
//! | `NAME-state` | the [`State`](crate::state::State), and a heartbeat of each writer | `state`, `writer-..` |
//!
//! A passage's terms are keywords, by their numbers, and so is what the profiles cost there at least. What its terms count by
//! feature, for weights of one's own, are features of a `rank_features` field.

use serde_json::{Value, json};
use similarity::{Feature, Scoring, Term};

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

/// How many steps of a profile's cost one term stands for. Measured over 2 million positions in passages of eight: with 8,
/// a tenth fewer passages reach the last hit, and there are twice as many lists.
pub(crate) const STEPS: u64 = 16;

/// How many terms there are for the cost of a profile. Measured over 2 million positions in passages of eight: 999 of 1000
/// cost less than they say by `thesis`, `structure` and `tabiya`.
const LEVELS: u64 = 10;

/// The greatest cost of a profile that the terms distinguish. A greater one counts as this one, which makes a bound looser
/// but still a bound.
pub(crate) const MOST_OF_PROFILE: u64 = STEPS * LEVELS;

/// The terms of what a profile costs, in steps: one for each multiple of [`STEPS`] that it is less than.
pub(crate) fn terms_of_cost(scoring: &Scoring, steps: u64) -> impl Iterator<Item = String> {
    let name = scoring.name();
    (steps / STEPS..LEVELS).map(move |level| format!("{name}<{}", (level + 1) * STEPS))
}

/// The term of what can be reached: that a piece stands on a square, or can go there in one move.
pub(crate) fn reached(place: Term) -> String {
    format!("r{}", place.id())
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

/// What filters need to know of a game, in games and passages; `aggregated` fields are counted, too.
fn metadata(aggregated: bool) -> Value {
    // What a term can hold: 32,766 bytes.
    let text = json!({"type": "keyword", "doc_values": aggregated, "ignore_above": 8191});
    let number = json!({"type": "integer", "doc_values": aggregated});
    json!({
        "batch": {"type": "long", "doc_values": false},
        "game": {"type": "long"},
        "white": text, "black": text, "event": text, "eco": text,
        "result": {"type": "keyword", "doc_values": aggregated},
        // Absent if it is unknown.
        "speed": {"type": "keyword", "doc_values": aggregated},
        "rating": number, "whiteRating": number, "blackRating": number,
        "date": {"type": "integer", "index": false, "doc_values": aggregated},
        "earliest": {"type": "integer", "doc_values": false},
        "latest": {"type": "integer", "doc_values": false},
    })
}

fn games() -> Value {
    let mut fields = metadata(true);
    fields["facts"] = json!({"type": "long", "index": false});
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
    fields["terms"] = json!({"type": "keyword", "doc_values": false});
    fields["costs"] = json!({"type": "rank_features"});
    fields["ply"] = json!({"type": "integer"});
    fields["last"] = json!({"type": "integer", "doc_values": false});
    fields["material"] = json!({"type": "long", "doc_values": false});
    fields["passage"] = json!({"type": "binary", "doc_values": true});
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
    fn stored_costs_bound() {
        for steps in 0..=600 {
            let value = feature_of_cost(steps);
            assert!(value.is_normal() && is_stored_whole(value), "{steps}");
            let missing = LEVELS - terms_of_cost(&Scoring::Tabiya, steps).count() as u64;
            assert!(missing * STEPS <= steps, "{steps}");
            assert_eq!(missing, (steps / STEPS).min(LEVELS), "{steps}");
        }
        let terms: Vec<String> = terms_of_cost(&Scoring::Thesis, 130).collect();
        assert_eq!(terms, ["thesis<144", "thesis<160"]);
    }
}
