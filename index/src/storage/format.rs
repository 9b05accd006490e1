//! The version of an index in a folder.

/// What an index in a folder is written in.
///
/// | version | |
/// |---|---|
/// | 7 | what [`similarity::FORMAT_VERSION`] 7 stores, in files of tantivy's |
/// | 8 | the same, with a checksum of each block of each file (`storage/checked.rs`) |
/// | 9 | the same, with the speed of each game among its facts ([`similarity::Facts`]), and collections in the document of the statistics |
/// | 10 | what [`similarity::FORMAT_VERSION`] 8 stores: passages of up to twelve positions, those of older segments as they are |
/// | 11 | what [`similarity::FORMAT_VERSION`] 9 stores: board and moves of a passage side by side in one row, moves as squares |
/// | 12 | the same, with variant and name of the opening of each game ([`similarity::opening_name`]) |
/// | 13 | the same, and each commit lists size and checksum of its files (`storage/meta.rs`) |
pub const FORMAT_VERSION: u32 = 13;

/// The most collections of an index. Guessed: more than anybody looks through; they are written with each commit.
pub(crate) const MOST_COLLECTIONS: usize = 500;

/// The oldest version that [`crate::Index::upgrade`] can take to this one.
pub(crate) const OLDEST: u32 = 7;

const _: () = assert!(
    similarity::FORMAT_VERSION == 9,
    "what is stored has changed, so FORMAT_VERSION must, too, and there must be a way from older indexes"
);
