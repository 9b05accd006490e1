//! Packs the page, `web/dist`, for the binary: each file by gzip where that makes it smaller, else as it is. Without the
//! folder, which `npm run build` makes, there is nothing to pack.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let dist = here.join("../web/dist");
    // Cargo would run this each time if there were nothing to watch. Where it cannot be made, it does.
    let _ = fs::create_dir_all(&dist);
    println!("cargo:rerun-if-changed={}", dist.display());
    println!("cargo:rerun-if-changed=build.rs");

    let mut paths = Vec::new();
    collect(&dist, &mut paths)?;
    paths.sort();
    let mut table = String::from("&[\n");
    for (number, path) in paths.iter().enumerate() {
        let name = path.strip_prefix(&dist).expect("it is in there");
        let name = name.to_string_lossy().replace('\\', "/");
        let bytes = fs::read(path)?;
        let packed = gzip(path, &bytes)?;
        let source = match &packed {
            Some(gzip) => {
                let source = out.join(format!("page{number}.gz"));
                fs::write(&source, gzip)?;
                source
            }
            None => path.clone(),
        };
        writeln!(
            table,
            "    File {{ path: {name:?}, bytes: include_bytes!({}), is_packed: {} }},",
            literal(&source),
            packed.is_some()
        )
        .expect("a string takes it");
    }
    table.push(']');
    fs::write(out.join("page.rs"), table)
}

/// A file, compressed as well as gzip can, which is 4 % better than what flate2 makes; `None` if it is packed already, or
/// hardly gets smaller.
fn gzip(path: &Path, bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
    if path
        .extension()
        .is_some_and(|end| end == "gz" || end == "woff2")
    {
        return Ok(None);
    }
    let mut gzip = Vec::new();
    let options = zopfli::Options::default();
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut gzip)?;
    Ok((gzip.len() < bytes.len() * 9 / 10).then_some(gzip))
}

/// A path as a string of Rust.
fn literal(path: &Path) -> String {
    format!("{:?}", path.to_string_lossy())
}

/// All files in a folder, and in its folders.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}
