//! Exercises from games: which of their positions are looked at, and how exercises are told.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;

use ::training::{End, Exercise, Moment, Wanted, exercises};
use cluster::View;
use engine::{NoMemory, Score};
use index::{Filter, Game, Played, Query, Scoring, is_named};
use motifs::opening_of_game;
use rayon::prelude::*;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use crate::analysts::Until;
use crate::game::GameHeader;
use crate::problem::Problem;
use crate::similar::Move;
use crate::theme::Theme;
use crate::training::{TrainingAlternative, TrainingEnd, TrainingExercise, TrainingResponse};

/// How many positions are looked at for each exercise that is wanted. Guessed: one in thirty of a master's
/// has an only move.
pub(crate) const LOOKED_AT: usize = 200;

/// How many similar games are looked at for each exercise, and how far on from the similar position. Guessed.
pub(crate) const SIMILAR_GAMES: usize = 10;
const SIMILAR_PLIES: usize = 8;

/// How many games are gone through at a time for their positions. Guessed.
const BATCH: usize = 16;

/// What is asked for, checked.
pub(crate) struct Asked {
    pub(crate) wanted: Wanted,
    pub(crate) player: Option<String>,
    pub(crate) theme: Option<Theme>,
}

/// A game by its id, and the plies of those of its positions that may become exercises.
pub(crate) type Source = (u64, Range<usize>);

/// The games that pass a filter, in their order.
pub(crate) fn stored(snapshot: &View, filter: &Filter) -> Result<Vec<Source>, Problem> {
    let ids = snapshot.games_that_pass(filter)?.into_iter();
    Ok(ids.map(|id| (id, 0..usize::MAX)).collect())
}

/// The games that pass a filter with a position like one, from there on, the most similar first, and whether there are
/// more of them.
pub(crate) fn similar(
    snapshot: &View,
    position: &Chess,
    filter: &Filter,
    exercises: usize,
) -> Result<(Vec<Source>, bool), Problem> {
    let query = Query::new(position, snapshot.statistics(), Scoring::default());
    let query = query.among(snapshot.select(filter)?);
    let most = exercises * SIMILAR_GAMES;
    let mut hits = snapshot.search(query, most + 1)?.hits;
    hits.retain(|hit| hit.score > 0.0);
    let are_more = hits.len() > most;
    hits.truncate(most);
    let source = |ply: usize| ply..ply.saturating_add(SIMILAR_PLIES);
    let sources = hits
        .iter()
        .map(|hit| (hit.game, source(hit.ply as usize)))
        .collect();
    Ok((sources, are_more))
}

/// Exercises of games, as they come: each with the plies of its positions that may become some.
pub(crate) fn made(
    games: impl Iterator<Item = Result<(Game, Range<usize>), Problem>>,
    asked: &Asked,
    until: &Until,
    see: impl FnMut(usize),
) -> Result<TrainingResponse, Problem> {
    let failure = RefCell::new(None);
    let games = games.take_while(|_| !until.is_over()).map_while(|game| {
        let game = game.map_err(|problem| *failure.borrow_mut() = Some(problem));
        game.ok()
    });
    let kept: RefCell<BTreeMap<u64, Game>> = RefCell::default();
    let gone_through = Cell::new(0);
    let mut games = games.fuse();
    // To look for a theme may take longer than to look for exercises: several games are gone through at a time.
    let batches = std::iter::from_fn(|| {
        let batch: Vec<_> = games.by_ref().take(BATCH).collect();
        let of_game = |(game, plies)| (asked.moments(&game, plies, until), game);
        (!batch.is_empty()).then(|| batch.into_par_iter().map(of_game).collect::<Vec<_>>())
    });
    let moments = batches.flatten().flat_map(|(moments, game)| {
        gone_through.set(gone_through.get() + 1);
        if !moments.is_empty() {
            kept.borrow_mut().insert(game.id, game);
        }
        moments
    });
    let wanted = Wanted {
        deadline: until.deadline,
        ..asked.wanted
    };
    let found = exercises(moments, &wanted, &until.stop, see)
        .map_err(|error: NoMemory| Problem::internal(error))?;
    if let Some(problem) = failure.into_inner() {
        return Err(problem);
    }
    let kept = kept.into_inner();
    let told = found.exercises.iter().filter_map(|exercise| {
        let game = kept.get(&exercise.moment.game)?;
        Some(TrainingExercise::new(exercise, game))
    });
    Ok(TrainingResponse {
        exercises: told.collect(),
        plan: None,
        positions: found.moments,
        games: gone_through.get(),
        ended: Some(match found.end {
            End::Limit => TrainingEnd::Limit,
            End::Moments => TrainingEnd::Positions,
            End::Time => TrainingEnd::Time,
            End::All => TrainingEnd::All,
        }),
        rejected: Vec::new(),
    })
}

