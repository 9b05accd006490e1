//! The tablebase in play: the tables of `data/syzygy`.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use engine::{Analysis, Engine, Game, Limits, NoTables, STRONGEST, Tablebase};
use shakmaty::Position;
use tempfile::TempDir;

use super::position;
use testing::sentences::Sentences;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/syzygy");

/// An engine with the tables of the repository, of which it uses those with up to `men` pieces.
fn engine(men: usize) -> Engine {
    let complain = |sentence: &str| panic!("{sentence}");
    let tablebase = Tablebase::open(&[FOLDER.into()], complain).expect("tables");
    assert_eq!((tablebase.men(), tablebase.files()), (4, 24));
    let mut engine = Engine::new(1).expect("a mebibyte");
    engine.set_tablebase(Some(Arc::new(tablebase)));
    engine.set_probe_limit(men);
    engine
}

fn search(engine: &mut Engine, game: &Game, nodes: u64, lines: usize) -> Analysis {
    let limits = Limits {
        nodes: Some(nodes),
        lines,
        ..Limits::default()
    };
    engine.search(game, &limits, &AtomicBool::new(false), |_| ())
}

/// The best lines: their first moves and scores.
fn lines(found: &Analysis) -> Vec<String> {
    let line = |line: &engine::Line| format!("{} {}", line.moves[0], line.score);
    found.lines.iter().map(line).collect()
}

/// Positions, and how the lines end that a search of 1,000 nodes finds: with the move, where there is only one.
const LINES: [(&str, &[&str]); 9] = [
    // Drawn whatever is played.
    ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", &["cp 0", "cp 0"]),
    // One move wins, the others draw.
    (
        "8/2K5/8/8/1P6/1k6/8/8 w - - 0 1",
        &["b4-b5 cp 20000", "cp 0", "cp 0"],
    ),
    // Two moves draw, the others lose.
    (
        "4k3/8/8/3KP3/8/8/8/8 b - - 0 1",
        &["cp 0", "cp 0", "cp -20000", "cp -20000"],
    ),
    // A mate that the search finds is shown as one.
    ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", &["mate 1"]),
    // There are 27 plies to the mate: it comes in time, or fifty moves are over before.
    ("8/8/8/3k4/8/8/8/R3K3 w - - 40 80", &["cp 20000"]),
    ("8/8/8/3k4/8/8/8/R3K3 w - - 80 80", &["cp 2"]),
    // A rook does not win against a bishop.
    ("8/8/8/8/4k3/8/3b4/R5K1 w - - 0 1", &["cp 0"]),
    // Only the outcome is known, not how far it is.
    ("8/8/8/8/8/3k4/7N/K1B5 w - - 0 1", &["cp 20000", "cp 20000"]),
    // No table has five pieces, but one has the four after the capture that wins.
    (CAPTURE, &["Kg8xh7 cp 19999"]),
];

/// White wins by taking the pawn, and seems to win by much else.
const CAPTURE: &str = "1Q4K1/7p/8/7k/8/8/5r2/8 w - - 0 1";

#[test]
fn lines_are_ranked() {
    let mut engine = engine(4);
    for (fen, wanted) in LINES {
        let game = Game::new(position(fen));
        engine.forget();
        let found = search(&mut engine, &game, 1000, wanted.len());
        for (line, wanted) in lines(&found).iter().zip(wanted) {
            assert!(
                line.ends_with(&format!(" {wanted}")) || line == wanted,
                "{fen}: {line}"
            );
        }
        // The same search finds the same.
        engine.forget();
        let again = search(&mut engine, &game, 1000, wanted.len());
        assert_eq!(
            (again.lines, again.tbhits),
            (found.lines, found.tbhits),
            "{fen}"
        );
    }
}

#[test]
fn without_the_tables_more_nodes_find_less() {
    let game = Game::new(position(CAPTURE));
    let found = search(&mut engine(3), &game, 100_000, 1);
    assert!(lines(&found)[0].starts_with("Qb8-"), "{:?}", lines(&found));
}

/// Positions, the rating and the number of pieces for which the tables are asked, and how often they answer.
#[test]
fn the_tables_are_asked_where_they_may_be() {
    let pawn = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1";
    let castling = "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1";
    let mut engine = engine(4);
    for (fen, rating, men, hits) in [
        (pawn, None, 4, 4),
        (pawn, None, 3, 4),
        (pawn, None, 2, 0),
        (pawn, Some(1600), 4, 0),
        (pawn, Some(STRONGEST), 4, 4),
        (castling, None, 4, 0),
        ("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", None, 4, 15),
    ] {
        engine.set_rating(rating);
        engine.set_probe_limit(men);
        let found = search(&mut engine, &Game::new(position(fen)), 10, 1);
        assert_eq!(found.tbhits, hits, "{fen} {rating:?} {men}");
    }
}

