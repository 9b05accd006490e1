//! Tunes the weights of the tapered evaluation, so that it tells best how games ended.
//!
//! ```text
//! cargo run --release -p engine --example tune -- engine/src/evaluation/weights.rs GAMES.pgn.zst..
//! ```
//!
//! From each game a few quiet positions are taken. The expected result is a logistic function of
//! the evaluation; its squared distance from the real one is made small by gradient descent (Adam,
//! Kingma and Ba 2015). The tuner starts from material alone and takes the same positions each
//! time, so that the weights are the same after each run.
//!
//! Source: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;

use engine::evaluation::{GROUPS, Group, OPENING_PHASE, SCALE, TERMS, for_each_term, phase, scale};
use motifs::{Attacks, winning_captures};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// Positions of a game at most.
const POSITIONS: usize = 8;
/// Positions before this ply are openings that everybody knows.
const FIRST_PLY: usize = 14;
/// How often all positions are gone through.
const EPOCHS: usize = 24;
/// Positions between two steps.
const BATCH: usize = 16_384;
/// How far the first steps go, in centipawns; the last ones go a hundredth.
const STEP: f32 = 1.5;
/// The evaluation at which e : 1 games are won, in centipawns. It sets the unit of all weights:
/// chosen so that a pawn is worth about 100.
const UNIT: f32 = 190.0;
/// How strongly weights are drawn to where they began, so that terms that hardly occur stay there.
const PULL: f32 = 5e-8;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [weights, games @ ..] = &arguments[..] else {
        return Err("usage: tune WEIGHTS.rs GAMES.pgn[.zst]...".into());
    };
    let mut sampler = Sampler {
        random: fastrand::Rng::with_seed(1),
        samples: Vec::new(),
        terms: Vec::new(),
    };
    for path in games {
        let file = BufReader::new(File::open(path)?);
        let zstd = std::path::Path::new(path)
            .extension()
            .is_some_and(|end| end == "zst");
        let text: Box<dyn Read> = if zstd {
            Box::new(zstd::Decoder::new(file)?)
        } else {
            Box::new(file)
        };
        Reader::new(text).visit_all_games(&mut sampler)?;
        eprintln!(
            "{path}: {} positions, {} terms",
            sampler.samples.len(),
            sampler.terms.len()
        );
    }
    let Sampler {
        mut random,
        mut samples,
        terms,
    } = sampler;
    random.shuffle(&mut samples);
    // A twentieth is kept aside, to see whether what is learnt is true of other positions.
    let (kept, learnt) = samples.split_at(samples.len() / 20);
    let mut tuner = Tuner::new();
    eprintln!("before: {:.6}", tuner.error(kept, &terms));
    for epoch in 0..EPOCHS {
        let step = STEP * 0.01_f32.powf(epoch as f32 / (EPOCHS - 1) as f32);
        let error = tuner.epoch(learnt, &terms, step);
        let other = tuner.error(kept, &terms);
        eprintln!("epoch {}: {error:.6}, others {other:.6}", epoch + 1);
    }
    std::fs::write(weights, tuner.source())?;
    Ok(())
}

/// A position and how its game ended.
struct Sample {
    /// Where its terms are.
    first: usize,
    count: usize,
    /// How much of the opening is left, 0 to 1.
    phase: f32,
    /// How much of the endgame's score counts for White, and for Black, 0 to 1.
    scale: [f32; 2],
    /// White's points.
    result: f32,
}

struct Sampler {
    random: fastrand::Rng,
    samples: Vec<Sample>,
    /// Numbers of terms and their counts.
    terms: Vec<(u16, i16)>,
}

/// What is read of a game.
#[derive(Default)]
struct Tags {
    position: Option<Chess>,
    result: Option<f32>,
}

struct Moves {
    position: Chess,
    result: f32,
    ply: usize,
    quiet: Vec<Chess>,
}

