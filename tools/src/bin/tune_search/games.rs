//! Games of the engine against itself, with other numbers on each side.

use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Evaluation, Game, Limits, Parameters, Score};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

/// Random moves behind each opening.
const RANDOM_MOVES: usize = 2;
/// After which neither side may be ahead by more centipawns than this. Guessed.
const EVEN: i32 = 60;
/// Nodes by which this is seen.
const EVEN_NODES: u64 = 3000;
/// A game that is longer is drawn.
const LONGEST: usize = 400;
/// A game is drawn if, from this ply on, both sides see no more than [`DRAWN`] centipawns for [`DRAWN_PLIES`].
const DRAWN_FROM: usize = 30;
const DRAWN: i32 = 10;
const DRAWN_PLIES: usize = 10;
/// A game is won if both sides see as many centipawns for as many plies.
const WON: i32 = 700;
const WON_PLIES: usize = 6;

/// What is the same in all games.
pub(crate) struct Match {
    openings: Vec<Chess>,
    evaluation: Evaluation,
    /// For each move.
    nodes: u64,
}

/// The evaluation of some name.
fn evaluation(name: &str) -> Result<Evaluation, String> {
    let mut all = Evaluation::ALL.into_iter();
    all.find(|evaluation| evaluation.name() == name)
        .ok_or_else(|| format!("{name}: no evaluation; `network` is one"))
}

/// First positions of a file, a FEN a line.
fn openings(path: &Path) -> Result<Vec<Chess>, String> {
    let in_file = |error: &dyn Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| in_file(&error))?;
    let positions = text.lines().map(|line| {
        let fen: Fen = line
            .parse()
            .map_err(|error| in_file(&format!("{line}: {error}")))?;
        let position: Result<Chess, _> = fen.into_position(CastlingMode::Standard);
        position.map_err(|error| in_file(&format!("{line}: {error}")))
    });
    let positions: Vec<Chess> = positions.collect::<Result<_, String>>()?;
    if positions.is_empty() {
        return Err(in_file(&"no position; each line is to be a FEN"));
    }
    Ok(positions)
}

impl Match {
    /// Games from positions near those of a file, with an evaluation of some name.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a line of it is no FEN, or there is no such evaluation.
    pub(crate) fn new(path: &Path, name: &str, nodes: u64) -> Result<Match, String> {
        Ok(Match {
            openings: openings(path)?,
            evaluation: evaluation(name)?,
            nodes,
        })
    }

    /// Plays two games from an even position, which is drawn by chance, with colours changed; returns the wins of the
    /// first parameters less those of the others, -2 to 2.
    pub(crate) fn pair(
        &self,
        parameters: [&Parameters; 2],
        random: &mut fastrand::Rng,
    ) -> Result<i32, String> {
        let start = self.even(random)?;
        let [one, other] = parameters.map(|parameters| self.player(parameters.clone()));
        let mut players = [one?, other?];
        let mut wins = 0;
        for white in [0, 1] {
            let result = game(&mut players, white, &start, self.nodes);
            wins += if white == 0 { result } else { -result };
        }
        Ok(wins)
    }

    /// An even position near one of the openings, by chance.
    fn even(&self, random: &mut fastrand::Rng) -> Result<Chess, String> {
        let mut judge = self.player(Parameters::default())?;
        loop {
            let mut position = self.openings[random.usize(..self.openings.len())].clone();
            for _ in 0..RANDOM_MOVES {
                let moves = position.legal_moves();
                if !moves.is_empty() {
                    position.play_unchecked(moves[random.usize(..moves.len())]);
                }
            }
            judge.begin(&position);
            let chosen = judge.choose(EVEN_NODES);
            if chosen.is_some_and(|(_, score)| score.abs() <= EVEN) {
                return Ok(position);
            }
        }
    }

    fn player(&self, parameters: Parameters) -> Result<Player, String> {
        let mut engine = Engine::new(16).map_err(|error| error.to_string())?;
        engine.set_evaluation(self.evaluation);
        engine.set_parameters(parameters);
        Ok(Player {
            engine,
            game: Game::default(),
        })
    }
}

/// Plays a game, in which one of the players is White: 1 if White wins, 0 for a draw, -1 if Black wins.
fn game(players: &mut [Player; 2], white: usize, start: &Chess, nodes: u64) -> i32 {
    for player in &mut *players {
        player.begin(start);
    }
    let mut position = start.clone();
    let mut seen: Vec<Chess> = Vec::new();
    let (mut drawn, mut won) = (0, [0, 0]);
    loop {
        let same =
            |other: &&Chess| other.board() == position.board() && other.turn() == position.turn();
        if seen.len() >= LONGEST
            || position.is_insufficient_material()
            || position.halfmoves() >= 100 && !position.is_checkmate()
            || seen.iter().filter(same).count() >= 2
        {
            return 0;
        }
        let turn = position.turn();
        let to_move = turn.fold_wb(white, 1 - white);
        let Some((m, score)) = players[to_move].choose(nodes) else {
            return if position.is_check() {
                turn.fold_wb(-1, 1)
            } else {
                0
            };
        };
        let score = turn.fold_wb(score, -score);
        let is_drawn = seen.len() >= DRAWN_FROM && score.abs() <= DRAWN;
        drawn = if is_drawn { drawn + 1 } else { 0 };
        for color in Color::ALL {
            let ahead = color.fold_wb(score, -score) >= WON;
            let plies = &mut won[color as usize];
            *plies = if ahead { *plies + 1 } else { 0 };
            if *plies >= WON_PLIES {
                return color.fold_wb(1, -1);
            }
        }
        if drawn >= DRAWN_PLIES {
            return 0;
        }
        seen.push(position.clone());
        position.play_unchecked(m);
        for player in &mut *players {
            player.game.play(m);
        }
    }
}

/// An engine in a game.
struct Player {
    engine: Engine,
    game: Game,
}

impl Player {
    fn begin(&mut self, start: &Chess) {
        self.engine.forget();
        self.game = Game::new(start.clone());
    }

    /// Its move, and its score in centipawns; none where there is no move.
    fn choose(&mut self, nodes: u64) -> Option<(Move, i32)> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stop = AtomicBool::new(false);
        let analysis = self.engine.search(&self.game, &limits, &stop, |_| ());
        let score = match analysis.lines.first()?.score {
            Score::Cp(score) => score,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        Some((analysis.best_move()?, score))
    }
}
