//! `tabiya doctor`: one page about an index and its machine, and what to do.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use api::LEAST_FILES;
use clap::Args;
use index::{Error, Examined, FORMAT_VERSION, Fault, Index};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::index::FolderArgs;
use crate::progress;

/// Check an index and its machine, and say what to do.
///
/// Looks at the format, sizes, damage and leftovers of an index in a folder, and at memory, open files and the disk.
/// Exits with 1 if something needs doing. Nothing of the index is changed; a small hidden file is written beside it and
/// removed again.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Read everything, as `tabiya verify` does, rather than the ends of files and what a search opens first.
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    folder: FolderArgs,
}

/// The least free disk. Guessed: two commits of an import, of four million positions and 37 bytes each, and one merge.
const LEAST_DISK: u64 = 512 << 20;

/// The memory that an import takes at most, unless `--memory` says otherwise. Measured: of 22.6 million positions.
const IMPORT_MEMORY: u64 = 650_000_000;

/// Something that needs doing.
#[derive(Serialize)]
struct Finding {
    what: String,
    /// What to do.
    advice: String,
}

/// What is known of the machine; `None` where the system does not say.
struct Machine {
    /// Memory that programs can have, in bytes.
    memory: Option<u64>,
    /// The limit of open files of a process.
    open_files: Option<u64>,
    /// The free bytes where the index is.
    disk: Option<u64>,
}

