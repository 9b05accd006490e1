//! Which passages of an index may have a position that passes a filter.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pgn::Date;
use rayon::prelude::*;
use shakmaty::Color;
use similarity::{
    Ending, Filter, GameResult, Material, Name, NameQuery, PlySet, Rule, Scoring, SpeedSet,
};
use tantivy::DocId;

use crate::comment::commented_in;
use crate::followed::{Followed, followed_in};
use crate::storage::collections::Members;
use crate::storage::games::{Games, Row};
use crate::storage::segment::Segment;
use crate::storage::statics::Statics;

/// The passages that may have a position that passes a filter, and how many games and positions pass.
pub(crate) struct Passing {
    /// Games of which a position passes.
    pub(crate) games: u64,
    /// Positions that pass.
    pub(crate) positions: u64,
    /// What is asked of positions.
    pub(crate) rule: Rule,
    /// By segment: the documents of the passages, ascending.
    passages: Vec<Vec<Range<DocId>>>,
    /// By segment and the profiles of [`Scoring::STORED`]: what those passages cost, once it was needed.
    statics: Vec<[OnceLock<Statics>; Scoring::STORED.len()]>,
}

impl Passing {
    /// Those of some segments; `members` are the games of the filter's collections, if it has any.
    pub(crate) fn new(
        segments: &[Arc<Segment>],
        filter: &Filter,
        members: Option<&Members>,
    ) -> tantivy::Result<Passing> {
        let rule = filter.rule();
        let mut parts: Vec<Part> = segments
            .par_iter()
            .map(|segment| {
                let games = segment.games()?;
                let passes = Passes::new(filter, members, segment)?;
                let part = match &filter.material {
                    None => of_any_material(games, &passes, &rule),
                    Some(material) => of_material(segment, games, &passes, material, &rule)?,
                };
                if filter.played.is_empty() {
                    return Ok(part);
                }
                let followed = followed_in(segment, games, &part.passages, filter, &rule)?;
                Ok(of_followed(&followed))
            })
            .collect::<tantivy::Result<_>>()?;
        let mut followed = PlySet::default();
        for part in &mut parts {
            followed.extend(std::mem::take(&mut part.followed));
        }
        Ok(Passing {
            games: parts.iter().map(|part| part.games).sum(),
            positions: parts.iter().map(|part| part.positions).sum(),
            rule: rule.among((!filter.played.is_empty()).then(|| Arc::new(followed))),
            statics: parts.iter().map(|_| Default::default()).collect(),
            passages: parts.into_iter().map(|part| part.passages).collect(),
        })
    }

    /// The passages of a segment.
    pub(crate) fn passages(&self, segment: usize) -> &[Range<DocId>] {
        &self.passages[segment]
    }

    /// What the passages of a segment cost by a profile, of what all of them do.
    pub(crate) fn statics(
        &self,
        segment: usize,
        scoring: &Scoring,
        all: &Statics,
    ) -> Cow<'_, Statics> {
        let among = || all.among(self.passages(segment));
        match Scoring::STORED.iter().position(|stored| stored == scoring) {
            Some(place) => Cow::Borrowed(self.statics[segment][place].get_or_init(among)),
            None => Cow::Owned(among()),
        }
    }

    /// How many passages there are.
    pub(crate) fn len(&self) -> usize {
        self.passages.iter().flatten().map(Range::len).sum()
    }

    /// Whether a passage is one of them.
    pub(crate) fn has(&self, segment: usize, doc: DocId) -> bool {
        let passages = self.passages(segment);
        let after = passages.partition_point(|docs| docs.start <= doc);
        after > 0 && passages[after - 1].contains(&doc)
    }
}

/// How many filters are remembered, eight bytes a game that passes each, and a byte a document for each profile that was
/// asked for; where it matters what is played, eight a passage and some fifty a game. Guessed: those of the requests
/// under way.
const REMEMBERED: usize = 4;

