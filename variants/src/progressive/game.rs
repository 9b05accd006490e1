//! Whole games of progressive chess.

use std::fmt;

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square};

use super::rules::{Check, EnPassant, Rules, again, moves, without_passing};
use super::task::{MOST_MOVES, Task};

/// A game: White makes one move, Black two, White three and so on.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    /// With the side to move; nothing to be taken en passant but `passing`.
    position: Chess,
    /// The number of moves in the series.
    series: u64,
    /// How many of them are made.
    made: u64,
    /// Where pawns of the series before may be taken.
    passing: Bitboard,
    /// Where pawns of this series will be.
    stepped: Bitboard,
    outcome: Option<Outcome>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By mate.
    Mate {
        /// The side that mated.
        winner: Color,
    },
    /// The side to move is not in check, and cannot move; or in Italian games cannot complete its series.
    Stalemate,
    /// Neither side can mate any more.
    InsufficientMaterial,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The move is not legal in chess.
    #[error("it is not legal")]
    Illegal,
    /// It checks before the series is at its end.
    #[error("only the last move of a series may give check")]
    EarlyCheck,
    /// The game has ended.
    #[error("the game has ended")]
    Over,
}

impl Game {
    /// A game from the usual start. [`Check::Last`] is played as [`Check::Italian`]: there, too, a check
    /// before the last move is not an answer to a check.
    pub fn new(rules: Rules) -> Game {
        Game::start(Chess::default(), Bitboard::EMPTY, 1, rules)
    }

    /// A game from a position with its number of moves.
    pub fn from_task(task: &Task, rules: Rules) -> Game {
        Game::start(
            task.position.clone(),
            task.passing,
            u64::from(task.moves),
            rules,
        )
    }

    fn start(position: Chess, passing: Bitboard, series: u64, rules: Rules) -> Game {
        let mut game = Game {
            rules,
            position,
            series,
            made: 0,
            passing,
            stepped: Bitboard::EMPTY,
            outcome: None,
        };
        game.outcome = game.ended();
        game
    }

    /// The position, with the side to move.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// How many moves the series has, from 1 on.
    pub fn series(&self) -> u64 {
        self.series
    }

    /// How many of them are made.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The position as a task, at the beginning of a series of up to [`MOST_MOVES`].
    pub fn task(&self) -> Option<Task> {
        let moves = u8::try_from(self.series).ok()?;
        (self.made == 0 && moves <= MOST_MOVES).then(|| Task {
            position: self.position.clone(),
            passing: self.passing,
            moves,
        })
    }

    /// The moves that may be played.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        self.replies().into_iter().map(|(m, _)| m).collect()
    }

    /// Plays a move. The side to move stays the same until the series has ended.
    ///
    /// # Errors
    ///
    /// See [`IllegalMove`].
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::Over);
        }
        let replies = moves(&self.position, self.passing_now()).into_iter();
        let (_, after) = replies
            .into_iter()
            .find(|&(reply, _)| reply == m)
            .ok_or(IllegalMove::Illegal)?;
        if !self.allows(&after) {
            return Err(IllegalMove::EarlyCheck);
        }
        let turn = self.position.turn();
        if self.rules.en_passant == EnPassant::Last {
            self.stepped = Bitboard::EMPTY;
        }
        self.stepped = step(self.stepped, m, turn);
        self.made += 1;
        if self.made == self.series || after.is_check() {
            self.position = without_passing(&after);
            self.series += 1;
            self.made = 0;
            self.passing = self.stepped;
            self.stepped = Bitboard::EMPTY;
        } else {
            // Nobody is in check.
            self.position = again(&after).ok_or(IllegalMove::Illegal)?;
        }
        self.outcome = self.ended();
        Ok(())
    }

    fn passing_now(&self) -> Bitboard {
        if self.made == 0 {
            self.passing
        } else {
            Bitboard::EMPTY
        }
    }

    fn replies(&self) -> Vec<(Move, Chess)> {
        let mut replies = moves(&self.position, self.passing_now());
        replies.retain(|(_, after)| self.allows(after));
        replies
    }

    /// Whether a move to a position may be the next one.
    fn allows(&self, after: &Chess) -> bool {
        let last = self.made + 1 == self.series;
        last || self.rules.check == Check::Scottish || !after.is_check()
    }

    fn ended(&self) -> Option<Outcome> {
        let winner = !self.position.turn();
        if self.position.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if !self.replies().is_empty() {
            None
        } else if self.position.is_check() {
            Some(Outcome::Mate { winner })
        } else {
            Some(Outcome::Stalemate)
        }
    }
}

/// Where pawns of a series may be taken en passant after a move of it.
fn step(stepped: Bitboard, m: Move, turn: Color) -> Bitboard {
    let (Some(from), to) = (m.from(), m.to()) else {
        return stepped;
    };
    let behind = |pawn: Square| pawn.offset(turn.fold_wb(-8, 8));
    if m.role() != Role::Pawn {
        return stepped;
    }
    let kept = behind(from).map_or(stepped, |square| stepped.without(square));
    match behind(to) {
        Some(square) if from.rank().distance(to.rank()) == 2 => kept.with(square),
        _ => kept,
    }
}

impl fmt::Display for Outcome {
    /// A sentence, e.g. `White mates`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Mate {
                winner: Color::White,
            } => "White mates",
            Outcome::Mate {
                winner: Color::Black,
            } => "Black mates",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "neither side can mate any more",
        })
    }
}
