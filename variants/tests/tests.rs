//! Progressive chess against plain shakmaty.

mod brute;
mod mates;
mod readings;
