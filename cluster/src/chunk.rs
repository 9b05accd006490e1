//! Sending a chunk of games: each is claimed by its document, and those that are ours get their passages.

use std::collections::{BTreeSet, HashMap};

use pgn::Tags;
use rayon::prelude::*;
use serde_json::{Value, json};
use similarity::{EncodedGame, IdRanges, Ingested, Initials, Statistics};

use crate::bulk::{self, Item};
use crate::client::Patience;
use crate::document;
use crate::error::Error;
use crate::shared::Shared;
use crate::state::Version;

/// The largest bulk request in bytes. Read: OpenSearch's advice is 5 to 15 MB.
const BULK: usize = 5 << 20;

/// What has become of a chunk.
#[derive(Default)]
pub(crate) struct Sent {
    pub(crate) done: Ingested,
    pub(crate) statistics: Statistics,
    pub(crate) passages: u64,
    /// The ids of the written games.
    pub(crate) ids: IdRanges,
    /// Games that another writer may or may not be about to write.
    pub(crate) waiting: Vec<EncodedGame>,
}

/// The claim of a game: the batch of its document, its version, and the initials of its players.
#[derive(Copy, Clone, Debug)]
struct Claim {
    batch: u64,
    version: Version,
    initials: Initials,
}

/// Writes the games of a chunk that there are not yet.
pub(crate) fn send(
    shared: &Shared,
    writer: &str,
    batch: u64,
    games: Vec<EncodedGame>,
) -> Result<Sent, Error> {
    let mut sent = Sent::default();
    let claims = claims(shared, games.iter().flat_map(|game| game.keys.all()))?;
    // Read after them: what is pending now was not visible then.
    let (state, _) = shared.state()?;
    let mut new = Vec::new();
    for mut game in games {
        let claim = |key| claims.get(&key);
        let stands = |key| claim(key).filter(|claim| !state.dropped.contains(&claim.batch));
        let initials = |key| stands(key).map(|claim| claim.initials);
        if let Some(known) = game.keys.known(initials).and_then(stands) {
            // Of our own batch: a chunk before this one has it.
            if known.batch == batch || state.is_seen(known.batch) {
                sent.done.duplicates += 1;
            } else {
                sent.waiting.push(game);
            }
            continue;
        }
        game.keys.own = game.keys.free(initials);
        let claim = claim(game.keys.own).copied();
        new.push((game, claim));
    }
    if new.is_empty() {
        return Ok(sent);
    }
    let count = new.len() as u64;
    let first = shared.change(writer, |state| {
        let place = state.place(batch)?;
        let first = state.next_game;
        state.next_game += count;
        let pending = &mut state.pending[place];
        if pending.ids == 0 {
            pending.first = first;
        }
        pending.last = first + count - 1;
        pending.ids += count;
        Ok(first)
    })?;
    let numbered: Vec<(u64, EncodedGame, Option<Claim>)> = (first..)
        .zip(new)
        .map(|(id, (game, claim))| (id, game, claim))
        .collect();
    let items: Vec<Item> = numbered
        .par_iter()
        .map(|(id, game, claim)| game_item(shared, *id, batch, game, *claim))
        .collect();
    let mut claimed = bulk(shared, items)?;
    if claimed.contains(&false) {
        // Another writer was quicker, or it was ours, by a try whose answer was lost.
        let claims = self::claims(shared, numbered.iter().map(|(_, game, _)| game.keys.own))?;
        for (claimed, (_, game, _)) in claimed.iter_mut().zip(&numbered) {
            let claim = claims.get(&game.keys.own);
            *claimed |= claim.is_some_and(|claim| claim.batch == batch);
        }
    }
    let mut ours = Vec::new();
    for ((id, game, _), claimed) in numbered.into_iter().zip(claimed) {
        if claimed {
            ours.push((id, game));
        } else {
            sent.waiting.push(game);
        }
    }
    let items: Vec<Item> = ours
        .par_iter()
        .flat_map_iter(|(id, game)| passage_items(shared, *id, batch, game))
        .collect();
    sent.passages = items.len() as u64;
    bulk(shared, items)?;
    for (id, game) in &ours {
        game.count_in(&mut sent.statistics);
        sent.ids.add(*id..=*id);
    }
    sent.done.games = sent.statistics.games;
    sent.done.positions = sent.statistics.positions;
    Ok(sent)
}

/// The claims of the games of some keys, of those that there are.
fn claims(shared: &Shared, keys: impl Iterator<Item = u64>) -> Result<HashMap<u64, Claim>, Error> {
    let keys: BTreeSet<u64> = keys.collect();
    let ids: Vec<String> = keys.iter().map(|key| document::id(*key)).collect();
    let fields = "_source_includes=batch,tags";
    let path = format!("/{}/_mget?{fields}", shared.address.games());
    let client = &shared.client;
    let found = client.json("POST", &path, &json!({"ids": ids}), Patience::Write)?;
    let found = found["docs"].as_array().map_or(&[][..], Vec::as_slice);
    // A shard that cannot be read says nothing of what is in it.
    let is_answered = |found: &Value| found["found"].is_boolean();
    if found.len() != ids.len() || !found.iter().all(is_answered) {
        return Err(Error::Unavailable("not all shards can be read".to_owned()));
    }
    let claim = |found: &Value| {
        let source = &found["_source"];
        let tags = Tags::from_lines(source["tags"].as_str().unwrap_or_default());
        let name = |color| tags.get(color).unwrap_or_default();
        Some(Claim {
            batch: source["batch"].as_u64()?,
            version: (found["_seq_no"].as_u64()?, found["_primary_term"].as_u64()?),
            initials: Initials::of_names(name("White"), name("Black")),
        })
    };
    let claims = keys.into_iter().zip(found);
    Ok(claims
        .filter_map(|(key, found)| Some((key, claim(found)?)))
        .collect())
}

fn game_item(
    shared: &Shared,
    id: u64,
    batch: u64,
    game: &EncodedGame,
    claim: Option<Claim>,
) -> Item {
    let (name, key) = (shared.address.games(), document::id(game.keys.own));
    let action = match claim {
        None => json!({"create": {"_index": name, "_id": key}}),
        // What a dead writer has left.
        Some(Claim { version, .. }) => json!({"index": {
            "_index": name, "_id": key, "if_seq_no": version.0, "if_primary_term": version.1,
        }}),
    };
    Item {
        action: action.to_string(),
        document: document::of_game(id, batch, game),
    }
}

fn passage_items(shared: &Shared, id: u64, batch: u64, game: &EncodedGame) -> Vec<Item> {
    let (name, routing) = (shared.address.passages(), document::id(game.keys.own));
    let documents = document::of_passages(id, batch, game).into_iter();
    documents
        .map(|(id, document)| Item {
            action: format!(
                r#"{{"index":{{"_index":"{name}","_id":"{id}","routing":"{routing}"}}}}"#
            ),
            document,
        })
        .collect()
}

/// Writes documents in requests of a few megabytes, some at a time.
fn bulk(shared: &Shared, items: Vec<Item>) -> Result<Vec<bool>, Error> {
    let mut parts: Vec<Vec<Item>> = vec![Vec::new()];
    let mut bytes = 0;
    for item in items {
        bytes += item.bytes();
        if bytes > BULK {
            bytes = item.bytes();
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(item);
        }
    }
    let written = parts
        .par_iter()
        .map(|part| bulk::write(&shared.client, part));
    Ok(written.collect::<Result<Vec<_>, Error>>()?.concat())
}
