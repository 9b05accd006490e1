//! `/api/training`: exercises from games, or the plan of a position.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Read;

use ::training::{Exercise, Moment, PgnGame, Wanted, exercises, pgn_games, plan};
use engine::{NoMemory, Score};
use index::{Played, Scoring, Snapshot, parse_fen};
use motifs::{named_structures, opening_of_game};
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};
use utoipa::ToSchema;

use crate::analysts::Until;
use crate::extract::number;
use crate::game::{GameHeader, Player};
use crate::problem::Problem;
use crate::schemas::Fen;
use crate::similar::Move;

/// How many exercises are made unless asked otherwise, and at most.
const USUAL: f64 = 10.0;
const MOST: f64 = 200.0;

/// How many moves a search makes unless asked otherwise. Guessed: a twentieth of a second.
const USUAL_NODES: f64 = 50_000.0;

/// How many positions are looked at for each exercise that is wanted. Guessed: one in thirty of a master's
/// has an only move.
const LOOKED_AT: usize = 200;

/// How many similar games are looked at for each exercise, and how far on from the similar position.
const SIMILAR_GAMES: usize = 10;
const SIMILAR_PLIES: usize = 8;

/// How many games a plan is made of, and the rating from which a player is strong.
const PLAN_GAMES: usize = 100;
const STRONG: u32 = 2300;

/// Where exercises come from: one of `fen`, `player`, `theme`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TrainingRequest {
    /// FEN or EPD: positions similar to it.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// A player, by words of the name: what that side could find in the player's games.
    pub player: Option<String>,
    /// A motif such as `fork`, or a named structure such as `Carlsbad structure`.
    pub theme: Option<String>,
    /// Ask for the plan of `fen` instead: what strong players did from similar positions.
    #[serde(default)]
    pub plan: bool,
    /// How many exercises, from 1 to 200; 10 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 200)]
    pub limit: Option<f64>,
    /// The least rating of an exercise.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 4000)]
    pub min_rating: Option<f64>,
    /// The highest rating of an exercise.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 4000)]
    pub max_rating: Option<f64>,
    /// How many moves each search makes, from 1,000 on; 50,000 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1000, maximum = 1_000_000_000)]
    pub nodes: Option<f64>,
}

/// Exercises, or a plan.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingResponse {
    /// The exercises, the easiest first.
    pub exercises: Vec<TrainingExercise>,
    /// The plan, if that was asked for.
    pub plan: Option<TrainingPlan>,
    /// How many positions the engine has looked at.
    pub positions: usize,
}

/// An exercise: find the only move.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrainingExercise {
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The side that solves it, `white` or `black`.
    pub color: &'static str,
    /// The position before the opponent's last move.
    #[schema(value_type = Fen)]
    pub previous_fen: String,
    /// The opponent's last move.
    pub last_move: Move,
    /// The solver's moves and the opponent's best replies.
    pub solution: Vec<Move>,
    /// The score of the solution, from the solver's side; null if it is a mate.
    pub cp: Option<i32>,
    /// The solver mates in so many moves; null if that is not so.
    pub mate: Option<i32>,
    /// The next best first moves.
    pub alternatives: Vec<TrainingAlternative>,
    /// How hard it is, as `/api/difficulty` says.
    pub rating: u32,
    /// Four in five puzzles are within.
    pub interval: [u32; 2],
    /// Themes as lichess names them.
    pub themes: Vec<&'static str>,
    /// Whether the game went on with the first move; null if it ended here.
    pub found: Option<bool>,
    /// Half-moves of the game before it.
    pub ply: usize,
    /// The opening of the game; null if it has none.
    pub opening: Option<&'static str>,
    /// The game; its `id` is its number in the index, or in the file.
    pub game: GameHeader,
}

/// A move that is not the solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingAlternative {
    /// The move.
    #[serde(flatten)]
    pub played: Move,
    /// Its score, from the solver's side.
    pub cp: Option<i32>,
    /// A mate.
    pub mate: Option<i32>,
}

/// What was played on from similar positions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingPlan {
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// The side whose plan it is.
    pub color: &'static str,
    /// How many games were counted.
    pub games: usize,
    /// The moves of two games or more, the most frequent first.
    pub moves: Vec<TrainingPlanMove>,
}

