//! Positions and moves as tests write them.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};

pub(crate) fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    let mode = CastlingMode::detect(fen.as_setup());
    fen.into_position(mode).expect("a position")
}

/// The legal moves of a line in UCI.
pub(crate) fn line(position: &Chess, moves: &str) -> Vec<Move> {
    let mut position = position.clone();
    let moves = moves.split_whitespace().map(|word| {
        let uci: UciMove = word.parse().expect("a move in UCI");
        let m = uci.to_move(&position).expect("a legal move");
        position.play_unchecked(m);
        m
    });
    moves.collect()
}
