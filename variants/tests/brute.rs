//! The search against a plain breadth-first one.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Piece, Position,
    PositionError, Rank, Role, Setup, Square,
};
use variants::progressive::{Check, EnPassant, Limits, Rules, Task, TaskError, solve};

/// Positions and rules by shakmaty alone: where pawns may be taken en passant, one square at a time.
pub(crate) fn replies(position: &Chess, passing: Bitboard) -> Vec<(Move, Chess)> {
    let mut replies = Vec::new();
    let squares = passing.into_iter().map(Some).chain([None]);
    for square in squares {
        let mut setup = position.to_setup(EnPassantMode::Always);
        setup.ep_square = square;
        let position = Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material);
        // A square that shakmaty does not take.
        let Ok(position) = position else { continue };
        for m in position.legal_moves() {
            if m.is_en_passant() == square.is_some() {
                replies.push((m, position.clone().play(m).expect("a legal move")));
            }
        }
    }
    replies
}

/// Where a pawn that makes a double step may be taken, after a move, if it could before.
pub(crate) fn passing(before: Bitboard, m: Move, turn: Color) -> Bitboard {
    let (from, to) = (m.from().expect("no drops"), m.to());
    let behind = |pawn: Square| pawn.offset(if turn.is_white() { -8 } else { 8 });
    let kept = before
        .into_iter()
        .filter(|&square| behind(from) != Some(square))
        .collect::<Bitboard>();
    let double = m.role() == Role::Pawn && from.rank().distance(to.rank()) == 2;
    kept | behind(to)
        .filter(|_| double)
        .map_or(Bitboard::EMPTY, Bitboard::from_square)
}

/// Whether a side in check is mated.
pub(crate) fn is_mate(position: &Chess, passing: Bitboard, rules: Rules) -> bool {
    let mut replies = replies(position, passing).into_iter();
    position.is_check()
        && replies.all(|(_, after)| rules.check == Check::Italian && after.is_check())
}

/// The boards of all mates.
fn brute(task: &Task, rules: Rules) -> BTreeSet<String> {
    let position = task.position();
    let turn = position.turn();
    let mut mates = BTreeSet::new();
    let mut frontier = HashSet::from([(position, Bitboard::EMPTY)]);
    for nth in 1..=task.moves() {
        let first = if nth == 1 {
            task.passing()
        } else {
            Bitboard::EMPTY
        };
        let last = nth == task.moves();
        let mut next = HashSet::new();
        for (position, stepped) in frontier {
            for (m, after) in replies(&position, first) {
                let stepped = passing(stepped, m, turn);
                let passing = match rules.en_passant {
                    EnPassant::Series => stepped,
                    EnPassant::Last => passing(Bitboard::EMPTY, m, turn),
                };
                if after.is_check() {
                    let in_time = last || rules.check == Check::Scottish;
                    if in_time && is_mate(&after, passing, rules) {
                        mates.insert(after.board().to_string());
                    }
                } else if !last {
                    next.insert((again(&after), stepped));
                }
            }
        }
        frontier = next;
    }
    mates
}

/// The same side to move again, whatever the material.
pub(crate) fn again(after: &Chess) -> Chess {
    let mut setup = after.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    setup.ep_square = None;
    Chess::from_setup(setup, after.castles().mode())
        .or_else(PositionError::ignore_too_much_material)
        .expect("nobody is in check")
}

fn boards(task: &Task, rules: Rules, all: bool) -> BTreeSet<String> {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        mates: if all { usize::MAX } else { 1 },
        positions: usize::MAX,
        deadline: None,
        stop: &stop,
    };
    let solution = solve(task, rules, &limits);
    assert!(solution.complete, "{task}");
    let boards = solution
        .mates
        .iter()
        .map(|mate| mate.position.board().to_string());
    boards.collect()
}

pub(crate) fn agrees(task: &Task, rules: Rules) {
    let expected = brute(task, rules);
    assert_eq!(boards(task, rules, true), expected, "{task} {rules:?}");
    let one = boards(task, rules, false);
    assert_eq!(one.len(), expected.len().min(1), "{task} {rules:?}");
    assert!(one.is_subset(&expected), "{task} {rules:?}");
}

fn rules() -> impl Strategy<Value = Rules> {
    let checks = prop::sample::select(vec![Check::Last, Check::Italian, Check::Scottish]);
    let passing = prop::sample::select(vec![EnPassant::Last, EnPassant::Series]);
    (checks, passing).prop_map(|(check, en_passant)| Rules { check, en_passant })
}

