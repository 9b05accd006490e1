//! `/api/similar`: positions like a given one.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use cluster::View;
use engine::Limits;
use index::{Family, Game, Played, Query, Scoring, Selection, Similar, TermScore, parse_fen};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Position};
use utoipa::ToSchema;

use crate::analyse::{Analysis, Effort};
use crate::analysts::{Analysts, Finding, Until};
use crate::batch::{Asked, Batch};
use crate::extract::{number, object, truth};
use crate::filter::{FilterRequest, Passed};
use crate::game::GameHeader;
use crate::plans::{self, NextMoves};
use crate::problem::{Problem, quoted};
use crate::schemas::{self, Fen};

/// The most hits that may be asked for.
const MOST: f64 = 1000.0;
/// How many hits there are unless asked otherwise.
const USUAL: f64 = 10.0;

/// What is looked for.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SimilarRequest {
    /// FEN or EPD.
    #[schema(value_type = Option<Fen>)]
    pub fen: Option<String>,
    /// Several of them instead, up to 64; what is no FEN is answered with its problem.
    #[schema(min_items = 1, max_items = 64)]
    pub fens: Option<Vec<String>>,
    /// How many hits, a whole number from 1 to 1000; 10 unless said.
    #[serde(default, deserialize_with = "number")]
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1000, default = 10)]
    pub limit: Option<f64>,
    /// The name of a scoring profile; `tabiya` unless said.
    #[schema(schema_with = schemas::scoring)]
    pub scoring: Option<String>,
    /// Weights that are other than the profile's (`thesis` has none), by the name of the feature,
    /// e.g. `pawnSkeleton`; from 0 to 100.
    #[serde(default, deserialize_with = "object")]
    #[schema(schema_with = schemas::weights)]
    pub weights: Option<BTreeMap<String, f64>>,
    /// Whose move it may be in a hit: `any` unless said, `same` as in the query, `white` or `black`.
    #[schema(schema_with = schemas::turn)]
    pub turn: Option<String>,
    /// Whether positions are looked for, too, that are like it with the colours reversed; they are not
    /// unless said.
    #[serde(default, deserialize_with = "truth")]
    #[schema(default = false)]
    pub flip: Option<bool>,
    /// What games and positions must be like to be hits; scores are what they are without it.
    #[serde(default, deserialize_with = "object")]
    pub filter: Option<FilterRequest>,
    /// Whether what was played next in the games of the best 100 positions is told; it is not unless said.
    #[serde(default, deserialize_with = "truth")]
    #[schema(default = false)]
    pub plans: Option<bool>,
    /// Whether hits are explained; they are unless said.
    #[serde(default, deserialize_with = "truth")]
    #[schema(default = true)]
    pub explain: Option<bool>,
    /// How far the engine searches the position and the hits; it does not unless said.
    #[serde(default, deserialize_with = "object")]
    pub analyse: Option<Effort>,
    /// Whether the hits are analysed, too; they are unless said.
    #[serde(default, deserialize_with = "truth", rename = "analyseHits")]
    #[schema(default = true)]
    pub analyse_hits: Option<bool>,
}

/// What was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimilarResponse {
    /// The position as it was understood.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// What the engine thinks of it, null if not asked for or not finished in time.
    pub analysis: Option<Analysis>,
    /// How many positions should have been analysed, and were not finished in time.
    pub unfinished: usize,
    /// How long the search took, without analysis, in milliseconds.
    pub took_ms: f64,
    /// Games that are stored.
    pub games: u64,
    /// Positions that were searched.
    pub positions: u64,
    /// How much of that passed the filter, null without one.
    pub passed: Option<Passed>,
    /// What was played next in the games of the best 100 positions, null if not asked for.
    pub plans: Option<NextMoves>,
    /// One position each of the best games, best first.
    pub hits: Vec<Hit>,
}

