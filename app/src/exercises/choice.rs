//! Games to make exercises from, and the answer with those exercises.

use std::cell::RefCell;
use std::ops::Range;

use coach::{
    Choice, Criteria, GameExercise, IsPlayer, POSITIONS_EACH, StopReason, exercises_of_games,
};
use engine::{NoMemory, Score};
use index::Pace;
use pgn::Game;
use shakmaty::{Chess, Position};
use similarity::{Distinct, GameFilter, Query, Scoring, is_named};

use crate::analysis::Engines;
use crate::database::View;
use crate::error::Error;
use crate::exercises::request::{ExercisesRequest, MOST_SIMILAR_TO_SKIP, SIMILAR_GAMES};
use crate::exercises::response::{
    TrainingAlternative, TrainingAnswer, TrainingEnd, TrainingExercise,
};
use crate::games::GameHeader;
use crate::moves::Move;
use crate::names::Name;
use crate::search::search_without_engine;

/// The number of plies of a similar game that are searched, from the similar position on. Guessed.
pub(super) const SIMILAR_PLIES: usize = 8;

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

/// The choice that a request makes.
pub(crate) fn choice(request: &ExercisesRequest) -> Choice<'_> {
    let limit = request.limit.get() as usize;
    let ratings = [request.min_rating, request.max_rating];
    let theme = request.theme.map(|theme| theme.0);
    let is_player = request.player.as_deref().map(|player| {
        let is_player = move |name: &str| is_named(name, player);
        Box::new(is_player) as IsPlayer<'_>
    });
    Choice {
        criteria: Criteria {
            limit,
            ratings: ratings.map(|rating| rating.get() as u32),
            theme: theme.and_then(coach::Theme::of_solution),
            known: request.without.clone(),
            nodes: request.nodes.get(),
            moments: limit * POSITIONS_EACH,
            deadline: None,
            tablebase: None,
        },
        theme,
        is_player,
        mistake: None,
    }
}

/// Exercises of games as they are read, each with the plies of its positions that may become some; `found` is called
/// with each as soon as it is made. Of the engines, the searches have only the tablebase.
pub(crate) fn exercises_of(
    choice: Choice<'_>,
    games: &mut dyn Iterator<Item = Result<(Game, Range<usize>), Error>>,
    engines: &Engines,
    pace: &Pace,
    found: &mut (dyn FnMut(&TrainingExercise) + Send),
    watch: &mut (dyn FnMut(usize) + Send),
) -> Result<TrainingAnswer, Error> {
    let failure = RefCell::new(None);
    let mut games = games.take_while(|_| !pace.is_over()).map_while(|game| {
        let game = game.map_err(|error| *failure.borrow_mut() = Some(error));
        game.ok()
    });
    let choice = Choice {
        criteria: Criteria {
            deadline: choice.criteria.deadline.or(pace.deadline),
            tablebase: engines.tablebase().cloned(),
            ..choice.criteria
        },
        ..choice
    };
    let mut exercises = Vec::new();
    let mut see = |made: GameExercise, game: &Game| {
        let exercise = TrainingExercise::new(made, game);
        found(&exercise);
        exercises.push(exercise);
    };
    let searched = exercises_of_games(&mut games, &choice, &pace.stop, &mut see, watch)
        .map_err(|error: NoMemory| Error::internal(error))?;
    if let Some(error) = failure.into_inner() {
        return Err(error);
    }
    exercises.sort_by_key(|exercise| exercise.rating);
    Ok(TrainingAnswer {
        exercises,
        positions: searched.positions,
        games: searched.games,
        next: searched.next,
        ended: Some(match searched.end {
            StopReason::Limit => TrainingEnd::Limit,
            StopReason::Moments => TrainingEnd::Positions,
            StopReason::Time => TrainingEnd::Time,
            StopReason::All => TrainingEnd::All,
        }),
        ..TrainingAnswer::default()
    })
}

/// `cp` and `mate` of a score.
fn parts(score: Score) -> (Option<i32>, Option<i32>) {
    match score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    }
}

impl TrainingExercise {
    fn new(source: GameExercise, game: &Game) -> TrainingExercise {
        let exercise = &source.exercise;
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
            opening: source.opening.map(|opening| opening.name),
            game: GameHeader::new(game),
            mistake: source.mistake.map(|kind| kind.to_string()),
            source,
        }
    }
}
