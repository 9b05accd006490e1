//! Filters in words, as people write them.

use std::fmt::Display;
use std::str::FromStr;

use pgn::Date;
use serde::{Deserialize, Serialize};
use shakmaty::Color;
use similarity::{
    CollectionName, CommentQuery, Ending, Filter, GameResult, MOST_MOVES, MoveQuery,
    ParseMoveError, ParseSpeedError, Speed,
};
use utoipa::ToSchema;

use crate::bounded::Bounded;
use crate::collections::parse_collection;
use crate::error::{Error, quoted};
use crate::schemas;

/// A number of a filter. Guessed: more than any rating or ply.
pub type FilterNumber = Bounded<0, 100_000>;

/// What games and positions must be like: all of it. Names are found as people write them:
/// `Carlsen`, `carlsen magnus`, `Carlsen, M`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct FilterRequest {
    /// One of the players.
    pub player: Option<String>,
    /// That player's side: `white` or `black`.
    #[schema(value_type = Option<schemas::ColorName>, inline)]
    pub color: Option<String>,
    /// The other player.
    pub opponent: Option<String>,
    /// The player of the white pieces.
    pub white: Option<String>,
    /// The player of the black pieces.
    pub black: Option<String>,
    /// The lowest mean of both ratings, or of the one that is known.
    #[schema(inline)]
    pub min_rating: Option<FilterNumber>,
    /// The greatest mean of both ratings.
    #[schema(inline)]
    pub max_rating: Option<FilterNumber>,
    /// Played on this day or later: `2010`, `2010-06` or `2010-06-18`.
    pub since: Option<String>,
    /// Played on this day or earlier.
    pub until: Option<String>,
    /// What the ECO tag begins with, e.g. `B9`.
    pub eco: Option<String>,
    /// How it ended: `white`, `black`, `draw` or `unknown`, as PGN has it, or `win` or `loss` of `player`.
    #[schema(value_type = Option<schemas::ResultName>, inline)]
    pub result: Option<String>,
    /// Words of the Event tag.
    pub event: Option<String>,
    /// Words of its comments, and phrases in quotes: `c5 "minority attack"`, all of them.
    pub comment: Option<String>,
    /// Whose move it is: `white` or `black`.
    #[schema(value_type = Option<schemas::ColorName>, inline)]
    pub turn: Option<String>,
    /// The fewest half-moves before the position.
    #[schema(inline)]
    pub min_ply: Option<FilterNumber>,
    /// The most half-moves before it.
    #[schema(inline)]
    pub max_ply: Option<FilterNumber>,
    /// The pieces on the board, e.g. `KRPPkrpp`.
    pub material: Option<String>,
    /// Moves in SAN, e.g. `Bxh7+`, that the side to move plays within its next six: all of them, in any order. Without
    /// `x` a move may capture or not; check signs are ignored.
    #[schema(max_items = 6)]
    pub played: Option<Vec<String>>,
    /// How fast the game was, by its `TimeControl` tag: any of these. Games of unknown speed do not pass.
    #[schema(value_type = Option<Vec<schemas::SpeedName>>, inline)]
    pub speeds: Option<Vec<String>>,
    /// The names of collections: the game is in any of them.
    pub collection: Option<Vec<String>>,
}

/// How much passes a filter.
#[derive(Copy, Clone, Debug, Serialize, ToSchema)]
pub struct Passed {
    /// The number of games with a position that passes.
    pub games: u64,
    /// The number of positions that pass.
    pub positions: u64,
}

