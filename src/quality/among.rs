//! An index of positions without games, to search them among each other.

use std::fmt::Write as _;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::Path;

use app::{Database, FromMove, Import, Place, Remarks, View};
use shakmaty::Chess;

/// The index of some positions in a folder, each a game of its own, under its place from 1.
pub(super) fn index<'a>(
    folder: &Path,
    positions: impl Iterator<Item = &'a Chess>,
) -> anyhow::Result<View> {
    let mut games = String::new();
    for (nth, position) in positions.enumerate() {
        let fen = pgn::fen(position);
        // A name of its own: equal positions are different games.
        write!(
            games,
            "[White \"{nth}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n\n"
        )?;
    }
    let database = Database::open_or_create(&Place::Folder(folder.join("index")))?;
    let mut import = Import::new(&database, FromMove::of::<0>())?;
    import.read("positions", Cursor::new(games), |_, _| {
        ControlFlow::Continue(())
    })?;
    import.finish(&mut Remarks::default(), || false).1?;
    Ok(database.snapshot()?)
}
