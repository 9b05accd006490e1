//! Tables of text: columns separated by tabs and named in the first line.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

/// A line of a table.
pub(super) struct Row<const COLUMNS: usize> {
    /// File and line, for errors.
    pub(super) at: String,
    /// What is in the columns that were asked for.
    pub(super) fields: [String; COLUMNS],
}

/// The lines of a table that are not blank, with some of its columns.
pub(super) fn read<const COLUMNS: usize>(
    file: &Path,
    columns: [&str; COLUMNS],
) -> anyhow::Result<Vec<Row<COLUMNS>>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut lines = (1..).zip(text.lines());
    let (_, header) = lines.next().unwrap_or((1, ""));
    let mut places = [0; COLUMNS];
    for (place, name) in places.iter_mut().zip(columns) {
        let found = header.split('\t').position(|column| column == name);
        *place = found
            .with_context(|| format!("{}, line 1: there is no column {name}", file.display()))?;
    }
    let mut rows = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let at = format!("{}, line {number}", file.display());
        let found: Vec<&str> = line.split('\t').collect();
        if places.iter().any(|place| *place >= found.len()) {
            bail!("{at}: the line ends before its last column");
        }
        let fields = places.map(|place| found[place].to_owned());
        rows.push(Row { at, fields });
    }
    Ok(rows)
}
