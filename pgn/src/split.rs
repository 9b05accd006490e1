//! Variations as games of their own, as `pgn-extract --splitvariants` makes them.

use shakmaty::Chess;

use crate::annotations::{Annotation, Annotations, Variation};
use crate::correction::Corrections;
use crate::game::Tags;
use crate::moves;
use crate::play::{MOST_PLIES, ParsedGame};

/// The tag of a variation that is a game of its own: how many of its half-moves are those of the game that it is a
/// variation of, e.g. `23`.
const VARIATION_PLY: &str = "VariationPly";

/// The most bytes of variations of a game that become games: their tags and moves, and [`EACH`] besides. Guessed: some ten
/// thousand variations, more than the largest files of openings have in a game.
const MOST_BYTES: usize = 16 << 20;

/// What is stored of a short variation in addition to its tags and moves, in bytes. Guessed.
const EACH: usize = 1024;

impl Tags {
    /// How many half-moves a variation shares with the game that it is a variation of; `None` of any other game.
    pub fn variation_ply(&self) -> Option<usize> {
        self.get(VARIATION_PLY)?.parse().ok()
    }

    /// Those of a variation of the game, which has no result.
    fn of_variation(&self, ply: usize) -> Tags {
        let others = ["Result", "Termination", VARIATION_PLY];
        let kept = self.0.iter().filter(|(name, _)| !others.contains(&&**name));
        let own = [("Result", "*".to_owned()), (VARIATION_PLY, ply.to_string())];
        let own = own.map(|(name, value)| (name.to_owned(), value));
        Tags(kept.cloned().chain(own).collect())
    }

    fn bytes(&self) -> usize {
        self.iter()
            .map(|(name, value)| name.len() + value.len())
            .sum()
    }
}

impl ParsedGame {
    /// Calls `each` with every variation of the game as a game of its own, those in variations included: the moves before
    /// it, and its own up to the first that is not legal, with their comments and marks. Its tags are those of the game
    /// and `VariationPly`; its result is unknown. Of more than 16 MiB of them the first come.
    pub fn for_each_variation(&self, mut each: impl FnMut(&ParsedGame)) {
        let mut left = MOST_BYTES;
        for (ply, before) in self.positions.iter().enumerate() {
            for variation in self.annotations.variations(ply + 1, before) {
                split(self, ply, &variation, &mut left, &mut each);
            }
        }
    }
}

/// Gives a variation that has moves instead of those after `ply` half-moves of a game, and then those in it.
fn split(
    of: &ParsedGame,
    ply: usize,
    variation: &Variation,
    left: &mut usize,
    each: &mut impl FnMut(&ParsedGame),
) {
    let Some(end) = end(variation) else { return };
    let own = &variation.moves;
    let codes = own.iter().map(|one| moves::code(&one.position, one.played));
    let Some(codes) = codes.collect::<Option<Vec<u8>>>() else {
        return;
    };
    let plies = ply + own.len();
    let tags = of.tags.of_variation(ply);
    let rest = left.checked_sub(tags.bytes() + plies + EACH);
    let Some(rest) = rest.filter(|_| plies <= MOST_PLIES) else {
        return;
    };
    *left = rest;
    let before = of.positions[..ply].iter();
    let positions = before
        .chain(own.iter().map(|played| &played.position))
        .chain([&end]);
    let game = ParsedGame {
        tags,
        moves: [&of.moves[..ply], &codes].concat(),
        positions: positions.cloned().collect(),
        words: Vec::new(),
        annotations: annotations(variation, ply as u32),
        corrections: Corrections::default(),
    };
    each(&game);
    for (ply, played) in (ply..).zip(own) {
        for inner in &played.variations {
            split(&game, ply, inner, left, each);
        }
    }
}

/// The position after a variation; `None` if it has no moves.
fn end(variation: &Variation) -> Option<Chess> {
    let last = variation.moves.last()?;
    last.played.after(last.position.clone())
}

/// The comments and marks of the moves of a variation that comes after `ply` half-moves.
fn annotations(variation: &Variation, ply: u32) -> Annotations {
    let comment = |ply, text: &String| (ply, Annotation::Comment(text.clone()));
    let mut all: Vec<_> = variation
        .comments
        .iter()
        .map(|text| comment(ply, text))
        .collect();
    for (ply, played) in (ply + 1..).zip(&variation.moves) {
        all.extend(
            played
                .nags
                .iter()
                .map(|number| (ply, Annotation::Nag(*number))),
        );
        all.extend(played.comments.iter().map(|text| comment(ply, text)));
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

    /// Of a game with many variations or large tags, what comes first becomes games.
    #[test]
    fn there_is_an_end() {
        for (length, least, most) in [(10, 10_000, 20_000), (500_000, 20, 40)] {
            let tag = "x".repeat(length);
            let pgn = format!(
                "[Event \"{tag}\"]\n\n1. e4 {} e5 *",
                "(1. d4)".repeat(20_000)
            );
            let raw = Games::new(pgn.as_bytes())
                .next_game()
                .expect("text")
                .expect("a game");
            let mut count = 0;
            parse(&raw)
                .expect("legal moves")
                .for_each_variation(|_| count += 1);
            assert!((least..=most).contains(&count), "{length}: {count}");
        }
    }
}
