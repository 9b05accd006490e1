//! What was played next in the games of hits.

use pgn::Game;
use rayon::prelude::*;
use similarity::{Hit, Moment, Plan, plans};

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
                let (game, moment) = moment(self, hit)?;
                Ok((game, moment, *flipped))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(plans(&games))
    }
}

/// The game of a hit, and what it says of the hit.
fn moment(snapshot: &Snapshot, hit: &Hit) -> Result<(Game, Moment), Error> {
    let game = snapshot.game(hit.game)?;
    let moment = game.and_then(|game| {
        let moment = Moment::of_game(&game, hit.ply)?;
        Some((game, moment))
    });
    moment.ok_or_else(|| {
        snapshot.damaged(format!(
            "there is no game {} with ply {}",
            hit.game, hit.ply
        ))
    })
}
