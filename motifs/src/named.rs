//! Named pawn structures: isolani, Carlsbad, hedgehog and others, with what both sides do in them.
//!
//! Each is recognised from the pawns alone, for either colour: some pawns have to stand where they
//! do, some files have to be without a pawn, and how many of the other pawns stand as usual makes
//! the grade.

use shakmaty::{Board, Color, File, Square};

use crate::named_table::{TABLE, Template};

/// The least grade that is worth a name. Below it too many pawns are gone or displaced, and the plans
/// no longer fit; guessed.
const LEAST_GRADE: f64 = 0.6;

/// A named pawn structure found on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedStructure {
    /// Its usual name, e.g. `Carlsbad structure`.
    pub name: &'static str,
    /// The side that it is named after: who has the isolani, who plays the hedgehog, who attacks
    /// with the minority. None if it is the same for both.
    pub color: Option<Color>,
    /// How much of it is there, from 0.6 to 1: each pawn of either side that stands as usual counts
    /// 1, one on another square of its file a half, one that is missing or too many nothing.
    pub grade: f64,
    /// What it is, in a sentence.
    pub about: String,
    /// What White usually does.
    pub white: String,
    /// What Black usually does.
    pub black: String,
}

/// The named pawn structures of a board, the best grade first; where two are equal, the one that
/// the table has first.
///
/// Source: Soltis, *Pawn Structure Chess*; Flores Rios, *Chess Structures: A Grandmaster Guide*;
/// <https://en.wikipedia.org/wiki/Pawn_structure>. The grade is ours.
pub fn named_structures(board: &Board) -> Vec<NamedStructure> {
    let views = [(false, false), (true, false), (false, true), (true, true)];
    let views = views.map(|(flip, mirror)| View { flip, mirror });
    let seen_as = views.map(|view| view.of(board));
    let mut found = Vec::new();
    for template in TABLE {
        for (view, seen) in views.into_iter().zip(&seen_as) {
            let sensible = (template.color.is_some() || !view.flip)
                && (template.mirrored.is_some() || !view.mirror);
            let grade = template.grade(seen).filter(|grade| *grade >= LEAST_GRADE);
            found.extend(
                grade
                    .filter(|_| sensible)
                    .map(|grade| view.structure(template, grade)),
            );
        }
    }
    found.sort_by(|one, other| other.grade.total_cmp(&one.grade));
    found
}

/// The names of all named pawn structures, those of mirrored ones too, e.g. `Carlsbad structure`.
pub fn structure_names() -> impl Iterator<Item = &'static str> {
    let names = TABLE
        .iter()
        .flat_map(|template| [Some(template.name), template.mirrored]);
    names.flatten()
}

impl Template {
    /// How well a board fits, if it has the pawns and files that are needed.
    fn grade(&self, board: &Board) -> Option<f64> {
        let pawns = |color: Color| board.pawns() & board.by_color(color);
        let has = |need: &str| need.split('|').any(|choice| stands(choice, board));
        let free = |word: &str| {
            let (color, file) = parts(word);
            File::from_char(file).is_some_and(|file| pawns(color).is_disjoint(file))
        };
        if !self.needs.split_whitespace().all(has) || !self.without.split_whitespace().all(free) {
            return None;
        }
        let usual = Board::from_ascii_board_fen(self.usual.as_bytes()).ok()?;
        let (mut points, mut all) = (0.0, 0);
        for color in Color::ALL {
            for file in File::ALL {
                let (here, there) = (pawns(color) & file, usual.by_color(color) & file);
                let same = (here & there).count();
                let paired = here.count().min(there.count());
                points += same as f64 + (paired - same) as f64 / 2.0;
                all += here.count().max(there.count());
            }
        }
        Some(points / all as f64)
    }
}

/// Colour of a word like `Pd4` or `pc`, and the first letter after it.
fn parts(word: &str) -> (Color, char) {
    let mut letters = word.chars();
    let color = Color::from_white(letters.next() == Some('P'));
    (color, letters.next().unwrap_or_default())
}

/// Whether the pawn of a word like `Pd4` stands there.
fn stands(word: &str, board: &Board) -> bool {
    let (color, _) = parts(word);
    let square = word.get(1..).and_then(|name| name.parse::<Square>().ok());
    square.is_some_and(|square| (board.pawns() & board.by_color(color)).contains(square))
}

/// A way to look at a board so that it fits a template.
#[derive(Copy, Clone)]
struct View {
    /// Colours exchanged, the board turned over.
    flip: bool,
    /// Left and right exchanged.
    mirror: bool,
}

impl View {
    /// The board as it looks.
    fn of(self, board: &Board) -> Board {
        let mut board = board.clone();
        if self.flip {
            board.mirror();
        }
        if self.mirror {
            board.flip_horizontal();
        }
        board
    }

    /// A template as it is on the board that was looked at.
    fn structure(self, template: &Template, grade: f64) -> NamedStructure {
        let (white, black) = if self.flip {
            (template.black, template.white)
        } else {
            (template.white, template.black)
        };
        NamedStructure {
            name: template
                .mirrored
                .filter(|_| self.mirror)
                .unwrap_or(template.name),
            color: template
                .color
                .map(|color| if self.flip { !color } else { color }),
            grade,
            about: self.text(template.about),
            white: self.text(white),
            black: self.text(black),
        }
    }

    /// A text with its words in braces as they are on that board.
    fn text(self, text: &str) -> String {
        let mut parts = text.split(['{', '}']);
        let mut out = parts.next().unwrap_or_default().to_owned();
        // Words in braces and what is between them take turns.
        while let Some(word) = parts.next() {
            out += &self.word(word);
            out += parts.next().unwrap_or_default();
        }
        out
    }

    /// A word in braces as it is on that board.
    fn word(self, word: &str) -> String {
        if let Ok(mut square) = word.parse::<Square>() {
            if self.flip {
                square = square.flip_vertical();
            }
            if self.mirror {
                square = square.flip_horizontal();
            }
            return square.to_string();
        }
        match word {
            "White" if self.flip => "Black".to_owned(),
            "Black" if self.flip => "White".to_owned(),
            "light" if self.flip != self.mirror => "dark".to_owned(),
            "dark" if self.flip != self.mirror => "light".to_owned(),
            "kingside" if self.mirror => "queenside".to_owned(),
            "queenside" if self.mirror => "kingside".to_owned(),
            file if self.mirror && file.len() == 1 => {
                let mirrored = file.chars().next().and_then(File::from_char);
                mirrored.map_or_else(
                    || file.to_owned(),
                    |file| file.flip_horizontal().to_string(),
                )
            }
            other => other.to_owned(),
        }
    }
}
