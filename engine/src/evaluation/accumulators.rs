//! Hidden layers of the network that are kept, so that after a move only what it changed is computed.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::network::{Layer, NETWORK, bucket, input};

/// Hidden layers kept, one for each ply of a line: a power of two about as large as the deepest.
const KEPT: usize = 128;

/// The twelve kinds of pieces.
const KINDS: [Piece; 12] = {
    let mut kinds = [Role::Pawn.of(Color::White); 12];
    let mut kind = 0;
    while kind < 12 {
        kinds[kind].role = Role::ALL[kind / 2];
        kinds[kind].color = Color::ALL[kind % 2];
        kind += 1;
    }
    kinds
};

/// Where the pieces of each kind stand.
type Pieces = [Bitboard; 12];

/// A position, and its hidden layers as Black and as White see it.
#[derive(Clone)]
struct Kept {
    pieces: Pieces,
    kings: [Square; 2],
    layers: [Layer; 2],
}

/// Hidden layers of positions of the line that is looked at.
///
/// Source: <https://www.chessprogramming.org/NNUE#Accumulators>.
pub(crate) struct Accumulators(Vec<Kept>);

impl Accumulators {
    pub(crate) fn new() -> Accumulators {
        let empty = Kept {
            pieces: [Bitboard::EMPTY; 12],
            kings: [Square::A1; 2],
            layers: [NETWORK.empty(); 2],
        };
        Accumulators(vec![empty; KEPT])
    }

    /// What the network says of a position, `ply` moves behind some fixed one, in centipawns from the view of the side
    /// to move. It does not depend on `ply`, but is computed soonest where the position a ply before came last.
    pub(crate) fn evaluate(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        let pieces = KINDS.map(|kind| board.by_piece(kind));
        let [here, before] = [0, 1].map(|plies| (ply + KEPT - plies) % KEPT);
        let from_here = difference(&self.0[here].pieces, &pieces);
        if from_here > 0 {
            if difference(&self.0[before].pieces, &pieces) <= from_here {
                let [here, before] = if here > before {
                    let (low, high) = self.0.split_at_mut(here);
                    [&mut high[0], &mut low[before]]
                } else {
                    let (low, high) = self.0.split_at_mut(before);
                    [&mut low[here], &mut high[0]]
                };
                here.clone_from(before);
            }
            self.0[here].change(board, pieces);
        }
        let [black, white] = &self.0[here].layers;
        let layers = turn.fold_wb([white, black], [black, white]);
        NETWORK.output(layers, bucket(board))
    }
}

/// On how many squares two boards differ, or more.
fn difference(one: &Pieces, other: &Pieces) -> usize {
    let pairs = one.iter().zip(other);
    pairs.map(|(one, other)| (*one ^ *other).count()).sum()
}

impl Kept {
    /// Becomes another position.
    fn change(&mut self, board: &Board, pieces: Pieces) {
        for view in [Color::Black, Color::White] {
            let side = view as usize;
            let (king, layer) = (
                board.king_of(view).unwrap_or(Square::A1),
                &mut self.layers[side],
            );
            let mut old = &self.pieces;
            // On the other half of the board everything is mirrored.
            if usize::from(king) & 4 != usize::from(self.kings[side]) & 4 {
                *layer = NETWORK.empty();
                old = &[Bitboard::EMPTY; 12];
            }
            self.kings[side] = king;
            let (mut come, mut go) = (Inputs::new(), Inputs::new());
            for (piece, (old, new)) in KINDS.into_iter().zip(old.iter().zip(&pieces)) {
                for square in *new & !*old {
                    come.push(input(view, king, piece, square));
                }
                for square in *old & !*new {
                    go.push(input(view, king, piece, square));
                }
            }
            NETWORK.change(layer, come.all(), go.all());
        }
        self.pieces = pieces;
    }
}

/// Numbers of inputs, at most one for each square.
struct Inputs {
    all: [u16; 64],
    count: usize,
}

impl Inputs {
    fn new() -> Inputs {
        Inputs {
            all: [0; 64],
            count: 0,
        }
    }

    fn push(&mut self, input: usize) {
        self.all[self.count] = input as u16;
        self.count += 1;
    }

    fn all(&self) -> &[u16] {
        &self.all[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::Position;

    use super::super::network::tests::{random_games, reference};
    use super::Accumulators;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn what_is_kept_is_what_is_computed_anew(game in random_games(), jumps in any::<u64>()) {
            let mut kept = Accumulators::new();
            for (ply, position) in game.iter().enumerate() {
                let (board, turn) = (position.board(), position.turn());
                let value = kept.evaluate(board, turn, ply);
                prop_assert_eq!(value, reference(board, turn), "ply {}", ply);
                // Who is to move changes, as after a null move.
                let passed = kept.evaluate(board, !turn, ply + 1);
                prop_assert_eq!(passed, reference(board, !turn), "a pass at ply {}", ply);
                // Another position of the game, at whatever ply, as other lines of a search have it.
                let other = &game[(jumps >> (ply % 32)) as usize % game.len()];
                let at = (jumps >> (ply % 50)) as usize % 300;
                let value = kept.evaluate(other.board(), other.turn(), at);
                prop_assert_eq!(value, reference(other.board(), other.turn()), "at {}", at);
            }
        }
    }
}
