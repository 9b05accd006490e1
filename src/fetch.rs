//! `tabiya fetch`: from a player's games at lichess or chess.com to an index.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use app::{Account, DEFAULT_FROM_MOVE, Database, Error, FetchNews, FromMove, Import, Memory};
use clap::Args;
use similarity::{CollectionName, Ingested};

use crate::args::index::IndexArgs;
use crate::args::sites::SitesArgs;
use crate::importing::{Importing, broken_off};
use crate::progress::Progress;

/// Index the games of a player of lichess or chess.com.
///
/// Games come from the sites' public interfaces and are indexed as they come. The next fetch into the same folder asks
/// only for games that are new; so does one after Ctrl-C or a cut connection. Variants other than Chess960 are rejected.
#[derive(Debug, Args)]
pub(crate) struct FetchArgs {
    /// A player: `lichess:NAME` or `chesscom:NAME`.
    #[arg(required = true, value_name = "SITE:NAME")]
    accounts: Vec<Account>,

    #[arg(
        long,
        value_name = "N",
        default_value_t = DEFAULT_FROM_MOVE,
        help = format!("Index the positions after this move by White and later ones: {}", FromMove::range())
    )]
    from_move: FromMove,

    #[arg(
        long,
        value_name = "MB",
        help = format!("The memory that the import may take, in megabytes: {}", Memory::range())
    )]
    memory: Option<Memory>,

    /// Add the games to this collection, it is made if it is missing.
    #[arg(long, value_name = "NAME", value_parser = CollectionName::visible)]
    collection: Option<CollectionName>,

    #[command(flatten)]
    sites: SitesArgs,

    #[command(flatten)]
    index: IndexArgs,
}

pub(crate) fn run(args: &FetchArgs, json: bool, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let index = Database::open_or_create(&args.index.place()?)?;
    let mut import = Import::new(&index, args.from_move)?;
    if let Some(memory) = args.memory {
        import.set_memory(memory)?;
    }
    if let Some(collection) = &args.collection {
        import.set_collection(collection.clone())?;
    }
    let sites = args.sites.sites();
    let mut importing = Importing::new(Progress::without_end(), started)?;
    for account in &args.accounts {
        let watch = |sum: &Ingested, news| watch(&mut importing, sum, news);
        let fetched = import.fetch(&sites, account, |_| true, watch);
        match fetched {
            Ok(()) => {}
            Err(Error::Fetch(error)) => importing.fail(error.to_string()),
            Err(error) => return Err(broken_off(&index, error)),
        }
        if importing.is_stopped() {
            break;
        }
    }
    let (_, status) = importing.finish(import, &index, json, out)?;
    Ok(status)
}

/// Shows the news of a fetch.
fn watch(importing: &mut Importing, sum: &Ingested, news: FetchNews) -> ControlFlow<()> {
    if let Some(sentence) = news.waits {
        importing.progress.say(&sentence);
    }
    for (kind, game) in news.remarks {
        let address = game.file.clone();
        let place = || address.unwrap_or_else(|| "a game".to_owned());
        importing.remark(place, kind, game);
    }
    importing.show(sum)
}
