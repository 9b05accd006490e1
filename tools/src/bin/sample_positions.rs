//! Takes positions from games, for the tuner.
//!
//! ```text
//! cargo run --release -p tools --bin sample_positions -- GAMES.pgn.zst.. > positions.epd
//! ```
//!
//! From each game come a few quiet positions, and of each another one that a random move makes of
//! it: masters do not play such moves, but a search must judge them. They are
//! written in random order, the same each time, with the game's result where it says something,
//! e.g. `r1bq1rk1/... w - - c9 "1/2-1/2";`.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::ops::ControlFlow;

use motifs::value;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

/// Positions of a game at most, and as many after a random move.
const POSITIONS: usize = 2;
/// Positions before this ply are openings that everybody knows.
const FIRST_PLY: usize = 14;
/// Captures played out after a random move at most.
const CAPTURES: usize = 4;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut sampler = Sampler {
        random: fastrand::Rng::with_seed(1),
        lines: Vec::new(),
    };
    for path in std::env::args().skip(1) {
        let file = BufReader::new(File::open(&path)?);
        let zstd = std::path::Path::new(&path)
            .extension()
            .is_some_and(|end| end == "zst");
        let text: Box<dyn Read> = if zstd {
            Box::new(zstd::Decoder::new(file)?)
        } else {
            Box::new(file)
        };
        Reader::new(text).visit_all_games(&mut sampler)?;
    }
    let Sampler {
        mut random,
        mut lines,
    } = sampler;
    random.shuffle(&mut lines);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}

struct Sampler {
    random: fastrand::Rng,
    /// EPDs.
    lines: Vec<String>,
}

/// What is read of a game.
struct Tags {
    position: Option<Chess>,
    result: Option<&'static str>,
}

struct Moves {
    position: Chess,
    result: &'static str,
    ply: usize,
    quiet: Vec<Chess>,
}

impl Visitor for Sampler {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Tags> {
        ControlFlow::Continue(Tags {
            position: Some(Chess::default()),
            result: None,
        })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"Result" {
            tags.result = match value.as_bytes() {
                b"1-0" => Some("1-0"),
                b"0-1" => Some("0-1"),
                b"1/2-1/2" => Some("1/2-1/2"),
                _ => None,
            };
        } else if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            tags.position = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<(), Moves> {
        match tags {
            Tags {
                position: Some(position),
                result: Some(result),
            } => ControlFlow::Continue(Moves {
                position,
                result,
                ply: 0,
                quiet: Vec::new(),
            }),
            _ => ControlFlow::Break(()),
        }
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Moves, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(&game.position) else {
            return ControlFlow::Break(());
        };
        game.position.play_unchecked(m);
        game.ply += 1;
        if game.ply >= FIRST_PLY && is_quiet(&game.position) {
            game.quiet.push(game.position.clone());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut game: Moves) {
        for _ in 0..POSITIONS.min(game.quiet.len()) {
            let position = game
                .quiet
                .swap_remove(self.random.usize(..game.quiet.len()));
            self.take(&position, game.result);
        }
    }
}

impl Sampler {
    fn take(&mut self, position: &Chess, result: &str) {
        self.lines
            .push(format!("{} c9 \"{result}\";", epd(position)));
        let mut other = position.clone();
        let moves = other.legal_moves();
        if moves.is_empty() {
            return;
        }
        other.play_unchecked(moves[self.random.usize(..moves.len())]);
        // What hangs now is taken, and what hangs then.
        for _ in 0..CAPTURES {
            if let Some(m) = winning_capture(&other) {
                other.play_unchecked(m);
            }
        }
        if is_quiet(&other) && !other.legal_moves().is_empty() {
            self.lines.push(format!("{}", epd(&other)));
        }
    }
}

fn epd(position: &Chess) -> Epd {
    Epd::from_position(position, EnPassantMode::Legal)
}

/// Whether the side to move is neither in check nor wins something at once.
fn is_quiet(position: &Chess) -> bool {
    !position.is_check() && winning_capture(position).is_none()
}

/// A capture of a piece worth more than its capturer, or of one that nothing defends: the largest.
fn winning_capture(position: &Chess) -> Option<Move> {
    let board = position.board();
    let wins = |m: &Move| {
        let gain = m.capture().map_or(0, value);
        let defenders = board.attacks_to(m.to(), !position.turn(), board.occupied());
        gain > value(m.role()) || gain > 0 && defenders.is_empty()
    };
    let captures = position.capture_moves().into_iter().filter(wins);
    captures.max_by_key(|m| m.capture().map_or(0, value))
}
