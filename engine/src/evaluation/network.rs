//! The network: what goes in, how it computes, and the weights that are built in.
//!
//! Each side has a hidden layer of [`HIDDEN`] numbers: sums of weights, one for each piece and where it stands as this
//! side sees it; where its king stands decides which weights. The numbers are held between 0 and 1 and squared. Weighted
//! sums of the squares of both sides, the side to move first, make a second layer of [`SECOND`] numbers; these and their
//! squares, each held between 0 and 1, make a third one of [`THIRD`] numbers, and these, held likewise, the evaluation. All
//! weights behind the hidden layer depend on how many pieces are left. How it was trained is in docs/engine.md.
//!
//! Up to the sums of the second layer everything is in integers, behind them in 32-bit floats, whose sums are added in
//! the same order on every processor.
//!
//! Sources: Yu Nasu 2018, <https://www.chessprogramming.org/NNUE>; squares as in
//! <https://www.chessprogramming.org/NNUE#SCReLU>, numbers and their squares as in Stockfish 15's
//! <https://github.com/official-stockfish/nnue-pytorch/blob/master/docs/nnue.md>.

use std::sync::LazyLock;

use pulp::{Arch, Simd, WithSimd};
use shakmaty::{Board, Color, Piece, Square};

use super::hidden::{Change, Layer, Register, SQUARE_SHARE, STEP, in_registers};
use super::products::{Plain, Products, Rows};

pub use super::hidden::{HIDDEN, HIDDEN_ONE};
pub use super::products::SECOND;

/// Each piece, of one's own or the enemy's, on each square.
pub const PLACES: usize = 768;
/// Sets of weights before the hidden layer, by the king's square.
const KINGS: usize = 4;
/// What goes in: each place, for each set of weights.
pub const INPUTS: usize = KINGS * PLACES;
/// The numbers of the third layer. Read: Stockfish 15's.
pub const THIRD: usize = 32;
/// Sets of weights behind the hidden layer, by the number of pieces.
pub const BUCKETS: usize = 8;
/// What stands for 1 in the weights of the second layer. Guessed; as these are at most 2, the sums of products are at most
/// 512 * 1016 * 2048, which 32 bits hold.
pub const SECOND_ONE: i32 = 1024;
/// What stands for 1 in the sums of the second layer.
const SECOND_SUM_ONE: f32 = (HIDDEN_ONE * HIDDEN_ONE * SECOND_ONE / SQUARE_SHARE) as f32;
/// Numbers of the third layer that are computed at once, and parts that the last sum is added in: as many floats as a
/// register of AVX2 holds.
const LANES: usize = 8;
/// The evaluation at which e : 1 games are won, in centipawns. Measured: with it the scores of searches of 100,000 nodes
/// are as large as those of Stockfish 15.1.
pub const UNIT: i32 = 133;

/// 16-bit weights of a network: of each input, hidden biases, and of each number of each bucket's second layer, those for
/// both sides.
const INTEGERS: usize = (INPUTS + 1) * HIDDEN + BUCKETS * SECOND * 2 * HIDDEN;
/// Floats of each bucket: the biases of the second layer, the weights of the third, [`THIRD`] of each number and then of
/// each square, its biases, the weights of the last layer and its bias.
const FLOATS: usize = SECOND + 2 * SECOND * THIRD + 2 * THIRD + 1;
/// Bytes of a network: the low bytes of its integers, their high bytes, then its floats, little-endian. Integers are in
/// zigzag, 0, -1, 1, -2.. as 0, 1, 2, 3.., which with like bytes side by side packs to .84 of the size.
pub const BYTES: usize = 2 * INTEGERS + 4 * BUCKETS * FLOATS;

/// The network that is built in, as `tools/src/bin/train_network` wrote it, packed.
static PACKED: &[u8] = include_bytes!("../../data/network.bin.zst");

/// The network that is built in.
pub(crate) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::new(&unpack()));

/// The bytes of the network that is built in.
fn unpack() -> Box<[u8; BYTES]> {
    let bytes = zstd::bulk::decompress(PACKED, BYTES).ok();
    let bytes = bytes.and_then(|bytes| bytes.into_boxed_slice().try_into().ok());
    bytes.expect("the network that is built in is whole")
}