/// Plays a game of as many nodes a move until there is mate, a draw, or a third occurrence; whether it is mate.
pub(crate) fn mates(fen: &str, mut engines: [Engine; 2], nodes: u64) -> bool {
    let mut game = Game::new(position(fen));
    let mut seen = Vec::new();
    loop {
        let chess = game.position();
        let times = seen.iter().filter(|earlier| *earlier == chess).count();
        let is_drawn = chess.halfmoves() >= 100 || times >= 2 || chess.is_insufficient_material();
        if chess.is_checkmate() || is_drawn || chess.is_stalemate() {
            return chess.is_checkmate();
        }
        let clock = chess.halfmoves();
        let turn = seen.len() % 2;
        seen.push(chess.clone());
        let found = search(&mut engines[turn], &game, nodes, 1);
        game.play(found.best_move().expect("a legal move"));
        assert!(game.position().halfmoves() <= clock + 1);
    }
}

/// Positions, whether White mates with the tables, and whether it does without them, against an opponent who has them.
#[test]
fn won_games_are_won() {
    for (fen, with, without) in [
        // As far from a capture as a queen against a rook is: 57 plies.
        ("Q7/8/8/4r3/8/6k1/8/7K w - - 0 1", true, false),
        ("K7/8/8/8/5k2/2R5/8/8 w - - 0 1", true, true),
        ("8/8/8/1k6/8/8/1K4P1/8 w - - 0 1", true, false),
        ("7R/8/6k1/8/8/7K/7P/8 w - - 0 1", true, true),
        // Drawn.
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false, false),
        ("8/8/8/8/4k3/8/3b4/R5K1 w - - 0 1", false, false),
    ] {
        assert_eq!(mates(fen, [engine(4), engine(4)], 200), with, "{fen}");
        assert_eq!(mates(fen, [engine(0), engine(4)], 200), without, "{fen}");
    }
}

/// A folder with some tables of the repository.
fn folder(tables: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for table in tables {
        fs::copy(Path::new(FOLDER).join(table), folder.path().join(table)).expect("a table");
    }
    folder
}

type Damage = fn(&mut Vec<u8>);

#[test]
fn a_damaged_table_is_named_once() {
    const ROOK: [&str; 2] = ["KRvK.rtbw", "KRvK.rtbz"];
    let game = Game::new(position("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    let usual = search(&mut Engine::new(1).expect("a mebibyte"), &game, 1000, 1);
    // The table, the damage, and whether it is noticed when the folder is read: the path is named then.
    let cases: [(&str, Damage, bool); 5] = [
        ("KRvK.rtbw", |bytes| bytes.truncate(200), true),
        ("KRvK.rtbw", |bytes| bytes.truncate(144), false),
        ("KRvK.rtbw", |bytes| bytes[0] = 0, false),
        ("KRvK.rtbw", |bytes| bytes[5..].fill(0xff), false),
        ("KRvK.rtbz", |bytes| bytes.truncate(1040), false),
    ];
    let mut sentences = Sentences::default();
    for (number, (table, how, is_early)) in cases.into_iter().enumerate() {
        let folder = folder(&ROOK);
        let path = folder.path().join(table);
        let mut bytes = fs::read(&path).expect("a table");
        how(&mut bytes);
        fs::write(&path, bytes).expect("a table");
        let said = Arc::<Mutex<Vec<String>>>::default();
        let complain = {
            let said = Arc::clone(&said);
            move |sentence: &str| said.lock().expect("no panic").push(sentence.to_owned())
        };
        let folders = [folder.path().to_owned()];
        let tablebase = Tablebase::open(&folders, complain).expect("a table");
        let mut engine = Engine::new(1).expect("a mebibyte");
        engine.set_tablebase(Some(Arc::new(tablebase)));
        let found = search(&mut engine, &game, 1000, 1);
        // The outcome is still known if only the distance is not.
        let is_outcome_known = table == ROOK[1];
        assert_eq!(
            found.lines == usual.lines,
            !is_outcome_known,
            "{table} {number}"
        );
        let said = said.lock().expect("no panic");
        let [sentence] = &said[..] else {
            panic!("{table} {number}: {said:?}");
        };
        let path = path.display().to_string();
        let named = if is_early { &path } else { table };
        sentences.check("damaged", sentence, &[named]);
    }
}

#[test]
fn a_folder_must_have_tables() {
    let empty = folder(&[]);
    let empty = empty.path();
    let absent = empty.join("absent");
    let mut sentences = Sentences::default();
    for folders in [
        vec![FOLDER.into(), absent.clone()],
        vec![empty.to_owned()],
        vec![empty.to_owned(), FOLDER.into()],
    ] {
        let complain = |sentence: &str| panic!("{sentence}");
        let error = Tablebase::open(&folders, complain).expect_err("no tables");
        let (kind, named) = match &error {
            NoTables::Unreadable(folder, _) => ("unreadable", folder),
            NoTables::Empty(folder) => ("empty", folder),
        };
        let expected = if folders.contains(&absent) {
            ("unreadable", &absent)
        } else {
            ("empty", &empty.to_owned())
        };
        assert_eq!((kind, named), expected);
        // The folder, and two files that such a folder has.
        let values = [&*named.to_string_lossy(), "KQvK.rtbw", "KQvK.rtbz"];
        sentences.check(kind, &error.to_string(), &values);
    }
}
