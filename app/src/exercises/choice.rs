//! Which positions of games become exercises.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use coach::{Criteria, Exercise, Moment, StopReason};
use engine::{NoMemory, Score};
use index::Pace;
use motifs::opening_of_game;
use pgn::{Game, Played};
use rayon::prelude::*;
use shakmaty::{Chess, Position};
use similarity::{Distinct, GameFilter, Query, Scoring, is_named};

use crate::analysis::Engines;
use crate::database::View;
use crate::error::Error;
use crate::exercises::request::{
    ExercisesRequest, MOST_SIMILAR_TO_SKIP, POSITIONS_EACH, SIMILAR_GAMES,
};
use crate::exercises::response::{
    TrainingAlternative, TrainingEnd, TrainingExercise, TrainingResponse,
};
use crate::exercises::theme::Theme;
use crate::games::GameHeader;
use crate::moves::Move;
use crate::names::Name;
use crate::report::{MATE, MistakeKind};
use crate::search::search_without_engine;

/// The number of plies of a similar game that are searched, from the similar position on. Guessed.
pub(super) const SIMILAR_PLIES: usize = 8;

/// The number of games that are read at a time for their positions. Guessed.
const BATCH: usize = 16;

/// Which positions are searched, and for what.
pub(crate) struct Choice<'a> {
    criteria: Criteria,
    player: Option<&'a str>,
    theme: Option<Theme>,
    /// The kind of mistake that exercises are of, if they are of one.
    mistake: Option<MistakeKind>,
    skip: usize,
}

/// A game by its id, and the plies of those of its positions that may become exercises.
pub(crate) type Source = (u64, Range<usize>);

/// The games that pass a filter, in their order, without those to skip.
pub(crate) fn stored(
    view: &View,
    filter: &GameFilter,
    request: &ExercisesRequest,
) -> Result<Vec<Source>, Error> {
    let ids = view.games_that_pass(filter)?.into_iter();
    let ids = ids.skip(request.skip.get() as usize);
    Ok(ids.map(|id| (id, 0..usize::MAX)).collect())
}

