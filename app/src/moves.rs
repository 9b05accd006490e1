//! Moves as answers write them and as requests send them.

use pgn::Played;
use serde::Serialize;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};
use utoipa::ToSchema;

use crate::error::{Error, quoted};

/// A move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Move {
    /// `f3e5`, `0000` for a null move.
    pub uci: String,
    /// `Ne5`, `--` for a null move.
    pub san: String,
}

impl Move {
    /// A legal move of a position.
    pub(crate) fn new(position: &Chess, m: shakmaty::Move) -> Move {
        Move {
            uci: m.to_uci(position.castles().mode()).to_string(),
            san: SanPlus::from_move(position.clone(), m).to_string(),
        }
    }

    /// What was played in a position of a game.
    pub(crate) fn played(position: &Chess, played: Played) -> Move {
        Move {
            uci: played.uci(position),
            san: played.san(position),
        }
    }
}

/// Parses moves that are played one after another, in UCI or SAN, separated by spaces or commas, e.g. `e2e4,e7e5` or
/// `1. e4 e5`. Move numbers and marks such as `!` are skipped.
///
/// # Errors
///
/// [`Error::Unreadable`] for a word that is not a move, [`Error::Impossible`] for an illegal move. Both name `field`.
pub(crate) fn parse(
    field: &'static str,
    start: &Chess,
    text: &str,
) -> Result<Vec<shakmaty::Move>, Error> {
    let mut position = start.clone();
    let words = text.split(|c: char| c == ',' || c.is_whitespace());
    let moves = words.filter(|word| !word.is_empty()).filter_map(|word| {
        let bare = pgn::without_marks(word.as_bytes())?;
        let (uci, san) = (UciMove::from_ascii(bare).ok(), San::from_ascii(bare).ok());
        if uci.is_none() && san.is_none() {
            let why = format!(
                "{} is not a move in UCI or SAN, like e2e4 or e4",
                quoted(word)
            );
            return Some(Err(Error::unreadable(field, why)));
        }
        let of_uci = uci.and_then(|uci| uci.to_move(&position).ok());
        let of_san = || pgn::moves::meant(san?, &position.legal_moves());
        let Some(m) = of_uci.or_else(of_san) else {
            let why = format!("{word} is not legal in {}", pgn::fen(&position));
            return Some(Err(Error::impossible(field, why)));
        };
        position.play_unchecked(m);
        Some(Ok(m))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

    use super::parse;

    #[test]
    fn moves_in_any_notation() {
        let start = Chess::default();
        for (text, expected) in [
            ("e2e4,e7e5", Ok("e2e4 e7e5")),
            ("e4 e5", Ok("e2e4 e7e5")),
            ("1.,e4,e5,2.,Nf3", Ok("e2e4 e7e5 g1f3")),
            ("1. e4 c5 2. Nf3!?", Ok("e2e4 c7c5 g1f3")),
            ("1.e4,1...c5,2.Nf3", Ok("e2e4 c7c5 g1f3")),
            ("e4 d5 ed5", Ok("e2e4 d7d5 e4d5")),
            (
                "e2e4 e5 Ng1f3 Nc6 Bb5 a6 O-O",
                Ok("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1"),
            ),
            ("f3,e5,g4,Qh4#", Ok("f2f3 e7e5 g2g4 d8h4")),
            (" e2e4, e7e5,", Ok("e2e4 e7e5")),
            ("", Ok("")),
            ("e4 e4", Err("e4 is not legal in ")),
            ("e2e5", Err("e2e5 is not legal in ")),
            ("0000", Err("0000 is not legal in ")),
            ("e4 nonsense", Err("\"nonsense\" is not a move ")),
        ] {
            match (parse("play", &start, text), expected) {
                (Ok(moves), Ok(expected)) => {
                    let mode = start.castles().mode();
                    let words: Vec<String> =
                        moves.iter().map(|m| m.to_uci(mode).to_string()).collect();
                    assert_eq!(words.join(" "), expected, "{text}");
                }
                (Err(error), Err(expected)) => {
                    let sentence = error.to_string();
                    assert!(
                        sentence.starts_with(&format!("play: {expected}")),
                        "{sentence}"
                    );
                }
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }
}
