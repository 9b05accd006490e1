//! The network: what goes in, how it computes, and the weights that are built in.
//!
//! Each side has a hidden layer of [`HIDDEN`] numbers: sums of weights, one for each piece and where it stands as this
//! side sees it. The numbers are held between 0 and 1 and squared; a weighted sum of the squares of both sides, the side
//! to move first, is the evaluation. The weights of that sum depend on how many pieces are left. How it was trained is in
//! docs/engine.md.
//!
//! Sources: Yu Nasu 2018, <https://www.chessprogramming.org/NNUE>; squares as in
//! <https://www.chessprogramming.org/NNUE#SCReLU>.

use std::sync::LazyLock;

use pulp::{Arch, Simd, WithSimd};
use shakmaty::{Board, Color, Piece, Square};

/// What goes in: each piece, of one's own or the enemy's, on each square.
pub const INPUTS: usize = 768;
/// The numbers of the hidden layer, for each side.
pub const HIDDEN: usize = 256;
/// Sets of weights of the last layer, by the number of pieces.
pub const BUCKETS: usize = 8;
/// What stands for 1 in the hidden layer and the weights before it.
pub const HIDDEN_ONE: i32 = 255;
/// What stands for 1 in the weights of the last layer.
pub const OUTPUT_ONE: i32 = 64;
/// The evaluation at which e : 1 games are won, in centipawns: that of the tapered evaluation, so that a pawn is worth
/// about 100.
pub const UNIT: i32 = 190;

/// Bytes of a network: 16-bit weights of each input, 16-bit hidden biases, and of each bucket 8-bit weights for both
/// sides; then a 32-bit bias of each bucket. Little-endian.
pub const BYTES: usize = 2 * (INPUTS + 1) * HIDDEN + BUCKETS * (2 * HIDDEN + 4);

/// The network that is built in, as `tools/src/bin/train_network` wrote it.
static BUILT_IN: &[u8; BYTES] = include_bytes!("../../data/network.bin");

/// The network that is built in.
pub(crate) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::new(BUILT_IN));

/// A hidden layer, as one side sees the board.
pub(crate) type Layer = [i16; HIDDEN];

/// A network, ready to compute.
pub(crate) struct Network {
    /// What the processor can do.
    arch: Arch,
    inputs: Vec<Layer>,
    bias: Layer,
    outputs: [[Layer; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
}

/// The number of an input, as a side with this king sees a piece: from its own side of the board, and with its king on
/// the queen's side.
pub fn input(view: Color, king: Square, piece: Piece, square: Square) -> usize {
    let owner = if piece.color == view { 0 } else { 6 };
    (piece.role as usize - 1 + owner) * 64 + (usize::from(square) ^ flip(view, king))
}

/// What turns the squares of the board into those that a side with this king sees.
fn flip(view: Color, king: Square) -> usize {
    let mirror = if usize::from(king) & 4 == 0 { 0 } else { 7 };
    mirror ^ view.fold_wb(0, 56)
}

/// Which weights of the last layer count.
pub fn bucket(board: &Board) -> usize {
    (board.occupied().count().saturating_sub(2) / 4).min(BUCKETS - 1)
}

impl Network {
    /// Reads a network.
    fn new(bytes: &[u8; BYTES]) -> Network {
        let (inputs, rest) = bytes.split_at(2 * INPUTS * HIDDEN);
        let (bias, rest) = rest.split_at(2 * HIDDEN);
        let (outputs, output_bias) = rest.split_at(BUCKETS * 2 * HIDDEN);
        let wide = |bytes: &[u8]| -> Layer {
            std::array::from_fn(|at| i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]))
        };
        let narrow = |bytes: &[u8]| -> Layer {
            std::array::from_fn(|at| i16::from(bytes[at].cast_signed()))
        };
        Network {
            arch: Arch::new(),
            inputs: inputs.chunks_exact(2 * HIDDEN).map(wide).collect(),
            bias: wide(bias),
            outputs: std::array::from_fn(|bucket| {
                std::array::from_fn(|side| narrow(&outputs[(2 * bucket + side) * HIDDEN..]))
            }),
            output_bias: std::array::from_fn(|bucket| {
                i32::from_le_bytes(std::array::from_fn(|byte| output_bias[4 * bucket + byte]))
            }),
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
        let weights = &self.outputs[bucket];
        let sum = self.arch.dispatch(Output { layers, weights });
        let sum = sum / HIDDEN_ONE + self.output_bias[bucket];
        sum * UNIT / (HIDDEN_ONE * OUTPUT_ONE)
    }
}

/// What [`Network::change`] does, compiled for each kind of processor.
struct Change<'a> {
    inputs: &'a [Layer],
    from: &'a Layer,
    to: &'a mut Layer,
    come: &'a [u16],
    go: &'a [u16],
}

