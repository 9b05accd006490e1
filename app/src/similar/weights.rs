//! A profile of scoring with weights of one's own.

use std::fmt::Display;

use similarity::Scoring;

use crate::error::Error;

/// A profile with some of its weights changed.
///
/// # Errors
///
/// [`Error::Impossible`] for an unknown weight, one out of range, or a profile without weights.
pub fn with_weights<'a>(
    profile: Scoring,
    changed: impl IntoIterator<Item = (&'a str, f64)>,
) -> Result<Scoring, Error> {
    let impossible = |why: &dyn Display| Error::impossible("weights", why);
    let mut weights = profile
        .weights()
        .ok_or_else(|| impossible(&format!("the profile {:?} has no weights", profile.name())))?;
    for (name, weight) in changed {
        weights
            .set(name, weight)
            .map_err(|error| impossible(&error))?;
    }
    Ok(Scoring::Custom(weights))
}
