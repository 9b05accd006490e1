//! Exercises as files: PGN, and CSV as lichess's puzzle database has it.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::training::{TrainingExercise, TrainingResponse};

/// The columns, <https://database.lichess.org/#puzzles>.
const COLUMNS: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

/// Half of the interval of four in five, in standard deviations.
const DEVIATIONS: f64 = 1.2816;

impl TrainingResponse {
    /// A game for each exercise, its solution the main line; for a plan one without moves, and a comment.
    pub fn pgn(&self) -> String {
        let mut pgn: String = self.exercises.iter().map(pgn_of).collect();
        if let Some(plan) = &self.plan {
            let moves = plan.moves.iter().take(10);
            let moves =
                moves.map(|m| format!("{}{} in {}", m.piece.to_ascii_uppercase(), m.to, m.games));
            let moves: Vec<String> = moves.collect();
            let _ = write!(
                pgn,
                "[Event \"Find the plan\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n\
                 {{ Of {} games: {} }} *\n\n",
                plan.fen,
                plan.games,
                moves.join(", ")
            );
        }
        pgn
    }

    /// A row for each exercise: the position before the opponent's last move, that move and the
    /// solution. Nobody has played them yet, so popularity and plays are 0.
    pub fn csv(&self) -> String {
        let mut csv = format!("{COLUMNS}\n");
        for exercise in &self.exercises {
            let [low, high] = exercise.interval.map(f64::from);
            let moves = [&exercise.last_move].into_iter().chain(&exercise.solution);
            let moves: Vec<&str> = moves.map(|m| &m.uci[..]).collect();
            let site = exercise.game.site.as_deref().unwrap_or_default();
            let url = if site.starts_with("http") && !site.contains([',', '"']) {
                site
            } else {
                ""
            };
            let _ = writeln!(
                csv,
                "{},{},{},{},{:.0},0,0,{},{url},{}",
                id(exercise),
                exercise.previous_fen,
                moves.join(" "),
                exercise.rating,
                (high - low) / 2.0 / DEVIATIONS,
                exercise.themes.join(" "),
                opening_tags(exercise.opening),
            );
        }
        csv
    }
}

/// Five letters and digits that go by the position and the solution.
fn id(exercise: &TrainingExercise) -> String {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut hasher = DefaultHasher::new();
    exercise.fen.hash(&mut hasher);
    let mut left = hasher.finish() as usize;
    let digits = (0..5).map(|_| {
        let digit = DIGITS[left % DIGITS.len()];
        left /= DIGITS.len();
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

fn pgn_of(exercise: &TrainingExercise) -> String {
    let game = &exercise.game;
    let mut pgn = String::new();
    let tags = [
        ("Event", game.event.as_deref()),
        ("Site", game.site.as_deref()),
        ("Date", game.date.as_deref()),
        ("Round", game.round.as_deref()),
        ("White", game.white.name.as_deref()),
        ("Black", game.black.name.as_deref()),
        ("Result", Some("*")),
        ("SetUp", Some("1")),
        ("FEN", Some(&exercise.fen)),
    ];
    for (name, value) in tags {
        let value = value
            .unwrap_or("?")
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        let _ = writeln!(pgn, "[{name} \"{value}\"]");
    }
    let found = match exercise.found {
        Some(true) => ", found in the game",
        Some(false) => ", missed in the game",
        None => "",
    };
    let rating = exercise.rating;
    let _ = write!(
        pgn,
        "\n{{ {rating}: {}{found} }}",
        exercise.themes.join(", ")
    );
    let mut fields = exercise.fen.split(' ');
    let number = fields
        .next_back()
        .and_then(|number| number.parse().ok())
        .unwrap_or(1u32);
    let black = usize::from(exercise.color == "black");
    for (ply, m) in exercise.solution.iter().enumerate() {
        let halves = ply + black;
        let number = number + (halves / 2) as u32;
        if halves.is_multiple_of(2) {
            let _ = write!(pgn, " {number}.");
        } else if ply == 0 {
            let _ = write!(pgn, " {number}...");
        }
        let _ = write!(pgn, " {}", m.san);
    }
    pgn += " *\n\n";
    pgn
}
