//! `/api/analyse`: what the engine thinks of positions.

use std::time::Duration;

use engine::{Limits, STRONGEST, Score, WEAKEST};
use index::parse_fen;
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};
use utoipa::ToSchema;

use crate::analysts::{Analysts, Finding, Until};
use crate::batch::{Asked, Batch};
use crate::extract::number;
use crate::problem::Problem;
use crate::schemas::Fen;

/// How many moves a search makes unless asked otherwise. Guessed: a fifth of a second.
const USUAL_NODES: u64 = 200_000;

/// How far a position is searched, at whatever comes first; 200,000 nodes unless said. Any number is
/// read, so that one out of range is told from one that is none.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Effort {
    /// In plies, from 1 to 127.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 127)]
    pub depth: Option<f64>,
    /// Moves made in the search, from 1 on.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 1_000_000_000_000u64)]
    pub nodes: Option<f64>,
    /// In milliseconds, from 1 to 3,600,000.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 3_600_000)]
    pub movetime_ms: Option<f64>,
    /// How many of the best moves are wanted, from 1 to 218; 1 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 218, default = 1)]
    pub multi_pv: Option<f64>,
}

/// What is to be analysed: `fen` or `fens`. The fields of [`Effort`] are beside them.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AnalyseRequest {
    /// FEN or EPD.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// Several of them, up to 64; what is no FEN is answered with its problem.
    #[schema(min_items = 1, max_items = 64)]
    pub fens: Option<Vec<String>>,
    // Not flattened: serde would no longer tell which of the fields a problem is of.
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 127)]
    pub depth: Option<f64>,
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 1_000_000_000_000u64)]
    pub nodes: Option<f64>,
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 3_600_000)]
    pub movetime_ms: Option<f64>,
    /// See [`Effort`].
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 218, default = 1)]
    pub multi_pv: Option<f64>,
    /// Play as a player of this rating would, from 800 to 2200; as well as it can unless said. (Another
    /// engine does so if it has the option `UCI_Elo`.)
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 800, maximum = 2200)]
    pub elo: Option<f64>,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// Name and version of the engine.
    pub engine: String,
    /// The depth that was finished, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// Moves made in the search.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time_ms: u64,
    /// The best lines, the very best first.
    pub pvs: Vec<Pv>,
}

/// A line and its score, from White's side: `cp` or `mate` is null.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Pv {
    /// Moves in UCI, e.g. `e2e4 e7e5`; none where there is no legal one.
    pub moves: String,
    /// The same for people, e.g. `e4 e5`.
    pub san: String,
    /// Centipawns.
    pub cp: Option<i32>,
    /// White mates in so many moves; negative: Black does; 0: this is mate.
    pub mate: Option<i32>,
}

/// Analyses one position or several.
///
/// # Errors
///
/// 400 or 422 for the FEN and the fields, 503 if there was no time, or another engine has failed.
pub fn analyse(
    analysts: &Analysts,
    request: &AnalyseRequest,
    until: &Until,
) -> Result<Batch<Analysis>, Problem> {
    let limits = request.effort().limits("")?;
    let rating = request.rating()?;
    let asked = Asked::new(request.fen.as_ref(), request.fens.as_ref())?;
    let positions: Vec<Chess> = asked.fens().filter_map(|fen| parse_fen(fen).ok()).collect();
    let mut found = analysts
        .analyse(&positions, rating, &limits, until)?
        .into_iter();
    asked.answered(|fen| {
        let position = parse_fen(fen)?;
        let found = found.next().flatten().ok_or_else(Problem::busy)?;
        Ok(Analysis::new(analysts, &position, &found))
    })
}

impl AnalyseRequest {
    fn effort(&self) -> Effort {
        Effort {
            depth: self.depth,
            nodes: self.nodes,
            movetime_ms: self.movetime_ms,
            multi_pv: self.multi_pv,
        }
    }

    /// The rating to play as.
    fn rating(&self) -> Result<Option<u32>, Problem> {
        let Some(elo) = self.elo else { return Ok(None) };
        if elo.fract() == 0.0 && (f64::from(WEAKEST)..=f64::from(STRONGEST)).contains(&elo) {
            return Ok(Some(elo as u32));
        }
        Err(Problem::impossible(format!(
            "elo: {elo} is out of range; it is a whole number from {WEAKEST} to {STRONGEST}"
        )))
    }
}

impl Effort {
    /// The limits of a search; `prefix` is what fields are named with in problems, e.g. `analyse.`.
    ///
    /// # Errors
    ///
    /// 422 for what is out of range.
    pub(crate) fn limits(&self, prefix: &str) -> Result<Limits, Problem> {
        let whole = |name: &str, number: Option<f64>, most: u64| match number {
            None => Ok(None),
            Some(number) if number.fract() == 0.0 && (1.0..=most as f64).contains(&number) => {
                Ok(Some(number as u64))
            }
            Some(number) => Err(Problem::impossible(format!(
                "{prefix}{name}: {number} is out of range; it is a whole number from 1 to {most}"
            ))),
        };
        let depth = whole("depth", self.depth, 127)?;
        let nodes = whole("nodes", self.nodes, 1_000_000_000_000)?;
        let time = whole("movetimeMs", self.movetime_ms, 3_600_000)?;
        let lines = whole("multiPv", self.multi_pv, 218)?;
        let usual = (depth.is_none() && time.is_none()).then_some(USUAL_NODES);
        Ok(Limits {
            depth: depth.map(|depth| depth as u32),
            nodes: nodes.or(usual),
            time: time.map(Duration::from_millis),
            lines: lines.unwrap_or(1) as usize,
            ..Limits::default()
        })
    }
}

impl Analysis {
    pub(crate) fn new(analysts: &Analysts, position: &Chess, found: &Finding) -> Analysis {
        let found = &found.analysis;
        Analysis {
            fen: index::fen(position),
            engine: analysts.name().to_owned(),
            depth: found.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            time_ms: found.time.as_millis() as u64,
            pvs: found
                .lines
                .iter()
                .map(|line| Pv::new(position, line))
                .collect(),
        }
    }
}

impl Pv {
    fn new(position: &Chess, line: &engine::Line) -> Pv {
        let score = match position.turn() {
            Color::White => line.score,
            Color::Black => line.score.opposite(),
        };
        let (cp, mate) = match score {
            Score::Cp(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let mode = position.castles().mode();
        let mut position = position.clone();
        let (mut moves, mut san) = (Vec::new(), Vec::new());
        for m in &line.moves {
            moves.push(m.to_uci(mode).to_string());
            san.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
        }
        Pv {
            moves: moves.join(" "),
            san: san.join(" "),
            cp,
            mate,
        }
    }
}
