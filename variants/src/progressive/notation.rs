//! Progressive games as text: `1. e4 2. e5 d5 3. exd5 Qh5 Qxe5+`.
//!
//! * Numbers are those of series; they may be missing, but not wrong.
//! * Moves are SAN (`Nf3`, `O-O`), UCI (`g1f3`) or squares with a hyphen (`g1-f3`), separated by spaces,
//!   commas or semicolons.
//! * Tags: `FEN` is the position to begin with, and the first number the length of its series. Others,
//!   comments in braces and a result at the end are skipped.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, Role};

use super::game::{Game, IllegalMove};
use super::rules::Rules;
use super::task::{Task, TaskError};

/// A game that has been played through.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game at its end.
    pub game: Game,
    /// The series, the last one perhaps unfinished.
    pub series: Vec<Series>,
}

/// A series of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// How many moves it has if no check ends it.
    pub number: u64,
    /// Its moves, in SAN with `+` and `#`.
    pub san: Vec<String>,
    /// Its moves in UCI.
    pub uci: Vec<String>,
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The position to begin with.
    #[error("tag FEN: {0}")]
    Start(#[from] TaskError),
    /// A comment or a tag has no end.
    #[error("{0:?} is not closed")]
    Open(char),
    /// A number that is not that of the next series.
    #[error("{text:?}: series {series} has only {made} of its moves")]
    Number {
        /// As written.
        text: String,
        /// The series that is being played.
        series: u64,
        /// How many moves of it are made.
        made: u64,
    },
    /// Something that is not a move.
    #[error("series {series}, move {made}: {text:?} is not a move")]
    Unreadable {
        /// As written.
        text: String,
        /// The series.
        series: u64,
        /// The number of the move in it.
        made: u64,
    },
    /// A move that cannot be played.
    #[error("series {series}, move {made}: {text}: {why}")]
    Illegal {
        /// As written.
        text: String,
        /// The series.
        series: u64,
        /// The number of the move in it.
        made: u64,
        /// Why.
        why: IllegalMove,
    },
}

impl Replay {
    /// Nothing played yet.
    pub fn start(game: Game) -> Replay {
        Replay {
            game,
            series: Vec::new(),
        }
    }

    /// Plays a text through.
    ///
    /// # Errors
    ///
    /// See [`ReplayError`].
    pub fn new(text: &str, rules: Rules) -> Result<Replay, ReplayError> {
        let (fen, words) = words(text)?;
        let numbers = words.iter().find_map(|word| number(word));
        let game = match fen {
            Some(fen) => {
                let fields = fen.split_whitespace().count();
                // With the number of moves in the tag, or in the text.
                let task: Result<Task, TaskError> = match numbers {
                    Some(first) if matches!(fields, 2 | 4 | 6) => format!("{fen} {first}").parse(),
                    _ => fen.parse(),
                };
                Game::from_task(&task?, rules)
            }
            None => Game::new(rules),
        };
        let mut replay = Replay::start(game);
        for word in words {
            match number(&word) {
                Some(number) if replay.game.made() == 0 && number == replay.game.series() => {}
                // As in `3. e4 3. d4`, `2...`.
                Some(number) if number == replay.game.series() => {}
                Some(_) => {
                    return Err(ReplayError::Number {
                        text: word,
                        series: replay.game.series(),
                        made: replay.game.made(),
                    });
                }
                None => replay.play(&word)?,
            }
        }
        Ok(replay)
    }

