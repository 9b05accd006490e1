//! Messages between partners, in the words that players and programs of FICS use.
//!
//! | words | mean |
//! |---|---|
//! | `sit`, `go` | wait with your next move; move |
//! | `+n`, `++n`, `+++n` | a knight would be good, very good, would mate my opponent or save me |
//! | `-q`, `--q`, `---q` | a queen for my opponent would be bad, very bad, would mate me |
//! | `+trades`, `---trades` | exchange what you can; give my opponent nothing at all |
//! | `x` | none of this any more |
//!
//! Letters are `p`, `n`, `b`, `r`, `q`, and `d` (diagonal: bishop or queen) and `h` (heavy: rook or queen).

use std::fmt;
use std::str::FromStr;

use shakmaty::Role;

use super::board::DROPS;
use super::values::Wishes;

/// A message to a partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// Wait with your next move.
    Sit,
    /// Move.
    Go,
    /// Capture a piece of this role: `+`, `++` or `+++`, 1 to 3.
    Want(Role, u8),
    /// Do not lose a piece of this role: `-`, `--` or `---`, 1 to 3.
    Fear(Role, u8),
    /// Exchanges are good (true), or nothing may be lost at all.
    Trades(bool),
    /// Forget what was wanted and feared.
    Normal,
}

/// The words are not a known message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("I understand sit, go, x, and +, ++, +++, -, --, --- with p, n, b, r, q, d, h or trades")]
pub struct UnknownMessage;

/// What `+`, `++` and `+++` are worth in centipawns. Guessed: the last decides the other board.
const STRENGTHS: [i32; 3] = [60, 180, 900];

impl Message {
    /// What a partner's words mean; several messages where a letter stands for two pieces.
    ///
    /// # Errors
    ///
    /// The words are not a known message.
    pub fn parse(words: &str) -> Result<Vec<Message>, UnknownMessage> {
        let words = words.trim().to_ascii_lowercase();
        let rest = words.trim_start_matches(['+', '-']);
        let signs = &words[..words.len() - rest.len()];
        let strength = signs.len().clamp(1, 3) as u8;
        let plus = signs.starts_with('+');
        Ok(match rest {
            "sit" => vec![Message::Sit],
            "go" => vec![Message::Go],
            // The second as Sjeng says it, as what follows.
            "x" | "you can trade freely." => vec![Message::Normal],
            "trades" if !signs.is_empty() => vec![Message::Trades(plus)],
            _ if rest.starts_with("mate in ") => vec![Message::Trades(false)],
            _ if rest.ends_with("doesn't mate me anymore") => vec![Message::Normal],
            _ if signs.is_empty() => return Err(UnknownMessage),
            _ => {
                let roles: &[Role] = match rest {
                    "p" => &[Role::Pawn],
                    "n" => &[Role::Knight],
                    "b" => &[Role::Bishop],
                    "r" => &[Role::Rook],
                    "q" => &[Role::Queen],
                    "d" => &[Role::Bishop, Role::Queen],
                    "h" => &[Role::Rook, Role::Queen],
                    _ => return Err(UnknownMessage),
                };
                let message = if plus { Message::Want } else { Message::Fear };
                roles.iter().map(|&role| message(role, strength)).collect()
            }
        })
    }
}

impl FromStr for Message {
    type Err = UnknownMessage;

    /// The first of the messages that [`Message::parse`] returns.
    fn from_str(words: &str) -> Result<Message, UnknownMessage> {
        Message::parse(words)?
            .first()
            .copied()
            .ok_or(UnknownMessage)
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = |sign: &str, strength: u8| sign.repeat(usize::from(strength));
        match self {
            Message::Sit => f.write_str("sit"),
            Message::Go => f.write_str("go"),
            Message::Want(role, strength) => write!(f, "{}{}", signs("+", *strength), role.char()),
            Message::Fear(role, strength) => write!(f, "{}{}", signs("-", *strength), role.char()),
            Message::Trades(true) => f.write_str("+trades"),
            Message::Trades(false) => f.write_str("---trades"),
            Message::Normal => f.write_str("x"),
        }
    }
}

impl Wishes {
    /// Applies a partner's message; `sit` and `go` are not wishes and change nothing.
    pub fn apply(&mut self, message: Message) {
        let worth = |strength: u8| STRENGTHS[usize::from(strength.clamp(1, 3)) - 1];
        match message {
            Message::Want(role, strength) => self.wanted[role as usize - 1] = worth(strength),
            Message::Fear(role, strength) => self.feared[role as usize - 1] = worth(strength),
            Message::Trades(good) => {
                for role in DROPS {
                    let index = role as usize - 1;
                    if good {
                        self.wanted[index] = worth(1);
                    } else {
                        self.feared[index] = worth(3);
                    }
                }
            }
            Message::Normal => *self = Wishes::default(),
            Message::Sit | Message::Go => {}
        }
    }
}
