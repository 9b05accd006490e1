//! Annotated games: nothing of the file is lost, and what is said of well-known games.

use std::convert::Infallible;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use coach::{AnnotateError, annotate, annotated};
use engine::{Analysis, Engine, Game, Limits};
use pgn::{Rejected, parse_fen};
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::Chess;

use testing::sentences::Sentences;

/// What a file says, word by word: `d` is how many variations it is in.
#[derive(Clone, Debug, PartialEq)]
enum Word {
    Tag(String),
    Move(usize, String),
    Comment(String),
    Nag(u8),
    Open,
    Close,
    Outcome(String),
}

#[derive(Default)]
struct Words {
    words: Vec<Word>,
    depth: usize,
}

impl Visitor for Words {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let name = String::from_utf8_lossy(name);
        self.words.push(Word::Tag(format!("{name} {value:?}")));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        self.depth = 0;
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        self.words.push(Word::Move(self.depth, san.to_string()));
        ControlFlow::Continue(())
    }

    fn nag(&mut self, (): &mut (), nag: Nag) -> ControlFlow<()> {
        self.words.push(Word::Nag(nag.0));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        let text = String::from_utf8_lossy(comment.as_bytes()).into_owned();
        self.words.push(Word::Comment(text));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        self.depth += 1;
        self.words.push(Word::Open);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, (): &mut ()) -> ControlFlow<()> {
        self.depth = self.depth.saturating_sub(1);
        self.words.push(Word::Close);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: Outcome) -> ControlFlow<()> {
        self.words.push(Word::Outcome(outcome.to_string()));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// The words of a file, as far as pgn-reader reads it.
fn words(pgn: &[u8]) -> Vec<Word> {
    let mut reader = Reader::new(pgn);
    let mut words = Words::default();
    while let Ok(Some(())) = reader.read_game(&mut words) {}
    words.words
}

fn main_line(words: &[Word]) -> Vec<&Word> {
    let is_main = |word: &&Word| matches!(word, Word::Move(0, _) | Word::Tag(_) | Word::Outcome(_));
    words.iter().filter(is_main).collect()
}

/// Annotates a file, with a search of one ply for a score.
fn scored(pgn: &[u8]) -> (Vec<u8>, Vec<Rejected>) {
    let analyse = |positions: &[Chess]| -> Result<Vec<Analysis>, Infallible> {
        let mut engine = Engine::new(1).expect("a mebibyte");
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        let search = |position: &Chess| {
            let game = Game::new(position.clone());
            engine.search(&game, &limits, &AtomicBool::new(false), |_| ())
        };
        Ok(positions.iter().map(search).collect())
    };
    let (mut written, mut left) = (Vec::new(), Vec::new());
    let see = |_, games| left.extend::<Vec<Rejected>>(games);
    match annotate(pgn, &mut written, Some(&analyse), see) {
        Ok(_) => {}
        Err(AnnotateError::NoGame) => {
            assert_eq!(written, b"", "refused before anything is written");
        }
        Err(error) => panic!("{error}"),
    }
    (written, left)
}

/// Every word of the file is there, in its order, and the main line has no more.
fn check(name: &str, pgn: &[u8], written: &[u8]) {
    // A zero byte is space to us, and half of the next move to pgn-reader.
    let spaced: Vec<u8> = pgn
        .iter()
        .map(|byte| if *byte == 0 { b' ' } else { *byte })
        .collect();
    let (before, after) = (words(&spaced), words(written));
    assert_eq!(main_line(&before), main_line(&after), "{name}");
    let mut rest = after.iter();
    for word in &before {
        assert!(rest.any(|other| other == word), "{name}: {word:?} is lost");
    }
}

#[test]
fn nothing_of_a_file_is_lost() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let mut files: Vec<_> = fs::read_dir(data.join("messy"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() > 30);
    for file in files {
        let pgn = fs::read(&file).expect("a file");
        // UTF-16 comes out as UTF-8.
        if pgn.starts_with(b"\xff\xfe") {
            continue;
        }
        let name = file.display().to_string();
        // No game at all, which is refused: nothing is written.
        if name.ends_with("binary_junk.pgn") || name.ends_with("html_instead.pgn") {
            assert_eq!(scored(&pgn).0, b"");
            continue;
        }
        // To pgn-reader the second game is the end of the first one's comment; it is annotated here.
        if name.ends_with("unclosed_comment_then_game.pgn") {
            continue;
        }
        let (written, _) = scored(&pgn);
        check(&name, &pgn, &written);
    }
    let carlsen = fs::read(data.join("carlsen.pgn")).expect("Carlsen's games");
    let some = &carlsen[..100_000];
    let (written, left) = scored(some);
    assert_eq!(left, [], "every game can be played through");
    check("carlsen.pgn", some, &written);
    let written = String::from_utf8_lossy(&written);
    // A score, a mark, the scores before and after a bad move, and the better line.
    for part in ["[%eval ", " $4 {", " → ", " } ("] {
        assert!(written.contains(part), "{part}");
    }
}

#[test]
fn what_is_written() {
    let carlsbad = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 Be7 6. e3 O-O 7. Bd3 Nbd7 8. Qc2 Re8 \
                    9. Nge2 Nf8 10. O-O c6 11. a3 a5 12. h3 Be6 1-0\n";
    let said = annotated(carlsbad);
    for words in [
        "4. cxd5 exd5 { Carlsbad structure: ",
        "5. Bg5 { D35 Queen's Gambit Declined: Exchange Variation, Positional Variation. } 5... Be7",
    ] {
        assert!(said.contains(words), "{words} is not in {said}");
    }
    // Said once: to annotate it again changes nothing.
    assert_eq!(annotated(&said), said);
}

#[test]
fn what_is_there_stays_where_it_is() {
    let pgn = "[Event \"x\"]\n\n1. e4 $1 {best by test} (1. d4 d5 (1... Nf6)) e5 2. Nf3 ; a comment\nNc6\n3. Bb5 a6 *\n";
    let said = annotated(pgn);
    assert_eq!(
        said,
        "[Event \"x\"]\n\n1. e4 $1 {best by test} (1. d4 d5 (1... Nf6)) e5 2. Nf3 ; a comment\nNc6\n\
         3. Bb5 a6 { C70 Ruy Lopez: Morphy Defense. } *\n"
    );
}

/// The game stays as it is, but for a comment that says why, once; its place is where the bar is.
#[test]
fn what_cannot_be_played_is_left_and_reported() {
    let (mut reasons, mut notes) = (Sentences::default(), Sentences::default());
    for (pgn, kind, values) in [
        (
            "|1. e4 e5 2. Ke3 d5 *\n",
            "illegal",
            &["Ke3", "2", "White"][..],
        ),
        (
            "|1. Nf3 d5 2. Nd4 e5 3. Nd2 xyz *\n",
            "illegal",
            &["Nd2", "3", "White"],
        ),
        (
            "[Variant \"Atomic\"]\n\n|1. e4 e5 *\n",
            "variant",
            &["Atomic"],
        ),
        (
            "[Event \"x\"]\n|{ A comment. } 1. e4 e5 2. Ke3 *\n",
            "illegal",
            &["Ke3", "2", "White"],
        ),
        (
            "[Event \"x\"]\n|; a comment\n1. e4 e5 2. Ke3 *\n",
            "illegal",
            &["Ke3", "2", "White"],
        ),
        // A stray brace would end the comment.
        ("|1. e4 } e5 2. Ke3 *\n", "illegal", &["Ke3", "2", "White"]),
        (
            "|1. e4 e5 2. }x Ke3 *\n",
            "unreadable",
            &["x", "2", "White"],
        ),
        // Before its first word it would belong to what stands before, here no game.
        ("1/2 a6 |e6 *\n", "illegal", &["a6", "1", "White"]),
    ] {
        let (before, after) = pgn.split_once('|').expect("a bar");
        let (written, left) = scored([before, after].concat().as_bytes());
        let written = String::from_utf8(written).expect("UTF-8");
        let note = written
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after))
            .unwrap_or_else(|| panic!("{written}"));
        let [rejected] = &left[..] else {
            panic!("{left:?}");
        };
        assert_eq!((rejected.game, rejected.line), (1, 1));
        reasons.check(kind, &rejected.reason, values);
        assert!(note.starts_with("{ ") && note.ends_with(". } "), "{note}");
        notes.check("note", note.trim(), &[&rejected.reason]);
        // Said once: to annotate it again changes nothing.
        let (again, left_again) = scored(written.as_bytes());
        assert_eq!(String::from_utf8_lossy(&again), written);
        assert_eq!(left_again, left);
    }
    let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
    let tag = format!("[FEN \"{fen}\"]\n");
    let (written, left) = scored(tag.as_bytes());
    let written = String::from_utf8(written).expect("UTF-8");
    let [rejected] = &left[..] else {
        panic!("{left:?}");
    };
    let error = parse_fen(fen).expect_err("no king").to_string();
    reasons.check("bad FEN", &rejected.reason, &[&error, "FEN"]);
    let note = written.strip_prefix(&tag).expect("after the tag");
    assert!(note.starts_with("\n{ "), "{note}");
    notes.check("note", note.trim(), &[&rejected.reason]);
}

#[test]
fn games_from_anywhere() {
    for (pgn, wanted) in [
        // Black begins, and castles as in Chess960.
        (
            "[Variant \"Chess960\"]\n[FEN \"bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB b DFdf - 0 1\"]\n\n1... g6 *\n",
            "[%eval ",
        ),
        ("1. e4 -- 2. d4 Z0 3. c4 *\n", "[%eval "),
        ("1. f3 e5 2. g4 Qh4# 0-1\n", " g4 $4 {"),
    ] {
        let (written, left) = scored(pgn.as_bytes());
        assert_eq!(left, []);
        let written = String::from_utf8_lossy(&written);
        assert!(written.contains(wanted), "{written}");
        check(pgn, pgn.as_bytes(), written.as_bytes());
    }
}
