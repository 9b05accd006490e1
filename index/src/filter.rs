//! Filters: which games and positions may be found at all.
//!
//! Exactness is not touched by them: the answer is what scoring every position that passes would
//! give, and the statistics that scores depend on stay those of the whole index.

use std::ops::Range;
use std::sync::Arc;

use pgn::Date;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};
use tantivy::DocId;

use crate::error::Error;
use crate::facts::{Facts, GameResult};
use crate::games::{Games, Row};
use crate::material::Material;
use crate::names::{Name, Wanted};
use crate::segment::Segment;
use crate::snapshot::Snapshot;

/// What games and positions must be like to be found; all of it at once. What is `None` does not
/// matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// One of the players, e.g. `Carlsen`, `carlsen magnus`, `Carlsen, M`.
    pub player: Option<String>,
    /// The side of that player; without one of both players.
    pub color: Option<Color>,
    /// The other player.
    pub opponent: Option<String>,
    /// The player of the white pieces.
    pub white: Option<String>,
    /// The player of the black pieces.
    pub black: Option<String>,
    /// The smallest mean of both ratings, or of the one that is known, as lichess groups games.
    pub min_rating: Option<u64>,
    /// The greatest.
    pub max_rating: Option<u64>,
    /// The first day: the game was certainly not played before.
    pub since: Option<Date>,
    /// The last day: the game was certainly not played afterwards.
    pub until: Option<Date>,
    /// What its ECO code begins with, e.g. `B9`.
    pub eco: Option<String>,
    /// How it ended.
    pub result: Option<Ending>,
    /// Words of its event, e.g. `Norway Chess`.
    pub event: Option<String>,
    /// Whose move it is.
    pub turn: Option<Color>,
    /// The fewest half-moves before the position.
    pub min_ply: Option<u64>,
    /// The most.
    pub max_ply: Option<u64>,
    /// What stands on the board.
    pub material: Option<Material>,
    /// Groups of ratings, of which the mean must be in one: from this on, below that.
    pub ratings: Vec<Range<u64>>,
    /// The player of a side has at least this rating, or none that is known.
    pub strong: Option<(Color, u64)>,
}

/// How a game must have ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Like this.
    Is(GameResult),
    /// [`Filter::player`] has won.
    Win,
    /// [`Filter::player`] has lost.
    Loss,
}

/// The positions that pass a filter, as of one snapshot.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Games of which a position passes.
    pub games: u64,
    /// Positions that pass.
    pub positions: u64,
    /// By segment: passages that may have one, ascending.
    passages: Vec<Vec<Range<DocId>>>,
    rule: Rule,
    filter: Filter,
}

/// What of a filter is of positions.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    turn: Option<Color>,
    plies: Range<u64>,
    material: Option<Material>,
}

impl Rule {
    /// How many of the plies of a game's indexed positions it admits, if whose move is first is `facts`'s to tell;
    /// material does not matter.
    pub fn positions(&self, indexed: &Range<u64>, facts: Facts) -> u64 {
        self.count(facts, &self.within(indexed))
    }

    /// Whether it admits a position.
    pub fn admits(&self, ply: u64, position: &Chess) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && self.plies.contains(&ply)
            && self
                .material
                .is_none_or(|material| material == Material::of(position.board()))
    }
}

impl Selection {
    /// What passes a filter in another store than an index, which knows its passages itself.
    pub fn elsewhere(filter: Filter, games: u64, positions: u64) -> Selection {
        Selection {
            games,
            positions,
            passages: Vec::new(),
            rule: filter.rule(),
            filter,
        }
    }

    /// What passes.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Whether a position of a passage of [`Selection::passages`] passes.
    pub(crate) fn admits(&self, ply: u64, position: &Chess) -> bool {
        self.rule.admits(ply, position)
    }

    /// The passages of a segment that may have a position that passes.
    pub(crate) fn passages(&self, segment: usize) -> &[Range<DocId>] {
        &self.passages[segment]
    }

    /// How many passages there are.
    pub(crate) fn len(&self) -> usize {
        self.passages.iter().flatten().map(Range::len).sum()
    }

    /// Whether a passage may have a position that passes.
    pub(crate) fn has(&self, segment: usize, doc: DocId) -> bool {
        let passages = self.passages(segment);
        let after = passages.partition_point(|docs| docs.start <= doc);
        after > 0 && passages[after - 1].contains(&doc)
    }
}

