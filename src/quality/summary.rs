//! From what was measured for each query to figures with standard errors.
//!
//! ```text
//! SQI = 100 × exp(mean of ±ln(m / m of the reference))
//! ```
//!
//! over components that are better up (+) or down (-): SQI7 over seven, SQI8 over these and the
//! stability. The reference has 100.

use std::collections::BTreeMap;

use serde::Serialize;

use similarity::quality::{Measured, Metric};

/// How many games are looked at for a query. Read: as many as `tabiya similar` shows by default.
pub(super) const HITS: usize = 10;

/// What the composites are made of, and whether more is better; the last is SQI8's alone.
const COMPONENTS: [(Metric, f64); 8] = [
    (Metric::PlanOwn, 1.0),
    (Metric::PlanOpp, 1.0),
    (Metric::Next3, 1.0),
    (Metric::Eco3, 1.0),
    (Metric::FutPawn, -1.0),
    (Metric::FutEval, -1.0),
    (Metric::Brier, -1.0),
    (Metric::Stab, 1.0),
];
/// How often queries are drawn again. Read: the definition of the measure.
const RESAMPLES: usize = 400;
/// What the drawing begins with; any number does.
const SEED: u64 = 1;

/// Figures by name: `SQI7`, `SQI8`, `rcorr` and the names of [`Metric::ALL`].
pub(super) type Figures = BTreeMap<&'static str, Figure>;

/// A figure over queries. Not a number (null in JSON) is what cannot be computed from so few.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Figure {
    /// The mean, the correlation or the composite.
    pub(super) value: f64,
    /// Its standard error.
    pub(super) se: f64,
    /// How much more it is than the reference's.
    pub(super) difference: f64,
    /// The standard error of that, query by query.
    pub(super) difference_se: f64,
    /// Over how many queries.
    pub(super) queries: usize,
}

/// The figures of a scoring next to those of the reference, for the same queries in the same order.
pub(super) fn summary(measured: &[&Measured], reference: &[&Measured]) -> Figures {
    let mut figures: Figures = Metric::ALL
        .into_iter()
        .map(|metric| (metric.name(), average(metric, measured, reference)))
        .collect();
    let queries = measured.len();
    let correlations = resampled(measured, reference, |measured, _| correlation(measured));
    let differences = resampled(measured, reference, |measured, reference| {
        correlation(measured) - correlation(reference)
    });
    figures.insert(
        "rcorr",
        Figure {
            value: correlation(measured),
            se: deviation(&correlations),
            difference: correlation(measured) - correlation(reference),
            difference_se: deviation(&differences),
            queries,
        },
    );
    for (name, components) in [("SQI7", &COMPONENTS[..7]), ("SQI8", &COMPONENTS)] {
        let composites = resampled(measured, reference, |measured, reference| {
            composite(components, measured, reference)
        });
        let value = composite(components, measured, reference);
        let se = deviation(&composites);
        figures.insert(
            name,
            Figure {
                value,
                se,
                difference: value - 100.0,
                difference_se: se,
                queries,
            },
        );
    }
    figures
}

/// The mean of a metric over the queries that it applies to.
fn average(metric: Metric, measured: &[&Measured], reference: &[&Measured]) -> Figure {
    let pairs = measured.iter().zip(reference);
    let pairs = pairs.map(|(ours, theirs)| (ours.value(metric), theirs.value(metric)));
    figure(pairs.filter(|(ours, theirs)| ours.is_some() == theirs.is_some()))
}

/// The mean of numbers by query, each with that of the reference; queries without a number are left out.
pub(super) fn figure(pairs: impl Iterator<Item = (Option<f64>, Option<f64>)>) -> Figure {
    let (mut values, mut differences) = (Vec::new(), Vec::new());
    for (ours, theirs) in pairs {
        values.extend(ours);
        differences.extend(ours.zip(theirs).map(|(ours, theirs)| ours - theirs));
    }
    let error = |values: &[f64]| deviation(values) / (values.len() as f64).sqrt();
    Figure {
        value: mean(&values),
        se: error(&values),
        difference: mean(&differences),
        difference_se: error(&differences),
        queries: values.len(),
    }
}

