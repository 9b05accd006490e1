//! What fuzz targets share.

pub mod games;
pub mod interface;
pub mod service;

use std::io::{self, Read};

/// A stream that gives a few bytes at a time, as a network does.
pub struct Pieces<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl<'a> Pieces<'a> {
    /// Pieces of one to sixteen bytes.
    pub fn new(bytes: &'a [u8]) -> Pieces<'a> {
        let size = 1 + bytes.len() % 16;
        Pieces { bytes, size }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.size.min(buffer.len());
        self.bytes.read(&mut buffer[..size])
    }
}

/// Whether a text has lines that say which games of a database follow; the reader takes them out.
pub fn names_origins(text: &[u8]) -> bool {
    let line = b"%tabiya game ";
    text.windows(line.len()).any(|bytes| bytes == line)
}

/// Whether all bytes of a text stand in another one, in their order.
pub fn is_within(text: &[u8], other: &[u8]) -> bool {
    let mut rest = other.iter();
    text.iter().all(|byte| rest.any(|other| other == byte))
}
