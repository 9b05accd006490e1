//! How the game of a position went on, and what else a reranking asks of it.

use pgn::{Game, Played};
use shakmaty::{Chess, Position};

use crate::games::facts::Facts;
use crate::passages::passage::Passage;

/// How many half-moves a game is followed: six moves a side. Read: what the measure of quality calls a plan.
pub(crate) const PLIES: usize = 12;

/// A position of a game with what followed, as far as that is compared.
#[derive(Clone, Debug)]
pub struct Continuation {
    /// The position and those after it, thirteen at most, each with what was played in it; `None` of the thirteenth and at
    /// the end of the game.
    pub(crate) line: Vec<(Chess, Option<Played>)>,
    /// Result, ratings and length of the game.
    pub(crate) facts: Facts,
    /// Its ECO tag, e.g. `E73`; empty if there is none.
    pub(crate) eco: String,
}

impl Continuation {
    /// That of the position of a game after this number of half-moves; `None` if the game is shorter.
    pub fn of_game(game: &Game, ply: u64) -> Option<Continuation> {
        let (first, _) = game.positions().next()?;
        let positions = game.positions().skip(usize::try_from(ply).ok()?);
        let mut line: Vec<_> = positions.take(PLIES + 1).collect();
        if let Some((_, played)) = line.get_mut(PLIES) {
            *played = None;
        }
        (!line.is_empty()).then(|| Continuation {
            facts: Facts::new(&game.tags, first.turn(), game.plies()),
            eco: game.tags.get("ECO").unwrap_or_default().to_owned(),
            line,
        })
    }

    /// The same by the passages of the game that have the position and those after it; `None` if what is stored is not a
    /// line of chess, or has no such position.
    pub fn of_passages(
        passages: impl IntoIterator<Item = Passage>,
        ply: u64,
        facts: Facts,
        eco: String,
    ) -> Option<Continuation> {
        let mut line: Vec<(Chess, Option<Played>)> = Vec::with_capacity(PLIES + 1);
        let mut passages = passages.into_iter();
        while line.len() <= PLIES
            && let Some(passage) = passages.next()
        {
            passage.replay_moves(|at, position, played| {
                if at >= ply && line.len() <= PLIES {
                    let played = played.filter(|_| line.len() < PLIES);
                    line.push((position.clone(), played));
                }
            })?;
        }
        (!line.is_empty()).then_some(Continuation { line, facts, eco })
    }
}

#[cfg(test)]
mod tests {
    use pgn::Games;

    use super::*;
    use crate::passages::encode::{EncodedPassage, Encoder};
    use crate::passages::passage::MAX_POSITIONS;

    /// Passages of any length say the same as the game, also where castling, en passant, a promotion or a pass stands
    /// between two of them, and where a Chess960 king castles without a step.
    #[test]
    fn passages_say_what_the_game_says() {
        let games = "
[Event \"?\"]
[WhiteElo \"2500\"]
[BlackElo \"2401\"]
[ECO \"C65\"]
[Result \"0-1\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. h4 O-O 6. h5 g5 7. hxg6 Kh8 8. g7+ Kg8 9. gxf8=N d5 0-1

[Event \"?\"]
[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 20\"]
[SetUp \"1\"]

20... Kd8 21. O-O -- 22. -- Kd7 23. Kg2 *

[Event \"?\"]
[Variant \"Chess960\"]
[FEN \"6kr/5ppp/8/8/8/8/5PPP/1R4KR w Hh - 0 1\"]
[SetUp \"1\"]

1. f3 f6 2. h3 Kf7 3. Kf2 Rb8 *
";
        let mut raw_games = Games::new(games.as_bytes());
        let mut lines = 0;
        while let Some(raw) = raw_games.next_game().expect("readable") {
            let parsed = pgn::parse(&raw).expect("legal moves");
            let game = Game::new(1, &parsed.tags.to_lines(), parsed.moves.clone());
            for passage_positions in 1..=MAX_POSITIONS {
                let mut writer = Encoder::new(0, passage_positions);
                let encoded = writer.encode(&parsed, |_| None).expect("few pieces");
                let encoded = encoded.game().expect("no duplicate");
                let passages: Vec<Passage> = encoded.passages.iter().map(stored).collect();
                for ply in 0..=game.plies() {
                    let passages = passages[ply / passage_positions..].iter().cloned();
                    let eco = game.tags.get("ECO").unwrap_or_default();
                    let found = Continuation::of_passages(
                        passages,
                        ply as u64,
                        encoded.facts,
                        eco.to_owned(),
                    );
                    let expected = Continuation::of_game(&game, ply as u64);
                    let (found, expected) = (found.expect("a line"), expected.expect("a line"));
                    let line = |continuation: &Continuation| {
                        let line = continuation.line.iter();
                        line.map(|(position, played)| {
                            (position.board().clone(), position.turn(), *played)
                        })
                        .collect::<Vec<_>>()
                    };
                    assert_eq!(line(&found), line(&expected), "{passage_positions} {ply}");
                    assert_eq!(
                        (found.facts, found.eco),
                        (expected.facts, expected.eco),
                        "{ply}"
                    );
                    lines += 1;
                }
            }
        }
        assert_eq!(lines, MAX_POSITIONS * (19 + 7 + 7));
    }

    fn stored(passage: &EncodedPassage) -> Passage {
        Passage {
            game: 1,
            ply: passage.ply,
            row: passage.row,
        }
    }
}