impl Visitor for Sampler {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Tags> {
        ControlFlow::Continue(Tags {
            position: Some(Chess::default()),
            result: None,
        })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"Result" {
            tags.result = match value.as_bytes() {
                b"1-0" => Some(1.0),
                b"0-1" => Some(0.0),
                b"1/2-1/2" => Some(0.5),
                _ => None,
            };
        } else if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            tags.position = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<(), Moves> {
        match tags {
            Tags {
                position: Some(position),
                result: Some(result),
            } => ControlFlow::Continue(Moves {
                position,
                result,
                ply: 0,
                quiet: Vec::new(),
            }),
            _ => ControlFlow::Break(()),
        }
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Moves, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(&game.position) else {
            return ControlFlow::Break(());
        };
        game.position.play_unchecked(m);
        game.ply += 1;
        if game.ply >= FIRST_PLY && is_quiet(&game.position) {
            game.quiet.push(game.position.clone());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut game: Moves) {
        for _ in 0..POSITIONS.min(game.quiet.len()) {
            let position = game
                .quiet
                .swap_remove(self.random.usize(..game.quiet.len()));
            self.take(&position, game.result);
        }
    }
}

impl Sampler {
    fn take(&mut self, position: &Chess, result: f32) {
        let board = position.board();
        let mut counts: HashMap<u16, i16> = HashMap::new();
        for_each_term(board, |term, count| {
            *counts.entry(term as u16).or_default() += count as i16;
        });
        let tempo = position.turn().fold_wb(1, -1);
        counts.insert(Group::Tempo.first() as u16, tempo);
        let mut terms: Vec<(u16, i16)> = counts.into_iter().filter(|term| term.1 != 0).collect();
        terms.sort_unstable();
        self.samples.push(Sample {
            first: self.terms.len(),
            count: terms.len(),
            phase: phase(board) as f32 / OPENING_PHASE as f32,
            scale: [1, -1].map(|endgame| scale(board, endgame) as f32 / SCALE as f32),
            result,
        });
        self.terms.append(&mut terms);
    }
}

/// Whether the side to move is neither in check nor wins something at once.
fn is_quiet(position: &Chess) -> bool {
    let board = position.board();
    let mut quiet = !position.is_check();
    if quiet {
        let attacks = Attacks::new(board);
        winning_captures(board, &attacks, position.turn(), |_, _, _| quiet = false);
    }
    quiet
}

/// Weights, opening's and endgame's, and what Adam keeps of each.
struct Tuner {
    weights: Vec<[f32; 2]>,
    start: Vec<[f32; 2]>,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Tuner {
    fn new() -> Tuner {
        // PeSTO's values of pieces; all other terms are worth nothing.
        let pieces = [
            (Group::Pawn, [82.0, 94.0]),
            (Group::Knight, [337.0, 281.0]),
            (Group::Bishop, [365.0, 297.0]),
            (Group::Rook, [477.0, 512.0]),
            (Group::Queen, [1025.0, 936.0]),
        ];
        let mut weights = vec![[0.0; 2]; TERMS];
        for (group, values) in pieces {
            weights[group.first()..][..64].fill(values);
        }
        Tuner {
            start: weights.clone(),
            weights,
            mean: vec![[0.0; 2]; TERMS],
            square: vec![[0.0; 2]; TERMS],
            steps: 0,
        }
    }

    /// The expected points, and how fast they grow with the score of the opening and of the
    /// endgame.
    fn expected(&self, sample: &Sample, terms: &[(u16, i16)]) -> (f32, [f32; 2]) {
        let mut sums = [0.0; 2];
        for (term, count) in &terms[sample.first..][..sample.count] {
            let [opening, endgame] = self.weights[usize::from(*term)];
            sums[0] += opening * f32::from(*count);
            sums[1] += endgame * f32::from(*count);
        }
        let scale = sample.scale[usize::from(sums[1] <= 0.0)];
        let shares = [sample.phase, (1.0 - sample.phase) * scale];
        let score = sums[0] * shares[0] + sums[1] * shares[1];
        let expected = 1.0 / (1.0 + (-score / UNIT).exp());
        let slope = expected * (1.0 - expected) / UNIT;
        (expected, shares.map(|share| share * slope))
    }

    fn error(&self, samples: &[Sample], terms: &[(u16, i16)]) -> f64 {
        let errors = samples.iter().map(|sample| {
            let miss = self.expected(sample, terms).0 - sample.result;
            f64::from(miss * miss)
        });
        errors.sum::<f64>() / samples.len() as f64
    }

    /// Goes through all samples once; tells the error on the way.
    fn epoch(&mut self, samples: &[Sample], terms: &[(u16, i16)], step: f32) -> f64 {
        let mut error = 0.0;
        for batch in samples.chunks(BATCH) {
            let mut gradients = vec![[0.0_f32; 2]; TERMS];
            for sample in batch {
                let (expected, slopes) = self.expected(sample, terms);
                let miss = expected - sample.result;
                error += f64::from(miss * miss);
                for (term, count) in &terms[sample.first..][..sample.count] {
                    let gradient = &mut gradients[usize::from(*term)];
                    gradient[0] += miss * slopes[0] * f32::from(*count);
                    gradient[1] += miss * slopes[1] * f32::from(*count);
                }
            }
            self.step(&gradients, batch.len() as f32, step);
        }
        error / samples.len() as f64
    }

    fn step(&mut self, gradients: &[[f32; 2]], samples: f32, step: f32) {
        let (fade, fade_square): (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let unbias = 1.0 - fade.powi(self.steps);
        let unbias_square = 1.0 - fade_square.powi(self.steps);
        for (term, gradient) in gradients.iter().enumerate() {
            for half in 0..2 {
                let weight = &mut self.weights[term][half];
                let pull = PULL * (*weight - self.start[term][half]) / UNIT;
                let gradient = gradient[half] / samples + pull;
                let mean = &mut self.mean[term][half];
                *mean = fade * *mean + (1.0 - fade) * gradient;
                let square = &mut self.square[term][half];
                *square = fade_square * *square + (1.0 - fade_square) * gradient * gradient;
                let pace = (*square / unbias_square).sqrt() + 1e-9;
                *weight -= step * (*mean / unbias) / pace;
            }
        }
    }

    /// The weights as the source file that has them.
    fn source(&self) -> String {
        let mut text = String::from(
            "//! The weights of the terms, as `examples/tune.rs` found them on the grandmasters' games.\n\n\
             use super::group::TERMS;\n\n\
             /// For the opening and the endgame, in centipawns.\n\
             #[rustfmt::skip]\n\
             pub const WEIGHTS: [(i16, i16); TERMS] = [\n",
        );
        for (group, count) in GROUPS {
            let _ = writeln!(text, "    // {group:?}");
            for row in self.weights[group.first()..][..count].chunks(8) {
                let row: Vec<String> = row
                    .iter()
                    .map(|[opening, endgame]| format!("({opening:.0}, {endgame:.0}),"))
                    .collect();
                let _ = writeln!(text, "    {}", row.join(" "));
            }
        }
        text.push_str("];\n");
        text.replace("-0,", "0,").replace("-0)", "0)")
    }
}
