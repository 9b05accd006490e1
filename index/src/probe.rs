//! Whether an index can be written to, found out by trying.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::error::Error;
use crate::index::Index;
use crate::storage::meta::META;

/// The name of the file that is written; hidden, so that it does not count as a file of an index.
const PROBE: &str = ".tabiya-probe";

/// The bytes of the probe. Measured: the removal of a game from an index of 2,851 games writes 32 KB, in eight files.
const PROBE_BYTES: usize = 64 << 10;

impl Index {
    /// Checks whether there is still an index in a folder, and whether it can be written to: writes a hidden file of 64
    /// KiB, and removes it. It takes no lock, and goes on while others write.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] with the fault of the storage.
    pub fn check_writable(path: &Path) -> Result<(), Error> {
        match fs::metadata(path.join(META)) {
            Ok(_) => {}
            // A volume that is not mounted leaves an empty folder.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Error::gone(path)),
            Err(error) => return Err(Error::from_io(path, &error)),
        }
        write_probe(path).map_err(|error| Error::from_io(path, &error))
    }
}

fn write_probe(folder: &Path) -> io::Result<()> {
    let probe = folder.join(PROBE);
    let mut file = match File::create_new(&probe) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Of a process that was killed, or of one that probes at this moment.
            let _ = fs::remove_file(&probe);
            File::create(&probe)?
        }
        created => created?,
    };
    let written = file.write_all(&vec![0; PROBE_BYTES]);
    drop(file);
    match fs::remove_file(&probe) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => written.and(Err(error)),
        _ => written,
    }
}
