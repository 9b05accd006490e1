//! Sets of documents as bits, and sums of weights over many such sets, for all documents of a block
//! at once.
//!
//! A sum is kept as binary digits, a bit a document in each, and a set is added to them as a carry-save
//! adder adds: three bits become a sum and a carry with five operations at most, for 256 or 512 documents as for
//! one. Of 60 sets with weights of four digits, each document costs about two operations.
//!
//! Source: Rinfret, O'Neil and O'Neil 2001, "Bit-sliced index arithmetic", section 3.

use prefetch_index::prefetch_index;
use pulp::{Arch, Simd, WithSimd};

/// How many documents are added up together.
///
/// Measured: with 4096 the sums take three fifths of the time that they take with 1024, and no less
/// with 8192: so much of each set is fetched from memory at a time.
pub(crate) const BLOCK: usize = 4096;

/// How many documents' sums stand side by side, and their bits in one number. Read: those that a register of 256 bits holds.
pub(crate) const CHUNK: usize = 16;

/// The bytes that are fetched from memory at once. Read: of x86-64 and most of aarch64.
const LINE: usize = 64;

/// A bit of each document of a block, a chunk at a time, the first the lowest.
type Bits = [u16; BLOCK / CHUNK];

const NONE: Bits = [0; BLOCK / CHUNK];

/// Some of the documents of a segment, a bit each.
#[derive(Clone)]
pub(crate) struct Bitmap(Box<[Bits]>);

impl Bitmap {
    /// None of `documents` documents.
    pub(crate) fn new(documents: usize) -> Bitmap {
        Bitmap(vec![NONE; documents.div_ceil(BLOCK)].into_boxed_slice())
    }

    /// Takes a document in.
    pub(crate) fn add(&mut self, doc: usize) {
        self.0[doc / BLOCK][doc % BLOCK / CHUNK] |= 1 << (doc % CHUNK);
    }

    /// Whether a document is one of them.
    pub(crate) fn has(&self, doc: usize) -> bool {
        self.0[doc / BLOCK][doc % BLOCK / CHUNK] >> (doc % CHUNK) & 1 == 1
    }

    /// How many documents they are.
    pub(crate) fn len(&self) -> usize {
        let chunks = self.0.as_flattened().iter();
        chunks.map(|chunk| chunk.count_ones() as usize).sum()
    }

    /// The documents, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let chunks = self.0.as_flattened().iter().enumerate();
        chunks.flat_map(|(place, chunk)| ones(*chunk).map(move |bit| CHUNK * place + bit))
    }

    /// Asks the memory for a block that is needed soon.
    #[inline]
    fn prefetch(&self, block: usize) {
        for line in 0..size_of::<Bits>() / LINE {
            prefetch_index(
                self.0.as_flattened(),
                (block * size_of::<Bits>() + line * LINE) / size_of::<u16>(),
            );
        }
    }

    /// Takes in what is in the other one.
    pub(crate) fn unite(&mut self, other: &Bitmap) {
        let bits = self.0.as_flattened_mut().iter_mut();
        for (bits, other) in bits.zip(other.0.as_flattened()) {
            *bits |= *other;
        }
    }

    /// Leaves out what is not in the other one as well.
    pub(crate) fn intersect(&mut self, other: &Bitmap) {
        let bits = self.0.as_flattened_mut().iter_mut();
        for (bits, other) in bits.zip(other.0.as_flattened()) {
            *bits &= *other;
        }
    }
}

