//! Variants: progressive chess against plain shakmaty, bughouse against real games.

mod brute;
mod bughouse;
mod mates;
mod readings;