/// A piece and where it went within three moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingPlanMove {
    /// The piece, as in a FEN.
    pub piece: char,
    /// Where it went.
    pub to: String,
    /// In how many games.
    pub games: usize,
}

/// A game that exercises come from.
struct Source {
    header: GameHeader,
    positions: Vec<Chess>,
    moves: Vec<Option<shakmaty::Move>>,
}

/// What is wanted, checked.
struct Checked {
    limit: usize,
    wanted: Wanted,
}

/// Makes exercises of the games of an index, or finds the plan of a position.
///
/// # Errors
///
/// 400 or 422 for the fields.
///
/// `see` is told how many positions have been looked at.
pub fn training(
    snapshot: &Snapshot,
    request: &TrainingRequest,
    until: &Until,
    see: impl FnMut(usize),
) -> Result<TrainingResponse, Problem> {
    let checked = request.checked()?;
    let asked = (&request.fen, &request.player, &request.theme);
    if request.plan {
        let (Some(fen), None, None) = asked else {
            return Err(Problem::impossible("plan: it goes with a fen alone"));
        };
        let plan = plan_of(snapshot, &parse_fen(fen)?)?;
        return Ok(TrainingResponse {
            exercises: Vec::new(),
            plan: Some(plan),
            positions: 0,
        });
    }
    match asked {
        (Some(fen), None, None) => {
            let games = checked.limit * SIMILAR_GAMES;
            let found = similar(snapshot, &parse_fen(fen)?, games)?;
            let sources = found.into_iter().map(|(source, ply)| {
                let plies = ply.max(1)..ply + SIMILAR_PLIES;
                (
                    source,
                    Box::new(move |_: &Chess, at: usize| plies.contains(&at)) as Choice,
                )
            });
            made(sources, &checked, until, see)
        }
        (None, Some(player), None) => {
            let sources = stored(snapshot, until).filter_map(|source| {
                let color = color_of(&source.header, player)?;
                Some((
                    source,
                    Box::new(move |position: &Chess, _| position.turn() == color) as Choice,
                ))
            });
            made(sources, &checked, until, see)
        }
        (None, None, Some(theme)) => {
            let sources = stored(snapshot, until).map(|source| {
                let theme = theme.clone();
                (
                    source,
                    Box::new(move |position: &Chess, _| has(position, &theme)) as Choice,
                )
            });
            made(sources, &checked, until, see)
        }
        _ => Err(Problem::unreadable(
            "send one of fen, player and theme, to say where exercises come from",
        )),
    }
}

/// Makes exercises of the games of a stream of PGN; with a `player` of that side's moves, otherwise of both
/// sides'.
///
/// # Errors
///
/// 400 if it cannot be read, 422 for fields out of range.
pub fn training_of_pgn(
    read: impl Read,
    request: &TrainingRequest,
    until: &Until,
    see: impl FnMut(usize),
) -> Result<TrainingResponse, Problem> {
    let checked = request.checked()?;
    if request.fen.is_some() || request.theme.is_some() || request.plan {
        return Err(Problem::unreadable(
            "pgn: a fen, a theme and a plan are looked for in the index, not in a file",
        ));
    }
    let failure = RefCell::new(None);
    let games = pgn_games(read).map_while(|game| {
        game.map_err(|error| *failure.borrow_mut() = Some(error))
            .ok()
    });
    let sources = (1..).zip(games).filter_map(|(number, game)| {
        let source = Source::from_pgn(number, game);
        let color = match &request.player {
            Some(player) => Some(color_of(&source.header, player)?),
            None => None,
        };
        let choice = move |position: &Chess, _| color.is_none_or(|color| position.turn() == color);
        Some((source, Box::new(choice) as Choice))
    });
    let response = made(sources, &checked, until, see)?;
    match failure.into_inner() {
        Some(error) => Err(Problem::unreadable(error.to_string())),
        None => Ok(response),
    }
}

/// Whether a position of a game, by its ply, may become an exercise.
type Choice = Box<dyn Fn(&Chess, usize) -> bool>;

