//! Sums of products, which most of the network's time goes to.

use super::network::{HIDDEN, Layer, SECOND};

/// The weights of two neighbouring hidden numbers: both for the first number of the second layer, then both for the next.
pub(super) type Pair = [i16; 2 * SECOND];

/// How a processor multiplies.
pub(super) trait Products: Copy {
    /// The sums of the products of the numbers of both sides and their weights, for each number of the second layer.
    fn sums(self, numbers: &[Layer; 2], weights: &[Pair; HIDDEN]) -> [i32; SECOND];
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
    fn sums(self, numbers: &[Layer; 2], weights: &[Pair; HIDDEN]) -> [i32; SECOND] {
        let mut sums = [0; SECOND];
        let numbers = numbers.as_flattened().as_chunks::<2>().0.iter();
        for (numbers, weights) in numbers.zip(weights) {
            let [one, other] = numbers.map(i32::from);
            for (at, sum) in sums.iter_mut().enumerate() {
                *sum += one * i32::from(weights[2 * at]) + other * i32::from(weights[2 * at + 1]);
            }
        }
        sums
    }
}

/// With AVX2, by the instruction that multiplies sixteen numbers and adds each two products, which the compiler does not
/// find by itself.
#[cfg(target_arch = "x86_64")]
impl Products for pulp::x86::V3 {
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn sums(self, numbers: &[Layer; 2], weights: &[Pair; HIDDEN]) -> [i32; SECOND] {
        // Four sums, so that they need not wait for each other.
        let mut sums = [self.splat_i32x8(0); 4];
        let numbers = numbers.as_flattened().as_chunks::<8>().0.iter();
        for (numbers, weights) in numbers.zip(weights.as_chunks::<4>().0) {
            let numbers: [i32; 4] = pulp::cast(*numbers);
            for at in 0..4 {
                let numbers = pulp::cast(self.splat_i32x8(numbers[at]));
                let pairs =
                    self.multiply_wrapping_add_adjacent_i16x16(numbers, pulp::cast(weights[at]));
                sums[at] = self.wrapping_add_i32x8(sums[at], pairs);
            }
        }
        let [one, other] = [0, 2].map(|at| self.wrapping_add_i32x8(sums[at], sums[at + 1]));
        pulp::cast(self.wrapping_add_i32x8(one, other))
    }
}
