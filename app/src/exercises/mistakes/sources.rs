//! Positions that may become exercises of a kind of mistake.

use std::collections::HashSet;
use std::ops::Range;

use coach::report::{Mistake, MistakeKind};
use index::Pace;
use pgn::Game;
use shakmaty::Chess;
use similarity::{Distinct, Query, Scoring};

use crate::database::View;
use crate::error::Error;
use crate::exercises::choice::{SIMILAR_PLIES, Source};
use crate::search::search_without_engine;

/// The number of mistakes, the costliest ones, whose positions others are like. Guessed.
const SEEDS: usize = 10;

/// The number of similar positions that are looked at for each, and of those in games of others that are taken. Guessed.
const HITS: usize = 100;
const TAKEN: usize = 30;

/// The positions that mistakes teach, each with its game.
pub(super) fn own(
    view: &View,
    kind: MistakeKind,
    mistakes: &[&Mistake],
) -> impl Iterator<Item = Result<(Game, Range<usize>), Error>> {
    mistakes.iter().filter_map(move |mistake| {
        let ply = mistake.taught_ply(kind);
        let game = view.game(mistake.game).transpose()?;
        Some(game.map(|game| (game, ply..ply + 1)))
    })
}

/// Games of others with a position whose structure is like that of one that the costliest mistakes teach, from there on:
/// the most similar one of each, then the next one.
pub(super) fn alike(
    view: &View,
    kind: MistakeKind,
    mistakes: &[&Mistake],
    own: &HashSet<u64>,
    pace: &Pace,
) -> Result<Vec<Source>, Error> {
    let mut lists = Vec::new();
    for mistake in mistakes.iter().take(SEEDS) {
        if pace.is_over() {
            break;
        }
        let game = view.game(mistake.game)?;
        let position = game.and_then(|game| position(&game, mistake.taught_ply(kind)));
        let Some(position) = position else { continue };
        let query = Query::new(&position, view.statistics(), Scoring::Structure);
        let query = query.with_distinct(Distinct::Game);
        let hits = search_without_engine(view, query, HITS, &Pace::default())?
            .hits
            .into_iter();
        let hits = hits.filter(|hit| hit.score > 0.0 && !own.contains(&hit.game));
        lists.push(hits.take(TAKEN).collect::<Vec<_>>());
    }
    let mut seen = HashSet::new();
    let mut sources = Vec::new();
    for rank in 0..TAKEN {
        for hit in lists.iter().filter_map(|hits| hits.get(rank)) {
            let ply = hit.ply as usize;
            if seen.insert(hit.game) {
                sources.push((hit.game, ply..ply.saturating_add(SIMILAR_PLIES)));
            }
        }
    }
    Ok(sources)
}

/// The position of a game after this many half-moves.
pub(super) fn position(game: &Game, ply: usize) -> Option<Chess> {
    game.positions().nth(ply).map(|(position, _)| position)
}
