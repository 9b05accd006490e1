//! Panics of tantivy on files that are whole, and contradict each other.
//!
//! Each file has checksums, but nothing ties together the files of an index of a format before 13; tantivy reads them
//! with assertions.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use tantivy::index::SegmentId;

use crate::error::Error;

thread_local! {
    /// Whether a panic of this thread is told as an error.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does work on the files of an index, or of one segment, which a sentence calls `files`, e.g. `3f2a..e1.*`.
///
/// # Errors
///
/// Those of `work`; [`Error::Damaged`] if it panics on this thread.
pub(crate) fn guarded<T>(
    path: &Path,
    files: &str,
    work: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_GUARDED.get() {
                others(info);
            }
        }));
    });
    let outer = IS_GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(outer);
    done.unwrap_or_else(|_| {
        Err(Error::Damaged {
            path: path.to_owned(),
            what: format!("{files}: they do not belong together"),
        })
    })
}

/// How a sentence calls the files of a segment.
pub(crate) fn files_of(segment: SegmentId) -> String {
    format!("{}.*", segment.uuid_string())
}
