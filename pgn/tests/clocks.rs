//! Clocks of two numbers, and the comments of engines and servers.

use pgn::Score;
use shakmaty::Color;

use crate::annotations::game;

/// Two numbers are minutes and seconds, unless other clocks or the time control show that hours come first.
#[test]
fn clocks_of_two_numbers() {
    let minutes = |clocks: [u32; 3]| clocks.map(Some);
    for (control, clocks, seconds) in [
        ("", ["1:30", "1:29", "1:28:30"], minutes([5400, 5340, 5310])),
        ("", ["1:29:30", "x", "1:28"], [Some(5370), None, Some(5280)]),
        ("", ["0:05", "0:05", "0:04:30"], minutes([300, 300, 270])),
        ("", ["1:30", "1:29", "0:01:28"], minutes([90, 89, 88])),
        (
            "",
            ["1:00:05", "1:00:01", "59:50"],
            minutes([3605, 3601, 3590]),
        ),
        ("", ["0:10:02", "9:59", "9:58"], minutes([602, 599, 598])),
        // They contradict each other.
        ("", ["1:30", "1:29", "1:28"], minutes([90, 89, 88])),
        (
            "5400+30",
            ["1:30", "1:29", "1:28"],
            minutes([5400, 5340, 5280]),
        ),
        (
            "40/7200:3600",
            ["1:59.30", "1:58", "1:57"],
            minutes([7170, 7080, 7020]),
        ),
        ("90+1", ["1:30", "1:29", "1:28"], minutes([90, 89, 88])),
        ("600", ["9:58", "9:57", "9:56"], minutes([598, 597, 596])),
        ("5400", ["1:30", "12:29", "1:28"], minutes([90, 749, 88])),
        ("-", ["1:30", "1:29", "1:28"], minutes([90, 89, 88])),
    ] {
        let [one, two, three] = clocks;
        let pgn = format!(
            "[TimeControl \"{control}\"]\n\n1. e4 {{[%clk {one}]}} e5 {{[%clk {two}]}} 2. Nf3 {{[%clk {three}]}} *"
        );
        let game = game(pgn.as_bytes());
        let found = [1, 2, 3].map(|ply| Some(game.clocks().after(ply)? / 100));
        assert_eq!(found, seconds, "{control} {clocks:?}");
    }
}

/// Scores from the side of the player, and clocks, in the comments that engines and servers write.
#[test]
fn comments_of_engines() {
    let pgn = "1. e4 {+0.16/17 0.3s} e5 {+0.20/18 1s} 2. Nf3 {d=9, mt=2000, tl=60000, wv=-0.10} Nc6 {0:00:59} \
               3. Bb5 {[%eval 0.5] +9.99/1 1s} a6 {-M4/9 0.1s} *";
    let game = game(pgn.as_bytes());
    let score = |ply: usize| {
        let mover = [Color::Black, Color::White][ply % 2];
        Some(game.annotations.evaluation(ply, mover)?.score)
    };
    let cp = |cp| Some(Score::Cp(cp));
    let scores: Vec<_> = (1..=6).map(score).collect();
    assert_eq!(
        scores,
        [cp(16), cp(-20), cp(-10), None, cp(50), Some(Score::Mate(2))]
    );
    let clocks: Vec<_> = (1..=6).map(|ply| game.clocks().after(ply)).collect();
    assert_eq!(clocks, [None, None, Some(6000), Some(5900), None, None]);
    let elapsed: Vec<_> = (1..=6).map(|ply| game.annotations.elapsed(ply)).collect();
    assert_eq!(
        elapsed,
        [Some(30), Some(100), Some(200), None, Some(100), Some(10)]
    );
}
