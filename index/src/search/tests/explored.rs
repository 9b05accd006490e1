//! What games played in a position: counted by going through all of them as text.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use shakmaty::fen::Epd;
use shakmaty::{Chess, Color, EnPassantMode, Position};
use similarity::{ExploreOptions, GameResult, Month, Outcomes, Ratings};

use super::Case;
use super::filters::Header;
use crate::Snapshot;

/// A position as far as the explorer tells it from others.
fn epd(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// White's, drawn, Black's and unfinished games.
fn count(outcomes: &mut Outcomes, result: GameResult) {
    match result {
        GameResult::Won(Color::White) => outcomes.white += 1,
        GameResult::Drawn => outcomes.draws += 1,
        GameResult::Won(Color::Black) => outcomes.black += 1,
        GameResult::Unknown => outcomes.unknown += 1,
    }
}

/// What is counted of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counted {
    outcomes: Outcomes,
    ratings: Ratings,
    opponents: Ratings,
    against_rated: Outcomes,
    ids: Vec<u64>,
}

impl Counted {
    fn count(&mut self, id: u64, header: &Header, own: Color) {
        count(&mut self.outcomes, header.result());
        let rated = |color: Color| header.rating(color);
        for (mean, rating) in [
            (&mut self.ratings, rated(own)),
            (&mut self.opponents, rated(own.other())),
        ] {
            mean.sum += rating.unwrap_or(0);
            mean.count += u64::from(rating.is_some());
        }
        if rated(own.other()).is_some() {
            count(&mut self.against_rated, header.result());
        }
        self.ids.push(id);
    }
}

/// Two rated players first, then by their mean.
fn rating_key(header: &Header) -> (bool, u64) {
    let ratings = Color::ALL.map(|color| header.rating(color));
    let known: Vec<u64> = ratings.into_iter().flatten().collect();
    let mean = known.iter().sum::<u64>().checked_div(known.len() as u64);
    (known.len() == 2, mean.unwrap_or(0))
}

/// What games played in a position is what going through all of them says, openings included.
pub(super) fn check_explorer(
    snapshot: &Snapshot,
    case: &Case,
    removed: &BTreeSet<u64>,
    position: &Chess,
) {
    let lists = ExploreOptions {
        top: 3,
        recent: 2,
        ..ExploreOptions::default()
    };
    let finished = ExploreOptions {
        months: true,
        finished: true,
        ..lists
    };
    let of_player = ExploreOptions {
        player: Some(position.turn().other()),
        ..finished
    };
    for (options, filtered) in [
        (lists, false),
        (lists, true),
        (finished, false),
        (of_player, true),
    ] {
        check(snapshot, case, removed, position, options, filtered);
    }
}

fn check(
    snapshot: &Snapshot,
    case: &Case,
    removed: &BTreeSet<u64>,
    position: &Chess,
    options: ExploreOptions,
    filtered: bool,
) {
    let of_games = filtered.then(|| case.filter.of_games());
    let filter = of_games
        .as_ref()
        .map(|of_games| of_games.filter(position))
        .unwrap_or_default();
    let mut passing = Vec::new();
    let mut expected: BTreeMap<String, Counted> = BTreeMap::new();
    let mut all = Outcomes::default();
    let mut months: BTreeMap<Month, Outcomes> = BTreeMap::new();
    let mut listed: Vec<(u64, &Header)> = Vec::new();
    for (id, game) in (1..)
        .zip(&case.games)
        .filter(|(id, _)| !removed.contains(id))
    {
        let header = &game.header;
        if of_games
            .as_ref()
            .is_some_and(|of_games| !of_games.passes(header, 0, position, position))
        {
            continue;
        }
        passing.push(id);
        let (positions, sans) = game.play();
        let last = positions
            .iter()
            .rposition(|other| epd(other) == epd(position));
        let Some(ply) = last else { continue };
        let san = sans.get(ply);
        if options.finished && (san.is_none() || header.result() == GameResult::Unknown) {
            continue;
        }
        count(&mut all, header.result());
        let own = options.player.unwrap_or(position.turn());
        if let Some(san) = san {
            let counted = expected.entry(san.clone()).or_default();
            counted.count(id, header, own);
        }
        if let Some((year, month)) = header.month().filter(|_| options.months) {
            let month = months.entry(Month { year, month }).or_default();
            count(month, header.result());
        }
        listed.push((id, header));
    }
    let of_snapshot = snapshot.games_that_pass(&filter.games).expect("readable");
    assert_eq!(of_snapshot, passing, "{filter:?}");
    let found = snapshot.explore(position, &filter.games, options);
    let found = found.expect("readable");
    let context = format!("{options:?} {}", epd(position));
    assert_eq!(found.outcomes, all, "{context}");
    assert_eq!(found.months, months, "{context}");
    for m in &found.moves {
        let counted = expected.remove(&m.played.san(position));
        let counted = counted.expect("a move of the games");
        let only = counted.ids.first().copied();
        assert_eq!(m.game, only.filter(|_| counted.ids.len() == 1), "{context}");
        let of_move = Counted {
            outcomes: m.outcomes,
            ratings: m.ratings,
            opponents: m.opponents,
            against_rated: m.against_rated,
            ids: counted.ids.clone(),
        };
        assert_eq!(of_move, counted, "{context}");
    }
    assert!(expected.is_empty(), "{context} {expected:?}");
    let ids = |games: &[similarity::ExploredGame]| -> Vec<u64> {
        games.iter().map(|game| game.id).collect()
    };
    let first = |games: &[(u64, &Header)], number: usize| -> Vec<u64> {
        games.iter().take(number).map(|(id, _)| *id).collect()
    };
    listed.sort_by_key(|(id, header)| (Reverse(rating_key(header)), *id));
    assert_eq!(ids(&found.top), first(&listed, options.top), "{context}");
    listed.sort_by_key(|(id, header)| (Reverse(header.day()), *id));
    let recent = first(&listed, options.recent);
    assert_eq!(ids(&found.recent), recent, "{context}");
}