pub(crate) fn run(args: &DoctorArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let path = &args.folder.index;
    let mut findings = Vec::new();
    let mut found = None;
    let mut format = Some(FORMAT_VERSION);
    match Index::examine(path) {
        Ok(examined) => found = Some(examined),
        Err(error @ (Error::Missing(_) | Error::Foreign(_) | Error::Storage { .. })) => {
            return Err(app::Error::from(error).into());
        }
        Err(error) => {
            format = match &error {
                Error::Outdated { found, .. } => Some(*found),
                Error::Format { found, .. } => found.parse().ok(),
                _ => None,
            };
            findings.push(unreadable(path, &error));
        }
    }
    if let Some(examined) = &mut found {
        if args.full && examined.damage.is_empty() {
            examined.damage = verify(path)?;
        }
        findings.extend(of_index(path, examined));
    }
    let machine = Machine::here(path);
    match Index::check_writable(path) {
        Err(error) if error.fault().is_some_and(|fault| fault != Fault::Gone) => {
            findings.push(unwritable(path, &error));
        }
        // Otherwise there is no index, or room for a small file and maybe not for an import.
        _ => findings.extend(of_disk(path, &machine)),
    }
    findings.extend(of_machine(&machine, found.as_ref()));
    if json {
        let report = report(args, format, found.as_ref(), &machine, &findings);
        crate::print::json(out, &report)?;
    } else {
        let page = page(args, format, found.as_ref(), &machine, &findings);
        out.write_all(page.as_bytes())?;
    }
    Ok(if findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What a whole check finds.
fn verify(path: &Path) -> Result<Vec<String>, app::Error> {
    let bar = progress::bar(0, "documents");
    let verified = Index::verify(path, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    Ok(verified?.problems)
}

/// The finding that an index cannot be opened.
fn unreadable(path: &Path, error: &Error) -> Finding {
    let path = path.display();
    let (what, advice) = match error {
        Error::Outdated { found, .. } => (
            format!("the index has format {found}, and this Tabiya reads format {FORMAT_VERSION}"),
            format!("upgrade it with `tabiya upgrade --index {path}`"),
        ),
        Error::Format { found, .. } => (
            format!("the index has format {found}, and this Tabiya reads format {FORMAT_VERSION}"),
            "use the Tabiya that has written it, or ingest the games again into a new folder"
                .to_owned(),
        ),
        Error::Unfinished(_) => (
            "a snapshot or an index that was being restored is not whole".to_owned(),
            format!("run `tabiya snapshot` or `tabiya restore` again, or delete the folder {path}"),
        ),
        Error::Damaged { what, .. } => (what.clone(), RESTORE.to_owned()),
        other => (other.to_string(), RESTORE.to_owned()),
    };
    Finding { what, advice }
}

/// The finding that an index cannot be written to.
fn unwritable(path: &Path, error: &Error) -> Finding {
    let path = path.display();
    let advice = match error.fault() {
        Some(Fault::Full) => format!("make room on the disk of {path}"),
        Some(Fault::ReadOnly) => {
            format!("mount the file system of {path} writable, to import or remove games")
        }
        Some(Fault::Denied) => {
            format!("give this user the right to write to {path}, to import or remove games")
        }
        _ => format!("check the disk of {path}, and the log of the system"),
    };
    Finding {
        what: error.to_string(),
        advice,
    }
}

/// What helps against damage.
const RESTORE: &str = "restore a snapshot into a new folder with `tabiya restore --from DIR --index NEW`, or ingest the \
                       games again into one";

/// What needs doing about the files of an index.
fn of_index(path: &Path, examined: &Examined) -> Vec<Finding> {
    let damage = examined.damage.iter().map(|what| Finding {
        what: what.clone(),
        advice: RESTORE.to_owned(),
    });
    let mut findings: Vec<Finding> = damage.collect();
    let (hidden, others): (Vec<_>, Vec<_>) = examined
        .left_over
        .iter()
        .partition(|(name, _)| name.starts_with('.'));
    let path = path.display();
    for (files, advice) in [
        (others, "the next import or removal deletes them".to_owned()),
        (hidden, format!("delete them: `rm {path}/.*.new`")),
    ] {
        if !files.is_empty() {
            let size = size(files.iter().map(|(_, bytes)| **bytes).sum());
            let count = files.len();
            let what = format!(
                "a Tabiya that was killed while it was writing has left files: {count} ({size})"
            );
            findings.push(Finding { what, advice });
        }
    }
    findings
}

/// What needs doing about the room on the disk of an index.
fn of_disk(path: &Path, machine: &Machine) -> Option<Finding> {
    let disk = machine.disk.filter(|disk| *disk < LEAST_DISK)?;
    Some(Finding {
        what: format!(
            "{} are free where the index is, and an import may need {}",
            size(disk),
            size(LEAST_DISK)
        ),
        advice: format!("make room on the disk of {}", path.display()),
    })
}

/// What needs doing about memory and open files.
fn of_machine(machine: &Machine, examined: Option<&Examined>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let kept = examined.and_then(|examined| examined.kept_bytes);
    if let (Some(kept), Some(memory)) = (kept, machine.memory)
        && kept > memory
    {
        findings.push(Finding {
            what: format!(
                "searches may keep {} of memory, and {} are available",
                size(kept),
                size(memory)
            ),
            advice: "end other programs, or use a machine or a container with more memory"
                .to_owned(),
        });
    }
    if let Some(files) = machine.open_files.filter(|files| *files < LEAST_FILES) {
        findings.push(Finding {
            what: format!("a process may open {files} files, and a server needs {LEAST_FILES}"),
            advice: format!(
                "raise the limit: `ulimit -n {LEAST_FILES}`, or LimitNOFILE= of the service"
            ),
        });
    }
    findings
}

impl Machine {
    /// This one, with the disk of a folder.
    fn here(path: &Path) -> Machine {
        #[cfg(unix)]
        let open_files = rlimit::getrlimit(rlimit::Resource::NOFILE).ok();
        #[cfg(not(unix))]
        let open_files: Option<(u64, u64)> = None;
        Machine {
            memory: memory(),
            // A server raises its own limit as far as it may.
            open_files: open_files.map(|(_, most)| most),
            disk: fs4::available_space(path).ok(),
        }
    }
}

/// The memory that Linux has available, or that the control group or the limit of address space (`ulimit -v`) allows.
fn memory() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    // `max` where there is no limit.
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max");
    let limit = limit.ok().and_then(|limit| limit.trim().parse().ok());
    #[cfg(unix)]
    let addresses = rlimit::getrlimit(rlimit::Resource::AS).ok();
    #[cfg(not(unix))]
    let addresses: Option<(u64, u64)> = None;
    let addresses = addresses.map_or(u64::MAX, |(now, _)| now);
    Some(
        (kilobytes << 10)
            .min(limit.unwrap_or(u64::MAX))
            .min(addresses),
    )
}

/// The bytes of files that searches read, which the system keeps in memory if it can.
fn read_bytes(examined: &Examined) -> u64 {
    let parts = examined.parts.iter();
    let read = parts.filter(|(part, _)| **part != "stored games");
    read.map(|(_, bytes)| bytes).sum()
}

/// `8.8 MB`
fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1000 => return format!("{bytes} bytes"),
        1000..1_000_000 => (1e3, "kB"),
        1_000_000..1_000_000_000 => (1e6, "MB"),
        _ => (1e9, "GB"),
    };
    format!("{:.1} {name}", bytes as f64 / unit)
}

