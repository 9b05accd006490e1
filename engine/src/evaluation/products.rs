//! Sums of products, which most of the network's time goes to.

#[cfg(target_arch = "x86_64")]
use pulp::{i32x8, x86::V3};

use super::hidden::{HIDDEN, Layer, Register, STEP, squares};

/// The numbers of the second layer. Measured: docs/engine.md.
pub const SECOND: usize = 8;

/// The weights of neighbouring hidden numbers, for each number of the second layer.
pub(super) type Rows = [Register<[i16; STEP]>; SECOND];

/// How a processor multiplies.
pub(super) trait Products: Copy {
    /// The sums of the products of the squares of both sides' hidden numbers and their weights, for each number of the
    /// second layer.
    fn sums(self, layers: [&Layer; 2], weights: &[Rows; 2 * HIDDEN / STEP]) -> [i32; SECOND];
}

/// One product after the other, or as the compiler sees fit.
#[derive(Copy, Clone)]
pub(super) struct Plain;

impl Products for Plain {
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn sums(self, layers: [&Layer; 2], weights: &[Rows; 2 * HIDDEN / STEP]) -> [i32; SECOND] {
        let mut sums = [0; SECOND];
        for (hidden, rows) in layers.into_iter().flatten().zip(weights) {
            let squares = squares(hidden.0);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let products = squares.iter().zip(row.0);
                *sum += products
                    .map(|(square, weight)| i32::from(*square) * i32::from(weight))
                    .sum::<i32>();
            }
        }
        sums
    }
}

/// With AVX2, by the instruction that multiplies sixteen numbers and adds each two products, which the compiler does not
/// find by itself.
#[cfg(target_arch = "x86_64")]
impl Products for V3 {
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn sums(self, layers: [&Layer; 2], weights: &[Rows; 2 * HIDDEN / STEP]) -> [i32; SECOND] {
        let mut sums = [self.splat_i32x8(0); SECOND];
        for (layer, weights) in layers
            .into_iter()
            .zip(weights.as_chunks::<{ HIDDEN / STEP }>().0)
        {
            for (hidden, rows) in layer.iter().zip(weights) {
                let squares = pulp::cast(squares(hidden.0));
                for (sum, row) in sums.iter_mut().zip(rows) {
                    let pairs =
                        self.multiply_wrapping_add_adjacent_i16x16(squares, pulp::cast(row.0));
                    *sum = self.wrapping_add_i32x8(*sum, pairs);
                }
            }
        }
        // Neighbours are added until each half of a register has a part of four sums.
        let add = add_neighbours;
        let halves = [
            add(
                self,
                add(self, sums[0], sums[1]),
                add(self, sums[2], sums[3]),
            ),
            add(
                self,
                add(self, sums[4], sums[5]),
                add(self, sums[6], sums[7]),
            ),
        ];
        let halves: [[i32; 4]; 4] = pulp::cast(halves);
        std::array::from_fn(|at| halves[at / 4 * 2][at % 4] + halves[at / 4 * 2 + 1][at % 4])
    }
}

/// The sums of each two neighbours in two registers. No closure, which is compiled for AVX2 only where it happens to be
/// inlined: with cargo's own release profile the engine makes .88 times as many moves with one.
#[cfg(target_arch = "x86_64")]
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor"
)]
#[inline(always)]
fn add_neighbours(simd: V3, one: i32x8, other: i32x8) -> i32x8 {
    let (one, other) = (pulp::cast(one), pulp::cast(other));
    pulp::cast(simd.avx2._mm256_hadd_epi32(one, other))
}
