//! Judged positions in a file: games, and the scores of the positions that were chosen from them.
//!
//! A file is a sequence of parts, each of five Zstandard frames, so that alike numbers stand beside each other:
//!
//! | frame | bytes, numbers little-endian | what |
//! |---|---|---|
//! | 1 | 4, 8 | the part's number, which the choice of positions begins from; a checksum of the chosen positions |
//! | 2 | 1 for each game | White's points, doubled |
//! | 3 | 2 for each game | number of moves |
//! | 4 | 1 for each move | its place among the legal moves (`games::sorted_moves`) |
//! | 5 | 1 for each chosen position (`positions::choose`) | the score |
//!
//! A score is the expected points in 254ths, and 1 more ([`byte_of`]). 0 stands for a position that is not learned from,
//! as its best move is a capture or a promotion. A position takes 2.6 bytes. It is not in the file, but follows from
//! it, so it must come out the same in whatever version of this program reads it, and the checksum says whether it does.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::games::Game;
use crate::positions::{Chosen, choose};

/// The score that stands for a mate, in centipawns.
pub(crate) const MATE: i16 = 10_000;

/// The centipawns at which a score's byte stands for e : 1. Larger than the judge's own unit, so that scores of several
/// pawns still have different bytes. Guessed.
const BYTE_UNIT: f32 = 300.0;

/// Games and the scores of their chosen positions, as a part of a file has them.
pub(crate) struct Part {
    number: u32,
    /// What positions of the next game are chosen by.
    random: fastrand::Rng,
    checksum: u64,
    results: Vec<u8>,
    plies: Vec<u8>,
    moves: Vec<u8>,
    scores: Vec<u8>,
}

impl Part {
    pub(crate) fn new(number: u32) -> Part {
        Part {
            number,
            random: fastrand::Rng::with_seed(number.into()),
            checksum: 0,
            results: Vec::new(),
            plies: Vec::new(),
            moves: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// The positions of the next game that are to be judged.
    pub(crate) fn choose(&mut self, game: &Game) -> Vec<Chosen> {
        let chosen = choose(game, &mut self.random);
        for Chosen { position, .. } in &chosen {
            let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
            self.checksum = self.checksum.rotate_left(1) ^ hash;
        }
        chosen
    }

    /// Adds the game from which positions were chosen last, and their scores in centipawns, from the view of the side to
    /// move.
    pub(crate) fn add(&mut self, game: &Game, scores: &[Option<i16>]) {
        self.results.push(game.result);
        self.plies.extend((game.moves.len() as u16).to_le_bytes());
        self.moves.extend(&game.moves);
        let bytes = scores.iter().map(|score| score.map_or(0, byte_of));
        self.scores.extend(bytes);
    }

    /// Writes what was added.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut first = Vec::from(self.number.to_le_bytes());
        first.extend(self.checksum.to_le_bytes());
        for column in [
            &first,
            &self.results,
            &self.plies,
            &self.moves,
            &self.scores,
        ] {
            out.write_all(&zstd::encode_all(&column[..], 19)?)?;
        }
        Ok(())
    }
}

/// A score in a byte, 1 to 255.
fn byte_of(score: i16) -> u8 {
    let points = 1.0 / (1.0 + (f32::from(-score) / BYTE_UNIT).exp());
    1 + (points * 254.0).round() as u8
}

/// The score of a byte, in centipawns; the first and the last one stand for the middle of what they hold.
fn score_of(byte: u8) -> i16 {
    let points = (f32::from(byte) - 1.0).clamp(0.25, 253.75) / 254.0;
    (BYTE_UNIT * (points / (1.0 - points)).ln()).round() as i16
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
    let mut input = BufReader::new(std::fs::File::open(path)?);
    let mut number = 0;
    while !input.fill_buf()?.is_empty() {
        let mut columns: [Vec<u8>; 5] = Default::default();
        for column in &mut columns {
            let mut frame = zstd::Decoder::with_buffer(&mut input)?.single_frame();
            frame.read_to_end(column)?;
        }
        let [first, results, plies, moves, scores] = &columns;
        let (mut first, mut moves, mut scores) = (&first[..], &moves[..], &scores[..]);
        let mut part = Part::new(u32::from_le_bytes(take(&mut first)?));
        let checksum = u64::from_le_bytes(take(&mut first)?);
        for (result, plies) in results.iter().zip(plies.as_chunks::<2>().0) {
            let plies = usize::from(u16::from_le_bytes(*plies));
            let (line, rest) = moves.split_at_checked(plies).ok_or_else(cut_off)?;
            moves = rest;
            let game = Game {
                result: *result,
                moves: line.to_vec(),
            };
            for chosen in part.choose(&game) {
                let [byte] = take(&mut scores)?;
                if byte > 0 {
                    see(Seen {
                        position: &chosen.position,
                        score: score_of(byte),
                        points: (!chosen.is_varied).then_some(*result),
                        game: number,
                    });
                }
            }
            number += 1;
        }
        if part.checksum != checksum {
            return Err(broken(&format!(
                "the positions chosen from part {} are not those that were judged; judge them anew",
                part.number
            )));
        }
    }
    Ok(())
}

/// The next bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> io::Result<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>().ok_or_else(cut_off)?;
    *bytes = rest;
    Ok(*first)
}

