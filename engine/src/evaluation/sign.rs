//! Both sides by one number.

use shakmaty::Color;

/// 1 for White, -1 for Black.
pub(crate) fn sign(color: Color) -> i32 {
    color.fold_wb(1, -1)
}
