//! What can go wrong with an index.

use std::io;
use std::path::{Path, PathBuf};

use tantivy::TantivyError;
use tantivy::directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError};

use crate::storage::format::{FORMAT_VERSION, MOST_COLLECTIONS};

/// What can go wrong with an index, each in one sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no index in the folder.
    #[error("there is no index at {path}", path = .0.display())]
    Missing(PathBuf),
    /// The folder holds something else.
    #[error("{path} holds other files and no Tabiya index: choose another folder", path = .0.display())]
    Foreign(PathBuf),
    /// The index was written by a Tabiya with another format.
    #[error(
        "the index at {path} has format {found}, but this Tabiya reads format {FORMAT_VERSION}: \
         ingest the games again into a new folder", path = .path.display()
    )]
    Format {
        /// Its folder.
        path: PathBuf,
        /// Its format, as it says itself.
        found: String,
    },
    /// The index was written by an older Tabiya, and can be upgraded.
    #[error(
        "the index at {path} has format {found}, but this Tabiya reads format {FORMAT_VERSION}: upgrade it",
        path = .path.display()
    )]
    Outdated {
        /// Its folder.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A snapshot or a restored index in the folder was begun and not ended.
    #[error("{path} holds what is left of a snapshot or of `restore`: make it again, or delete the folder", path = .0.display())]
    Unfinished(PathBuf),
    /// There is something in the folder that a snapshot or an index is to be made in.
    #[error("{path} is not empty: choose another folder", path = .0.display())]
    NotEmpty(PathBuf),
    /// There is an index with games where one is to be restored.
    #[error("the index at {path} has {games} games: restore into another folder", path = .path.display())]
    HasGames {
        /// Its folder.
        path: PathBuf,
        /// How many.
        games: u64,
    },
    /// A search was ended by its pace.
    #[error("the search was ended before it was done")]
    Stopped,
    /// There is no snapshot in the folder.
    #[error("there is no whole snapshot at {path}", path = .0.display())]
    NoSnapshot(PathBuf),
    /// What is stored in a snapshot is not what was written.
    #[error("the snapshot at {path} is damaged ({what}): restore another one", path = .path.display())]
    DamagedSnapshot {
        /// Its folder.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// There is no collection of this name.
    #[error("there is no collection {0:?}")]
    NoCollection(String),
    /// Another collection has this name.
    #[error("there is a collection {0:?} already")]
    CollectionExists(String),
    /// There are as many collections as there may be.
    #[error("there are {most} collections, which is the most: drop one", most = MOST_COLLECTIONS)]
    TooManyCollections,
    /// Another process or thread is writing.
    #[error("another Tabiya is writing to the index at {path}: try again when it has finished", path = .0.display())]
    Busy(PathBuf),
    /// What is stored contradicts itself.
    #[error("the index at {path} is damaged ({what}): ingest the games again into a new folder", path = .path.display())]
    Damaged {
        /// Its folder.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// Reading or writing failed.
    #[error("the index at {path} {fault} ({error})", path = .path.display())]
    Storage {
        /// Its folder.
        path: PathBuf,
        /// The kind of failure.
        fault: Fault,
        /// What tantivy or the operating system says.
        error: String,
    },
}

/// Kinds of failures of a storage, each displayed as the rest of a sentence about an index or a snapshot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The disk or the quota is full, or a file would become larger than files may be.
    #[error("has no room left on its disk")]
    Full,
    /// The file system is read-only.
    #[error("is on a read-only file system")]
    ReadOnly,
    /// The permissions of the folder or of a file are missing.
    #[error("is protected by its permissions")]
    Denied,
    /// There is no such folder, or nothing of an index in it.
    #[error("is gone")]
    Gone,
    /// Any other failure.
    #[error("cannot be read or written")]
    Other,
}

impl Fault {
    /// The fault behind an error of the operating system, for a folder.
    fn new(folder: &Path, error: &io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Fault::Full,
            io::ErrorKind::ReadOnlyFilesystem => Fault::ReadOnly,
            io::ErrorKind::PermissionDenied => Fault::Denied,
            io::ErrorKind::StaleNetworkFileHandle => Fault::Gone,
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory if !folder.is_dir() => {
                Fault::Gone
            }
            _ => cause(error).map_or(Fault::Other, |cause| Fault::new(folder, cause)),
        }
    }
}

/// Returns the error that another one wraps: tantivy wraps those of writing a dictionary.
fn cause(error: &io::Error) -> Option<&io::Error> {
    match error.get_ref()?.downcast_ref()? {
        tantivy_fst::Error::Io(cause) => Some(cause),
        tantivy_fst::Error::Fst(_) => None,
    }
}