impl TrainingRequest {
    fn checked(&self) -> Result<Checked, Problem> {
        let whole = |name: &str, number: Option<f64>, usual: f64, least: f64, most: f64| {
            let number = number.unwrap_or(usual);
            if number.fract() == 0.0 && (least..=most).contains(&number) {
                return Ok(number);
            }
            Err(Problem::impossible(format!(
                "{name}: {number} is out of range; it is a whole number from {least} to {most}"
            )))
        };
        let limit = whole("limit", self.limit, USUAL, 1.0, MOST)? as usize;
        let least = whole("minRating", self.min_rating, 0.0, 0.0, 4000.0)? as u32;
        let most = whole("maxRating", self.max_rating, 4000.0, 0.0, 4000.0)? as u32;
        if least > most {
            return Err(Problem::impossible("minRating: it is above maxRating"));
        }
        let nodes = whole("nodes", self.nodes, USUAL_NODES, 1000.0, 1e9)? as u64;
        let ratings = [least, most];
        Ok(Checked {
            limit,
            wanted: Wanted {
                limit,
                ratings,
                nodes,
            },
        })
    }
}

impl Source {
    fn from_index(game: &index::Game) -> Source {
        let (positions, moves): (Vec<Chess>, Vec<Option<Played>>) = game.positions().unzip();
        let moves = moves.into_iter().map(|played| match played {
            Some(Played::Move(m)) => Some(m),
            _ => None,
        });
        Source {
            header: GameHeader::new(game),
            positions,
            moves: moves.collect(),
        }
    }

    fn from_pgn(number: u64, game: PgnGame) -> Source {
        let tag = |name: &str| {
            let found = game.tags.iter().find(|(key, _)| key == name);
            found.map(|(_, value)| value.clone())
        };
        let player = |name: &str, elo: &str| Player {
            name: tag(name),
            rating: tag(elo).and_then(|elo| elo.trim().parse().ok()),
        };
        let winner = match tag("Result").as_deref().map(str::trim) {
            Some("1-0") => Some("white"),
            Some("0-1") => Some("black"),
            _ => None,
        };
        Source {
            header: GameHeader {
                id: number,
                event: tag("Event"),
                site: tag("Site"),
                date: tag("Date"),
                round: tag("Round"),
                white: player("White", "WhiteElo"),
                black: player("Black", "BlackElo"),
                winner,
                result: tag("Result"),
                eco: tag("ECO"),
            },
            positions: game.positions,
            moves: game.moves,
        }
    }
}

/// All stored games, in their order.
fn stored<'a>(snapshot: &'a Snapshot, until: &'a Until) -> impl Iterator<Item = Source> + 'a {
    let ids = 1..=snapshot.statistics().last_game;
    let games = ids.take_while(|_| !until.is_over());
    games.filter_map(|id| {
        snapshot
            .game(id)
            .ok()
            .flatten()
            .map(|game| Source::from_index(&game))
    })
}

/// The games with a position like one, and its ply.
fn similar(
    snapshot: &Snapshot,
    position: &Chess,
    games: usize,
) -> Result<Vec<(Source, usize)>, Problem> {
    let found = snapshot.similar(position, games, Scoring::default())?;
    let mut sources = Vec::new();
    for hit in found.hits.iter().filter(|hit| hit.score > 0.0) {
        if let Some(game) = snapshot.game(hit.game)? {
            sources.push((Source::from_index(&game), hit.ply as usize));
        }
    }
    Ok(sources)
}