fn cut_off() -> io::Error {
    broken("a part is cut off")
}

fn broken(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("judged positions: {what}"),
    )
}

#[cfg(test)]
mod tests {
    use super::{MATE, Part, Seen, byte_of, read_judged, score_of};
    use crate::games::{Game, after, sorted_moves};

    /// A game of random moves.
    fn random_game(random: &mut fastrand::Rng) -> Game {
        let mut game = Game {
            result: random.u8(..3),
            moves: Vec::new(),
        };
        let mut position = shakmaty::Chess::default();
        for _ in 0..40 {
            let moves = sorted_moves(&position).len() as u8;
            if moves == 0 {
                break;
            }
            let place = random.u8(..moves);
            game.moves.push(place);
            position = after(&position, place).expect("a legal move");
        }
        game
    }

    #[test]
    fn what_is_written_is_read() {
        let mut random = fastrand::Rng::with_seed(1);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("judged.zst");
        let mut expected = Vec::new();
        let mut bytes = Vec::new();
        // Parts one behind the other are one file.
        for number in [3, 5] {
            let mut part = Part::new(number);
            for _ in 0..5 {
                let game = random_game(&mut random);
                let chosen = part.choose(&game);
                let scores = chosen.iter().map(|_| random.bool().then(|| random.i16(..)));
                let scores: Vec<Option<i16>> = scores.collect();
                part.add(&game, &scores);
                let game_number = (number as usize - 3) / 2 * 5 + part.results.len() - 1;
                for (chosen, score) in chosen.into_iter().zip(scores) {
                    let points = (!chosen.is_varied).then_some(game.result);
                    let score = score.map(|score| score_of(byte_of(score)));
                    let all = score.map(|score| (chosen.position, score, points, game_number));
                    expected.extend(all);
                }
            }
            part.write(&mut bytes).expect("memory");
        }
        std::fs::write(&path, &bytes).expect("a file");
        let mut read = Vec::new();
        let see =
            |seen: Seen| read.push((seen.position.clone(), seen.score, seen.points, seen.game));
        read_judged(&path, see).expect("games");
        assert!(read.len() > 100);
        assert_eq!(read, expected);
    }

    #[test]
    fn positions_that_are_not_those_that_were_judged_are_refused() {
        let mut random = fastrand::Rng::with_seed(2);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("judged.zst");
        let game = random_game(&mut random);
        let mut part = Part::new(1);
        let scores = vec![Some(MATE); part.choose(&game).len()];
        part.add(&game, &scores);
        part.checksum ^= 1;
        let mut bytes = Vec::new();
        part.write(&mut bytes).expect("memory");
        std::fs::write(&path, &bytes).expect("a file");
        let error = read_judged(&path, |_| ()).expect_err("another checksum");
        assert!(error.to_string().contains("part 1"), "{error}");
    }

    #[test]
    fn a_byte_holds_a_score_closely_where_it_matters() {
        for byte in 1..=255 {
            assert_eq!(byte_of(score_of(byte)), byte);
        }
        for score in -600..=600_i16 {
            let difference = (score_of(byte_of(score)) - score).abs();
            assert!(difference <= 6, "{score}: {difference}");
        }
        assert_eq!(byte_of(MATE), 255);
        assert_eq!(byte_of(-MATE), 1);
    }
}