impl Error {
    /// The error of tantivy's for the index at `path`.
    pub(crate) fn from_tantivy(path: &Path, error: TantivyError) -> Error {
        let index = path.to_owned();
        match error {
            TantivyError::LockFailure(LockError::LockBusy, _) => Error::Busy(index),
            TantivyError::LockFailure(LockError::IoError(error), _)
            | TantivyError::IoError(error)
            | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError {
                io_error: error,
                ..
            }) => Error::from_io(path, &error),
            TantivyError::OpenReadError(OpenReadError::IoError { io_error, filepath })
            | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, filepath }) => {
                let file = filepath.display();
                match io_error.kind() {
                    io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Error::Damaged {
                        path: index,
                        // Our own errors name the file.
                        what: match io_error.get_ref() {
                            Some(what) => what.to_string(),
                            None => format!("{file}: it is cut short or overwritten"),
                        },
                    },
                    _ => Error::Storage {
                        path: index,
                        fault: Fault::new(path, &io_error),
                        error: format!("{file}: {io_error}"),
                    },
                }
            }
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(_))
            | TantivyError::OpenDirectoryError(
                OpenDirectoryError::DoesNotExist(_) | OpenDirectoryError::NotADirectory(_),
            ) if !path.is_dir() => Error::gone(path),
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(file)) => Error::Damaged {
                path: index,
                what: format!("{} is missing", file.display()),
            },
            TantivyError::IncompatibleIndex(found)
            | TantivyError::OpenReadError(OpenReadError::IncompatibleIndex(found)) => {
                Error::Format {
                    path: index,
                    found: format!("{found:?} of another search library"),
                }
            }
            TantivyError::DataCorruption(error) => Error::Damaged {
                path: index,
                // It may quote the whole file.
                what: format!("{error:?}").chars().take(100).collect(),
            },
            // Of a document, a column or a field that is not there: its arguments are ours, and they come from other files.
            error @ (TantivyError::InvalidArgument(_)
            | TantivyError::SchemaError(_)
            | TantivyError::FieldNotFound(_)) => Error::Damaged {
                path: index,
                what: error.to_string(),
            },
            error => Error::Storage {
                path: index,
                fault: Fault::Other,
                error: error.to_string(),
            },
        }
    }

    /// The error of reading or writing a file of the index at `path`: damage if what was read is invalid.
    pub fn from_io(path: &Path, error: &io::Error) -> Error {
        let (index, what) = (path.to_owned(), error.to_string());
        if error.kind() == io::ErrorKind::InvalidData {
            return Error::Damaged { path: index, what };
        }
        Error::Storage {
            path: index,
            fault: Fault::new(path, error),
            error: what,
        }
    }

    /// The error that the index at `path` is gone while it is in use.
    pub(crate) fn gone(path: &Path) -> Error {
        Error::Storage {
            path: path.to_owned(),
            fault: Fault::Gone,
            error: io::Error::from(io::ErrorKind::NotFound).to_string(),
        }
    }

    /// Returns the fault of the storage; `None` if the storage is not at fault.
    pub fn fault(&self) -> Option<Fault> {
        match self {
            Error::Storage { fault, .. } => Some(*fault),
            Error::Missing(_) | Error::Foreign(_) | Error::Unfinished(_) => Some(Fault::Gone),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use super::{Error, Fault};

    /// The errors of Linux, by number. Source: `errno.h`.
    #[cfg(target_os = "linux")]
    #[test]
    fn faults() {
        let folder = tempfile::tempdir().expect("a folder");
        let (here, nowhere) = (folder.path(), Path::new("/nowhere/at/all"));
        for (name, number, path, fault) in [
            ("ENOSPC", 28, here, Fault::Full),
            ("EDQUOT", 122, here, Fault::Full),
            ("EFBIG", 27, here, Fault::Full),
            ("EROFS", 30, here, Fault::ReadOnly),
            ("EACCES", 13, here, Fault::Denied),
            ("EPERM", 1, here, Fault::Denied),
            ("ENOENT", 2, here, Fault::Other),
            ("ENOENT", 2, nowhere, Fault::Gone),
            ("ENOTDIR", 20, nowhere, Fault::Gone),
            ("ESTALE", 116, here, Fault::Gone),
            ("EIO", 5, here, Fault::Other),
            ("EMFILE", 24, here, Fault::Other),
        ] {
            let error = || io::Error::from_raw_os_error(number);
            let wrapped = io::Error::other(tantivy_fst::Error::Io(error()));
            for error in [error(), wrapped] {
                assert_eq!(Error::from_io(path, &error).fault(), Some(fault), "{name}");
            }
        }
        let damage = io::Error::from(io::ErrorKind::InvalidData);
        assert_eq!(Error::from_io(here, &damage).fault(), None);
    }
}
