//! Filters, as they are asked for.

use std::fmt::Display;
use std::str::FromStr;

use index::{Date, Ending, Filter, GameResult};
use serde::{Deserialize, Serialize};
use shakmaty::Color;
use utoipa::ToSchema;

use crate::extract::number;
use crate::problem::{Problem, quoted};
use crate::schemas;

/// What games and positions must be like; all of it at once. Names are found as people write them:
/// `Carlsen`, `carlsen magnus`, `Carlsen, M`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct FilterRequest {
    /// One of the players.
    pub player: Option<String>,
    /// That player's side: `white` or `black`.
    #[schema(schema_with = schemas::side)]
    pub color: Option<String>,
    /// The other player.
    pub opponent: Option<String>,
    /// The player of the white pieces.
    pub white: Option<String>,
    /// The player of the black pieces.
    pub black: Option<String>,
    /// The smallest mean of both ratings; of the one, if only one is known.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    pub min_rating: Option<f64>,
    /// The greatest mean of both ratings.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    pub max_rating: Option<f64>,
    /// Played then or later: `2010`, `2010-06` or `2010-06-18`.
    pub since: Option<String>,
    /// Played then or earlier.
    pub until: Option<String>,
    /// What the ECO tag begins with, e.g. `B9`.
    pub eco: Option<String>,
    /// How it ended: `white`, `black`, `draw` or `unknown`, as PGN has it, or `win` or `loss` of `player`.
    #[schema(schema_with = schemas::result)]
    pub result: Option<String>,
    /// Words of the Event tag.
    pub event: Option<String>,
    /// Whose move it is: `white` or `black`.
    #[schema(schema_with = schemas::side)]
    pub turn: Option<String>,
    /// The fewest half-moves before the position.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    pub min_ply: Option<f64>,
    /// The most.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100_000)]
    pub max_ply: Option<f64>,
    /// What stands on the board, e.g. `KRPPkrpp`.
    pub material: Option<String>,
}

/// How much passed a filter.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct Passed {
    /// Games of which a position did.
    pub games: u64,
    /// Positions.
    pub positions: u64,
}

/// The greatest number of a filter. Guessed: more than any rating or ply.
const MOST: f64 = 100_000.0;

impl FilterRequest {
    /// The filter.
    ///
    /// # Errors
    ///
    /// 422 for what cannot be, which names the field.
    pub(crate) fn filter(&self) -> Result<Filter, Problem> {
        let wrong =
            |field: &str, why: &dyn Display| Problem::impossible(format!("filter.{field}: {why}"));
        let name = |field: &str, name: &Option<String>| match name {
            Some(name) if !name.chars().any(char::is_alphanumeric) => {
                Err(wrong(field, &format!("{} has no letter", quoted(name))))
            }
            name => Ok(name.clone()),
        };
        let result = match self.result.as_deref() {
            None => None,
            Some("white" | "1-0") => Some(Ending::Is(GameResult::Won(Color::White))),
            Some("black" | "0-1") => Some(Ending::Is(GameResult::Won(Color::Black))),
            Some("draw" | "draws" | "1/2-1/2") => Some(Ending::Is(GameResult::Drawn)),
            Some("unknown" | "*") => Some(Ending::Is(GameResult::Unknown)),
            Some("win" | "loss") if self.player.is_none() => {
                return Err(wrong(
                    "result",
                    &"win and loss are a player's; name the player",
                ));
            }
            Some("win") => Some(Ending::Win),
            Some("loss") => Some(Ending::Loss),
            Some(other) => {
                let why = format!(
                    "it is {}; there is white, black, draw, unknown, win, loss",
                    quoted(other)
                );
                return Err(wrong("result", &why));
            }
        };
        if self.color.is_some() && self.player.is_none() && self.opponent.is_none() {
            return Err(wrong("color", &"it is a player's; name the player"));
        }
        Ok(Filter {
            player: name("player", &self.player)?,
            color: color("filter.color", self.color.as_deref())?,
            opponent: name("opponent", &self.opponent)?,
            white: name("white", &self.white)?,
            black: name("black", &self.black)?,
            min_rating: whole("minRating", self.min_rating)?,
            max_rating: whole("maxRating", self.max_rating)?,
            since: parsed::<Date>("since", self.since.as_deref())?,
            until: parsed::<Date>("until", self.until.as_deref())?,
            eco: name("eco", &self.eco)?,
            result,
            event: name("event", &self.event)?,
            turn: color("filter.turn", self.turn.as_deref())?,
            min_ply: whole("minPly", self.min_ply)?,
            max_ply: whole("maxPly", self.max_ply)?,
            material: parsed("material", self.material.as_deref())?,
            ..Filter::default()
        })
    }
}

/// A colour; `field` is what problems name.
pub(crate) fn color(field: &str, text: Option<&str>) -> Result<Option<Color>, Problem> {
    match text {
        None => Ok(None),
        Some("white" | "w") => Ok(Some(Color::White)),
        Some("black" | "b") => Ok(Some(Color::Black)),
        Some(other) => Err(Problem::impossible(format!(
            "{field}: it is {}; there is white, black",
            quoted(other)
        ))),
    }
}

/// A whole number.
fn whole(field: &str, number: Option<f64>) -> Result<Option<u64>, Problem> {
    match number {
        Some(number) if number.fract() != 0.0 || !(0.0..=MOST).contains(&number) => {
            Err(Problem::impossible(format!(
                "filter.{field}: {number} is out of range; it is a whole number from 0 to {MOST}"
            )))
        }
        number => Ok(number.map(|number| number as u64)),
    }
}

/// What is written as text.
fn parsed<T: FromStr<Err: Display>>(field: &str, text: Option<&str>) -> Result<Option<T>, Problem> {
    let wrong = |error: T::Err| Problem::impossible(format!("filter.{field}: {error}"));
    text.map(|text| text.parse().map_err(wrong)).transpose()
}
