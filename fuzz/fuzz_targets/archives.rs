//! Compressed files of PGN.
//!
//! Laws: what is compressed, with any of the formats and also in two parts, is what comes out, in pieces too; a file
//! that is cut gives its beginning and an error, or nothing but what was there; what else begins like a compressed
//! file is read or refused with a reason.
//!
//! The first byte chooses the format and the cut, the rest is the text.
#![no_main]

use std::io::{self, Cursor, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;
use pgn::{ReadError, decompressed};
use tabiya_fuzz::Pieces;

/// More than that is not read of what a few bytes make.
const MOST: u64 = 1 << 22;

fuzz_target!(|input: &[u8]| {
    let Some((choice, text)) = input.split_first() else {
        return;
    };
    if let Err(error) = read(text) {
        assert!(!ReadError::new("fuzz", &error).why.is_empty());
    }
    // What begins like an archive that is refused, or like a compressed file, is not plain text.
    let half = text.len() / 2;
    let whole = match choice % 3 {
        0 => [gzip(&text[..half]), gzip(&text[half..])].concat(),
        1 => [zstd(&text[..half]), zstd(&text[half..])].concat(),
        _ => [bzip2(&text[..half]), bzip2(&text[half..])].concat(),
    };
    assert!(read(&whole).is_ok_and(|read| read == text), "whole");
    let pieces = whole.clone();
    let mut out = Vec::new();
    let mut stream = decompressed(Owned(Cursor::new(pieces)));
    stream.read_to_end(&mut out).expect("in pieces");
    assert!(out == text, "pieces");
    let cut = usize::from(choice / 3) * whole.len() / 86;
    let mut out = Vec::new();
    let mut stream = decompressed(Cursor::new(whole[..cut.min(whole.len())].to_vec())).take(MOST);
    let result = stream.read_to_end(&mut out);
    // Less than four bytes are no sign of a format yet.
    assert!(cut < 4 || text.starts_with(&out), "cut at {cut}");
    assert!(cut < whole.len() || result.is_ok());
});

/// A stream that gives a few bytes at a time.
struct Owned(Cursor<Vec<u8>>);

impl Read for Owned {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = (self.0.position() as usize).min(self.0.get_ref().len());
        let read = Pieces::new(&self.0.get_ref()[at..]).read(buffer)?;
        self.0.set_position((at + read) as u64);
        Ok(read)
    }
}

fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let stream = decompressed(Cursor::new(bytes.to_vec()));
    stream.take(MOST).read_to_end(&mut out)?;
    Ok(out)
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).expect("in memory");
    encoder.finish().expect("in memory")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).expect("in memory")
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).expect("in memory");
    encoder.finish().expect("in memory")
}