/// What passes the filters that were last looked through, newest first: who counts what passes searches it next.
#[derive(Default)]
pub(crate) struct Recent(Mutex<Vec<(Filter, Arc<Passing>)>>);

impl Recent {
    /// What passes a filter, by `new` unless it is remembered.
    pub(crate) fn get<E>(
        &self,
        filter: &Filter,
        new: impl FnOnce() -> Result<Passing, E>,
    ) -> Result<Arc<Passing>, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |recent: &Vec<(Filter, Arc<Passing>)>| {
            let mut known = recent.iter().filter(|(known, _)| known == filter);
            known.next().map(|(_, passing)| Arc::clone(passing))
        };
        if let Some(passing) = known(&lock()) {
            return Ok(passing);
        }
        let passing = Arc::new(new()?);
        let mut recent = lock();
        recent.insert(0, (filter.clone(), Arc::clone(&passing)));
        recent.truncate(REMEMBERED);
        Ok(passing)
    }
}

/// What of a segment passes.
#[derive(Default)]
struct Part {
    games: u64,
    positions: u64,
    passages: Vec<Range<DocId>>,
    /// The positions, if it matters what is played in them.
    followed: PlySet,
}

/// What of a segment passes if nothing matters but whose games, which plies and whose move.
fn of_any_material(games: &Games, passes: &Passes, rule: &Rule) -> Part {
    let mut part = Part::default();
    for row in games.rows.iter().filter(|row| passes.has(row)) {
        let plies = rule.within(&row.plies());
        let positions = rule.count(row.facts, &plies);
        if positions > 0 {
            part.games += 1;
            part.positions += positions;
            part.passages.push(row.passages(plies));
        }
    }
    part
}

/// What of a segment passes if the material matters, too.
fn of_material(
    segment: &Segment,
    games: &Games,
    passes: &Passes,
    material: &Material,
    rule: &Rule,
) -> tantivy::Result<Part> {
    let mut part = Part::default();
    let mut last = None;
    for (doc, run) in segment.with_material(material)? {
        let Some((game, row)) = games.of(doc).map(|game| (game, &games.rows[game])) else {
            continue;
        };
        if !passes.has(row) {
            continue;
        }
        let first = row.ply(doc);
        let positions = rule.count(
            row.facts,
            &rule.within(&(first + run.start..first + run.end)),
        );
        if positions > 0 {
            part.positions += positions;
            part.games += u64::from(last != Some(game));
            last = Some(game);
            part.passages.push(doc..doc + 1);
        }
    }
    Ok(part)
}

/// What of a segment passes if it matters what is played.
fn of_followed(found: &[Followed]) -> Part {
    let mut part = Part::default();
    for of_game in found.chunk_by(|one, next| one.game == next.game) {
        part.games += 1;
        for Followed {
            game,
            plies,
            passages,
        } in of_game
        {
            part.positions += plies.len() as u64;
            part.passages
                .extend(passages.iter().map(|doc| *doc..doc + 1));
            for ply in plies {
                part.followed.add(*game, *ply);
            }
        }
    }
    part
}

/// Which games of a segment pass, by what its names are.
pub(crate) struct Passes<'a> {
    filter: &'a Filter,
    members: Option<&'a Members>,
    player: Option<Vec<bool>>,
    opponent: Option<Vec<bool>>,
    white: Option<Vec<bool>>,
    black: Option<Vec<bool>>,
    event: Option<Vec<bool>>,
    eco: Option<Vec<bool>>,
    /// The documents of the games whose comments pass, ascending.
    commented: Option<Vec<DocId>>,
    earliest: Option<Date>,
    latest: Option<Date>,
    speeds: SpeedSet,
    /// Whether anything is asked but speeds and collections.
    asks_more: bool,
}

