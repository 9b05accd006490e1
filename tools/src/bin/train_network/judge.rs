//! Takes positions from games and lets Stockfish judge them.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;

use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;

use crate::Error;
use crate::games::{Game, read_games};
use crate::judged::{MATE, Part};
use crate::positions::Chosen;

/// Games in a part of the work.
const PART: usize = 4000;
/// Questions that Stockfish gets at once, so that it need not wait for the next.
const AT_ONCE: usize = 32;

/// Judges positions of games, part by part, into `folder`; parts that are there already are left alone, so that the
/// work can be ended and taken up again at any time. As many processes of Stockfish run at once as `threads`.
pub(crate) fn judge(
    folder: &Path,
    nodes: u32,
    parts: usize,
    threads: usize,
    collections: &[PathBuf],
) -> Result<(), Error> {
    let mut games = Vec::new();
    for path in collections {
        let read = read_games(path).map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("{}: {} games", path.display(), read.len());
        games.extend(read);
    }
    fastrand::Rng::with_seed(1).shuffle(&mut games);
    std::fs::create_dir_all(folder)?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                match games.chunks(PART).take(parts).nth(number) {
                    Some(games) => judge_part(folder, number, games, nodes)?,
                    None => return Ok(()),
                }
            }
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(ScopedJoinHandle::join)
            .try_for_each(|end| end.unwrap_or_else(|_| Err("a thread panicked".into())))
    })
}

/// Judges a part, unless it is there.
fn judge_part(folder: &Path, number: usize, games: &[Game], nodes: u32) -> Result<(), Error> {
    let path = folder.join(format!("{number:04}.zst"));
    if path.exists() {
        return Ok(());
    }
    // Each part begins with a new Stockfish, so that it comes out the same in whatever order.
    let mut stockfish = Stockfish::new(nodes)?;
    let mut part = Part::new(number as u32);
    for game in games {
        let chosen = part.choose(game);
        let scores = stockfish.judge(&chosen)?;
        part.add(game, &scores);
    }
    let unfinished = path.with_extension("part");
    part.write(&mut std::fs::File::create(&unfinished)?)?;
    std::fs::rename(&unfinished, &path)?;
    eprintln!("{}", path.display());
    Ok(())
}

struct Stockfish {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    nodes: u32,
}

impl Stockfish {
    fn new(nodes: u32) -> Result<Stockfish, Error> {
        let mut process = Command::new("stockfish")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("stockfish does not start: {error}; install it"))?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        Ok(Stockfish {
            process,
            input: input.ok_or("stockfish has no input")?,
            output: BufReader::new(output.ok_or("stockfish has no output")?),
            nodes,
        })
    }

    /// Its score of each position, in centipawns from the view of the side to move; none where its best move is a capture
    /// or a promotion.
    fn judge(&mut self, chosen: &[Chosen]) -> Result<Vec<Option<i16>>, Error> {
        let mut judged = Vec::new();
        for asked in chosen.chunks(AT_ONCE) {
            let mut text = String::new();
            for Chosen { position, .. } in asked {
                let fen = Fen::from_position(position, EnPassantMode::Legal);
                let _ = writeln!(text, "position fen {fen}\ngo nodes {}", self.nodes);
            }
            self.input.write_all(text.as_bytes())?;
            self.input.flush()?;
            for Chosen { position, .. } in asked {
                let (score, best) = self.answer()?;
                let best = best.parse::<UciMove>()?.to_move(position)?;
                judged.push((!best.is_capture() && !best.is_promotion()).then_some(score));
            }
        }
        Ok(judged)
    }

    /// The score and the best move that it says next.
    fn answer(&mut self) -> Result<(i16, String), Error> {
        let (mut score, mut line) = (0, String::new());
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err("stockfish has ended".into());
            }
            if let Some(best) = line.strip_prefix("bestmove ") {
                let best = best.split_whitespace().next().unwrap_or_default();
                return Ok((score, best.to_owned()));
            }
            let Some((_, found)) = line.split_once(" score ") else {
                continue;
            };
            let mut words = found.split(' ');
            let kind = words.next();
            let value: i32 = words.next().unwrap_or_default().parse()?;
            score = match kind {
                Some("mate") if value > 0 => MATE,
                Some("mate") => -MATE,
                _ => value.clamp(1 - i32::from(MATE), i32::from(MATE) - 1) as i16,
            };
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // It ends with its input; if not, nothing depends on it any more.
        let _ = self.input.write_all(b"quit\n");
        let _ = self.process.wait();
    }
}
