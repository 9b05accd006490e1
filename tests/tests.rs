//! The whole program: its command line, and its server on a real socket.

mod analyse;
mod annotate;
mod cli;
mod cluster;
mod difficulty;
mod durable;
mod hostile;
mod import;
#[path = "../app/tests/cluster/nodes.rs"]
mod nodes;
mod progressive;
mod quality;
mod serve;
mod tabiya;
mod train;
mod uci;
mod xboard;
