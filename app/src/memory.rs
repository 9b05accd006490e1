//! How much memory writing games may take.

use crate::bounded::Bounded;

/// Megabytes that an import, or a copy of an index, may take.
pub type Memory = Bounded<250, 1_000_000>;

/// The bytes that this is.
pub(crate) fn bytes(memory: Memory) -> usize {
    memory.get() as usize * 1_000_000
}
