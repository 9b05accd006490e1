//! Exercises of games as they are read.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use engine::NoMemory;
use motifs::{Opening, opening_of_game};
use pgn::{Game, Played, Tags};
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::exercises::exercise::{Criteria, Exercise, Moment, StopReason};
use crate::exercises::search::exercises;
use crate::report::{MATE, MistakeKind};
use crate::theme::Theme;

/// The number of positions searched for each exercise. Guessed: one in thirty of a master's has an only move.
pub const POSITIONS_EACH: usize = 200;

/// The number of games that are read at a time for their positions. Guessed.
const BATCH: usize = 16;

/// How far the rating of an exercise may be from the player's. Guessed: as far as the interval of an estimate reaches.
const NEAR: u32 = 300;

/// A player rated higher gets exercises as for this rating. Measured: of the 150 exercises of a player rated 3000 in
/// docs/exercises.md a tenth are harder, and none is harder than 2164.
const HIGHEST: u32 = 1800;

/// Returns the lowest and the highest rating of exercises for a player of this rating.
pub fn ratings_near(rating: u32) -> [u32; 2] {
    let rating = rating.min(HIGHEST);
    [rating.saturating_sub(NEAR), rating + NEAR]
}

/// Whether a White or Black tag names a player.
pub type IsPlayer<'a> = Box<dyn Fn(&str) -> bool + Sync + 'a>;

/// Which positions of games become exercises.
pub struct Choice<'a> {
    /// What exercises must be like, and for how long they are looked for.
    pub criteria: Criteria,
    /// Theme that the positions must have.
    pub theme: Option<Theme>,
    /// The player who has to be to move; `None` if anybody may be.
    pub is_player: Option<IsPlayer<'a>>,
    /// The kind of mistake that exercises are of, if they are of one.
    pub mistake: Option<MistakeKind>,
}

impl Choice<'_> {
    /// Chooses exercises of a kind of mistake: those whose solution has its motif, or those of its phase. The theme of
    /// `criteria` does not count.
    pub fn of_mistakes(kind: MistakeKind, criteria: Criteria) -> Choice<'static> {
        let motif = kind.motif.filter(|motif| *motif != MATE);
        Choice {
            criteria: Criteria {
                theme: kind.motif.or(kind.phase),
                ..criteria
            },
            theme: motif.and_then(|motif| motif.parse().ok()),
            is_player: None,
            mistake: Some(kind),
        }
    }

    /// Returns the positions of a game that are searched.
    fn moments(&self, game: &Game, plies: Range<usize>, stop: &AtomicBool) -> Vec<Moment> {
        let line: Vec<(Chess, Option<Played>)> = game.positions().collect();
        let moved = |played: Option<Played>| match played? {
            Played::Move(m) => Some(m),
            Played::Null => None,
        };
        let plies = plies.start.max(1)..plies.end.min(line.len());
        let plies = plies.take_while(|_| !self.criteria.is_over(stop));
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

    /// True if a position of a game is the player's to move, and has the theme.
    fn is_of(&self, game: &Game, position: &Chess) -> bool {
        let tag = position.turn().fold_wb("White", "Black");
        let is_players = self
            .is_player
            .as_ref()
            .is_none_or(|is_player| game.tags.get(tag).is_some_and(is_player));
        is_players && self.theme.is_none_or(|theme| theme.is_in(position))
    }
}

/// An exercise, and what there is to say of its game, whose id is that of its moment.
#[derive(Clone, Debug)]
pub struct GameExercise {
    /// The exercise.
    pub exercise: Exercise,
    /// Tags of the game.
    pub tags: Tags,
    /// Opening of the game.
    pub opening: Option<Opening>,
    /// The kind of mistake that it is an exercise of, if it is of one.
    pub mistake: Option<MistakeKind>,
}

/// How far a search for exercises of games went.
#[derive(Copy, Clone, Debug)]
pub struct GamesSearched {
    /// Number of positions that were searched.
    pub positions: usize,
    /// Number of games that were read.
    pub games: usize,
    /// Number of games after which another search goes on; `None` if there is nothing left.
    pub next: Option<usize>,
    /// Why the search ended.
    pub end: StopReason,
}

/// Makes exercises from games as they are read, each game with its candidate plies. `found` receives each exercise and its
/// game as soon as it is made, `see` the number of positions searched so far.
///
/// # Errors
///
/// There is not enough memory.
pub fn exercises_of_games(
    games: &mut dyn Iterator<Item = (Game, Range<usize>)>,
    choice: &Choice<'_>,
    stop: &AtomicBool,
    found: &mut (dyn FnMut(GameExercise, &Game) + Send),
    see: &mut (dyn FnMut(usize) + Send),
) -> Result<GamesSearched, NoMemory> {
    let kept: Mutex<BTreeMap<u64, Game>> = Mutex::default();
    let kept = || kept.lock().unwrap_or_else(PoisonError::into_inner);
    let read = RefCell::new(Vec::new());
    let mut games = games.fuse();
    // To look for a theme may take longer than to look for exercises: several games are read at a time.
    let batches = std::iter::from_fn(|| {
        let batch: Vec<_> = games.by_ref().take(BATCH).collect();
        let of_game = |(game, plies)| (choice.moments(&game, plies, stop), game);
        (!batch.is_empty()).then(|| batch.into_par_iter().map(of_game).collect::<Vec<_>>())
    });
    let mut moments = batches.flatten().flat_map(|(moments, game)| {
        read.borrow_mut().push(game.id);
        if !moments.is_empty() {
            kept().insert(game.id, game);
        }
        moments
    });
    let mut made = |exercise: &Exercise| {
        let Some(game) = kept().get(&exercise.moment.game).cloned() else {
            return;
        };
        let opening = opening_of_game(game.positions().map(|(position, _)| position));
        let exercise = GameExercise {
            exercise: exercise.clone(),
            tags: game.tags.clone(),
            opening: opening.map(|(_, opening)| opening),
            mistake: choice.mistake,
        };
        found(exercise, &game);
    };
    let report = exercises(&mut moments, &choice.criteria, stop, &mut made, see)?;
    let read = read.into_inner();
    let searched = (report.next).and_then(|next| read.iter().position(|id| *id == next));
    // Otherwise the next search would begin at the same place with the same exercises.
    let searched = searched.filter(|searched| *searched > 0 || !report.exercises.is_empty());
    Ok(GamesSearched {
        positions: report.moments,
        games: read.len(),
        next: (report.end != StopReason::All).then(|| searched.unwrap_or(read.len())),
        end: report.end,
    })
}
