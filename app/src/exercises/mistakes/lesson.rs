//! Exercises of one kind of mistake after another.

use std::ops::Range;
use std::time::{Duration, Instant};

use coach::report::{Mistake, MistakeKind, cost};
use coach::{Choice, Criteria, POSITIONS_EACH, ratings_near};
use index::Pace;
use pgn::Game;

use crate::analysis::Engines;
use crate::database::View;
use crate::error::Error;
use crate::exercises::choice::exercises_of;
use crate::exercises::mistakes::models::Masters;
use crate::exercises::mistakes::sources;
use crate::exercises::request::{ExerciseRating, MistakesRequest};
use crate::exercises::response::{
    TrainingAnswer, TrainingEnd, TrainingExercise, TrainingMistake, counted,
};
use crate::report::{Report, hundredths};

/// The exercises so far, and what more are made with.
pub(super) struct Lessons<'a, F, W> {
    view: &'a View,
    request: &'a MistakesRequest,
    engines: &'a Engines,
    pace: &'a Pace,
    report: &'a Report,
    /// The ratings that were asked for, and those of exercises from games of others.
    asked: [u32; 2],
    near: [u32; 2],
    made: TrainingAnswer,
    found: F,
    watch: W,
}

/// What a search for exercises came to.
#[derive(Copy, Clone, Default)]
struct Pass {
    made: usize,
    positions: usize,
}

impl<'a, F: FnMut(&TrainingExercise) + Send, W: FnMut(usize) + Send> Lessons<'a, F, W> {
    pub(super) fn new(
        view: &'a View,
        request: &'a MistakesRequest,
        engines: &'a Engines,
        pace: &'a Pace,
        report: &'a Report,
        found: F,
        watch: W,
    ) -> Lessons<'a, F, W> {
        let exercises = &request.exercises;
        let range = [exercises.min_rating, exercises.max_rating];
        let asked = range.map(|rating| rating.get() as u32);
        let is_any = range == [ExerciseRating::MIN, ExerciseRating::MAX];
        let near = report.findings().rating().filter(|_| is_any);
        let near = near.map(ratings_near);
        Lessons {
            view,
            request,
            engines,
            pace,
            report,
            asked,
            near: near.unwrap_or(asked),
            made: TrainingAnswer {
                games: report.findings().digests().len(),
                ended: Some(TrainingEnd::All),
                ..TrainingAnswer::default()
            },
            found,
            watch,
        }
    }

    /// All that was made.
    pub(super) fn end(self) -> TrainingAnswer {
        self.made
    }

    /// Makes exercises of a kind of mistakes, the first of some kinds that are left, and finds model games.
    pub(super) fn learn(
        &mut self,
        kind: MistakeKind,
        mistakes: &[&Mistake],
        kinds_left: usize,
        masters: &Masters,
    ) -> Result<(), Error> {
        let view = self.view;
        let wanted = self.request.exercises.limit.get() as usize;
        let left = wanted.saturating_sub(self.made.exercises.len());
        let share = left.div_ceil(kinds_left);
        let begun = Instant::now();
        let time = self.pace.deadline.map(|end| {
            let left = end.saturating_duration_since(begun);
            left.checked_div(kinds_left as u32)
                .unwrap_or(Duration::ZERO)
        });
        // The rest of the time is for model games.
        let quarters = |quarters: u32| time.map(|time| begun + time * quarters / 4);

        let candidates = self.candidates(kind, mistakes);
        let own = || sources::own(view, kind, &candidates);
        let first = self.pass(kind, own(), share.div_ceil(2), self.asked, quarters(1))?;
        let alike = sources::alike(view, kind, mistakes, masters.own(), self.pace)?;
        let others = alike.iter().cloned().filter_map(|(id, plies)| {
            let game = view.game(id).transpose()?;
            Some(game.map(|game| (game, plies)))
        });
        let others = self.pass(kind, others, share - first.made, self.near, quarters(2))?;
        // Where games of others have too few, more of the player's own.
        let more = share - first.made - others.made;
        let rest = self.pass(kind, own(), more, self.asked, quarters(3))?;

        let made = first.made + others.made + rest.made;
        let own = first.positions.max(rest.positions);
        let searched = [own, others.positions];
        let shortfall = (made < share).then(|| shortfall([made, share], searched));
        let found = masters.models(view, mistakes, self.engines, self.pace)?;
        self.made.mistakes.push(TrainingMistake {
            kind: kind.to_string(),
            count: mistakes.len(),
            cost: hundredths(cost(mistakes)),
            exercises: made,
            ratings: self.near,
            shortfall,
            models_shortfall: masters.shortfall(found.len(), self.pace),
            models: found,
        });
        Ok(())
    }

    /// The mistakes of a kind, and if it is asked for, those that engines had no time to look at.
    fn candidates<'m>(&self, kind: MistakeKind, mistakes: &[&'m Mistake]) -> Vec<&'m Mistake>
    where
        'a: 'm,
    {
        let mut candidates = mistakes.to_vec();
        if self.request.kind.is_some() && kind.motif.is_some() {
            let others = self.report.findings().mistakes().iter();
            let may_be = |other: &&Mistake| !other.is_searched && other.kind().motif.is_none();
            candidates.extend(others.filter(may_be));
        }
        candidates
    }

    /// Makes exercises of positions of games, until a deadline.
    fn pass(
        &mut self,
        kind: MistakeKind,
        mut games: impl Iterator<Item = Result<(Game, Range<usize>), Error>>,
        limit: usize,
        ratings: [u32; 2],
        deadline: Option<Instant>,
    ) -> Result<Pass, Error> {
        if limit == 0 {
            return Ok(Pass::default());
        }
        let exercises = &self.request.exercises;
        let made = self.made.exercises.iter();
        let known = made.map(|exercise| exercise.source.exercise.moment.position.clone());
        let known = exercises.without.iter().cloned().chain(known).collect();
        let criteria = Criteria {
            limit,
            ratings,
            theme: None,
            known,
            nodes: exercises.nodes.get(),
            moments: limit * POSITIONS_EACH,
            deadline,
            tablebase: None,
        };
        let before = self.made.positions;
        let (found, watch) = (&mut self.found, &mut self.watch);
        let mut see = |positions: usize| watch(before + positions);
        let pass = exercises_of(
            Choice::of_mistakes(kind, criteria),
            &mut games,
            self.engines,
            self.pace,
            &mut |exercise| found(exercise),
            &mut see,
        )?;
        if pass.ended == Some(TrainingEnd::Time) {
            self.made.ended = pass.ended;
        }
        self.made.positions += pass.positions;
        let made = pass.exercises.len();
        self.made.exercises.extend(pass.exercises);
        Ok(Pass {
            made,
            positions: pass.positions,
        })
    }
}

/// Why there are fewer exercises of a kind than there might be: how many positions of the player's mistakes, and of games
/// of others, were searched.
fn shortfall([made, share]: [usize; 2], [own, others]: [usize; 2]) -> String {
    let exercises = counted(share, "exercise");
    let own = counted(own, "position");
    format!(
        "{made} of {exercises}, from {own} of the mistakes and {others} of similar games of others"
    )
}
