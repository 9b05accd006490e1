//! A player's record: results, openings and named structures of the games in an index.

use coach::record::{self, OpeningRecord, RecordGame, Results, StructureRecord};
use index::Pace;
use serde::Serialize;
use shakmaty::Color;
use similarity::{Ending, GameFilter, GameResult, is_named};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::{Error, quoted};
use crate::motifs::Opening;
use crate::names::{Name, WhoseName};

/// The number of games of each colour of which the moves are read, those of the highest numbers. Guessed; 2,000 games take a
/// quarter of a second (measured with 22.6 million positions), in slices.
const MOST_READ: usize = 1000;

/// The number of games that are read in one slice of work, and what a slice costs, in hits of a search. Guessed: some ten
/// milliseconds.
const SLICE_GAMES: usize = 100;
const SLICE: u64 = 50;

/// A player's results, openings and named structures.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerRecord {
    /// The name as most of the games that were read have it.
    pub name: String,
    /// The number of games that the name passes as a filter, other spellings included.
    pub games: u64,
    /// The number of games of which the moves were read, for openings and structures: of each colour the 1,000 with the
    /// highest numbers, fewer if there was no time for all.
    pub read: u64,
    /// The games with White.
    pub white: PlayerSide,
    /// The games with Black.
    pub black: PlayerSide,
    /// The named structures of the games that were read, the most frequent first: those that were the best named one of
    /// the board for eight half-moves or more. 30 at most.
    pub structures: Vec<PlayerStructure>,
}

/// How a player's games ended.
#[derive(Copy, Clone, Debug, Default, Serialize, ToSchema)]
pub struct PlayerScore {
    /// The number of games, those of unknown result included.
    pub games: u64,
    /// The number that the player won.
    pub wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number that the player lost.
    pub losses: u64,
}

/// A player's games of one colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerSide {
    /// How they ended: all of them.
    #[serde(flatten)]
    pub score: PlayerScore,
    /// The openings of those that were read, the most frequent first; 30 at most.
    pub openings: Vec<PlayerOpening>,
}

/// An opening of a player: all its variations together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerOpening {
    /// Code and name of the position after `moves`, without a variation: `Sicilian Defense`.
    #[serde(flatten)]
    pub opening: Opening,
    /// The moves by which it was most often reached, in standard algebraic notation: `e4 c5`.
    pub moves: String,
    /// How the games ended.
    #[serde(flatten)]
    pub score: PlayerScore,
}

/// A named structure in a player's games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerStructure {
    /// Its name, e.g. `Carlsbad structure`.
    pub name: &'static str,
    /// Whose it is: of `player` or `opponent`; null if it is the same for both.
    #[schema(inline)]
    pub side: Option<WhoseName>,
    /// How the games ended.
    #[serde(flatten)]
    pub score: PlayerScore,
    /// The last game that has it.
    pub game: u64,
    /// The ply at which it first stood in that game.
    pub ply: usize,
}

impl From<Results> for PlayerScore {
    fn from(results: Results) -> PlayerScore {
        PlayerScore {
            games: results.games,
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
        }
    }
}

impl From<OpeningRecord> for PlayerOpening {
    fn from(record: OpeningRecord) -> PlayerOpening {
        PlayerOpening {
            opening: record.line.opening.into(),
            moves: record.line.moves,
            score: record.results.into(),
        }
    }
}

impl From<StructureRecord> for PlayerStructure {
    fn from(record: StructureRecord) -> PlayerStructure {
        PlayerStructure {
            name: record.name,
            side: record.side.map(Name),
            score: record.results.into(),
            game: record.game,
            ply: record.ply,
        }
    }
}

/// The record of the player of this name, by the rules of [`GameFilter::player`].
///
/// The work is done in slices; where `pace` ends between two of them, no more games are read.
///
/// # Errors
///
/// [`Error::NoPlayer`] if there is no game; [`Error::Impossible`] for a name without a letter; [`Error::OutOfTime`] if
/// `pace` ends before the games are counted; what the index reports.
pub fn player_record(view: &View, name: &str, pace: &Pace) -> Result<PlayerRecord, Error> {
    if !name.chars().any(char::is_alphanumeric) {
        let why = format!("{} has no letter", quoted(name));
        return Err(Error::impossible("name", why));
    }
    let (white, with_white) = games_of(view, name, Color::White, &[], pace)?;
    // A game in which the name matches both players counts once, as White's.
    let (black, with_black) = games_of(view, name, Color::Black, &with_white, pace)?;
    if white.games + black.games == 0 {
        return Err(Error::NoPlayer(quoted(name)));
    }
    let with_white = read(view, &with_white, Color::White, pace)?;
    let with_black = read(view, &with_black, Color::Black, pace)?;
    let both = || with_white.iter().chain(&with_black);
    let spelling = record::spelling(both(), |own| is_named(own, name));
    let structures = record::structures(both()).into_iter();
    let openings = |games: &[RecordGame]| {
        let openings = record::openings(games).into_iter();
        openings.map(PlayerOpening::from).collect()
    };
    Ok(PlayerRecord {
        name: spelling.unwrap_or(name).to_owned(),
        games: white.games + black.games,
        read: both().count() as u64,
        structures: structures.map(PlayerStructure::from).collect(),
        white: PlayerSide {
            score: white,
            openings: openings(&with_white),
        },
        black: PlayerSide {
            score: black,
            openings: openings(&with_black),
        },
    })
}

/// How a player's games of a colour ended, and their ids, without some of other games, which are ascending. Each look at
/// all games is a slice.
fn games_of(
    view: &View,
    name: &str,
    color: Color,
    others: &[u64],
    pace: &Pace,
) -> Result<(PlayerScore, Vec<u64>), Error> {
    let passing = |result| {
        if !pace.next(SLICE) {
            return Err(Error::NO_TIME);
        }
        let mut ids = view.games_that_pass(&GameFilter {
            player: Some(name.to_owned()),
            color: Some(color),
            result,
            ..GameFilter::default()
        })?;
        ids.retain(|id| others.binary_search(id).is_err());
        Ok(ids)
    };
    let ids = passing(None)?;
    let score = PlayerScore {
        games: ids.len() as u64,
        wins: passing(Some(Ending::Win))?.len() as u64,
        draws: passing(Some(Ending::Is(GameResult::Drawn)))?.len() as u64,
        losses: passing(Some(Ending::Loss))?.len() as u64,
    };
    Ok((score, ids))
}

/// Reads the last of a player's games of a colour, in slices, until `pace` ends.
fn read(view: &View, ids: &[u64], color: Color, pace: &Pace) -> Result<Vec<RecordGame>, Error> {
    let mut read = Vec::new();
    for some in ids[ids.len().saturating_sub(MOST_READ)..].rchunks(SLICE_GAMES) {
        if !pace.next(SLICE) {
            break;
        }
        let games = view.games(some)?;
        read.extend(games.iter().map(|game| RecordGame::new(game, color)));
    }
    Ok(read)
}
