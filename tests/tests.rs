//! The whole program: its command line, and its server on a real socket.

mod cli;
mod durable;
mod import;
mod serve;
mod tabiya;
