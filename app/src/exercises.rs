//! Exercises from games, or the plan of a position.
//!
//! Games come from the index, those with a position similar to a given one or all, or from a stream of PGN. Of their
//! positions those are searched in which the given player is to move and which have the given theme.

mod choice;
mod mistakes;
mod request;
mod response;

use std::io::Read;

use index::Pace;
use pgn::{Game, pgn_games};
use shakmaty::Chess;
use similarity::is_named;

pub use mistakes::exercises_of_mistakes;
pub use request::{
    ExerciseNodes, ExerciseRating, ExercisesLimit, ExercisesRequest, GamesToSkip, MISTAKES_GAMES,
    MistakeKind, MistakesRequest, Theme,
};
pub use response::{
    TrainingAlternative, TrainingAnswer, TrainingEnd, TrainingExercise, TrainingMistake,
    TrainingModel,
};

use crate::analysis::Engines;
use crate::database::View;
use crate::error::{Error, quoted};
use crate::exercises::choice::{choice, exercises_of};
use crate::exercises::request::MOST_SIMILAR_TO_SKIP;
use crate::known::check_names;
use crate::remarks::RejectedGame;

/// Makes exercises of the games of an index: those with a position similar to this one, from there on, or all. Of the
/// engines, the searches have only the tablebase.
///
/// `found` is called with each exercise as soon as it is made, `watch` with the number of positions searched so far.
///
/// # Errors
///
/// [`Error::Impossible`] for a field; the errors of [`check_names`] and of the index.
pub fn exercises(
    view: &View,
    similar_to: Option<&Chess>,
    request: &ExercisesRequest,
    engines: &Engines,
    pace: &Pace,
    mut found: impl FnMut(&TrainingExercise) + Send,
    mut watch: impl FnMut(usize) + Send,
) -> Result<TrainingAnswer, Error> {
    request.check()?;
    let filter = request.filter();
    check_names(view, &filter)?;
    let (sources, are_more) = match similar_to {
        Some(position) => choice::similar(view, position, &filter, request)?,
        None => (choice::stored(view, &filter, request)?, false),
    };
    let mut games = sources.into_iter().filter_map(|(id, plies)| {
        let game = view.game(id).transpose()?;
        Some(game.map(|game| (game, plies)))
    });
    let mut response = exercises_of(
        choice(request),
        &mut games,
        engines,
        pace,
        &mut found,
        &mut watch,
    )?;
    let skipped = request.skip.get() as usize;
    response.next = response.next.map(|next| skipped + next);
    if are_more && response.ended == Some(TrainingEnd::All) {
        response.ended = Some(TrainingEnd::Games);
        let next = skipped + response.games;
        response.next = (next <= MOST_SIMILAR_TO_SKIP).then_some(next);
    }
    Ok(response)
}

/// Makes exercises of the games of a stream of PGN, which errors call by its name. Of the engines, the searches have only
/// the tablebase.
///
/// `found` is called with each exercise as soon as it is made, `watch` with the number of positions searched so far.
///
/// # Errors
///
/// [`Error::Pgn`] if it has no game or cannot be read; [`Error::Impossible`] for a field, e.g. a player
/// without a game.
pub fn exercises_of_pgn(
    read: impl Read,
    name: &str,
    request: &ExercisesRequest,
    engines: &Engines,
    pace: &Pace,
    mut found: impl FnMut(&TrainingExercise) + Send,
    mut watch: impl FnMut(usize) + Send,
) -> Result<TrainingAnswer, Error> {
    request.check()?;
    let (mut rejected, mut read_any, mut is_known) = (Vec::new(), false, false);
    let is_players = |game: &Game| {
        let named = |player: &str| {
            let mut names = ["White", "Black"]
                .into_iter()
                .filter_map(|tag| game.tags.get(tag));
            names.any(|name| is_named(name, player))
        };
        request.player.as_deref().is_none_or(named)
    };
    let games = pgn_games(read).filter_map(|game| {
        read_any = true;
        match game {
            Ok(Ok(game)) => {
                is_known |= is_players(&game);
                Some(Ok((game, 1..usize::MAX)))
            }
            Ok(Err(game)) => {
                rejected.push(RejectedGame::new(None, game));
                None
            }
            Err(error) => Some(Err(Error::Pgn(format!("{name}: {error}")))),
        }
    });
    let skipped = request.skip.get() as usize;
    let mut games = games.skip(skipped);
    let response = exercises_of(
        choice(request),
        &mut games,
        engines,
        pace,
        &mut found,
        &mut watch,
    )?;
    if !read_any && !pace.is_over() {
        let why = "there is no game in it; is it PGN?";
        return Err(Error::Pgn(format!("{name}: {why}")));
    }
    // A player of no game that was read; if time was up, of a later game perhaps.
    if let Some(player) = &request.player
        && !is_known
        && response.games > 0
        && response.ended == Some(TrainingEnd::All)
    {
        let why = format!("no games of {} in {name}", quoted(player));
        return Err(Error::impossible("player", why));
    }
    Ok(TrainingAnswer {
        next: response.next.map(|next| skipped + next),
        rejected,
        ..response
    })
}
