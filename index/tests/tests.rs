//! The index as its users see it: real files in, hits out, held against independent answers.

mod carlsen;
mod exact;
mod explorer;
mod filters;
mod import;
mod messy;
