//! Exercises as a text file that Anki imports, with fields for its own notes of the type Basic and for Anki-Chess.
//!
//! Sources: <https://docs.ankiweb.net/importing/text-files.html>; <https://github.com/TowelSniffer/Anki-Chess-2.0>, whose
//! note type has the fields `PGN` and `textField`.

use std::fmt::Write as _;

use pgn::{parse_fen, write_tag};
use shakmaty::{Chess, Color, File, Piece, Position, Rank, Square};

use crate::exercises::files::{game, numbered_line, start, url};
use crate::exercises::response::{TrainingExercise, TrainingResponse};

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

impl TrainingResponse {
    /// A note for each exercise: a board and the solution for Anki's own notes, PGN and a line of text for Anki-Chess, and
    /// the position, the solution in UCI and SAN, rating and source for others; themes are tags.
    pub fn anki(&self) -> String {
        let columns = COLUMNS.join("\t");
        let mut notes = format!(
            "#separator:tab\n#html:true\n#notetype:Basic\n#columns:{columns}\n#tags column:{}\n",
            COLUMNS.len()
        );
        for exercise in &self.exercises {
            let fields = note(exercise).map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
            let _ = writeln!(notes, "{}", fields.join("\t"));
        }
        notes
    }
}

/// The fields of an exercise, in the order of the columns.
fn note(exercise: &TrainingExercise) -> [String; COLUMNS.len()] {
    let position = parse_fen(&exercise.fen).unwrap_or_default();
    let solution = numbered_line(exercise);
    let uci = exercise.solution.iter().map(|m| &m.uci[..]);
    let uci: Vec<&str> = uci.collect();
    let side = position.turn().fold_wb("White", "Black");
    let source = match url(exercise) {
        Some(url) => {
            let url = escaped(&url);
            format!("{} <a href=\"{url}\">{url}</a>", escaped(&game(exercise)))
        }
        None => escaped(&game(exercise)),
    };
    let rating = exercise.rating;
    let fen = &exercise.fen;
    let last = &exercise.last_move.san;
    let others = exercise
        .alternatives
        .iter()
        .map(|other| &other.played.san[..]);
    let others: Vec<&str> = others.collect();
    let (others, themes) = (others.join(", "), exercise.themes.join(", "));
    let kind = exercise.mistake.as_ref();
    let kind = kind.map_or(String::new(), |kind| format!("{kind}; "));
    let mistake = exercise.mistake.as_ref().map(|kind| kind.replace(' ', "_"));
    let tags = exercise.themes.iter().map(|theme| (*theme).to_owned());
    let tags: Vec<String> = tags.chain(mistake).collect();
    let mut pgn = String::new();
    start(&mut pgn, fen);
    write_tag(&mut pgn, "Result", "*");
    let pgn = format!("{}{solution} *", pgn.replace('\n', " "));
    [
        format!(
            "{}<br>{side} to move, after {last}<br><small>{fen}</small>",
            board(&position)
        ),
        format!("<b>{solution}</b><br>not {others}<br>{kind}rating {rating}; {themes}<br>{source}"),
        pgn,
        format!("{side} to move; {kind}rating {rating}; {source}"),
        fen.to_string(),
        uci.join(" "),
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
