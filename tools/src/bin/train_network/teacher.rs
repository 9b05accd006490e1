//! The network of Stockfish 15.1, as it is built into the program: what it says of a position at once, without a search.
//!
//! Sources: <https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md> for the layers and their
//! integers, <https://www.chessprogramming.org/Stockfish_NNUE>. The network itself is under CC0.

use std::path::Path;

use shakmaty::{Board, Chess, Color, Piece, Position, Role, Square};

/// What may go wrong, in words.
pub(crate) type Error = Box<dyn std::error::Error + Send + Sync>;

/// Of each side's view; half of them are multiplied by the other half.
const HIDDEN: usize = 1024;
/// Places of pieces, by buckets of kings.
const INPUTS: usize = 64 * PLACES / 2;
/// Places of ten kinds of pieces, and of kings.
const PLACES: usize = 11 * 64;
/// Sets of layers behind the first one, by the number of pieces.
const BUCKETS: usize = 8;
/// Numbers of the second layer, of which one goes straight to the end, and of the third.
const SECOND: usize = 16;
const THIRD: usize = 32;

/// How the network begins: its version, and the sum of what its layers are.
const HEADER: [u8; 8] = [0x20, 0x2f, 0xf3, 0x7a, 0xf2, 0x2e, 0x10, 0x1c];

/// What stands for 1 in the weights of layers behind the first one, as a power of two.
const WEIGHT_BITS: u32 = 6;
/// What the sums are divided by at the end.
const OUTPUT_ONE: i32 = 16;
/// A pawn in the units of Stockfish 15.1, which it shows as 100 centipawns.
const PAWN: i32 = 361;

/// The network.
pub(crate) struct Teacher {
    biases: Vec<i16>,
    weights: Vec<i16>,
    /// What each input is worth by itself, for each bucket.
    material: Vec<[i32; BUCKETS]>,
    stacks: Vec<Stack>,
}

/// The layers behind the first one. Rows of weights are those of an output.
struct Stack {
    second: ([i32; SECOND], Vec<[i8; HIDDEN]>),
    third: ([i32; THIRD], Vec<[i8; THIRD]>),
    last: (i32, [i8; THIRD]),
}

impl Teacher {
    /// Reads the network out of the program.
    pub(crate) fn read(program: &Path) -> Result<Teacher, Error> {
        let bytes = std::fs::read(program)
            .map_err(|error| format!("{}: {error}; install stockfish", program.display()))?;
        let mut places = bytes.windows(HEADER.len());
        let header = places.position(|bytes| bytes == HEADER);
        let header = header.ok_or_else(|| {
            let program = program.display();
            format!("{program}: it has no network of Stockfish 15.1 (nn-ad9b42354671)")
        })?;
        Teacher::parse(&bytes[header + HEADER.len()..])
            .ok_or_else(|| format!("{}: its network is cut off", program.display()).into())
    }

    fn parse(mut bytes: &[u8]) -> Option<Teacher> {
        let input = &mut bytes;
        let description = u32::from_le_bytes(take(input)?);
        *input = input.get(description as usize..)?;
        // Sums of what layers are stand before them.
        take::<4>(input)?;
        let biases = numbers(input, HIDDEN, i16::from_le_bytes)?;
        let weights = numbers(input, HIDDEN * INPUTS, i16::from_le_bytes)?;
        let material = numbers(input, BUCKETS * INPUTS, i32::from_le_bytes)?;
        let stacks: Option<Vec<Stack>> = (0..BUCKETS).map(|_| Stack::parse(input)).collect();
        Some(Teacher {
            biases,
            weights,
            material: material.as_chunks().0.to_vec(),
            stacks: stacks?,
        })
    }

    /// Its score in centipawns, from the view of the side to move, as a search of Stockfish 15.1 uses it: more of what it
    /// says of the position than of the material, and more with more pieces.
    pub(crate) fn score(&self, position: &Chess) -> i32 {
        let (material, positional) = self.parts(position);
        let value = ((1024 - 24) * material + (1024 + 24) * positional) / (1024 * OUTPUT_ONE);
        let board = position.board();
        let of = |role| board.by_role(role).count() as i32;
        let pieces = 781 * of(Role::Knight)
            + 825 * of(Role::Bishop)
            + 1276 * of(Role::Rook)
            + 2538 * of(Role::Queen);
        value * (1064 + 106 * pieces / 5120) / 1024 * 100 / PAWN
    }

    /// What it says of the material and of the position, from the view of the side to move.
    fn parts(&self, position: &Chess) -> (i32, i32) {
        let (board, turn) = (position.board(), position.turn());
        let bucket = (board.occupied().count() - 1) / 4;
        let mut material = [0; 2];
        let mut held = [0; HIDDEN];
        for (side, view) in [turn, !turn].into_iter().enumerate() {
            let mut layer: [i16; HIDDEN] = [0; HIDDEN];
            layer.copy_from_slice(&self.biases);
            for_each_input(board, view, |input| {
                let row = &self.weights[input * HIDDEN..][..HIDDEN];
                for (sum, weight) in layer.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(*weight);
                }
                material[side] += self.material[input][bucket];
            });
            let (first, second) = layer.split_at(HIDDEN / 2);
            let held = &mut held[side * HIDDEN / 2..][..HIDDEN / 2];
            for ((held, first), second) in held.iter_mut().zip(first).zip(second) {
                let product = (*first).clamp(0, 127) * (*second).clamp(0, 127);
                *held = (product / 128) as i8;
            }
        }
        let material = (material[0] - material[1]) / 2;
        (material, self.stacks[bucket].output(&held))
    }
}

