//! `tabiya remove`: takes games out of an index.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use app::{Bounded, Database, GameHeader, Player, remove};
use clap::Args;

use crate::args::index::IndexArgs;

/// Remove games from an index.
#[derive(Debug, Args)]
pub(crate) struct RemoveArgs {
    /// The numbers of the games, as `similar` shows them.
    #[arg(required = true, value_name = "ID")]
    ids: Vec<Bounded<1, { u64::MAX }>>,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &RemoveArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let ids: BTreeSet<u64> = args.ids.iter().map(|id| id.get()).collect();
    let removal = remove(&Database::open(&args.index.place()?)?, &ids)?;
    for id in &removal.missing {
        crate::print::complain(&format!("there is no game {id}"));
    }
    if json {
        // As a value: its fields are sorted by name.
        crate::print::json(out, &serde_json::to_value(&removal)?)?;
    } else {
        for game in &removal.games {
            writeln!(out, "removed game {}", named(game))?;
        }
        writeln!(out, "games removed {}", removal.removed.len())?;
    }
    Ok(if removal.missing.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// `831: Sutovsky, Emil - Carlsen, Magnus, 6th EU-chT 2005.06.18`
fn named(game: &GameHeader) -> String {
    let name = |player: &Player| player.name.clone().unwrap_or_else(|| "?".to_owned());
    let (white, black) = (name(&game.white), name(&game.black));
    let occasion: Vec<&str> = [&game.event, &game.date]
        .into_iter()
        .filter_map(Option::as_deref)
        .collect();
    let variation = game.variation_ply.map_or("", |_| " (variation)");
    let players = format!("{}: {white} - {black}{variation}", game.id);
    match occasion.as_slice() {
        [] => players,
        occasion => format!("{players}, {}", occasion.join(" ")),
    }
}
