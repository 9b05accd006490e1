//! Parts of OpenSearch's queries.

use serde::Serialize;
use serde_json::{Value, json};
use similarity::Rule;

/// How many names or games one `terms` query has. Read: OpenSearch takes 65,536.
pub(crate) const NAMES: usize = 65_536;

/// That a field has any of some values.
pub(crate) fn any<T: Serialize>(field: &str, values: &[T]) -> Value {
    let parts = values.chunks(NAMES);
    let parts: Vec<Value> = parts.map(|part| json!({"terms": {field: part}})).collect();
    some(&parts)
}

/// That any of some queries matches; none of none does.
pub(crate) fn some(queries: &[Value]) -> Value {
    if queries.is_empty() {
        return json!({"match_none": {}});
    }
    json!({"bool": {"should": queries, "minimum_should_match": 1}})
}

/// What the passages of positions that a rule admits must be like: of the games where the moves follow that must be
/// played. More games than one query can name are not left out; the rule itself decides then.
pub(crate) fn followed(rule: &Rule) -> Option<Value> {
    let games: Vec<u64> = rule.followed()?.games().into_iter().collect();
    (games.len() <= NAMES).then(|| any("game", &games))
}