impl WithSimd for Change<'_> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Change {
            inputs,
            from,
            to,
            come,
            go,
        } = self;
        let weights = |input: &u16| &inputs[usize::from(*input)];
        match (come, go) {
            // Most moves, in one pass over the layer.
            ([come], [go]) => {
                let (come, go) = (weights(come), weights(go));
                for at in 0..HIDDEN {
                    to[at] = from[at].wrapping_add(come[at]).wrapping_sub(go[at]);
                }
            }
            // Captures.
            ([come], [go, taken]) => {
                let (come, go, taken) = (weights(come), weights(go), weights(taken));
                for at in 0..HIDDEN {
                    let gone = go[at].wrapping_add(taken[at]);
                    to[at] = from[at].wrapping_add(come[at]).wrapping_sub(gone);
                }
            }
            _ => {
                to.copy_from_slice(from);
                for input in come {
                    let come = weights(input);
                    for at in 0..HIDDEN {
                        to[at] = to[at].wrapping_add(come[at]);
                    }
                }
                for input in go {
                    let go = weights(input);
                    for at in 0..HIDDEN {
                        to[at] = to[at].wrapping_sub(go[at]);
                    }
                }
            }
        }
    }
}

/// The sum of [`Network::output`], compiled for each kind of processor.
struct Output<'a> {
    layers: [&'a Layer; 2],
    weights: &'a [Layer; 2],
}

impl WithSimd for Output<'_> {
    type Output = i32;

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        let mut sum = 0;
        for (layer, weights) in self.layers.into_iter().zip(self.weights) {
            for (hidden, weight) in layer.iter().zip(weights) {
                let hidden = (*hidden).max(0).min(HIDDEN_ONE as i16);
                // At most 255 * 128, which 16 bits hold.
                sum += i32::from(hidden.wrapping_mul(*weight)) * i32::from(hidden);
            }
        }
        sum
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use pulp::Arch;
    use shakmaty::{Board, Chess, Color, Position};

    use super::{
        BUCKETS, BUILT_IN, HIDDEN, HIDDEN_ONE, INPUTS, Layer, NETWORK, Network, OUTPUT_ONE, UNIT,
        bucket, input,
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

    /// What the bytes of the built-in network say, one number after the other.
    pub(crate) fn reference(board: &Board, turn: Color) -> i32 {
        let word =
            |at: usize| i64::from(i16::from_le_bytes([BUILT_IN[2 * at], BUILT_IN[2 * at + 1]]));
        let narrow = 2 * (INPUTS + 1) * HIDDEN;
        let bucket = bucket(board);
        let mut sum = 0;
        for (side, view) in [turn, !turn].into_iter().enumerate() {
            let king = board.king_of(view).expect("a king");
            for hidden in 0..HIDDEN {
                let inputs = board.clone().into_iter();
                let inputs = inputs.map(|(square, piece)| input(view, king, piece, square));
                let value = word(INPUTS * HIDDEN + hidden)
                    + inputs
                        .map(|input| word(input * HIDDEN + hidden))
                        .sum::<i64>();
                let value = value.clamp(0, i64::from(HIDDEN_ONE));
                let weight = BUILT_IN[narrow + (2 * bucket + side) * HIDDEN + hidden].cast_signed();
                sum += value * value * i64::from(weight);
            }
        }
        let at = narrow + BUCKETS * 2 * HIDDEN + 4 * bucket;
        let bias = i32::from_le_bytes(std::array::from_fn(|byte| BUILT_IN[at + byte]));
        let sum = sum / i64::from(HIDDEN_ONE) + i64::from(bias);
        (sum * i64::from(UNIT) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as i32
    }

    /// The built-in network as processors without AVX2 compute it.
    static SCALAR: LazyLock<Network> = LazyLock::new(|| Network {
        arch: Arch::Scalar,
        ..Network::new(BUILT_IN)
    });

    /// What the engine computes of a position alone.
    fn computed(network: &Network, board: &Board, turn: Color) -> i32 {
        let layers = [turn, !turn].map(|view| {
            let king = board.king_of(view).expect("a king");
            let inputs = board.clone().into_iter();
            let inputs = inputs.map(|(square, piece)| input(view, king, piece, square) as u16);
            let mut layer: Layer = [0; HIDDEN];
            let inputs: Vec<u16> = inputs.collect();
            network.change(network.empty(), &mut layer, &inputs, &[]);
            layer
        });
        network.output(layers.each_ref(), bucket(board))
    }

    #[test]
    fn no_sum_overflows() {
        // Hidden layers: all pieces at their largest weights. Last layer: everything at 1.
        let word =
            |at: usize| i32::from(i16::from_le_bytes([BUILT_IN[2 * at], BUILT_IN[2 * at + 1]]));
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
        for (bucket, weights) in NETWORK.outputs.iter().enumerate() {
            let weights = weights.as_flattened().iter();
            let sum: i64 = weights.map(|weight| i64::from(*weight).abs()).sum();
            let largest = sum * i64::from(HIDDEN_ONE * HIDDEN_ONE);
            assert!(largest < i64::from(i32::MAX), "bucket {bucket}: {largest}");
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
                    prop_assert_eq!(value, reference(board, turn), "{:?}", board);
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
