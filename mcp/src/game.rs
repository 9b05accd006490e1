//! The tool `game`.

use app::Error;
use app::doors::Doors;
use app::{Bounded, GameAnswer, GameOpening, View};
use rmcp::model::{CallToolResult, JsonObject};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};
use utoipa::ToSchema;

use crate::answer::short;
use crate::arguments::read;
use crate::source::Source;

/// The number of a game: what a JavaScript number holds exactly.
type Id = Bounded<1, 9_007_199_254_740_991>;
/// A half-move. Guessed: no game is as long.
type Ply = Bounded<0, 100_000>;

/// Which game, and from where.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The number of the game.
    #[schema(inline)]
    id: Id,
    /// The number of half-moves before the first one shown, and before `fen`; 0 by default.
    #[schema(inline)]
    ply: Option<Ply>,
}

/// A game, from a half-move on.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Shown {
    /// Players, event, year, result.
    game: Source,
    /// The opening: the name of the last position of the game that has one; null if none has.
    opening: Option<GameOpening>,
    /// The number of its half-moves.
    plies: usize,
    /// The number of half-moves before `fen`.
    ply: usize,
    /// The position there.
    fen: String,
    /// The moves from there on, e.g. `1. e4 e5`.
    moves: Vec<String>,
    /// How many of these were left out to keep the answer short; `ply` asks for them.
    left_out: usize,
}

pub(crate) async fn call(doors: &Doors, arguments: JsonObject) -> Result<CallToolResult, Error> {
    let arguments: Arguments = read(arguments)?;
    let ply = arguments.ply.map_or(0, Ply::get) as usize;
    let game = doors.on_snapshot(move |view| Shown::new(view, arguments.id.get(), ply));
    short(&game.await?, &["moves"])
}

impl Shown {
    fn new(view: &View, id: u64, ply: usize) -> Result<Shown, Error> {
        let game = app::game(view, id)?;
        let response = GameAnswer::from(&game);
        let plies = response.plies;
        let Some((position, _)) = game.positions().nth(ply) else {
            let why = format!("{ply} is too many; game {id} has {plies} half-moves");
            return Err(Error::impossible("ply", why));
        };
        Ok(Shown {
            game: Source::from(&response.header),
            opening: response.opening,
            plies,
            ply,
            fen: pgn::fen(&position),
            moves: numbered(&position, response.moves.split_whitespace().skip(ply)),
            left_out: 0,
        })
    }
}

/// Moves from a position on as in PGN, those of both sides together: `12... Nf6`, `13. e4 e5`.
fn numbered<'a>(position: &Chess, moves: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut number = position.fullmoves().get();
    let mut is_white = position.turn().is_white();
    let mut numbered: Vec<String> = Vec::new();
    for san in moves {
        match numbered.last_mut() {
            Some(last) if !is_white => {
                last.push(' ');
                last.push_str(san);
            }
            _ => {
                let dots = if is_white { "." } else { "..." };
                numbered.push(format!("{number}{dots} {san}"));
            }
        }
        number += u32::from(!is_white);
        is_white = !is_white;
    }
    numbered
}

#[cfg(test)]
mod tests {
    use super::numbered;
    use pgn::parse_fen;

    #[test]
    fn moves_have_numbers() {
        for (fen, moves, written) in [
            ("w - - 0 1", "e4", &["1. e4"][..]),
            ("w - - 0 12", "e4 e5 d4", &["12. e4 e5", "13. d4"]),
            ("b - - 0 12", "e5 d4 d5", &["12... e5", "13. d4 d5"]),
            ("b - - 0 1", "", &[]),
        ] {
            let position = parse_fen(&format!("4k3/8/8/8/8/8/8/4K2R {fen}")).expect(fen);
            assert_eq!(numbered(&position, moves.split_whitespace()), written);
        }
    }
}
