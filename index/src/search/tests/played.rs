//! What is played after positions: judged by the moves of the games as text.

use std::collections::BTreeSet;

use proptest::prelude::*;
use similarity::{Pattern, Query, Scoring};
use tempfile::TempDir;

use super::{Case, cases, exhaustive, nearest};
use crate::Pace;

/// A move in SAN as far as moves are compared: its piece or castling, its target, whether it captures, and to what it
/// promotes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    piece: String,
    target: String,
    captures: bool,
    promotion: String,
}

impl Parts {
    fn of(san: &str) -> Parts {
        let san = san.trim_end_matches(['+', '#']);
        let (plain, promotion) = san.split_once('=').unwrap_or((san, ""));
        let has_no_target = plain.starts_with("O-O") || plain == "--";
        let piece = match plain.chars().next() {
            _ if has_no_target => plain.to_owned(),
            Some(piece) if piece.is_ascii_uppercase() => piece.to_string(),
            _ => String::new(),
        };
        Parts {
            target: if has_no_target {
                String::new()
            } else {
                plain[plain.len() - 2..].to_owned()
            },
            captures: plain.contains('x'),
            promotion: promotion.to_owned(),
            piece,
        }
    }

    /// As it is asked for; without a capture if that is not to matter.
    fn text(&self, capture_matters: bool) -> String {
        let promotion = match &*self.promotion {
            "" => String::new(),
            piece => format!("={piece}"),
        };
        let x = if self.captures && capture_matters {
            "x"
        } else {
            ""
        };
        format!("{}{x}{}{promotion}", self.piece, self.target)
    }

    fn is_like(&self, asked: &Parts) -> bool {
        Parts {
            captures: asked.captures && self.captures,
            ..self.clone()
        } == *asked
    }
}

/// Moves of the game of the query, by places; some of them without the sign that they capture.
fn asked(case: &Case, places: &[(prop::sample::Index, bool)]) -> BTreeSet<String> {
    if case.games.is_empty() {
        return BTreeSet::from(["Nd5".to_owned()]);
    }
    let sans = case.query.0.get(&case.games).play().1;
    let sans: Vec<&String> = sans.iter().filter(|san| *san != "--").collect();
    if sans.is_empty() {
        return BTreeSet::from(["O-O".to_owned()]);
    }
    let asked = |(place, capture_matters): &(prop::sample::Index, bool)| {
        let san: &&String = place.get(&sans);
        Parts::of(san).text(*capture_matters)
    };
    places.iter().map(asked).collect()
}

/// Whether the side to move plays all of some moves within its next six.
fn is_followed(sans: &[String], ply: u64, asked: &[Parts]) -> bool {
    let next = sans.iter().skip(ply as usize).step_by(2).take(6);
    let next: Vec<Parts> = next.map(|san| Parts::of(san)).collect();
    asked
        .iter()
        .all(|asked| next.iter().any(|played| played.is_like(asked)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn what_is_played_is_what_the_games_say(
        case in cases(),
        places in prop::collection::vec(any::<(prop::sample::Index, bool)>(), 1..4),
    ) {
        let folder = TempDir::new().expect("a temporary folder");
        let index = case.index(&folder);
        let snapshot = index.snapshot().expect("a snapshot");
        let removed = case.removed();
        let sans: Vec<Vec<String>> = case.games.iter().map(|game| game.play().1).collect();
        let texts = asked(&case, &places);
        let parts: Vec<Parts> = texts.iter().map(|text| Parts::of(text)).collect();
        let position = case.query();
        let mut filter = case.filter.filter(&position);
        filter.positions.played = texts.iter().map(|text| text.parse().expect("SAN")).collect();

        let mut passing = case.indexed();
        passing.retain(|(game, ply, found)| {
            let place = *game as usize - 1;
            !removed.contains(game)
                && case.filter.passes(&case.games[place].header, *ply, found, &position)
                && is_followed(&sans[place], *ply, &parts)
        });
        let selection = snapshot.select(&filter).expect("a selection");
        let games: BTreeSet<u64> = passing.iter().map(|(game, ..)| *game).collect();
        prop_assert_eq!((selection.games, selection.positions), (games.len() as u64, passing.len() as u64), "{:?}", texts);

        let everything = Pattern::new("????????/????????/????????/????????/????????/????????/????????/????????", None, Vec::new());
        let found = snapshot.find(&everything.expect("a pattern"), &filter, usize::MAX).expect("readable");
        prop_assert_eq!(found.positions, passing.len() as u64, "{:?}", texts);
        prop_assert!(found.is_exact);

        for scoring in [Scoring::Thesis, Scoring::Tabiya] {
            let query = Query::new(&position, snapshot.statistics(), scoring).among(selection.clone());
            let expected = exhaustive(&passing, &query, None, case.limit);
            for few_passages in [0, 2000] {
                let among = nearest(&snapshot, query.clone(), case.limit, &case.tuning(few_passages), &Pace::default()).expect("an answer");
                prop_assert_eq!(&among.hits, &expected, "{:?} {:?}", scoring, texts);
            }
            let whole = snapshot.exhaustive(std::slice::from_ref(&query), case.limit, |_| {}).expect("readable");
            prop_assert_eq!(&whole[0], &expected);
        }
    }
}
