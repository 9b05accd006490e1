//! Conditions of filters on the games of a segment.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use pgn::Variant;
use similarity::{
    Condition, GameFilter, GameResult, NameColumn, NameQuery, NumberColumn, SpeedSet,
};
use tantivy::DocId;

use crate::comment::commented_in;
use crate::storage::collections::Members;
use crate::storage::games::{Games, Row};
use crate::storage::segment::Segment;

/// A filter of games, ready for the games of one segment: names and comments are looked up, each once.
pub(crate) struct GameTest<'a>(Vec<Test<'a>>);

/// A condition, ready for the games of one segment.
enum Test<'a> {
    All(Vec<Test<'a>>),
    Any(Vec<Test<'a>>),
    Not(Box<Test<'a>>),
    /// Whether each name of the segment is meant.
    Named(NameColumn, Arc<Vec<bool>>),
    /// The same of each ECO code.
    Eco(Vec<bool>),
    /// The same of each name of an opening.
    Opening(Vec<bool>),
    Within(NumberColumn, RangeInclusive<u64>),
    Result(GameResult),
    Variant(Variant),
    Speeds(SpeedSet),
    /// Documents of the games whose comments pass, ascending.
    Commented(Vec<DocId>),
    Collected(&'a Members),
}

impl<'a> GameTest<'a> {
    /// Looks up what a filter asks of games; `members` are the games of its collections, if it has any.
    pub(crate) fn new(
        filter: &GameFilter,
        members: Option<&'a Members>,
        segment: &Segment,
    ) -> tantivy::Result<GameTest<'a>> {
        let mut lookup = Lookup {
            games: segment.games()?,
            segment,
            members,
            named: HashMap::new(),
        };
        lookup.tests(&filter.conditions()).map(GameTest)
    }

    /// Whether a game passes.
    ///
    /// An explorer asks for every game of a position.
    #[inline]
    pub(crate) fn has(&self, row: &Row) -> bool {
        self.0.iter().all(|test| test.has(row))
    }
}

/// What has been looked up of a segment.
struct Lookup<'a, 's> {
    games: &'s Games,
    segment: &'s Segment,
    members: Option<&'a Members>,
    /// Matching names, by whether the list is that of events or of players, and by the text.
    named: HashMap<(bool, String), Arc<Vec<bool>>>,
}

impl<'a> Lookup<'a, '_> {
    fn tests(&mut self, conditions: &[Condition]) -> tantivy::Result<Vec<Test<'a>>> {
        let tests = conditions.iter().map(|condition| self.test(condition));
        tests.collect()
    }

    fn test(&mut self, condition: &Condition) -> tantivy::Result<Test<'a>> {
        Ok(match condition {
            Condition::All(conditions) => Test::All(self.tests(conditions)?),
            Condition::Any(conditions) => Test::Any(self.tests(conditions)?),
            Condition::Not(condition) => Test::Not(Box::new(self.test(condition)?)),
            Condition::Named(column, name) => Test::Named(*column, self.named(*column, name)),
            Condition::Eco(beginning) => {
                let codes = self.games.ecos.iter();
                let codes = codes.map(|code| code.trim().to_ascii_uppercase());
                Test::Eco(codes.map(|code| code.starts_with(beginning)).collect())
            }
            Condition::Opening(query) => {
                let names = self.games.openings.iter();
                Test::Opening(names.map(|(_, name)| query.is(name)).collect())
            }
            Condition::Within(column, range) => Test::Within(*column, range.clone()),
            Condition::Result(result) => Test::Result(*result),
            Condition::Variant(variant) => Test::Variant(*variant),
            Condition::Speeds(speeds) => Test::Speeds(SpeedSet::new(speeds)),
            Condition::Commented(query) => Test::Commented(commented_in(self.segment, query)?),
            Condition::Collected(_) => match self.members {
                Some(members) => Test::Collected(members),
                None => Test::Any(Vec::new()),
            },
        })
    }

    fn named(&mut self, column: NameColumn, text: &str) -> Arc<Vec<bool>> {
        let is_event = column == NameColumn::Event;
        let names = if is_event {
            &self.games.events
        } else {
            &self.games.players
        };
        let look_up = || {
            let query = NameQuery::new(text);
            let is = |name| query.as_ref().is_some_and(|query| query.is(name));
            Arc::new(names.iter().map(|(_, name)| is(name)).collect())
        };
        let known = self.named.entry((is_event, text.to_owned()));
        Arc::clone(known.or_insert_with(look_up))
    }
}

impl Test<'_> {
    fn has(&self, row: &Row) -> bool {
        match self {
            Test::Speeds(speeds) => speeds.has(row.facts),
            Test::Collected(members) => members.has(row.id),
            Test::Named(column, named) => {
                let place = match column {
                    NameColumn::White => row.white,
                    NameColumn::Black => row.black,
                    NameColumn::Event => row.event,
                };
                named[place as usize]
            }
            Test::Eco(begins) => begins[row.eco as usize],
            Test::Opening(is_meant) => is_meant[row.opening as usize],
            Test::Within(column, range) => {
                let number = row.facts.number(*column);
                number.is_some_and(|number| range.contains(&number))
            }
            Test::Result(result) => row.facts.result() == *result,
            Test::Variant(variant) => row.variant == *variant,
            Test::Commented(docs) => docs.binary_search(&row.doc).is_ok(),
            Test::All(tests) => tests.iter().all(|test| test.has(row)),
            Test::Any(tests) => tests.iter().any(|test| test.has(row)),
            Test::Not(test) => !test.has(row),
        }
    }
}
