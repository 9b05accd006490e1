//! The whole program: its command line, and its server on a real socket.

mod analyse;
mod annotate;
mod backup;
mod bench;
mod cluster;
mod collections;
mod combinations;
mod damage;
mod difficulty;
mod doctor;
mod durable;
// On other systems `tabiya doctor` knows less.
#[cfg(target_os = "linux")]
mod examples;
mod export;
mod failures;
mod faults;
mod fetch;
mod hostile;
mod import;
mod ingest;
mod keys;
mod mcp;
mod overload;
mod positions;
mod progressive;
mod quality;
mod serve;
mod storage;
mod tabiya;
mod tablebase;
mod train;
mod train_index;
mod uci;
mod variations;
mod xboard;
