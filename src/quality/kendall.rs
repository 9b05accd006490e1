//! How far two orders of the same things agree.

use std::cmp::Ordering;

/// Kendall's tau-b of two lists of numbers for the same things: 1 if they put them into the same order, -1 if into the
/// opposite one; `None` where one of them tells no two things apart.
///
/// ```text
/// tau = (concordant - discordant pairs) / √(pairs that are no tie in one × pairs that are no tie in the other)
/// ```
///
/// Source: Kendall 1945, "The treatment of ties in ranking problems".
pub(super) fn tau(one: &[f64], other: &[f64]) -> Option<f64> {
    let (mut agreement, mut of_one, mut of_other) = (0.0, 0.0, 0.0);
    for second in 0..one.len() {
        for first in 0..second {
            let a = sign(one[first], one[second]);
            let b = sign(other[first], other[second]);
            agreement += a * b;
            of_one += a * a;
            of_other += b * b;
        }
    }
    (of_one > 0.0 && of_other > 0.0).then(|| agreement / f64::sqrt(of_one * of_other))
}

fn sign(a: f64, b: f64) -> f64 {
    match a.total_cmp(&b) {
        Ordering::Less => -1.0,
        Ordering::Equal => 0.0,
        Ordering::Greater => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_taus() {
        let cases: [(&[f64], &[f64], Option<f64>); 9] = [
            (&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 3.0, 4.0], Some(1.0)),
            (&[1.0, 2.0, 3.0, 4.0], &[9.0, 7.0, 2.0, 1.0], Some(-1.0)),
            // One pair of six is the other way round.
            (
                &[1.0, 2.0, 3.0, 4.0],
                &[2.0, 1.0, 3.0, 4.0],
                Some(2.0 / 3.0),
            ),
            // Three of six.
            (&[1.0, 2.0, 3.0, 4.0], &[4.0, 1.0, 2.0, 3.0], Some(0.0)),
            // Two agree, one is a tie in one list.
            (
                &[1.0, 2.0, 3.0],
                &[1.0, 1.0, 2.0],
                Some(2.0 / f64::sqrt(6.0)),
            ),
            // scipy.stats.kendalltau of its documentation: -0.47140452079103173.
            (
                &[12.0, 2.0, 1.0, 12.0, 2.0],
                &[1.0, 4.0, 7.0, 1.0, 0.0],
                Some(-0.471_404_520_791_031_73),
            ),
            (&[1.0, 1.0], &[1.0, 2.0], None),
            (&[1.0], &[1.0], None),
            (&[], &[], None),
        ];
        for (one, other, expected) in cases {
            for found in [tau(one, other), tau(other, one)] {
                let close = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
                    (found, expected) => found.is_none() && expected.is_none(),
                };
                assert!(close, "{one:?} {other:?}: {found:?}, not {expected:?}");
            }
        }
    }
}