/// The games that pass a filter and have a position similar to one, from there on, the most similar first, without those
/// to skip, and whether there are more of them.
pub(crate) fn similar(
    view: &View,
    position: &Chess,
    filter: &GameFilter,
    request: &ExercisesRequest,
) -> Result<(Vec<Source>, bool), Error> {
    let query = Query::new(position, view.statistics(), Scoring::default());
    let skip = request.skip.get() as usize;
    if skip > MOST_SIMILAR_TO_SKIP {
        let why = format!("with a position it is at most {MOST_SIMILAR_TO_SKIP}");
        return Err(Error::impossible("skip", why));
    }
    // Each game has moves of its own to find, whatever board it has.
    let query = query
        .among(view.select(&filter.clone().into())?)
        .with_distinct(Distinct::Game);
    let most = request.limit.get() as usize * SIMILAR_GAMES;
    let mut hits = search_without_engine(view, query, skip + most + 1, &Pace::default())?.hits;
    hits.drain(..skip.min(hits.len()));
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

impl<'a> Choice<'a> {
    /// The choice that a request makes.
    pub(crate) fn new(request: &'a ExercisesRequest) -> Choice<'a> {
        let limit = request.limit.get() as usize;
        let ratings = [request.min_rating, request.max_rating];
        Choice {
            criteria: Criteria {
                limit,
                ratings: ratings.map(|rating| rating.get() as u32),
                theme: request.theme.and_then(Theme::of_solution),
                known: request.without.clone(),
                nodes: request.nodes.get(),
                moments: limit * POSITIONS_EACH,
                deadline: None,
                tablebase: None,
            },
            player: request.player.as_deref(),
            theme: request.theme,
            mistake: None,
            skip: request.skip.get() as usize,
        }
    }

    /// The choice of exercises of a kind of mistake, in a range of ratings, until a deadline: those whose solution has its
    /// motif, or of its phase.
    pub(crate) fn of_mistakes(
        kind: MistakeKind,
        limit: usize,
        ratings: [u32; 2],
        known: Vec<Chess>,
        nodes: u64,
        deadline: Option<Instant>,
    ) -> Choice<'a> {
        let motif = kind.motif.filter(|motif| *motif != MATE);
        Choice {
            criteria: Criteria {
                limit,
                ratings,
                theme: kind.motif.or(kind.phase),
                known,
                nodes,
                moments: limit * POSITIONS_EACH,
                deadline,
                tablebase: None,
            },
            player: None,
            theme: motif.and_then(|motif| Theme::new(motif).ok()),
            mistake: Some(kind),
            skip: 0,
        }
    }

    /// Exercises of games as they are read, each with the plies of its positions that may become some; `found` is called
    /// with each as soon as it is made. Of the engines, the searches have only the tablebase.
    pub(crate) fn exercises(
        &self,
        games: &mut dyn Iterator<Item = Result<(Game, Range<usize>), Error>>,
        engines: &Engines,
        pace: &Pace,
        found: &mut (dyn FnMut(&TrainingExercise) + Send),
        watch: &mut (dyn FnMut(usize) + Send),
    ) -> Result<TrainingResponse, Error> {
        let failure = RefCell::new(None);
        let games = games.take_while(|_| !pace.is_over()).map_while(|game| {
            let game = game.map_err(|error| *failure.borrow_mut() = Some(error));
            game.ok()
        });
        let kept: Mutex<BTreeMap<u64, Game>> = Mutex::default();
        let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        let read = RefCell::new(Vec::new());
        let mut games = games.fuse();
        // To look for a theme may take longer than to look for exercises: several games are read at a time.
        let batches = std::iter::from_fn(|| {
            let batch: Vec<_> = games.by_ref().take(BATCH).collect();
            let of_game = |(game, plies)| (self.moments(&game, plies, pace), game);
            (!batch.is_empty()).then(|| batch.into_par_iter().map(of_game).collect::<Vec<_>>())
        });
        let mut moments = batches.flatten().flat_map(|(moments, game)| {
            read.borrow_mut().push(game.id);
            if !moments.is_empty() {
                kept().insert(game.id, game);
            }
            moments
        });
        let criteria = Criteria {
            deadline: self.criteria.deadline.or(pace.deadline),
            tablebase: engines.tablebase().cloned(),
            ..self.criteria.clone()
        };
        let mut exercises = Vec::new();
        let mut see = |exercise: &Exercise| {
            let Some(game) = kept().get(&exercise.moment.game).cloned() else {
                return;
            };
            let exercise = TrainingExercise {
                mistake: self.mistake.map(|kind| kind.to_string()),
                ..TrainingExercise::new(exercise, &game)
            };
            found(&exercise);
            exercises.push(exercise);
        };
        let report = coach::exercises(&mut moments, &criteria, &pace.stop, &mut see, watch)
            .map_err(|error: NoMemory| Error::internal(error))?;
        if let Some(error) = failure.into_inner() {
            return Err(error);
        }
        exercises.sort_by_key(|exercise| exercise.rating);
        let read = read.into_inner();
        let searched = (report.next).and_then(|next| read.iter().position(|id| *id == next));
        // Whoever goes on must not begin at the same place with the same exercises.
        let searched = searched.filter(|searched| *searched > 0 || !exercises.is_empty());
        Ok(TrainingResponse {
            exercises,
            plan: None,
            positions: report.moments,
            games: read.len(),
            next: (report.end != StopReason::All)
                .then(|| self.skip + searched.unwrap_or(read.len())),
            ended: Some(match report.end {
                StopReason::Limit => TrainingEnd::Limit,
                StopReason::Moments => TrainingEnd::Positions,
                StopReason::Time => TrainingEnd::Time,
                StopReason::All => TrainingEnd::All,
            }),
            rejected: Vec::new(),
            mistakes: Vec::new(),
        })
    }

    /// The positions of a game that are searched.
    fn moments(&self, game: &Game, plies: Range<usize>, pace: &Pace) -> Vec<Moment> {
        let line: Vec<(Chess, Option<Played>)> = game.positions().collect();
        let moved = |played: Option<Played>| match played? {
            Played::Move(m) => Some(m),
            Played::Null => None,
        };
        let plies = plies.start.max(1)..plies.end.min(line.len());
        let plies = plies.take_while(|_| !pace.is_over());
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
        self.player.is_none_or(is_players) && self.theme.is_none_or(|theme| theme.is_in(position))
    }
}

/// `cp` and `mate` of a score.
fn parts(score: Score) -> (Option<i32>, Option<i32>) {
    match score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    }
}

impl TrainingExercise {
    fn new(exercise: &Exercise, game: &Game) -> TrainingExercise {
        let moment = &exercise.moment;
        let position = &moment.position;
        let (before, last) = &moment.before;
        let mut line = position.clone();
        let solution = exercise.solution.iter().map(|m| {
            let played = Move::new(&line, *m);
            line.play_unchecked(*m);
            played
        });
        let solution = solution.collect();
        let (cp, mate) = parts(exercise.score);
        let alternatives = exercise.alternatives.iter().map(|alternative| {
            let (cp, mate) = parts(alternative.score);
            let played = Move::new(position, alternative.m);
            TrainingAlternative { played, cp, mate }
        });
        let opening = opening_of_game(game.positions().map(|(position, _)| position));
        TrainingExercise {
            fen: position.into(),
            color: Name(position.turn()),
            previous_fen: before.into(),
            last_move: Move::new(before, *last),
            solution,
            cp,
            mate,
            alternatives: alternatives.collect(),
            rating: exercise.difficulty.rating,
            interval: exercise.difficulty.interval,
            themes: exercise.themes.clone(),
            played: moment.played.map(|m| Move::new(position, m)),
            found: exercise.found,
            ply: moment.ply,
            opening: opening.map(|(_, opening)| opening.name),
            game: GameHeader::new(game),
            mistake: None,
        }
    }
}
