//! What two positions have in common, judged by their games: how they went on, what they came from,
//! how they ended.
//!
//! Every metric is a mean over the hits of a query, then over queries. `own` is the side to move in
//! the query, `opp` the other, whoever is to move in the hit.

use motifs::pesto;
use pgn::MoveKey;
use shakmaty::{Bitboard, Board, Color, Position, Role};

use super::metric::Metric;
use super::queries::{Judged, Phase};
use crate::passages::continuation::PLIES;
use crate::passages::moment::Moment;

/// How many moves a side are compared.
const PLAN: usize = PLIES / 2;
/// Openings are compared up to this ply. Read: the definition of the measure.
const LAST_OPENING_PLY: u32 = 50;
/// The largest difference of evaluations, in pawns: beyond it a game is lost either way. Read: the
/// definition of the measure.
const EVALUATION_CAP: f64 = 10.0;

/// The hits of a query.
#[derive(Clone, Debug)]
pub struct Hits {
    /// The positions found, one at least.
    pub moments: Vec<Moment>,
    /// The ids of their games.
    pub games: Vec<u64>,
    /// The ids of the games found for the perturbed query.
    pub perturbed: Vec<u64>,
}

/// What was measured for a query.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What the query was in its game.
    pub phase: Phase,
    /// In the order of [`Metric::ALL`]; `None` where a metric does not apply.
    pub values: [Option<f64>; Metric::ALL.len()],
    /// The result of its game, White's view, 0 to 1.
    pub result: f64,
    /// The mean result of the games found.
    pub hits_result: f64,
}

impl Measured {
    /// What a metric is for this query; `None` where it does not apply.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        self.values[metric as usize]
    }
}

/// Measures what was found for a query.
pub fn measure(query: &Judged, hits: &Hits) -> Measured {
    Measured {
        phase: query.phase,
        values: Metric::ALL.map(|metric| value(metric, query, hits)),
        result: query.moment.result,
        hits_result: mean(hits, |hit| Some(hit.result)).unwrap_or_default(),
    }
}

fn value(metric: Metric, query: &Judged, hits: &Hits) -> Option<f64> {
    match metric {
        Metric::Brier => {
            let result = mean(hits, |hit| Some(hit.result))?;
            Some(100.0 * (result - query.moment.result).powi(2))
        }
        Metric::Stab => {
            let mut kept = hits.games.clone();
            kept.retain(|game| hits.perturbed.contains(game));
            Some(100.0 * kept.len() as f64 / hits.games.len() as f64)
        }
        _ => mean(hits, |hit| of_hit(metric, query, hit)),
    }
}

/// The mean over the hits.
fn mean(hits: &Hits, of: impl Fn(&Moment) -> Option<f64>) -> Option<f64> {
    let sum: Option<f64> = hits.moments.iter().map(of).sum();
    Some(sum? / hits.moments.len() as f64)
}

/// What a metric is of a single hit; `None` where it does not apply, as [`Metric::Stab`] to none.
pub fn of_hit(metric: Metric, query: &Judged, hit: &Moment) -> Option<f64> {
    let moment = &query.moment;
    let own = moment.position.turn();
    let (board, other) = (moment.position.board(), hit.position.board());
    let rate = |is: bool| Some(100.0 * f64::from(u8::from(is)));
    let plan = |color: Color| share(moment.keys.get(color), hit.keys.get(color));
    let next = |moves| {
        let first = moment.keys.get(own).first();
        let mut keys = hit.keys.get(own).iter().take(moves);
        rate(keys.any(|key| Some(key) == first))
    };
    let eco = |letters| {
        let code = moment.eco.get(..letters);
        let counts = query.ply <= LAST_OPENING_PLY && query.phase != Phase::Endgame;
        counts.then(|| rate(code.is_some() && hit.eco.get(..letters) == code))?
    };
    match metric {
        Metric::Plan => Some(50.0 * (plan(own) + plan(!own))),
        Metric::PlanOwn => Some(100.0 * plan(own)),
        Metric::PlanOpp => Some(100.0 * plan(!own)),
        Metric::Next1 => next(1),
        Metric::Next3 => next(3),
        Metric::Eco3 => eco(3),
        Metric::Eco2 => eco(2),
        Metric::FutPawn => Some(pawn_distance(&moment.later, &hit.later)),
        Metric::FutEval => Some(evaluation_distance(&moment.later, &hit.later)),
        Metric::Brier => Some(100.0 * (hit.result - moment.result).powi(2)),
        Metric::Stab => None,
        Metric::Skel => rate(pawns(board) == pawns(other)),
        Metric::PawnXor => {
            let mut mirrored = other.clone();
            mirrored.flip_horizontal();
            Some(pawn_distance(board, other).min(pawn_distance(board, &mirrored)))
        }
        Metric::MatSig => rate(board.material() == other.material()),
        Metric::MatDist => Some(material_distance(board, other)),
        Metric::EvalD => Some(evaluation_distance(board, other)),
        Metric::Stm => rate(hit.position.turn() == own),
    }
}