/// The side of a player whose name has all words of what was asked for.
fn color_of(header: &GameHeader, player: &str) -> Option<Color> {
    let words = |name: &str| -> Vec<String> {
        let words = name
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let wanted = words(player);
    let is = |player: &Player| {
        let name = words(player.name.as_deref().unwrap_or_default());
        !wanted.is_empty() && wanted.iter().all(|word| name.contains(word))
    };
    if is(&header.white) {
        Some(Color::White)
    } else {
        is(&header.black).then_some(Color::Black)
    }
}

/// Whether a motif or a structure of that name is in a position.
fn has(position: &Chess, theme: &str) -> bool {
    let named = named_structures(position.board());
    named
        .iter()
        .any(|structure| structure.name.eq_ignore_ascii_case(theme))
        || motifs::motifs(position)
            .iter()
            .any(|motif| motif.kind.name().eq_ignore_ascii_case(theme))
}

/// Exercises from the chosen positions of games, as they come.
fn made(
    sources: impl Iterator<Item = (Source, Choice)>,
    checked: &Checked,
    until: &Until,
    mut see: impl FnMut(usize),
) -> Result<TrainingResponse, Problem> {
    let games: RefCell<BTreeMap<usize, (GameHeader, Option<&'static str>)>> = RefCell::default();
    let moments = sources.enumerate().flat_map(|(game, (source, choice))| {
        let opening = opening_of_game(source.positions.iter().cloned());
        let opening = opening.map(|(_, opening)| opening.name);
        if let Entry::Vacant(entry) = games.borrow_mut().entry(game) {
            entry.insert((source.header.clone(), opening));
        }
        let plies = 1..source.positions.len();
        let moments = plies.filter_map(|ply| {
            let position = &source.positions[ply];
            let last = source.moves[ply - 1]?;
            choice(position, ply).then(|| Moment {
                position: position.clone(),
                before: (source.positions[ply - 1].clone(), last),
                played: source.moves.get(ply).copied().flatten(),
                game,
                ply,
            })
        });
        moments.collect::<Vec<_>>()
    });
    let most = checked.limit * LOOKED_AT;
    let mut positions = 0;
    let go_on = |looked_at: usize| {
        positions = looked_at;
        see(looked_at);
        looked_at < most && !until.is_over()
    };
    let found = exercises(moments, &checked.wanted, go_on)
        .map_err(|error: NoMemory| Problem::internal(error))?;
    let games = games.into_inner();
    let told = found.iter().filter_map(|exercise| {
        let (header, opening) = games.get(&exercise.moment.game)?;
        Some(TrainingExercise::new(exercise, header.clone(), *opening))
    });
    Ok(TrainingResponse {
        exercises: told.collect(),
        plan: None,
        positions,
    })
}

/// `cp` and `mate` of a score.
fn parts(score: Score) -> (Option<i32>, Option<i32>) {
    match score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate(moves) => (None, Some(moves)),
    }
}

fn told(position: &Chess, m: shakmaty::Move) -> Move {
    Move {
        uci: m.to_uci(position.castles().mode()).to_string(),
        san: SanPlus::from_move(position.clone(), m).to_string(),
    }
}

impl TrainingExercise {
    fn new(
        exercise: &Exercise,
        game: GameHeader,
        opening: Option<&'static str>,
    ) -> TrainingExercise {
        let moment = &exercise.moment;
        let position = &moment.position;
        let (before, last) = &moment.before;
        let mut line = position.clone();
        let solution = exercise.solution.iter().map(|m| {
            let played = told(&line, *m);
            line.play_unchecked(*m);
            played
        });
        let solution = solution.collect();
        let (cp, mate) = parts(exercise.score);
        let alternatives = exercise.alternatives.iter().map(|alternative| {
            let (cp, mate) = parts(alternative.score);
            let played = told(position, alternative.m);
            TrainingAlternative { played, cp, mate }
        });
        TrainingExercise {
            fen: index::fen(position),
            color: position.turn().fold_wb("white", "black"),
            previous_fen: index::fen(before),
            last_move: told(before, *last),
            solution,
            cp,
            mate,
            alternatives: alternatives.collect(),
            rating: exercise.difficulty.rating,
            interval: exercise.difficulty.interval,
            themes: exercise.themes.clone(),
            found: exercise.found,
            ply: moment.ply,
            opening,
            game,
        }
    }
}

/// What strong players did from positions like one.
fn plan_of(snapshot: &Snapshot, position: &Chess) -> Result<TrainingPlan, Problem> {
    let color = position.turn();
    let mut games = Vec::new();
    for (source, ply) in similar(snapshot, position, PLAN_GAMES)? {
        let player = color.fold_wb(&source.header.white, &source.header.black);
        if player.rating.is_some_and(|rating| rating < STRONG) {
            continue;
        }
        let line = source.positions.iter().zip(&source.moves).skip(ply);
        let moves = line.map_while(|(position, m)| Some((position.turn(), (*m)?)));
        games.push(moves.collect::<Vec<_>>());
    }
    let found = plan(games.iter().map(Vec::as_slice), color);
    let moves = found.moves.into_iter().map(|m| TrainingPlanMove {
        piece: m.role.of(color).char(),
        to: m.to.to_string(),
        games: m.games,
    });
    Ok(TrainingPlan {
        fen: index::fen(position),
        color: color.fold_wb("white", "black"),
        games: found.games,
        moves: moves.collect(),
    })
}
