//! Hidden layers of the network that are kept, so that after a move only what it changed is computed.

use arrayvec::ArrayVec;
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
            layers: [*NETWORK.empty(); 2],
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
            let from_before = difference(&self.0[before].pieces, &pieces);
            let (low, high) = self.0.split_at_mut(here.max(before));
            let (here, before) = if here > before {
                (&mut high[0], &low[before])
            } else {
                (&mut low[here], &high[0])
            };
            if from_before <= from_here {
                here.become_after(before, board, pieces);
            } else {
                let old = here.clone();
                here.become_after(&old, board, pieces);
            }
        }
        let [black, white] = &self.0[here].layers;
        let layers = turn.fold_wb([white, black], [black, white]);
        NETWORK.output(layers, bucket(board))
    }
}

/// In how many kinds of pieces two boards differ.
fn difference(one: &Pieces, other: &Pieces) -> usize {
    let pairs = one.iter().zip(other);
    pairs.filter(|(one, other)| one != other).count()
}

impl Kept {
    /// Becomes another position, from one that is similar.
    fn become_after(&mut self, before: &Kept, board: &Board, pieces: Pieces) {
        let (mut come, mut go) = (ArrayVec::new(), ArrayVec::new());
        add_placed(&mut come, &pieces, &before.pieces);
        add_placed(&mut go, &before.pieces, &pieces);
        for view in Color::ALL {
            let side = view as usize;
            let king = board.king_of(view).unwrap_or(Square::A1);
            let input = |(piece, square): &Placed| input(view, king, *piece, *square) as u16;
            let layer = &mut self.layers[side];
            let (mut inputs, mut gone) = (ArrayVec::<u16, 64>::new(), ArrayVec::<u16, 64>::new());
            if usize::from(king) & 4 == usize::from(before.kings[side]) & 4 {
                inputs.extend(come.iter().map(input));
                gone.extend(go.iter().map(input));
                NETWORK.change(&before.layers[side], layer, &inputs, &gone);
            } else {
                // On the other half of the board everything is mirrored.
                let mut all = ArrayVec::new();
                add_placed(&mut all, &pieces, &[Bitboard::EMPTY; 12]);
                inputs.extend(all.iter().map(input));
                NETWORK.change(NETWORK.empty(), layer, &inputs, &[]);
            }
            self.kings[side] = king;
        }
        self.pieces = pieces;
    }
}

/// A piece and where it stands.
type Placed = (Piece, Square);

/// Adds the pieces that are not where others of their kind are.
fn add_placed(placed: &mut ArrayVec<Placed, 64>, pieces: &Pieces, others: &Pieces) {
    for (kind, (squares, others)) in pieces.iter().zip(others).enumerate() {
        for square in *squares & !*others {
            placed.push((KINDS[kind], square));
        }
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
