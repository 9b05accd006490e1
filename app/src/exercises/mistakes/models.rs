//! Games of masters in which the right idea was played.

use std::collections::HashSet;

use coach::report::Mistake;
use index::Pace;
use pgn::{Game, Played};
use shakmaty::{Chess, Move as Moved, Role};
use similarity::{Distinct, Filter, GameFilter, MoveQuery, PositionFilter};

use crate::analysis::Engines;
use crate::database::View;
use crate::error::Error;
use crate::exercises::mistakes::sources::position;
use crate::exercises::response::{TrainingModel, counted};
use crate::moves::Move;
use crate::names::Turn;
use crate::report::REPORT_NODES;
use crate::schemas::Fen;
use crate::similar::{Hit, Limit, SimilarRequest, similar};

/// The mean rating of both players from which a game is one of masters. Guessed: few others than masters have it.
const MASTERS: u64 = 2300;

/// The number of model games of a kind of mistake, and of one mistake. Guessed.
const MODELS: usize = 5;
const MODELS_EACH: usize = 2;

/// The number of mistakes, the costliest ones, that model games are looked for. Guessed.
const SEEDS: usize = 10;

/// The number of hits of which those in games of others are taken.
const HITS: Limit = Limit::of::<20>();

/// How good a match a position must be. Guessed: below it even the pieces differ.
const LEAST_LIKENESS: f64 = 0.4;

/// Within how many moves of the side to move the right one is played, as the filter `played` has it.
const OWN_MOVES: usize = 6;

/// The games of masters.
pub(super) struct Masters {
    filter: GameFilter,
    /// The number of those of others.
    games: usize,
    /// The games of the player.
    own: HashSet<u64>,
}

impl Masters {
    pub(super) fn new(view: &View, own: HashSet<u64>) -> Result<Masters, Error> {
        let filter = GameFilter {
            min_rating: Some(MASTERS),
            ..GameFilter::default()
        };
        let games = view.games_that_pass(&filter)?.into_iter();
        let games = games.filter(|id| !own.contains(id)).count();
        Ok(Masters { filter, games, own })
    }

    /// The games of the player.
    pub(super) fn own(&self) -> &HashSet<u64> {
        &self.own
    }

    /// Model games for mistakes, the costliest of them first.
    pub(super) fn models(
        &self,
        view: &View,
        mistakes: &[&Mistake],
        engines: &Engines,
        pace: &Pace,
    ) -> Result<Vec<TrainingModel>, Error> {
        let mut models: Vec<TrainingModel> = Vec::new();
        if self.games == 0 {
            return Ok(models);
        }
        for mistake in mistakes.iter().take(SEEDS) {
            if models.len() >= MODELS || pace.is_over() {
                break;
            }
            let game = view.game(mistake.game)?;
            let before = game.and_then(|game| position(&game, mistake.own.ply as usize));
            let Some(before) = before else { continue };
            let best = match mistake.best {
                None if !mistake.is_searched => best(&before, engines, pace)?,
                known => known,
            };
            let Some(best) = best else { continue };
            let found = self.of_position(view, &before, best, pace)?;
            let is_new =
                |model: &TrainingModel| models.iter().all(|other| other.game.id != model.game.id);
            let found: Vec<_> = found.into_iter().filter(is_new).take(MODELS_EACH).collect();
            models.extend(found);
        }
        models.truncate(MODELS);
        Ok(models)
    }

    /// Model games for a position and its right move, the most similar first.
    fn of_position(
        &self,
        view: &View,
        before: &Chess,
        best: Moved,
        pace: &Pace,
    ) -> Result<Vec<TrainingModel>, Error> {
        let best_move = Move::new(before, best);
        let Ok(idea) = idea(best, &best_move.san).parse::<MoveQuery>() else {
            return Ok(Vec::new());
        };
        let request = SimilarRequest {
            limit: HITS,
            turn: Turn::Same,
            filter: Some(Filter {
                games: self.filter.clone(),
                positions: PositionFilter {
                    played: vec![idea],
                    ..PositionFilter::default()
                },
            }),
            distinct: Some(Distinct::Game),
            ..SimilarRequest::default()
        };
        let positions = [before.clone()];
        let mut answers = similar(view, &positions, &request, None, pace)?;
        let hits = match answers.next() {
            Some(Err(Error::OutOfTime(_))) | None => Vec::new(),
            Some(answer) => answer?.hits,
        };
        let is_model =
            |hit: &Hit| hit.likeness >= LEAST_LIKENESS && !self.own.contains(&hit.game.id);
        let mut models = Vec::new();
        for hit in hits.into_iter().filter(is_model) {
            let game = view.game(hit.game.id)?;
            let Some((played, played_ply)) = game.and_then(|game| played(&game, hit.ply, idea))
            else {
                continue;
            };
            models.push(TrainingModel {
                mistake_fen: Fen::from(before),
                best: best_move.clone(),
                fen: hit.fen,
                ply: hit.ply,
                likeness: hit.likeness,
                summary: hit.summary,
                played,
                played_ply,
                game: hit.game,
            });
        }
        Ok(models)
    }

    /// Why there are fewer model games than there might be.
    pub(super) fn shortfall(&self, models: usize, pace: &Pace) -> Option<String> {
        if models >= MODELS {
            return None;
        }
        if self.games == 0 {
            return Some(format!(
                "the index has no game of others whose mean rating is {MASTERS} or more"
            ));
        }
        let why = if pace.is_over() {
            "time was up".to_owned()
        } else {
            let games = counted(self.games, "game");
            format!(
                "of {games} of others whose mean rating is {MASTERS} or more no more have a similar position in which the right move was played"
            )
        };
        Some(format!("{models} of {MODELS} model games: {why}"))
    }
}

/// The best move by a short search; `None` if there is no time.
fn best(position: &Chess, engines: &Engines, pace: &Pace) -> Result<Option<Moved>, Error> {
    let found = engines.best_lines(std::slice::from_ref(position), REPORT_NODES.get(), pace)?;
    let complete = found.into_iter().flatten().find(|found| found.is_complete);
    Ok(complete.and_then(|found| found.analysis.best_move()))
}

/// A move as an idea: which piece goes where, wherever it comes from. Pawns that take come from somewhere.
fn idea(best: Moved, san: &str) -> String {
    match best {
        Moved::Normal { role, to, .. } if role != Role::Pawn => {
            format!("{}{to}", role.upper_char())
        }
        _ => san.to_owned(),
    }
}

/// Where a game plays a move after a ply, within six moves of the side to move there, and the number of half-moves before
/// that.
fn played(game: &Game, ply: u64, idea: MoveQuery) -> Option<(Move, u64)> {
    let line = (0..).zip(game.positions()).skip(ply as usize);
    let mut own = line.step_by(2).take(OWN_MOVES);
    own.find_map(|(at, (position, played))| match played? {
        Played::Move(m) if idea.is(m) => Some((Move::new(&position, m), at)),
        _ => None,
    })
}
