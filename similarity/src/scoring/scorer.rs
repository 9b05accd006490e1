//! Scoring the positions of passages exactly, but for those that a screen or an estimate rules out.

use std::ops::ControlFlow;

use shakmaty::Chess;

use crate::hit::Distinct;
use crate::hit::Hit;
use crate::passages::packed_move::squares;
use crate::passages::passage::{MAX_POSITIONS, Passage};
use crate::scoring::best::{BoardKey, Scored};
use crate::scoring::{Estimate, Query, Scratch, Screen, Sketch};

/// Scores the positions of passages for a query; the screen and the estimate rule out most of them.
pub struct Scorer<'a> {
    query: &'a Query,
    screen: Option<Screen>,
    estimate: Option<Estimate<'a>>,
}

/// Room for one passage after the other, so that memory is asked for once; only for the scorer that made it.
pub struct Room {
    /// The positions that may score enough, each with its ply.
    positions: Vec<(u64, Chess)>,
    /// What each position of the passage has of the screen.
    sketches: Vec<Sketch>,
    /// Of the estimate, if the query has one.
    scratch: Option<Scratch>,
}

impl<'a> Scorer<'a> {
    /// The scorer of a query.
    pub fn new(query: &'a Query) -> Scorer<'a> {
        Scorer {
            query,
            screen: Screen::new(query),
            estimate: Estimate::new(query),
        }
    }

    /// Room for one passage after the other.
    pub fn room(&self) -> Room {
        Room {
            positions: Vec::with_capacity(MAX_POSITIONS),
            sketches: Vec::with_capacity(MAX_POSITIONS),
            scratch: self.estimate.as_ref().map(Estimate::scratch),
        }
    }

    /// The positions of a passage that the query admits, except those that score less than `least` or, where games are
    /// the rule, than one before them; `None` if what is stored is not a line of chess. No position of the
    /// passage may score more than `bound`. `room` is one of this scorer.
    pub fn hits(
        &self,
        passage: &Passage,
        bound: f64,
        mut least: f64,
        room: &mut Room,
    ) -> Option<Vec<Scored>> {
        let game = passage.game;
        let mut hits = Vec::new();
        self.keep_promising(passage, bound, least, room)?;
        let mut estimate = self.estimate.as_ref().zip(room.scratch.as_mut());
        for (ply, position) in &room.positions {
            if !self.query.admits(game, *ply, position) {
                continue;
            }
            let most = estimate
                .as_mut()
                .map(|(estimate, scratch)| estimate.at_most(position, scratch));
            if most.is_none_or(|most| most >= least) {
                let score = match &mut estimate {
                    Some((estimate, scratch)) => estimate.score(position, scratch),
                    None => self.query.score(position),
                };
                // Of one game only the best is a hit, unless its board is another game's.
                if self.query.distinct() == Distinct::Game {
                    least = least.max(score);
                }
                hits.push(Scored {
                    hit: Hit {
                        game,
                        ply: *ply,
                        score,
                    },
                    board: BoardKey::new(position),
                });
            }
        }
        Some(hits)
    }

    /// Leaves in `room` the positions of a passage, each with its ply, that may score `least` by the screen; `None` if what is
    /// stored is not a line of chess.
    fn keep_promising(
        &self,
        passage: &Passage,
        bound: f64,
        least: f64,
        room: &mut Room,
    ) -> Option<()> {
        let Room {
            positions,
            sketches,
            ..
        } = room;
        positions.clear();
        sketches.clear();
        let Some(screen) = &self.screen else {
            return passage.replay(|ply, position| positions.push((ply, position.clone())));
        };
        let mut board = squares(&passage.board()?);
        let mut sketch = screen.sketch(&board);
        let mut all = sketch;
        sketches.push(sketch);
        for m in passage.moves().take_while(|m| !m.leads_out()) {
            sketch = if m.play(&mut board)? {
                screen.sketch(&board)
            } else {
                screen.sketch_after(&board, &sketch)
            };
            all.unite(&sketch);
            sketches.push(sketch);
        }
        // A bit for each position.
        let promising = (0..)
            .zip(sketches.iter())
            .fold(0_u32, |bits, (place, sketch)| {
                let is_promising = screen.at_most(bound, &all, sketch) >= least;
                bits | u32::from(is_promising) << place
            });
        if promising == 0 {
            return Some(());
        }
        let mut left = promising;
        passage.replay_until(|ply, position, _| {
            if left & 1 == 1 {
                positions.push((ply, position.clone()));
            }
            left >>= 1;
            if left > 0 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })
    }
}