/// How many moves are in both, each as often as it is in both, as a share of [`PLAN`].
fn share(moves: &[MoveKey], others: &[MoveKey]) -> f64 {
    let mut left = others.to_vec();
    let both = moves.iter().filter(|key| {
        let place = left.iter().position(|other| other == *key);
        place.map(|place| left.swap_remove(place)).is_some()
    });
    both.count() as f64 / PLAN as f64
}

/// White's and Black's pawns.
fn pawns(board: &Board) -> [Bitboard; 2] {
    [Color::White, Color::Black].map(|color| board.by_piece(Role::Pawn.of(color)))
}

/// How many squares have a pawn in one of the boards that they have not in the other, summed over
/// the colours.
fn pawn_distance(a: &Board, b: &Board) -> f64 {
    let pairs = pawns(a).into_iter().zip(pawns(b));
    pairs.map(|(a, b)| (a ^ b).count()).sum::<usize>() as f64
}

/// Difference of the evaluations in pawns, [`EVALUATION_CAP`] at most.
fn evaluation_distance(a: &Board, b: &Board) -> f64 {
    let centipawns = (pesto(a) - pesto(b)).abs();
    (f64::from(centipawns) / 100.0).min(EVALUATION_CAP)
}

/// Difference in the number of pieces, summed over the ten kinds; kings are alike.
fn material_distance(a: &Board, b: &Board) -> f64 {
    let kinds = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| role.of(color)));
    let differences = kinds.map(|kind| {
        let (a, b) = (a.by_piece(kind).count(), b.by_piece(kind).count());
        a.abs_diff(b)
    });
    differences.sum::<usize>() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passages::moment::tests::line;

    fn moment(fen: &str, moves: &str) -> Moment {
        Moment::new(&line(fen, moves), 0.5, "E73").expect("a moment")
    }

    fn query(fen: &str, moves: &str) -> Judged {
        Judged {
            moment: moment(fen, moves),
            phase: Phase::MgQueens,
            ply: 30,
            perturbed: pgn::parse_fen(fen).expect("a FEN"),
        }
    }

    fn hits(moments: Vec<Moment>) -> Hits {
        Hits {
            games: (1..).take(moments.len()).collect(),
            perturbed: Vec::new(),
            moments,
        }
    }

    /// A query with one hit.
    struct Case {
        /// The position and what was played.
        query: (&'static str, &'static str),
        hit: (&'static str, &'static str),
        /// What they have in common.
        expected: &'static [(Metric, f64)],
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const ITALIAN: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8";
    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    const CASES: [Case; 8] = [
        // Itself.
        Case {
            query: (START, ITALIAN),
            hit: (START, ITALIAN),
            expected: &[
                (Metric::Plan, 100.0),
                (Metric::PlanOwn, 100.0),
                (Metric::PlanOpp, 100.0),
                (Metric::Next1, 100.0),
                (Metric::Next3, 100.0),
                (Metric::FutPawn, 0.0),
                (Metric::FutEval, 0.0),
                (Metric::Brier, 0.0),
            ],
        },
        // e4 is played, but later. The hit's game ends with pawns on c2, d4, e4 and e7 where the
        // query's has c3, d3, e4, d6 and e5.
        Case {
            query: (START, ITALIAN),
            hit: (START, "d2d4 d7d5 e2e4 d5e4"),
            expected: &[
                (Metric::PlanOwn, 100.0 / 6.0),
                (Metric::PlanOpp, 0.0),
                (Metric::Plan, 50.0 / 6.0),
                (Metric::Next1, 0.0),
                (Metric::Next3, 100.0),
                (Metric::FutPawn, 9.0),
                (Metric::Skel, 100.0),
                (Metric::PawnXor, 0.0),
                (Metric::MatSig, 100.0),
                (Metric::MatDist, 0.0),
                (Metric::EvalD, 0.0),
                (Metric::Stm, 100.0),
            ],
        },
        // The other side is to move in the hit, which has a pawn more: White's moves are still
        // own. The evaluations are 488 and 393.
        Case {
            query: ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1 e8e7 g1g2 e7e6"),
            hit: ("3k4/7p/8/8/8/8/8/4K2R b K -", "d8e7 e1g1 e7e6 g1f2"),
            expected: &[
                (Metric::PlanOwn, 100.0 / 6.0),
                (Metric::PlanOpp, 200.0 / 6.0),
                (Metric::Next1, 100.0),
                (Metric::Next3, 100.0),
                (Metric::FutPawn, 1.0),
                (Metric::Skel, 0.0),
                (Metric::PawnXor, 1.0),
                (Metric::MatSig, 0.0),
                (Metric::MatDist, 1.0),
                (Metric::EvalD, 0.95),
                (Metric::Stm, 0.0),
            ],
        },
        // A move counts as often as both have it.
        Case {
            query: (KINGS, "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8"),
            hit: (KINGS, "e1d1 e8e7 d1c1 e7e8 c1c2 e8d8 c2d1 d8c8 d1c1"),
            expected: &[
                (Metric::PlanOwn, 200.0 / 6.0),
                (Metric::PlanOpp, 200.0 / 6.0),
            ],
        },
        // The fourth own move is too late for next3.
        Case {
            query: (KINGS, "e1d1"),
            hit: (KINGS, "e1e2 e8e7 e2e3 e7e8 e3d2 e8e7 d2d1"),
            expected: &[(Metric::Next1, 0.0), (Metric::Next3, 0.0)],
        },
        // Nothing is played after the end.
        Case {
            query: (KINGS, "e1d1"),
            hit: (KINGS, ""),
            expected: &[
                (Metric::PlanOwn, 0.0),
                (Metric::Next1, 0.0),
                (Metric::Next3, 0.0),
            ],
        },
        // Left and right exchanged.
        Case {
            query: ("k7/7p/8/8/8/8/P7/K7 w - -", ""),
            hit: ("7k/p7/8/8/8/8/7P/7K w - -", ""),
            expected: &[
                (Metric::PawnXor, 0.0),
                (Metric::Skel, 0.0),
                (Metric::FutPawn, 4.0),
            ],
        },
        // Lost is lost.
        Case {
            query: (KINGS, ""),
            hit: ("4k3/8/8/8/8/8/8/QQ2K3 w - -", ""),
            expected: &[
                (Metric::EvalD, 10.0),
                (Metric::FutEval, 10.0),
                (Metric::MatDist, 2.0),
            ],
        },
    ];

    #[test]
    fn what_two_games_have_in_common() {
        for Case {
            query: (fen, moves),
            hit: (hit, played),
            expected,
        } in CASES
        {
            let measured = measure(&query(fen, moves), &hits(vec![moment(hit, played)]));
            for (metric, expected) in expected {
                let value = measured.value(*metric).expect("a value");
                assert!(
                    (value - expected).abs() < 1e-9,
                    "{} of {fen} and {hit}: {value}, not {expected}",
                    metric.name()
                );
            }
        }
    }

    #[test]
    fn results_of_games() {
        // The query's result, those of the hits, and the squared difference in per cent.
        let cases: [(f64, &[f64], f64); 5] = [
            (1.0, &[1.0], 0.0),
            (0.0, &[1.0], 100.0),
            (0.5, &[1.0, 0.0], 0.0),
            (0.0, &[1.0, 0.5], 56.25),
            (1.0, &[0.0, 0.5, 0.5, 1.0], 25.0),
        ];
        for (result, results, expected) in cases {
            let mut query = query(KINGS, "");
            query.moment.result = result;
            let hit = |result: &f64| Moment {
                result: *result,
                ..moment(KINGS, "")
            };
            let measured = measure(&query, &hits(results.iter().map(hit).collect()));
            assert_eq!(
                measured.value(Metric::Brier),
                Some(expected),
                "{result}: {results:?}"
            );
            let mean = results.iter().sum::<f64>() / results.len() as f64;
            assert!((measured.hits_result - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn openings() {
        use Phase::{Endgame, MgQueenless, MgQueens};
        // The query's code, phase and ply, that of the hit, and whether three and two characters
        // are the same.
        let cases = [
            ("E73", MgQueens, 30, "E73", Some(100.0), Some(100.0)),
            ("E73", MgQueenless, 50, "E74", Some(0.0), Some(100.0)),
            ("E73", MgQueens, 30, "E83", Some(0.0), Some(0.0)),
            ("E73", MgQueens, 30, "", Some(0.0), Some(0.0)),
            ("", MgQueens, 30, "", Some(0.0), Some(0.0)),
            ("E73", MgQueens, 51, "E73", None, None),
            ("E73", Endgame, 30, "E73", None, None),
        ];
        for (code, phase, ply, other, eco3, eco2) in cases {
            let mut query = query(KINGS, "");
            query.moment.eco = code.to_owned();
            (query.phase, query.ply) = (phase, ply);
            let hit = Moment {
                eco: other.to_owned(),
                ..moment(KINGS, "")
            };
            let measured = measure(&query, &hits(vec![hit]));
            let both = (measured.value(Metric::Eco3), measured.value(Metric::Eco2));
            assert_eq!(both, (eco3, eco2), "{code} {phase:?} {ply} {other}");
        }
    }

    #[test]
    fn stability() {
        let cases: [(&[u64], f64); 4] = [
            (&[1, 2, 3, 4], 100.0),
            (&[4, 3, 9, 1], 75.0),
            (&[4], 25.0),
            (&[5, 6, 7, 8], 0.0),
        ];
        for (perturbed, expected) in cases {
            let mut hits = hits(vec![moment(KINGS, ""); 4]);
            hits.perturbed = perturbed.to_vec();
            let measured = measure(&query(KINGS, ""), &hits);
            assert_eq!(
                measured.value(Metric::Stab),
                Some(expected),
                "{perturbed:?}"
            );
        }
    }
}
