//! Scoring profiles and weights.

use app::{Error, with_weights};
use clap::Args;
use similarity::Scoring;

#[derive(Debug, Args)]
pub(crate) struct WeightArgs {
    /// A weight that replaces the one of the profile (by default `tabiya`), e.g. `pawnSkeleton=2`; from 0 to 100.
    ///
    /// The names are naive, reachability, attack, defence, connection, hanging, cheaperAttacker,
    /// winningCapture, isolated, passed, protectedPassed, backward, doubled, chain, islands, pawnFile,
    /// pawnWing, pawnSkeleton, pieceCount, pieceDifference, evaluation, plan, opening, idea, solution, relation,
    /// learned and penalty.
    #[arg(long = "weight", value_name = "NAME=NUMBER", value_parser = weight)]
    pub(crate) weights: Vec<(String, f64)>,
}

/// Parses a weight that a profile can have.
fn weight(text: &str) -> Result<(String, f64), String> {
    let parts = text.split_once('=');
    let weight = parts.and_then(|(name, number)| Some((name, number.parse().ok()?)));
    let (name, number) = weight.ok_or("it must be a name and a number, like pawnSkeleton=2")?;
    match with_weights(Scoring::default(), [(name, number)]) {
        Ok(_) => Ok((name.to_owned(), number)),
        Err(Error::Impossible { why, .. }) => Err(why),
        Err(error) => Err(error.to_string()),
    }
}
