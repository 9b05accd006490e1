//! The index as its users see it: real files in, hits out, held against independent answers.

mod addresses;
mod backup;
mod carlsen;
mod collections;
mod comments;
mod contained;
mod copied;
mod damage;
mod explorer;
mod exported;
mod files;
mod folder;
mod import;
mod lenient;
mod messy;
mod upgrade;
mod variations;
