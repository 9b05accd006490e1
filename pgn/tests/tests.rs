//! Reading files, streams and games of PGN.

mod files;
mod games;