impl<'a> Passes<'a> {
    /// Those of a filter; `members` are the games of its collections, if it has any.
    pub(crate) fn new(
        filter: &'a Filter,
        members: Option<&'a Members>,
        segment: &Segment,
    ) -> tantivy::Result<Passes<'a>> {
        let games = segment.games()?;
        let named = |wanted: &Option<String>, names: &[(String, Name)]| {
            wanted.as_ref().map(|wanted| {
                let wanted = NameQuery::new(wanted);
                let is = |name| wanted.as_ref().is_some_and(|wanted| wanted.is(name));
                names.iter().map(|(_, name)| is(name)).collect()
            })
        };
        let eco = filter.eco.as_ref().map(|eco| {
            let eco = eco.trim().to_ascii_uppercase();
            let begins =
                |(code, _): &(String, Name)| code.trim().to_ascii_uppercase().starts_with(&eco);
            games.ecos.iter().map(begins).collect()
        });
        let commented = filter.comment.as_ref();
        let others = Filter {
            speeds: Vec::new(),
            collections: Vec::new(),
            ..filter.of_games()
        };
        Ok(Passes {
            filter,
            members,
            player: named(&filter.player, &games.players),
            opponent: named(&filter.opponent, &games.players),
            white: named(&filter.white, &games.players),
            black: named(&filter.black, &games.players),
            event: named(&filter.event, &games.events),
            eco,
            commented: commented
                .map(|query| commented_in(segment, query))
                .transpose()?,
            earliest: filter.since.map(Date::earliest),
            latest: filter.until.map(Date::latest),
            speeds: SpeedSet::new(&filter.speeds),
            asks_more: others != Filter::default(),
        })
    }

    /// Whether a game passes.
    ///
    /// An explorer asks for every game of a position: what most filters do not ask is one comparison.
    #[inline]
    pub(crate) fn has(&self, row: &Row) -> bool {
        self.speeds.has(row.facts)
            && self.members.is_none_or(|members| members.has(row.id))
            && (!self.asks_more || self.has_more(row))
    }

    /// Whether a game passes what is asked but speeds and collections.
    fn has_more(&self, row: &Row) -> bool {
        let filter = self.filter;
        let is = |names: &Option<Vec<bool>>, name: u32| {
            names.as_ref().is_none_or(|names| names[name as usize])
        };
        let rating = row.facts.average_rating();
        let date = row.facts.date();
        is(&self.white, row.white)
            && is(&self.black, row.black)
            && is(&self.event, row.event)
            && is(&self.eco, row.eco)
            && self
                .commented
                .as_ref()
                .is_none_or(|docs| docs.binary_search(&row.doc).is_ok())
            && filter
                .min_rating
                .is_none_or(|least| rating.is_some_and(|rating| rating >= least))
            && filter
                .max_rating
                .is_none_or(|most| rating.is_some_and(|rating| rating <= most))
            && (filter.ratings.is_empty()
                || rating.is_some_and(|rating| {
                    filter.ratings.iter().any(|group| group.contains(&rating))
                }))
            && filter.strong.is_none_or(|(color, least)| {
                let rating = row.facts.rating(color);
                rating.is_none_or(|rating| rating >= least)
            })
            && self
                .earliest
                .is_none_or(|first| date.is_some_and(|date| date.earliest() >= first))
            && self
                .latest
                .is_none_or(|last| date.is_some_and(|date| date.latest() <= last))
            && Color::ALL
                .into_iter()
                .any(|color| self.has_player(row, color))
    }

    /// Whether a game passes with the player of this colour as the requested one.
    fn has_player(&self, row: &Row, color: Color) -> bool {
        let (own, other) = color.fold_wb((row.white, row.black), (row.black, row.white));
        let is = |names: &Option<Vec<bool>>, name: u32| {
            names.as_ref().is_none_or(|names| names[name as usize])
        };
        let result = row.facts.result();
        is(&self.player, own)
            && is(&self.opponent, other)
            && self.filter.color.is_none_or(|wanted| wanted == color)
            && match self.filter.result {
                None => true,
                Some(Ending::Is(wanted)) => wanted == result,
                Some(Ending::Win) => result == GameResult::Won(color),
                Some(Ending::Loss) => result == GameResult::Won(color.other()),
            }
    }
}
