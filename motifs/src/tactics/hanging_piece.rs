//! Hanging pieces: free to capture, or defended too little.

use shakmaty::{Chess, Move, Position, Role, Square};

use crate::exchange::exchange;

/// The least gain, in pawns, for which a piece counts as hanging: the exchange for a rook.
const LEAST_GAIN: i32 = 2;

/// A piece of the side that is not to move, and the capture that wins most.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HangingPiece {
    /// Where it stands.
    pub square: Square,
    /// The capture, e.g. `Bxd5`.
    pub capture: Move,
}

/// The pieces, not pawns, that the side to move wins by a legal capture: once everything has been
/// captured back, two pawns' worth or more is gained.
///
/// Source: lichess's theme [`hangingPiece`](https://lichess.org/training/themes), "undefended or
/// insufficiently defended and free to capture".
pub fn hanging_pieces(position: &Chess) -> Vec<HangingPiece> {
    let mut best: Vec<(HangingPiece, i32)> = Vec::new();
    for capture in position.capture_moves() {
        let piece = capture.capture().is_some_and(|role| role != Role::Pawn);
        let gain = exchange(position, capture);
        if !piece || gain < LEAST_GAIN {
            continue;
        }
        let square = capture.to();
        let found = (HangingPiece { square, capture }, gain);
        match best
            .iter_mut()
            .find(|(hanging, _)| hanging.square == square)
        {
            Some(known) if known.1 < gain => *known = found,
            Some(_) => {}
            None => best.push(found),
        }
    }
    best.into_iter().map(|(hanging, _)| hanging).collect()
}
