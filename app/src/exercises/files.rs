//! Exercises as files: PGN, and CSV as lichess's puzzle database has it.

use std::fmt::Write as _;

use pgn::{move_number, parse_fen, write_tag};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

use crate::exercises::response::{TrainingAlternative, TrainingExercise, TrainingResponse};
use crate::moves::Move;
use crate::names::Name;

/// Lichess's columns, <https://database.lichess.org/#puzzles>, and our own: whether the solution was found in the game,
/// the next best moves in UCI, the number of half-moves of the game before it, and the game.
const COLUMNS: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags,\
                       Found,Alternatives,Ply,Game";

/// Half of the interval of four in five, in standard deviations.
const DEVIATIONS: f64 = 1.2816;

/// The number of moves of a plan that are written to PGN.
const PLANNED: usize = 10;

impl TrainingResponse {
    /// A game for each exercise, its solution the main line, its alternatives variations with their scores; for a plan
    /// a game without moves, and a comment.
    pub fn pgn(&self) -> String {
        let mut pgn: String = self.exercises.iter().map(pgn_of).collect();
        if let Some(plan) = &self.plan {
            let moves = plan.moves.iter().take(PLANNED);
            let moves =
                moves.map(|m| format!("{}{} in {}", m.piece.to_ascii_uppercase(), m.to, m.games));
            let moves: Vec<String> = moves.collect();
            write_tag(&mut pgn, "Event", "Find the plan");
            write_tag(&mut pgn, "Result", "*");
            start(&mut pgn, &plan.fen);
            let (games, moves) = (plan.games, moves.join(", "));
            let _ = write!(pgn, "\n{{ Of {games} games: {moves} }} *\n\n");
        }
        pgn
    }

    /// A row for each exercise: the position before the opponent's last move, that move and the
    /// solution. They have not been played yet, so popularity and plays are 0.
    pub fn csv(&self) -> String {
        let mut csv = format!("{COLUMNS}\n");
        for exercise in &self.exercises {
            let [low, high] = exercise.interval.map(f64::from);
            let moves = [&exercise.last_move].into_iter().chain(&exercise.solution);
            let alternatives = exercise.alternatives.iter().map(|other| &other.played);
            let uci = |m: &Move| m.uci.clone();
            let columns = [
                id(exercise),
                exercise.previous_fen.to_string(),
                moves.map(uci).collect::<Vec<_>>().join(" "),
                exercise.rating.to_string(),
                format!("{:.0}", (high - low) / 2.0 / DEVIATIONS),
                "0".to_owned(),
                "0".to_owned(),
                exercise.themes.join(" "),
                url(exercise).unwrap_or_default(),
                opening_tags(exercise.opening),
                exercise
                    .found
                    .map_or_else(String::new, |found| found.to_string()),
                alternatives.map(uci).collect::<Vec<_>>().join(" "),
                exercise.ply.to_string(),
                game(exercise),
            ];
            let columns = columns.map(|column| quoted(&column));
            let _ = writeln!(csv, "{}", columns.join(","));
        }
        csv
    }
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
fn id(exercise: &TrainingExercise) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let position = parse_fen(&exercise.fen).unwrap_or_default();
    let Zobrist64(mut left) = position.zobrist_hash(EnPassantMode::Legal);
    let digits = (0..5).map(|_| {
        let digit = DIGITS[(left % 62) as usize];
        left /= 62;
        char::from(digit)
    });
    digits.collect()
}

/// Where the game is on the web, if its Site tag says so.
pub(super) fn url(exercise: &TrainingExercise) -> Option<String> {
    let site = exercise.game.site.clone();
    site.filter(|site| site.starts_with("http"))
}

/// `831 Sutovsky, Emil - Carlsen, Magnus, 6th EU-chT, 2005.06.18`
pub(super) fn game(exercise: &TrainingExercise) -> String {
    let game = &exercise.game;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let (white, black) = (name(&game.white.name), name(&game.black.name));
    let (event, date) = (name(&game.event), name(&game.date));
    let variation = game.variation_ply.map_or("", |_| " (variation)");
    format!("{} {white} - {black}{variation}, {event}, {date}", game.id)
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

/// Writes the tags of where a game starts.
pub(super) fn start(pgn: &mut String, fen: &str) {
    let mode = parse_fen(fen).map(|position: Chess| position.castles().mode());
    if mode == Ok(CastlingMode::Chess960) {
        write_tag(pgn, "Variant", "Chess960");
    }
    write_tag(pgn, "SetUp", "1");
    write_tag(pgn, "FEN", fen);
}

fn pgn_of(exercise: &TrainingExercise) -> String {
    let game = &exercise.game;
    let mut pgn = String::new();
    for (name, value) in [
        ("Event", &game.event),
        ("Site", &game.site),
        ("Date", &game.date),
        ("Round", &game.round),
        ("White", &game.white.name),
        ("Black", &game.black.name),
    ] {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        write_tag(&mut pgn, name, value.as_deref().unwrap_or(unknown));
    }
    write_tag(&mut pgn, "Result", "*");
    start(&mut pgn, &exercise.fen);
    let rating = exercise.rating;
    let [low, high] = exercise.interval;
    let themes = exercise.themes.join(", ");
    let found = match (exercise.found, &exercise.played) {
        (Some(true), _) => "; found in the game".to_owned(),
        (_, Some(played)) => format!("; missed in the game, which went on with {}", played.san),
        _ => String::new(),
    };
    let _ = write!(
        pgn,
        "\n{{ Rating {rating}, {low} to {high}: {themes}{found}; game {}, ply {} }}",
        game.id, exercise.ply
    );
    for (ply, m) in exercise.solution.iter().enumerate() {
        let (number, side) = numbered(exercise, ply);
        // The second move comes after variations.
        for word in move_number(number, side, ply < 2).iter().chain([&m.san]) {
            let _ = write!(pgn, " {word}");
        }
        if ply == 0 {
            let number = move_number(number, side, true).unwrap_or_default();
            for other in &exercise.alternatives {
                let (san, score) = (&other.played.san, score(other));
                let _ = write!(pgn, " ({number} {san} {{ {score} }})");
            }
        }
    }
    pgn += " *\n\n";
    pgn
}

/// The solution with its move numbers: `42... Rxh8 43. Nf3 Nc6`.
pub(super) fn numbered_line(exercise: &TrainingExercise) -> String {
    let mut words = Vec::new();
    for (ply, m) in exercise.solution.iter().enumerate() {
        let (number, side) = numbered(exercise, ply);
        words.extend(move_number(number, side, ply == 0));
        words.push(m.san.clone());
    }
    words.join(" ")
}

/// The number of a move of the solution, and whose it is.
fn numbered(exercise: &TrainingExercise, ply: usize) -> (u32, Color) {
    let number = exercise.fen.rsplit(' ').next();
    let number: u32 = number.and_then(|number| number.parse().ok()).unwrap_or(1);
    let halves = ply as u32 + u32::from(exercise.color == Name(Color::Black));
    (
        number + halves / 2,
        Color::from_white(halves.is_multiple_of(2)),
    )
}

/// A score from the solver's side: `+0.31`, `#-3`.
fn score(alternative: &TrainingAlternative) -> String {
    match (alternative.cp, alternative.mate) {
        (Some(cp), _) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, Some(mate)) => format!("#{mate}"),
        (None, None) => String::new(),
    }
}
