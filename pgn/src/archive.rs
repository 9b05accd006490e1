//! Archives and databases that are not supported, known by their first bytes or by the names of their files: they are
//! refused by name instead of being searched for PGN.

use std::io;
use std::path::Path;

use crate::scid;

/// An error if a file is named like a database that is not supported, or like a part of one.
pub(crate) fn refuse_name(path: &Path) -> io::Result<()> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    if CHESSBASE.contains(&ending.to_lowercase().as_str()) {
        return Err(io::Error::other(
            "it is a database of ChessBase, or a part of one, which is not supported: open it in ChessBase, and save \
             its games as PGN",
        ));
    }
    scid::refuse(path)
}

/// The endings of the files of ChessBase: its databases and their parts, archives, and databases before ChessBase 6.
///
/// Source: <https://help.chessbase.com/cbase/17/eng/filenames.htm>.
const CHESSBASE: [&str; 17] = [
    "cbh", "cbg", "cba", "cbp", "cbt", "cbc", "cbs", "cbe", "cbj", "cbm", "cbb", "cbgi", "cbv",
    "cbz", "cbf", "cbi", "2cbh",
];

/// An error if a stream begins like one of those archives.
pub(crate) fn refuse(start: &[u8]) -> io::Result<()> {
    let why = match start.get(..4).unwrap_or(start) {
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
