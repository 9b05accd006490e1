//! Judged positions in a file: games, and in each the positions that were judged.
//!
//! Zstandard frames, one behind the other. What they hold is a sequence of games, integers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | White's points, doubled |
//! | 2 | number of moves |
//! | 1 each | the moves, each as its place among the legal moves (`games::sorted_moves`) |
//! | 1 | number of judged positions |
//! | 2 + 1 + n + 2 each | after how many moves of the game; n; n further moves that were not played; the score in centipawns, from the view of the side to move |

use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use shakmaty::Chess;

use crate::games::{Game, after};

/// The score that stands for a mate, in centipawns.
pub(crate) const MATE: i16 = 10_000;

/// A judged position of a game.
pub(crate) struct Judged {
    /// After how many moves of the game.
    pub(crate) ply: u16,
    /// Moves that were not played after these.
    pub(crate) moves: Vec<u8>,
    /// In centipawns, from the view of the side to move.
    pub(crate) score: i16,
}

/// Writes a game and its judged positions; moves after the last of them are left out.
pub(crate) fn write_game(out: &mut impl Write, game: &Game, judged: &[Judged]) -> io::Result<()> {
    let Some(plies) = judged.iter().map(|judged| judged.ply).max() else {
        return Ok(());
    };
    out.write_all(&[game.result])?;
    out.write_all(&plies.to_le_bytes())?;
    out.write_all(&game.moves[..usize::from(plies)])?;
    out.write_all(&[judged.len() as u8])?;
    for judged in judged {
        out.write_all(&judged.ply.to_le_bytes())?;
        out.write_all(&[judged.moves.len() as u8])?;
        out.write_all(&judged.moves)?;
        out.write_all(&judged.score.to_le_bytes())?;
    }
    Ok(())
}

/// A judged position as it is read.
pub(crate) struct Seen<'a> {
    pub(crate) position: &'a Chess,
    /// In centipawns, from the view of the side to move.
    pub(crate) score: i16,
    /// White's points in its game, doubled; none where moves led to it that were not played.
    pub(crate) points: Option<u8>,
    /// The number of its game.
    pub(crate) game: usize,
}

/// Calls `see` with each judged position of a file.
pub(crate) fn read_judged(path: &Path, mut see: impl FnMut(Seen)) -> io::Result<()> {
    let file = std::fs::File::open(path)?;
    let mut input = BufReader::new(zstd::Decoder::new(file)?);
    for game in 0.. {
        let mut result = [0];
        if input.read(&mut result)? == 0 {
            return Ok(());
        }
        let plies = read_u16(&mut input)?;
        let mut line = vec![0; usize::from(plies)];
        input.read_exact(&mut line)?;
        let mut positions = vec![Chess::default()];
        for m in line {
            let next = positions.last().and_then(|last| after(last, m));
            positions.push(next.ok_or_else(|| broken("a move that is not legal"))?);
        }
        for _ in 0..read_u8(&mut input)? {
            let ply = usize::from(read_u16(&mut input)?);
            let from = positions
                .get(ply)
                .ok_or_else(|| broken("a ply after the last"))?;
            let mut position = from.clone();
            let others = read_u8(&mut input)?;
            for _ in 0..others {
                let m = read_u8(&mut input)?;
                position = after(&position, m).ok_or_else(|| broken("a move that is not legal"))?;
            }
            see(Seen {
                position: &position,
                score: read_u16(&mut input)? as i16,
                points: (others == 0).then_some(result[0]),
                game,
            });
        }
    }
    Ok(())
}

fn broken(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("judged positions: {what}"),
    )
}

fn read_u8(input: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    input.read_exact(&mut byte)?;
    Ok(byte[0])
}

fn read_u16(input: &mut impl Read) -> io::Result<u16> {
    let mut bytes = [0; 2];
    input.read_exact(&mut bytes)?;
    Ok(u16::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

    use super::{Judged, Seen, read_judged, write_game};
    use crate::games::{Game, after, line, sorted_moves};

    #[test]
    fn what_is_written_is_read() {
        let mut random = fastrand::Rng::with_seed(1);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("judged.zst");
        let mut expected: Vec<(Chess, i16, Option<u8>, usize)> = Vec::new();
        let mut bytes = Vec::new();
        // Frames one behind the other are one file.
        for first in [0, 5] {
            let mut frame = Vec::new();
            for number in first..first + 5 {
                let mut game = Game {
                    result: random.u8(..3),
                    moves: Vec::new(),
                };
                let mut position = Chess::default();
                for _ in 0..40 {
                    let moves = sorted_moves(&position).len() as u8;
                    let Some(next) = (moves > 0).then(|| random.u8(..moves)) else {
                        break;
                    };
                    game.moves.push(next);
                    position.play_unchecked(sorted_moves(&position)[usize::from(next)]);
                }
                let line = line(&game);
                let (plain, score) = (random.usize(..line.len()), random.i16(..));
                let varied = after(&line[plain], 0).map(|position| (position, vec![0]));
                let all = [Some((line[plain].clone(), Vec::new())), varied];
                let judged = all.into_iter().flatten().map(|(position, moves)| {
                    let points = moves.is_empty().then_some(game.result);
                    expected.push((position, score, points, number));
                    Judged {
                        ply: plain as u16,
                        moves,
                        score,
                    }
                });
                let judged: Vec<Judged> = judged.collect();
                write_game(&mut frame, &game, &judged).expect("memory");
            }
            bytes.extend(zstd::encode_all(&frame[..], 1).expect("memory"));
        }
        std::fs::write(&path, bytes).expect("a file");
        let mut read = Vec::new();
        let see =
            |seen: Seen| read.push((seen.position.clone(), seen.score, seen.points, seen.game));
        read_judged(&path, see).expect("games");
        assert_eq!(read, expected);
    }
}
