//! `tabiya positions`: games that reached exactly a position, or any that looks like a pattern.

use std::io::Write;

use api::{ExactResponse, ExplorerGame, PatternResponse, PositionsRequest, PositionsResponse};

use crate::cli::PositionsArgs;

pub(crate) fn run(args: &PositionsArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let index = args.index.open()?;
    let text = args.parts.join(" ");
    // In no FEN stands a question mark.
    let is_pattern = text.contains('?') || !args.terms.is_empty();
    let (fen, pattern) = if is_pattern {
        (None, Some(text))
    } else {
        (Some(text), None)
    };
    let request = PositionsRequest {
        fen,
        pattern,
        // The filter has it.
        material: None,
        terms: (!args.terms.is_empty()).then(|| args.terms.clone()),
        filter: args.filter.request(),
        limit: Some(args.limit.into()),
    };
    let response = api::positions(&index.snapshot()?, &request)?;
    if json {
        return crate::print_json(out, &response);
    }
    match &response {
        PositionsResponse::Exact(found) => print_exact(out, found),
        PositionsResponse::Pattern(found) => print_pattern(out, found),
    }
}

fn print_exact(out: &mut impl Write, found: &ExactResponse) -> anyhow::Result<()> {
    writeln!(out, "{}", found.fen)?;
    if let Some(opening) = &found.opening {
        writeln!(out, "{} {}", opening.eco, opening.name)?;
    }
    let (games, took) = (found.games, found.took_ms);
    let all = score([found.white, found.draws, found.black]);
    writeln!(out, "{games} games, {all}, {took:.1} ms\n")?;
    for m in &found.moves {
        let score = score([m.white, m.draws, m.black]);
        let games = m.white + m.draws + m.black;
        let rating = m
            .average_rating
            .map_or("?".to_owned(), |rating| rating.to_string());
        writeln!(out, "{:8} {games:>8}  {score}, average {rating}", m.san)?;
    }
    for (title, games) in [("top", &found.top_games), ("recent", &found.recent_games)] {
        if !games.is_empty() {
            writeln!(out, "\n{title} games")?;
        }
        for game in games {
            print_game(out, game)?;
        }
    }
    Ok(())
}

fn print_game(out: &mut impl Write, game: &ExplorerGame) -> anyhow::Result<()> {
    let name = |player: &api::Player| {
        let name = player.name.as_deref().unwrap_or("?");
        player
            .rating
            .map_or(name.to_owned(), |rating| format!("{name} {rating}"))
    };
    let result = match game.winner {
        Some("white") => "1-0",
        Some(_) => "0-1",
        None => "1/2",
    };
    let (white, black) = (name(&game.white), name(&game.black));
    writeln!(
        out,
        "{:>8}  {white} - {black}, {result}, {}",
        game.id, game.year
    )?;
    Ok(())
}

/// White's, drawn and Black's games in per cent.
fn score([white, draws, black]: [u64; 3]) -> String {
    let all = (white + draws + black).max(1) as f64;
    let [white, draws, black] = [white, draws, black].map(|games| 100.0 * games as f64 / all);
    format!("white {white:.0}%, draws {draws:.0}%, black {black:.0}%")
}

fn print_pattern(out: &mut impl Write, found: &PatternResponse) -> anyhow::Result<()> {
    let at_least = if found.is_exact { "" } else { "at least " };
    let score = score([found.white, found.draws, found.black]);
    writeln!(
        out,
        "{}\n{at_least}{} games, {} positions, {score}, {:.1} ms\n",
        found.pattern, found.games, found.positions, found.took_ms
    )?;
    for hit in &found.hits {
        let date = hit.game.date.as_deref().unwrap_or("?");
        let played = hit.played.as_ref().map_or("end of the game", |m| &m.san);
        writeln!(out, "{}, {date}\n    {}, next {played}", hit.label, hit.fen)?;
    }
    Ok(())
}
