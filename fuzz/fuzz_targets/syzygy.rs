//! Damaged endgame tables.
//!
//! Laws: whatever is in a table, a search makes the moves that it may make and finds a legal one; each table is named once
//! at most; nothing panics, also not inside.
//!
//! The input is a list of damages, six bytes each: a table, a place in it (three bytes), what is done there, and a byte.
#![no_main]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};

use engine::{Engine, Game, Limits, Tablebase};
use libfuzzer_sys::fuzz_target;
use pgn::parse_fen;
use shakmaty::Position;
use tabiya_fuzz::games::folder;

const NAMES: [&str; 8] = [
    "KPvK.rtbw",
    "KPvK.rtbz",
    "KRvK.rtbw",
    "KRvK.rtbz",
    "KRPvK.rtbw",
    "KRPvK.rtbz",
    "KQvK.rtbw",
    "KQvK.rtbz",
];

/// A position of each table, and one from which they can be reached.
const FENS: [&str; 5] = [
    "8/8/8/1k6/8/8/1K4P1/8 w - - 0 1",
    "K7/8/8/8/5k2/2R5/8/8 w - - 0 1",
    "7R/8/6k1/8/8/7K/7P/8 b - - 9 30",
    "7K/7Q/8/8/3k4/8/8/8 w - - 0 1",
    "7R/8/6k1/4p3/8/7K/7P/8 w - - 0 1",
];

/// A table is as long as this many bytes and some more of it: others are not looked at.
const PIECE: usize = 64;

static TABLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data/syzygy"));
    let table = |name| fs::read(folder.join(name)).expect("a table");
    NAMES.map(table).to_vec()
});

fuzz_target!(|input: &[u8]| {
    let mut tables = TABLES.clone();
    for damage in input.chunks_exact(6).take(8) {
        do_damage(&mut tables[usize::from(damage[0]) % NAMES.len()], damage);
    }
    let folder = folder();
    for (name, bytes) in NAMES.iter().zip(&tables) {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    let said = Arc::<Mutex<Vec<String>>>::default();
    let complain = {
        let said = Arc::clone(&said);
        move |sentence: &str| said.lock().expect("no panic").push(sentence.to_owned())
    };
    let Ok(tablebase) = Tablebase::open(&[folder.path().to_owned()], complain) else {
        return;
    };
    let mut engine = Engine::new(1).expect("a mebibyte");
    engine.set_tablebase(Some(Arc::new(tablebase)));
    let limits = Limits {
        nodes: Some(200),
        lines: 3,
        ..Limits::default()
    };
    for fen in FENS {
        let position = parse_fen(fen).expect("a FEN");
        engine.forget();
        let game = Game::new(position.clone());
        let found = engine.search(&game, &limits, &AtomicBool::new(false), |_| ());
        let best = found.best_move().expect("a move");
        assert!(position.is_legal(best), "{fen}: {best}");
        assert!(found.nodes <= 200, "{fen}: {}", found.nodes);
    }
    let said = said.lock().expect("no panic");
    let once: BTreeSet<&String> = said.iter().collect();
    assert!(once.len() == said.len(), "{said:?}");
});

fn do_damage(table: &mut Vec<u8>, damage: &[u8]) {
    let at = u32::from_be_bytes([0, damage[1], damage[2], damage[3]]) as usize;
    let (byte, length) = (damage[5], table.len());
    match damage[4] % 4 {
        // What is at the beginning says how the rest is to be read.
        0 => table[at % 256.min(length)] = byte,
        1 => table[at % length] ^= 1 << (byte % 8),
        2 => table[at % length] = byte,
        _ => table.truncate(at % length / PIECE * PIECE + 16),
    }
}
