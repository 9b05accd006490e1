//! The names of players and events, each once, as OpenSearch counts them: people write names in many ways, so that
//! those that match are found here ([`NameQuery`]), and queried exactly.

use std::collections::BTreeMap;

use similarity::{Name, NameQuery};

/// The names of an index.
pub(crate) struct Names {
    players: Vec<Entry>,
    events: Vec<Entry>,
}

struct Entry {
    text: String,
    name: Name,
    games: u64,
}

impl Names {
    /// Those of players and events, each with its number of games.
    pub(crate) fn new(players: BTreeMap<String, u64>, events: BTreeMap<String, u64>) -> Names {
        Names {
            players: entries(players),
            events: entries(events),
        }
    }

    /// The players of whose names words begin with those that are typed, each with their number of games.
    pub(crate) fn begun(&self, typed: &NameQuery) -> Vec<(String, u64)> {
        let players = self.players.iter();
        players
            .filter(|entry| typed.begins(&entry.name))
            .map(|entry| (entry.text.clone(), entry.games))
            .collect()
    }

    /// The players that are meant by a text.
    pub(crate) fn players(&self, wanted: &str) -> Vec<&str> {
        meant(&self.players, wanted)
    }

    /// The events.
    pub(crate) fn events(&self, wanted: &str) -> Vec<&str> {
        meant(&self.events, wanted)
    }
}

fn meant<'a>(entries: &'a [Entry], wanted: &str) -> Vec<&'a str> {
    let Some(wanted) = NameQuery::new(wanted) else {
        return Vec::new();
    };
    let entries = entries.iter().filter(|entry| wanted.is(&entry.name));
    entries.map(|entry| &*entry.text).collect()
}

fn entries(counts: BTreeMap<String, u64>) -> Vec<Entry> {
    let entries = counts.into_iter();
    entries
        .map(|(text, games)| Entry {
            name: Name::new(&text),
            text,
            games,
        })
        .collect()
}
