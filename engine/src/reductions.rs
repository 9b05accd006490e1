//! By how much late moves are reduced.

use std::sync::LazyLock;

use crate::parameters::{LATE_CAPTURE_REDUCTION, LATE_REDUCTION};

/// By how many plies late moves are reduced, for captures and quiet moves, by depth and number.
///
/// Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
pub(crate) struct Reductions([[[i32; 64]; 64]; 2]);

/// The only ones there are.
pub(crate) static REDUCTIONS: LazyLock<Reductions> = LazyLock::new(|| {
    Reductions(
        [LATE_CAPTURE_REDUCTION, LATE_REDUCTION].map(|(base, divisor)| {
            let mut table = [[0; 64]; 64];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (number as f64).ln();
                    *reduction = (base + product / divisor) as i32;
                }
            }
            table
        }),
    )
});

impl Reductions {
    /// By how many plies a move is reduced before which so many were searched.
    pub(crate) fn get(&self, depth: i32, searched: i32, quiet: bool) -> i32 {
        let table = &self.0[usize::from(quiet)];
        table[depth.clamp(0, 63) as usize][searched.clamp(0, 63) as usize]
    }
}
