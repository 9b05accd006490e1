//! How good predictions are.

/// The mean of how far predictions are off.
pub(crate) fn mean_error(predictions: &[f64], ratings: &[f64]) -> f64 {
    let pairs = predictions.iter().zip(ratings);
    pairs.map(|(said, is)| (said - is).abs()).sum::<f64>() / ratings.len() as f64
}

/// Spearman's rank correlation, <https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient>.
pub(crate) fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// The rank of each number; equal ones share theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = |number: &f64| {
        let below = sorted.partition_point(|other| other < number);
        let up_to = sorted.partition_point(|other| other <= number);
        (below + up_to) as f64 / 2.0 - 0.5
    };
    numbers.iter().map(rank).collect()
}

/// A quantile of sorted numbers.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}
