//! `tabiya positions`: games that reached an exact position, or positions that match a pattern.

use std::io::Write;

use app::{
    ExactAnswer, ExplorerGame, Limit, Name, PatternAnswer, Player, exact, matching, parse_pattern,
};
use clap::Args;
use pgn::parse_fen;
use shakmaty::Color;

use crate::args::filter::FilterArgs;
use crate::args::index::IndexArgs;
use crate::args::{of_option, ranged};

/// Find the games that reached an exact position, or the positions that match a pattern.
///
/// The position may be reached by any moves; the moves played in it are shown, too.
///
/// In a pattern `?` is any square, `-` or a number means empty squares; `w` or `b` may follow:
///   tabiya positions '????????/????????/????????/???N????/????????/????????/????????/????????'
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    about = "Find the games that reached an exact position, or the positions that match a pattern"
)]
pub(crate) struct PositionsArgs {
    /// The position (FEN or EPD), or the pattern, best in quotes.
    #[arg(required = true, value_name = "FEN-OR-PATTERN")]
    parts: Vec<String>,

    #[arg(long, value_name = "N", default_value_t = Limit::of::<10>(), help = ranged("The number of games to show for a pattern, or of top and of recent games for a position (at most 15)", &Limit::range()))]
    limit: Limit,

    /// With a pattern: a term that the position must have, e.g. `Id4`.
    #[arg(long = "term", value_name = "TERM")]
    terms: Vec<String>,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &PositionsArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let view = args.index.open()?.snapshot()?;
    let filter = args.filter.filter()?.unwrap_or_default();
    let text = args.parts.join(" ");
    // A FEN has no question mark.
    if text.contains('?') || !args.terms.is_empty() {
        // The material is in the filter.
        let pattern = parse_pattern(&text, None, &args.terms)?;
        let found = matching(&view, &text, &pattern, &filter, args.limit)?;
        if json {
            return crate::print::json(out, &found);
        }
        return print_pattern(out, &found);
    }
    let found = exact(&view, &parse_fen(&text)?, &filter, args.limit).map_err(of_option)?;
    if json {
        return crate::print::json(out, &found);
    }
    print_exact(out, &found)
}

fn print_exact(out: &mut impl Write, found: &ExactAnswer) -> anyhow::Result<()> {
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
    let are_decided = found.white + found.draws + found.black == found.games;
    for (title, games) in [("top", &found.top_games), ("recent", &found.recent_games)] {
        if !games.is_empty() {
            writeln!(out, "\n{title} games")?;
        }
        for game in games {
            print_game(out, game, are_decided)?;
        }
    }
    Ok(())
}

/// Prints a game; if all are decided, one that nobody has won was drawn.
fn print_game(out: &mut impl Write, game: &ExplorerGame, are_decided: bool) -> anyhow::Result<()> {
    let name = |player: &Player| {
        let name = player.name.as_deref().unwrap_or("?");
        player
            .rating
            .map_or(name.to_owned(), |rating| format!("{name} {rating}"))
    };
    let result = match game.winner {
        Some(Name(Color::White)) => "1-0",
        Some(_) => "0-1",
        None if game.variation_ply.is_some() => "variation",
        None if are_decided => "1/2",
        None => "1/2 or *",
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

fn print_pattern(out: &mut impl Write, found: &PatternAnswer) -> anyhow::Result<()> {
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