/// A position found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hit {
    /// 1 for the best.
    pub rank: usize,
    /// Its score.
    pub score: f64,
    /// The position.
    #[schema(value_type = Fen)]
    pub fen: String,
    /// Whether it is like the query with the colours reversed.
    pub flipped: bool,
    /// Half-moves of the game before it.
    pub ply: u64,
    /// Game number, event, players, full move and the side that has just moved:
    /// `831 [6th EU-chT] Sutovsky, Emil-Carlsen, Magnus/23 W`.
    pub label: String,
    /// What was played next, null at the end of the game.
    pub played: Option<Move>,
    /// Its game.
    pub game: GameHeader,
    /// What the engine thinks of it, null if not asked for or not finished in time.
    pub analysis: Option<Analysis>,
    /// Why it was found, null if not asked for.
    pub explanation: Option<Explanation>,
}

/// A move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Move {
    /// `f3e5`, `0000` for a null move.
    pub uci: String,
    /// `Ne5`, `--` for a null move.
    pub san: String,
}

/// A score taken apart: the families, less the penalty, add up to it, and so do the terms.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Explanation {
    /// Pieces that stand on the same square.
    pub naive: f64,
    /// Pieces that could go to where the query has one.
    pub reachability: f64,
    /// The same attacks and defences.
    pub connectivity: f64,
    /// The same pawn structures.
    pub pawns: f64,
    /// The same pieces hang, the same captures win.
    pub tactics: f64,
    /// The same pieces, in number.
    pub material: f64,
    /// Who stands better, and by how much.
    pub evaluation: f64,
    /// How the games of hits went on, and their opening.
    pub continuation: f64,
    /// What is taken off for what the hit has beside.
    pub penalty: f64,
    /// All terms in common with the query, or of the continuation with other hits, most important first.
    pub terms: Vec<Term>,
}

/// A term in common.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Term {
    /// As the query has it, e.g. `w[e6/d5/c4]`.
    pub term: String,
    /// What it counts for.
    #[schema(schema_with = schemas::family)]
    pub family: &'static str,
    /// Its share of the score.
    pub score: f64,
}

/// The positions most like a given one, of different games.
///
/// # Errors
///
/// 400 or 422 for the FEN, 422 for a limit, a weight or an effort out of range, an unknown scoring or
/// turn; 503 if another engine has failed.
pub fn similar(
    snapshot: &View,
    request: &SimilarRequest,
    analysts: &Analysts,
    until: &Until,
) -> Result<Batch<SimilarResponse>, Problem> {
    let (same_turn, turn) = turn(request.turn.as_deref())?;
    let mut filter = request
        .filter
        .as_ref()
        .map(FilterRequest::filter)
        .transpose()?;
    if let Some(turn) = turn {
        filter.get_or_insert_default().turn = Some(turn);
    }
    let wish = Wish {
        limit: limit(request.limit.unwrap_or(USUAL))?,
        scoring: scoring(request)?,
        same_turn,
        selection: None,
        request,
        analyse: match &request.analyse {
            None => None,
            Some(effort) => Some((
                effort.limits("analyse.")?,
                request.analyse_hits.unwrap_or(true),
            )),
        },
    };
    let asked = Asked::new(request.fen.as_ref(), request.fens.as_ref())?;
    let wish = Wish {
        selection: filter.map(|filter| snapshot.select(&filter)).transpose()?,
        ..wish
    };
    asked.answered(|fen| {
        // Nobody is there any more to be answered.
        if until.stop.load(Relaxed) {
            return Err(Problem::busy());
        }
        similar_to(snapshot, &parse_fen(fen)?, &wish, analysts, until)
    })
}

/// What is wished for, checked.
struct Wish<'a> {
    limit: usize,
    scoring: Scoring,
    same_turn: bool,
    /// What passes the filter, if there is one.
    selection: Option<Arc<Selection>>,
    request: &'a SimilarRequest,
    /// How far, and whether the hits, too.
    analyse: Option<(Limits, bool)>,
}

