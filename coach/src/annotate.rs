//! Annotated games: PGN in, the same PGN out, with comments, scores and marks.
//!
//! Nothing of the text is written anew: notes are put into it, so that tags, comments, marks and
//! variations stay as they are, byte by byte. What a note may hold:
//!
//! ```text
//! 12. Nd5 $6 { [%eval 0.12] (0.74 → 0.12) Inaccuracy. Bd3 was best. Now Black's d6 pawn is
//! backward. } (12. Bd3 Nc5 13. Be2)
//! ```

mod judge;
mod line;
mod story;
mod write;

use std::convert::Infallible;
use std::io::{self, Read, Write};

use engine::Analysis;
use pgn::{Games, RawGame, Rejected};
use rayon::prelude::*;
use shakmaty::{Chess, Position};

pub use judge::{Mark, mark, written};

use line::Line;
use write::Note;

/// How many bytes of games are annotated at a time, and how many games: memory does not depend on
/// the length of the stream. Guessed.
const BATCH: usize = 1 << 20;
const BATCH_GAMES: usize = 256;

/// Why annotating ended early.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError<E> {
    /// What is read or written failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is text, and no game in it.
    #[error("there is no game in it; is it PGN?")]
    NoGame,
    /// The analysis failed.
    #[error("{0}")]
    Analysis(E),
}

/// What scores positions: an analysis for each, in their order.
pub type Analyse<'a, E> = dyn Fn(&[Chess]) -> Result<Vec<Analysis>, E> + Sync + 'a;

/// Writes the games of a stream of PGN with notes, in their order, and returns the number of games; several are
/// annotated at a time. With `analyse` each move gets a score, and bad ones a mark and the better line.
///
/// A game with an illegal move, or one that [`pgn::parse`] rejects for another reason, is written with a comment that
/// gives the reason. After every few games `see` is called with the number of games so far and the rejected ones since
/// its last call.
///
/// Where one word has two moves (`e4e5`), the first gets no note: it would stand within the word. A game of more than
/// 4 MiB of text is rejected as too long.
///
/// # Errors
///
/// [`AnnotateError`]; what was written until then is whole games.
pub fn annotate<E: Send>(
    read: impl Read,
    write: &mut impl Write,
    analyse: Option<&Analyse<'_, E>>,
    mut see: impl FnMut(u64, Vec<Rejected>),
) -> Result<u64, AnnotateError<E>> {
    let mut games = Games::with_text(read);
    let mut begins_stream = true;
    loop {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        // With an engine a game takes seconds: fewer at a time are seen sooner.
        let most = if analyse.is_some() { 16 } else { BATCH_GAMES };
        while batch.len() < most && bytes < BATCH {
            let Some(game) = games.next_piece()? else {
                break;
            };
            bytes += game.text.len();
            batch.push((game, std::mem::take(&mut begins_stream)));
        }
        if games.found_no_game() && bytes < BATCH {
            return Err(AnnotateError::NoGame);
        }
        if batch.is_empty() {
            break;
        }
        let done = batch.par_iter();
        let done = done.map(|(game, begins_stream)| one(game, *begins_stream, analyse));
        let done: Vec<_> = done.collect();
        let mut left = Vec::new();
        for done in done {
            let (text, unannotated) = done.map_err(AnnotateError::Analysis)?;
            write.write_all(&text)?;
            left.extend(unannotated);
        }
        see(games.count(), left);
    }
    write.flush()?;
    Ok(games.count())
}

/// A text of PGN with notes, without scores.
pub fn annotated(pgn: &str) -> String {
    let mut written = Vec::new();
    // Nothing can fail but a text without games, which stays as it is.
    match annotate::<Infallible>(pgn.as_bytes(), &mut written, None, |_, _| ()) {
        Ok(_) => String::from_utf8_lossy(&written).into_owned(),
        Err(_) => pgn.to_owned(),
    }
}

/// The text of a game with notes, and why if it has none.
type Done = (Vec<u8>, Option<Rejected>);

fn one<E>(
    game: &RawGame,
    begins_stream: bool,
    analyse: Option<&Analyse<'_, E>>,
) -> Result<Done, E> {
    if game.ordinal == 0 {
        return Ok((game.text.clone(), None));
    }
    let line = match line::play(game) {
        Ok(line) => line,
        Err(reason) => {
            // In a piece of something, and within a tag, there is no place for a comment.
            let written = if game.overlong || game.ends_in_tag() {
                game.text.clone()
            } else {
                write::left_alone(game, &reason, begins_stream)
            };
            return Ok((written, Some(game.rejected(reason))));
        }
    };
    let places = write::places(game, &line);
    let moves: Vec<_> = line.moves.iter().map(|(m, _)| *m).collect();
    let mut notes: Vec<Note> = story::story(&line.positions, &moves)
        .into_iter()
        .zip(&places)
        .map(|(sentences, place)| {
            // What an earlier run has written.
            let new = sentences
                .iter()
                .filter(|sentence| !place.comments.contains(*sentence));
            Note {
                comment: new.map(String::as_str).collect::<Vec<_>>().join(" "),
                ..Note::default()
            }
        })
        .collect();
    if let Some(analyse) = analyse {
        let analyses = analyse(&line.positions)?;
        score(&line, &analyses, &places, &mut notes);
    }
    for ply in (0..notes.len()).filter(|ply| line.shares_word(*ply)) {
        // It would stand within a word.
        notes[ply] = Note::default();
    }
    Ok((write::write(game, &line, &places, &notes), None))
}

/// Adds scores, marks and better lines, where the file does not have them.
fn score(line: &Line, analyses: &[Analysis], places: &[write::Place], notes: &mut [Note]) {
    for (ply, (note, place)) in notes.iter_mut().zip(places).enumerate() {
        let (position, next) = (&line.positions[ply], &line.positions[ply + 1]);
        let [Some(before), Some(after)] = [analyses.get(ply), analyses.get(ply + 1)] else {
            break;
        };
        let mut words = Vec::new();
        let score = judge::of_white(next, after).filter(|_| !next.legal_moves().is_empty());
        if let Some(score) = score.filter(|_| !place.comments.contains("[%eval ")) {
            words.push(format!("[%eval {}]", judge::written(score)));
        }
        let played = line.moves[ply].0.filter(|_| !place.has_mark);
        let verdict = played.and_then(|m| judge::judge(position, m, before, next, after));
        if let Some(verdict) = verdict {
            note.nag = Some(verdict.mark.nag());
            note.variation = verdict.better;
            words.push(verdict.text);
        }
        words.extend((!note.comment.is_empty()).then(|| std::mem::take(&mut note.comment)));
        note.comment = words.join(" ");
    }
}
