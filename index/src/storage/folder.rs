//! The folder of an index: whether it is one of ours, of this format, and who may create it.

use std::fs::{self, File};
use std::path::Path;

use crate::error::Error;
use crate::storage::directory::{IndexDirectory, META, SEAL, unsealed};
use crate::storage::format::{FORMAT_VERSION, OLDEST};
use crate::storage::schema::{Fields, schema};

/// An index that is open, and nothing of its segments.
pub(crate) struct Opened {
    pub(crate) directory: IndexDirectory,
    pub(crate) tantivy: tantivy::Index,
    pub(crate) fields: Fields,
}

/// Opens the index in a folder if it is one of this format, and nothing of its segments.
///
/// # Errors
///
/// As [`crate::Index::open`].
pub(crate) fn open_tantivy(path: &Path) -> Result<Opened, Error> {
    let found = format(path)?;
    if found != FORMAT_VERSION {
        return Err(if (OLDEST..FORMAT_VERSION).contains(&found) {
            Error::Outdated {
                path: path.to_owned(),
                found,
            }
        } else {
            Error::Format {
                path: path.to_owned(),
                found: found.to_string(),
            }
        });
    }
    let failed = |error| Error::from_tantivy(path, error);
    let directory = IndexDirectory::open(path).map_err(failed)?;
    let tantivy = tantivy::Index::open(directory.clone()).map_err(failed)?;
    Ok(Opened {
        directory,
        tantivy,
        fields: schema().1,
    })
}

/// The format of the index in a folder.
///
/// # Errors
///
/// [`Error::Missing`] without an index, [`Error::Foreign`] if it is another program's, [`Error::Damaged`] if its list of
/// segments cannot be read.
pub(crate) fn format(path: &Path) -> Result<u32, Error> {
    not_a_file(path)?;
    if !path.join(META).is_file() {
        return Err(if path.is_dir() && !is_empty(path)? {
            Error::Foreign(path.to_owned())
        } else {
            Error::Missing(path.to_owned())
        });
    }
    let meta = fs::read(path.join(META)).map_err(|error| Error::from_io(path, &error))?;
    if let Some((found, _)) = unsealed(&meta) {
        return Ok(found);
    }
    if !meta.starts_with(b"{") {
        return Err(Error::Damaged {
            path: path.to_owned(),
            what: format!("{META} is cut short or overwritten"),
        });
    }
    // Not sealed: of the first two formats, or another program's.
    let meta = String::from_utf8_lossy(&meta);
    match meta.split_once(SEAL).map(|(_, rest)| rest.get(..1)) {
        Some(Some("1")) => Ok(1),
        Some(Some("2")) => Ok(2),
        _ => Err(Error::Foreign(path.to_owned())),
    }
}

/// An index is a folder.
fn not_a_file(path: &Path) -> Result<(), Error> {
    if path.is_file() {
        return Err(Error::Storage {
            path: path.to_owned(),
            error: "it is a file, not a folder".to_owned(),
        });
    }
    Ok(())
}

/// Makes the folder if it is missing, and keeps others from creating an index in it as long as the
/// file lives.
pub(crate) fn lock_creation(path: &Path) -> Result<File, Error> {
    not_a_file(path)?;
    let io = |error| Error::from_io(path, &error);
    fs::create_dir_all(path).map_err(io)?;
    let lock = File::create(path.join(".tabiya-create.lock")).map_err(io)?;
    lock.lock().map_err(io)?;
    Ok(lock)
}

/// Whether a folder has nothing but hidden files, such as tantivy's locks, or what is left of an
/// index whose creation was cut short.
pub(crate) fn is_empty(path: &Path) -> Result<bool, Error> {
    let io = |error| Error::from_io(path, &error);
    for entry in fs::read_dir(path).map_err(io)? {
        if !entry
            .map_err(io)?
            .file_name()
            .as_encoded_bytes()
            .starts_with(b".")
        {
            return Ok(false);
        }
    }
    Ok(true)
}