/// The positions most like one.
fn similar_to(
    snapshot: &View,
    position: &Chess,
    wish: &Wish<'_>,
    analysts: &Analysts,
    until: &Until,
) -> Result<SimilarResponse, Problem> {
    let started = Instant::now();
    let limit = wish.limit;
    let search = |position: &Chess, limit| {
        let query = Query::new(position, snapshot.statistics(), wish.scoring);
        let query = if wish.same_turn {
            query.with_turn(position.turn())
        } else {
            query
        };
        let query = match &wish.selection {
            Some(selection) => query.among(Arc::clone(selection)),
            None => query,
        };
        snapshot.search(query, limit)
    };
    let search_flipped = |limit| -> Result<Option<Similar>, Problem> {
        Ok(if wish.request.flip == Some(true) {
            Some(search(&index::flipped(position)?, limit)?)
        } else {
            None
        })
    };
    let found = search(position, limit)?;
    let flipped = search_flipped(limit)?;
    let (mut hits, mut positions): (Vec<Hit>, Vec<Chess>) = (1..)
        .zip(merged(&found, flipped.as_ref(), limit))
        .map(|(rank, (place, of))| {
            let flipped = !std::ptr::eq(of, &raw const found);
            let explain = wish.request.explain.unwrap_or(true);
            let explain = explain.then(|| (&of.query, &*of.continuations[place]));
            self::hit(snapshot, rank, &of.hits[place], flipped, explain)
        })
        .collect::<Result<Vec<_>, Problem>>()?
        .into_iter()
        .unzip();
    let plans = if wish.request.plans == Some(true) {
        let found = search(position, plans::GAMES)?;
        let flipped = search_flipped(plans::GAMES)?;
        let best = merged(&found, flipped.as_ref(), plans::GAMES).into_iter();
        let best = best.map(|(place, of)| (of.hits[place], !std::ptr::eq(of, &raw const found)));
        Some(plans::next_moves(snapshot, &best.collect::<Vec<_>>())?)
    } else {
        None
    };
    let took_ms = started.elapsed().as_micros() as f64 / 1000.0;

    let (mut of_query, mut unfinished) = (None, 0);
    if let Some((limits, hits_too)) = &wish.analyse {
        if !hits_too {
            positions.clear();
        }
        positions.insert(0, position.clone());
        let found = analysts.analyse(&positions, None, limits, until)?;
        let whole = |finding: &Finding| finding.is_whole;
        let mut found = found.into_iter().zip(&positions).map(|(found, position)| {
            let found = found.filter(whole);
            unfinished += usize::from(found.is_none());
            Some(Analysis::new(analysts, position, &found?))
        });
        of_query = found.next().flatten();
        for (hit, found) in hits.iter_mut().zip(found) {
            hit.analysis = found;
        }
    }
    let statistics = snapshot.statistics();
    Ok(SimilarResponse {
        fen: index::fen(position),
        analysis: of_query,
        unfinished,
        took_ms,
        games: statistics.games,
        positions: statistics.positions,
        passed: wish.selection.as_ref().map(|selection| Passed {
            games: selection.games,
            positions: selection.positions,
        }),
        plans,
        hits,
    })
}

/// A number of hits.
pub(crate) fn limit(limit: f64) -> Result<usize, Problem> {
    if limit.fract() == 0.0 && (1.0..=MOST).contains(&limit) {
        return Ok(limit as usize);
    }
    let detail = format!("limit: {limit} is out of range; it is a whole number from 1 to {MOST}");
    Err(Problem::impossible(detail))
}

/// The profile that is asked for, with its weights or others.
fn scoring(request: &SimilarRequest) -> Result<Scoring, Problem> {
    let profile = match request.scoring.as_deref() {
        None => Scoring::default(),
        Some(name) => Scoring::from_name(name).ok_or_else(|| {
            let known: Vec<&str> = Scoring::ALL.into_iter().map(Scoring::name).collect();
            Problem::impossible(format!(
                "scoring: there is none named {}; there is {}",
                quoted(name),
                known.join(", ")
            ))
        })?,
    };
    let Some(changed) = &request.weights else {
        return Ok(profile);
    };
    let Some(mut weights) = profile.weights() else {
        let detail = format!("weights: the scoring {:?} has none", profile.name());
        return Err(Problem::impossible(detail));
    };
    for (name, weight) in changed {
        let set = weights.set(name, *weight);
        set.map_err(|error| Problem::impossible(format!("weights: {error}")))?;
    }
    Ok(Scoring::Custom(weights))
}

