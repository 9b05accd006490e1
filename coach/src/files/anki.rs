//! Exercises as a text file that Anki imports, with fields for its own notes of the type Basic and for Anki-Chess.
//!
//! Sources: <https://docs.ankiweb.net/importing/text-files.html>; <https://github.com/TowelSniffer/Anki-Chess-2.0>, whose
//! note type has the fields `PGN` and `textField`.

use std::fmt::Write as _;

use pgn::write_tag;
use shakmaty::{Chess, Color, File, Piece, Position, Rank, Square};

use crate::exercises::GameExercise;
use crate::files::words::{game, numbered_line, san, solution, start, uci, url};

/// Anki maps columns to the fields of the same names.
const COLUMNS: [&str; 10] = [
    "Front",
    "Back",
    "PGN",
    "textField",
    "FEN",
    "Moves",
    "Solution",
    "Rating",
    "Source",
    "Tags",
];

/// The colours of squares. Read: lichess's brown board.
const LIGHT: &str = "#f0d9b5";
const DARK: &str = "#b58863";

/// Writes a note for each exercise: a board and the solution for Anki's own notes, PGN and a line of text for Anki-Chess,
/// and the position, the solution in UCI and SAN, rating and source for others; themes are tags.
pub fn anki<'a>(exercises: impl IntoIterator<Item = &'a GameExercise>) -> String {
    let columns = COLUMNS.join("\t");
    let mut notes = format!(
        "#separator:tab\n#html:true\n#notetype:Basic\n#columns:{columns}\n#tags column:{}\n",
        COLUMNS.len()
    );
    for exercise in exercises {
        let fields = note(exercise).map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
        let _ = writeln!(notes, "{}", fields.join("\t"));
    }
    notes
}

/// The fields of an exercise, in the order of the columns.
fn note(made: &GameExercise) -> [String; COLUMNS.len()] {
    let exercise = &made.exercise;
    let position = &exercise.moment.position;
    let fen = pgn::fen(position);
    let moves = solution(made, uci);
    let solution = numbered_line(made);
    let side = position.turn().fold_wb("White", "Black");
    let source = match url(made) {
        Some(url) => {
            let url = escaped(url);
            format!("{} <a href=\"{url}\">{url}</a>", escaped(&game(made)))
        }
        None => escaped(&game(made)),
    };
    let rating = exercise.difficulty.rating;
    let (before, last) = &exercise.moment.before;
    let last = san(before, *last);
    let others = exercise.alternatives.iter();
    let others: Vec<String> = others.map(|other| san(position, other.m)).collect();
    let (others, themes) = (others.join(", "), exercise.themes.join(", "));
    let kind = made.mistake.map(|kind| kind.to_string());
    let tags = exercise.themes.iter().map(|theme| (*theme).to_owned());
    let tags: Vec<String> = tags
        .chain(kind.as_ref().map(|kind| kind.replace(' ', "_")))
        .collect();
    let kind = kind.map_or(String::new(), |kind| format!("{kind}; "));
    let mut pgn = String::new();
    start(&mut pgn, &fen);
    write_tag(&mut pgn, "Result", "*");
    let pgn = format!("{}{solution} *", pgn.replace('\n', " "));
    [
        format!(
            "{}<br>{side} to move, after {last}<br><small>{fen}</small>",
            board(position)
        ),
        format!("<b>{solution}</b><br>not {others}<br>{kind}rating {rating}; {themes}<br>{source}"),
        pgn,
        format!("{side} to move; {kind}rating {rating}; {source}"),
        fen,
        moves.join(" "),
        solution,
        rating.to_string(),
        source,
        tags.join(" "),
    ]
}

/// Text within HTML, also within an attribute: what a Site tag says comes from anywhere.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A board as a table, seen from the side to move.
fn board(position: &Chess) -> String {
    let mut rows = String::new();
    let mut ranks: Vec<Rank> = Rank::ALL.into_iter().rev().collect();
    let mut files = File::ALL.to_vec();
    if position.turn() == Color::Black {
        ranks.reverse();
        files.reverse();
    }
    for rank in ranks {
        rows += "<tr>";
        for file in &files {
            let square = Square::from_coords(*file, rank);
            let color = if square.is_light() { LIGHT } else { DARK };
            let piece = position.board().piece_at(square);
            let piece = piece.map_or(String::new(), symbol);
            let _ = write!(rows, "<td bgcolor={color} width=40>{piece}</td>");
        }
        rows += "</tr>";
    }
    format!(
        "<table cellspacing=0 cellpadding=0 align=center style=\"color:#000;font-size:32px;line-height:40px\">{rows}</table>"
    )
}

/// A piece in Unicode; a selector keeps pawns from being drawn as emoji.
fn symbol(piece: Piece) -> String {
    let symbols = piece.color.fold_wb(
        ['♙', '♘', '♗', '♖', '♕', '♔'],
        ['♟', '♞', '♝', '♜', '♛', '♚'],
    );
    let place = usize::from(piece.role) - 1;
    let symbol = symbols.get(place).copied().unwrap_or_default();
    format!("{symbol}\u{fe0e}")
}
