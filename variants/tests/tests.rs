//! Variants: progressive chess against plain shakmaty, bughouse against real games.

mod brute;
mod bughouse;
mod bughouse_play;
mod mates;
mod readings;
