//! Filters of random collections, and which games and positions pass them: judged by the tags that
//! were written, one by one.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use pgn::Date;
use proptest::prelude::*;
use shakmaty::{Chess, Color, Position};
use similarity::{
    Condition, Ending, Filter, GameFilter, GameResult, Material, NumberColumn, PositionFilter,
    Speed,
};

use super::Case;
use crate::Snapshot;

/// What of a game's tags matters, by places in the tables below.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    players: [usize; 2],
    ratings: [usize; 2],
    date: usize,
    eco: usize,
    event: usize,
    result: usize,
    time_control: usize,
    /// Whether it is in each of [`COLLECTIONS`].
    collections: [bool; 2],
}

/// Given names of players as tags have them, and as they are asked for.
const PLAYERS: [(&str, &str); 3] = [
    ("Magnus", "magnus"),
    ("Viswanathán", "Viswanathan"),
    ("J.", "j xnone"),
];
const RATINGS: [Option<u64>; 4] = [None, Some(1500), Some(2501), Some(2800)];
/// Dates as tags have them, with the first and the last day that they can be.
const DATES: [(&str, [u32; 2]); 5] = [
    ("????.??.??", [0, 0]),
    ("2005.??.??", [20_050_101, 20_051_231]),
    ("2005.06.??", [20_050_601, 20_050_631]),
    ("2005.06.18", [20_050_618, 20_050_618]),
    ("2010.01.31", [20_100_131, 20_100_131]),
];
/// Days that are asked for, with the first and the last one that is meant.
const DAYS: [(&str, [u32; 2]); 5] = [
    ("2005", [20_050_101, 20_051_231]),
    ("2005-06", [20_050_601, 20_050_631]),
    ("2005-06-18", [20_050_618, 20_050_618]),
    ("2005-06-19", [20_050_619, 20_050_619]),
    ("2010-02", [20_100_201, 20_100_231]),
];
const ECOS: [&str; 3] = ["", "B90", "b97"];
const EVENTS: [&str; 3] = ["?", "Norway Chess", "Chess Classic"];
const RESULTS: [(&str, GameResult); 4] = [
    ("*", GameResult::Unknown),
    ("1-0", GameResult::Won(Color::White)),
    ("0-1", GameResult::Won(Color::Black)),
    ("1/2-1/2", GameResult::Drawn),
];

/// Time controls as tags have them, with the speeds that are meant.
const TIME_CONTROLS: [(&str, Option<Speed>); 5] = [
    ("", None),
    ("?", None),
    ("60+0", Some(Speed::Bullet)),
    ("180+2", Some(Speed::Blitz)),
    ("1/86400", Some(Speed::Correspondence)),
];
/// The speeds that are asked for, by the bits of a number.
const SPEEDS: [Option<Speed>; 4] = [
    Some(Speed::Bullet),
    Some(Speed::Blitz),
    Some(Speed::Correspondence),
    None,
];
/// Names of collections.
pub(crate) const COLLECTIONS: [&str; 2] = ["mine", "B 2"];

prop_compose! {
    pub(crate) fn headers()(
        players in prop::array::uniform2(0..3_usize),
        ratings in prop::array::uniform2(0..4_usize),
        date in 0..5_usize,
        eco in 0..3_usize,
        event in 0..3_usize,
        result in 0..4_usize,
        time_control in 0..5_usize,
        collections in prop::array::uniform2(any::<bool>()),
    ) -> Header {
        Header { players, ratings, date, eco, event, result, time_control, collections }
    }
}

impl Header {
    pub(crate) fn result(&self) -> GameResult {
        RESULTS[self.result].1
    }

    /// Its tags; the number keeps it from being a duplicate.
    pub(crate) fn pgn(&self, number: usize) -> String {
        let [white, black] = self.players.map(|player| PLAYERS[player].0);
        let mut pgn = format!(
            "[Event \"{}\"]\n[Date \"{}\"]\n[White \"{white} No{number}\"]\n[Black \"{black} Other\"]\n[Result \"{}\"]\n",
            EVENTS[self.event], DATES[self.date].0, RESULTS[self.result].0,
        );
        if self.time_control > 0 {
            let tag = TIME_CONTROLS[self.time_control].0;
            let _ = writeln!(pgn, "[TimeControl \"{tag}\"]");
        }
        if self.eco > 0 {
            let _ = writeln!(pgn, "[ECO \"{}\"]", ECOS[self.eco]);
        }
        for (side, rating) in ["White", "Black"].iter().zip(self.ratings) {
            if let Some(rating) = RATINGS[rating] {
                let _ = writeln!(pgn, "[{side}Elo \"{rating}\"]");
            }
        }
        pgn
    }

    /// Whether it is in a collection of [`COLLECTIONS`].
    pub(crate) fn is_in(&self, collection: usize) -> bool {
        self.collections[collection]
    }

    /// A player's rating.
    pub(crate) fn rating(&self, color: Color) -> Option<u64> {
        RATINGS[self.ratings[color.fold_wb(0, 1)]]
    }

