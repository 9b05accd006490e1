//! Variations as games of their own, as `pgn-extract --splitvariants` makes them.

use shakmaty::{Chess, Position as _};

use crate::annotations::{Annotation, Annotations, Variation, VariationMove};
use crate::game::Tags;
use crate::moves::{self, Played};
use crate::play::{MOST_PLIES, ParsedGame};

/// The tag of a variation that is a game of its own: how many of its half-moves are those of the game that it is a
/// variation of, e.g. `23`.
pub const VARIATION_PLY: &str = "VariationPly";

/// The most variations of a game that become games. Guessed: the largest files of openings have fewer, and as many short
/// lines take some tens of megabytes.
pub const MOST_VARIATIONS: usize = 10_000;

impl Tags {
    /// How many half-moves a variation shares with the game that it is a variation of; `None` of any other game.
    pub fn variation_ply(&self) -> Option<usize> {
        self.get(VARIATION_PLY)?.parse().ok()
    }
}

impl ParsedGame {
    /// Calls `each` with every variation of the game as a game of its own, those in variations included: the moves before
    /// it, and its own up to the first that is not legal, with their comments and marks. Its tags are those of the game
    /// and [`VARIATION_PLY`]; its result is unknown. Of more than [`MOST_VARIATIONS`] the first come.
    pub fn for_each_variation(&self, mut each: impl FnMut(ParsedGame)) {
        let mut tags = self.tags.clone();
        let result = |name: &str| ["Result", "Termination"].contains(&name);
        tags.0
            .retain(|(name, _)| !result(name) && name != VARIATION_PLY);
        tags.0.push(("Result".to_owned(), "*".to_owned()));
        let mut splitter = Splitter {
            line: Line {
                moves: self.moves.clone(),
                positions: self.positions.clone(),
            },
            tags,
            left: MOST_VARIATIONS,
            each: &mut each,
        };
        for ply in 1..self.positions.len() {
            // Most moves have none, and a position is large.
            if self
                .annotations
                .at(ply)
                .any(|found| *found == Annotation::Open)
            {
                for variation in self.annotations.variations(ply, &self.positions[ply - 1]) {
                    splitter.split(&variation, ply - 1);
                }
            }
        }
    }
}

/// A line of moves and its positions, one more.
struct Line {
    moves: Vec<u8>,
    positions: Vec<Chess>,
}

struct Splitter<'a, F: FnMut(ParsedGame)> {
    /// The line that a variation branches off from.
    line: Line,
    tags: Tags,
    /// How many more may come.
    left: usize,
    each: &'a mut F,
}

impl<F: FnMut(ParsedGame)> Splitter<'_, F> {
    /// Gives a variation that has moves instead of those after `ply` half-moves of the line, and then those in it.
    fn split(&mut self, variation: &Variation, ply: usize) {
        let plies = ply + variation.moves.len();
        let Some(last) = variation.moves.last() else {
            return;
        };
        let (Some(end), true) = (
            last.played.after(last.position.clone()),
            plies <= MOST_PLIES,
        ) else {
            return;
        };
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let codes: Option<Vec<u8>> = variation.moves.iter().map(code).collect();
        let Some(codes) = codes else {
            return;
        };
        let own = variation.moves.iter().map(|played| played.position.clone());
        let line = Line {
            moves: [&self.line.moves[..ply], &codes].concat(),
            positions: self.line.positions[..ply]
                .iter()
                .cloned()
                .chain(own)
                .chain([end])
                .collect(),
        };
        let mut tags = self.tags.clone();
        tags.0.push((VARIATION_PLY.to_owned(), ply.to_string()));
        (self.each)(ParsedGame {
            tags,
            moves: line.moves.clone(),
            positions: line.positions.clone(),
            words: Vec::new(),
            annotations: annotations(variation, ply),
        });
        let outer = std::mem::replace(&mut self.line, line);
        for (nth, played) in variation.moves.iter().enumerate() {
            for inner in &played.variations {
                self.split(inner, ply + nth);
            }
        }
        self.line = outer;
    }
}

