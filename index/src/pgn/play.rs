//! Playing the text of a game through.

use std::ops::ControlFlow;

use encoding_rs::WINDOWS_1252;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::san::{San, SanError};
use shakmaty::{Chess, Position};

use super::cut::RawGame;
use crate::fen::shortened;
use crate::game::Tags;
use crate::moves::{self, Played};

/// A game that has been played through, not yet stored.
#[derive(Clone, Debug)]
pub(crate) struct ParsedGame {
    pub(crate) tags: Tags,
    /// The moves as [`moves`] codes.
    pub(crate) moves: Vec<u8>,
    /// The positions from the first on, one more than moves.
    pub(crate) positions: Vec<Chess>,
}

/// Plays a game through.
///
/// # Errors
///
/// The reason for which it cannot be stored, e.g. `illegal move Ke3 (move 12, Black)`.
pub(crate) fn parse(game: &RawGame) -> Result<ParsedGame, String> {
    let mut reader = Reader::build(&game.text[..])
        .set_supported_tag_line_length(game.longest_tag + 1)
        .finish();
    match reader.read_game(&mut Player) {
        Ok(Some(game)) => game,
        Ok(None) => Err("there are neither tags nor moves".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Plays the main line of a game.
struct Player;

impl Visitor for Player {
    type Tags = Tags;
    type Movetext = ParsedGame;
    type Output = Result<ParsedGame, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        tags.0
            .push((decoded(name).trim().to_owned(), decoded(&value.decode())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, ParsedGame> {
        match accepted_variant(&tags).and_then(|()| tags.start()) {
            Ok(start) => ControlFlow::Continue(ParsedGame {
                tags,
                moves: Vec::with_capacity(120),
                positions: vec![start],
            }),
            Err(reason) => ControlFlow::Break(Err(reason)),
        }
    }

    fn san(&mut self, game: &mut ParsedGame, san: SanPlus) -> ControlFlow<Self::Output> {
        match game.play(san.san) {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                let (number, mover) = match game.positions.last() {
                    Some(last) => (
                        last.fullmoves().get(),
                        last.turn().fold_wb("White", "Black"),
                    ),
                    None => (1, "White"),
                };
                ControlFlow::Break(Err(format!("{why} {san} (move {number}, {mover})")))
            }
        }
    }

    fn end_game(&mut self, game: ParsedGame) -> Self::Output {
        Ok(game)
    }
}

impl ParsedGame {
    /// Plays one move from the last position.
    fn play(&mut self, san: San) -> Result<(), &'static str> {
        let last = self.positions.last().ok_or("no position before")?;
        let (code, played) = if san == San::Null {
            (moves::NULL, Played::Null)
        } else {
            let legal = last.legal_moves();
            let m = *san.find_move(&legal).map_err(|error| match error {
                SanError::IllegalSan => "illegal move",
                SanError::AmbiguousSan => "ambiguous move",
            })?;
            let code = moves::encode(&legal, m).ok_or("illegal move")?;
            (code, Played::Move(m))
        };
        let next = played
            .after(last.clone())
            .ok_or("in check, and yet a null move")?;
        self.moves.push(code);
        self.positions.push(next);
        Ok(())
    }
}

/// Text as UTF-8, or else as Windows-1252, of which Latin-1 is a part.
fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

/// Refuses, by name, games that are not played by the rules of chess.
fn accepted_variant(tags: &Tags) -> Result<(), String> {
    let Some(variant) = tags.get("Variant") else {
        return Ok(());
    };
    let plain: String = variant
        .chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    match plain.as_str() {
        "" | "standard" | "chess" | "normal" | "fromposition" | "chess960" | "fischerandom"
        | "fischerrandom" | "freestyle" => Ok(()),
        _ => Err(format!(
            "the variant {:?} is not supported",
            shortened(variant)
        )),
    }
}
