//! The main line of a game, and where its moves stand in the text.

use pgn::{Played, RawGame, moves};
use shakmaty::{Chess, Move};

/// A game that was played through.
pub(crate) struct Line {
    /// The positions from the first on, one more than moves.
    pub(crate) positions: Vec<Chess>,
    /// The moves, `None` for a null move, and the token of each.
    pub(crate) moves: Vec<(Option<Move>, usize)>,
}

/// Plays the main line of a game through.
///
/// # Errors
///
/// The reason for which it cannot be played, e.g. `illegal move Ke3 (move 12, Black)`.
pub(crate) fn play(game: &RawGame) -> Result<Line, String> {
    let parsed = pgn::parse(game)?;
    let words: Vec<usize> = (0..game.tokens.len())
        .filter(|nth| game.tokens[*nth].is_main())
        .collect();
    let moves = parsed.positions.iter().zip(&parsed.moves);
    let moves = moves.map(|(position, code)| match moves::decode(position, *code) {
        Some(Played::Move(m)) => Some(m),
        Some(Played::Null) | None => None,
    });
    let tokens = parsed.words.iter().map(|word| words[*word as usize]);
    Ok(Line {
        moves: moves.zip(tokens).collect(),
        positions: parsed.positions,
    })
}

impl Line {
    /// Whether the word of a move says the next move too, as `e4e5` does.
    pub(crate) fn shares_word(&self, ply: usize) -> bool {
        let next = self.moves.get(ply + 1);
        next.is_some_and(|(_, token)| *token == self.moves[ply].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_has_its_token() {
        let pgn = b"[White \"A\"]\n\n1.e4e5!? {x} 2. (2. d4) Nf3 <y> -- 3... 0000 $1 *\n";
        let mut games = pgn::Games::with_text(&pgn[..]);
        let game = games.next_game().expect("readable").expect("a game");
        let line = play(&game).expect("legal moves");
        let words: Vec<_> = line
            .moves
            .iter()
            .map(|(_, token)| str::from_utf8(&game.text[game.tokens[*token].at.clone()]))
            .collect();
        let wanted = ["1.e4e5!?", "1.e4e5!?", "Nf3", "--", "0000"];
        assert_eq!(words, wanted.map(Ok));
        assert_eq!(line.positions.len(), 6);
        assert!(line.moves[3].0.is_none() && line.moves[2].0.is_some());
        let shared: Vec<_> = (0..5).filter(|ply| line.shares_word(*ply)).collect();
        assert_eq!(shared, [0]);
    }
}