impl Stack {
    fn parse(input: &mut &[u8]) -> Option<Stack> {
        take::<4>(input)?;
        let biases = numbers(input, SECOND, i32::from_le_bytes)?;
        let weights = numbers(input, SECOND * HIDDEN, i8::from_le_bytes)?;
        let second = (biases.try_into().ok()?, weights.as_chunks().0.to_vec());
        let biases = numbers(input, THIRD, i32::from_le_bytes)?;
        let weights = numbers(input, THIRD * THIRD, i8::from_le_bytes)?;
        let third = (biases.try_into().ok()?, weights.as_chunks().0.to_vec());
        let bias = i32::from_le_bytes(take(input)?);
        let weights = numbers(input, THIRD, i8::from_le_bytes)?;
        Some(Stack {
            second,
            third,
            last: (bias, weights.try_into().ok()?),
        })
    }

    fn output(&self, held: &[i8; HIDDEN]) -> i32 {
        let mut second = [0; SECOND];
        for (place, weights) in self.second.1.iter().enumerate() {
            second[place] = self.second.0[place] + product(held, weights);
        }
        // All but the last one, squared and as they are.
        let mut squared = [0; THIRD];
        for (place, sum) in second[..SECOND - 1].iter().enumerate() {
            let square = (i64::from(*sum) * i64::from(*sum)) >> (2 * WEIGHT_BITS + 7);
            squared[place] = square.min(127) as i8;
            squared[SECOND - 1 + place] = clipped(*sum);
        }
        let mut third = [0; THIRD];
        for (place, weights) in self.third.1.iter().enumerate() {
            third[place] = clipped(self.third.0[place] + product(&squared, weights));
        }
        let straight = second[SECOND - 1] * (600 * OUTPUT_ONE) / (127 << WEIGHT_BITS);
        self.last.0 + product(&third, &self.last.1) + straight
    }
}

fn clipped(sum: i32) -> i8 {
    (sum >> WEIGHT_BITS).clamp(0, 127) as i8
}

fn product<const N: usize>(numbers: &[i8; N], weights: &[i8; N]) -> i32 {
    let products = numbers.iter().zip(weights);
    products
        .map(|(number, weight)| i32::from(i16::from(*number) * i16::from(*weight)))
        .sum()
}

/// Calls `see` with each input of a side's view: the board turned so that the side plays upwards and has its king on the
/// right half.
fn for_each_input(board: &Board, view: Color, mut see: impl FnMut(usize)) {
    let king = board.king_of(view).unwrap_or(Square::A1);
    let turned = |square: Square| {
        let square = view.fold_wb(square, square.flip_vertical());
        if (king.file() as u32) < 4 {
            square.flip_horizontal()
        } else {
            square
        }
    };
    let king = turned(king);
    let bucket = 4 * (7 - king.rank() as usize) + 7 - king.file() as usize;
    for (square, Piece { color, role }) in board.clone() {
        let of_kind = match role {
            Role::King => 10,
            _ => 2 * (role as usize - 1) + usize::from(color != view),
        };
        see(PLACES * bucket + 64 * of_kind + turned(square) as usize);
    }
}

/// The next bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

/// As many numbers, read from the next bytes.
fn numbers<const N: usize, T>(
    bytes: &mut &[u8],
    count: usize,
    read: impl Fn([u8; N]) -> T,
) -> Option<Vec<T>> {
    let (first, rest) = bytes.split_at_checked(count * N)?;
    *bytes = rest;
    Some(
        first
            .as_chunks::<N>()
            .0
            .iter()
            .map(|bytes| read(*bytes))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::io::Write as _;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    use shakmaty::fen::Fen;
    use shakmaty::{Chess, EnPassantMode, Position};

    use super::{OUTPUT_ONE, PAWN, Teacher};

    /// Positions of a game of random moves without checks, which Stockfish does not evaluate.
    fn positions() -> Vec<Chess> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = Chess::default();
        let mut positions = Vec::new();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Chess::default();
                continue;
            }
            if !position.is_check() {
                positions.push(position.clone());
            }
            position.play_unchecked(moves[random.usize(..moves.len())]);
        }
        positions
    }

    /// What the program's command `eval` says of positions, in hundredths of a pawn, White's view.
    fn said(program: &PathBuf, positions: &[Chess]) -> Vec<i32> {
        let mut asked = String::new();
        for position in positions {
            let fen = Fen::from_position(position, EnPassantMode::Legal);
            let _ = writeln!(asked, "position fen {fen}\neval");
        }
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("stockfish");
        let mut input = process.stdin.take().expect("its input");
        let writer = std::thread::spawn(move || input.write_all(asked.as_bytes()));
        let output = process.wait_with_output().expect("its output");
        writer.join().expect("a thread").expect("it reads");
        let text = String::from_utf8(output.stdout).expect("text");
        let lines = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("NNUE evaluation ")?;
            let pawns: f64 = rest.split_whitespace().next()?.parse().ok()?;
            Some((100.0 * pawns).round() as i32)
        });
        lines.collect()
    }

    #[test]
    fn it_says_what_stockfish_says() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let programs = std::env::split_paths(&path).map(|folder| folder.join("stockfish"));
        let Some(program) = programs.into_iter().find(|program| program.exists()) else {
            eprintln!("skipped: stockfish is not in the path");
            return;
        };
        let teacher = Teacher::read(&program).expect("its network");
        let positions = positions();
        let said = said(&program, &positions);
        assert_eq!(said.len(), positions.len());
        for (position, said) in positions.iter().zip(said) {
            let (material, positional) = teacher.parts(position);
            let own = f64::from((material + positional) / OUTPUT_ONE) * 100.0 / f64::from(PAWN);
            let white = position.turn().fold_wb(own, -own);
            assert!((white - f64::from(said)).abs() < 1.01, "{white}, {said}");
        }
    }
}