impl FilterRequest {
    /// The filter in its parsed form.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`], which names the field.
    pub fn parse(&self) -> Result<Filter, Error> {
        let wrong = |field: &str, why: &dyn Display| Error::impossible(field, why);
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
                    &"win and loss are from a player's view; name the player",
                ));
            }
            Some("win") => Some(Ending::Win),
            Some("loss") => Some(Ending::Loss),
            Some(other) => {
                let why = format!(
                    "{} is not one of white, black, draw, unknown, win, loss",
                    quoted(other)
                );
                return Err(wrong("result", &why));
            }
        };
        if self.color.is_some() && self.player.is_none() && self.opponent.is_none() {
            return Err(wrong("color", &"it is a player's colour; name the player"));
        }
        Ok(Filter {
            player: name("player", &self.player)?,
            color: parse_color("color", self.color.as_deref())?,
            opponent: name("opponent", &self.opponent)?,
            white: name("white", &self.white)?,
            black: name("black", &self.black)?,
            min_rating: self.min_rating.map(FilterNumber::get),
            max_rating: self.max_rating.map(FilterNumber::get),
            since: parsed::<Date>("since", self.since.as_deref())?,
            until: parsed::<Date>("until", self.until.as_deref())?,
            eco: name("eco", &self.eco)?,
            result,
            event: name("event", &self.event)?,
            comment: match self.comment.as_deref() {
                None => None,
                Some(text) => {
                    let query = CommentQuery::new(text);
                    let none = || wrong("comment", &format!("{} has no letter", quoted(text)));
                    Some(query.ok_or_else(none)?)
                }
            },
            turn: parse_color("turn", self.turn.as_deref())?,
            min_ply: self.min_ply.map(FilterNumber::get),
            max_ply: self.max_ply.map(FilterNumber::get),
            material: parsed("material", self.material.as_deref())?,
            played: parse_moves("played", self.played.as_deref().unwrap_or_default())?,
            speeds: parse_speeds(self.speeds.as_deref().unwrap_or_default())?
                .into_iter()
                .map(Some)
                .collect(),
            collections: parse_collections(self.collection.as_deref().unwrap_or_default())?,
            ..Filter::default()
        })
    }
}

/// Rejects a filter that asks anything of positions.
///
/// # Errors
///
/// [`Error::Impossible`], which names the field.
pub fn check_of_games(filter: &Filter) -> Result<(), Error> {
    let asked = [
        ("turn", filter.turn.is_some()),
        ("minPly", filter.min_ply.is_some()),
        ("maxPly", filter.max_ply.is_some()),
        ("material", filter.material.is_some()),
        ("played", !filter.played.is_empty()),
    ];
    match asked.into_iter().find(|(_, is_asked)| *is_asked) {
        Some((field, _)) => Err(Error::impossible(
            field,
            "it is about positions, and whole games are meant; leave it out",
        )),
        None => Ok(()),
    }
}

/// Parses a colour; `field` is the one that errors name.
///
/// # Errors
///
/// [`Error::Impossible`] for another word.
pub fn parse_color(field: &str, text: Option<&str>) -> Result<Option<Color>, Error> {
    match text {
        None => Ok(None),
        Some("white" | "w") => Ok(Some(Color::White)),
        Some("black" | "b") => Ok(Some(Color::Black)),
        Some(other) => {
            let why = format!("{} is not one of white, black", quoted(other));
            Err(Error::impossible(field, why))
        }
    }
}

/// Parses moves in SAN that no position is known of.
fn parse_moves(field: &str, texts: &[String]) -> Result<Vec<MoveQuery>, Error> {
    if texts.len() > MOST_MOVES {
        let why = format!(
            "{} moves are too many: name {MOST_MOVES} at most",
            texts.len()
        );
        return Err(Error::impossible(field, why));
    }
    let moves = texts.iter().map(|text| text.parse());
    moves
        .collect::<Result<_, _>>()
        .map_err(|error: ParseMoveError| Error::impossible(field, error))
}

/// Parses the names of speeds.
///
/// # Errors
///
/// [`Error::Impossible`] for another word.
pub fn parse_speeds(names: &[String]) -> Result<Vec<Speed>, Error> {
    let speeds = names.iter().map(|name| name.parse());
    speeds
        .collect::<Result<_, _>>()
        .map_err(|error: ParseSpeedError| Error::impossible("speeds", error))
}

/// Parses the names of collections.
///
/// # Errors
///
/// [`Error::Impossible`] for a text that cannot be one.
pub fn parse_collections(names: &[String]) -> Result<Vec<CollectionName>, Error> {
    let names = names.iter();
    names
        .map(|name| parse_collection("collection", name))
        .collect()
}

/// Parses a field if it is there.
fn parsed<T: FromStr<Err: Display>>(field: &str, text: Option<&str>) -> Result<Option<T>, Error> {
    let wrong = |error: T::Err| Error::impossible(field, error);
    text.map(|text| text.parse().map_err(wrong)).transpose()
}
