//! Removing games: in one step of the state they and their positions no longer count, then their documents are deleted.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use crate::error::Error;
use crate::shared::Shared;
use crate::snapshot::Snapshot;

/// Removes games and their positions. Returns which of them there were.
pub(crate) fn remove(
    shared: &Arc<Shared>,
    writer: &str,
    ids: &BTreeSet<u64>,
) -> Result<BTreeSet<u64>, Error> {
    let snapshot = Snapshot::open(shared)?;
    let ids: Vec<u64> = ids.iter().copied().collect();
    let games = snapshot.games(&ids)?;
    let removed: BTreeSet<u64> = games.keys().copied().collect();
    if removed.is_empty() {
        return Ok(removed);
    }
    let mut passages = 0;
    let mut boards = Vec::new();
    snapshot.for_each_passage(&json!({"terms": {"game": removed}}), |found| {
        passages += 1;
        let replayed = found
            .passage
            .replay(|_, position| boards.push(shakmaty::Position::board(position).clone()));
        replayed.ok_or_else(|| snapshot.damaged(found.passage.game))
    })?;
    shared.change(writer, |state| {
        // Another one may have removed them meanwhile.
        if removed.iter().any(|id| state.removing.contains(id))
            || state.removals != snapshot.removals()
        {
            return Err(Error::Unavailable("others are removing games".to_owned()));
        }
        let mut statistics = shared.statistics(state)?;
        for board in &boards {
            statistics.remove_position(board);
        }
        statistics.games -= removed.len() as u64;
        state.set_statistics(&statistics);
        state.passages -= passages;
        state.removals += 1;
        state.removing.extend(&removed);
        Ok(())
    })?;
    finish_removals(shared, writer)?;
    Ok(removed)
}

/// Deletes the documents of games that are removed.
pub(crate) fn finish_removals(shared: &Shared, writer: &str) -> Result<(), Error> {
    let (state, _) = shared.state()?;
    if state.removing.is_empty() {
        return Ok(());
    }
    let gone = state.removing;
    shared.refresh()?;
    shared.delete(&json!({"terms": {"game": gone}}))?;
    shared.change(writer, |state| {
        state.removing.retain(|id| !gone.contains(id));
        Ok(())
    })
}
