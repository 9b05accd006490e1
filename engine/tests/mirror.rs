//! Colours exchanged, everything is the same from the view of the side to move.

use std::sync::atomic::AtomicBool;

use engine::{Engine, Evaluation, Game, Score};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use super::depth;

/// Positions that random play reaches.
fn positions() -> impl Strategy<Value = Chess> {
    proptest::collection::vec(any::<prop::sample::Index>(), 0..120).prop_map(|choices| {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[choice.index(moves.len())]);
        }
        position
    })
}

fn mirrored(position: &Chess) -> Chess {
    let setup = position.to_setup(EnPassantMode::Legal).into_mirrored();
    setup
        .position(CastlingMode::Standard)
        .expect("the same position in other colours")
}

/// The score at a depth with all pruning off.
fn score(position: &Chess, evaluation: Evaluation, plies: u32, hash: usize) -> Score {
    let mut engine = Engine::new(hash).expect("a small table");
    engine.set_evaluation(evaluation);
    engine.set_pruning(false);
    let game = Game::new(position.clone());
    let found = engine.search(&game, &depth(plies), &AtomicBool::new(false), |_| ());
    found.lines[0].score
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn colours_are_treated_alike(position in positions()) {
        for evaluation in Evaluation::ALL {
            prop_assert_eq!(
                score(&position, evaluation, 1, 1),
                score(&mirrored(&position), evaluation, 1, 1)
            );
        }
    }

    #[test]
    fn the_size_of_the_hash_table_does_not_matter(position in positions()) {
        let small = score(&position, Evaluation::Tapered, 2, 1);
        prop_assert_eq!(small, score(&position, Evaluation::Tapered, 2, 8));
    }
}
