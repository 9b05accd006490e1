//! `tabiya remove`: takes games out of an index.

use std::io::Write;
use std::process::ExitCode;

use index::Index;
use serde_json::json;

use crate::cli::RemoveArgs;

pub(crate) fn run(args: &RemoveArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let asked = args.ids.iter().copied().collect();
    let mut writer = Index::open(&args.index.index)?.writer()?;
    let removed = writer.remove(&asked)?;
    writer.close()?;

    let missing: Vec<u64> = asked.difference(&removed).copied().collect();
    for id in &missing {
        crate::complain(&format!("there is no game {id}"));
    }
    if json {
        crate::print_json(out, &json!({"removed": removed, "missing": missing}))?;
    } else {
        writeln!(out, "games removed {}", removed.len())?;
    }
    Ok(if missing.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
