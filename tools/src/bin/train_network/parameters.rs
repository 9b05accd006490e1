//! Where each of the network's parameters is.

use std::ops::Range;

use engine::evaluation::network::{BUCKETS, HIDDEN, INPUTS, SECOND, THIRD};

/// Hidden numbers that are computed at once: as many as a register of AVX-512 holds.
pub(crate) const BLOCK: usize = 16;
/// Hidden numbers of both sides.
pub(crate) const BOTH: usize = 2 * HIDDEN;
/// What goes into the third layer: the numbers of the second and their squares.
pub(crate) const DOUBLED: usize = 2 * SECOND;

/// Where the parts of the parameters begin: first the weights of inputs and the biases of hidden numbers, block by block;
/// then the weights of the second layer of each bucket, and what is behind it, of each bucket.
pub(crate) const WEIGHTS: usize = (INPUTS + 1) * HIDDEN;
pub(crate) const HEADS: usize = WEIGHTS + BUCKETS * SECOND * BOTH;
/// How many parameters there are.
pub(crate) const PARAMETERS: usize = HEADS + BUCKETS * HEAD;

/// Where the parts of a head begin: biases of the second layer, weights of the third by number of the second, its biases,
/// weights of the last layer, its bias.
pub(crate) const THIRD_WEIGHTS: usize = SECOND;
pub(crate) const THIRD_BIAS: usize = THIRD_WEIGHTS + DOUBLED * THIRD;
pub(crate) const LAST: usize = THIRD_BIAS + THIRD;
pub(crate) const LAST_BIAS: usize = LAST + THIRD;
pub(crate) const HEAD: usize = LAST_BIAS + 1;

/// Where the weights of the second layer are, of a bucket: for each of its numbers those of both sides' hidden numbers.
pub(crate) fn weights_of(bucket: usize) -> Range<usize> {
    let first = WEIGHTS + bucket * SECOND * BOTH;
    first..first + SECOND * BOTH
}

/// Where a bucket's head is.
pub(crate) fn head_of(bucket: usize) -> Range<usize> {
    let first = HEADS + bucket * HEAD;
    first..first + HEAD
}

/// Where the weight of an input to a hidden number is; its bias is that of the input behind the last.
pub(crate) fn place_of(input: usize, number: usize) -> usize {
    (number / BLOCK * (INPUTS + 1) + input) * BLOCK + number % BLOCK
}