    /// The date as its tag has it, but that an unknown day or month is before all others.
    pub(crate) fn day(&self) -> String {
        DATES[self.date].0.replace('?', " ")
    }

    /// Year and month, if both are known.
    pub(crate) fn month(&self) -> Option<(u16, u8)> {
        let mut parts = DATES[self.date].0.split('.');
        let (year, month) = (parts.next()?, parts.next()?);
        Some((year.parse().ok()?, month.parse().ok()?))
    }

    fn mean_rating(&self) -> Option<u64> {
        match self.ratings.map(|rating| RATINGS[rating]) {
            [Some(white), Some(black)] => Some(u64::midpoint(white, black)),
            [white, black] => white.or(black),
        }
    }
}

/// A filter by places in the tables, of which the test knows what passes.
#[derive(Clone, Debug)]
pub(crate) struct FilterCase {
    player: Option<usize>,
    color: Option<bool>,
    opponent: Option<usize>,
    white: Option<usize>,
    black: Option<usize>,
    least: Option<u64>,
    most: Option<u64>,
    strong: Option<(bool, u64)>,
    since: Option<usize>,
    until: Option<usize>,
    eco: Option<usize>,
    event: Option<usize>,
    result: Option<usize>,
    turn: Option<bool>,
    plies: (Option<u64>, Option<u64>),
    material: bool,
    /// Bits of [`SPEEDS`].
    speeds: Option<u8>,
    /// Bits of [`COLLECTIONS`].
    collections: Option<u8>,
}

/// Seldom something, mostly nothing.
fn seldom<S: Strategy>(strategy: S) -> impl Strategy<Value = Option<S::Value>>
where
    S::Value: Clone,
{
    prop::option::weighted(0.15, strategy)
}

prop_compose! {
    pub(crate) fn filter_cases()(
        (player, color, opponent, white, black) in
            (seldom(0..2_usize), seldom(any::<bool>()), seldom(0..2_usize), seldom(0..2_usize), seldom(0..2_usize)),
        (least, most, strong, since, until) in (
            seldom(prop::sample::select(vec![1500, 2000, 2650, 2651, 2900])),
            seldom(prop::sample::select(vec![1500, 2000, 2650, 2651, 2900])),
            seldom((any::<bool>(), prop::sample::select(vec![1500, 1501, 2501, 2502, 2801]))),
            seldom(0..5_usize),
            seldom(0..5_usize),
        ),
        (eco, event, result) in (seldom(1..3_usize), seldom(1..3_usize), seldom(0..6_usize)),
        (turn, first, last, material) in
            (seldom(any::<bool>()), seldom(0..50_u64), seldom(0..50_u64), prop::bool::weighted(0.2)),
        (speeds, collections) in (seldom(1..16_u8), seldom(1..4_u8)),
    ) -> FilterCase {
        FilterCase {
            player, color, opponent, white, black, least, most, strong, since, until, eco, event, result, turn,
            plies: (first, last), material, speeds, collections,
        }
    }
}

impl FilterCase {
    /// Names no collections but these.
    pub(crate) fn keep_collections(&mut self, kept: [bool; 2]) {
        let kept = u8::from(kept[0]) | u8::from(kept[1]) << 1;
        self.collections = self
            .collections
            .map(|bits| bits & kept)
            .filter(|bits| *bits > 0);
    }

    /// The same without what is of positions.
    pub(crate) fn of_games(&self) -> FilterCase {
        FilterCase {
            turn: None,
            plies: (None, None),
            material: false,
            ..self.clone()
        }
    }

    /// The filter; the material, if any, is that of a position.
    pub(crate) fn filter(&self, like: &Chess) -> Filter {
        let name = |place: Option<usize>| place.map(|place| PLAYERS[place].1.to_owned());
        let day = |place: Option<usize>| {
            place.map(|place| DAYS[place].0.parse::<Date>().expect("a date"))
        };
        let speeds = chosen(self.speeds, &SPEEDS);
        let weak = self.strong.map(|(is_white, least)| {
            let column = NumberColumn::RatingOf(Color::from_white(is_white));
            Condition::Not(Box::new(Condition::Within(column, 0..=least - 1)))
        });
        let games = GameFilter {
            player: name(self.player),
            color: self.color.map(Color::from_white),
            opponent: name(self.opponent),
            white: name(self.white),
            black: name(self.black),
            min_rating: self.least,
            max_rating: self.most,
            since: day(self.since),
            until: day(self.until),
            eco: self.eco.map(|eco| ["", "b", "B97"][eco].to_owned()),
            event: self
                .event
                .map(|event| ["", "chess", "chess norway"][event].to_owned()),
            result: self.result.map(|result| match result {
                4 => Ending::Win,
                5 => Ending::Loss,
                result => Ending::Is(RESULTS[result].1),
            }),
            collections: chosen(self.collections, &COLLECTIONS)
                .into_iter()
                .map(|name| name.to_uppercase().parse().expect("a name"))
                .collect(),
            also: [
                (!speeds.is_empty()).then_some(Condition::Speeds(speeds)),
                weak,
            ]
            .into_iter()
            .flatten()
            .collect(),
            ..GameFilter::default()
        };
        let positions = PositionFilter {
            turn: self.turn.map(Color::from_white),
            min_ply: self.plies.0,
            max_ply: self.plies.1,
            material: self.material.then(|| Material::of(like.board())),
            ..PositionFilter::default()
        };
        Filter { games, positions }
    }

