//! Games in a small file, which positions to learn from are taken from: three Zstandard frames, so that alike numbers
//! stand beside each other.
//!
//! | frame | bytes, numbers little-endian | what |
//! |---|---|---|
//! | 1 | 1 for each game | White's points, doubled |
//! | 2 | 2 for each game | number of moves |
//! | 3 | 1 for each move | its place among the legal moves (`games::sorted_moves`) |
//!
//! A game takes 56 bytes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use crate::games::Game;

/// Writes games.
pub(crate) fn write(games: &[Game], out: &mut impl Write) -> io::Result<()> {
    let results: Vec<u8> = games.iter().map(|game| game.result).collect();
    let plies = games.iter().map(|game| game.moves.len() as u16);
    let plies: Vec<u8> = plies.flat_map(u16::to_le_bytes).collect();
    let moves: Vec<u8> = games.iter().flat_map(|game| &game.moves).copied().collect();
    for column in [results, plies, moves] {
        out.write_all(&zstd::encode_all(&column[..], 19)?)?;
    }
    Ok(())
}

/// Reads the games of a file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<Game>> {
    read_from(BufReader::new(std::fs::File::open(path)?))
}

fn read_from(mut input: impl BufRead) -> io::Result<Vec<Game>> {
    let mut columns: [Vec<u8>; 3] = Default::default();
    for column in &mut columns {
        let mut frame = zstd::Decoder::with_buffer(&mut input)?.single_frame();
        frame.read_to_end(column)?;
    }
    let [results, plies, moves] = columns;
    if 2 * results.len() != plies.len() || results.iter().any(|result| *result > 2) {
        return Err(broken("results and numbers of moves do not fit"));
    }
    let mut moves = &moves[..];
    let games = results.into_iter().zip(plies.as_chunks::<2>().0);
    let games = games.map(|(result, plies)| {
        let plies = usize::from(u16::from_le_bytes(*plies));
        let (line, rest) = moves
            .split_at_checked(plies)
            .ok_or_else(|| broken("moves are cut off"))?;
        moves = rest;
        Ok(Game {
            result,
            moves: line.to_vec(),
        })
    });
    games.collect()
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::{read_from, write};
    use crate::games::Game;

    #[test]
    fn what_is_written_is_read() {
        let games = [vec![], vec![19, 3, 0], vec![217; 300]].map(|moves| Game {
            result: 1 + u8::from(moves.is_empty()),
            moves,
        });
        let mut bytes = Vec::new();
        write(&games, &mut bytes).expect("memory");
        assert_eq!(read_from(&bytes[..]).expect("games"), games);
        let error = read_from(&bytes[..bytes.len() - 1]).expect_err("cut off");
        assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn columns_that_do_not_fit_are_refused() {
        for (results, plies, moves, named) in [
            (vec![1, 3], vec![1, 0, 1, 0], vec![0, 0], "results"),
            (vec![1, 1], vec![1, 0], vec![0, 0], "results"),
            (vec![1, 1], vec![1, 0, 1, 0], vec![0], "moves"),
        ] {
            let mut bytes = Vec::new();
            for column in [results, plies, moves] {
                bytes.extend(zstd::encode_all(&column[..], 1).expect("memory"));
            }
            let error = read_from(&bytes[..]).expect_err("broken").to_string();
            assert!(error.starts_with(named), "{error}");
        }
    }
}