/// The byte of a move.
fn code(played: &VariationMove) -> Option<u8> {
    match played.played {
        Played::Move(m) => moves::encode(&played.position.legal_moves(), m),
        Played::Null => Some(moves::NULL),
    }
}

/// The comments and marks of the moves of a variation that comes after `ply` half-moves.
fn annotations(variation: &Variation, ply: usize) -> Annotations {
    let mut all = Vec::new();
    let comments = |texts: &[String]| {
        texts
            .iter()
            .cloned()
            .map(Annotation::Comment)
            .collect::<Vec<_>>()
    };
    let mut add = |ply: usize, found: Vec<Annotation>| {
        all.extend(found.into_iter().map(|one| (ply as u32, one)));
    };
    add(ply, comments(&variation.comments));
    for (ply, played) in (ply + 1..).zip(&variation.moves) {
        add(
            ply,
            played.nags.iter().copied().map(Annotation::Nag).collect(),
        );
        add(ply, comments(&played.comments));
    }
    Annotations::new(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;
    use crate::play::parse;

    /// The variations of a game: half-moves of the game, moves, and annotations in PGN.
    fn check(pgn: &str, expected: &[(usize, &str, &str)]) {
        let raw = Games::new(pgn.as_bytes())
            .next_game()
            .expect("text")
            .expect("a game");
        let game = parse(&raw).expect("legal moves");
        let mut found = Vec::new();
        game.for_each_variation(|variation| {
            let sans = variation
                .moves
                .iter()
                .zip(&variation.positions)
                .map(|(code, position)| {
                    let played = moves::decode(position, *code).expect("a legal move");
                    played.san(position)
                });
            let sans: Vec<String> = sans.collect();
            assert_eq!(variation.positions.len(), sans.len() + 1);
            assert_eq!(variation.tags.get("White"), game.tags.get("White"));
            assert_eq!(variation.tags.get("Result"), Some("*"));
            let notes = variation.annotations.iter();
            let notes = notes.map(|(ply, note)| format!("{ply}{}", note.text()));
            found.push((
                variation.tags.variation_ply().expect("a number"),
                sans.join(" "),
                notes.collect::<Vec<_>>().join(" "),
            ));
        });
        let found: Vec<(usize, &str, &str)> = found
            .iter()
            .map(|(ply, sans, notes)| (*ply, &sans[..], &notes[..]))
            .collect();
        assert_eq!(found, expected, "{pgn}");
    }

    #[test]
    fn variations_become_games() {
        check("1. e4 {fine} e5 2. Nf3 1-0", &[]);
        check(
            "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4! {solid} d5 (1... Nf6 $14) 2. c4) (1. c4) e5 (1... c5 2. Nf3 d6) 1-0",
            &[
                (0, "d4 d5 c4", "1$1 1{solid}"),
                (1, "d4 Nf6", "2$14"),
                (0, "c4", ""),
                (1, "e4 c5 Nf3 d6", ""),
            ],
        );
        // Up to what is not legal; null moves are passes; one that begins with nonsense is none.
        check(
            "1. e4 e5 (1... -- 2. d4 Ke3 3. c4) (1... Ke3 2. d4) (see above) *",
            &[(1, "e4 -- d4", "")],
        );
        check(
            "1. e4 e5 2. Nf3 ({Before} 2. f4 {the gambit}) *",
            &[(2, "e4 e5 f4", "2{Before} 3{the gambit}")],
        );
    }

    #[test]
    fn the_first_ten_thousand_count() {
        let pgn = format!("1. e4 {} e5 *", "(1. d4)".repeat(MOST_VARIATIONS + 1));
        let raw = Games::new(pgn.as_bytes())
            .next_game()
            .expect("text")
            .expect("a game");
        let mut count = 0;
        parse(&raw)
            .expect("legal moves")
            .for_each_variation(|_| count += 1);
        assert_eq!(count, MOST_VARIATIONS);
    }
}
