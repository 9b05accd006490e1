//! Words about exercises that the files share.

use pgn::{move_number, parse_fen, write_tag};
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

use crate::exercises::GameExercise;

/// Returns the address of the game on the web, if its Site tag has one.
pub(crate) fn url(exercise: &GameExercise) -> Option<&str> {
    let site = exercise.tags.get("Site");
    site.filter(|site| site.starts_with("http"))
}

/// Describes the game: `831 Sutovsky, Emil - Carlsen, Magnus, 6th EU-chT, 2005.06.18`
pub(crate) fn game(exercise: &GameExercise) -> String {
    let tag = |name: &str| exercise.tags.get(name).unwrap_or("?");
    let (white, black) = (tag("White"), tag("Black"));
    let (event, date) = (tag("Event"), tag("Date"));
    let variation = exercise.tags.variation_ply();
    let variation = variation.map_or("", |_| " (variation)");
    let id = exercise.exercise.moment.game;
    format!("{id} {white} - {black}{variation}, {event}, {date}")
}

/// Writes the tags of where a game starts.
pub(crate) fn start(pgn: &mut String, fen: &str) {
    let mode = parse_fen(fen).map(|position: Chess| position.castles().mode());
    if mode == Ok(CastlingMode::Chess960) {
        write_tag(pgn, "Variant", "Chess960");
    }
    write_tag(pgn, "SetUp", "1");
    write_tag(pgn, "FEN", fen);
}

/// A move in standard algebraic notation.
pub(crate) fn san(position: &Chess, m: Move) -> String {
    SanPlus::from_move(position.clone(), m).to_string()
}

/// A move in UCI.
pub(crate) fn uci(position: &Chess, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}

/// Lists the moves of the solution, as [`san`] or [`uci`] writes each.
pub(crate) fn solution(exercise: &GameExercise, write: fn(&Chess, Move) -> String) -> Vec<String> {
    let mut position = exercise.exercise.moment.position.clone();
    let moves = exercise.exercise.solution.iter().map(|m| {
        let written = write(&position, *m);
        position.play_unchecked(*m);
        written
    });
    moves.collect()
}

/// Writes the solution with its move numbers: `42... Rxh8 43. Nf3 Nc6`.
pub(crate) fn numbered_line(exercise: &GameExercise) -> String {
    let mut words = Vec::new();
    for (ply, san) in solution(exercise, san).into_iter().enumerate() {
        let (number, side) = numbered(exercise, ply);
        words.extend(move_number(number, side, ply == 0));
        words.push(san);
    }
    words.join(" ")
}

/// Returns the number of a move of the solution, and whose it is.
pub(crate) fn numbered(exercise: &GameExercise, ply: usize) -> (u32, Color) {
    let position = &exercise.exercise.moment.position;
    let halves = ply as u32 + u32::from(position.turn().is_black());
    (
        position.fullmoves().get() + halves / 2,
        Color::from_white(halves.is_multiple_of(2)),
    )
}
