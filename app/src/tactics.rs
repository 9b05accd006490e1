//! Which tactical chances are worth a player's look: those whose move does not lose by the engine's judgement.

use coach::centipawns;
use engine::Limits;
use index::Pace;
use motifs::{Motif, MotifKind};
use shakmaty::{Chess, Move, Position};

use crate::analysis::{Engines, Searched};
use crate::error::Error;

/// How much worse than the best move a chance may be, in centipawns. Guessed: half of what a player calls a pawn lost,
/// for the searches here are short.
const MOST_LOST: i32 = 50;

/// Leaves out the chances whose first move loses more than half a pawn against the best move, by a search of `nodes`
/// moves made before it and one after it. Mates are proved, and what has no move is no advice: they stay.
///
/// # Errors
///
/// [`Error::Engine`] if another program has failed; for a position [`Error::OutOfTime`] if its searches did not end.
pub(crate) fn confirmed(
    engines: &Engines,
    positions: &[Chess],
    found: Vec<Vec<Motif>>,
    nodes: u64,
    pace: &Pace,
) -> Result<Vec<Result<Vec<Motif>, Error>>, Error> {
    let doubtful: Vec<Vec<Move>> = found.iter().map(|motifs| doubtful(motifs)).collect();
    // Each position with doubtful chances, followed by those after them.
    let mut searched = Vec::new();
    for (position, moves) in positions.iter().zip(&doubtful) {
        if moves.is_empty() {
            continue;
        }
        searched.push(position.clone());
        for m in moves {
            let mut after = position.clone();
            after.play_unchecked(*m);
            searched.push(after);
        }
    }
    let limits = Limits {
        nodes: Some(nodes),
        lines: 1,
        ..Limits::default()
    };
    let mut scores = engines
        .search(&searched, None, &limits, pace)?
        .into_iter()
        .map(score);
    let answers = found.into_iter().zip(doubtful);
    let answers = answers.map(|(motifs, moves)| {
        if moves.is_empty() {
            return Ok(motifs);
        }
        // All of them are taken, whatever they are: the next position's follow.
        let scores: Vec<Option<i32>> = scores.by_ref().take(1 + moves.len()).collect();
        let scores: Option<Vec<i32>> = scores.into_iter().collect();
        let scores = scores.ok_or(Error::NO_TIME)?;
        let (before, after) = (scores[0], &scores[1..]);
        // A move that is better than the search before it knew is the best one.
        let best = after.iter().map(|score| -score).fold(before, i32::max);
        let is_lost = |m: &Move| {
            let nth = moves.iter().position(|other| other == m);
            nth.is_some_and(|nth| best + after[nth] > MOST_LOST)
        };
        let lost = |motif: &Motif| motif.line.first().is_some_and(is_lost);
        Ok(motifs.into_iter().filter(|motif| !lost(motif)).collect())
    });
    Ok(answers.collect())
}

/// The first moves of the chances that are not proved, each once.
fn doubtful(motifs: &[Motif]) -> Vec<Move> {
    let mut moves = Vec::new();
    for motif in motifs {
        let is_proved = matches!(motif.kind, MotifKind::MateIn1 | MotifKind::MateIn2);
        if let Some(m) = motif.line.first().filter(|_| !is_proved)
            && !moves.contains(m)
        {
            moves.push(*m);
        }
    }
    moves
}

/// The score of a search that ended, in centipawns, for the side to move.
fn score(searched: Option<Searched>) -> Option<i32> {
    let searched = searched.filter(|searched| searched.is_complete)?;
    Some(centipawns(searched.analysis.lines.first()?.score))
}
