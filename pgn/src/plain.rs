//! Errors of files, in words.

use std::io;

/// The message of the operating system or a decompressor, without its error number.
pub(crate) fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::UnexpectedEof => "it ends in the middle of its compressed data".to_owned(),
        _ => error.to_string(),
    }
}
