//! A hidden layer of the network: sums of weights that change with every move.

use pulp::{Simd, WithSimd};

/// The numbers of the hidden layer, for each side. Measured: docs/engine.md.
pub const HIDDEN: usize = 256;
/// What stands for 1 in the hidden layer and the weights before it.
pub const HIDDEN_ONE: i32 = 255;
/// By what squares of the hidden layer are divided: they are at most 1016 then.
pub(super) const SQUARE_SHARE: i32 = 64;
/// Numbers of the hidden layer that are computed at once: as many as a register of AVX2 holds.
pub(super) const STEP: usize = 16;

/// Numbers that fill a register of AVX2, aligned so that they are read at once: compiled for older processors, too, others
/// are read in halves.
#[derive(Copy, Clone, Debug, Default)]
#[repr(align(32))]
pub(crate) struct Register<T>(pub(super) T);

/// A hidden layer, as one side sees the board.
pub(crate) type Layer = [Register<[i16; STEP]>; HIDDEN / STEP];

/// Numbers in the order of their places.
pub(super) fn in_registers<T, const LANES: usize, const REGISTERS: usize>(
    mut number: impl FnMut(usize) -> T,
) -> [Register<[T; LANES]>; REGISTERS] {
    std::array::from_fn(|register| {
        Register(std::array::from_fn(|lane| number(register * LANES + lane)))
    })
}

/// Makes a hidden layer of another one by inputs that come and go; compiled for each kind of processor.
pub(super) struct Change<'a> {
    /// The weights of each input.
    pub(super) inputs: &'a [Layer],
    pub(super) from: &'a Layer,
    pub(super) to: &'a mut Layer,
    pub(super) come: &'a [u16],
    pub(super) go: &'a [u16],
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
            // Most moves, captures, and two moves, in one pass over the layer.
            ([come], [go]) => add(from, to, [weights(come)], [weights(go)]),
            ([come], [go, taken]) => add(from, to, [weights(come)], [go, taken].map(weights)),
            ([one, other], [go, left]) => {
                add(from, to, [one, other].map(weights), [go, left].map(weights));
            }
            _ => {
                for at in 0..HIDDEN / STEP {
                    let mut numbers = from[at];
                    for input in come {
                        numbers = changed(numbers, at, [weights(input)], []);
                    }
                    for input in go {
                        numbers = changed(numbers, at, [], [weights(input)]);
                    }
                    to[at] = numbers;
                }
            }
        }
    }
}

/// Sets a hidden layer to another one with some weights more and some less.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor"
)]
#[inline(always)]
fn add<const MORE: usize, const LESS: usize>(
    from: &Layer,
    to: &mut Layer,
    more: [&Layer; MORE],
    less: [&Layer; LESS],
) {
    for at in 0..HIDDEN / STEP {
        to[at] = changed(from[at], at, more, less);
    }
}

/// Numbers with some weights more and some less; `at` is their place in the layer.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor"
)]
#[inline(always)]
fn changed<const MORE: usize, const LESS: usize>(
    mut numbers: Register<[i16; STEP]>,
    at: usize,
    more: [&Layer; MORE],
    less: [&Layer; LESS],
) -> Register<[i16; STEP]> {
    for weights in more {
        for (number, weight) in numbers.0.iter_mut().zip(weights[at].0) {
            *number = number.wrapping_add(weight);
        }
    }
    for weights in less {
        for (number, weight) in numbers.0.iter_mut().zip(weights[at].0) {
            *number = number.wrapping_sub(weight);
        }
    }
    numbers
}

/// What hidden numbers, held between 0 and 1, are when they are squared.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor"
)]
#[inline(always)]
pub(super) fn squares(hidden: [i16; STEP]) -> [i16; STEP] {
    hidden.map(|hidden| {
        // At most 255, whose square 16 bits hold.
        let hidden = hidden.max(0).min(HIDDEN_ONE as i16) as u16;
        (hidden * hidden / SQUARE_SHARE as u16) as i16
    })
}
