//! Files that commands write.

use std::fs::{File, metadata};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use tempfile::Builder;

/// Writes a file anew. The old content stays until all is written: it may be the input, and nothing is lost if writing
/// fails.
pub(crate) fn replace<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let named = || path.display().to_string();
    if metadata(path).is_ok_and(|there| !there.is_file()) {
        // A pipe or a device cannot be replaced.
        return write(&mut File::create(path).with_context(named)?);
    }
    // Of a link the file that it leads to.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let file = with_permissions_of(path, &mut Builder::new()).tempfile_in(folder);
    let mut file = file.with_context(named)?;
    let written = write(&mut file)?;
    file.persist(path).with_context(named)?;
    Ok(written)
}

/// With the permissions of the file there, or those of a new one.
#[cfg(unix)]
fn with_permissions_of<'a, 'b>(
    path: &Path,
    builder: &'a mut Builder<'b, 'static>,
) -> &'a mut Builder<'b, 'static> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    builder.permissions(match metadata(path) {
        Ok(there) => there.permissions(),
        Err(_) => Permissions::from_mode(0o666),
    })
}

/// Other systems have no permissions of this kind.
#[cfg(not(unix))]
fn with_permissions_of<'a, 'b>(
    _: &Path,
    builder: &'a mut Builder<'b, 'static>,
) -> &'a mut Builder<'b, 'static> {
    builder
}
