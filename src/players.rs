//! `tabiya players`: the players of an index, and the number of games that each passes as a filter.

use std::io::Write;

use app::PlayersLimit;
use clap::Args;

use crate::args::filter::OfCollections;
use crate::args::index::IndexArgs;
use crate::args::ranged;

/// List players by name prefix, each with the number of games that the name passes as a filter, other spellings
/// included.
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {
    /// The beginning of one or more words of a name, e.g. `carls m`.
    #[arg(required = true, value_name = "NAME")]
    name: Vec<String>,

    #[arg(long, value_name = "N", default_value_t = PlayersLimit::of::<10>(), help = ranged("The number of names", &PlayersLimit::range()))]
    limit: PlayersLimit,

    #[command(flatten)]
    of: OfCollections,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &PlayersArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let view = args.index.open()?.snapshot()?;
    let found = app::players(
        &view,
        &args.name.join(" "),
        args.limit,
        &args.of.collections()?,
    )?;
    if json {
        return crate::print::json(out, &found);
    }
    for player in found.players {
        writeln!(out, "{:>8}  {}", player.games, player.name)?;
    }
    Ok(())
}
