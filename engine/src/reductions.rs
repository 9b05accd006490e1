//! By how much late moves are reduced.

use crate::parameters::Parameters;

/// Parts of a ply in which reductions are added up. Read: Stockfish 16.
pub const PLY: i32 = 1024;

/// By how much late moves are reduced, in parts of a [`PLY`], by depth and by their number, of which the last one counts
/// for all after it: `base + ln(depth) * ln(number) / divisor` plies.
///
/// Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
pub struct Reductions<const MOVES: usize>([[i32; MOVES]; 64]);

impl<const MOVES: usize> Reductions<MOVES> {
    /// The table for a base and a divisor.
    pub fn new(base: f64, divisor: f64) -> Reductions<MOVES> {
        let mut table = [[0; MOVES]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *reduction = (f64::from(PLY) * (base + product / divisor)) as i32;
            }
        }
        Reductions(table)
    }

    /// By how much a move is reduced before which `searched` others were searched, in parts of a [`PLY`].
    pub fn get(&self, depth: i32, searched: i32) -> i32 {
        self.0[depth.clamp(0, 63) as usize][searched.clamp(0, MOVES as i32 - 1) as usize]
    }
}

/// Of quiet moves and of captures.
pub(crate) struct ByKind {
    quiet: Reductions<64>,
    capture: Reductions<64>,
}

impl ByKind {
    pub(crate) fn new(parameters: &Parameters) -> ByKind {
        let table =
            |base, divisor| Reductions::new(f64::from(base) / 100.0, f64::from(divisor) / 100.0);
        ByKind {
            quiet: table(
                parameters.late_reduction_base,
                parameters.late_reduction_divisor,
            ),
            capture: table(
                parameters.late_capture_reduction_base,
                parameters.late_capture_reduction_divisor,
            ),
        }
    }

    /// By how much a move is reduced before which `searched` others were searched, in parts of a [`PLY`].
    pub(crate) fn get(&self, depth: i32, searched: i32, quiet: bool) -> i32 {
        let kind = if quiet { &self.quiet } else { &self.capture };
        kind.get(depth, searched)
    }
}
