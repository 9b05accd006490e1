//! `tabiya completions`: what a shell completes commands and options with.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

/// Print completions of commands and options for a shell.
///
/// For bash: `tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya`
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(
    args: &CompletionsArgs,
    mut cli: Command,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    // clap_complete panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli, "tabiya", &mut script);
    Ok(out.write_all(&script)?)
}
