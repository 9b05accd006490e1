//! `tabiya similar`: similar positions, each of a different game.

use std::io::Write;

use api::{Hit, SimilarRequest};
use index::Index;

use crate::cli::SimilarArgs;

/// How many terms are shown of an explanation.
const TERMS_SHOWN: usize = 8;

pub(crate) fn run(args: &SimilarArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let index = Index::open(&args.index.index)?;
    let weights = &args.weights.weights;
    let request = SimilarRequest {
        fen: args.position.fen(),
        limit: Some(args.limit.into()),
        scoring: args.scoring.clone(),
        explain: Some(true),
        weights: (!weights.is_empty()).then(|| weights.iter().cloned().collect()),
        turn: args.turn.clone(),
        flip: Some(args.flip),
    };
    let response = api::similar(&*index.snapshot()?, &request)?;
    if json {
        return crate::print_json(out, &response);
    }
    writeln!(out, "{}", response.fen)?;
    writeln!(
        out,
        "{} games, {} positions, {:.1} ms",
        response.games, response.positions, response.took_ms
    )?;
    for hit in &response.hits {
        print_hit(out, hit)?;
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
