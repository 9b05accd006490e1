//! What was played next in the games of hits.

use pgn::Game;
use rayon::prelude::*;
use similarity::{Continuation, Hit, Plan, plans};

use crate::error::Error;
use crate::snapshot::Snapshot;

impl Snapshot {
    /// What was played next in the games of hits, most often first; each move counts once a game. Hits with
    /// `true` are like the query with the colours reversed, and what was played in them is reversed, too.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] or [`Error::Storage`] if a game cannot be read.
    pub fn plans(&self, hits: &[(Hit, bool)]) -> Result<Vec<Plan>, Error> {
        let games = hits
            .par_iter()
            .map(|(hit, flipped)| {
                let (game, continuation) = continuation(self, hit)?;
                Ok((game, continuation, *flipped))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(plans(&games))
    }
}

/// The game of a hit, and how it went on.
fn continuation(snapshot: &Snapshot, hit: &Hit) -> Result<(Game, Continuation), Error> {
    let game = snapshot.game(hit.game)?;
    let continuation = game.and_then(|game| {
        let continuation = Continuation::new(&game, hit.ply)?;
        Some((game, continuation))
    });
    continuation.ok_or_else(|| {
        snapshot.damaged(format!(
            "there is no game {} with ply {}",
            hit.game, hit.ply
        ))
    })
}
