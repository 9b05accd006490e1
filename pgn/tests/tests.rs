//! Reading files, streams and games of PGN.

mod annotations;
mod clocks;
mod files;
mod games;
mod reports;
mod scid;