/// Pearson's correlation of the queries' results with those of the games found.
fn correlation(measured: &[&Measured]) -> f64 {
    let average = |of: fn(&Measured) -> f64| {
        measured.iter().map(|one| of(one)).sum::<f64>() / measured.len() as f64
    };
    let (x, y) = (average(|one| one.result), average(|one| one.hits_result));
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for one in measured {
        let (dx, dy) = (one.result - x, one.hits_result - y);
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    xy / (xx * yy).sqrt()
}

/// How much better than the reference, which has 100. A component that applies to none of the
/// queries, as openings to endgames, is skipped.
fn composite(components: &[(Metric, f64)], measured: &[&Measured], reference: &[&Measured]) -> f64 {
    let logarithms: Vec<f64> = components
        .iter()
        .filter_map(|(metric, sign)| {
            let mean_of = |measured: &[&Measured]| {
                let values: Vec<f64> = measured
                    .iter()
                    .filter_map(|one| one.value(*metric))
                    .collect();
                (!values.is_empty()).then(|| mean(&values))
            };
            let (ours, theirs) = (mean_of(measured)?, mean_of(reference)?);
            // Equal zeros are equal too.
            Some(if ours.total_cmp(&theirs).is_eq() {
                0.0
            } else {
                sign * (ours / theirs).ln()
            })
        })
        .collect();
    100.0 * mean(&logarithms).exp()
}

/// A statistic of [`RESAMPLES`] drawings of as many queries, with replacement, the same for both.
fn resampled(
    measured: &[&Measured],
    reference: &[&Measured],
    statistic: impl Fn(&[&Measured], &[&Measured]) -> f64,
) -> Vec<f64> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut drawn = || {
        let places: Vec<usize> = measured
            .iter()
            .map(|_| random.usize(..measured.len()))
            .collect();
        let ours: Vec<&Measured> = places.iter().map(|place| measured[*place]).collect();
        let theirs: Vec<&Measured> = places.iter().map(|place| reference[*place]).collect();
        statistic(&ours, &theirs)
    };
    (0..RESAMPLES).map(|_| drawn()).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The standard deviation, estimated from a sample.
fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (values.len() as f64 - 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use similarity::quality::Phase;

    /// What was measured for a query, from what each metric is; 0.5 and 0 as results.
    fn measured(value: impl Fn(Metric) -> Option<f64>) -> Measured {
        Measured {
            phase: Phase::MgQueens,
            values: Metric::ALL.map(value),
            result: 0.5,
            hits_result: 0.0,
        }
    }

    /// Twenty queries of random values, openings in some of them.
    fn random() -> Vec<Measured> {
        let mut random = fastrand::Rng::with_seed(7);
        let mut query = |number: usize| {
            let values: Vec<f64> = Metric::ALL.map(|_| 100.0 * random.f64()).to_vec();
            Measured {
                result: f64::from(random.u8(..3)) / 2.0,
                hits_result: random.f64(),
                ..measured(|metric| {
                    let opening = matches!(metric, Metric::Eco3 | Metric::Eco2);
                    (!opening || number.is_multiple_of(3)).then_some(values[metric as usize])
                })
            }
        };
        (0..20).map(&mut query).collect()
    }

    #[test]
    fn against_itself() {
        let all = random();
        let all: Vec<&Measured> = all.iter().collect();
        let figures = summary(&all, &all);
        assert_eq!(figures.len(), Metric::ALL.len() + 3);
        for (name, figure) in figures {
            assert_eq!(
                (figure.difference, figure.difference_se),
                (0.0, 0.0),
                "{name}"
            );
            if name.starts_with("SQI") {
                assert_eq!((figure.value, figure.se), (100.0, 0.0), "{name}");
            } else {
                assert!(figure.value.is_finite() && figure.se > 0.0, "{name}");
            }
        }
    }

    /// What is how many times the reference's.
    type Factors = &'static [(Metric, f64)];

    #[test]
    fn composites() {
        use Metric::{Brier, Eco3, FutPawn, Next1, Next3, PlanOwn, Skel, Stab};
        let root = |ratio: f64, degree: f64| 100.0 * ratio.powf(1.0 / degree);
        // What changes, and both composites.
        let cases: [(Factors, f64, f64); 8] = [
            (&[], 100.0, 100.0),
            (&[(PlanOwn, 2.0)], root(2.0, 7.0), root(2.0, 8.0)),
            (&[(Eco3, 0.5)], root(0.5, 7.0), root(0.5, 8.0)),
            (&[(FutPawn, 0.5)], root(2.0, 7.0), root(2.0, 8.0)),
            (&[(Brier, 2.0), (Next3, 2.0)], 100.0, 100.0),
            (&[(Stab, 3.0)], 100.0, root(3.0, 8.0)),
            (&[(Next1, 9.0), (Skel, 9.0)], 100.0, 100.0),
            (&[(PlanOwn, 0.0)], 0.0, 0.0),
        ];
        let reference = random();
        for (changes, sqi7, sqi8) in cases {
            let changed: Vec<Measured> = reference
                .iter()
                .map(|one| Measured {
                    values: Metric::ALL.map(|metric| {
                        let factors = changes.iter().filter(|(changed, _)| *changed == metric);
                        let factor: f64 = factors.map(|(_, factor)| factor).product();
                        Some(factor * one.value(metric)?)
                    }),
                    ..one.clone()
                })
                .collect();
            let ours: Vec<&Measured> = changed.iter().collect();
            let theirs: Vec<&Measured> = reference.iter().collect();
            let figures = summary(&ours, &theirs);
            for (name, expected) in [("SQI7", sqi7), ("SQI8", sqi8)] {
                let Figure {
                    value, difference, ..
                } = figures[name];
                let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
                assert!(
                    close(value, expected) && close(difference, expected - 100.0),
                    "{name} of {changes:?}: {value}, not {expected}"
                );
            }
        }
    }

    /// Without openings there are six components; equal zeros are as good as each other.
    #[test]
    fn components_that_say_nothing() {
        let of = |plan: f64, next: f64| {
            measured(|metric| match metric {
                Metric::Eco3 | Metric::Eco2 => None,
                Metric::PlanOwn => Some(plan),
                Metric::Next3 => Some(next),
                _ => Some(10.0),
            })
        };
        let (ours, theirs) = (of(20.0, 0.0), of(10.0, 0.0));
        let figures = summary(&[&ours], &[&theirs]);
        let expected = 100.0 * 2.0_f64.powf(1.0 / 6.0);
        assert!((figures["SQI7"].value - expected).abs() < 1e-9);
        assert_eq!(figures["eco3"].queries, 0);
        assert!(figures["eco3"].value.is_nan() && figures["rcorr"].value.is_nan());
    }

    #[test]
    fn means_with_standard_errors() {
        let of = |plan: Option<f64>| measured(|_| plan);
        let ours = [0.0, 100.0, 100.0, 100.0].map(|value| of(Some(value)));
        let theirs = [0.0, 90.0, 110.0, 90.0].map(|value| of(Some(value)));
        let none = of(None);
        let ours: Vec<&Measured> = ours.iter().chain([&none]).collect();
        let theirs: Vec<&Measured> = theirs.iter().chain([&none]).collect();
        let figure = summary(&ours, &theirs)["C"];
        // Standard deviations of 50, and of 9.57 for the differences 0, 10, -10 and 10.
        assert_eq!((figure.value, figure.se, figure.queries), (75.0, 25.0, 4));
        assert!((figure.difference - 2.5).abs() < 1e-9);
        assert!((figure.difference_se - (275.0_f64 / 12.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn correlations() {
        let cases: [(&[(f64, f64)], f64); 3] = [
            (&[(0.0, 0.2), (0.5, 0.4), (1.0, 0.6)], 1.0),
            (&[(0.0, 0.9), (1.0, 0.1)], -1.0),
            (&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)], 0.0),
        ];
        for (pairs, expected) in cases {
            let all: Vec<Measured> = pairs
                .iter()
                .map(|(result, hits_result)| Measured {
                    result: *result,
                    hits_result: *hits_result,
                    ..measured(|_| Some(1.0))
                })
                .collect();
            let all: Vec<&Measured> = all.iter().collect();
            let value = summary(&all, &all)["rcorr"].value;
            assert!((value - expected).abs() < 1e-9, "{pairs:?}: {value}");
        }
    }
}
