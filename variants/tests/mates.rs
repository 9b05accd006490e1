//! The course's positions, each answer replayed.

use std::sync::atomic::AtomicBool;

use shakmaty::{Bitboard, Position};
use variants::progressive::{Limits, Rules, Task, solve};

use crate::brute::{again, agrees, is_mate, passing, replies};

#[test]
fn every_position_of_the_course_is_solved() {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        mates: 1,
        positions: 1_000_000,
        deadline: None,
        stop: &stop,
    };
    let mut solved = 0;
    let data = include_str!("../../data/variants/progressive_mates.tsv");
    for line in data.lines().skip(1) {
        let (_, task) = line.split_once('\t').expect("an id");
        let task: Task = task.parse().expect("a task");
        for rules in [Rules::default(), Rules::ITALIAN, Rules::SCOTTISH] {
            let solution = solve(&task, rules, &limits);
            let [mate] = solution.mates.as_slice() else {
                panic!("{task} {rules:?}: {} mates", solution.mates.len());
            };
            let full = mate.moves.len() == usize::from(task.moves());
            assert!(full || rules == Rules::SCOTTISH, "{task} {rules:?}");
            replay(&task, rules, mate);
        }
        solved += 1;
    }
    assert_eq!(solved, 30);
}

/// As courses compose: more pieces than a game can have, on either side.
#[test]
fn odd_material_is_solved() {
    let stop = AtomicBool::new(false);
    for text in [
        "rn1qkbnr/ppp2ppp/2n5/4p3/2BPp3/2N2N2/PPP2PPP/R1BbK2R w 3",
        "r1bBk2r/ppp2ppp/2n2n2/2bpP3/4P3/2N5/PPP2PPP/RN1QKBNR b 3",
        "4k3/pppppppp/8/8/8/8/QQQ5/4K3 w 2",
        "4k3/8/8/8/8/1QQQ4/PPPPPPPP/4K3 w 2",
        "nnnnk3/pppppppp/8/8/8/8/8/R3K2R w 2",
        "6k1/5ppp/8/8/1PPPPPPP/1PPPPPPP/1PPPPPPP/R3K3 w 3",
        "k7/pp6/8/8/NNNN4/NNNN4/NNNN4/NNNNNK2 w 2",
    ] {
        let task: Task = text.parse().expect("a task");
        for rules in [Rules::default(), Rules::ITALIAN, Rules::SCOTTISH] {
            let limits = Limits {
                mates: 1,
                positions: 1_000_000,
                deadline: None,
                stop: &stop,
            };
            let solution = solve(&task, rules, &limits);
            assert!(solution.complete, "{task} {rules:?}");
            for mate in &solution.mates {
                replay(&task, rules, mate);
            }
            agrees(&task, rules);
        }
    }
}

/// Plays a series by shakmaty's rules alone.
pub(crate) fn replay(task: &Task, rules: Rules, mate: &variants::progressive::Mate) {
    let mut position = task.position();
    let turn = position.turn();
    let mut stepped = Bitboard::EMPTY;
    for (nth, &m) in mate.moves.iter().enumerate() {
        if nth > 0 {
            assert!(!position.is_check(), "{task}: check before move {nth}");
            position = again(&position);
        }
        assert!(position.is_legal(m), "{task}: {m}");
        stepped = passing(stepped, m, turn);
        position = replies(&position, Bitboard::EMPTY)
            .into_iter()
            .find_map(|(reply, after)| (reply == m).then_some(after))
            .expect("a legal move");
    }
    assert_eq!(position.board(), mate.position.board());
    assert!(is_mate(&position, stepped, rules), "{task}: no mate");
}

/// No more mates than are asked for, and that there are more is not denied.
#[test]
fn as_many_as_are_asked_for() {
    let task: Task = "5B2/4K3/3P2k1/8/1P6/8/4p3/2R1N3 w 6"
        .parse()
        .expect("a task");
    let stop = AtomicBool::new(false);
    for (mates, complete) in [(1, true), (2, false), (50, false)] {
        let limits = Limits {
            mates,
            positions: 1_000_000,
            deadline: None,
            stop: &stop,
        };
        let solution = solve(&task, Rules::default(), &limits);
        assert_eq!((solution.mates.len(), solution.complete), (mates, complete));
    }
}
