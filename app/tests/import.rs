//! What is read of PGN as people have it, and why the rest is rejected.

use std::io::Cursor;
use std::ops::ControlFlow;

use app::{IngestError, Remark, RemarkKind, WhichPositions, ingest};
use index::Index;
use pgn::{Correction, RawGame, Rejected, parse, parse_fen};
use similarity::Ingested;
use tempfile::TempDir;

use crate::data;
use testing::sentences::Sentences;

/// The result of ingesting a text.
pub(crate) struct Outcome {
    _folder: TempDir,
    pub(crate) index: Index,
    pub(crate) sum: Ingested,
    pub(crate) rejected: Vec<Rejected>,
    /// The other remarks on games.
    pub(crate) said: Vec<(RemarkKind, Rejected)>,
    pub(crate) error: Option<IngestError<index::Error>>,
}

pub(crate) fn ingested(bytes: &[u8]) -> Outcome {
    ingested_within(bytes, None)
}

/// The result of ingesting a text within a memory of some bytes.
fn ingested_within(bytes: &[u8], memory: Option<usize>) -> Outcome {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an empty index");
    let mut writer = index.writer().expect("the writer");
    if let Some(bytes) = memory {
        writer.set_memory(bytes);
    }
    let mut sum = Ingested::default();
    let (mut rejected, mut said) = (Vec::new(), Vec::new());
    let outcome = ingest(
        &mut writer,
        "file",
        Cursor::new(bytes.to_vec()),
        0,
        &mut sum,
        |_, remarks| {
            for remark in remarks {
                match remark.kind {
                    RemarkKind::Rejected => rejected.push(remark.game),
                    kind => said.push((kind, remark.game)),
                }
            }
            ControlFlow::Continue(())
        },
    );
    writer.commit().expect("a commit");
    drop(writer);
    Outcome {
        _folder: folder,
        index,
        sum,
        rejected,
        said,
        error: outcome.err(),
    }
}