    /// Plays a move as written.
    ///
    /// # Errors
    ///
    /// [`ReplayError::Unreadable`] or [`ReplayError::Illegal`]; nothing is played, then.
    pub fn play(&mut self, text: &str) -> Result<(), ReplayError> {
        let (series, made) = (self.game.series(), self.game.made() + 1);
        let m = read(&self.game, text).map_err(|problem| match problem {
            None => ReplayError::Unreadable {
                text: text.to_owned(),
                series,
                made,
            },
            Some(why) => ReplayError::Illegal {
                text: text.to_owned(),
                series,
                made,
                why,
            },
        })?;
        self.push(m).map_err(|why| ReplayError::Illegal {
            text: text.to_owned(),
            series,
            made,
            why,
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// See [`IllegalMove`].
    pub fn push(&mut self, m: Move) -> Result<(), IllegalMove> {
        let before = self.game.clone();
        self.game.play(m)?;
        if before.made() == 0 {
            self.series.push(Series {
                number: before.series(),
                san: Vec::new(),
                uci: Vec::new(),
            });
        }
        let mode = before.position().castles().mode();
        if let Some(series) = self.series.last_mut() {
            series.san.push(san(before.position(), m, &self.game));
            series.uci.push(m.to_uci(mode).to_string());
        }
        Ok(())
    }
}

/// A move for people, with its check or mate.
fn san(before: &Chess, m: Move, after: &Game) -> String {
    let san = San::from_move(before, m);
    let suffix = if after.made() > 0 || !after.position().is_check() {
        None
    } else if after.outcome().is_some() {
        Some(Suffix::Checkmate)
    } else {
        Some(Suffix::Check)
    };
    SanPlus { san, suffix }.to_string()
}

/// The move that a text means; or why it cannot be played, or none if the text is not a move.
fn read(game: &Game, text: &str) -> Result<Move, Option<IllegalMove>> {
    let text = text.trim_end_matches(['!', '?']);
    let squares: String = text.chars().filter(|&c| c != '-').collect();
    let uci: Option<UciMove> = squares.to_ascii_lowercase().parse().ok();
    let moves = game.legal_moves();
    if let Some(uci) = uci {
        // Castling is written in both ways.
        let ways = [CastlingMode::Standard, CastlingMode::Chess960];
        let is_meant = |m: Move| ways.iter().any(|&way| m.to_uci(way) == uci);
        let found = moves.into_iter().find(|&m| is_meant(m));
        return found.ok_or_else(|| Some(why_not(game, is_meant)));
    }
    let san: SanPlus = text.parse().map_err(|_| None)?;
    let san = san.san;
    pgn::moves::meant(san, &moves).ok_or_else(|| {
        let is_meant = |m| pgn::moves::meant(san, &[m]).is_some();
        Some(why_not(game, is_meant))
    })
}

/// Why a move of chess is not legal here.
fn why_not(game: &Game, is_meant: impl Fn(Move) -> bool) -> IllegalMove {
    if game.outcome().is_some() {
        return IllegalMove::Over;
    }
    let legal = game.legal_moves();
    let early = game.position().legal_moves().into_iter();
    let mut early = early.filter(|&m| is_meant(m) && !legal.contains(&m));
    match early.next() {
        Some(_) => IllegalMove::EarlyCheck,
        None => IllegalMove::Illegal,
    }
}

/// The number of a series: `3.`, `3...`, `3`.
fn number(word: &str) -> Option<u64> {
    word.trim_end_matches('.').parse().ok()
}

/// The tag FEN, and the words of the moves.
fn words(text: &str) -> Result<(Option<String>, Vec<String>), ReplayError> {
    let (mut fen, mut moves) = (None, String::new());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, inside) = rest.split_at(at);
        moves.push_str(before);
        moves.push(' ');
        let (open, close) = if inside.starts_with('{') {
            ('{', '}')
        } else {
            ('[', ']')
        };
        let (inside, after) = inside[1..]
            .split_once(close)
            .ok_or(ReplayError::Open(open))?;
        if open == '['
            && let Some((name, value)) = inside.trim().split_once(char::is_whitespace)
            && name == "FEN"
        {
            fen = Some(value.trim().trim_matches('"').to_owned());
        }
        rest = after;
    }
    moves.push_str(rest);
    // `1.e4` is two words.
    let moves = moves.replace('.', ". ");
    let words = moves
        .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .filter(|word| !word.trim_matches('.').is_empty())
        .filter(|word| !matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*"))
        .map(str::to_owned);
    Ok((fen, words.collect()))
}

/// A series by its squares: `d4-d3;d3-c2;c2-b1Q;f8-b4`. Castling is written as the king's move,
/// `e1-c1`; in Chess960 the rook's square.
pub fn squares(moves: &[Move], mode: CastlingMode) -> String {
    let moves = moves.iter().map(|m| match m.to_uci(mode) {
        UciMove::Normal {
            from,
            to,
            promotion,
        } => {
            let promotion = promotion.map(Role::upper_char);
            format!(
                "{from}-{to}{}",
                promotion.map_or(String::new(), String::from)
            )
        }
        other => other.to_string(),
    });
    moves.collect::<Vec<String>>().join(";")
}
