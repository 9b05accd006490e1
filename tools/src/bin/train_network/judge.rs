//! Takes positions from games and lets Stockfish judge them.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use motifs::value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::games::{Game, line, read_games, sorted_moves};
use crate::judged::{Judged, MATE, write_game};

/// Positions that are taken from a game: as many from it as after random moves that were not played.
const POSITIONS: usize = 24;
/// Captures played out after random moves at most.
const CAPTURES: usize = 4;
/// Games in a part of the work.
const PART: usize = 4000;
/// Questions that Stockfish gets at once, so that it need not wait for the next.
const AT_ONCE: usize = 32;

/// Judges positions of games, part by part, into `folder`; parts that are there already are left alone, so that the
/// work can be ended and taken up again at any time.
pub(crate) fn judge(
    folder: &Path,
    nodes: u32,
    parts: usize,
    collections: &[PathBuf],
) -> Result<(), Box<dyn Error>> {
    let mut games = Vec::new();
    for path in collections {
        let read = read_games(path).map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("{}: {} games", path.display(), read.len());
        games.extend(read);
    }
    fastrand::Rng::with_seed(1).shuffle(&mut games);
    std::fs::create_dir_all(folder)?;
    for (number, games) in games.chunks(PART).take(parts).enumerate() {
        let path = folder.join(format!("{number:04}.zst"));
        if path.exists() {
            continue;
        }
        // Each part begins with a new Stockfish, so that it comes out the same in whatever order.
        let mut stockfish = Stockfish::new(nodes)?;
        let mut random = fastrand::Rng::with_seed(number as u64);
        let unfinished = path.with_extension("part");
        let mut out = zstd::Encoder::new(BufWriter::new(std::fs::File::create(&unfinished)?), 19)?;
        let mut count = 0;
        for game in games {
            let judged = judge_game(game, &mut stockfish, &mut random)?;
            count += judged.len();
            write_game(&mut out, game, &judged)?;
        }
        out.finish()?.flush()?;
        std::fs::rename(&unfinished, &path)?;
        eprintln!("{}: {count} positions", path.display());
    }
    Ok(())
}

/// The judged positions of a game: quiet ones, in which the best move takes nothing.
fn judge_game(
    game: &Game,
    stockfish: &mut Stockfish,
    random: &mut fastrand::Rng,
) -> Result<Vec<Judged>, Box<dyn Error>> {
    let line = line(game);
    let mut asked = Vec::new();
    for number in 0..POSITIONS {
        let ply = random.usize(..line.len());
        let mut position = line[ply].clone();
        let mut moves = Vec::new();
        if number % 2 == 1 {
            vary(&mut position, &mut moves, random);
        }
        if is_quiet(&position) && !position.legal_moves().is_empty() {
            let judged = Judged {
                ply: ply as u16,
                moves,
                score: 0,
            };
            asked.push((position, judged));
        }
    }
    let positions = asked.iter().map(|(position, _)| position);
    let scores = stockfish.judge(positions)?;
    let judged = asked.into_iter().zip(scores);
    let quiet = judged.filter_map(|((position, judged), (score, best))| {
        let best = best.parse::<UciMove>().ok()?.to_move(&position).ok()?;
        let takes = best.is_capture() || best.is_promotion();
        (!takes).then_some(Judged { score, ..judged })
    });
    Ok(quiet.collect())
}

/// Plays random moves, mostly one, and then takes what hangs.
fn vary(position: &mut Chess, moves: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let count = [1, 1, 1, 1, 1, 2, 2, 3, 4, 6][random.usize(..10)];
    for _ in 0..count {
        let legal = sorted_moves(position);
        if legal.is_empty() {
            return;
        }
        let place = random.usize(..legal.len());
        moves.push(place as u8);
        position.play_unchecked(legal[place]);
    }
    for _ in 0..CAPTURES {
        let legal = sorted_moves(position);
        let Some(place) = winning_capture(position, &legal) else {
            return;
        };
        moves.push(place as u8);
        position.play_unchecked(legal[place]);
    }
}

/// Whether the side to move is neither in check nor wins something at once.
fn is_quiet(position: &Chess) -> bool {
    !position.is_check() && winning_capture(position, &sorted_moves(position)).is_none()
}

/// The place of a capture of a piece worth more than its capturer, or of one that nothing defends: the largest.
fn winning_capture(position: &Chess, legal: &[Move]) -> Option<usize> {
    let board = position.board();
    let gain = |m: &Move| m.capture().map_or(0, value);
    let wins = |m: &Move| {
        let defenders = board.attacks_to(m.to(), !position.turn(), board.occupied());
        gain(m) > value(m.role()) || gain(m) > 0 && defenders.is_empty()
    };
    let winning = (0..legal.len()).filter(|place| wins(&legal[*place]));
    winning.max_by_key(|place| gain(&legal[*place]))
}

struct Stockfish {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    nodes: u32,
}

impl Stockfish {
    fn new(nodes: u32) -> Result<Stockfish, Box<dyn Error>> {
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

    /// Its score of each position, in centipawns from the view of the side to move, and its best move.
    fn judge<'a>(
        &mut self,
        positions: impl Iterator<Item = &'a Chess>,
    ) -> Result<Vec<(i16, String)>, Box<dyn Error>> {
        let positions: Vec<&Chess> = positions.collect();
        let mut judged = Vec::new();
        for asked in positions.chunks(AT_ONCE) {
            let mut text = String::new();
            for position in asked {
                let fen = Fen::from_position(*position, EnPassantMode::Legal);
                let _ = writeln!(text, "position fen {fen}\ngo nodes {}", self.nodes);
            }
            self.input.write_all(text.as_bytes())?;
            self.input.flush()?;
            for _ in asked {
                judged.push(self.answer()?);
            }
        }
        Ok(judged)
    }

    fn answer(&mut self) -> Result<(i16, String), Box<dyn Error>> {
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
