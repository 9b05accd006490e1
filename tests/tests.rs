//! The whole program: its command line, and its server on a real socket.

mod analyse;
mod annotate;
mod bench;
mod cluster;
mod combinations;
mod damage;
mod data;
mod difficulty;
mod docs;
mod durable;
mod failures;
mod faults;
mod hostile;
mod import;
mod ingest;
#[path = "../app/tests/cluster/nodes.rs"]
mod nodes;
mod overload;
mod positions;
mod progressive;
mod quality;
mod serve;
mod tabiya;
mod train;
mod train_index;
mod uci;
mod xboard;
