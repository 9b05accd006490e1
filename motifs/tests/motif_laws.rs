//! Laws that hold for the motifs of every position.

use std::collections::BTreeSet;

use motifs::{Motif, MotifKind, exchange, mates_in_one, mates_in_two, motifs, static_motifs};
use proptest::prelude::*;
use shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, Role, Setup, Square,
};

/// Positions of random games, up to 60 moves long.
fn positions() -> impl Strategy<Value = Chess> {
    proptest::collection::vec(any::<u16>(), 0..120).prop_map(|choices| {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        }
        position
    })
}

/// Positions of few pieces, in which mates and tactics are frequent.
fn sparse() -> impl Strategy<Value = Chess> {
    let piece = (0..64_u32, 0..5_usize, any::<bool>());
    proptest::collection::vec(piece, 3..9).prop_filter_map("a legal position", |pieces| {
        let mut setup = Setup::empty();
        for (nth, (square, role, white)) in pieces.into_iter().enumerate() {
            let roles = [
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ];
            let color = shakmaty::Color::from_white(if nth < 2 { nth == 0 } else { white });
            let role = if nth < 2 { Role::King } else { roles[role] };
            setup
                .board
                .set_piece_at(Square::new(square), role.of(color));
        }
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    })
}

/// What a motif is but for the order of its squares: kind, whether it is White's, squares, moves.
type Bare = (MotifKind, Option<bool>, u64, Vec<String>);

fn bare(found: &[Motif], flip: bool, square: impl Fn(Square) -> Square) -> BTreeSet<Bare> {
    let moved = |m: &Move| {
        let from = m.from().map(&square);
        format!("{from:?}{}{:?}", square(m.to()), m.promotion())
    };
    found
        .iter()
        .map(|motif| {
            let squares: Bitboard = motif.squares.iter().copied().map(&square).collect();
            let white = motif.color.map(|color| color.is_white() != flip);
            // Which of two equal captures or replies is listed depends on the order of moves.
            let shown = usize::from(motif.kind != MotifKind::HangingPiece);
            let line = motif.line.iter().take(shown).map(moved).collect();
            (motif.kind, white, squares.0, line)
        })
        .collect()
}

fn position(setup: Setup) -> Chess {
    Chess::from_setup(setup, CastlingMode::Standard).expect("as legal as it was")
}

/// Whether the side to move can mate within a number of moves, by trying everything.
fn can_mate(position: &Chess, moves: u32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|m| {
            let after = position.clone().play(m).expect("legal");
            let replies = after.legal_moves();
            after.is_checkmate()
                || !replies.is_empty()
                    && replies.into_iter().all(|reply| {
                        can_mate(&after.clone().play(reply).expect("legal"), moves - 1)
                    })
        })
}

fn check_colours(one: &Chess) -> Result<(), TestCaseError> {
    let other = position(one.to_setup(EnPassantMode::Legal).into_mirrored());
    let expected = bare(&motifs(one), true, Square::flip_vertical);
    prop_assert_eq!(bare(&motifs(&other), false, |square| square), expected);
    Ok(())
}

fn check_sides(one: &Chess) -> Result<(), TestCaseError> {
    let mut setup = one.to_setup(EnPassantMode::Legal);
    setup.castling_rights = Bitboard::EMPTY;
    let one = position(setup.clone());
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(Square::flip_horizontal);
    let other = position(setup);
    // Castled kings look different on the two sides of the board.
    let sided = |(kind, ..): &Bare| {
        [
            MotifKind::CastledKingside,
            MotifKind::CastledQueenside,
            MotifKind::OppositeCastling,
        ]
        .contains(kind)
    };
    let mut expected = bare(&motifs(&one), false, Square::flip_horizontal);
    let mut seen = bare(&motifs(&other), false, |square| square);
    expected.retain(|motif| !sided(motif));
    seen.retain(|motif| !sided(motif));
    prop_assert_eq!(seen, expected);
    Ok(())
}

proptest! {
    #[test]
    fn colours_are_treated_alike(one in positions(), few in sparse()) {
        check_colours(&one)?;
        check_colours(&few)?;
    }

    #[test]
    fn left_and_right_are_treated_alike(one in positions(), few in sparse()) {
        check_sides(&one)?;
        check_sides(&few)?;
    }

    /// Every motif has a sentence with a full stop, and squares that it names.
    #[test]
    fn every_motif_has_a_sentence(one in positions(), few in sparse()) {
        for position in [one, few] {
            for motif in motifs(&position) {
                let sentence = motif.sentence(&position);
                prop_assert!(sentence.ends_with('.') && sentence.len() > 10, "{:?}", motif);
                let sided = motif.color.is_none_or(|color| {
                    sentence.contains(color.fold_wb("White", "Black"))
                });
                prop_assert!(sided, "{}", sentence);
                prop_assert!(motif.kind == MotifKind::Islands || !motif.squares.is_empty());
            }
        }
    }

    /// Whose move it is does not change the motifs of the board alone.
    #[test]
    fn motifs_of_the_board_are_among_all(one in positions()) {
        let all = motifs(&one);
        let board = static_motifs(one.board());
        prop_assert_eq!(&all[..board.len()], &board[..]);
        prop_assert!(board.iter().all(|motif| !motif.kind.is_chance()));
        prop_assert!(all[board.len()..].iter().all(|motif| motif.kind.is_chance()));
    }

    #[test]
    fn mates_as_by_trying_everything(few in sparse()) {
        prop_assert_eq!(!mates_in_one(&few).is_empty(), can_mate(&few, 1));
        let in_two = !can_mate(&few, 1) && can_mate(&few, 2);
        prop_assert_eq!(!mates_in_two(&few).is_empty(), in_two);
        for line in mates_in_two(&few) {
            let mut end = few.clone();
            for m in line {
                end = end.play(m).expect("legal");
            }
            prop_assert!(end.is_checkmate());
        }
    }

    /// An exchange never wins more than what is taken, nor loses more than what moved.
    #[test]
    fn exchanges_are_bounded(one in positions(), few in sparse()) {
        for position in [one, few] {
            for m in position.legal_moves() {
                let worth = |role| motifs::value(role) as i32;
                let promotion = m.promotion().map_or(0, |role| worth(role) - 1);
                let most = m.capture().map_or(0, worth) + promotion;
                let gain = exchange(&position, m);
                let moved = m.promotion().unwrap_or(m.role());
                prop_assert!(gain <= most && gain >= most - worth(moved), "{:?}: {}", m, gain);
            }
        }
    }
}
