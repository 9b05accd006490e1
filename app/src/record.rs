//! A player's record: results, openings and named structures of the games in an index.

pub(crate) mod opened;
pub(crate) mod stood;

use std::collections::BTreeMap;

use index::Pace;
use pgn::Game;
use serde::Serialize;
use shakmaty::{Color, Outcome};
use similarity::{Ending, GameFilter, GameResult, is_named};
use utoipa::ToSchema;

use crate::database::View;
use crate::error::{Error, quoted};
use crate::motifs::Opening;
use crate::names::{Name, WhoseName};

use opened::{Openings, opened};
use stood::{Stood, structures as structures_of_game};

/// The number of games of each colour of which the moves are read, those of the highest numbers. Guessed; 2,000 games take a
/// quarter of a second (measured with 22.6 million positions), in slices.
const MOST_READ: usize = 1000;

/// The number of games that are read in one slice of work, and what a slice costs, in hits of a search. Guessed: some ten
/// milliseconds.
const SLICE_GAMES: usize = 100;
const SLICE: u64 = 50;

/// The most openings of a colour, and the most structures, in an answer. Guessed: more than fit on a screen.
const MOST_LISTED: usize = 30;

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

impl PlayerScore {
    /// Counts a game of a player of this colour.
    pub(crate) fn count(&mut self, game: &Game, color: Color) {
        self.games += 1;
        let result = game.tags.get("Result").unwrap_or_default();
        let Ok(Outcome::Known(known)) = Outcome::from_ascii(result.trim().as_bytes()) else {
            return;
        };
        match known.winner() {
            Some(winner) if winner == color => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
    }
}

/// What is seen in one game.
struct Seen {
    game: Game,
    color: Color,
    /// Its opening without a variation, and the moves that lead to it.
    opening: Option<(Opening, String)>,
    structures: Vec<Stood>,
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
    let (white, with_white) = games_of(view, name, Color::White, pace)?;
    let (black, with_black) = games_of(view, name, Color::Black, pace)?;
    if white.games + black.games == 0 {
        return Err(Error::NoPlayer(quoted(name)));
    }
    let with_white = read(view, &with_white, Color::White, pace)?;
    let with_black = read(view, &with_black, Color::Black, pace)?;
    let both = || with_white.iter().chain(&with_black);
    Ok(PlayerRecord {
        name: spelling(both(), name),
        games: white.games + black.games,
        read: both().count() as u64,
        structures: structures(both()),
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

/// How a player's games of a colour ended, and their ids. Each look at all games is a slice.
fn games_of(
    view: &View,
    name: &str,
    color: Color,
    pace: &Pace,
) -> Result<(PlayerScore, Vec<u64>), Error> {
    let passing = |result| {
        if !pace.next(SLICE) {
            return Err(Error::NO_TIME);
        }
        view.games_that_pass(&GameFilter {
            player: Some(name.to_owned()),
            color: Some(color),
            result,
            ..GameFilter::default()
        })
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
fn read(view: &View, ids: &[u64], color: Color, pace: &Pace) -> Result<Vec<Seen>, Error> {
    let mut seen = Vec::new();
    for some in ids[ids.len().saturating_sub(MOST_READ)..].rchunks(SLICE_GAMES) {
        if !pace.next(SLICE) {
            break;
        }
        let games = view.games(some)?;
        seen.extend(games.into_iter().map(|game| Seen::new(game, color)));
    }
    Ok(seen)
}

impl Seen {
    fn new(game: Game, color: Color) -> Seen {
        let line: Vec<_> = game.positions().collect();
        Seen {
            opening: opened(&game, &line),
            structures: structures_of_game(&line, color),
            game,
            color,
        }
    }
}

/// The spelling of a name that most games have.
fn spelling<'a>(read: impl Iterator<Item = &'a Seen>, name: &str) -> String {
    let mut spellings: BTreeMap<&str, u64> = BTreeMap::new();
    for seen in read {
        let tag = seen.color.fold_wb("White", "Black");
        if let Some(own) = seen.game.tags.get(tag).filter(|own| is_named(own, name)) {
            *spellings.entry(own).or_default() += 1;
        }
    }
    let most = spellings.into_iter().max_by_key(|(_, games)| *games);
    most.map_or(name, |(own, _)| own).to_owned()
}

/// The openings of some games, the most frequent first.
fn openings(read: &[Seen]) -> Vec<PlayerOpening> {
    let mut openings: Openings<PlayerScore> = Openings::new();
    for seen in read {
        if let Some(opened) = &seen.opening {
            openings.of(opened).count(&seen.game, seen.color);
        }
    }
    let listed = openings.all().map(|(opening, moves, score)| PlayerOpening {
        opening,
        moves,
        score,
    });
    let mut listed: Vec<_> = listed.collect();
    listed.sort_by_key(|opening| std::cmp::Reverse(opening.score.games));
    listed.truncate(MOST_LISTED);
    listed
}

/// The structures of some games, the most frequent first.
fn structures<'a>(read: impl Iterator<Item = &'a Seen>) -> Vec<PlayerStructure> {
    let mut structures: BTreeMap<_, PlayerStructure> = BTreeMap::new();
    for seen in read {
        for Stood { name, side, plies } in &seen.structures {
            let of_games = structures
                .entry((*name, *side))
                .or_insert_with(|| PlayerStructure {
                    name,
                    side: side.map(Name),
                    score: PlayerScore::default(),
                    game: 0,
                    ply: 0,
                });
            of_games.score.count(&seen.game, seen.color);
            if seen.game.id >= of_games.game {
                (of_games.game, of_games.ply) = (seen.game.id, plies[0] as usize);
            }
        }
    }
    let mut listed: Vec<_> = structures.into_values().collect();
    listed.sort_by_key(|structure| std::cmp::Reverse(structure.score.games));
    listed.truncate(MOST_LISTED);
    listed
}
