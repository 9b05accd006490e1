//! Bughouse and crazyhouse as they are played: the searcher, partners, and when to sit.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Analysis, Limits, Score};
use shakmaty::{Color, Role};
use variants::bughouse::{
    Bughouse, Choice, Clocks, Kind, Message, Pocket, PocketBoard, Rules, Searcher, Seat, Side,
    Wishes, choose, needs, sits,
};

/// What a search to a depth finds, without a clock.
fn search(fen: &str, kind: Kind, depth: u32) -> (PocketBoard, Analysis) {
    let position = PocketBoard::from_fen(fen, kind).expect(fen);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(1).expect("a mebibyte");
    let stop = AtomicBool::new(false);
    let found = searcher.search(&position, &[], &limits, &Wishes::default(), &stop, |_| ());
    (position, found)
}

#[test]
fn mates_are_found() {
    use Kind::{Bughouse, Crazyhouse};
    for (fen, kind, depth, score, best) in [
        // By drops: beside the king, smothered, with two of them.
        (
            "6k1/5ppp/8/8/8/7B/8/4K3[R] w - - 0 1",
            Crazyhouse,
            2,
            Score::Mate(1),
            "",
        ),
        (
            "7k/5Qpp/8/8/8/8/8/4K3[N] w - - 0 1",
            Crazyhouse,
            2,
            Score::Mate(1),
            "",
        ),
        (
            "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1",
            Bughouse,
            2,
            Score::Mate(1),
            "N@f7",
        ),
        // In bughouse a piece may come between, so that the other mate is none.
        (
            "6k1/5ppp/8/8/8/8/8/4K2R[QQ] w - - 0 1",
            Crazyhouse,
            3,
            Score::Mate(1),
            "",
        ),
    ] {
        let (position, found) = search(fen, kind, depth);
        let line = &found.lines[0];
        assert_eq!(line.score, score, "{fen}");
        let mut after = position.clone();
        after.play(found.best_move().expect("a move"));
        assert!(after.is_mate(), "{fen}");
        if !best.is_empty() {
            assert_eq!(position.uci(line.moves[0]), best, "{fen}");
        }
    }
    let (position, found) = search("4R1k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1", Bughouse, 3);
    assert!(position.is_stuck() && found.best_move().is_none());
    assert!(matches!(found.lines[0].score, Score::Cp(cp) if cp < -1000));
}

#[test]
fn partners_understand_each_other() {
    let both = [
        Message::Want(Role::Bishop, 2),
        Message::Want(Role::Queen, 2),
    ];
    for (words, messages) in [
        ("sit", &[Message::Sit][..]),
        (" GO", &[Message::Go]),
        ("+++n", &[Message::Want(Role::Knight, 3)]),
        ("---q", &[Message::Fear(Role::Queen, 3)]),
        ("-p", &[Message::Fear(Role::Pawn, 1)]),
        ("++d", &both),
        ("+trades", &[Message::Trades(true)]),
        ("---trades", &[Message::Trades(false)]),
        (
            "Mate in 3, give him no more pieces.",
            &[Message::Trades(false)],
        ),
        ("You can trade freely.", &[Message::Normal]),
        ("q doesn't mate me anymore", &[Message::Normal]),
        ("x", &[Message::Normal]),
    ] {
        assert_eq!(Message::parse(words).as_deref(), Ok(messages), "{words}");
        if messages.len() == 1 {
            assert_eq!(messages[0].to_string().parse(), Ok(messages[0]));
        }
    }
    for words in ["", "hello", "+++", "+k", "trades", "Ok, I sit next move."] {
        assert!(Message::parse(words).is_err(), "{words}");
    }
    let mut wishes = Wishes::default();
    wishes.apply(Message::Want(Role::Knight, 1));
    wishes.apply(Message::Fear(Role::Queen, 3));
    assert!(wishes.feared[4] > wishes.wanted[1] && wishes.wanted[1] > 0);
    wishes.apply(Message::Normal);
    assert_eq!(wishes, Wishes::default());
}