impl Asked {
    /// For so many exercises between two ratings, by searches of so many nodes.
    pub(crate) fn new(limit: usize, ratings: [u32; 2], nodes: u64) -> Asked {
        Asked {
            wanted: Wanted {
                limit,
                ratings,
                theme: None,
                nodes,
                moments: limit * LOOKED_AT,
                deadline: None,
            },
            player: None,
            theme: None,
        }
    }

    /// Of the player's moves only, if one is given.
    pub(crate) fn of_player(self, player: Option<String>) -> Asked {
        Asked { player, ..self }
    }

    /// With this theme, if one is given.
    pub(crate) fn with_theme(self, theme: Option<Theme>) -> Asked {
        let wanted = Wanted {
            theme: theme.and_then(Theme::of_solution),
            ..self.wanted
        };
        Asked {
            wanted,
            theme,
            ..self
        }
    }

    /// The positions of a game that are looked at.
    fn moments(&self, game: &Game, plies: Range<usize>, until: &Until) -> Vec<Moment> {
        let line: Vec<(Chess, Option<Played>)> = game.positions().collect();
        let moved = |played: Option<Played>| match played? {
            Played::Move(m) => Some(m),
            Played::Null => None,
        };
        let plies = plies.start.max(1)..plies.end.min(line.len());
        let plies = plies.take_while(|_| !until.is_over());
        let moments = plies.filter_map(|ply| {
            let ((before, last), (position, played)) = (&line[ply - 1], &line[ply]);
            let before = (before.clone(), moved(*last)?);
            self.is_of(game, position).then(|| Moment {
                position: position.clone(),
                before,
                played: moved(*played),
                game: game.id,
                ply,
            })
        });
        moments.collect()
    }

    /// Whether a position of a game is the player's to move, and has the theme.
    fn is_of(&self, game: &Game, position: &Chess) -> bool {
        let tag = position.turn().fold_wb("White", "Black");
        let is_players = |player: &str| {
            let name = game.tags.get(tag);
            name.is_some_and(|name| is_named(name, player))
        };
        self.player.as_deref().is_none_or(is_players)
            && self.theme.is_none_or(|theme| theme.is_in(position))
    }
}

/// `cp` and `mate` of a score.
fn parts(score: Score) -> (Option<i32>, Option<i32>) {
    match score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    }
}

fn told(position: &Chess, m: shakmaty::Move) -> Move {
    Move {
        uci: m.to_uci(position.castles().mode()).to_string(),
        san: SanPlus::from_move(position.clone(), m).to_string(),
    }
}

impl TrainingExercise {
    fn new(exercise: &Exercise, game: &Game) -> TrainingExercise {
        let moment = &exercise.moment;
        let position = &moment.position;
        let (before, last) = &moment.before;
        let mut line = position.clone();
        let solution = exercise.solution.iter().map(|m| {
            let played = told(&line, *m);
            line.play_unchecked(*m);
            played
        });
        let solution = solution.collect();
        let (cp, mate) = parts(exercise.score);
        let alternatives = exercise.alternatives.iter().map(|alternative| {
            let (cp, mate) = parts(alternative.score);
            let played = told(position, alternative.m);
            TrainingAlternative { played, cp, mate }
        });
        let opening = opening_of_game(game.positions().map(|(position, _)| position));
        TrainingExercise {
            fen: index::fen(position),
            color: position.turn().fold_wb("white", "black"),
            previous_fen: index::fen(before),
            last_move: told(before, *last),
            solution,
            cp,
            mate,
            alternatives: alternatives.collect(),
            rating: exercise.difficulty.rating,
            interval: exercise.difficulty.interval,
            themes: exercise.themes.clone(),
            played: moment.played.map(|m| told(position, m)),
            found: exercise.found,
            ply: moment.ply,
            opening: opening.map(|(_, opening)| opening.name),
            game: GameHeader::new(game),
        }
    }
}
