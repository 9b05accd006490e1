//! Hidden layers of the network that are kept, so that after a move only what it changed is computed.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::hidden::Layer;
use super::network::{NETWORK, Perspective, bucket};

/// Hidden layers kept, one for each ply of a line: a power of two about as large as the deepest.
const KEPT: usize = 128;

/// A position, and its hidden layers as Black and as White see it.
#[derive(Clone)]
struct Kept {
    board: Board,
    layers: [Layer; 2],
}

/// Hidden layers of positions of the line that is looked at.
///
/// Source: <https://www.chessprogramming.org/NNUE#Accumulators>.
pub(crate) struct Accumulators(Vec<Kept>);

impl Accumulators {
    pub(crate) fn new() -> Accumulators {
        let empty = Kept {
            board: Board::empty(),
            layers: [*NETWORK.empty(); 2],
        };
        Accumulators(vec![empty; KEPT])
    }

    /// What the network says of a position, `ply` moves behind some fixed one, in centipawns from the view of the side
    /// to move. It does not depend on `ply`, but is computed soonest where the position a ply before came last.
    pub(crate) fn evaluate(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        let [here, before] = [0, 1].map(|plies| (ply + KEPT - plies) % KEPT);
        let from_here = difference(&self.0[here].board, board);
        if from_here.any() {
            let from_before = difference(&self.0[before].board, board);
            let (low, high) = self.0.split_at_mut(here.max(before));
            let (here, before) = if here > before {
                (&mut high[0], &low[before])
            } else {
                (&mut low[here], &high[0])
            };
            if from_before.count() <= from_here.count() {
                here.become_after(before, board, from_before);
            } else {
                let old = here.clone();
                here.become_after(&old, board, from_here);
            }
        }
        let [black, white] = &self.0[here].layers;
        let layers = turn.fold_wb([white, black], [black, white]);
        NETWORK.output(layers, bucket(board))
    }
}

/// The squares on which two boards differ.
fn difference(one: &Board, other: &Board) -> Bitboard {
    let by_role = Role::ALL.map(|role| one.by_role(role) ^ other.by_role(role));
    let by_color = Color::ALL.map(|color| one.by_color(color) ^ other.by_color(color));
    let both = by_role.into_iter().chain(by_color);
    both.fold(Bitboard::EMPTY, |all, squares| all | squares)
}

impl Kept {
    /// Becomes another position, from one that differs on `changed` squares.
    fn become_after(&mut self, before: &Kept, board: &Board, changed: Bitboard) {
        let views = perspectives(board);
        let mut come = [Inputs::new(), Inputs::new()];
        let mut go = [Inputs::new(), Inputs::new()];
        add_inputs(&mut come, &views, board, changed);
        add_inputs(&mut go, &views, &before.board, changed);
        let views_before = perspectives(&before.board);
        for side in 0..2 {
            let layer = &mut self.layers[side];
            if views[side] == views_before[side] {
                NETWORK.change(&before.layers[side], layer, &come[side], &go[side]);
            } else {
                // All weights are others, or of mirrored squares.
                let mut all = [Inputs::new(), Inputs::new()];
                add_inputs(&mut all, &views, board, board.occupied());
                NETWORK.change(NETWORK.empty(), layer, &all[side], &[]);
            }
        }
        self.board = board.clone();
    }
}

/// How Black and White see a board.
fn perspectives(board: &Board) -> [Perspective; 2] {
    [Color::Black, Color::White].map(|view| {
        let king = board.king_of(view).unwrap_or(Square::A1);
        Perspective::new(view, king)
    })
}

/// Numbers of inputs.
type Inputs = ArrayVec<u16, 64>;

/// Adds the inputs of the pieces on some squares, as Black and as White see them.
fn add_inputs(
    inputs: &mut [Inputs; 2],
    views: &[Perspective; 2],
    board: &Board,
    squares: Bitboard,
) {
    for square in squares {
        if let Some(piece) = board.piece_at(square) {
            for (inputs, view) in inputs.iter_mut().zip(views) {
                inputs.push(view.input(piece, square) as u16);
            }
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
