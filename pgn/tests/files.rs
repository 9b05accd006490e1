//! Which files are read of a folder, and what is unpacked.

use std::fs;
use std::io::{self, Read, Write as _};

use pgn::{ReadError, decompressed, open_pgn, pgn_files, pgn_games};
use tempfile::TempDir;

#[cfg(unix)]
#[test]
fn links_in_folders() {
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().expect("a temporary folder");
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).expect("a folder");
    fs::write(folder.path().join("a.pgn"), "1. e4 *").expect("written");
    symlink(folder.path(), sub.join("loop.pgn")).expect("a link");
    symlink(folder.path(), sub.join("loop")).expect("a link");
    symlink(folder.path().join("a.pgn"), sub.join("b.pgn")).expect("a link");
    symlink("nowhere", sub.join("c.pgn")).expect("a link");
    let files = pgn_files(folder.path());
    let [Ok(a), Ok(b), Err(c)] = &files[..] else {
        panic!("{files:?}");
    };
    assert!(a.ends_with("a.pgn") && b.ends_with("sub/b.pgn"));
    let name = sub.join("c.pgn").display().to_string();
    assert_eq!(*c, ReadError::new(name, &io::ErrorKind::NotFound.into()));
}

/// A stream that gives a byte at a time, as a slow pipe may.
struct Trickle(std::io::Cursor<Vec<u8>>);

impl Read for Trickle {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn compression_is_told_from_a_slow_stream() {
    let pgn = b"1. e4 e5 *";
    let skippable = b"\x50\x2a\x4d\x18\x02\x00\x00\x00hi";
    let zstd = zstd::encode_all(&pgn[..], 1).expect("compressed");
    for bytes in [
        pgn.to_vec(),
        zstd.clone(),
        [&skippable[..], &zstd].concat(),
        b"1".to_vec(),
        Vec::new(),
    ] {
        let mut text = Vec::new();
        let stream = Trickle(std::io::Cursor::new(bytes));
        decompressed(stream).read_to_end(&mut text).expect("read");
        assert!(pgn.starts_with(&text), "{text:?}");
    }
}

#[test]
fn compressed_files_and_folders() {
    let folder = TempDir::new().expect("a temporary folder");
    let pgn = |name: &str| format!("[White \"{name}\"]\n\n1. e4 e5 *\n").into_bytes();
    let write =
        |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("written");
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).expect("compressed");
        encoder.finish().expect("compressed")
    };
    let bzip2 = |bytes: &[u8]| {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
        encoder.write_all(bytes).expect("compressed");
        encoder.finish().expect("compressed")
    };
    let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("compressed");
    fs::create_dir(folder.path().join("c")).expect("a folder");
    write("a.pgn", &pgn("a"));
    write("B.PGN.zst", &[zstd(&pgn("B1")), zstd(&pgn("B2"))].concat());
    write("c/c.pgn.gz", &[gzip(&pgn("c1")), gzip(&pgn("c2"))].concat());
    write(
        "d.pgn.bz2",
        &[bzip2(&pgn("d1")), bzip2(&pgn("d2"))].concat(),
    );
    write("e.txt", b"not meant");

    let files: Vec<_> = pgn_files(folder.path())
        .into_iter()
        .map(|file| file.expect("a file"))
        .collect();
    let names: Vec<_> = files
        .iter()
        .map(|file| {
            file.strip_prefix(folder.path())
                .expect("below")
                .to_str()
                .expect("UTF-8")
        })
        .collect();
    assert_eq!(names, ["B.PGN.zst", "a.pgn", "c/c.pgn.gz", "d.pgn.bz2"]);

    let texts: Vec<u8> = files
        .iter()
        .flat_map(|file| {
            let mut text = Vec::new();
            open_pgn(file, |_| {}).read_to_end(&mut text).expect("read");
            text
        })
        .collect();
    let games = pgn_games(&texts[..]).map(|game| game.expect("readable").expect("playable"));
    let players: Vec<String> = games
        .map(|game| game.tags.get("White").expect("a name").to_owned())
        .collect();
    assert_eq!(players, ["B1", "B2", "a", "c1", "c2", "d1", "d2"]);

    let cut = zstd(&pgn("cut"));
    write("cut.pgn.zst", &cut[..cut.len() - 5]);
    let mut cut = open_pgn(&folder.path().join("cut.pgn.zst"), |_| {});
    let error = cut.read_to_end(&mut Vec::new()).expect_err("cut off");
    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{error}");
    assert!(matches!(
        pgn_files(&folder.path().join("nowhere"))[..],
        [Err(_)]
    ));
}
