//! Exercises and plans as PGN.

use std::fmt::Write as _;

use engine::Score;
use pgn::{move_number, write_tag};

use crate::exercises::GameExercise;
use crate::files::words::{numbered, san, solution, start};

/// The number of moves of a plan that are written to PGN.
const PLANNED: usize = 10;

/// Writes a game for each exercise, its solution the main line, its alternatives variations with their scores.
pub fn pgn<'a>(exercises: impl IntoIterator<Item = &'a GameExercise>) -> String {
    exercises.into_iter().map(pgn_of).collect()
}

/// Writes a game without moves for the plan of a position, and a comment with its first ten moves: the letter of a piece,
/// the square to which it went, and the number of games, of so many in all.
pub fn pgn_of_plan<'a>(
    fen: &str,
    games: usize,
    moves: impl Iterator<Item = (char, &'a str, u64)>,
) -> String {
    let moves = moves.take(PLANNED);
    let moves = moves
        .map(|(piece, to, games)| format!("{}{} in {}", piece.to_ascii_uppercase(), to, games));
    let moves = moves.collect::<Vec<_>>().join(", ");
    let mut pgn = String::new();
    write_tag(&mut pgn, "Event", "Find the plan");
    write_tag(&mut pgn, "Result", "*");
    start(&mut pgn, fen);
    let _ = write!(pgn, "\n{{ Of {games} games: {moves} }} *\n\n");
    pgn
}

fn pgn_of(made: &GameExercise) -> String {
    let exercise = &made.exercise;
    let moment = &exercise.moment;
    let mut pgn = String::new();
    for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        write_tag(&mut pgn, name, made.tags.get(name).unwrap_or(unknown));
    }
    write_tag(&mut pgn, "Result", "*");
    start(&mut pgn, &pgn::fen(&moment.position));
    let rating = exercise.difficulty.rating;
    let [low, high] = exercise.difficulty.interval;
    let themes = exercise.themes.join(", ");
    let found = match (exercise.found, moment.played) {
        (Some(true), _) => "; found in the game".to_owned(),
        (_, Some(m)) => format!(
            "; missed in the game, which went on with {}",
            san(&moment.position, m)
        ),
        _ => String::new(),
    };
    let _ = write!(
        pgn,
        "\n{{ Rating {rating}, {low} to {high}: {themes}{found}; game {}, ply {} }}",
        moment.game, moment.ply
    );
    for (ply, own) in solution(made, san).iter().enumerate() {
        let (number, side) = numbered(made, ply);
        // The second move comes after variations.
        for word in move_number(number, side, ply < 2).iter().chain([own]) {
            let _ = write!(pgn, " {word}");
        }
        if ply == 0 {
            let number = move_number(number, side, true).unwrap_or_default();
            for other in &exercise.alternatives {
                let (san, score) = (san(&moment.position, other.m), score(other.score));
                let _ = write!(pgn, " ({number} {san} {{ {score} }})");
            }
        }
    }
    pgn += " *\n\n";
    pgn
}

/// A score from the solver's side: `+0.31`, `#-3`.
fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) => format!("#{moves}"),
    }
}
