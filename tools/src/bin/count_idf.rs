//! Counts in how many positions of an index each term is, and writes `similarity/data/idf.bin`; then says how
//! the idf of the same pawns on a wing, and on all files, goes with the idfs of its files.
//!
//! ```text
//! cargo run --release -p tools --bin count_idf -- INDEX similarity/data/idf.bin
//! ```

use std::collections::HashMap;

use index::Index;
use shakmaty::{Color, Position};
use similarity::{IDF_SCALE, Term, idf, terms};

/// The files of the wings and of the whole board.
const SETS: [(&str, std::ops::Range<usize>); 4] =
    [("a-c", 0..3), ("d-e", 3..5), ("f-h", 5..8), ("a-h", 0..8)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [index, table] = &arguments[..] else {
        return Err("usage: count_idf INDEX TABLE".into());
    };
    let snapshot = Index::open(index.as_ref())?.snapshot()?;
    let mut frequencies = vec![0_u64; Term::COUNT];
    let mut sets: [HashMap<u64, (u64, Vec<Term>)>; 4] = Default::default();
    let mut positions = 0;
    snapshot.for_each_position(|position| {
        positions += 1;
        let terms = terms(position);
        for term in &terms {
            frequencies[term.id()] += 1;
        }
        let [white, black] =
            Color::ALL.map(|color| position.board().pawns() & position.board().by_color(color));
        let first = terms
            .partition_point(|term| *term < Term::pawn_file(shakmaty::File::A, 0.into(), 0.into()));
        for (sets, (_, files)) in sets.iter_mut().zip(SETS) {
            let mask: u64 = files
                .clone()
                .map(|file| 0x0101_0101_0101_0101 << file)
                .sum();
            // Pawns stand on six ranks only: both colours fit into one word, shifted.
            let key = (white.0 & mask)
                | (black.0 & mask)
                    .rotate_right(12)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let set = sets
                .entry(key)
                .or_insert_with(|| (0, terms[first..][files].to_vec()));
            set.0 += 1;
        }
    })?;
    let idfs: Vec<f64> = frequencies
        .iter()
        .map(|frequency| idf(positions, *frequency))
        .collect();
    let bytes = idfs
        .iter()
        .flat_map(|idf| ((idf * IDF_SCALE) as u16).to_le_bytes());
    std::fs::write(table, bytes.collect::<Vec<u8>>())?;

    for (sets, (name, _)) in sets.iter().zip(SETS) {
        // Least squares through the origin, and with a constant, each set as often as it is met.
        let (mut n, mut x, mut y, mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for (count, files) in sets.values() {
            let weight = *count as f64;
            let sum: f64 = files.iter().map(|file| idfs[file.id()]).sum();
            let idf = idf(positions, *count);
            n += weight;
            x += weight * sum;
            y += weight * idf;
            xx += weight * sum * sum;
            xy += weight * sum * idf;
            yy += weight * idf * idf;
        }
        let slope = (n * xy - x * y) / (n * xx - x * x);
        let constant = (y - slope * x) / n;
        let correlation = (n * xy - x * y) / ((n * xx - x * x) * (n * yy - y * y)).sqrt();
        println!(
            "{name}: {} sets, mean idf {:.2}, {constant:.2} + {slope:.3} x sum, correlation {correlation:.3}",
            sets.len(),
            y / n
        );
    }
    Ok(())
}