/// A few pieces near a bare king: mates are many.
fn hunted() -> impl Strategy<Value = Option<Chess>> {
    let piece = (0..64_u32, 0..5_usize, prop::bool::weighted(0.6));
    let pieces = prop::collection::vec(piece, 2..9);
    (
        0..64_u32,
        0..64_u32,
        pieces,
        any::<bool>(),
        prop::option::of(0..8_u32),
    )
        .prop_map(|(king, other, pieces, white, file)| {
            let mut setup = Setup::empty();
            setup.turn = Color::from_white(white);
            let board = &mut setup.board;
            for (square, role, ours) in pieces {
                let color = if ours { setup.turn } else { !setup.turn };
                let role = Role::ALL[role];
                let square = Square::new(square);
                let edge = matches!(square.rank(), Rank::First | Rank::Eighth);
                let role = if edge && role == Role::Pawn {
                    Role::Knight
                } else {
                    role
                };
                board.set_piece_at(square, Piece { color, role });
            }
            board.set_piece_at(Square::new(king), Role::King.of(setup.turn));
            board.set_piece_at(Square::new(other), Role::King.of(!setup.turn));
            if let Some(file) = file {
                let rank = if white { Rank::Sixth } else { Rank::Third };
                setup.ep_square = Some(Square::from_coords(shakmaty::File::new(file), rank));
            }
            possible(setup)
        })
}

/// A position of a game of random moves.
fn played() -> impl Strategy<Value = Option<Chess>> {
    prop::collection::vec(any::<prop::sample::Index>(), 4..70).prop_map(|choices| {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[choice.index(moves.len())]);
        }
        possible(position.to_setup(EnPassantMode::Always))
    })
}

fn possible(mut setup: Setup) -> Option<Chess> {
    if setup.board.king_of(Color::White).is_some() && setup.castling_rights.is_empty() {
        let (white, black) = (Color::White, Color::Black);
        for (color, king, rooks) in [
            (white, Square::E1, [Square::A1, Square::H1]),
            (black, Square::E8, [Square::A8, Square::H8]),
        ] {
            if setup.board.king_of(color) == Some(king) {
                setup.castling_rights |= rooks
                    .into_iter()
                    .filter(|&rook| setup.board.piece_at(rook) == Some(Role::Rook.of(color)))
                    .collect::<Bitboard>();
            }
        }
    }
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn mates_of_few_pieces_are_those_of_brute_force(position in hunted(), moves in 1..4_u64, rules in rules()) {
        if let Some(position) = position {
            agrees(&Task::new(&position, moves).expect("few moves"), rules);
        }
    }

    #[test]
    fn mates_of_random_games_are_those_of_brute_force(position in played(), moves in 1..4_u64, rules in rules()) {
        if let Some(position) = position {
            agrees(&Task::new(&position, moves).expect("few moves"), rules);
        }
    }
}

#[test]
fn there_is_no_mate_where_brute_force_finds_none() {
    let data = include_str!("../../data/variants/progressive_mates.tsv");
    let mut none = 0;
    for line in data.lines().skip(1) {
        let (_, task) = line.split_once('\t').expect("an id");
        let task: Task = task.parse().expect("a task");
        // One move fewer: mostly too few.
        let task = Task::new(&task.position(), u64::from(task.moves() - 1).min(4)).expect("moves");
        let expected = brute(&task, Rules::default());
        none += usize::from(expected.is_empty());
        assert_eq!(boards(&task, Rules::default(), true), expected, "{task}");
    }
    assert!(none > 20, "{none} of 30");
}

#[test]
fn tasks_are_read_and_written() {
    for text in [
        "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b 4",
        "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1 3",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 2",
    ] {
        let task: Task = text.parse().expect(text);
        assert_eq!(task.to_string(), text);
        let fen: Fen = Fen::from_position(&task.position(), EnPassantMode::Always);
        assert!(
            fen.to_string()
                .starts_with(text.split(' ').next().expect("a board"))
        );
    }
    for text in [
        "",
        "8/8 w 3",
        "rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b",
        "k7/8/8/8/8/8/8/KR5r b - - 0 1 4 5",
    ] {
        let error = TaskError::Unreadable(text.to_owned());
        assert_eq!(text.parse::<Task>(), Err(error));
    }
    for moves in [0, 31] {
        let text = format!("rnbBkbnr/pp1p1ppp/8/8/3p4/8/PPP1PPPP/RN1QKBNR b {moves}");
        assert_eq!(text.parse::<Task>(), Err(TaskError::Moves(moves)));
    }
    for (position, moves) in [("8/8/8/8/8/8/8/K7 w", 3), ("k7/R7/8/8/8/8/8/K7 w", 1)] {
        let task = format!("{position} {moves}").parse::<Task>();
        assert!(
            matches!(&task, Err(TaskError::Impossible(of, _)) if of == position),
            "{task:?}"
        );
    }
}
