//! Filters of games and positions.

use app::{Error, FilterNumber, FilterRequest, parse_collections, parse_speeds};
use clap::Args;
use similarity::{CollectionName, Filter, Speed};

use crate::args::{of_option, ranged};

// What games and positions must be like: all of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// One of the players, e.g. `Carlsen`, `carlsen magnus` or `Carlsen, M`.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// That player's side.
    #[arg(long, value_name = "SIDE", value_parser = ["white", "black"])]
    color: Option<String>,

    /// The other player.
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,

    /// The player of the white pieces.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,

    /// The player of the black pieces.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    #[arg(long, value_name = "N", help = ranged("The lowest mean of both ratings", &FilterNumber::range()))]
    min_rating: Option<FilterNumber>,

    #[arg(long, value_name = "N", help = ranged("The highest mean of both ratings", &FilterNumber::range()))]
    max_rating: Option<FilterNumber>,

    /// Played on this day or later: 2010, 2010-06 or 2010-06-18.
    #[arg(long, value_name = "DATE")]
    since: Option<String>,

    /// Played on this day or earlier.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,

    /// The beginning of the ECO code, e.g. B9.
    #[arg(long, value_name = "CODE")]
    eco: Option<String>,

    /// How the game ended: white, black, draw or unknown; or win or loss, for `--player`.
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,

    /// Words in the name of the event.
    #[arg(long, value_name = "WORDS")]
    event: Option<String>,

    /// Words of the game's comments, and phrases in quotes: 'c5 "minority attack"', all of them.
    #[arg(long, value_name = "WORDS")]
    comment: Option<String>,

    #[arg(long, value_name = "N", help = ranged("The minimum number of half-moves before the position", &FilterNumber::range()))]
    min_ply: Option<FilterNumber>,

    #[arg(long, value_name = "N", help = ranged("The maximum number of half-moves before the position", &FilterNumber::range()))]
    max_ply: Option<FilterNumber>,

    /// The pieces on the board, e.g. `KRPPkrpp`.
    #[arg(long, value_name = "PIECES")]
    material: Option<String>,

    /// A move, e.g. `Bxh7+`, that the side to move plays within its next six. May be given up to six times: then all
    /// these moves are played, in any order.
    #[arg(long, value_name = "MOVE")]
    played: Vec<String>,

    #[command(flatten)]
    which: WhichGames,
}

// What games must be like wherever games are chosen.
#[derive(Debug, Args)]
pub(crate) struct WhichGames {
    /// How fast the game was, by its `TimeControl` tag, e.g. `blitz,rapid`: any of `ultraBullet`, `bullet`, `blitz`,
    /// `rapid`, `classical` and `correspondence`.
    #[arg(
        long,
        value_name = "SPEEDS",
        value_delimiter = ',',
        help_heading = "Filters"
    )]
    speeds: Vec<String>,

    #[command(flatten)]
    of: OfCollections,
}

// Which collections games must be in.
#[derive(Debug, Args)]
pub(crate) struct OfCollections {
    /// The game is in this collection; may be given several times, or with commas between names: then in any of them.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Filters"
    )]
    collection: Vec<String>,
}

impl WhichGames {
    /// The speeds.
    pub(crate) fn speeds(&self) -> Result<Vec<Speed>, Error> {
        parse_speeds(&self.speeds).map_err(of_option)
    }

    /// The collections.
    pub(crate) fn collections(&self) -> Result<Vec<CollectionName>, Error> {
        self.of.collections()
    }
}

impl OfCollections {
    /// The collections.
    pub(crate) fn collections(&self) -> Result<Vec<CollectionName>, Error> {
        parse_collections(&self.collection).map_err(of_option)
    }
}

impl FilterArgs {
    /// The filter, `None` without any of its options.
    pub(crate) fn filter(&self) -> Result<Option<Filter>, Error> {
        let request = FilterRequest {
            player: self.player.clone(),
            color: self.color.clone(),
            opponent: self.opponent.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
            min_rating: self.min_rating,
            max_rating: self.max_rating,
            since: self.since.clone(),
            until: self.until.clone(),
            eco: self.eco.clone(),
            result: self.result.clone(),
            event: self.event.clone(),
            comment: self.comment.clone(),
            turn: None,
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            material: self.material.clone(),
            played: some(&self.played),
            speeds: some(&self.which.speeds),
            collection: some(&self.which.of.collection),
        };
        if request == FilterRequest::default() {
            return Ok(None);
        }
        request.parse().map(Some).map_err(of_option)
    }
}

/// A list, if there is anything in it.
fn some(list: &[String]) -> Option<Vec<String>> {
    (!list.is_empty()).then(|| list.to_vec())
}