impl Snapshot {
    /// The positions that pass a filter.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if the index cannot be read.
    pub fn select(&self, filter: &Filter) -> Result<Arc<Selection>, Error> {
        let rule = filter.rule();
        let parts: Vec<Part> = self
            .segments()
            .par_iter()
            .map(|segment| {
                let games = segment.games().map_err(|error| self.failed(error))?;
                let passes = filter.games(games);
                match &rule.material {
                    None => Ok(of_any_material(games, &passes, &rule)),
                    Some(material) => of_material(segment, games, &passes, material, &rule)
                        .map_err(|error| self.failed(error)),
                }
            })
            .collect::<Result<_, Error>>()?;
        Ok(Arc::new(Selection {
            games: parts.iter().map(|part| part.games).sum(),
            positions: parts.iter().map(|part| part.positions).sum(),
            passages: parts.into_iter().map(|part| part.passages).collect(),
            rule,
            filter: filter.clone(),
        }))
    }

    /// The ids of the games that pass what a filter asks of games, ascending; what it asks of positions does not matter.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::select`].
    pub fn games_that_pass(&self, filter: &Filter) -> Result<Vec<u64>, Error> {
        let ids = |segment: &Arc<Segment>| {
            let games = segment.games().map_err(|error| self.failed(error))?;
            let passes = filter.games(games);
            let rows = games.rows.iter().filter(|row| passes.has(row));
            Ok(rows.filter_map(|row| segment.game(row.doc)).collect())
        };
        let ids = self.segments().par_iter().map(ids);
        let ids: Vec<Vec<u64>> = ids.collect::<Result<_, Error>>()?;
        let mut ids = ids.concat();
        ids.sort_unstable();
        Ok(ids)
    }
}

/// What of a segment passes.
#[derive(Default)]
struct Part {
    games: u64,
    positions: u64,
    passages: Vec<Range<DocId>>,
}

impl Rule {
    /// The plies of some that it admits.
    fn within(&self, plies: &Range<u64>) -> Range<u64> {
        plies.start.max(self.plies.start)..plies.end.min(self.plies.end)
    }

    /// How many positions of a game it admits, of those of some plies that it admits.
    fn count(&self, facts: Facts, plies: &Range<u64>) -> u64 {
        let length = plies.end.saturating_sub(plies.start);
        match self.turn {
            None => length,
            Some(turn) if facts.turn(plies.start) == turn => length.div_ceil(2),
            Some(_) => length / 2,
        }
    }
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

/// Which games of a segment pass, by what its names are.
pub(crate) struct Passes<'a> {
    filter: &'a Filter,
    player: Option<Vec<bool>>,
    opponent: Option<Vec<bool>>,
    white: Option<Vec<bool>>,
    black: Option<Vec<bool>>,
    event: Option<Vec<bool>>,
    eco: Option<Vec<bool>>,
    earliest: Option<Date>,
    latest: Option<Date>,
}

impl Filter {
    /// What of it is of positions.
    pub fn rule(&self) -> Rule {
        Rule {
            turn: self.turn,
            plies: self.min_ply.unwrap_or(0)
                ..self.max_ply.map_or(u64::MAX, |ply| ply.saturating_add(1)),
            material: self.material,
        }
    }

    /// Whether nothing of a game matters.
    pub fn is_of_all_games(&self) -> bool {
        let of_positions = Filter {
            turn: self.turn,
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            material: self.material,
            ..Filter::default()
        };
        *self == of_positions
    }

    /// Which games of a segment pass.
    pub(crate) fn games<'a>(&'a self, games: &Games) -> Passes<'a> {
        let named = |wanted: &Option<String>, names: &[(String, Name)]| {
            wanted.as_ref().map(|wanted| {
                let wanted = Wanted::new(wanted);
                let is = |name| wanted.as_ref().is_some_and(|wanted| wanted.is(name));
                names.iter().map(|(_, name)| is(name)).collect()
            })
        };
        let eco = self.eco.as_ref().map(|eco| {
            let eco = eco.trim().to_ascii_uppercase();
            let begins =
                |(code, _): &(String, Name)| code.trim().to_ascii_uppercase().starts_with(&eco);
            games.ecos.iter().map(begins).collect()
        });
        Passes {
            filter: self,
            player: named(&self.player, &games.players),
            opponent: named(&self.opponent, &games.players),
            white: named(&self.white, &games.players),
            black: named(&self.black, &games.players),
            event: named(&self.event, &games.events),
            eco,
            earliest: self.since.map(Date::earliest),
            latest: self.until.map(Date::latest),
        }
    }
}

impl Passes<'_> {
    /// Whether a game passes.
    pub(crate) fn has(&self, row: &Row) -> bool {
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

    /// Whether a game passes with the player of this colour as the one that is asked for.
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
