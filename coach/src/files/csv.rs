//! Exercises as CSV, as lichess's puzzle database has it.

use std::fmt::Write as _;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position};

use crate::exercises::GameExercise;
use crate::files::words::{game, solution, uci, url};

/// Lichess's columns, <https://database.lichess.org/#puzzles>, and our own: whether the solution was found in the game,
/// the next best moves in UCI, the number of half-moves of the game before it, and the game.
const COLUMNS: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags,\
                       Found,Alternatives,Ply,Game";

/// Half of the interval of four in five, in standard deviations.
const DEVIATIONS: f64 = 1.2816;

/// Writes a row for each exercise: the position before the opponent's last move, that move and the solution. They have not
/// been played yet, so popularity and plays are 0.
pub fn csv<'a>(exercises: impl IntoIterator<Item = &'a GameExercise>) -> String {
    let mut csv = format!("{COLUMNS}\n");
    for exercise in exercises {
        let columns = row(exercise).map(|column| quoted(&column));
        let _ = writeln!(csv, "{}", columns.join(","));
    }
    csv
}

/// The columns of an exercise.
fn row(made: &GameExercise) -> [String; 14] {
    let exercise = &made.exercise;
    let position = &exercise.moment.position;
    let (previous, last_move) = &exercise.moment.before;
    let [low, high] = exercise.difficulty.interval.map(f64::from);
    let mut moves = vec![uci(previous, *last_move)];
    moves.extend(solution(made, uci));
    let alternatives = exercise.alternatives.iter();
    let alternatives = alternatives.map(|other| uci(position, other.m));
    [
        id(made),
        pgn::fen(previous),
        moves.join(" "),
        exercise.difficulty.rating.to_string(),
        format!("{:.0}", (high - low) / 2.0 / DEVIATIONS),
        "0".to_owned(),
        "0".to_owned(),
        exercise.themes.join(" "),
        url(made).unwrap_or_default().to_owned(),
        opening_tags(made.opening.map(|opening| opening.name)),
        exercise
            .found
            .map_or_else(String::new, |found| found.to_string()),
        alternatives.collect::<Vec<_>>().join(" "),
        exercise.moment.ply.to_string(),
        game(made),
    ]
}

/// A column of CSV, in quotes if it needs them. Source: RFC 4180, section 2.
fn quoted(column: &str) -> String {
    if column.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", column.replace('"', "\"\""))
    } else {
        column.to_owned()
    }
}

/// Five letters and digits that depend on the position alone, the same on every machine.
fn id(exercise: &GameExercise) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let position = &exercise.exercise.moment.position;
    let Zobrist64(mut left) = position.zobrist_hash(EnPassantMode::Legal);
    let digits = (0..5).map(|_| {
        let digit = DIGITS[(left % 62) as usize];
        left /= 62;
        char::from(digit)
    });
    digits.collect()
}

/// `Sicilian_Defense Sicilian_Defense_Najdorf_Variation`
fn opening_tags(opening: Option<&str>) -> String {
    let Some(name) = opening else {
        return String::new();
    };
    let tag = |name: &str| {
        let words = name.split_whitespace().map(|word| {
            let letters = word.chars().filter(|c| c.is_alphanumeric() || *c == '-');
            letters.collect::<String>()
        });
        words.collect::<Vec<_>>().join("_")
    };
    match name.split_once(':') {
        Some((family, _)) => format!("{} {}", tag(family), tag(name)),
        None => tag(name),
    }
}
