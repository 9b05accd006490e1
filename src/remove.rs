//! `tabiya remove`: takes games out of an index.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::ExitCode;

use api::{GameHeader, Player};
use serde_json::json;

use crate::cli::RemoveArgs;

pub(crate) fn run(args: &RemoveArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let asked: BTreeSet<u64> = args.ids.iter().copied().collect();
    let index = args.index.open()?;
    let mut writer = index.writer()?;
    // Read while nobody else can remove them, and named once they are gone.
    index.reload()?;
    let snapshot = index.snapshot()?;
    let games = asked.iter().map(|id| snapshot.game(*id));
    let games = games.filter_map(Result::transpose);
    let games = games
        .map(|game| Ok(GameHeader::new(&game?)))
        .collect::<Result<Vec<_>, cluster::Error>>()?;
    let removed = writer.remove(&asked)?;
    writer.close()?;

    let missing: Vec<u64> = asked.difference(&removed).copied().collect();
    for id in &missing {
        crate::complain(&format!("there is no game {id}"));
    }
    if json {
        let report = json!({"removed": removed, "missing": missing, "games": games});
        crate::print_json(out, &report)?;
    } else {
        for game in &games {
            writeln!(out, "removed game {}", named(game))?;
        }
        writeln!(out, "games removed {}", removed.len())?;
    }
    Ok(if missing.is_empty() {
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
    let players = format!("{}: {white} - {black}", game.id);
    match occasion.as_slice() {
        [] => players,
        occasion => format!("{players}, {}", occasion.join(" ")),
    }
}