fn report(
    args: &DoctorArgs,
    format: Option<u32>,
    examined: Option<&Examined>,
    machine: &Machine,
    findings: &[Finding],
) -> Value {
    let summary = examined.and_then(|examined| examined.summary);
    json!({
        "index": args.folder.index,
        "version": env!("CARGO_PKG_VERSION"),
        "system": system(),
        "format": format,
        "games": summary.map(|summary| summary.games),
        "positions": summary.map(|summary| summary.positions),
        "segments": summary.map(|summary| summary.segments),
        "bytes": summary.map(|summary| summary.bytes),
        "parts": examined.map(|examined| &examined.parts),
        "openingBytes": examined.and_then(|examined| examined.opening_bytes),
        "isBeingWritten": examined.map(|examined| examined.is_being_written),
        "leftOver": examined.map(|examined| &examined.left_over),
        "memory": {
            "kept": examined.and_then(|examined| examined.kept_bytes),
            "read": examined.map(read_bytes),
            "available": machine.memory,
            "import": IMPORT_MEMORY,
        },
        "openFiles": machine.open_files,
        "freeDisk": machine.disk,
        "full": args.full,
        "findings": findings,
    })
}

/// `x86_64 linux`
fn system() -> String {
    format!("{} {}", std::env::consts::ARCH, std::env::consts::OS)
}

fn page(
    args: &DoctorArgs,
    format: Option<u32>,
    examined: Option<&Examined>,
    machine: &Machine,
    findings: &[Finding],
) -> String {
    let mut page = String::new();
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(page, "{name:<16}{text}");
    };
    let unknown = || "unknown".to_owned();
    let version = env!("CARGO_PKG_VERSION");
    line(
        "tabiya",
        &format!("{version}, reads format {FORMAT_VERSION}, {}", system()),
    );
    let format = format.map_or_else(unknown, |format| format.to_string());
    line(
        "index",
        &format!("{}, format {format}", args.folder.index.display()),
    );
    if let Some(examined) = examined {
        if let Some(summary) = examined.summary {
            line("games", &summary.games.to_string());
            line("positions", &summary.positions.to_string());
            line("segments", &summary.segments.to_string());
            line("size", &size(summary.bytes));
        }
        for (part, bytes) in &examined.parts {
            line(&format!("  {part}"), &size(*bytes));
        }
        if let Some(bytes) = examined.opening_bytes {
            line(
                "  of openings",
                &format!("{}, in lists and dictionaries", size(bytes)),
            );
        }
        if let Some(kept) = examined.kept_bytes {
            let read = size(read_bytes(examined));
            let available = machine.memory.map_or_else(unknown, size);
            line(
                "memory",
                &format!(
                    "searches keep up to {}, and are quick while {read} of files stay in memory, too; available {available}",
                    size(kept)
                ),
            );
        }
        line(
            "  of an import",
            &format!(
                "up to {}, or what --memory allows, 250 MB at least",
                size(IMPORT_MEMORY)
            ),
        );
        let writing = if examined.is_being_written {
            "somebody, now"
        } else {
            "nobody"
        };
        line("writing", writing);
        let damage = match (examined.damage.len(), args.full) {
            (0, true) => "none: everything was read".to_owned(),
            (0, false) => {
                "none in the ends of files, columns and dictionaries; --full reads everything"
                    .to_owned()
            }
            (count, _) => format!("{count} found"),
        };
        line("damage", &damage);
    }
    let files = machine
        .open_files
        .map_or_else(unknown, |files| files.to_string());
    line("open files", &format!("{files} at most"));
    line("free disk", &machine.disk.map_or_else(unknown, size));
    if findings.is_empty() {
        page.push_str("\nall is well\n");
    } else {
        page.push_str("\nto do:\n");
    }
    for Finding { what, advice } in findings {
        let _ = writeln!(page, "- {what}: {advice}");
    }
    page
}
