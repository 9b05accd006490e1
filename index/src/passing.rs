//! Which passages of an index may have a position that passes a filter.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use similarity::{Filter, Material, PlySet, PositionFilter, Rule, Scoring};
use tantivy::DocId;

use crate::condition::GameTest;
use crate::followed::{Followed, followed_in};
use crate::storage::collections::Members;
use crate::storage::games::Games;
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
        let PositionFilter {
            material, played, ..
        } = &filter.positions;
        let rule = filter.positions.rule();
        let mut parts: Vec<Part> = segments
            .par_iter()
            .map(|segment| {
                let games = segment.games()?;
                let passes = GameTest::new(&filter.games, members, segment)?;
                let part = match material {
                    None => of_any_material(games, &passes, &rule),
                    Some(material) => of_material(segment, games, &passes, material, &rule)?,
                };
                if played.is_empty() {
                    return Ok(part);
                }
                let followed =
                    followed_in(segment, games, &part.passages, &filter.positions, &rule)?;
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
            rule: rule.among((!played.is_empty()).then(|| Arc::new(followed))),
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
fn of_any_material(games: &Games, passes: &GameTest, rule: &Rule) -> Part {
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
    passes: &GameTest,
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