/// An integer of a network.
pub fn integer(bytes: &[u8; BYTES], at: usize) -> i16 {
    let zigzag = u16::from_le_bytes([bytes[at], bytes[INTEGERS + at]]);
    (zigzag >> 1) as i16 ^ -((zigzag & 1) as i16)
}

/// Numbers of the third layer.
type Third = [Register<[f32; LANES]>; THIRD / LANES];

/// A network, ready to compute.
pub(crate) struct Network {
    /// What the processor can do.
    arch: Arch,
    inputs: Vec<Layer>,
    bias: Layer,
    heads: Vec<Head>,
}

/// What is behind the hidden layer, for some number of pieces.
struct Head {
    /// The weights of the second layer.
    second: [Rows; 2 * HIDDEN / STEP],
    second_bias: [f32; SECOND],
    /// The weights of the third layer, of each number of the second and then of each square.
    third: [Third; 2 * SECOND],
    third_bias: Third,
    last: Third,
    last_bias: f32,
}

/// How a side sees the board: from its own side, and with its king on the queen's side.
#[derive(PartialEq)]
pub struct Perspective {
    view: Color,
    /// Which weights before the hidden layer count, by the king's square.
    pub set: usize,
    /// What turns the squares of the board into those that the side sees.
    flip: usize,
}

impl Perspective {
    /// That of a side with this king.
    pub fn new(view: Color, king: Square) -> Perspective {
        let mirror = if usize::from(king) & 4 == 0 { 0 } else { 7 };
        let flip = mirror ^ view.fold_wb(0, 56);
        let king = usize::from(king) ^ flip;
        // Guessed: in its corner, in the middle of the first rank, on the second, in the open.
        let set = match (king / 8, king % 8) {
            (0, 0 | 1) => 0,
            (0, _) => 1,
            (1, _) => 2,
            _ => 3,
        };
        Perspective { view, set, flip }
    }

    /// The number of the input for a piece.
    pub fn input(&self, piece: Piece, square: Square) -> usize {
        let owner = if piece.color == self.view { 0 } else { 6 };
        let role = piece.role as usize - 1 + owner;
        self.set * PLACES + role * 64 + (usize::from(square) ^ self.flip)
    }
}

/// Which weights behind the hidden layer count.
pub fn bucket(board: &Board) -> usize {
    (board.occupied().count().saturating_sub(2) / 4).min(BUCKETS - 1)
}

impl Network {
    /// Reads a network.
    fn new(bytes: &[u8; BYTES]) -> Network {
        let mut layers = (0..INTEGERS / HIDDEN)
            .map(|layer| in_registers(|at| integer(bytes, layer * HIDDEN + at)));
        let mut layer = || layers.next().unwrap_or_default();
        let mut floats = bytes[2 * INTEGERS..]
            .as_chunks()
            .0
            .iter()
            .map(|float| f32::from_le_bytes(*float));
        let mut float = |_| floats.next().unwrap_or(0.0);
        Network {
            arch: arch(),
            inputs: (0..INPUTS).map(|_| layer()).collect(),
            bias: layer(),
            heads: (0..BUCKETS)
                .map(|_| Head {
                    second: rows(&std::array::from_fn(|_| [layer(), layer()])),
                    second_bias: std::array::from_fn(&mut float),
                    third: std::array::from_fn(|_| in_registers(&mut float)),
                    third_bias: in_registers(&mut float),
                    last: in_registers(&mut float),
                    last_bias: float(0),
                })
                .collect(),
        }
    }

    /// The hidden layer of an empty board.
    pub(crate) fn empty(&self) -> &Layer {
        &self.bias
    }

    /// The hidden layer that another one becomes by inputs that come and go.
    pub(crate) fn change(&self, from: &Layer, to: &mut Layer, come: &[u16], go: &[u16]) {
        let inputs = &self.inputs[..];
        self.arch.dispatch(Change {
            inputs,
            from,
            to,
            come,
            go,
        });
    }

    /// The evaluation in centipawns, from the view of the side to move, whose hidden layer comes first.
    pub(crate) fn output(&self, layers: [&Layer; 2], bucket: usize) -> i32 {
        (self.value(layers, bucket) * UNIT as f32) as i32
    }

