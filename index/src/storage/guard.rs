//! Panics of tantivy on files that are whole but do not belong together.
//!
//! Before format 13 nothing says which files belong together, and tantivy asserts that they do.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use tantivy::index::SegmentId;

use crate::error::Error;

thread_local! {
    /// Whether a panic of this thread is reported as an error, and not printed.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does work on files of an index. `files` names them in an error, e.g. `3f2a..e1.*`.
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

/// Returns the name of all files of a segment, e.g. `3f2a..e1.*`.
pub(crate) fn files_of(segment: SegmentId) -> String {
    format!("{}.*", segment.uuid_string())
}
