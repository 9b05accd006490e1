//! Archives that are not supported, known by their first four bytes: they are refused by name
//! instead of being searched for PGN.

use std::io;

/// An error if a stream begins like one of those archives.
pub(crate) fn refuse(start: &[u8]) -> io::Result<()> {
    let why = match start {
        b"\xfd7zX" => {
            "it is compressed with xz, which is not supported: decompress it, or compress it with zstd, \
             gzip or bzip2"
        }
        b"7z\xbc\xaf" => "it is a 7z archive, which is not supported: take the PGN files out of it",
        b"PK\x03\x04" => {
            "it is a zip archive, which is not supported: take the PGN files out of it"
        }
        b"Rar!" => "it is a rar archive, which is not supported: take the PGN files out of it",
        _ => return Ok(()),
    };
    Err(io::Error::other(why))
}
