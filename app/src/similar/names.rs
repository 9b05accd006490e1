//! What a request means by a name: a profile of scoring, and how hits must differ.

use std::fmt::Display;

use similarity::{Distinct, Scoring};

use crate::error::{Error, quoted};

/// The scoring of a name, with some of its weights changed.
///
/// # Errors
///
/// [`Error::Impossible`] for an unknown name or weight, or a weight out of range.
pub fn parse_scoring<'a>(
    name: Option<&str>,
    weights: Option<impl IntoIterator<Item = (&'a str, f64)>>,
) -> Result<Scoring, Error> {
    let profile = match name {
        None => Scoring::default(),
        Some(name) => Scoring::from_name(name).ok_or_else(|| {
            let known = Scoring::ALL.map(Scoring::name).join(", ");
            let why = format!(
                "there is no profile {}; the profiles are {known}",
                quoted(name)
            );
            Error::impossible("scoring", why)
        })?,
    };
    let Some(changed) = weights else {
        return Ok(profile);
    };
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

/// What two hits may not have in common, by name.
///
/// # Errors
///
/// [`Error::Impossible`] for an unknown name.
pub fn parse_distinct(name: Option<&str>) -> Result<Option<Distinct>, Error> {
    let parse = |name: &str| {
        let known = Distinct::ALL.into_iter();
        let mut named = known.filter(|distinct| distinct.name() == name);
        named.next().ok_or_else(|| {
            let why = format!("{} is not one of board, game", quoted(name));
            Error::impossible("distinct", why)
        })
    };
    name.map(parse).transpose()
}
