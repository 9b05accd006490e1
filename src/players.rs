//! `tabiya players`: the players of an index, and how many games each has.

use std::io::Write;

use api::PlayersRequest;

use crate::cli::PlayersArgs;

pub(crate) fn run(args: &PlayersArgs, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let index = args.index.open()?;
    let request = PlayersRequest {
        q: args.name.join(" "),
        limit: Some(args.limit.into()),
    };
    let found = api::players(&index.snapshot()?, &request)?;
    if json {
        return crate::print_json(out, &found);
    }
    for player in found.players {
        writeln!(out, "{:>8}  {}", player.games, player.name)?;
    }
    Ok(())
}
