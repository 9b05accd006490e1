//! `tabiya similar`: similar positions, each with a different board and from a different game.

use std::io::Write;

use app::{
    Analyse, Hit, Limit, Name, Offset, Pace, SimilarAnswer, SimilarRequest, Turn, similar,
    with_weights,
};
use clap::Args;
use shakmaty::Chess;
use similarity::{Distinct, Scoring};

use crate::analyse;
use crate::args::effort::{EffortArgs, EngineArgs};
use crate::args::fens::{self, FensArgs};
use crate::args::filter::FilterArgs;
use crate::args::index::IndexArgs;
use crate::args::scoring::WeightArgs;
use crate::args::{named, ranged, wrong_name};

/// Find similar positions, each with a different board and from a different game.
///
/// With `--json`, one position gives one document, and several give a list in `results`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct SimilarArgs {
    #[command(flatten)]
    positions: FensArgs,

    #[arg(long, value_name = "N", default_value_t = SimilarRequest::default().limit, help = ranged("The number of positions", &Limit::range()))]
    limit: Limit,

    #[arg(long, value_name = "N", default_value_t = Offset::MIN, help = ranged("The number of best positions to skip", &Offset::range()))]
    offset: Offset,

    /// The scoring profile, by default `tabiya`; `thesis` is that of Plut 2018, `structure` compares pawns and material,
    /// `tactics` attacks and captures, `ideas` the best moves.
    #[arg(long, value_name = "NAME", value_parser = named::<Scoring>())]
    scoring: Option<Name<Scoring>>,

    #[command(flatten)]
    weights: WeightArgs,

    /// The side to move in the positions found.
    #[arg(long, value_name = "TURN", value_parser = named::<Turn>())]
    turn: Option<Name<Turn>>,

    #[command(flatten)]
    filter: FilterArgs,

    /// How the positions found must differ: `board`: different boards and different games; `game`: different games only.
    /// By default `board`, but `game` for `thesis`.
    #[arg(long, value_name = "WHAT", value_parser = named::<Distinct>())]
    distinct: Option<Name<Distinct>>,

    /// Show the moves played within six moves in the games of the best 100 positions.
    #[arg(long)]
    plans: bool,

    /// Also find positions that are similar with the colours reversed.
    #[arg(long)]
    flip: bool,

    /// Compare only what is on the board, not what the engine would play.
    #[arg(long)]
    no_idea: bool,

    /// Analyse the position and the positions found; `--depth`, `--nodes`, `--movetime` and `--multipv` imply it.
    #[arg(long)]
    analyse: bool,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    index: IndexArgs,
}

/// The number of terms shown of an explanation. Guessed: they fill one line.
const TERMS_SHOWN: usize = 8;

/// The number of plans shown of each side. Guessed: later ones are rare.
const PLANS_SHOWN: usize = 8;

pub(crate) fn run(args: &SimilarArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let view = args.index.open()?.snapshot()?;
    let weights = &args.weights.weights;
    let profile = args
        .scoring
        .map_or(Scoring::default(), |Name(scoring)| scoring);
    let scoring = if weights.is_empty() {
        profile
    } else {
        let changed = weights.iter().map(|(name, weight)| (&**name, *weight));
        with_weights(profile, changed)?
    };
    let request = SimilarRequest {
        limit: args.limit,
        offset: args.offset,
        scoring,
        turn: args.turn.map_or(Turn::Any, |Name(turn)| turn),
        flip: args.flip,
        filter: args.filter.filter()?,
        plans: args.plans,
        explain: true,
        idea: !args.no_idea,
        distinct: args.distinct.map(|Name(distinct)| distinct),
    };
    request.check_offset().map_err(wrong_name)?;
    let analyse = args.analyse || args.effort.is_given();
    let engines = analyse.then(|| args.engine.start()).transpose()?;
    let analyse = engines.as_ref().map(|engines| Analyse {
        engines,
        effort: args.effort.effort(),
        hits: true,
    });
    let pace = Pace::default();
    let ask = |positions: &[Chess]| {
        let answers = similar(&view, positions, &request, analyse, &pace)?;
        Ok(answers.collect())
    };
    fens::answer(&args.positions, json, out, ask, print)
}