/// Watches an import without ending it.
pub(crate) fn unwatched(_: &Ingested, _: Vec<Remark>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The moves of each stored game.
pub(crate) fn moves(outcome: &Outcome) -> Vec<String> {
    let snapshot = outcome.index.snapshot().expect("a snapshot");
    (1..=outcome.sum.games)
        .map(|id| {
            snapshot
                .game(id)
                .expect("readable")
                .expect("stored")
                .sans()
                .join(" ")
        })
        .collect()
}

#[test]
fn rejected_by_name() {
    let bad_fen = |fen: &str| parse_fen(fen).expect_err(fen).to_string();
    let (empty, of_crazyhouse, unreadable) = (
        bad_fen("8/8/8/8/8/8/8/8 w - - 0 1"),
        bad_fen("4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1"),
        bad_fen("what"),
    );
    // The text, the number and line of the rejected game, the kind of the reason, and what it names.
    let cases = [
        (
            "1. e4 e5 2. Ke3 *",
            (1, 1),
            "illegal",
            &["Ke3", "2", "White"][..],
        ),
        (
            "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e4 *\n\n[White \"C\"]\n\n1. d4 *\n",
            (2, 5),
            "illegal",
            &["e4", "1", "Black"],
        ),
        (
            "1. Nf3 a6 2. Nc3 a5 3. Nd4 a4 4. Nb5 *",
            (1, 1),
            "ambiguous",
            &["Nb5", "4", "White"],
        ),
        (
            "[Variant \"Crazyhouse\"]\n\n1. e4 *",
            (1, 1),
            "variant",
            &["Crazyhouse"],
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
            (1, 1),
            "bad FEN",
            &[&empty[..], "FEN"],
        ),
        (
            "1. e4 e5 2. Sf3 Nc6 3. d4 *",
            (1, 1),
            "unreadable",
            &["Sf3", "2", "White"],
        ),
        (
            "1. P-K4 P-K4 *",
            (1, 1),
            "unreadable",
            &["P-K4", "1", "White"],
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1\"]\n\n*",
            (1, 1),
            "bad FEN",
            &[&of_crazyhouse[..], "FEN"],
        ),
        (
            "1. e4 e5 1-0 2. Nf3 Nc6 *",
            (2, 1),
            "late start",
            &["2", "FEN"],
        ),
        (
            "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n[Black \"C",
            (2, 5),
            "cut off",
            &[],
        ),
        (
            "1. e2e4 e7e5 2. e4e5 *",
            (1, 1),
            "illegal",
            &["e4e5", "2", "White"],
        ),
        (
            "[FEN \"what\"]\n\n1. e4 *",
            (1, 1),
            "bad FEN",
            &[&unreadable[..], "FEN"],
        ),
        (
            "1. e4 e5 2. Qh5 Ke7 3. Qxe5+ -- *",
            (1, 1),
            "null move",
            &["--", "3", "Black"],
        ),
    ];
    let mut reasons = Sentences::default();
    for (text, place, kind, values) in cases {
        let outcome = ingested(text.as_bytes());
        let [rejected] = &outcome.rejected[..] else {
            panic!(
                "expected one rejected game in {text}: {:?}",
                outcome.rejected
            );
        };
        assert_eq!((rejected.game, rejected.line), place, "{text}");
        reasons.check(kind, &rejected.reason, values);
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
    }
}

#[test]
fn no_games_at_all() {
    let jpeg: Vec<u8> = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
        .iter()
        .copied()
        .chain((0..20_000_u32).map(|i| (i * i % 251) as u8))
        .collect();
    for bytes in [
        &jpeg[..],
        b"<html><body>Not found</body></html>",
        b"0",
        b"12",
        b"7.07e+16",
    ] {
        let outcome = ingested(bytes);
        assert_eq!(outcome.sum, Ingested::default());
        assert!(
            matches!(&outcome.error, Some(IngestError::NoGame(name)) if name == "file"),
            "{:?}",
            outcome.error
        );
    }
}

#[test]
fn tags_as_in_the_file() {
    let outcome = ingested(b"[Event \"a \\\"b\\\" \\\\c\"]\n[White \"J\xf6rg\"]\n[Black \"J\xc3\xb6rg\"]\n[Round \"\"]\n\n*\n");
    let snapshot = outcome.index.snapshot().expect("a snapshot");
    let game = snapshot.game(1).expect("readable").expect("stored");
    let tags: Vec<_> = game.tags.iter().collect();
    assert_eq!(
        tags,
        [
            ("Event", "a \"b\" \\c"),
            ("White", "Jörg"),
            ("Black", "Jörg"),
            ("Round", "")
        ]
    );
    assert!(
        game.pgn()
            .starts_with("[Event \"a \\\"b\\\" \\\\c\"]\n[White \"Jörg\"]\n")
    );
}

#[test]
fn tags_with_slips() {
    // A line of tags, and the tags read of it.
    let cases = [
        (
            "[Event \"the \"big\" one\"]",
            &[("Event", "the \"big\" one")][..],
        ),
        (
            "[Event \"a\"] [Site \"b\" ]",
            &[("Event", "a"), ("Site", "b")],
        ),
        ("[Event\"a\"]", &[("Event", "a")]),
        ("  [ Event  \"a [b] c\"]", &[("Event", "a [b] c")]),
        ("[Event \"a", &[("Event", "a")]),
        ("[Event \"a\\\"]", &[("Event", "a\\")]),
    ];
    for (line, expected) in cases {
        let outcome = ingested(format!("{line}\n[White \"W\"]\n\n1. e4 e5 *\n").as_bytes());
        assert_eq!(moves(&outcome), ["e4 e5"], "{line}");
        let snapshot = outcome.index.snapshot().expect("a snapshot");
        let game = snapshot.game(1).expect("readable").expect("stored");
        let tags: Vec<_> = game.tags.iter().collect();
        assert_eq!(tags, [expected, &[("White", "W")]].concat(), "{line}");
    }
}

#[test]
fn duplicates() {
    // Two games, and whether the second one is a copy of the first.
    let cases = [
        (
            "Carlsen,M",
            "1. e4 e5 *",
            "Magnus Carlsen",
            "1. e4 e5 1-0",
            true,
        ),
        (
            "Carlsen, Magnus",
            "1. e4 e5 *",
            "carlsen M.",
            "1. e4 {good} e5 *",
            true,
        ),
        ("Carlsen,M", "1. e4 e5 *", "Caruana,F", "1. e4 e5 *", false),
        (
            "van Wely, Loek",
            "1. e4 *",
            "Loek van Wely",
            "1. e4 *",
            true,
        ),
        (
            "Vachier Lagrave, M",
            "1. e4 *",
            "Maxime Vachier-Lagrave",
            "1. e4 *",
            true,
        ),
        ("GM Carlsen, Magnus", "1. e4 *", "Carlsen", "1. e4 *", true),
        (
            "Carlsen,M",
            "1. e4 e5 *",
            "Carlsen,M",
            "1. e4 e5 2. Nf3 *",
            false,
        ),
        ("Müller, K", "1. e4 *", "Karsten Mueller", "1. e4 *", true),
        ("José", "1. e4 *", "Jose\u{301}", "1. e4 *", true),
        ("Wei Yi", "1. e4 *", "Wei, Yi", "1. e4 *", true),
        ("Polgar, J", "1. e4 *", "Polgar, Susan", "1. e4 *", false),
        ("Polgar", "1. e4 *", "Polgar, Susan", "1. e4 *", true),
    ];
    for (first, first_moves, second, second_moves, same) in cases {
        let pgn = format!(
            "[White \"{first}\"]\n\n{first_moves}\n\n[White \"{second}\"]\n\n{second_moves}\n"
        );
        let outcome = ingested(pgn.as_bytes());
        assert_eq!(outcome.sum.duplicates, u64::from(same), "{pgn}");
        assert_eq!(outcome.sum.games, 2 - u64::from(same), "{pgn}");
    }
}

/// Initials are compared with those of stored games in the same way after the index has been opened again.
#[test]
fn initials_of_stored_games() {
    let games = |names: &[&str]| -> String {
        let game = |name| format!("[White \"{name}\"]\n[Black \"Wójcik, B\"]\n\n1. e4 e5 *\n\n");
        names.iter().map(game).collect()
    };
    let outcome = ingested(games(&["Ivanov, A", "Ivanov, V", "A. Ivanov"]).as_bytes());
    assert_eq!((outcome.sum.games, outcome.sum.duplicates), (2, 1));
    let mut writer = outcome.index.writer().expect("the writer");
    let mut sum = Ingested::default();
    let more = games(&["Ivanov, G", "Ivanov", "Ivanov, V", "Igor Ivanov"]);
    let more = Cursor::new(more.into_bytes());
    ingest(&mut writer, "games", more, 0, &mut sum, unwatched).expect("games");
    assert_eq!((sum.games, sum.duplicates), (2, 2));
}

#[test]
fn games_without_moves_are_told_apart_by_their_tags() {
    let game =
        |year: u32| format!("[White \"A\"]\n[Black \"B\"]\n[Date \"{year}.??.??\"]\n\n1-0\n\n");
    let outcome = ingested((game(2001) + &game(2005) + &game(2005)).as_bytes());
    assert_eq!((outcome.sum.games, outcome.sum.duplicates), (2, 1));
}

/// The remarks on games beside those that are rejected: each kind with the game and its line.
#[test]
fn what_is_said_of_games() {
    let outcome = ingested(
        b"1. e4 d5 2. ed5 *\n\n[Result \"*\"]\n\n1. e4 e5 1-0\n\n1. e4 Ke4 *\n\n1. Sf3 Sf6 *\n\n1. d4 d5 2. Nf",
    );
    let said = outcome.said.iter();
    let said: Vec<_> = said
        .map(|(kind, game)| (*kind, game.game, game.line))
        .collect();
    assert_eq!(
        said,
        [
            (RemarkKind::Corrected(Correction::CaptureSign), 1, 1),
            (RemarkKind::Corrected(Correction::Result), 2, 3),
            (RemarkKind::Corrected(Correction::Language), 4, 9),
            (RemarkKind::Corrected(Correction::CutOff), 5, 11),
        ]
    );
    assert_eq!((outcome.sum.games, outcome.sum.rejected), (4, 1));
}

/// Games that go wrong keep the moves before, if that is asked for.
#[test]
fn legal_moves_are_kept() {
    let folder = TempDir::new().expect("a temporary folder");
    let index = Index::create(folder.path()).expect("an index");
    let mut writer = index.writer().expect("the writer");
    let which = WhichPositions {
        keeps_legal: true,
        ..0.into()
    };
    let pgn = Cursor::new(b"1. e4 e5 2. Ke3 Nc6 *\n\n1. e5 *\n\n1. d4 *\n".to_vec());
    let (mut sum, mut said) = (Ingested::default(), Vec::new());
    ingest(&mut writer, "file", pgn, which, &mut sum, |_, remarks| {
        said.extend(
            remarks
                .into_iter()
                .map(|remark| (remark.kind, remark.game.game)),
        );
        ControlFlow::Continue(())
    })
    .expect("games");
    writer.commit().expect("a commit");
    let stopped = RemarkKind::Corrected(Correction::IllegalMove);
    assert_eq!(said, [(stopped, 1), (RemarkKind::Rejected, 2)]);
    let snapshot = index.snapshot().expect("a snapshot");
    let games = snapshot.games(&[1, 2]).expect("games");
    let moves: Vec<_> = games.iter().map(|game| game.sans().join(" ")).collect();
    assert_eq!(moves, ["e4 e5", "d4"]);
}

#[test]
fn the_result_of_the_moves_stands_in_for_a_tag_that_says_nothing() {
    let outcome = ingested(
        b"[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n[Result \"*\"]\n\n1. e4 e5 0-1\n\n1. d4 1/2\n",
    );
    let snapshot = outcome.index.snapshot().expect("a snapshot");
    let game = |id| snapshot.game(id).expect("readable").expect("stored");
    assert_eq!(game(1).winner(), Some(shakmaty::Color::White));
    assert_eq!(
        game(1).pgn(),
        "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n"
    );
    assert_eq!(
        game(2).pgn(),
        "[White \"B\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n"
    );
    assert_eq!(game(3).pgn(), "[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n");
}

/// What is much longer than a game is not kept, and what is none is not either.
#[test]
fn with_little_memory_there_are_more_segments_of_the_same_games() {
    let carlsen = std::fs::read_to_string(data("carlsen.pgn")).expect("the games");
    let (end, _) = carlsen
        .match_indices("[Event ")
        .nth(12)
        .expect("more games");
    let games = &carlsen[..end];
    let segments = |outcome: &Outcome| {
        let snapshot = outcome.index.snapshot().expect("a snapshot");
        (
            snapshot.segment_count(),
            snapshot.statistics().clone(),
            moves(outcome),
        )
    };
    let (one, statistics, lines) = segments(&ingested_within(games.as_bytes(), None));
    assert_eq!((one, lines.len()), (1, 12));
    // A segment of each game, of which tantivy may have merged some.
    let (more, others, same) = segments(&ingested_within(games.as_bytes(), Some(0)));
    assert!(more > 1, "{more}");
    assert_eq!((others, same), (statistics, lines));
}

#[test]
fn overlong_text() {
    let mut overlong = RawGame::default();
    overlong.overlong = true;
    let overlong = parse(&overlong).expect_err("overlong");
    let long = "x".repeat(3_000_000);
    let comment = ingested(format!("1. e4 {{{long}}} e5 *").as_bytes());
    assert_eq!(moves(&comment), ["e4 e5"]);
    let tag = ingested(format!("[White \"{long}\"]\n\n1. e4 *").as_bytes());
    assert_eq!(tag.rejected[0].reason, overlong);
    let words = ingested(
        format!(
            "[White \"A\"]\n\n{}\n\n[White \"B\"]\n\n1. e4 *",
            "1. e4 e5\n".repeat(300_000)
        )
        .as_bytes(),
    );
    assert_eq!(words.rejected[0].reason, overlong);
    assert_eq!(words.sum.games, 1);
    for (times, games) in [(2_900, 1), (3_100, 0)] {
        let shuffled = ingested("Nf3 Nf6 Ng1 Ng8\n".repeat(times).as_bytes());
        assert_eq!(
            (shuffled.sum.games, shuffled.sum.rejected),
            (games, 1 - games)
        );
    }
}
