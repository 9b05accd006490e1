//! A position of a game, and what its game says of it.

use pgn::{Game, MoveKey, Played};
use shakmaty::{Board, ByColor, Chess, Color, Position};

use crate::games::facts::GameResult;
use crate::passages::continuation::{Continuation, PLIES};

/// A position of a game, and what its game says of it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The position itself.
    pub position: Chess,
    /// What was played next; `None` at the end of the game.
    pub played: Option<Played>,
    /// The moves of the next twelve half-moves by colour, first to last.
    pub keys: ByColor<Vec<MoveKey>>,
    /// The board twelve half-moves later, or at the end of the game if that is earlier.
    pub later: Board,
    /// Of the game: 1 if White won, 0 if Black did, 0.5 if neither did or it is unknown.
    pub result: f64,
    /// The ECO tag of the game, e.g. `E73`; empty if there is none.
    pub eco: String,
}

impl Moment {
    /// The first position of a line, which has what is played in each; `None` for an empty one.
    pub fn new(line: &[(Chess, Option<Played>)], result: f64, eco: &str) -> Option<Moment> {
        let line = &line[..line.len().min(PLIES + 1)];
        let mut keys = ByColor::<Vec<MoveKey>>::default();
        for (position, played) in line.iter().take(PLIES) {
            let turn = position.turn();
            keys.get_mut(turn)
                .extend(played.and_then(|played| played.key(turn)));
        }
        let (position, played) = line.first()?;
        Some(Moment {
            position: position.clone(),
            played: *played,
            later: line.last()?.0.board().clone(),
            keys,
            result,
            eco: eco.to_owned(),
        })
    }

    /// The position of a stored game after this number of half-moves; `None` if the game is shorter.
    pub fn of_game(game: &Game, ply: u64) -> Option<Moment> {
        Moment::of(&Continuation::of_game(game, ply)?)
    }

    /// The position whose continuation this is; `None` for one without positions.
    pub(crate) fn of(continuation: &Continuation) -> Option<Moment> {
        let result = match continuation.facts.result() {
            GameResult::Won(winner) => winner.fold_wb(1.0, 0.0),
            GameResult::Drawn | GameResult::Unknown => 0.5,
        };
        Moment::new(&continuation.line, result, &continuation.eco)
    }

    /// The moves of the next twelve half-moves, each once.
    pub(crate) fn moves(&self) -> Vec<(Color, MoveKey)> {
        let mut moves = Vec::with_capacity(PLIES);
        for color in Color::ALL {
            for key in self.keys.get(color) {
                if !moves.contains(&(color, *key)) {
                    moves.push((color, *key));
                }
            }
        }
        moves
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use shakmaty::Role;
    use shakmaty::uci::UciMove;

    /// A line of moves in UCI, `0000` for a null move.
    pub(crate) fn line(fen: &str, moves: &str) -> Vec<(Chess, Option<Played>)> {
        let mut position = pgn::parse_fen(fen).expect("a FEN");
        let mut line = Vec::new();
        for uci in moves.split_whitespace() {
            let played = match uci.parse().expect("UCI") {
                UciMove::Null => Played::Null,
                uci => Played::Move(uci.to_move(&position).expect("a legal move")),
            };
            let next = played.after(position.clone()).expect("a position");
            line.push((position, Some(played)));
            position = next;
        }
        line.push((position, None));
        line
    }

    /// `Nf3 e4`: the pieces as letters, none for a pawn.
    fn shown(keys: &[MoveKey]) -> String {
        let shown = keys.iter().map(|(role, to)| match role {
            Role::Pawn => to.to_string(),
            role => format!("{}{to}", role.upper_char()),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn keys_and_where_it_leads() {
        // The position, what is played, White's keys, Black's, and the board later.
        let cases = [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                "g1f3 d7d5",
                "Nf3",
                "d5",
                "rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R",
            ),
            // Both sides castle, one to each side.
            (
                "r3k3/8/8/8/8/8/8/4K2R b Kq -",
                "e8c8 e1g1",
                "Kg1",
                "Kc8",
                "2kr4/8/8/8/8/8/8/5RK1",
            ),
            // So they do in Chess960, where the king is already there.
            (
                "1r3k2/8/8/8/8/8/8/1R4KR w H -",
                "g1h1",
                "Kg1",
                "",
                "1r3k2/8/8/8/8/8/8/1R3RK1",
            ),
            // A capture that promotes, and one en passant.
            (
                "3nk3/2P5/8/8/4p3/8/3P4/4K3 w - -",
                "c7d8q e8d8 d2d4 e4d3",
                "d8 d4",
                "Kd8 d3",
                "3k4/8/8/8/8/3p4/8/4K3",
            ),
            // A pass has no key.
            (
                "4k3/8/8/8/8/8/8/4K3 w - -",
                "e1e2 0000 e2e3",
                "Ke2 Ke3",
                "",
                "4k3/8/8/8/8/4K3/8/8",
            ),
            // Six moves a side are looked at, not more.
            (
                "4k3/8/8/8/8/8/8/4K3 b - -",
                "e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1e1 e8d8 e1d1 d8e8 d1c1 e8f8 c1b1",
                "Kd1 Ke1 Kd1 Ke1 Kd1 Kc1",
                "Kd8 Ke8 Kd8 Ke8 Kd8 Ke8",
                "4k3/8/8/8/8/8/8/2K5",
            ),
            // The end of a game.
            (
                "4k3/8/8/8/8/8/8/4K3 b - -",
                "",
                "",
                "",
                "4k3/8/8/8/8/8/8/4K3",
            ),
        ];
        for (fen, moves, white, black, later) in cases {
            let moment = Moment::new(&line(fen, moves), 0.5, "").expect("a moment");
            assert_eq!(shown(&moment.keys.white), white, "{fen}");
            assert_eq!(shown(&moment.keys.black), black, "{fen}");
            assert_eq!(moment.later.to_string(), later, "{fen}");
        }
    }
}