    /// Whether a position of a game passes.
    pub(crate) fn passes(&self, header: &Header, ply: u64, position: &Chess, like: &Chess) -> bool {
        let [white, black] = header.players;
        let is = |expected: Option<usize>, player: usize| {
            expected.is_none_or(|expected| expected == player)
        };
        let won = match RESULTS[header.result].1 {
            GameResult::Won(color) => Some(color),
            _ => None,
        };
        let sides = [(true, white, black), (false, black, white)];
        let a_side = sides.into_iter().any(|(is_white, own, other)| {
            is(self.player, own)
                && is(self.opponent, other)
                && self.color.is_none_or(|color| color == is_white)
                && match self.result {
                    Some(4) => won == Some(Color::from_white(is_white)),
                    Some(5) => won == Some(Color::from_white(!is_white)),
                    result => result.is_none_or(|result| result == header.result),
                }
        });
        let rating = header.mean_rating();
        let [first, last] = DATES[header.date].1;
        let dated = header.date > 0;
        let speed = TIME_CONTROLS[header.time_control].1;
        let is_of_speed = self.speeds.is_none() || chosen(self.speeds, &SPEEDS).contains(&speed);
        let is_member = self
            .collections
            .is_none_or(|bits| (0..2).any(|of| bits >> of & 1 == 1 && header.collections[of]));
        a_side
            && is_of_speed
            && is_member
            && is(self.white, white)
            && is(self.black, black)
            && self
                .least
                .is_none_or(|least| rating.is_some_and(|rating| rating >= least))
            && self
                .most
                .is_none_or(|most| rating.is_some_and(|rating| rating <= most))
            && self.strong.is_none_or(|(is_white, least)| {
                let rating = RATINGS[header.ratings[usize::from(!is_white)]];
                rating.is_none_or(|rating| rating >= least)
            })
            && self
                .since
                .is_none_or(|day| dated && first >= DAYS[day].1[0])
            && self.until.is_none_or(|day| dated && last <= DAYS[day].1[1])
            && self.eco.is_none_or(|eco| header.eco >= eco)
            && self.event.is_none_or(|event| {
                if event == 1 {
                    header.event > 0
                } else {
                    header.event == 1
                }
            })
            && self
                .turn
                .is_none_or(|turn| position.turn().is_white() == turn)
            && self.plies.0.is_none_or(|least| ply >= least)
            && self.plies.1.is_none_or(|most| ply <= most)
            && (!self.material || material(position) == material(like))
    }
}

/// Pages of the games that pass the filter of a case are all of them, in their order: of `indexed`, what is left of the
/// index, where it asks of positions; else also games without an indexed position.
pub(super) fn check_pages(
    snapshot: &Snapshot,
    case: &Case,
    indexed: &[(u64, u64, Chess)],
    like: &Chess,
) {
    let filter = case.filter.filter(like);
    let passes = |game: u64, ply: u64, position: &Chess| {
        let header = &case.games[game as usize - 1].header;
        case.filter.passes(header, ply, position, like)
    };
    let games: BTreeSet<u64> = if filter.asks_of_positions() {
        let passing = indexed
            .iter()
            .filter(|(game, ply, position)| passes(*game, *ply, position));
        passing.map(|(game, ..)| *game).collect()
    } else {
        let (all, removed) = (1..=case.games.len() as u64, case.removed());
        all.filter(|game| !removed.contains(game) && passes(*game, 0, like))
            .collect()
    };
    for most in [1, 3, usize::MAX] {
        let (mut found, mut after) = (Vec::new(), 0);
        loop {
            let page = snapshot
                .games_after(&filter, after, most)
                .expect("readable");
            assert!(page.len() <= most, "{filter:?} {page:?}");
            let Some(last) = page.last() else { break };
            after = *last;
            found.extend(page);
        }
        let games: Vec<u64> = games.iter().copied().collect();
        assert_eq!(found, games, "{filter:?}, {most} at a time");
    }
}

/// What is chosen of a list by the bits of a number.
fn chosen<T: Copy>(bits: Option<u8>, list: &[T]) -> Vec<T> {
    let places = 0..list.len();
    let places = places.filter(|place| bits.unwrap_or(0) >> place & 1 == 1);
    places.map(|place| list[place]).collect()
}

/// The pieces of a board, sorted.
fn material(position: &Chess) -> Vec<char> {
    let mut pieces: Vec<char> = position
        .board()
        .iter()
        .map(|(_, piece)| piece.char())
        .collect();
    pieces.sort_unstable();
    pieces
}
