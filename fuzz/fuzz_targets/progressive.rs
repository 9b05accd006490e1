//! Progressive chess: games as text, and positions with their number of moves.
//!
//! Laws: a game that is read plays the same from its SAN and from its UCI; a mate that is found is one, played move by
//! move.
#![no_main]

use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use variants::progressive::{
    Check, EnPassant, Game, Limits, Outcome, Replay, Rules, Series, Task, solve,
};

fuzz_target!(|text: &str| {
    for check in [Check::Italian, Check::Scottish] {
        for en_passant in [EnPassant::Last, EnPassant::Series] {
            let rules = Rules { check, en_passant };
            if let Ok(replay) = Replay::new(text, rules) {
                again(text, &replay, rules);
            }
        }
    }
    let Ok(task) = text.parse::<Task>() else {
        return;
    };
    let rules = Rules::default();
    let stop = AtomicBool::new(false);
    let limits = Limits {
        mates: 1,
        positions: 20_000,
        deadline: None,
        stop: &stop,
    };
    let solution = solve(&task, rules, &limits);
    for mate in &solution.mates {
        let mut game = Game::from_task(&task, rules);
        let mover = shakmaty::Position::turn(game.position());
        for m in &mate.moves {
            game.play(*m).unwrap_or_else(|why| panic!("{text}: {why}"));
        }
        assert_eq!(
            game.outcome(),
            Some(Outcome::Mate { winner: mover }),
            "{text}"
        );
    }
});

/// Plays a game again, as it is written.
fn again(text: &str, replay: &Replay, rules: Rules) {
    if text.contains("FEN") {
        return;
    }
    let san = |series: &Series| series.san.clone();
    let uci = |series: &Series| series.uci.clone();
    let ways: [fn(&Series) -> Vec<String>; 2] = [san, uci];
    for moves in ways {
        let words: Vec<String> = replay.series.iter().flat_map(moves).collect();
        let written = words.join(" ");
        let read =
            Replay::new(&written, rules).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(read.series, replay.series, "{written}");
        assert_eq!(read.game.outcome(), replay.game.outcome(), "{written}");
        assert_eq!(read.game.position(), replay.game.position(), "{written}");
    }
}