/// Whether it must be the same side's move, or whose else.
fn turn(turn: Option<&str>) -> Result<(bool, Option<Color>), Problem> {
    match turn {
        None | Some("any") => Ok((false, None)),
        Some("same") => Ok((true, None)),
        Some("white") => Ok((false, Some(Color::White))),
        Some("black") => Ok((false, Some(Color::Black))),
        Some(other) => {
            let detail = format!(
                "turn: it is {}; there is any, same, white, black",
                quoted(other)
            );
            Err(Problem::impossible(detail))
        }
    }
}

/// The places of the best hits of two searches, still of different games; one that both have alike
/// counts as found with the colours as they are.
fn merged<'a>(
    found: &'a Similar,
    flipped: Option<&'a Similar>,
    limit: usize,
) -> Vec<(usize, &'a Similar)> {
    let searches = [Some(found), flipped].into_iter().flatten();
    let mut hits: Vec<_> = searches
        .flat_map(|search| (0..search.hits.len()).map(move |place| (place, search)))
        .collect();
    hits.sort_by(|(one, of_one), (other, of_other)| {
        of_one.hits[*one].order(&of_other.hits[*other])
    });
    let mut games = HashSet::new();
    hits.retain(|(place, search)| games.insert(search.hits[*place].game));
    hits.truncate(limit);
    hits
}

fn hit(
    snapshot: &View,
    rank: usize,
    hit: &index::Hit,
    flipped: bool,
    explain: Option<(&Query, &[TermScore])>,
) -> Result<(Hit, Chess), Problem> {
    let damaged = || Problem::internal(format!("game {} has no ply {}", hit.game, hit.ply));
    let game = snapshot.game(hit.game)?.ok_or_else(damaged)?;
    let ply = usize::try_from(hit.ply).map_err(Problem::internal)?;
    let (position, played) = game.positions().nth(ply).ok_or_else(damaged)?;
    let hit = Hit {
        rank,
        score: hit.score,
        fen: index::fen(&position),
        flipped,
        ply: hit.ply,
        label: label(&game, &position),
        played: played.map(|played| Move::new(&position, played)),
        game: GameHeader::new(&game),
        analysis: None,
        explanation: explain
            .map(|(query, continuation)| explanation(query, &position, continuation)),
    };
    Ok((hit, position))
}

impl Move {
    pub(crate) fn new(position: &Chess, played: Played) -> Move {
        Move {
            uci: played.uci(position),
            san: played.san(position),
        }
    }
}

/// `831 [6th EU-chT] Sutovsky, Emil-Carlsen, Magnus/23 W`, as the thesis names positions.
pub(crate) fn label(game: &Game, position: &Chess) -> String {
    let tag = |name| game.tags.get(name).unwrap_or("?");
    let (number, mover) = Game::moved(position);
    format!(
        "{} [{}] {}-{}/{number} {}",
        game.id,
        tag("Event"),
        tag("White"),
        tag("Black"),
        mover.fold_wb('W', 'B'),
    )
}

fn explanation(query: &Query, position: &Chess, continuation: &[TermScore]) -> Explanation {
    let mut explanation = query.explain(position);
    explanation.terms.extend_from_slice(continuation);
    explanation
        .terms
        .sort_by(|a, b| b.score.total_cmp(&a.score));
    Explanation {
        naive: explanation.family(Family::Naive),
        reachability: explanation.family(Family::Reachability),
        connectivity: explanation.family(Family::Connectivity),
        pawns: explanation.family(Family::Pawns),
        tactics: explanation.family(Family::Tactics),
        material: explanation.family(Family::Material),
        evaluation: explanation.family(Family::Evaluation),
        continuation: explanation.family(Family::Continuation),
        penalty: explanation.penalty,
        terms: explanation
            .terms
            .into_iter()
            .map(|term| Term {
                term: term.term,
                family: term.family.name(),
                score: term.score,
            })
            .collect(),
    }
}
