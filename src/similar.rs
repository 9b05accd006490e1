//! `tabiya similar`: similar positions, each of a different game.

use std::io::Write;

use api::{Analysts, Hit, SimilarRequest, SimilarResponse, Until};

use crate::analyse;
use crate::cli::SimilarArgs;
use crate::fens;

/// How many terms are shown of an explanation.
const TERMS_SHOWN: usize = 8;

/// How many plans of each side are shown.
const PLANS_SHOWN: usize = 8;

pub(crate) fn run(args: &SimilarArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let index = args.index.open()?;
    let weights = &args.weights.weights;
    let snapshot = index.snapshot()?;
    let analyse = args.analyse || args.effort.is_given();
    let program = args.engine.engine.as_deref().filter(|_| analyse);
    let analysts = Analysts::new(program)?;
    let ask = |fen, fens| {
        let request = SimilarRequest {
            fen,
            fens,
            limit: Some(args.limit.into()),
            scoring: args.scoring.clone(),
            explain: Some(true),
            weights: (!weights.is_empty()).then(|| weights.iter().cloned().collect()),
            turn: args.turn.clone(),
            flip: Some(args.flip),
            filter: args.filter.request(),
            plans: Some(args.plans),
            analyse: analyse.then(|| analyse::effort(&args.effort)),
            analyse_hits: None,
        };
        api::similar(&snapshot, &request, &analysts, &Until::default())
    };
    fens::answer(&args.positions, json, out, ask, print)
}

fn print<W: Write>(out: &mut W, response: &SimilarResponse) -> anyhow::Result<()> {
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
    writeln!(out, "             {}, next {played}{reversed}", hit.fen)?;
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