#[test]
fn a_knight_is_asked_for_where_it_mates() {
    let stop = AtomicBool::new(false);
    let mut searcher = Searcher::new(1).expect("a mebibyte");
    let fen = "6rk/6pp/8/8/8/8/5PPP/6K1[] w - - 0 1";
    let position = PocketBoard::from_fen(fen, Kind::Bughouse).expect(fen);
    let messages = needs(&mut searcher, &position, Color::White, 3000, &stop);
    assert!(
        messages.contains(&Message::Want(Role::Knight, 3)),
        "{messages:?}"
    );
    // From the other side it is the piece that must not be lost on the other board.
    let messages = needs(&mut searcher, &position, Color::Black, 3000, &stop);
    assert!(
        messages.contains(&Message::Fear(Role::Knight, 3)),
        "{messages:?}"
    );
}

#[test]
fn a_message_of_the_partner_decides_between_captures() {
    let fen = "4k3/8/8/2n1b3/3P4/8/8/4K3[] w - - 0 1";
    let position = PocketBoard::from_fen(fen, Kind::Bughouse).expect(fen);
    let stop = AtomicBool::new(false);
    for (words, best) in [("+++n", "d4c5"), ("+++b", "d4e5")] {
        let mut wishes = Wishes::default();
        wishes.apply(words.parse().expect(words));
        let limits = Limits {
            depth: Some(2),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(1).expect("a mebibyte");
        let found = searcher.search(&position, &[], &limits, &wishes, &stop, |_| ());
        assert_eq!(position.uci(found.best_move().expect("a move")), best);
    }
}

/// All clocks the same but for one.
fn clocks(seconds: u64, other: &str, its: u64) -> Clocks {
    let mut left = [[Duration::from_secs(seconds); 2]; 2];
    let seat = Seat::from_char(other.chars().next().expect("a letter")).expect("a seat");
    left[seat.board as usize][seat.color.fold_wb(0, 1)] = Duration::from_secs(its);
    Clocks { left }
}

#[test]
fn who_is_mated_sits_if_time_allows() {
    let seat = Seat::from_char('A').expect("a seat");
    let (lost, won, even) = (Score::Mate(-2), Score::Mate(3), Score::Cp(0));
    for (clocks, here, there, expected) in [
        // The partner is b, whose opponent is B.
        (clocks(60, "B", 30), lost, even, true),
        (clocks(60, "B", 90), lost, even, false),
        (clocks(60, "B", 90), lost, won, true),
        (clocks(60, "a", 30), lost, even, false),
        (clocks(60, "B", 30), even, even, false),
        (clocks(60, "B", 30), Score::Cp(-3000), won, false),
        (clocks(60, "B", 30), Score::Mate(-20), won, false),
        // Soon there is no time left for that.
        (clocks(2, "B", 1), lost, won, false),
    ] {
        assert_eq!(sits(seat, &clocks, here, there), expected, "{clocks:?}");
    }
}

fn choice(start: &str, clocks: &Clocks) -> (Bughouse, Choice) {
    let game = Bughouse::from_text(start, Rules::USUAL).expect(start);
    let mut searchers = [(); 2].map(|()| Searcher::new(1).expect("a mebibyte"));
    let limits = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let choice = choose(&mut searchers, &game, Side::A, &limits, clocks, &stop);
    (game, choice)
}

#[test]
fn both_boards_are_looked_at() {
    // Black on board B, the partner, mates with a knight: so that is taken, not the bishop.
    let start = "4k3/8/8/2n1b3/3P4/8/8/4K3[] w - - 0 1 | 6k1/5ppp/8/8/8/8/6PP/6RK[] b - - 0 1";
    let even = clocks(60, "B", 60);
    let (game, found) = choice(start, &even);
    assert!(
        found.partner.contains(&Message::Want(Role::Knight, 3)),
        "{found:?}"
    );
    let best = found.m.expect("a move");
    assert_eq!(game.board(Side::A).uci(best), "d4c5");
    // Mated next move, it sits if the other side cannot wait as long.
    let start = "8/8/8/8/8/5kq1/P7/7K[] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    assert!(choice(start, &clocks(60, "B", 30)).1.m.is_none());
    assert!(choice(start, &clocks(60, "B", 90)).1.m.is_some());
}

#[test]
fn pieces_in_hand_are_not_a_mate_however_many() {
    let mut position = PocketBoard::new(Kind::Bughouse);
    let pocket = Pocket {
        queen: 255,
        ..Pocket::default()
    };
    position.set_pocket(Color::Black, pocket);
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(1).expect("a mebibyte");
    let stop = AtomicBool::new(false);
    let found = searcher.search(&position, &[], &limits, &Wishes::default(), &stop, |_| ());
    assert!(matches!(found.lines[0].score, Score::Cp(cp) if cp < -5000));
}
