//! Packs the table of openings for the binary, where it is a seventh as large then.

use std::io::Write;
use std::path::PathBuf;
use std::{env, fs, io};

use flate2::{Compression, write::GzEncoder};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let table = here.join("data/eco.tsv");
    println!("cargo:rerun-if-changed={}", table.display());
    println!("cargo:rerun-if-changed=build.rs");

    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&fs::read(table)?)?;
    fs::write(out.join("eco.tsv.gz"), packed.finish()?)
}
