//! PGN in, the same PGN out, with comments, scores and marks.

use std::io::{Read, Write};

use coach::AnnotateError;
use engine::Analysis;
use index::Pace;
use pgn::Rejected;
use shakmaty::Chess;

use crate::analysis::{Effort, Engines, QUICK_NODES};
use crate::error::Error;

/// Annotates the games of a stream of PGN, several at a time, in their order, and returns their number. With engines
/// they also score every move, this far, and mark bad ones.
///
/// Searches limited by nodes alone are kept by the engines, so that annotating the same games again after
/// [`Error::OutOfTime`] repeats none that was complete.
///
/// `watch` is called with the number of games so far, and with the games that have an illegal move, which are written
/// as they are.
///
/// # Errors
///
/// [`Error::Unreadable`] if the stream has no game or cannot be read or written, [`Error::OutOfTime`] if there was
/// no time for all of it, [`Error::Engine`] if another program has failed.
pub fn annotate(
    read: impl Read,
    write: &mut impl Write,
    engines: Option<(&Engines, &Effort)>,
    pace: &Pace,
    mut watch: impl FnMut(u64, Vec<Rejected>),
) -> Result<u64, Error> {
    let analyse = engines.map(|(engines, effort)| {
        let limits = effort.limits(QUICK_NODES);
        move |positions: &[Chess]| -> Result<Vec<Analysis>, Error> {
            let searched = match limits.nodes {
                // Complete searches are kept: a repeated request continues where time ran out.
                Some(nodes) if limits.depth.is_none() && limits.time.is_none() => {
                    engines.best_lines(positions, nodes, pace)?
                }
                _ => engines.search(positions, None, &limits, pace)?,
            };
            let complete = searched.into_iter().map(|searched| {
                let searched = searched.filter(|searched| searched.is_complete)?;
                Some(searched.analysis)
            });
            complete.collect::<Option<_>>().ok_or(Error::OutOfTime(
                "there was not enough time for all games: send fewer, or ask for fewer nodes",
            ))
        }
    });
    let analyse: Option<&coach::Analyse<'_, Error>> = match &analyse {
        Some(analyse) => Some(analyse),
        None => None,
    };
    coach::annotate(read, write, analyse, &mut watch).map_err(|error| match error {
        AnnotateError::Analysis(error) => error,
        error => Error::Pgn(error.to_string()),
    })
}
