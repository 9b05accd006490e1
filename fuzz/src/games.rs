//! A small index for targets that search.

use std::fs;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use app::{IngestError, ingest};
use index::Index;
use similarity::Ingested;
use tempfile::TempDir;

/// Games with openings, endings, ratings and dates.
static GAMES: LazyLock<String> = LazyLock::new(|| {
    let carlsen = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/carlsen.pgn");
    fs::read_to_string(carlsen).expect("the games")
});

/// The first games of Carlsen's.
pub fn first(count: usize) -> &'static str {
    let mut starts = GAMES.match_indices("[Event ").map(|(at, _)| at);
    let end = starts.nth(count).unwrap_or(GAMES.len());
    &GAMES[..end]
}

/// A folder for an index; `fuzz/run` lets it be in memory.
pub fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Adds games to an index, in one commit; none if there is no game in it.
pub fn add(index: &Index, pgn: &[u8], from_move: u32) -> Option<Ingested> {
    let mut sum = Ingested::default();
    let mut writer = index.writer().expect("the writer");
    let pgn = std::io::Cursor::new(pgn.to_vec());
    let go_on = |_: &Ingested, _| ControlFlow::Continue(());
    match ingest(&mut writer, "fuzz.pgn", pgn, from_move, &mut sum, go_on) {
        Err(IngestError::NoGame(_)) => return None,
        result => result.expect("readable"),
    };
    writer.commit().expect("a commit");
    drop(writer);
    Some(sum)
}
