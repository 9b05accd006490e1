//! The whole program: its command line, and its server on a real socket.

mod analyse;
mod annotate;
mod cli;
mod difficulty;
mod durable;
mod hostile;
mod import;
mod progressive;
mod quality;
mod serve;
mod tabiya;
mod train;
mod uci;
mod xboard;