fn print<W: Write>(out: &mut W, response: &SimilarAnswer) -> anyhow::Result<()> {
    writeln!(out, "{}", response.fen)?;
    writeln!(
        out,
        "{} games, {} positions, {:.1} ms",
        response.games, response.positions, response.took_ms
    )?;
    if let Some(passed) = &response.passed {
        let (games, positions) = (passed.games, passed.positions);
        writeln!(out, "{games} games, {positions} positions pass the filter")?;
    }
    if let Some(notice) = &response.notice {
        writeln!(out, "{notice}")?;
    }
    if let Some(analysis) = &response.analysis {
        analyse::print_lines(out, analysis)?;
    }
    for hit in &response.hits {
        print_hit(out, hit)?;
    }
    if let Some(plans) = &response.plans {
        writeln!(
            out,
            "\nwhat was played within six moves in {} such games",
            plans.games
        )?;
        for (side, moves) in [("White", &plans.white), ("Black", &plans.black)] {
            for m in moves.iter().take(PLANS_SHOWN) {
                let rating = m
                    .average_rating
                    .map_or("?".to_owned(), |rating| rating.to_string());
                writeln!(
                    out,
                    "{side}  {}{}  {:3} games, white {}, draws {}, black {}, average {rating}",
                    m.piece.to_ascii_uppercase(),
                    m.to,
                    m.games,
                    m.white,
                    m.draws,
                    m.black
                )?;
            }
        }
    }
    Ok(())
}

fn print_hit(out: &mut impl Write, hit: &Hit) -> anyhow::Result<()> {
    let date = hit.game.date.as_deref().unwrap_or("?");
    let played = hit.played.as_ref().map_or("end of the game", |m| &m.san);
    writeln!(
        out,
        "\n{:>2}  {:7.3}  {}, {date}",
        hit.rank, hit.score, hit.label
    )?;
    let reversed = if hit.flipped {
        ", colours reversed"
    } else {
        ""
    };
    let games = match hit.games {
        Some(games) if games > 1 => format!(", {games} games"),
        _ => String::new(),
    };
    let identical = if hit.identical { ", identical" } else { "" };
    writeln!(
        out,
        "             {}, next {played}{games}{identical}{reversed}",
        hit.fen
    )?;
    if let Some(summary) = &hit.summary {
        let percent = 100.0 * hit.likeness;
        writeln!(out, "             {percent:.0} % match: {summary}")?;
    }
    let best = hit.analysis.as_ref().and_then(|found| found.pvs.first());
    if let Some(pv) = best {
        writeln!(out, "             {}  {}", analyse::score(pv), pv.san)?;
    }
    if let Some(explanation) = &hit.explanation {
        let parts = [
            ("naive", explanation.naive),
            ("reachability", explanation.reachability),
            ("connectivity", explanation.connectivity),
            ("pawns", explanation.pawns),
            ("tactics", explanation.tactics),
            ("material", explanation.material),
            ("evaluation", explanation.evaluation),
            ("continuation", explanation.continuation),
            ("idea", explanation.idea),
            ("learned", explanation.learned),
            ("penalty", -explanation.penalty),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, score)| *score != 0.0)
            .map(|(name, score)| format!("{name} {score:.1}"))
            .collect();
        writeln!(out, "             {}", parts.join(", "))?;
        let terms: Vec<String> = explanation
            .terms
            .iter()
            .take(TERMS_SHOWN)
            .map(|term| format!("{} {:.1}", term.term, term.score))
            .collect();
        writeln!(out, "             {}", terms.join(", "))?;
    }
    Ok(())
}
