//! The whole program: its command line, and its server on a real socket.

mod analyse;
mod annotate;
mod backup;
mod bench;
mod cluster;
mod collections;
mod combinations;
mod damage;
mod data;
mod difficulty;
mod docs;
mod doctor;
mod durable;
mod export;
mod failures;
mod faults;
mod fetch;
mod hostile;
#[path = "../app/tests/fetch/imitation.rs"]
#[allow(dead_code, reason = "the tests of `app` use the rest")]
mod imitation;
mod import;
mod ingest;
mod keys;
mod mcp;
#[path = "../app/tests/cluster/nodes.rs"]
mod nodes;
mod overload;
mod positions;
mod progressive;
mod quality;
mod serve;
mod tabiya;
mod tablebase;
mod train;
mod train_index;
mod uci;
mod variations;
mod xboard;
