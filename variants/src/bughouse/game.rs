//! Whole games of bughouse: two boards, four players.

use std::fmt;

use shakmaty::{Color, Move, Role};

use super::board::{BoardError, Kind, PocketBoard};
use super::rules::Rules;

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::A, Side::B];

    /// The other board.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// One of the four players. As text it is as BPGN has it: `A` and `a` are White and Black on board A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// On which board.
    pub board: Side,
    /// Of which colour.
    pub color: Color,
}

impl Seat {
    /// The one to the same side of the table, of the other colour.
    #[must_use]
    pub fn partner(self) -> Seat {
        Seat {
            board: self.board.other(),
            color: !self.color,
        }
    }

    /// The one on the other side of the board.
    #[must_use]
    pub fn opponent(self) -> Seat {
        Seat {
            color: !self.color,
            ..self
        }
    }

    /// The colour that the player's team has on board A.
    pub fn team(self) -> Color {
        match self.board {
            Side::A => self.color,
            Side::B => !self.color,
        }
    }

    /// The player that a letter stands for, `A`, `a`, `B` or `b`.
    pub fn from_char(letter: char) -> Option<Seat> {
        let board = match letter.to_ascii_uppercase() {
            'A' => Side::A,
            'B' => Side::B,
            _ => return None,
        };
        let color = Color::from_white(letter.is_ascii_uppercase());
        Some(Seat { board, color })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.board, self.color) {
            (Side::A, Color::White) => "A",
            (Side::A, Color::Black) => "a",
            (Side::B, Color::White) => "B",
            (Side::B, Color::Black) => "b",
        })
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A player is mated.
    Mate(Seat),
    /// A player has overstepped the time.
    Time(Seat),
    /// A player has resigned.
    Resignation(Seat),
    /// A board has had the same pieces on it and in hand three times: a draw.
    Repetition(Side),
    /// No player can move on either board, nor ever will, and no clock ends it: a draw.
    Stuck,
}

impl Outcome {
    /// The colour that the winning team has on board A; none in a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Mate(loser) | Outcome::Time(loser) | Outcome::Resignation(loser) => {
                Some(!loser.team())
            }
            Outcome::Repetition(_) | Outcome::Stuck => None,
        }
    }

    /// As PGN and BPGN write it, from the view of White on board A: `1-0`, `0-1`, `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The move is not legal.
    #[error("it is not legal")]
    Illegal,
    /// The game has ended.
    #[error("the game has ended")]
    Over,
}

/// A game of bughouse. As text it is the two boards' FENs, `A | B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bughouse {
    rules: Rules,
    boards: [PocketBoard; 2],
    /// The keys of the boards' positions so far, the present ones last.
    seen: [Vec<u64>; 2],
    outcome: Option<Outcome>,
}

impl Bughouse {
    /// A game from the usual start.
    pub fn new(rules: Rules) -> Bughouse {
        let position = PocketBoard::new(Kind::Bughouse);
        Bughouse::start([position.clone(), position], rules)
    }

    /// A game from two FENs with a `|` between them.
    ///
    /// # Errors
    ///
    /// There are not two FENs, or one is not a position.
    pub fn from_text(text: &str, rules: Rules) -> Result<Bughouse, BoardError> {
        let (a, b) = text.split_once('|').ok_or_else(|| BoardError {
            text: text.to_owned(),
            why: "bughouse has two boards, with | between them".to_owned(),
        })?;
        let board = |text: &str| PocketBoard::from_fen(text.trim(), Kind::Bughouse);
        Ok(Bughouse::start([board(a)?, board(b)?], rules))
    }

    fn start(boards: [PocketBoard; 2], rules: Rules) -> Bughouse {
        let boards =
            boards.map(|position| position.with_dropped_rook_castling(rules.dropped_rook_castles));
        let seen = [vec![boards[0].key()], vec![boards[1].key()]];
        let mut game = Bughouse {
            rules,
            boards,
            seen,
            outcome: None,
        };
        game.outcome = Side::ALL.into_iter().find_map(|board| game.ended(board));
        game
    }

    /// The rules it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// A board.
    pub fn board(&self, board: Side) -> &PocketBoard {
        &self.boards[board as usize]
    }

    /// The keys of a board's positions before the present one.
    pub fn earlier(&self, board: Side) -> &[u64] {
        let seen = &self.seen[board as usize];
        &seen[..seen.len() - 1]
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The player whose turn it is on a board.
    pub fn to_move(&self, board: Side) -> Seat {
        let color = self.board(board).turn();
        Seat { board, color }
    }

    /// The moves that may be played on a board now. There may be none without the game being over: then
    /// the player waits.
    pub fn legal_moves(&self, board: Side) -> Vec<Move> {
        match self.outcome {
            Some(_) => Vec::new(),
            None => self.board(board).legal_moves(),
        }
    }

    /// Plays a move on a board; what it captures goes to the other one.
    ///
    /// # Errors
    ///
    /// See [`IllegalMove`].
    pub fn play(&mut self, board: Side, m: Move) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::Over);
        }
        if !self.board(board).is_legal(m) {
            return Err(IllegalMove::Illegal);
        }
        self.play_late(board, m);
        Ok(())
    }

    /// Plays a legal move, even if the game has just ended on the other board: on servers both may be played
    /// at once.
    pub(crate) fn play_late(&mut self, board: Side, m: Move) {
        let taker = self.to_move(board).partner();
        if let Some(role) = self.boards[board as usize].play(m) {
            self.give(taker, role);
        }
        let position = &self.boards[board as usize];
        self.seen[board as usize].push(position.key());
        if self.outcome.is_none() {
            self.outcome = self.ended(board);
        }
    }

    /// A piece arrives. The position that the board has now is another one from now on.
    fn give(&mut self, taker: Seat, role: Role) {
        let position = &mut self.boards[taker.board as usize];
        position.add(taker.color, role);
        if let Some(last) = self.seen[taker.board as usize].last_mut() {
            *last = position.key();
        }
    }

    /// A player's time is over. Where the rules know no time, nothing happens.
    pub fn flag(&mut self, loser: Seat) {
        if self.rules.time {
            self.outcome.get_or_insert(Outcome::Time(loser));
        }
    }

    /// A player resigns.
    pub fn resign(&mut self, loser: Seat) {
        self.outcome.get_or_insert(Outcome::Resignation(loser));
    }

    /// Whether the game ends with the last move on a board.
    fn ended(&self, board: Side) -> Option<Outcome> {
        let seen = &self.seen[board as usize];
        let times = seen.iter().filter(|key| Some(*key) == seen.last()).count();
        if self.board(board).is_mate() {
            Some(Outcome::Mate(self.to_move(board)))
        } else if self.rules.threefold && times >= 3 {
            Some(Outcome::Repetition(board))
        } else if !self.rules.time && self.boards.iter().all(PocketBoard::is_stuck) {
            Some(Outcome::Stuck)
        } else {
            None
        }
    }
}

impl fmt::Display for Bughouse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.boards;
        write!(f, "{a} | {b}")
    }
}

impl fmt::Display for Outcome {
    /// A sentence, e.g. `A is mated`, where `A` is White on board A.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Mate(loser) => write!(f, "{loser} is mated"),
            Outcome::Time(loser) => write!(f, "{loser} has run out of time"),
            Outcome::Resignation(loser) => write!(f, "{loser} resigns"),
            Outcome::Repetition(board) => write!(f, "threefold repetition on board {board:?}"),
            Outcome::Stuck => f.write_str("nobody can move"),
        }
    }
}