    /// The same, where e : 1 is 1.
    fn value(&self, layers: [&Layer; 2], bucket: usize) -> f32 {
        let head = &self.heads[bucket];
        match self.arch {
            #[cfg(target_arch = "x86_64")]
            Arch::V3(products) => Simd::vectorize(
                products,
                Output {
                    layers,
                    head,
                    products,
                },
            ),
            arch => arch.dispatch(Output {
                layers,
                head,
                products: Plain,
            }),
        }
    }
}

/// What the processor can do, without registers of 512 bits: nothing here is written for them.
fn arch() -> Arch {
    match Arch::new() {
        #[cfg(target_arch = "x86_64")]
        Arch::V4(simd) => Arch::V3(*simd),
        arch => arch,
    }
}

/// The weights of each number of the second layer for both sides, in the order in which they are multiplied.
fn rows(weights: &[[Layer; 2]; SECOND]) -> [Rows; 2 * HIDDEN / STEP] {
    std::array::from_fn(|step| std::array::from_fn(|number| weights[number].as_flattened()[step]))
}

/// What [`Network::output`] does, compiled for each kind of processor.
struct Output<'a, P> {
    layers: [&'a Layer; 2],
    head: &'a Head,
    products: P,
}

impl<P: Products> WithSimd for Output<'_, P> {
    type Output = f32;

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        let Output {
            layers,
            head,
            products,
        } = self;
        let mut second = [0.0; 2 * SECOND];
        let sums = products.sums(layers, &head.second);
        for (at, (sum, bias)) in sums.iter().zip(&head.second_bias).enumerate() {
            let number = *sum as f32 / SECOND_SUM_ONE + bias;
            second[at] = number.clamp(0.0, 1.0);
            second[SECOND + at] = (number * number).min(1.0);
        }
        let mut sums = [0.0; LANES];
        for part in 0..THIRD / LANES {
            let Register(mut third) = head.third_bias[part];
            for (number, weights) in second.iter().zip(&head.third) {
                for (third, weight) in third.iter_mut().zip(weights[part].0) {
                    *third += number * weight;
                }
            }
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum += third[lane].clamp(0.0, 1.0) * head.last[part].0[lane];
            }
        }
        sums.iter().fold(head.last_bias, |sum, part| sum + part)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use pulp::Arch;
    use shakmaty::{Board, Chess, Color, Position};

    use super::{
        BYTES, FLOATS, HIDDEN, HIDDEN_ONE, INPUTS, INTEGERS, LANES, Layer, NETWORK, Network,
        Perspective, SECOND, SECOND_SUM_ONE, SQUARE_SHARE, THIRD, UNIT, bucket, integer, unpack,
    };

    /// The positions of a game of random moves, the first one included.
    pub(crate) fn random_games() -> impl Strategy<Value = Vec<Chess>> {
        proptest::collection::vec(any::<prop::sample::Index>(), 0..200).prop_map(|choices| {
            let mut positions = vec![Chess::default()];
            for choice in choices {
                let mut position = positions[positions.len() - 1].clone();
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[choice.index(moves.len())]);
                positions.push(position);
            }
            positions
        })
    }

    /// What the built-in network says of a position in centipawns.
    pub(crate) fn reference(board: &Board, turn: Color) -> i32 {
        (reference_value(board, turn) * UNIT as f32) as i32
    }

    /// What the bytes of the built-in network say, one number after the other.
    fn reference_value(board: &Board, turn: Color) -> f32 {
        let word = |at: usize| i32::from(integer(&BUILT_IN, at));
        let bucket = bucket(board);
        let float = |at: usize| {
            let at = 2 * INTEGERS + 4 * (bucket * FLOATS + at);
            f32::from_le_bytes(std::array::from_fn(|byte| BUILT_IN[at + byte]))
        };
        let squares = [turn, !turn].map(|view| {
            let seen = Perspective::new(view, board.king_of(view).expect("a king"));
            std::array::from_fn::<i32, HIDDEN, _>(|hidden| {
                let inputs = board.clone().into_iter();
                let inputs = inputs.map(|(square, piece)| seen.input(piece, square));
                let sum: i32 = inputs.map(|input| word(input * HIDDEN + hidden)).sum();
                let value = word(INPUTS * HIDDEN + hidden) + sum;
                value.clamp(0, HIDDEN_ONE).pow(2) / SQUARE_SHARE
            })
        });
        let squares = squares.as_flattened();
        let second: Vec<f32> = (0..SECOND)
            .map(|number| {
                let first = (INPUTS + 1) * HIDDEN + (bucket * SECOND + number) * 2 * HIDDEN;
                let products = squares.iter().enumerate();
                let sum: i32 = products.map(|(at, square)| square * word(first + at)).sum();
                sum as f32 / SECOND_SUM_ONE + float(number)
            })
            .collect();
        let numbers = second.iter().map(|number| number.clamp(0.0, 1.0));
        let both: Vec<f32> = numbers
            .chain(second.iter().map(|number| (number * number).min(1.0)))
            .collect();
        let third_bias = SECOND + 2 * SECOND * THIRD;
        let mut sums = [0.0; LANES];
        for at in 0..THIRD {
            let mut number = float(third_bias + at);
            for (from, other) in both.iter().enumerate() {
                number += other * float(SECOND + from * THIRD + at);
            }
            sums[at % LANES] += number.clamp(0.0, 1.0) * float(third_bias + THIRD + at);
        }
        let mut value = float(third_bias + 2 * THIRD);
        for sum in sums {
            value += sum;
        }
        value
    }

    /// The bytes of the built-in network.
    static BUILT_IN: LazyLock<Box<[u8; BYTES]>> = LazyLock::new(unpack);

    /// The built-in network as processors without AVX2 compute it.
    static SCALAR: LazyLock<Network> = LazyLock::new(|| Network {
        arch: Arch::Scalar,
        ..Network::new(&BUILT_IN)
    });

    /// What the engine computes of a position alone, bit by bit.
    fn computed(network: &Network, board: &Board, turn: Color) -> u32 {
        let layers = [turn, !turn].map(|view| {
            let seen = Perspective::new(view, board.king_of(view).expect("a king"));
            let inputs = board.clone().into_iter();
            let inputs = inputs.map(|(square, piece)| seen.input(piece, square) as u16);
            let mut layer = Layer::default();
            let inputs: Vec<u16> = inputs.collect();
            network.change(network.empty(), &mut layer, &inputs, &[]);
            layer
        });
        network.value(layers.each_ref(), bucket(board)).to_bits()
    }

    #[test]
    fn no_sum_overflows_and_floats_are_finite() {
        // Hidden layers: all pieces at their largest weights. Second layer: everything at 1.
        let word = |at: usize| i32::from(integer(&BUILT_IN, at));
        for hidden in 0..HIDDEN {
            let largest = (0..INPUTS)
                .map(|input| word(input * HIDDEN + hidden).abs())
                .max();
            let largest = 32 * largest.expect("inputs") + word(INPUTS * HIDDEN + hidden).abs();
            assert!(
                largest <= i32::from(i16::MAX),
                "hidden number {hidden}: {largest}"
            );
        }
        let floats = BUILT_IN[2 * INTEGERS..].as_chunks().0.iter();
        for float in floats.map(|float| f32::from_le_bytes(*float)) {
            assert!(float.is_finite(), "{float}");
        }
        for (bucket, head) in NETWORK.heads.iter().enumerate() {
            for number in 0..SECOND {
                let weights = head.second.iter().flat_map(|rows| &rows[number].0);
                let sum: i64 = weights.map(|weight| i64::from(*weight).abs()).sum();
                let largest = sum * i64::from(HIDDEN_ONE.pow(2) / SQUARE_SHARE);
                assert!(largest < i64::from(i32::MAX), "bucket {bucket}: {largest}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn vectors_compute_what_single_numbers_do(game in random_games()) {
            for position in game.iter().step_by(7) {
                let (board, turn) = (position.board(), position.turn());
                for network in [&NETWORK, &SCALAR] {
                    let value = computed(network, board, turn);
                    // Not even the last bit is another one.
                    let expected = reference_value(board, turn);
                    prop_assert_eq!(value, expected.to_bits(), "{:?}", board);
                }
            }
        }

        #[test]
        fn sides_and_wings_are_treated_alike(game in random_games()) {
            for position in &game {
                let (board, turn) = (position.board(), position.turn());
                let value = computed(&NETWORK, board, turn);
                let mut other = board.clone();
                other.flip_horizontal();
                prop_assert_eq!(computed(&NETWORK, &other, turn), value, "wings of {:?}", board);
                let other = board.clone().into_mirrored();
                prop_assert_eq!(computed(&NETWORK, &other, !turn), value, "colours of {:?}", board);
            }
        }
    }
}