/// The places of the bits that are set, ascending.
pub(crate) fn ones(chunk: u16) -> impl Iterator<Item = usize> {
    let mut left = chunk;
    std::iter::from_fn(move || {
        let bit = (left > 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

/// Bitmaps with weights, to be added up.
pub(crate) struct Adder<'a> {
    /// What the processor can do.
    arch: Arch,
    /// By digit: the bitmaps that have it in their weight.
    bitmaps: Vec<Vec<&'a Bitmap>>,
    /// By digit: that of the sums of the block that was added last.
    sums: Vec<Bits>,
    /// What a digit carries to the next, and what that one carries further.
    carried: [Vec<Bits>; 2],
}

/// Weights are rounded up to a multiple of this many, so that there are fewer digits.
///
/// Measured: the sums are greater than they should be by a hundredth of what they can be; with 8 there
/// is a digit more to add, with 32 twice as many documents reach what they should not.
pub(crate) const UNIT: i16 = 16;

/// The binary digits of a weight, in units.
const DIGITS: usize = (i16::BITS - 1 - UNIT.ilog2()) as usize;

impl<'a> Adder<'a> {
    /// No weight is negative; all that a document can have, rounded up to units, come to 32,767 at most.
    pub(crate) fn new(weighted: impl Iterator<Item = (i16, &'a Bitmap)>) -> Adder<'a> {
        let mut bitmaps = vec![Vec::new(); DIGITS];
        for (weight, bitmap) in weighted {
            let units = weight / UNIT + i16::from(weight % UNIT > 0);
            for (digit, bitmaps) in bitmaps.iter_mut().enumerate() {
                if units >> digit & 1 == 1 {
                    bitmaps.push(bitmap);
                }
            }
        }
        // Two bits make one that is carried.
        let carries = bitmaps.iter().scan(0, |carried: &mut usize, bitmaps| {
            *carried = carried.div_ceil(2) + bitmaps.len().div_ceil(2);
            Some(*carried)
        });
        let most = carries.max().unwrap_or(0);
        Adder {
            arch: Arch::new(),
            bitmaps,
            sums: vec![NONE; DIGITS],
            carried: [vec![NONE; most], vec![NONE; most]],
        }
    }

    /// Adds up a block.
    pub(crate) fn add(&mut self, block: usize) {
        self.arch.dispatch(Add { adder: self, block });
    }

    /// The documents whose sums are at least what their chunk needs, a bit each, by chunk of the block that was added last. A
    /// need greater than any sum leaves none.
    pub(crate) fn reaching(&self, needs: &[i32; BLOCK / CHUNK]) -> Bits {
        self.arch.dispatch(Reaching {
            sums: &self.sums,
            needs,
        })
    }

    /// The sum of a document of the block that was added last, as much as it should be, or more by less than a unit for
    /// each of its weights.
    #[inline]
    pub(crate) fn sum(&self, doc: usize) -> i16 {
        let (chunk, shift) = (doc / CHUNK, doc % CHUNK);
        let digits = (0..).zip(&self.sums);
        digits
            .map(|(digit, sums)| ((sums[chunk] >> shift & 1).cast_signed() * UNIT) << digit)
            .sum()
    }
}

/// What [`Adder::add`] does, compiled for each kind of processor.
struct Add<'a, 'b> {
    adder: &'a mut Adder<'b>,
    block: usize,
}

impl WithSimd for Add<'_, '_> {
    type Output = ();

    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let (adder, block) = (self.adder, self.block);
        let [carried, next] = &mut adder.carried;
        let mut count = 0;
        for (bitmaps, sum) in adder.bitmaps.iter().zip(&mut adder.sums) {
            *sum = NONE;
            let mut carry = next.iter_mut();
            let mut add = |a: &Bits, b: &Bits| {
                if let Some(carry) = carry.next() {
                    add_bits(sum, a, b, carry);
                }
            };
            let (pairs, odd) = carried[..count].as_chunks::<2>();
            for [a, b] in pairs {
                add(a, b);
            }
            let (more, other) = bitmaps.as_chunks::<2>();
            for [a, b] in more {
                a.prefetch(block + 1);
                b.prefetch(block + 1);
                add(&a.0[block], &b.0[block]);
            }
            let odd = odd.first();
            let other = other.first().map(|bitmap| &bitmap.0[block]);
            let mut adders = pairs.len() + more.len();
            if odd.is_some() || other.is_some() {
                add(odd.unwrap_or(&NONE), other.unwrap_or(&NONE));
                adders += 1;
            }
            count = adders;
            std::mem::swap(carried, next);
        }
    }
}

/// Adds two bits to the sum of each document, and says what is carried.
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor"
)]
#[inline(always)]
fn add_bits(sum: &mut Bits, a: &Bits, b: &Bits, carry: &mut Bits) {
    for (((sum, a), b), carry) in sum.iter_mut().zip(a).zip(b).zip(carry) {
        let either = *sum ^ *a;
        *carry = (*sum & *a) | (either & *b);
        *sum = either ^ *b;
    }
}

/// What [`Adder::reaching`] does, compiled for each kind of processor.
struct Reaching<'a> {
    sums: &'a [Bits],
    needs: &'a [i32; BLOCK / CHUNK],
}

impl WithSimd for Reaching<'_> {
    type Output = Bits;

    /// Digit by digit from the lowest one: of two numbers the one that is greater in the highest digit in which they differ
    /// is greater.
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is compiled for the processor"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Bits {
        // A need that no sum reaches becomes a number with one digit more than sums have.
        let units = self.needs.map(|need| {
            let most = i32::from(i16::MAX) + 1;
            (need.clamp(0, most) + i32::from(UNIT) - 1) as u16 / UNIT.cast_unsigned()
        });
        let mut reaching = [u16::MAX; BLOCK / CHUNK];
        for (digit, sums) in self.sums.iter().enumerate() {
            for ((reaching, sums), units) in reaching.iter_mut().zip(sums).zip(&units) {
                let needs_it = 0_u16.wrapping_sub(units >> digit & 1);
                *reaching = *reaching & *sums | (*reaching | *sums) & !needs_it;
            }
        }
        for (reaching, units) in reaching.iter_mut().zip(units) {
            let is_possible = u16::from(units >> DIGITS == 0);
            *reaching &= 0_u16.wrapping_sub(is_possible);
        }
        reaching
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DOCUMENTS: usize = BLOCK + 100;

    /// Processors with smaller registers.
    fn lesser() -> impl Iterator<Item = Arch> {
        #[cfg(target_arch = "x86_64")]
        let avx2 = pulp::x86::V3::try_new().map(Arch::V3);
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = None;
        avx2.into_iter().chain([Arch::Scalar])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// Sums are those of adding up weight by weight, rounded up, and what reaches a need is what they say.
        #[test]
        fn adder_adds(
            sets in prop::collection::vec((0..500_i16, prop::collection::vec(0..DOCUMENTS, 0..900)), 0..40),
        ) {
            let mut expected = vec![0; DOCUMENTS];
            let mut bitmaps = Vec::new();
            for (weight, docs) in &sets {
                let mut bitmap = Bitmap::new(DOCUMENTS);
                for doc in docs {
                    if !bitmap.has(*doc) {
                        expected[*doc] += (weight + UNIT - 1) / UNIT * UNIT;
                    }
                    bitmap.add(*doc);
                }
                bitmaps.push((*weight, bitmap));
            }
            let new = || Adder::new(bitmaps.iter().map(|(weight, bitmap)| (*weight, bitmap)));
            // As this processor adds, and as those without its larger registers.
            let mut adder = new();
            let mut others: Vec<Adder> = lesser().map(|arch| Adder { arch, ..new() }).collect();
            for block in 0..DOCUMENTS.div_ceil(BLOCK) {
                adder.add(block);
                for other in &mut others {
                    other.add(block);
                    prop_assert_eq!(&adder.sums, &other.sums);
                }
                let docs = &expected[block * BLOCK..DOCUMENTS.min((block + 1) * BLOCK)];
                for (doc, expected) in docs.iter().enumerate() {
                    prop_assert_eq!(adder.sum(doc), *expected, "{} of {}", doc, block);
                }
                let most: Vec<i32> = docs
                    .chunks(CHUNK)
                    .map(|docs| docs.iter().copied().max().unwrap_or(0).into())
                    .collect();
                for nth in 0..9 {
                    // Each chunk needs something else.
                    let needs: [i32; BLOCK / CHUNK] = std::array::from_fn(|chunk| {
                        let most = most.get(chunk).copied().unwrap_or(0);
                        let needs =
                            [i32::MIN, 0, 1, most / 2, most - 1, most, most + 1, i16::MAX.into(), i32::MAX];
                        needs[(chunk + nth) % needs.len()]
                    });
                    let reaching = adder.reaching(&needs);
                    for other in &others {
                        prop_assert_eq!(reaching, other.reaching(&needs));
                    }
                    for (doc, sum) in docs.iter().enumerate() {
                        let (reaches, need) = (reaching[doc / CHUNK] >> (doc % CHUNK) & 1 == 1, needs[doc / CHUNK]);
                        prop_assert_eq!(reaches, i32::from(*sum) >= need, "{} of {}", need, sum);
                    }
                }
            }
        }
    }
}
