//! `tabiya similar`: similar positions, each of a different game.

use std::io::Write;

use api::{Explanation, Hit, SimilarRequest};
use index::Index;

use crate::cli::SimilarArgs;

/// How many terms are shown of an explanation.
const TERMS_SHOWN: usize = 8;

pub(crate) fn run(args: &SimilarArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let index = Index::open(&args.index.index)?;
    let request = SimilarRequest {
        fen: args.position.fen(),
        limit: Some(args.limit.into()),
        scoring: args.scoring.clone(),
        explain: Some(true),
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
    writeln!(out, "             {}, next {played}", hit.fen)?;
    if let Some(explanation) = &hit.explanation {
        let Explanation {
            naive,
            reachability,
            connectivity,
            pawns,
            terms,
        } = explanation;
        writeln!(
            out,
            "             naive {naive:.1}, reachability {reachability:.1}, \
             connectivity {connectivity:.1}, pawns {pawns:.1}"
        )?;
        let terms: Vec<String> = terms
            .iter()
            .take(TERMS_SHOWN)
            .map(|term| format!("{} {:.1}", term.term, term.score))
            .collect();
        writeln!(out, "             {}", terms.join(", "))?;
    }
    Ok(())
}
